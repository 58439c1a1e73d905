"""Stretches of a question that are to be masked, and the rule for those that overlap."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

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
    for candidate in ranked:
        if all(candidate.end <= other.start or candidate.start >= other.end for other in taken):
            taken.append(candidate)
    return sorted(taken, key=lambda s: s.start)
