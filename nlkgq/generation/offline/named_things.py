"""What would take a thing that the question names for another that it tells of: such readings may not be one node."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.distances import is_same_again
from nlkgq.generation.offline.function_words import BE
from nlkgq.generation.offline.linking import COMPANY, OBJECT
from nlkgq.generation.offline.mentions import Mention
from nlkgq.generation.offline.naming import is_naming, name_words
from nlkgq.generation.offline.person_names import make_one_name
from nlkgq.generation.offline.readings import Reading
from nlkgq.iri import local_name


def confuses(mentions: Sequence[Mention], readings: Sequence[Reading], joined: Sequence[tuple[int, int]]) -> bool:
    """Whether a named thing would be the same as things of a class named elsewhere in the question.

    Args:
        mentions: The question's mentions.
        readings: One reading of each.
        joined: The ports (mention, port) that would be one node.
    """
    members = sorted({m for m, _ in joined})
    classes = [m for m in members if readings[m].kind == "class"]
    said = [readings[m] for m in classes]
    # "the map ..., the image": a word for the same thing again need not stand beside its name.
    classes = [m for m in classes if not any(is_same_again(r, mentions[m], readings[m]) for r in said)]
    named = [m for m in members if _is_named(readings[m])]
    if sum(mentions[m].asked == "who" and mentions[m].gap in _FIRST for m in members) > 1:
        # "who built it, and who sold it" need not be one
        return True
    if any(port == OBJECT and is_company_of(mentions, readings, m, n) for m, port in joined for n in named):
        # "where do the partners of X live": not X
        return True
    if named and any(mentions[m].asked == "who" for m, _ in joined):
        # "who": not the one that is named.
        return True
    asking = [m for m in members if mentions[m].asked == "who"]
    if any(m < c and not _is_said_to_be(mentions, readings[c], m, c) for m in asking for c in classes):
        # "who reported the leaks": no leaks
        return True
    if named and any(readings[m].kind == "asked" and mentions[m].projected and not mentions[m].asked for m in members):
        # "what did the writers of X air"
        return True
    nouns = [m for m, port in joined if readings[m].kind == "property" and readings[m].noun and port == OBJECT]
    somebody = [m for m in members if readings[m].kind == "asked" or _tells(readings[m])]
    if any(mentions[m].another and not _names(mentions, m, n) for m in (*classes, *nouns, *somebody) for n in named):
        # "which other papers", "how many other authors": not the one that is named.
        return True
    if any(_is_counted(mentions[m]) and n < m for m in nouns for n in named):
        # "X's papers with the most authors", "papers by X with more than 3 authors"
        return True
    asked = [m for m in nouns if mentions[m].projected and mentions[m].aggregates]
    if any(not _beside(mentions, readings, *sorted((m, n))) for m in asked for n in named):
        # "how many authors worked with X": X is one of them, which need not be counted.
        return True
    names = [m for m in named if readings[m].kind == "value"]
    if any(
        _same_name_kind(readings[a].iri, readings[b].iri)
        and not {t.value for t in readings[a].terms} & {t.value for t in readings[b].terms}
        for a in names
        for b in names
        if a < b
    ):
        # A thing has one name of a kind.
        return True
    if _tells_of_another(mentions, readings, members):
        return True
    # The last name goes with the first, before which the class stands: "the agent Ada Birk".
    named = [n for n in named if n - 1 not in named or not make_one_name(readings[n - 1].iri, readings[n].iri)]
    return any(not _beside(mentions, readings, *sorted((c, n))) for c in classes for n in named)


def _is_said_to_be(mentions: Sequence[Mention], reading: Reading, who: int, thing: int) -> bool:
    """``who are the pilots``, ``who mentors X``: whether those asked for are said to be things of a class."""
    does = mentions[thing].start == mentions[who].end and reading.how != "partial"
    return does or any(not _BEING.isdisjoint(mentions[n].gap) for n in range(who + 1, thing + 1))


def _is_counted(mention: Mention) -> bool:
    """Whether all of what a noun stands for are counted."""
    return mention.superlative in ("most", "least") or mention.counted is not None


def is_company_of(mentions: Sequence[Mention], readings: Sequence[Reading], company: int, named: int) -> bool:
    """``the partners of X``, ``X's partners``: whether X is whose they are."""
    if mentions[company].shared != "co" or not readings[company].noun or not _is_named(readings[named]):
        return False
    of = named == company + 1 and "of" in mentions[named].gap
    return of or (named + 1 == company and mentions[named].possessive)


