"""What is written can be read back by others: csv, json, pyoxigraph."""

from __future__ import annotations

import csv
import io
import json

import pyoxigraph as ox
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nlkgq.errors import UsageError
from nlkgq.iri import XSD
from nlkgq.results.formats import term_text, write, write_csv, write_json, write_ntriples, write_tsv, write_turtle
from nlkgq.results.models import AskResult, GraphResult, RdfTerm, SelectResult
from nlkgq.results.reading import read_json
from nlkgq.results.terms import from_oxigraph, literal

text = st.text(st.characters(codec="utf-8"), max_size=12)
iris = st.from_regex(
    r"http://e\.example/(?:[a-z0-9/?=&;,()'.~!*+@-]|%20){0,9}(?:#[a-z0-9.-]{0,4})?", fullmatch=True
).map(lambda iri: RdfTerm("uri", iri))
bnodes = st.from_regex(r"[a-z][a-z0-9]{0,4}", fullmatch=True).map(lambda label: RdfTerm("bnode", label))
literals = st.one_of(
    text.map(literal),
    st.tuples(text, st.sampled_from(["en", "de-at"])).map(lambda pair: literal(pair[0], language=pair[1])),
    st.tuples(text, st.sampled_from(["integer", "date", "decimal", "double", "boolean", "token"])).map(
        lambda pair: literal(pair[0], datatype=XSD + pair[1])
    ),
    st.integers().map(lambda n: literal(str(n), datatype=XSD + "integer")),
    st.floats().map(lambda f: literal(f"{f:e}".replace("inf", "INF").replace("nan", "NaN"), datatype=XSD + "double")),
)
terms = st.one_of(iris, bnodes, literals)
tables = st.integers(1, 3).flatmap(
    lambda width: st.lists(st.tuples(*[st.none() | terms] * width), max_size=5).map(
        lambda rows: SelectResult(variables=tuple("abc"[:width]), rows=tuple(rows))
    )
)
graphs = st.lists(st.tuples(iris | bnodes, iris, terms), max_size=8).map(
    lambda triples: GraphResult(triples=tuple(triples), prefixes={"e": "http://e.example/"})
)


@settings(deadline=None)
@given(tables)
def test_json_is_read_back(result: SelectResult) -> None:
    assert read_json(write_json(result), endpoint="test") == result
    assert read_json(write_json(result).encode(), endpoint="test") == result


@settings(deadline=None)
@given(tables)
def test_csv_is_read_back(result: SelectResult) -> None:
    written = write_csv(result, guard_formulas=False)
    header, *rows = list(csv.reader(io.StringIO(written, newline="")))
    assert tuple(header) == result.variables
    plain = [
        ["" if t is None else f"_:{t.value}" if t.kind == "bnode" else t.value for t in row] for row in result.rows
    ]
    # A row of one empty cell is an empty line, which csv reads as a row without cells.
    assert [row or [""] for row in rows] == plain


@settings(deadline=None)
@given(tables)
def test_tsv_terms_are_read_back(result: SelectResult) -> None:
    header, *lines = write_tsv(result).split("\n")[:-1]
    assert header == "\t".join(f"?{name}" for name in result.variables)
    for line, row in zip(lines, result.rows, strict=True):
        for cell, term in zip(line.split("\t"), row, strict=True):
            if term is None:
                assert cell == ""
            else:
                (quad,) = ox.parse(f"<urn:s> <urn:p> {cell} .", ox.RdfFormat.TURTLE)
                assert from_oxigraph(quad.object)._replace(value="") == term._replace(value="")
                assert term.kind == "bnode" or from_oxigraph(quad.object) == term


@settings(deadline=None)
@given(graphs)
def test_graphs_are_read_back(graph: GraphResult) -> None:
    for written, syntax in (
        (write_ntriples(graph), ox.RdfFormat.N_TRIPLES),
        (write_turtle(graph), ox.RdfFormat.TURTLE),
    ):
        quads = list(ox.parse(written, syntax))
        read = {(from_oxigraph(q.subject), from_oxigraph(q.predicate), from_oxigraph(q.object)) for q in quads}
        assert read == set(graph.triples)


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("+49 30 1234", "'+49 30 1234"),
        ("-2", "'-2"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", '"\'\t=1"'),
        ("\n=1", '"\'\n=1"'),
        ("＝1", "'＝1"),
        ('=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'),
        ("a;=1", '"a;=1"'),
        ("1=1", "1=1"),
        ("", ""),
    ],
)
def test_csv_cells_do_not_start_a_formula(value: str, cell: str) -> None:
    result = SelectResult(variables=("x",), rows=((literal(value),),))
    assert write_csv(result) == f"x\r\n{cell}\r\n"


