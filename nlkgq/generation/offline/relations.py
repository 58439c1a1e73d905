"""Tables that join things of one kind, such as ``follows`` or ``friend``, read as what these say: ``who follows Ada``.

The row of such a table is no thing that a question is about; its class stands for a property from the one to the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nlkgq.analysis.schema_graph import ANYTHING, SchemaGraph
from nlkgq.generation.offline.function_words import BE, DO, NOBODY, PARTICIPLES
from nlkgq.generation.offline.linking import OBJECT, SUBJECT
from nlkgq.generation.offline.mentions import Mention, Plan, is_class
from nlkgq.generation.offline.naming import is_naming
from nlkgq.generation.offline.query_graph import QueryGraph
from nlkgq.generation.offline.readings import Chunk, Reading
from nlkgq.generation.offline.relation_ends import ANY, is_active
from nlkgq.generation.offline.spelling import variable_name
from nlkgq.generation.offline.tokens import Token
from nlkgq.iri import local_name

_PRONOUNS = frozenset(("who", "that", "which", "to", "not", "also", "don't", "doesn't", "didn't", "they", "neither"))
_ANYONE = frozenset(("someone", "somebody", "anyone", "anybody", *NOBODY))
_AGAIN = frozenset(("but", "and"))
_WHOM = (("that",), ("which",), ("whom",), ("who",))
_DONE_TO = ("ee", "ees")
_SCORE = 0.97
_GAIN = 0.9


def anyone_arcs(start: int, tokens: Sequence[Token], schema: SchemaGraph) -> list[tuple[int, float, Chunk]]:
    """(end, gain, chunk) for ``someone``: one of the things that a relation joins; [] where there is no relation."""
    after = tokens[start + 1].folded if start + 1 < len(tokens) else ""
    if tokens[start].folded not in _ANYONE or after == "else":
        return []
    classes = {c for relation in schema.relations for c in schema.names(schema.subjects(relation))}
    readings = [Reading(kind="class", iri=c, score=0.9, subject=schema.mask(c)) for c in sorted(classes)]
    chunk = Chunk(start=start, end=start + 1, text=tokens[start].text, readings=readings)
    return [(start + 1, _GAIN, chunk)] if readings else []


def relate(plan: Plan, tokens: Sequence[Token], schema: SchemaGraph) -> None:
    """Reads the name of a relation as a verb, or as a noun for the other one, where the question uses it so, in place.

    What is had or counted (``has 2 friends``) stays the row: there are as many.
    """
    verbs: list[Mention] = []
    for place, mention in enumerate(plan.mentions):
        before, after = plan.mentions[:place], plan.mentions[place + 1 :]
        counted = mention.aggregates and not _is_said(mention, before, after)
        relation = "" if counted else _relation(mention, schema)
        role = "" if relation else _role(mention, schema)
        if role and _act_of_role(plan, mention, role, tokens, schema):
            continue
        if not relation:
            if _acts_on_its_kind(mention) and len(before) > 1 and _is_inverted(before):
                # "which papers does X cite"
                mention.ends = _acting(mention, before, after, ())
            continue
        noun = _is_owned(mention, before, after)
        if noun or _is_verb(mention, before, after, tokens):
            mention.ends = _owned(mention, before, after) if noun else _acting(mention, before, after, verbs)
            mention.readings = [_as_property(relation, schema, noun=noun)]
            _tell_apart(plan, mention)
            if not noun:
                _ask_before(mention, before, after)
                # "helps nobody"
                mention.negated = mention.negated or any(m.text.lower() in NOBODY for m in after[:1])
                if _is_inverted(before) and (before[-1].negated or before[-1].text.lower() in NOBODY):
                    # "whom no pupil helps", "that nobody helps"
                    mention.negated, before[-1].negated = True, False
                verbs.append(mention)


def _ask_before(verb: Mention, before: Sequence[Mention], after: Sequence[Mention]) -> None:
    """``growers help nobody``: no compound, and not nobody is asked for."""
    others = [verb, *(m for m in after[:1] if m.text.lower() in _ANYONE)]
    asked = any(m.projected for m in others)
    aggregates = next((m.aggregates for m in others if m.aggregates), before[-1].aggregates if before else [])
    for mention in others:
        mention.projected, mention.aggregates = False, []
    if asked and before and not any(m.projected for m in before):
        before[-1].projected, before[-1].aggregates = True, aggregates


def _tell_apart(plan: Plan, relation: Mention) -> None:
    """What stands at the two ends of a relation is not the same thing."""
    ends = dict(relation.ends)
    for mention in plan.mentions:
        if mention.start in ends:
            others = (start for start, port in relation.ends if port != ends[mention.start])
            mention.apart = mention.apart.union(others)


def _relation(mention: Mention, schema: SchemaGraph) -> str:
    """The relation that a mention names, "" for none."""
    if mention.counted or mention.group:
        return ""
    for reading in mention.readings[:1]:
        for relation, ends in schema.relations.items():
            if reading.iri in (relation, *ends):
                return relation
    return ""


def _act_of_role(plan: Plan, mention: Mention, role: str, tokens: Sequence[Token], schema: SchemaGraph) -> bool:
    """``who mentors Ada``, ``the mentored sailors``, where a sailor has a mentor: who does it stands at the end.

    Args:
        plan: The plan of the question.
        mention: The word that names the role.
        role: The reference.
        tokens: The question.
        schema: Tells of what kind those are who have such a role.

    Returns:
        Whether it is a verb; ``mentees`` are who has the mentor.
    """
    before, after = plan.mentions[: mention.number], plan.mentions[mention.number + 1 :]
    if mention.text.lower().endswith(_DONE_TO) and not local_name(role).lower().endswith(_DONE_TO):
        mention.readings = [replace(r, inverse=True, noun=True) for r in mention.readings if r.iri == role]
        if after and DO.intersection(after[0].gap) and _is_thing(after[0]):
            # "how many mentees does each sailor have"
            mention.ends = ((after[0].start, OBJECT),)
        return False
    if mention.aggregates or mention.counted or mention.group:
        return False
    done = _is_done_to(mention, after)
    if not (done or _is_verb(mention, before, after, tokens)):
        return False
    kinds = schema.names(schema.subjects(role))
    for somebody in (m for m in after[:1] if m.text.lower() in _ANYONE):
        somebody.readings = [Reading(kind="class", iri=c, score=0.9, subject=schema.mask(c)) for c in kinds]
        mention.negated = mention.negated or somebody.text.lower() in NOBODY
    ends = ((after[0].start, OBJECT),) if done else _acting(mention, before, after, ())
    turned = {start: OBJECT if port == SUBJECT else SUBJECT for start, port in ends}
    head = next((n for n in reversed(range(len(before))) if before[n].start in turned), len(before))
    for told in before[head + 1 :]:
        # "sailors from Norway mentor others"
        if any(r.kind == "value" for r in told.readings[:1]):
            turned.setdefault(told.start, turned[before[head].start])
    mention.ends = tuple(turned.items())
    mention.readings = [replace(r, noun=False) for r in mention.readings if r.iri == role]
    _tell_apart(plan, mention)
    _ask_before(mention, before, after)
    return True


def _role(mention: Mention, schema: SchemaGraph) -> str:
    """The reference to a thing of the same kind that a mention names, such as `mentor_id`; "" for none."""
    if mention.end > mention.start + 1:
        return ""
    reading = mention.readings[0] if mention.readings else None
    if reading is None or not reading.object or not schema.is_reference(reading.iri):
        return ""
    return reading.iri if reading.subject == reading.object != ANYTHING else ""


def _is_done_to(mention: Mention, after: Sequence[Mention]) -> bool:
    """``the mentored pupils``."""
    return mention.text.lower().endswith("ed") and bool(after) and not after[0].gap and is_class(after[0])


def _as_property(relation: str, schema: SchemaGraph, *, noun: bool) -> Reading:
    return Reading(
        kind="property",
        iri=relation,
        score=_SCORE,
        how="label",
        subject=schema.subjects(relation),
        object=schema.objects(relation),
        noun=noun,
    )


def _is_owned(mention: Mention, before: Sequence[Mention], after: Sequence[Mention]) -> bool:
    """``Ada's friends``, ``the friends of Ada``."""
    if mention.negated and not BE.intersection(mention.gap):
        # "who are no friends of Ada", but not "has no friends"
        return False
    possessive = bool(before) and before[-1].possessive and not mention.gap
    return possessive or (bool(after) and after[0].gap[:1] == ("of",) and _is_thing(after[0]))


