"""What every endpoint does alike: the embedded store, oxigraph, Virtuoso by POST and by GET."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from nlkgq.endpoints.protocol import Endpoint
from nlkgq.errors import EndpointError
from nlkgq.iri import XSD
from nlkgq.results.models import AskResult, GraphResult, RdfTerm, Result, SelectResult

Ask = Callable[..., Result]

E = "http://example.org/"
CELLS = {
    "plain": RdfTerm("literal", "plain"),
    "english": RdfTerm("literal", "colour", None, "en-gb"),
    "integer": RdfTerm("literal", "42", XSD + "integer"),
    "decimal": RdfTerm("literal", "2.5", XSD + "decimal"),
    "date": RdfTerm("literal", "2024-02-29", XSD + "date"),
    "custom": RdfTerm("literal", "x", E + "unit"),
    "iri": RdfTerm("uri", E + "a%20b?c=d&e=f#g"),
    "empty": RdfTerm("literal", ""),
    "unicode": RdfTerm("literal", "Zoë 東京 🦉 \u202ertl e\u0301"),
    "lines": RdfTerm("literal", "tab\there\nnew\r\nline"),
    "quotes": RdfTerm("literal", "\"double\" 'single' \\back\\slash\\n"),
    "markup": RdfTerm("literal", '<b>&amp;</b> }},{"type": ]]>'),
    "query": RdfTerm("literal", "' } } DROP ALL # ?x {{ { \\u0022"),
    "none": RdfTerm("literal", "None"),
    "long": RdfTerm("literal", " ".join(["0123456789"] * 8)),
}


def in_lower_case(term: RdfTerm | None) -> RdfTerm | None:
    """The term with its language tag in lower case, for case says nothing there (RFC 5646, section 2.1.1)."""
    return term._replace(language=term.language.lower()) if term and term.language else term


@pytest.mark.parametrize("name", CELLS)
def test_a_cell_comes_back_as_it_was_stored(endpoint: Endpoint, ask: Ask, name: str) -> None:
    table = ask(endpoint, f"SELECT ?v {{ e:{name} e:value ?v }}")
    assert isinstance(table, SelectResult)
    assert table.variables == ("v",)
    assert [in_lower_case(term) for row in table.rows for term in row] == [CELLS[name]]


@pytest.mark.parametrize("name", CELLS)
def test_a_graph_keeps_its_terms(endpoint: Endpoint, ask: Ask, name: str) -> None:
    graph = ask(endpoint, f"CONSTRUCT {{ e:s e:p ?v }} WHERE {{ e:{name} e:value ?v }}")
    assert isinstance(graph, GraphResult)
    [[subject, predicate, value]] = graph.triples
    assert (subject, predicate) == (RdfTerm("uri", E + "s"), RdfTerm("uri", E + "p"))
    assert in_lower_case(value) == CELLS[name]


def test_a_boolean_is_true(endpoint: Endpoint, ask: Ask) -> None:
    table = ask(endpoint, "SELECT ?v { e:boolean e:value ?v }")
    assert isinstance(table, SelectResult)
    [[cell]] = table.rows
    assert cell is not None
    assert cell.value in ("true", "1")  # Virtuoso 7 writes it as an integer


def test_unbound_cells_are_none_and_columns_keep_their_order(endpoint: Endpoint, ask: Ask) -> None:
    table = ask(
        endpoint, "SELECT ?z ?missing ?a { e:item7 e:name ?z ; e:number ?a OPTIONAL { e:item7 e:no ?missing } }"
    )
    assert table == SelectResult(
        variables=("z", "missing", "a"),
        rows=((RdfTerm("literal", "item 7", None, "en"), None, RdfTerm("literal", "7", XSD + "integer")),),
    )


def test_no_row_is_an_answer(endpoint: Endpoint, ask: Ask) -> None:
    assert ask(endpoint, "SELECT ?v { e:nowhere e:value ?v }") == SelectResult(variables=("v",), rows=())


def test_rows_keep_their_order(endpoint: Endpoint, ask: Ask) -> None:
    table = ask(endpoint, "SELECT ?n { ?i e:number ?n } ORDER BY DESC(?n) LIMIT 3")
    assert isinstance(table, SelectResult)
    assert [row[0] and row[0].value for row in table.rows] == ["119", "118", "117"]


def test_duplicates_stay(endpoint: Endpoint, ask: Ask) -> None:
    table = ask(endpoint, "SELECT ?t { ?i a ?t }")
    assert isinstance(table, SelectResult)
    assert len(table.rows) == 120


@pytest.mark.parametrize(("pattern", "expected"), [("e:item7 e:number 7", True), ("e:item7 e:number 8", False)])
def test_ask(endpoint: Endpoint, ask: Ask, pattern: str, expected: bool) -> None:
    assert ask(endpoint, f"ASK {{ {pattern} }}") == AskResult(boolean=expected)


def test_describe(endpoint: Endpoint, ask: Ask) -> None:
    graph = ask(endpoint, "DESCRIBE e:item7")
    assert isinstance(graph, GraphResult)
    name = RdfTerm("literal", "item 7", None, "en")
    assert (RdfTerm("uri", E + "item7"), RdfTerm("uri", E + "name"), name) in graph.triples
    assert len(graph.triples) == 3


def test_blank_nodes_are_joined_within_an_answer(endpoint: Endpoint, ask: Ask) -> None:
    graph = ask(endpoint, "CONSTRUCT { ?s e:value ?b . ?b e:inside ?x } WHERE { ?s e:value ?b . ?b e:inside ?x }")
    assert isinstance(graph, GraphResult)
    outer, inner = sorted(graph.triples, key=lambda t: t[1].value, reverse=True)
    assert outer[2].kind == "bnode"
    assert outer[2] == inner[0]


def test_no_triple_is_an_answer(endpoint: Endpoint, ask: Ask) -> None:
    assert ask(endpoint, "CONSTRUCT { ?s e:p ?v } WHERE { ?s e:nothing ?v }") == GraphResult(triples=())


def test_rows_beyond_the_cap_are_cut_and_noted(endpoint: Endpoint, ask: Ask) -> None:
    table = ask(endpoint, "SELECT ?n { ?i e:number ?n } ORDER BY ?n", rows=10)
    assert isinstance(table, SelectResult)
    assert [row[0] and row[0].value for row in table.rows] == [str(n) for n in range(10)]
    assert [note.code for note in table.notes] == ["truncated"]


def test_as_many_rows_as_the_cap_are_no_cut(endpoint: Endpoint, ask: Ask) -> None:
    table = ask(endpoint, "SELECT ?n { ?i e:number ?n }", rows=120)
    assert isinstance(table, SelectResult)
    assert len(table.rows) == 120
    assert table.notes == ()


def test_triples_beyond_the_cap_are_cut_and_noted(endpoint: Endpoint, ask: Ask) -> None:
    graph = ask(endpoint, "CONSTRUCT { ?i e:number ?n } WHERE { ?i e:number ?n }", rows=10)
    assert isinstance(graph, GraphResult)
    assert len(graph.triples) == 10
    assert [note.code for note in graph.notes] == ["truncated"]


def test_an_answer_beyond_the_byte_cap_is_an_error(endpoint: Endpoint, ask: Ask) -> None:
    with pytest.raises(EndpointError) as caught:
        ask(endpoint, "SELECT ?i ?n { ?i e:number ?n }", bytes=500)
    assert caught.value.kind == "too-large"
    assert caught.value.endpoint == endpoint.name


def test_a_query_beyond_the_deadline_is_an_error_and_the_next_one_works(endpoint: Endpoint, ask: Ask) -> None:
    # Some twenty million rows: more than a second of work, and an end soon for a server that goes on with it unasked.
    product = "?a ?b ?c . ?d ?e ?f . ?g e:number ?i FILTER(STRLEN(CONCAT(STR(?a), STR(?f), STR(?g))) < 5)"
    started = time.monotonic()
    with pytest.raises(EndpointError) as caught:
        ask(endpoint, f"SELECT (COUNT(*) AS ?n) {{ {product} }}", seconds=1)
    assert time.monotonic() - started < 2
    assert caught.value.kind == "timeout"
    assert ask(endpoint, "ASK { e:item7 e:number 7 }") == AskResult(boolean=True)


def test_a_function_that_the_engine_does_not_have(endpoint: Endpoint, ask: Ask) -> None:
    with pytest.raises(EndpointError) as caught:
        ask(endpoint, "SELECT (e:nothing(?n) AS ?x) { e:item7 e:number ?n }")
    assert caught.value.kind == "bad-query"


def test_a_closed_endpoint_stays_closed(endpoint_to_close: Endpoint, ask: Ask) -> None:
    assert ask(endpoint_to_close, "ASK { }") == AskResult(boolean=True)
    endpoint_to_close.close()
    endpoint_to_close.close()
    with pytest.raises(EndpointError, match="closed"):
        ask(endpoint_to_close, "ASK { }")