@pytest.mark.parametrize("datatype", ["integer", "decimal", "double"])
def test_csv_keeps_negative_numbers(datatype: str) -> None:
    number = literal("-2", datatype=XSD + datatype)
    fake = literal("-2+cmd|' /C calc'!A0", datatype=XSD + datatype)
    result = SelectResult(variables=("x",), rows=((number,), (fake,)))
    assert write_csv(result).splitlines() == ["x", "-2", "'-2+cmd|' /C calc'!A0"]


def test_csv_bnodes_and_unbound() -> None:
    result = SelectResult(variables=("x", "y"), rows=((RdfTerm("bnode", "b0"), None),))
    assert write_csv(result) == "x,y\r\n_:b0,\r\n"


def test_booleans() -> None:
    yes = AskResult(boolean=True)
    assert json.loads(write(yes, "json")) == {"head": {}, "boolean": True}
    assert write(yes, "csv") == "boolean\r\ntrue\r\n"
    assert write(yes, "tsv") == "?boolean\ntrue\n"
    with pytest.raises(UsageError):
        write(yes, "turtle")
    with pytest.raises(UsageError):
        write(SelectResult(variables=(), rows=()), "ntriples")


def test_graph_as_table() -> None:
    triple = (RdfTerm("uri", "urn:s"), RdfTerm("uri", "urn:p"), literal("o", language="de"))
    graph = GraphResult(triples=(triple,))
    assert write(graph, "csv") == "subject,predicate,object\r\nurn:s,urn:p,o\r\n"
    assert read_json(write(graph, "json"), endpoint="test").rows == (triple,)  # type: ignore[union-attr]  # a table


def test_turtle_groups_shortens_and_declares_only_what_it_uses() -> None:
    ex = "http://ex.example/"
    graph = GraphResult(
        triples=(
            (RdfTerm("uri", ex + "a"), RdfTerm("uri", ex + "p"), literal("7", datatype=XSD + "integer")),
            (RdfTerm("uri", ex + "b"), RdfTerm("uri", ex + "p"), RdfTerm("uri", ex + "a b")),
            (RdfTerm("uri", ex + "a"), RdfTerm("uri", ex + "p"), literal("x", datatype=XSD + "date")),
        ),
        prefixes={"ex": ex, "unused": "http://unused.example/"},
    )
    assert write_turtle(graph) == (
        f"@prefix ex: <{ex}> .\n@prefix xsd: <{XSD}> .\n\n"
        'ex:a\n    ex:p 7, "x"^^xsd:date .\n\n'
        "ex:b\n    ex:p <http://ex.example/a\\u0020b> .\n"
    )


def test_foreign_bnode_labels_are_renamed_consistently() -> None:
    strange, plain = RdfTerm("bnode", "nodeID://b1"), RdfTerm("bnode", "b0")
    p = RdfTerm("uri", "urn:p")
    graph = GraphResult(triples=((strange, p, plain), (plain, p, strange)))
    assert write_ntriples(graph) == "_:b0 <urn:p> _:b1 .\n_:b1 <urn:p> _:b0 .\n"
    assert len(list(ox.parse(write_turtle(graph), ox.RdfFormat.TURTLE))) == 2


def test_terms_cannot_break_out_of_their_line() -> None:
    assert term_text(literal('"\n\r\t\\\x00\x7f')) == '"\\"\\n\\r\\t\\\\\\u0000\\u007F"'
    assert term_text(RdfTerm("uri", "urn:a> <urn:b")) == "<urn:a\\u003E\\u0020\\u003Curn:b>"
    assert "\n" not in term_text(RdfTerm("uri", "urn:a\nb"))