def _is_verb(mention: Mention, before: Sequence[Mention], after: Sequence[Mention], tokens: Sequence[Token]) -> bool:
    word, previous = tokens[mention.start].folded, tokens[mention.start - 1].folded if mention.start else ""
    if mention.end > mention.start + 1 or not before:
        return False
    participle = word.endswith(("ed", "ing")) or word in PARTICIPLES
    if not mention.gap and after and after[0].text.lower() in _ANYONE:
        return True
    return participle or previous in _PRONOUNS or _is_inverted(before) or (not mention.gap and _acts_on(before, after))


def _acts_on(before: Sequence[Mention], after: Sequence[Mention]) -> bool:
    """``Ada follows Bo``."""
    return _is_thing(before[-1]) and bool(after) and _is_thing(after[0]) and "of" not in after[0].gap


def _is_said(mention: Mention, before: Sequence[Mention], after: Sequence[Mention]) -> bool:
    """``how many pupils follow Ada``: whether not the rows are counted, but who does it."""
    told = bool(before) and is_class(before[-1]) and not mention.gap and _acts_on(before, after)
    return told and not DO.intersection(after[0].gap)


def _acts_on_its_kind(mention: Mention) -> bool:
    """Whether a verb is the name of a relation between things of one kind, in which it does not show who does it."""
    leading = mention.readings[0] if mention.readings else None
    return leading is not None and is_active(leading, mention.text) and bool(leading.subject & leading.object)


