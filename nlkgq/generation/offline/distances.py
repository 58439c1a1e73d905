"""How far apart two mentions stand, and which mentions a verb far from them belongs to."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.analysis.schema_graph import ANYTHING
from nlkgq.generation.offline.function_words import DO, HAVE, THEY
from nlkgq.generation.offline.mentions import Mention
from nlkgq.generation.offline.readings import Reading

_OWN = 0.2


def nearness(far: float, left: Mention, a: Reading, right: Mention, b: Reading) -> float:
    """What a link by a shared node loses of its score for the ``far`` that other links lose.

    A literal property of just the class that the other mention names belongs to it wherever they stand, and so does
    what tells apart things that are counted: ``how many ships ... per flag``.
    """
    if right.group and left.aggregates and a.kind == "class" and b.kind == "property" and a.subject == b.subject:
        return 0.0
    again = a.kind == b.kind == "class" and a.iri == b.iri
    if again and (right.group or (right.aggregates and "and" in right.gap)):
        # "for ships with masts, how many masts does each ship have"; "which ships sank, and how many ships were it"
        return 0.0
    if is_same_again(a, right, b):
        return 0.0
    for prop, cls in ((a, b), (b, a)):
        if prop.kind == "property" and not prop.object and cls.kind == "class":
            return min(far, _OWN) if prop.subject == cls.subject else far
    return far


def is_same_again(a: Reading, right: Mention, b: Reading) -> bool:
    """``for the tug of X ... the ship``: a wider class with an article is the thing that was named before."""
    wider = a.kind == b.kind == "class" and a.iri != b.iri and a.subject & b.subject == a.subject
    return wider and right.gap[-1:] == ("the",) and b.subject != a.subject


def distance(mentions: Sequence[Mention], i: int, j: int) -> int:
    """Mentions between two mentions; members of one enumeration count once."""
    if mentions[j].told_at >= 0:
        return 0 if mentions[i].start == mentions[j].told_at else max(1, j - i)
    heads = _subjects(mentions, j) or _having(mentions, j) or _theirs(mentions, j)
    if heads:
        return 0 if i in heads else j - i
    if i in (_antecedent(mentions, j), _owner(mentions, j)):
        return 0
    each = _told_of_each(mentions, j)
    if each is not None:
        return 0 if i == each else j - i + 1
    if (mentions[j].aggregates or not mentions[j].projected) and _told_of_each(mentions, i) is not None:
        return j - i + 1
    if _acts_on_next(mentions, j):
        return j - i
    between = 0
    for n in range(i + 1, j):
        if _is_attribute(mentions, n):
            continue
        if mentions[i].projected and are_listed(mentions[n], mentions[j]):
            # "films with their director and year", "films that have a sequel and an award"
            continue
        operand = mentions[n].operand
        if operand is not None and (mentions[i].operand is not None or not operand.leads):
            # What is computed of several values counts once.
            continue
        if mentions[n].by and mentions[j].by and _AND & set(mentions[j].gap):
            # "the total by place and year"
            continue
        listed = mentions[n].gap and ("," in mentions[n].gap or "and" in mentions[n].gap)
        if not (listed and mentions[n].projected and mentions[i].projected):
            between += 1
    if mentions[i].projected and not mentions[j].projected:
        # "name, country and age of singers": every listed property is next to its owner.
        others = (mentions[n] for n in range(i + 1, j))
        between = sum(1 for m in others if not m.projected and not are_listed(m, mentions[j]))
    return between


def are_listed(first: Mention, second: Mention) -> bool:
    """Whether both are members of one enumeration: of what is asked for, had or grouped by."""
    if not _AND & set(second.gap) or _OTHERS & set(second.gap):
        return False
    if first.group and second.group and not (first.by or second.by):
        # "for each lens and file format"
        return True
    unnamed = bool(_INDEFINITE & set(first.gap)) and bool(_INDEFINITE & set(second.gap))
    return (first.projected and second.projected) or (unnamed and not first.projected and not second.projected)


def _owner(mentions: Sequence[Mention], j: int) -> int | None:
    """Whose is what stands after a possessive pronoun: ``each ship with the name of its captain``: the ship's."""
    if not _POSSESSIVE.intersection(mentions[j].gap) or "of" not in mentions[j].gap or not _tells(mentions[j - 1]):
        return None
    things = [n for n in range(j) if any(r.kind == "class" for r in mentions[n].readings[:1])]
    return things[-1] if things else None


