"""Terms keep their lexical form on every way; values become Python's where it has them."""

from __future__ import annotations

import importlib
import sys
from datetime import UTC, date, datetime
from decimal import Decimal

import pyoxigraph as ox
import pytest
from rdflib.term import Variable

from nlkgq.errors import MissingExtraError
from nlkgq.iri import XSD
from nlkgq.results.models import RdfTerm, SelectResult
from nlkgq.results.terms import (
    from_oxigraph,
    from_rdflib,
    literal,
    python_value,
    to_oxigraph,
    to_pandas,
    to_rdflib,
)

TERMS = [
    RdfTerm("uri", "http://e.example/a"),
    RdfTerm("bnode", "b1"),
    literal("plain"),
    literal(""),
    literal("Möwe", language="de"),
    literal("01", datatype=XSD + "integer"),
    literal("1.10", datatype=XSD + "decimal"),
    literal("TRUE", datatype=XSD + "boolean"),
    literal("2020-02-30", datatype=XSD + "date"),
    literal("abc", datatype="http://e.example/type"),
]


@pytest.mark.parametrize("term", TERMS, ids=str)
def test_round_trips(term: RdfTerm) -> None:
    assert from_rdflib(to_rdflib(term)) == term
    assert from_oxigraph(to_oxigraph(term)) == term


def test_string_datatype_is_dropped() -> None:
    assert from_oxigraph(ox.Literal("a", datatype=ox.NamedNode(XSD + "string"))) == RdfTerm("literal", "a")
    assert from_oxigraph(ox.Literal("a", language="en")) == RdfTerm("literal", "a", None, "en")


def test_other_nodes_are_no_terms() -> None:
    with pytest.raises(TypeError):
        from_rdflib(Variable("x"))
    with pytest.raises(TypeError):
        from_oxigraph("http://e.example/a")


@pytest.mark.parametrize(
    ("datatype", "lexical", "value"),
    [
        ("integer", "-007", -7),
        ("unsignedByte", "12", 12),
        ("integer", "1_000", "1_000"),
        ("integer", "٣", "٣"),
        ("integer", "9" * 10_000, "9" * 10_000),
        ("decimal", "2.50", Decimal("2.50")),
        ("decimal", "1e3", "1e3"),
        ("double", "1e3", 1000.0),
        ("double", "-INF", float("-inf")),
        ("double", "infinity", "infinity"),
        ("boolean", "1", True),
        ("boolean", "yes", "yes"),
        ("date", "2020-02-29", date(2020, 2, 29)),
        ("date", "2020-02-30", "2020-02-30"),
        ("date", "2020-02-29Z", "2020-02-29Z"),
        ("dateTime", "2020-02-29T10:00:00Z", datetime(2020, 2, 29, 10, tzinfo=UTC)),
        ("dateTime", "2020-02-29T10:00:00.5", datetime(2020, 2, 29, 10, 0, 0, 500_000)),
        ("dateTime", "2020-W01-1T10:00:00", "2020-W01-1T10:00:00"),
        ("gYear", "2020", "2020"),
    ],
)
def test_python_values(datatype: str, lexical: str, value: object) -> None:
    found = python_value(literal(lexical, datatype=XSD + datatype))
    assert found == value
    assert type(found) is type(value)


def test_python_values_without_datatype() -> None:
    assert python_value(literal("5")) == "5"
    assert python_value(literal("5", language="en")) == "5"
    assert python_value(RdfTerm("uri", "urn:a")) == "urn:a"


def test_pandas_keeps_whole_numbers_whole() -> None:
    rows = (
        (literal("a"), literal("1", datatype=XSD + "integer"), literal("1.5", datatype=XSD + "decimal")),
        (literal("b"), None, None),
    )
    frame = to_pandas(SelectResult(variables=("name", "n", "d"), rows=rows))
    assert list(frame.columns) == ["name", "n", "d"]
    assert str(frame["n"].dtype) == "Int64"
    assert frame["d"].sum() == 1.5
    assert frame.isna().sum().tolist() == [0, 1, 1]
    assert to_pandas(SelectResult(variables=("x",), rows=())).shape == (0, 1)


def test_pandas_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingExtraError) as caught:
        to_pandas(SelectResult(variables=("x",), rows=()))
    assert caught.value.extra == "pandas"


def test_importing_the_room_imports_nothing_heavy() -> None:
    import subprocess

    names = ["canonical", "cells", "columns", "comparison", "formats", "html", "models", "reading", "table", "terms"]
    for name in names:
        importlib.import_module(f"nlkgq.results.{name}")
    code = "import sys\n" + "".join(f"import nlkgq.results.{name}\n" for name in names)
    code += "print([m for m in ('rdflib', 'pandas', 'pyoxigraph', 'rich', 'numpy') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"
