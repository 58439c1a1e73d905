"""Stretches of a question that are to be masked, and the rule for those that overlap."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Literal, Protocol, TypeVar

from nlkgq.values.model import ValueMatch

SpanKind = Literal[
    "marked", "public", "email", "address", "phone", "date", "number", "identifier", "value", "named", "unknown"
]
"""marked: in brackets or quotation marks; public: shown by a rule; address: a URL or IRI; value: found in the index;
named: by a recogniser of the user's; unknown: denied."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Characters ``start`` to ``end`` are replaced; what is masked are ``inner_start`` to ``inner_end`` of them.

    ``readings``: of a number or date, its XSD lexical forms, likeliest first. ``match``: what the index knows.
    """

    start: int
    end: int
    kind: SpanKind
    inner_start: int
    inner_end: int
    readings: tuple[str, ...] = field(default=(), repr=False)
    match: ValueMatch | None = field(default=None, repr=False)


def span(
    start: int, end: int, kind: SpanKind, *, readings: tuple[str, ...] = (), match: ValueMatch | None = None
) -> Span:
    """A span that is masked as a whole."""
    return Span(start=start, end=end, kind=kind, inner_start=start, inner_end=end, readings=readings, match=match)


_SUREST: tuple[SpanKind, ...] = (
    *("public", "value", "email", "address", "date", "number", "phone", "identifier", "named", "unknown", "marked"),
)


def longest_first(spans: Iterable[Span]) -> list[Span]:
    """Overlaps resolved: what the asker marked wins, then the longer span, then the surer kind, then the earlier.

    Returns:
        Spans that do not overlap, in order of ``start``.
    """
    ranked = sorted(spans, key=lambda s: (s.kind != "marked", s.start - s.end, _SUREST.index(s.kind), s.start))
    taken: list[Span] = []
    starts: list[int] = []
    for candidate in ranked:
        place = bisect_left(starts, candidate.start)
        free = place == 0 or taken[place - 1].end <= candidate.start
        if free and (place == len(taken) or candidate.end <= starts[place]):
            taken.insert(place, candidate)
            starts.insert(place, candidate.start)
    return taken


class Stretch(Protocol):
    """Characters ``start`` to ``end`` of a text: a span, a word, a value found."""

    @property
    def start(self) -> int:
        """Offset of its first character."""
        ...

    @property
    def end(self) -> int:
        """Offset behind its last one."""
        ...


_Found = TypeVar("_Found", bound=Stretch)


class Places:
    """Where stretches lie, so that each question about them takes as long in a long text as in a short one.

    >>> places = Places([span(0, 4, "value"), span(2, 9, "date")])
    >>> places.cover(3, 9), places.cover(3, 10), places.touch(8, 12), places.touch(9, 12)
    (True, False, True, False)
    """

    def __init__(self, stretches: Iterable[Stretch]) -> None:
        pairs = sorted((s.start, s.end) for s in stretches)
        self._starts = [start for start, _ in pairs]
        self._reach = list(accumulate((end for _, end in pairs), max))

    def cover(self, start: int, end: int) -> bool:
        """Whether one of them holds all characters from ``start`` to ``end``."""
        place = bisect_right(self._starts, start)
        return place > 0 and self._reach[place - 1] >= end

    def touch(self, start: int, end: int) -> bool:
        """Whether one of them holds some of the characters."""
        place = bisect_left(self._starts, end)
        return place > 0 and self._reach[place - 1] > start


def between(stretches: Sequence[_Found], start: int, end: int) -> Sequence[_Found]:
    """Those that hold some of the characters from ``start`` to ``end``, of stretches in order that do not overlap."""
    first = bisect_right(stretches, start, key=lambda s: s.end)
    return stretches[first : bisect_left(stretches, end, key=lambda s: s.start)]
