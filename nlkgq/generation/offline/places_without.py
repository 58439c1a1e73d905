"""``towns where pupils live but there is no school``: values that things of one kind have, and none of another."""

from __future__ import annotations

from nlkgq.generation.offline.function_words import BE, DO, HAVE
from nlkgq.generation.offline.question_parts import Composition, Source
from nlkgq.generation.offline.tokens import in_place_of

_BUT = frozenset(("but", "and", "yet", "though", "although"))
_NONE = frozenset(("no", "without", "lack", "lacks"))
_SMALL = frozenset(("a", "an", "any", "the"))
_OPENING = BE | DO | HAVE | {"with", "having", "that", "where", "which", "in", "who"}
_ASKING = frozenset(
    (
        *("what", "which", "in", "are", "is", "were", "was", "the", "all", "list", "show", "give", "find", "name"),
        *("me", "return", "names", "of", "different", "distinct", "tell", "please", "from", "at", "those"),
    )
)


def where_no_other(source: Source) -> list[Composition]:
    """The question of the first kind, and that of the second; [] where nothing else is denied."""
    place = source.first(2, source.end - 1, lambda n: source.at(n) in _BUT and _denied(source, n) > 0)
    head = 0
    while source.at(head) in _ASKING:
        head += 1
    opened = source.first(head + 1, source.end, lambda n: source.at(n) in _OPENING)
    if place is None or opened is None or opened >= place or opened > head + 3:
        return []
    other = _denied(source, place)
    have = in_place_of(source.tokens[opened], "with")
    asked = range(1 if source.at(0) in ("in", "from", "at") else 0, opened)
    return [
        Composition(
            operation="except",
            first=source.part(*range(place)),
            second=source.part(*asked, have, *range(other, source.end)),
            trigger=(place, other),
        )
    ]


def _denied(source: Source, place: int) -> int:
    """Where that starts which there is none of, behind ``but``; 0 where nothing is denied."""
    start = place + 1
    if source.at(start) == "there" and source.at(start + 1) in BE:
        start += 2
    elif source.at(start) in HAVE | {"with"}:
        start += 1
    if source.at(start) == "not" and source.at(start + 1) in _SMALL:
        start += 1
    elif source.at(start) not in _NONE:
        return 0
    start += 1
    while source.at(start) in _SMALL:
        start += 1
    return start if start < source.end else 0