def _is_inverted(before: Sequence[Mention]) -> bool:
    """``whom does Ada follow``, ``those whom the pupil Ada follows``."""
    if not _is_thing(before[-1]):
        return False
    first = _first_of_run(before)
    gap = before[first].gap
    return bool(DO.intersection(gap)) or (first > 0 and gap[:1] in _WHOM and _is_thing(before[first - 1]))


def _first_of_run(before: Sequence[Mention]) -> int:
    """The place of the first of the words that together name the last thing: ``the pupil Ada``."""
    first = len(before) - 1
    while first and not before[first].gap and not before[first - 1].projected and _calls(before[first - 1]):
        first -= 1
    return first


def _calls(mention: Mention) -> bool:
    """Whether a mention may stand before a name: a class, or the property that names its things."""
    return any(r.kind == "class" or (r.kind == "property" and is_naming(r.iri)) for r in mention.readings[:1])


def _owned(mention: Mention, before: Sequence[Mention], after: Sequence[Mention]) -> tuple[tuple[int, int], ...]:
    """Whose it is stands at the one end; what is asked of it, before an ``of``, or who it is, at the other."""
    if before and before[-1].possessive and not mention.gap:
        # "the pupil Ada's friends"
        owners, rest = _run(list(reversed(before))), before
        rest = before[: len(before) - len(owners)]
        gap = owners[-1].gap
    else:
        owners, rest, gap = _run(after), before, mention.gap
    asked = rest[-1:] if rest and ("of" in gap or BE.intersection(gap)) else []
    return (*((m.start, SUBJECT) for m in owners), *((m.start, OBJECT) for m in asked), (ANY, OBJECT))


def _run(mentions: Sequence[Mention]) -> list[Mention]:
    """The names and classes of one thing in a row: ``the fourth form pupil Ada``."""
    found: list[Mention] = []
    for mention in mentions:
        apart = bool(found) and bool(mention.gap if mention.start > found[-1].start else found[-1].gap)
        if not _is_thing(mention) or apart:
            break
        found.append(mention)
    return found


def _acting(
    mention: Mention, before: Sequence[Mention], after: Sequence[Mention], verbs: Sequence[Mention]
) -> tuple[tuple[int, int], ...]:
    """Who does it and whom it is done to: by what stands before and after, by ``does`` and by ``by``."""
    passive = bool(BE.intersection(mention.gap)) or (bool(after) and after[0].gap[:1] == ("by",))
    head = _head(mention, before, verbs)
    other = next((m for m in after if _is_thing(m)), None)
    if not passive and other is None and _is_inverted(before):
        rest = before[: _first_of_run(before)]
        head, other = before[-1], next((m for m in reversed(rest) if _is_thing(m)), None)
    elif passive and "by" not in {w for m in after[:1] for w in m.gap}:
        other = None
    told = [(m, port) for m, port in ((head, OBJECT if passive else SUBJECT), (other, SUBJECT if passive else OBJECT))]
    ends = tuple((m.start, port) for m, port in told if m is not None)
    # Of whom it is said stands nowhere: whatever is joined to it is the one.
    return ends if head is not None else (*ends, (ANY, OBJECT if passive else SUBJECT))


def _head(mention: Mention, before: Sequence[Mention], verbs: Sequence[Mention]) -> Mention | None:
    """Of whom the verb is said: the same one as before after ``but``, else the nearest thing."""
    last = verbs[-1] if verbs else None
    again = bool(_AGAIN.intersection(mention.gap)) or (mention.gap[:1] in (("are",), ("is",)) and not before)
    if again:
        earlier = [m for m in before if is_class(m) and m.projected]
        if last is not None and last.ends:
            starts = {start for start, _ in last.ends}
            return next((m for m in before if m.start in starts), None)
        return earlier[0] if earlier else None
    return next((m for m in reversed(before) if _is_thing(m)), None)


def _is_thing(mention: Mention) -> bool:
    """A class, a question word for someone, or a name."""
    if mention.asked:
        return mention.asked == "who"
    return any(r.kind in ("class", "entity") or (r.kind == "value" and is_naming(r.iri)) for r in mention.readings[:1])


def write_out(graph: QueryGraph, schema: SchemaGraph) -> None:
    """Puts the rows of a relation in the place of edges that stand for them."""
    for edge in list(graph.edges):
        ends = schema.relations.get(edge.property)
        if ends is not None:
            row = graph.node(variable_name(edge.property), group=edge.group).number
            graph.edges.remove(edge)
            graph.edge(row, ends[0], edge.subject, group=edge.group)
            graph.edge(row, ends[1], edge.object, group=edge.group)
