"""Verbs that no term is called by: ``concerts that stadium X hosted``, ``players who come from Peru``.

The schema often has no name for what holds between two things, only a reference; the verb then names the reference.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from nlkgq.analysis.connections import Step
from nlkgq.analysis.schema_graph import SchemaGraph
from nlkgq.generation.offline.assembly import Assembly
from nlkgq.generation.offline.documented_verbs import documented
from nlkgq.generation.offline.function_words import BE, DO, HAVE, PARTICIPLES, STATING, VERBS, YIELDING
from nlkgq.generation.offline.linking import SUBJECT, Link
from nlkgq.generation.offline.mentions import Mention
from nlkgq.generation.offline.naming import identifier_words
from nlkgq.generation.offline.phrases import looks_like_verb
from nlkgq.generation.offline.place_verbs import OF_PLACE, PLACES
from nlkgq.generation.offline.readings import Chunking
from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.verbs import ADJECTIVE_BEFORE, is_against, is_used_as_verb
from nlkgq.generation.offline.vocabulary import Vocabulary

_PRONOUNS = frozenset(("that", "which", "who", "to", "they", "he", "she"))
_DONE = VERBS | PARTICIPLES
_HOLDING = frozenset(
    (
        *("hold", "holds", "held", "cover", "covers", "contain", "contains", "carry", "carries", "comprise", "span"),
        *("occupy", "occupies", "measure", "measures", "take", "takes"),
    )
)
_LEANING = frozenset(("rely", "relies", "relied", "rest", "rests", "rested", "depend", "depends", "depended", "build"))
_ON = frozenset(("on", "upon"))
_CAN = frozenset(("can", "could", "may", "might", "will", "would"))
_AS = frozenset(("as", "under"))
_FILED = frozenset(
    (
        *("categorised", "categorized", "classified", "classed", "listed", "filed", "labelled", "labeled", "described"),
        *("recorded", "registered", "catalogued", "cataloged", "indexed", "tagged", "marked"),
    )
)
_WHICH = frozenset(("which", "what"))
_BY = frozenset(("by", "von"))
_ORIGINS = frozenset(("nationality", "origin", "continent", "district", "residence", "birthplace", "address", "land"))
_HAPPENED = frozenset(("made", "done", "held", "had", "taken", "given", "met"))
_EMPTY = frozenset(
    (
        "ref",
        "join",
        "fk",
        "id",
        "ids",
        "key",
        "code",
        "no",
        "number",
        "num",
        "has",
        "have",
        "is",
        "of",
        "in",
        "by",
        "to",
        "from",
        "for",
        "with",
        "amount",
        "value",
        "detail",
        "use",
        "uses",
        "used",
        "using",
        "based",
        "on",
    )
)


def connecting_verbs(
    chunking: Chunking, assembly: Assembly, tokens: Sequence[Token], vocabulary: Vocabulary
) -> frozenset[int]:
    """The unread tokens that only say that the things beside them belong together, as the assembly joins them.

    Args:
        chunking: The cut of the question, with the places of its unread tokens.
        assembly: The mentions, joined.
        tokens: The question.
        vocabulary: What properties are called, hold and are documented as.

    Returns:
        Places of tokens.
    """
    schema = vocabulary.schema
    found = set()
    for place in chunking.places:
        if _is_verb(place, tokens) and not _tells_which(place, tokens, assembly):
            # What something can do with an amount is to hold it.
            if _only_often(place, tokens, assembly):
                found.add(place)
            verb = "hold" if _CAN.intersection(t.folded for t in tokens[place - 1 : place]) else tokens[place].folded
            pairs = _beside(place, assembly.mentions)
            if any(
                _says(link, pair, assembly, verb, schema, idle=_is_idle(place, tokens, assembly))
                or _is_of_role(link, pair, assembly, place, tokens)
                or (_files(place, tokens) and {link.left, link.right} == set(pair) and _is_near(link))
                for pair in pairs
                for link in assembly.links
            ):
                found.add(place)
    found |= documented(chunking.places, tokens, assembly, vocabulary)
    return frozenset(found)


def without(chunking: Chunking, verbs: frozenset[int], tokens: Sequence[Token]) -> Chunking:
    """The cut with these tokens read."""
    places = tuple(n for n in chunking.places if n not in verbs)
    soft, telling = chunking.soft - verbs, chunking.telling - verbs
    return replace(chunking, places=places, unread=[tokens[n].text for n in places], soft=soft, telling=telling)


def _is_near(link: Link) -> bool:
    return link.connection is None or len(link.connection.steps) == 1


def _files(place: int, tokens: Sequence[Token]) -> bool:
    """``listed as a ferry``, ``classified under ferries``: what something is, by whatever property tells it."""
    after = {t.folded for t in tokens[place + 1 : place + 2]}
    return tokens[place].folded in _FILED and not _AS.isdisjoint(after)


def _is_verb(place: int, tokens: Sequence[Token]) -> bool:
    token = tokens[place]
    if token.kind != "word" or not token.text.islower():
        return False
    before = {t.folded for t in tokens[max(0, place - 1) : place]}
    # "which supplier delivers the X"
    asked = next((n for n in range(place - 2, max(place - 5, -1), -1) if tokens[n].folded in _WHICH), None)
    acts = (
        asked is not None
        and token.folded.endswith("s")
        and not any(t.kind == "mark" or t.folded in BE | HAVE | DO for t in tokens[asked:place])
    )
    helped = any(t.folded in DO for t in tokens[:place]) and token.folded.isalpha() and not token.folded.endswith("s")
    after = tokens[place + 1].folded if place + 1 < len(tokens) else "?"
    last = after in ("?", ".", "in", "at", "on", "from", "there", "for", "to", "by", "with", "any", "the", "a", "an")
    leans = token.folded in _LEANING and after in _ON
    if is_against(token.folded) or (looks_like_verb(token.text) and not is_used_as_verb(place, tokens)):
        # "the trusted drivers of X": which of them
        return False
    return (
        looks_like_verb(token.text)
        or acts
        or leans
        or token.folded in _DONE
        or bool(before & _CAN)
        or (helped and last)
        or bool(before & _PRONOUNS)
    )


def _tells_which(place: int, tokens: Sequence[Token], assembly: Assembly) -> bool:
    """``the retired drivers``, ``each drawn game``: whether a participle stands before a noun as an adjective does."""
    before = tokens[place - 1].folded if place else ""
    done = tokens[place].folded in PARTICIPLES or tokens[place].folded.endswith("ed")
    noun = any(
        m.start == place + 1 and r.kind == "class" for m, r in zip(assembly.mentions, assembly.readings, strict=True)
    )
    return done and noun and (before in ADJECTIVE_BEFORE or not place)


def _beside(place: int, mentions: Sequence[Mention]) -> list[tuple[int, int]]:
    """The mentions before and after a verb, and the two before it, which nothing after it need act on."""
    before = [m.number for m in mentions if m.end <= place]
    after = [m.number for m in mentions if m.start > place]
    found = [(before[-1], after[0])] if before and after else []
    if (
        before
        and len(after) > 1
        and (mentions[after[0]].value is not None or mentions[after[0]].end == mentions[after[1]].start)
    ):
        # "which ships carry more than 400 passengers", "which yard holds the most red ships"
        found.append((before[-1], after[1]))
    if len(before) > 1:
        found.append((before[-2], before[-1]))
    if len(before) > 2 and not after:
        # "which towns do old ships come from", "the cargoes that ships of Norway carried"
        found += [(before[0], other) for other in before[1:]]
    return found


def _is_of_role(link: Link, pair: tuple[int, int], assembly: Assembly, place: int, tokens: Sequence[Token]) -> bool:
    """``made by the director X``, ``whose director also made X``: who did it is told by a word for what they did."""
    if {link.left, link.right} != set(pair):
        return False
    first, second = (assembly.readings[n] for n in pair)
    if link.kind == "node" and place + 1 < len(tokens) and tokens[place + 1].folded in _BY:
        return second.kind == "property" and second.noun and bool(second.object)
    doer = first.kind == "property" and first.noun and bool(first.object)
    steps = link.connection.steps if link.connection is not None else ()
    return doer and bool(steps) and all(s.property == first.iri for s in steps)


def _only_often(place: int, tokens: Sequence[Token], assembly: Assembly) -> bool:
    """``the cargo that was moved most often``: whether what the verb happened to is all that is asked for."""
    asked = assembly.mentions[-1] if len(assembly.mentions) == 1 else None
    told = assembly.readings[0] if asked is not None and asked.often and asked.projected else None
    passive = tokens[place - 1].folded in BE and asked is not None and asked.end <= place
    return told is not None and passive and told.kind == "property" and not told.object


def _is_idle(place: int, tokens: Sequence[Token], assembly: Assembly) -> bool:
    """Whether a participle right after a noun, or after ``were``, ends the question: it tells which of them."""
    if any(t.kind != "mark" for t in tokens[place + 1 :]) or tokens[place].folded in _HAPPENED:
        return False
    if not DO.isdisjoint(t.folded for t in tokens[:place]):
        return False
    last = next((m for m in reversed(assembly.mentions) if m.end == place), None)
    after_noun = last is not None and assembly.readings[last.number].kind == "class"
    return after_noun or tokens[place - 1].folded in BE


def _says(
    link: Link, pair: tuple[int, int], assembly: Assembly, verb: str, schema: SchemaGraph, *, idle: bool = False
) -> bool:
    """Whether a link joins two mentions in a way that has no name of its own, or one that fits the verb."""
    readings = assembly.readings
    ends = {link.left, link.right}
    if link.kind == "path" and readings[pair[0]].kind == readings[pair[1]].kind == "class":
        # "the names of the dairies, and the cheeses each dairy makes": the dairy is told of by its name
        joined = {assembly.find((link.left, link.left_port)), assembly.find((link.right, link.right_port))}
        ends = set(pair) if joined == {assembly.find((n, SUBJECT)) for n in pair} else ends
    if not ends & set(pair):
        return False
    if link.kind == "path":
        return (
            link.connection is not None
            and ends == set(pair)
            and all(_is_nameless(s, schema) for s in link.connection.steps)
        )
    if link.kind == "node" and ends == set(pair):
        nouns = [r for r in (readings[n] for n in pair) if r.kind == "property" and r.object and r.noun]
        classes = [n for n in pair if readings[n].kind in ("class", "entity", "value")]
        if nouns and classes and all(_is_called_as_ends(r.iri, schema) for r in nouns):
            # "what storm caused the flood", joined by `has storm`
            return True
        if verb in VERBS and any(schema.subjects(r.iri) & readings[n].subject for r in nouns for n in classes):
            # "which glaze does a pot take", of a property called "glaze"
            return True
    if link.kind == "node" and ends == set(pair) and verb in STATING:
        first, second = (readings[n] for n in pair)
        if second.kind == "property" and second.noun and first.kind in ("class", "entity", "value"):
            # "does X state a price"
            return True
    if idle and link.kind != "path" and verb not in OF_PLACE:
        # "names of the boats sold" says nothing of how boats have names
        return False
    literals = [readings[n] for n in pair if readings[n].kind in ("property", "value") and not readings[n].object]
    if verb in OF_PLACE:
        return any(identifier_words(r.iri) & (PLACES | _ORIGINS) for r in literals)
    values = [r for r in literals if r.kind == "value" and not schema.is_numeric(r.iri)]
    if values and ends == set(pair) and re.sub(r"e?d$", "", verb) in _DONE | {""}:
        # "matches played on clay"
        return True
    if ends == set(pair) and _adds_up_in(pair, assembly, schema):
        return True
    # "which flower gave the largest harvest"
    classes = [n for n in (_measured_noun(n, assembly) for n in pair) if readings[n].kind == "class"]
    owners = {assembly.find((n, SUBJECT)) for n in classes}
    if verb in _HOLDING - PARTICIPLES and any(assembly.find((n, SUBJECT)) in owners for n in pair if n not in classes):
        # "which kiln is the largest, and how many spans does it hold"
        return any(schema.is_numeric(r.iri) for r in literals)
    named = [r for r in literals if r.kind == "property" and r.noun]
    if verb in YIELDING and link.kind == "node" and ends == set(pair):
        return any(schema.is_numeric(r.iri) for r in named)
    # "images acquired with an Orion machine"
    named += [
        a for n, a in enumerate(readings[1:]) if n in pair and readings[n].kind == "value" and a.iri == readings[n].iri
    ]
    return (
        ends == set(pair)
        and bool(classes)
        and any(
            # "which grade is chosen by most pupils", where grades are numbers
            (not schema.is_numeric(r.iri) or verb in PARTICIPLES) and not schema.tells_when(r.iri)
            for r in named
        )
    )


def _adds_up_in(pair: tuple[int, int], assembly: Assembly, schema: SchemaGraph) -> bool:
    """``the total honey gathered in 2023``: whether the only date of what is added up is given."""
    total, date = assembly.mentions[pair[0]], assembly.readings[pair[1]]
    if not total.aggregates or date.kind != "value" or not schema.tells_when(date.iri):
        return False
    owners = assembly.readings[pair[0]].subject & date.subject
    dates = [p for p in schema.ontology.properties if schema.subjects(p) & owners and schema.tells_when(p)]
    return dates == [date.iri]


def _measured_noun(mention: int, assembly: Assembly) -> int:
    """The noun right behind an adjective that measures it, the mention itself where it is none."""
    adjective, after = assembly.mentions[mention], assembly.mentions[mention + 1 : mention + 2]
    return mention + 1 if adjective.measured and after and after[0].start == adjective.end else mention


def _is_nameless(step: Step, schema: SchemaGraph) -> bool:
    """Whether the property is called only after the classes that it joins."""
    return _is_called_as_ends(step.property, schema, step.target) or schema.is_reference(step.property)


def _is_called_as_ends(iri: str, schema: SchemaGraph, *targets: str) -> bool:
    ends = {*targets, *schema.names(schema.subjects(iri)), *schema.names(schema.objects(iri))}
    classes = {_stem(w) for end in ends for w in identifier_words(end)}
    return {_stem(w) for w in identifier_words(iri) - _EMPTY} <= classes


def _stem(word: str) -> str:
    return word.removesuffix("s")
