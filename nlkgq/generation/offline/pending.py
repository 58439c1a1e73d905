"""Operators that wait for the mention they act on, and words that announce one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from nlkgq.generation.offline.mentions import Comparison


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
    only: str = ""


def is_along(gap: Sequence[str]) -> bool:
    """``with their age``: told along with what was asked for."""
    told = gap[gap.index("with") :] if "with" in gap else ()
    return bool(_OWN.intersection(told)) and _WITH.issuperset(told)


_OWN = frozenset(("their", "its", "his", "her", "corresponding", "respective"))
_WITH = _OWN | {"with", "the", "together"}
