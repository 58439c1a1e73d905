"""Dates that are told more or less finely: a moment as a day, a day as a month, a year as its first day."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from nlkgq.iri import XSD
from nlkgq.results.models import RdfTerm
from nlkgq.sparql import quote
from nlkgq.wrapper.lexical import CANONICAL, lexical_test
from nlkgq.wrapper.values import literal

_FINER: Final[tuple[tuple[str, int, str], ...]] = (
    (f"{XSD}gYear", 4, "-01"),
    (f"{XSD}gYearMonth", 7, "-01"),
    (f"{XSD}date", 10, "T00:00:00"),
    (f"{XSD}dateTime", 0, ""),
)
"""From coarse to fine: datatype, its length, and what its first moment adds to be told one step finer."""
_RECURRING: Final[Mapping[str, tuple[str, int, int, int]]] = {
    f"{XSD}gMonth": ("--", 6, 2, 1),
    f"{XSD}gMonthDay": ("--", 6, 5, 2),
    f"{XSD}gDay": ("---", 9, 2, 2),
}
"""Datatype -> what stands before it, first character and length in a date, and the coarsest datatype that has it."""
_ORDER: Final = {datatype: place for place, (datatype, _, _) in enumerate(_FINER)}


def converts_dates(native: str, clean: str) -> bool:
    """Whether a literal of the first datatype can be told in the second one.

    >>> converts_dates(f"{XSD}date", f"{XSD}gMonth"), converts_dates(f"{XSD}gYear", f"{XSD}gMonth")
    (True, False)
    """
    if native not in _ORDER or native == clean:
        return False
    recurring = _RECURRING.get(clean)
    return clean in _ORDER if recurring is None else _ORDER[native] >= recurring[3]


@dataclass(frozen=True, slots=True, kw_only=True)
class DateConversion:
    """A date or period in a datatype that tells it less finely, or as its first moment in a finer one.

    Args:
        native: Datatype of the stored literals; see `converts_dates`.
        clean: Datatype that a query sees.
        total: Whoever wrote the wrapper vouches that every native term there is covered.
    """

    native: str
    clean: str
    total: bool = False
    kind: Literal["datatype"] = "datatype"

    @property
    def injective(self) -> bool:
        """Whether no two native terms become the same."""
        return self.clean in _ORDER and _ORDER[self.clean] > _ORDER[self.native]

    @property
    def _added(self) -> str:
        return "".join(added for _, _, added in _FINER[_ORDER[self.native] : _ORDER[self.clean]])

    @property
    def _part(self) -> tuple[str, int, int]:
        """What stands before the part, its first character from 1, its length."""
        recurring = _RECURRING.get(self.clean)
        return ("", 1, _FINER[_ORDER[self.clean]][1]) if recurring is None else recurring[:3]

    def to_clean(self, term: RdfTerm) -> RdfTerm | None:
        """The clean literal of a native one; None where it has none."""
        if term.datatype != self.native or re.search(CANONICAL[self.native], term.value) is None:
            return None
        if self.injective:
            return literal(term.value + self._added, self.clean)
        before, start, length = self._part
        return literal(before + term.value[start - 1 : start - 1 + length], self.clean)

    def to_native(self, term: RdfTerm) -> tuple[RdfTerm, ...] | None:
        """The native literal of a clean one, or none; None where many become the same."""
        if term.datatype != self.clean:
            return ()
        if not self.injective:
            return None
        candidate = literal(term.value.removesuffix(self._added), self.native)
        return (candidate,) if self.to_clean(candidate) == term else ()

    def expression(self, variable: str) -> str:
        """As `ValueMap.expression`."""
        if self.injective:
            return f"STRDT(CONCAT(STR({variable}), {quote(self._added)}), <{self.clean}>)"
        before, start, length = self._part
        part = f"SUBSTR(STR({variable}), {start}, {length})"
        return f"STRDT({f'CONCAT({quote(before)}, {part})' if before else part}, <{self.clean}>)"

    def guard(self, variable: str) -> str:
        """As `ValueMap.guard`."""
        return "" if self.total else f"FILTER({lexical_test(variable, self.native, CANONICAL[self.native])})"