def _theirs(mentions: Sequence[Mention], j: int) -> tuple[int, ...]:
    """``the writers of X and their towns``: the towns of the writers, who are asked for; () where others have towns."""
    told = mentions[j].readings[0] if mentions[j].readings else None
    if told is None or told.kind != "property" or not _POSSESSIVE.intersection(mentions[j].gap[-1:]):
        return ()
    for n in range(j - 2, -1, -1):
        noun = mentions[n].readings[0] if mentions[n].readings else None
        role = noun is not None and noun.kind == "property" and noun.noun and noun.object not in (0, ANYTHING)
        if noun is not None and role and mentions[n].projected and not mentions[n].aggregates:
            return (n,) if noun.object & told.subject and "of" in mentions[n + 1].gap else ()
    return ()


def acts_on(gap: Sequence[str]) -> bool:
    """``who took a``, ``that has been given to some``: a relative clause says what a thing did or underwent."""
    told = [n for n, word in enumerate(gap) if word in ("who", "that", "which")]
    if not told or gap[-1] not in _DETERMINERS:
        return False
    return len(gap) > told[-1] + 2 and "," not in gap[told[-1] :]


def _told_of_each(mentions: Sequence[Mention], j: int) -> int | None:
    """``for each ship that called at a port, show the name``: of each ship, not of the port."""
    first = mentions[0]
    if j < 2 or not first.group or not first.readings or first.readings[0].kind != "class":
        return None
    shown = next((n for n in range(2, j + 1) if mentions[n].projected and "," in mentions[n].gap), j + 1)
    listed = all(m.projected and not m.aggregates and _tells(m) for m in mentions[shown : j + 1])
    own = any(r.kind == "property" and r.subject == first.readings[0].subject for r in mentions[j].readings)
    return 0 if shown <= j and listed and own else None


def _tells(mention: Mention) -> bool:
    """Whether a mention is a noun for a value."""
    leading = mention.readings[0] if mention.readings else None
    return leading is not None and leading.kind == "property" and leading.noun and not leading.object


def is_of(gap: Sequence[str]) -> bool:
    """``of the``, ``for``; in "and the number of" the word goes with the number."""
    first = next((n for n, word in enumerate(gap) if word in _OF), None)
    return first is not None and _AND.isdisjoint(gap[:first])


def _antecedent(mentions: Sequence[Mention], j: int) -> int | None:
    """Who is meant by the pronoun before a mention or before the verb that acts on it ("the papers they published")."""
    verb = j - 1 if j and _acts_on_next(mentions, j - 1) else j
    if not THEY.intersection(mentions[verb].gap):
        return None
    things = [n for n in range(verb) if _is_thing(mentions[n]) and mentions[n].projected]
    for n in range(verb):
        if any(r.kind == "property" and r.object and r.noun for r in mentions[n].readings[:1]):
            things.append(n)
    return things[-1] if things else None


def _acts_on_next(mentions: Sequence[Mention], j: int) -> bool:
    """``published a paper``: a verb that tells a value of the thing after it, not of who is named before it."""
    if j + 1 >= len(mentions) or not mentions[j].readings or not mentions[j + 1].readings:
        return False
    verb, thing = mentions[j].readings[0], mentions[j + 1].readings[0]
    if verb.kind != "property" or verb.object or verb.noun or thing.kind != "class":
        return False
    return _DETERMINERS.issuperset(mentions[j + 1].gap) and bool(verb.subject & thing.subject)


def _is_noun(mention: Mention) -> bool:
    leading = mention.readings[0] if mention.readings else None
    return leading is not None and (leading.kind == "class" or (leading.kind == "property" and leading.noun))


def _is_attribute(mentions: Sequence[Mention], n: int) -> bool:
    """Whether a mention is a name that stands before a noun as an adjective does: ``Italian films``."""
    following = mentions[n + 1]
    named = {r.kind for r in mentions[n].readings[:1]} == {"entity"}
    return named and not following.gap and any(r.kind == "class" for r in following.readings)


def _is_thing(mention: Mention) -> bool:
    """Whether a mention is a thing that a sentence may tell of: no property, unless it is asked for (``actors``)."""
    leading = mention.readings[0] if mention.readings else None
    if leading is None or leading.kind != "property":
        return leading is not None
    return mention.projected and leading.noun and leading.object != 0


def _is_told_by(verb: Mention, value: Mention) -> bool:
    """Whether a verb tells the value that is asked for: ``in which years did X publish``."""
    a, b = (m.readings[0] if m.readings else None for m in (verb, value))
    return a is not None and b is not None and value.projected and a.iri == b.iri


