"""Conversions between native and clean terms: what a variable of a clean query means where the database stores codes.

A conversion is a partial function from native terms to clean terms. Each one can be applied here, to a term, and in a
query, as an expression; both must agree, which the rewriter's property test checks. Where a conversion is injective,
joins and groups may be made on native terms and only shown values be converted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal, localcontext
from typing import Final, Literal, TypeAlias
from urllib.parse import quote as percent_encode
from urllib.parse import unquote

from nlkgq.iri import XSD
from nlkgq.results.models import RdfTerm
from nlkgq.sparql import quote
from nlkgq.wrapper.values import iri, literal, term_text

# XSD 1.1 part 2: the lexical forms that have no other spelling of the same value, by datatype.
CANONICAL: Final[Mapping[str, str]] = {
    f"{XSD}integer": "^(0|-?[1-9][0-9]*)$",
    f"{XSD}int": "^(0|-?[1-9][0-9]*)$",
    f"{XSD}decimal": r"^(0|-?[1-9][0-9]*|-?(0|[1-9][0-9]*)\.[0-9]*[1-9])$",
    f"{XSD}boolean": "^(true|false)$",
    f"{XSD}gYear": "^[0-9]{4}$",
    f"{XSD}gYearMonth": "^[0-9]{4}-(0[1-9]|1[0-2])$",
    f"{XSD}date": "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$",
    f"{XSD}string": "^",
    f"{XSD}anyURI": "^",
}
_WHOLE: Final = {f"{XSD}integer", f"{XSD}int"}
_NUMERIC: Final = _WHOLE | {f"{XSD}decimal"}
_DECIMAL: Final = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)")
_WHOLE_NUMBER: Final = re.compile(r"[+-]?[0-9]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueMap:
    """A table of clean terms and native codes.

    Args:
        pairs: (clean term, native term); a native term stands once, a clean one may stand several times.
        open: Terms outside the table stand for themselves, unless they are one of the clean terms.
        total: Whoever wrote the wrapper vouches that every native term there is covered.
    """

    pairs: tuple[tuple[RdfTerm, RdfTerm], ...]
    open: bool = False
    total: bool = False
    kind: Literal["values"] = "values"

    @property
    def injective(self) -> bool:
        """Whether no two native terms mean the same."""
        return len({clean for clean, _ in self.pairs}) == len(self.pairs)

    def to_clean(self, term: RdfTerm) -> RdfTerm | None:
        """The clean term of a native one; None where it has none."""
        for clean, native in self.pairs:
            if native == term:
                return clean
        return term if self.open and all(clean != term for clean, _ in self.pairs) else None

    def to_native(self, term: RdfTerm) -> tuple[RdfTerm, ...] | None:
        """Every native term that means ``term``; None where that cannot be said."""
        found = tuple(native for clean, native in self.pairs if clean == term)
        if found or not self.open or any(native == term for _, native in self.pairs):
            return found
        return (term,)

    def expression(self, variable: str) -> str:
        """The clean term as a SPARQL expression over the native term in ``variable`` (with its ``?``).

        Where the table is closed, what the guard lets through and is not one of the others is the last one.
        """
        cases = [(term_text(native), term_text(clean)) for clean, native in self.pairs]
        if len(cases) == 1 and not self.open:
            return f"IF(BOUND({variable}), {cases[0][1]}, {variable})"
        otherwise = variable if self.open else cases.pop()[1]
        for native, clean in reversed(cases):
            otherwise = f"IF(sameTerm({variable}, {native}), {clean}, {otherwise})"
        return otherwise

    def guard(self, variable: str) -> str:
        """A pattern that keeps exactly the native terms that have a clean one; "" where all have."""
        if self.total:
            return ""
        if not self.open:
            return f"VALUES {variable} {{ {' '.join(term_text(native) for _, native in self.pairs)} }}"
        natives = {native for _, native in self.pairs}
        kept = [c for c in dict.fromkeys(clean for clean, _ in self.pairs) if c not in natives]
        tests = [f"!sameTerm({variable}, {term_text(clean)})" for clean in kept]
        return f"FILTER({' && '.join(tests)})" if tests else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class IriTemplate:
    """An identifier in a clean IRI, and where the database has it: in an IRI of its own, or as a literal.

    Args:
        clean: What stands before and behind the identifier in the clean IRI.
        native: The same for the native IRI; None where the native term is a literal.
        datatype: Datatype of that literal.
        total: Whoever wrote the wrapper vouches that every native term there has this form.
    """

    clean: tuple[str, str]
    native: tuple[str, str] | None = None
    datatype: str = f"{XSD}string"
    total: bool = False
    injective: Literal[True] = True
    kind: Literal["template"] = "template"

    def to_clean(self, term: RdfTerm) -> RdfTerm | None:
        """The clean IRI of a native term; None where it does not fit."""
        if self.native is None:
            if term.kind != "literal" or term.language or not term.value or not self._fits(term):
                return None
            identifier = percent_encode(term.value, safe="")
        else:
            inside = _between(term.value, self.native) if term.kind == "uri" else None
            if inside is None:
                return None
            identifier = inside
        return iri(f"{self.clean[0]}{identifier}{self.clean[1]}")

    def to_native(self, term: RdfTerm) -> tuple[RdfTerm, ...]:
        """The native term of a clean IRI, or none."""
        identifier = _between(term.value, self.clean) if term.kind == "uri" else None
        if identifier is None:
            return ()
        if self.native is not None:
            return (iri(f"{self.native[0]}{identifier}{self.native[1]}"),)
        candidate = literal(unquote(identifier), self.datatype)
        return (candidate,) if self.to_clean(candidate) == term else ()

    def _fits(self, term: RdfTerm) -> bool:
        datatype = term.datatype or f"{XSD}string"
        return datatype == self.datatype and re.search(CANONICAL.get(datatype, "^"), term.value) is not None

    def expression(self, variable: str) -> str:
        """As `ValueMap.expression`."""
        before, behind = map(quote, self.clean)
        if self.native is None:
            inside = f"ENCODE_FOR_URI(STR({variable}))"
        else:
            inside = f"STRAFTER(STR({variable}), {quote(self.native[0])})"
            if self.native[1]:
                text = f"STR({variable})"
                fixed = len(self.native[0]) + len(self.native[1])
                inside = f"SUBSTR({text}, {len(self.native[0]) + 1}, STRLEN({text}) - {fixed})"
        return f"IRI(CONCAT({before}, {inside}{f', {behind}' if self.clean[1] else ''}))"

    def guard(self, variable: str) -> str:
        """As `ValueMap.guard`."""
        if self.total:
            return ""
        if self.native is None:
            spelling = _lexical_test(variable, self.datatype, CANONICAL.get(self.datatype, "^"))
            return f'FILTER({spelling} && STR({variable}) != "")'
        before, behind = self.native
        tests = [f"isIRI({variable})", f"STRSTARTS(STR({variable}), {quote(before)})"]
        if behind:
            tests.append(f"STRENDS(STR({variable}), {quote(behind)})")
        tests.append(f"STRLEN(STR({variable})) > {len(before) + len(behind)}")
        return f"FILTER({' && '.join(tests)})"


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
        if self.clean in _WHOLE and not _WHOLE_NUMBER.fullmatch(text):
            return None
        return _number(_decimal(text), self.clean)

    @property
    def _multiplier(self) -> Decimal:
        return Decimal(1) if self.factor is None else self.factor

    def _covers(self, term: RdfTerm) -> bool:
        datatype = term.datatype or f"{XSD}string"
        same = datatype == self.native or (datatype in _WHOLE and self.native in _WHOLE)
        if term.kind != "literal" or term.language or not same:
            return False
        return self.lenient or re.search(self._spelling, term.value) is not None

    @property
    def _spelling(self) -> str:
        return CANONICAL[self.clean if self.factor is None and self.native == f"{XSD}string" else self.native]

    def to_native(self, term: RdfTerm) -> tuple[RdfTerm, ...] | None:
        """The native literal of a clean one, or none; None where several spellings may mean it."""
        if self.lenient:
            return None
        if term.kind != "literal":
            return ()
        # A number in a query may be spelt in any way; graphs hold the one spelling.
        wanted = _number(_decimal(term.value), self.clean) if self.clean in _NUMERIC else term
        if wanted is None:
            return ()
        if self.factor is None:
            candidate = literal(wanted.value, self.native)
        else:
            value = _decimal(term.value)
            quotient = None if value is None else _exact(lambda: (value - self.offset) / self._multiplier)
            number = _number(quotient, self.native if self.native in _NUMERIC else f"{XSD}decimal")
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
        spelling = "^" if self.lenient else self._spelling
        test = _lexical_test(variable, self.native, spelling)
        if self.factor is not None or self.lenient:
            test += f" && DATATYPE({self.expression(variable)}) = <{self.clean}>"
        return f"FILTER({test})"


Conversion: TypeAlias = ValueMap | IriTemplate | DatatypeConversion


def never_meet(left: Conversion | None, right: Conversion | None) -> bool:
    """Whether no clean term comes out of both; False where that is not certain.

    >>> films, people = IriTemplate(clean=("urn:film-", "")), IriTemplate(clean=("urn:person-", ""))
    >>> never_meet(films, people), never_meet(films, films), never_meet(films, None)
    (True, False, False)
    """
    for one, other in ((left, right), (right, left)):
        if isinstance(one, ValueMap) and not one.open:
            cleans = {clean for clean, _ in one.pairs}
            if isinstance(other, ValueMap):
                return not other.open and cleans.isdisjoint(clean for clean, _ in other.pairs)
            if isinstance(other, IriTemplate):
                return all(other.to_native(clean) == () for clean in cleans)
    if isinstance(left, IriTemplate) and isinstance(right, IriTemplate):
        a, b = left.clean[0], right.clean[0]
        return not (a.startswith(b) or b.startswith(a))
    return False


def _lexical_test(variable: str, datatype: str, spelling: str) -> str:
    # Engines that compute with whole numbers keep one datatype for all of them.
    types = "xsd:integer, xsd:int" if datatype in _WHOLE else f"<{datatype}>"
    types = types.replace("xsd:integer", f"<{XSD}integer>").replace("xsd:int", f"<{XSD}int>")
    test = f"DATATYPE({variable}) IN ({types})"
    return test if spelling == "^" else f"{test} && REGEX(STR({variable}), {quote(spelling)})"


def _between(text: str, ends: tuple[str, str]) -> str | None:
    before, behind = ends
    if not (text.startswith(before) and text.endswith(behind) and len(text) > len(before) + len(behind)):
        return None
    return text[len(before) : len(text) - len(behind)]


def _decimal(text: str) -> Decimal | None:
    return Decimal(text) if _DECIMAL.fullmatch(text) else None


def _exact(compute: Callable[[], Decimal]) -> Decimal | None:
    """The result where it is exact in 18 digits behind the point, which engines keep; else None."""
    with localcontext() as context:
        context.prec = 60
        result = compute()
        return result if result == result.quantize(Decimal(1).scaleb(-18)) else None


def _number(value: Decimal | None, datatype: str) -> RdfTerm | None:
    if value is None or (datatype in _WHOLE and value != value.to_integral_value()):
        return None
    return literal(_plain(value), datatype)


def _plain(value: Decimal) -> str:
    """Without exponent and without zeros that say nothing."""
    text = format(value, "f")
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in {"-0", ""} else text
