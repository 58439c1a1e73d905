"""Operators that wait for the mention they act on, and words that announce one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from nlkgq.generation.offline.mentions import Comparison
from nlkgq.generation.offline.readings import Chunk
from nlkgq.generation.offline.tokens import Token


@dataclass(slots=True)
class Pending:
    """Operators that wait for the mention they act on."""

    aggregates: list[str] = field(default_factory=list)
    comparison: Comparison | None = None
    superlative: str = ""
    place: int = 1
    group: bool = False
    negated: bool = False
    shared: str = ""
    another: bool = False
    distinct: bool = False
    order: bool = False
    direction: str = ""
    kind_of: bool = False
    optional: bool = False
    only: str = ""


def is_within(chunks: Sequence[Chunk], place: int, tokens: Sequence[Token]) -> bool:
    """Whether a chunk is a quoted text said to be a part of a value: ``with a 'w' in their name``."""
    chunk = chunks[place]
    following = next((c for c in chunks[place + 1 :] if c.operator != "filler"), None)
    if tokens[chunk.start].kind != "quote" or following is None or following.operator or not following.readings:
        return False
    between = {t.folded for t in tokens[chunk.end : following.start]}
    literal = following.readings[0].kind == "property" and not following.readings[0].object
    return literal and "in" in between and between <= _OWN | {"in", "the", "a", "an", "as", "part", "of"}


def is_along(gap: Sequence[str]) -> bool:
    """``with their age``: told along with what was asked for."""
    told = gap[gap.index("with") :] if "with" in gap else ()
    along = gap[-3:-1] in _ALONG or bool(_OWN.intersection(told))
    return along and _WITH.issuperset(told)


_ALONG = (("along", "with"), ("together", "with"))
_OWN = frozenset(("their", "its", "his", "her", "corresponding", "respective"))
_WITH = _OWN | {"with", "the", "together", "along"}