def _subjects(mentions: Sequence[Mention], j: int) -> tuple[int, ...]:
    """The mentions that a verb far from them belongs to: () when it belongs to its neighbour.

    In "the films directed by X were released in" the verb goes with the films; in "the director of X also directed"
    with the director; in "how many films did the director of X release" with both.
    """
    gap = mentions[j].gap
    if j < 2 or mentions[j].implicit or not any(r.kind == "property" for r in mentions[j].readings[:3]):
        return ()
    auxiliary = next((n for n, w in enumerate(gap) if w in _AUXILIARY), None)
    relative = next((n for n, w in enumerate(gap) if w in _RELATIVE), None)
    if auxiliary is not None and (relative is None or relative > auxiliary):
        head = next((n for n in range(j) if _is_thing(mentions[n])), 0)
        return (head,) if head < j - 1 else ()
    if gap[:1] == ("and",) and HAVE.intersection(gap[1:2]) and mentions[1].clause == mentions[j].clause:
        # "the author who wrote X and has the name Y", "which author wrote X and has the name Y"
        return (0,) if _is_thing(mentions[0]) else ()
    asked = next((n for n in range(j) if (DO | HAVE).intersection(mentions[n].gap)), None)
    last = all(m.readings[:1] and m.readings[0].kind in ("value", "entity", "number") for m in mentions[j + 1 :])
    if gap[-1:] == ("the",) and _is_noun(mentions[j]):
        # "publish a paper in the venue X"
        asked = None
    if not gap and (_is_noun(mentions[j - 1]) or _is_attribute(mentions, j - 1)):
        # "with the author affiliated to X", "has no Italian films"
        return ()
    if asked is not None and asked < j - 1 and last and not _RELATIVE.intersection(gap):
        # "when did the films directed by X release", "how many papers did the authors of X publish in 2019"
        told = asked and (_is_thing(mentions[asked - 1]) or _is_told_by(mentions[j], mentions[asked - 1]))
        return (asked - 1, asked) if told else (asked,)
    passive = j + 1 < len(mentions) and "by" in mentions[j + 1].gap
    verb = mentions[j].readings[:1] and not mentions[j].readings[0].noun and not mentions[j].text.lower().endswith("by")
    owner = _doer(mentions, j)
    if verb and owner is not None and relative is None:
        return (owner,) if "by" not in gap and not passive else ()
    return ()


def _doer(mentions: Sequence[Mention], j: int) -> int | None:
    """Whose act the verb is after ``the authors of X``, ``the authors of the paper X``: the authors'."""
    named = j - 1
    if named > 1 and not mentions[named].gap and {r.kind for r in mentions[named - 1].readings[:1]} == {"class"}:
        named -= 1
    noun = mentions[named - 1].readings[:1] if named else []
    told = bool(noun) and noun[0].kind == "property" and noun[0].noun and "of" in mentions[named].gap
    return named - 1 if told else None


_POSSESSIVE = frozenset(("his", "her", "their", "its"))


def _having(mentions: Sequence[Mention], j: int) -> tuple[int, ...]:
    """``which sailors of X have a red flag but no white flag``: the sailors have them, not X.

    Returns:
        The mention that is said to have the one at ``j``; () where it stands beside it.
    """
    first = j - 1 if j and not mentions[j].gap and _is_attribute(mentions, j - 1) else j
    had = first
    if mentions[first].gap in _BUT_NO:
        had = next((n for n in range(first - 1, 0, -1) if not HAVE.isdisjoint(mentions[n].gap)), first)
    if had < 2 or HAVE.isdisjoint(mentions[had].gap) or not _RELATIVE.isdisjoint(mentions[had].gap):
        return ()
    owner = had - 1
    while owner and (not mentions[owner].gap or mentions[owner].gap[0] in _COMPLEMENT):
        owner -= 1
    return (owner,) if owner < first - 1 and _is_noun(mentions[owner]) else ()


_BUT_NO = (("but", "no"), ("and", "no"), ("aber", "keine"), ("aber", "keinen"), ("aber", "kein"))
_COMPLEMENT = frozenset(("of", "in", "from", "at", "von", "aus"))
_AUXILIARY = frozenset(("were", "was", "are", "is", "wurden", "wurde", "sind"))
_DETERMINERS = frozenset(("a", "an", "the", "any", "other", "another", "some", "all", "ein", "eine", "andere"))
_RELATIVE = frozenset(("that", "which", "who", "whose", "die", "der", "and", ","))
_AND = frozenset((",", "and", "und"))
_OF = frozenset(("of", "for", "von", "der", "des"))
_INDEFINITE = frozenset(("a", "an", "ein", "eine", "einen", "einer"))
_OTHERS = frozenset(("which", "what", "who", "whose", "how", "of"))
