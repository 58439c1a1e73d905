"""A conversion means the same here and in a query, and its way back is a way back."""

from __future__ import annotations

from decimal import Decimal

import pyoxigraph as ox
import pytest

from nlkgq.iri import XSD
from nlkgq.results.models import RdfTerm
from nlkgq.wrapper import (
    Conversion,
    DatatypeConversion,
    DateConversion,
    IriTemplate,
    LanguageConversion,
    TextTemplate,
    ValueMap,
)
from nlkgq.wrapper.conversion import never_meet
from nlkgq.wrapper.values import iri, literal, term_text

STRING, INTEGER, DECIMAL = (f"{XSD}{name}" for name in ("string", "integer", "decimal"))
DATE, MOMENT = f"{XSD}date", f"{XSD}dateTime"
A, B, C = iri("urn:a"), iri("urn:b"), iri("urn:c")
CONVERSIONS: dict[str, Conversion] = {
    "table": ValueMap(pairs=((A, literal("x")), (B, literal("y")))),
    "open table": ValueMap(pairs=((A, iri("urn:n1")), (B, iri("urn:n2"))), open=True),
    "many to one": ValueMap(pairs=((A, literal("x")), (A, literal("X")), (B, literal("y")))),
    "booleans": ValueMap(pairs=((literal("true", f"{XSD}boolean"), literal("J")),)),
    "template": IriTemplate(clean=("http://c.example/f-", ""), native=("http://n.example/1", "")),
    "template with an end": IriTemplate(clean=("http://c.example/", "/v"), native=("http://n.example/", "#it")),
    "literal template": IriTemplate(clean=("http://c.example/", "")),
    "number template": IriTemplate(clean=("http://c.example/", ""), datatype=INTEGER),
    "string to integer": DatatypeConversion(native=STRING, clean=INTEGER),
    "string to date": DatatypeConversion(native=STRING, clean=DATE),
    "integer to string": DatatypeConversion(native=INTEGER, clean=STRING),
    "integer to year": DatatypeConversion(native=INTEGER, clean=f"{XSD}gYear"),
    "lenient": DatatypeConversion(native=STRING, clean=INTEGER, lenient=True),
    "unit": DatatypeConversion(native=INTEGER, clean=DECIMAL, factor=Decimal("0.1")),
    "unit with offset": DatatypeConversion(native=DECIMAL, clean=DECIMAL, factor=Decimal("1.8"), offset=Decimal(32)),
    "unit of text": DatatypeConversion(native=STRING, clean=DECIMAL, factor=Decimal("0.5")),
    "tag away": LanguageConversion(native="en", clean=None),
    "any tag away": LanguageConversion(native="*", clean=None),
    "another tag": LanguageConversion(native="en", clean="en-gb"),
    "tag added": LanguageConversion(native=None, clean="de"),
    "moment to day": DateConversion(native=MOMENT, clean=DATE),
    "moment to year": DateConversion(native=MOMENT, clean=f"{XSD}gYear"),
    "day to moment": DateConversion(native=DATE, clean=MOMENT),
    "year to day": DateConversion(native=f"{XSD}gYear", clean=DATE),
    "day to month": DateConversion(native=DATE, clean=f"{XSD}gYearMonth"),
    "day to month of any year": DateConversion(native=DATE, clean=f"{XSD}gMonth"),
    "month to month of any year": DateConversion(native=f"{XSD}gYearMonth", clean=f"{XSD}gMonth"),
    "day to its number": DateConversion(native=MOMENT, clean=f"{XSD}gDay"),
    "day of any year": DateConversion(native=DATE, clean=f"{XSD}gMonthDay"),
    "string to month of any year": DatatypeConversion(native=STRING, clean=f"{XSD}gMonth"),
    "decimal to integer": DatatypeConversion(native=DECIMAL, clean=INTEGER),
    "IRI to text": TextTemplate(clean=("", ""), native=("http://n.example/", ""), clean_datatype=STRING),
    "IRI to address": TextTemplate(clean=("", ""), native=("", ""), clean_datatype=f"{XSD}anyURI"),
    "IRI to number": TextTemplate(clean=("", ""), native=("http://n.example/", ""), clean_datatype=INTEGER),
    "address to IRI": TextTemplate(clean=("", ""), native=("", ""), native_datatype=STRING),
    "text to IRI": TextTemplate(clean=("http://c.example/", "/v"), native=("J", ""), native_datatype=STRING),
    "text to text": TextTemplate(clean=("no. ", "."), native=("", ""), clean_datatype=STRING, native_datatype=STRING),
    "whole unit": DatatypeConversion(native=INTEGER, clean=INTEGER, factor=Decimal(60), offset=Decimal(-3)),
}
TERMS: tuple[RdfTerm, ...] = (
    A, B, C, iri("urn:n1"), iri("urn:n2"), iri("http://n.example/1007"), iri("http://n.example/1"),
    iri("http://n.example/x#it"), iri("http://n.example/#it"), iri("http://c.example/f-7"),
    *(literal(t) for t in ("", "x", "X", "y", "J", "1990", "01990", "-5", "+5", "7 a/é", "1990-02-30", "1990-2-3")),
    literal("x", None, "en"), literal("1990", None, "de"),
    *(literal(t, INTEGER) for t in ("0", "7", "-5", "1990", "123456789012")),
    *(literal(t, DECIMAL) for t in ("0.5", "-7.25", "3")),
    *(literal(t) for t in ("http://c.example/a?b=%20", "http://c.example/é#1", "--05", "Jazz", "J a")),
    *(iri(f"http://n.example/{t}") for t in ("10.1/x", "é", "007", "7")),
    literal("x", None, "en-gb"), literal("x", None, "de"), literal("1990", f"{XSD}gYear"),
    *(literal(t, MOMENT) for t in ("1990-02-03T04:05:06", "1990-02-03T00:00:00Z", "1990-02-03T04:05:06.5+02:00")),
    literal("1990-02", f"{XSD}gYearMonth"), literal("--02", f"{XSD}gMonth"), literal("7", f"{XSD}anyURI"),
    literal("1990-02-03", DATE), literal("true", f"{XSD}boolean"), literal("1.5", f"{XSD}double"),
)  # fmt: skip


