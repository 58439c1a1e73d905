"""Literals with another datatype, or in another unit."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, localcontext
from typing import Final, Literal

from nlkgq.iri import XSD
from nlkgq.results.models import RdfTerm
from nlkgq.sparql import quote
from nlkgq.wrapper.lexical import CANONICAL, NUMERIC, WHOLE, lexical_test
from nlkgq.wrapper.values import literal

_DECIMAL: Final = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)")
_WHOLE_NUMBER: Final = re.compile(r"[+-]?[0-9]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class DatatypeConversion:
    """A literal with another datatype, and perhaps in another unit: clean = native * factor + offset.

    Only literals in the one spelling that has no other are covered ("1990", not "01990"), unless ``lenient``.

    Args:
        native: Datatype of the stored literals.
        clean: Datatype that a query sees.
        factor: Multiplier; None where only the datatype changes.
        offset: Added after it.
        lenient: Cast whatever the engine can cast; two spellings of a value then become one.
        total: Whoever wrote the wrapper vouches that every native literal there is covered.
    """

    native: str
    clean: str
    factor: Decimal | None = None
    offset: Decimal = Decimal(0)
    lenient: bool = False
    total: bool = False
    kind: Literal["datatype"] = "datatype"

    @property
    def injective(self) -> bool:
        """Whether no two native literals become the same."""
        return not self.lenient

    def to_clean(self, term: RdfTerm) -> RdfTerm | None:
        """The clean literal of a native one; None where it has none."""
        if not self._covers(term):
            return None
        if self.factor is None:
            return self._cast(term.value) if self.lenient else literal(term.value, self.clean)
        value = _decimal(term.value)
        return None if value is None else _number(_exact(lambda: value * self._multiplier + self.offset), self.clean)

    def _cast(self, text: str) -> RdfTerm | None:
        """As the casts of SPARQL 1.1 section 17.5 do, for the numbers that a lenient conversion is for."""
        if self.clean in WHOLE and not _WHOLE_NUMBER.fullmatch(text):
            return None
        return _number(_decimal(text), self.clean)

    @property
    def _multiplier(self) -> Decimal:
        return Decimal(1) if self.factor is None else self.factor

    def _covers(self, term: RdfTerm) -> bool:
        datatype = term.datatype or f"{XSD}string"
        same = datatype == self.native or (datatype in WHOLE and self.native in WHOLE)
        if term.kind != "literal" or term.language or not same:
            return False
        return self.lenient or all(re.search(spelling, term.value) for spelling in self._spellings)

    @property
    def _spellings(self) -> tuple[str, ...]:
        """What a literal must be spelt like: in its own datatype, and in the one that it gets."""
        if self.factor is not None:
            return (CANONICAL[f"{XSD}decimal" if self.native == f"{XSD}string" else self.native],)
        wanted = (CANONICAL[self.native], CANONICAL[self.clean])
        if wanted[0] == "^" or (self.native in NUMERIC and self.clean == f"{XSD}decimal"):
            return (wanted[1],) if wanted[0] == "^" else (wanted[0],)
        return tuple(dict.fromkeys(spelling for spelling in wanted if spelling != "^"))

    def to_native(self, term: RdfTerm) -> tuple[RdfTerm, ...] | None:
        """The native literal of a clean one, or none; None where several spellings may mean it."""
        if self.lenient:
            return None
        if term.kind != "literal":
            return ()
        # A number in a query may be spelt in any way; graphs hold the one spelling.
        wanted = _number(_decimal(term.value), self.clean) if self.clean in NUMERIC else term
        if wanted is None:
            return ()
        if self.factor is None:
            candidate = literal(wanted.value, self.native)
        else:
            value = _decimal(term.value)
            quotient = None if value is None else _exact(lambda: (value - self.offset) / self._multiplier)
            number = _number(quotient, self.native if self.native in NUMERIC else f"{XSD}decimal")
            if number is None:
                return ()
            candidate = literal(number.value, self.native)
        same = (term.datatype or f"{XSD}string") == self.clean and self.to_clean(candidate) == wanted
        return (candidate,) if same else ()

    def expression(self, variable: str) -> str:
        """As `ValueMap.expression`."""
        if self.factor is None:
            return f"<{self.clean}>(STR({variable}))" if self.lenient else f"STRDT(STR({variable}), <{self.clean}>)"
        number = f"<{self.clean}>(STR({variable}))"
        shifted = f"{number} * {_plain(self.factor)}"
        if self.offset:
            shifted += f" {'-' if self.offset < 0 else '+'} {_plain(abs(self.offset))}"
        return f"({shifted})"

    def guard(self, variable: str) -> str:
        """As `ValueMap.guard`."""
        if self.total:
            return ""
        first, *more = ("^",) if self.lenient else self._spellings
        test = lexical_test(variable, self.native, first)
        test += "".join(f" && REGEX(STR({variable}), {quote(spelling)})" for spelling in more)
        if self.factor is not None or self.lenient:
            test += f" && DATATYPE({self.expression(variable)}) = <{self.clean}>"
        return f"FILTER({test})"


def _decimal(text: str) -> Decimal | None:
    return Decimal(text) if _DECIMAL.fullmatch(text) else None


def _exact(compute: Callable[[], Decimal]) -> Decimal | None:
    """The result where it is exact in 18 digits behind the point, which engines keep; else None."""
    with localcontext() as context:
        context.prec = 60
        result = compute()
        return result if result == result.quantize(Decimal(1).scaleb(-18)) else None


def _number(value: Decimal | None, datatype: str) -> RdfTerm | None:
    if value is None or (datatype in WHOLE and value != value.to_integral_value()):
        return None
    return literal(_plain(value), datatype)


def _plain(value: Decimal) -> str:
    """Without exponent and without zeros that say nothing."""
    text = format(value, "f")
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in {"-0", ""} else text