def _tells_of_another(mentions: Sequence[Mention], readings: Sequence[Reading], members: Sequence[int]) -> bool:
    """``papers by the authors of 'Tides' in 2007``: the year is that of the papers; one thing has been named."""
    named = [m for m in members if readings[m].kind == "value" and is_naming(readings[m].iri)]
    told = [m for m in members if readings[m].kind == "value" and m not in named]
    return any(
        n not in members and r.kind == "class" and r.subject & readings[m].subject
        for n, r in enumerate(readings)
        for m in named
        if len(readings[m].terms) == 1
        for t in told
        if m < t and not (t == m + 1 and _OWN.intersection(mentions[t].gap))
    )


def _tells(reading: Reading) -> bool:
    """``in which other years``: a value of another thing than the one that is named."""
    return reading.kind == "property" and not reading.object


def _names(mentions: Sequence[Mention], m: int, n: int) -> bool:
    """``with the author X``: the name right after a noun is its own."""
    return n == m + 1 and not mentions[n].gap and mentions[n].start not in mentions[m].apart


def _beside(mentions: Sequence[Mention], readings: Sequence[Reading], first: int, second: int) -> bool:
    """Whether nothing stands between two mentions but the word for name, or another word for the same thing."""
    gap = mentions[second].gap
    along = COMPANY.intersection(gap) and _NAMED.isdisjoint(gap) and _is_own_name(readings[first], readings[second])
    if mentions[second].start in mentions[first].apart or along:
        # "people X worked with", "people who worked with X"
        return False
    if _RELATIVE.intersection(gap) and _NAMED.isdisjoint(gap):
        # "people that X worked with"
        return False
    if readings[second].kind == "class" and not _SAID.issuperset(gap):
        # "which author of 'Tides' has the most papers"; "is Tides a paper"
        return False
    between = range(first + 1, second)
    called = readings[second - 1] if second - 1 > first else None
    named = called is not None and called.kind == "property" and is_naming(called.iri)
    if named and _HAVING.intersection(mentions[second - 1].gap):
        # "the author who wrote X and has the name Y"
        return True
    row = not any(mentions[n].gap for n in range(first + 1, second + 1))
    return all(
        is_naming(r.iri) if r.kind == "property" else r.kind in ("class", "value") and row
        for r in (readings[n] for n in between)
    )


def _is_own_name(thing: Reading, value: Reading) -> bool:
    """Whether a value is what things are called, not what belongs to them is, as a ``softwareName`` of a run."""
    before = set(name_words(value.iri)[:-1]) if value.kind == "value" else set()
    return thing.kind != "class" or before <= set(name_words(thing.iri))


def _is_named(reading: Reading) -> bool:
    return reading.kind == "entity" or (reading.kind == "value" and is_naming(reading.iri))


def _same_name_kind(first: str, second: str) -> bool:
    """Whether two naming properties give a thing its whole name; first and last names are different kinds."""
    return first == second or {local_name(first).lower(), local_name(second).lower()} <= _WHOLE_NAMES


_RELATIVE = frozenset(("that", "which", "who", "whom"))
_NAMED = frozenset(("is", "are", "was", "were", "named", "called", "name", "title"))
_FIRST = ((), ("and",), (",", "and"), ("und",))
_HAVING = frozenset(("has", "have", "had", "whose"))
_SAID = frozenset(("is", "are", "was", "were", "a", "an", "the", ",", "not", "no", "ist", "ein", "eine", "kein"))
_BEING = frozenset((*BE, "among", "amongst", "of", "as", "ist", "sind", "war", "waren", "von", "unter", "als"))
_OWN = frozenset(("of", "from", "("))
_WHOLE_NAMES = frozenset(("name", "label", "title", "preflabel"))