def _asked(conversion: Conversion, term: RdfTerm) -> RdfTerm | None:
    text = (
        f"SELECT ?c {{ VALUES ?n {{ {term_text(term)} }} {conversion.guard('?n')} "
        f"BIND({conversion.expression('?n')} AS ?c) FILTER(BOUND(?c)) }}"
    )
    rows = list(ox.Store().query(text))
    if not rows:
        return None
    found = rows[0][0]
    if isinstance(found, ox.NamedNode):
        return iri(found.value)
    return literal(found.value, found.datatype.value, found.language)


@pytest.mark.parametrize("name", CONVERSIONS)
def test_the_same_here_and_in_a_query(name: str) -> None:
    conversion = CONVERSIONS[name]
    for term in TERMS:
        assert _asked(conversion, term) == conversion.to_clean(term), term


@pytest.mark.parametrize("name", CONVERSIONS)
def test_there_and_back(name: str) -> None:
    conversion = CONVERSIONS[name]
    covered = {term: clean for term in TERMS if (clean := conversion.to_clean(term)) is not None}
    assert covered
    for term, clean in covered.items():
        natives = conversion.to_native(clean)
        assert natives is None or term in natives
        if conversion.injective:
            assert natives == (term,)
    if conversion.injective:
        assert len(set(covered.values())) == len(covered)
    for term in TERMS:
        for native in conversion.to_native(term) or ():
            assert conversion.to_clean(native) == term


def test_terms_that_never_meet() -> None:
    table, films = CONVERSIONS["table"], CONVERSIONS["template"]
    other = IriTemplate(clean=("http://c.example/p-", ""), native=("http://n.example/2", ""))
    assert never_meet(films, other)
    assert never_meet(table, films)
    assert never_meet(table, CONVERSIONS["booleans"])
    assert not never_meet(films, films)
    assert not never_meet(films, None)
    assert not never_meet(table, CONVERSIONS["open table"])
    assert not never_meet(films, CONVERSIONS["literal template"])
