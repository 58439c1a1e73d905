"""Candidates asked from endpoints that were never scanned: oxigraph by bounded queries, Virtuoso by its text index."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from servers import SparqlServer

from nlkgq.endpoints.protocol import Limits
from nlkgq.endpoints.sparql_protocol import SparqlEndpoint
from nlkgq.errors import EndpointError
from nlkgq.grounding import ground
from nlkgq.grounding.candidates import IndexSource
from nlkgq.grounding.endpoint_source import ROWS, ChainedSource, EndpointSource
from nlkgq.grounding.text_search import TextSearch
from nlkgq.ontology.model import Ontology, Property
from nlkgq.results.models import RdfTerm, SelectResult
from nlkgq.sparql import parse_query
from nlkgq.validation.gate import GatePolicy, gate
from nlkgq.values.empty import EmptyValueIndex

E = "http://example.org/grounded/"
GRAPH_IRI = "http://example.org/grounded"
LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
GRAPH = f"""
@prefix e: <{E}> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
e:mj e:name "Michael Jordan"@en ; e:founded "2010"^^xsd:gYear ; e:plays e:bulls ; e:born "1963-02-17"^^xsd:date .
e:sp e:name "Scottie Pippen" ; e:plays e:bulls ; e:nick "Michael Jordans Freund" .
e:dj e:name "Deandre Ayton" ; e:says "Say \\"hi\\" \\\\ bif:contains 'x' OR" .
e:tq e:name "Tom Quennie" . e:tr e:name "Tom Quennia" .
e:ibm e:name "International Business Machines" .
e:bulls rdfs:label "Chicago Bulls" . e:other rdfs:label "Chicago Bears" .
"""
NAME = frozenset({E + "name"})


def ontology() -> Ontology:
    made = [
        Property(iri=E + "name", kind="datatype"),
        Property(iri=E + "founded", kind="datatype"),
        Property(iri=E + "plays", kind="object"),
    ]
    return Ontology(properties={p.iri: p for p in made})


class Asked:
    """Runs queries as the pipeline does, and remembers them."""

    def __init__(self, endpoint: SparqlEndpoint) -> None:
        self.endpoint = endpoint
        self.queries: list[str] = []

    def __call__(self, text: str, functions: frozenset[str]) -> SelectResult:
        self.queries.append(text)
        result = self.endpoint.run(gate(text, GatePolicy(functions=functions)), limits=Limits(seconds=20, rows=ROWS))
        assert isinstance(result, SelectResult)
        return result


@pytest.fixture(scope="module")
def plain(oxigraph_server: SparqlServer) -> Iterator[Asked]:
    oxigraph_server.load(GRAPH, GRAPH_IRI)
    endpoint = SparqlEndpoint(oxigraph_server.url, name="plain", default_graphs=[GRAPH_IRI])
    yield Asked(endpoint)
    endpoint.close()


@pytest.fixture(scope="module")
def virtuoso_with_text(virtuoso_server: SparqlServer) -> Iterator[Asked]:
    assert virtuoso_server.run_sql is not None
    virtuoso_server.run_sql("DB.DBA.RDF_OBJ_FT_RULE_ADD (null, null, 'All');")
    virtuoso_server.load(GRAPH, GRAPH_IRI)
    virtuoso_server.run_sql("DB.DBA.VT_INC_INDEX_DB_DBA_RDF_OBJ ();")
    endpoint = SparqlEndpoint(virtuoso_server.url, name="virtuoso", default_graphs=[GRAPH_IRI])
    yield Asked(endpoint)
    endpoint.close()


@pytest.fixture(params=["plain", "virtuoso_with_text"])
def source(request: pytest.FixtureRequest) -> EndpointSource:
    asked: Asked = request.getfixturevalue(request.param)
    search = TextSearch(engine="virtuoso") if request.param == "virtuoso_with_text" else None
    # with the text index alone, what it does not find is not found
    return EndpointSource(asked, text_search=search, naming_path=f"<{LABEL}>", scan=search is None)


@pytest.mark.parametrize(
    ("text", "best", "how"),
    [
        ("Michael Jordan", RdfTerm("literal", "Michael Jordan", None, "en"), "exact"),
        ("michael JORDAN", RdfTerm("literal", "Michael Jordan", None, "en"), "folded"),
        ("Jordan, Michael", RdfTerm("literal", "Michael Jordan", None, "en"), "order"),
        ("Michael Jordna", RdfTerm("literal", "Michael Jordan", None, "en"), "typo"),
        ("Scotie Pippen", RdfTerm("literal", "Scottie Pippen"), "typo"),
        ("S. Pippen", RdfTerm("literal", "Scottie Pippen"), "initials"),
        ("Pippen", RdfTerm("literal", "Scottie Pippen"), "part"),
        ("Intern. Business Machines", RdfTerm("literal", "International Business Machines"), "abbreviation"),
    ],
)
def test_values_are_found_without_an_index_of_ours(source: EndpointSource, text: str, best: RdfTerm, how: str) -> None:
    found = source.find(text, NAME).candidates
    assert (found[0].term, found[0].how) == (best, how)


def test_things_are_found_by_their_names(source: EndpointSource) -> None:
    found = source.find("Chicago Buls", frozenset({E + "plays"}), things=True).candidates
    assert [c.term.value for c in found] == [E + "bulls"]


@pytest.mark.parametrize(
    "text",
    ["Say \"hi\" \\ bif:contains 'x' OR", "'", "x' OR 'yonder*", '"', "\\", "a\nb", "*", 'O\'Neill "Shaq" \\u0027'],
)
def test_hostile_values_are_only_values(source: EndpointSource, text: str) -> None:
    found = source.find(text, frozenset({E + "says"})).candidates
    assert [c.how for c in found] == (["exact"] if text.startswith("Say") else [])


def test_the_query_holds_what_the_endpoint_stores(source: EndpointSource) -> None:
    query = parse_query(
        f'SELECT ?x {{ ?x <{E}name> "Michael Jordna" ; <{E}founded> "2010" ; <{E}plays> "chicago bulls" }}'
    )
    tree, findings, groundings = ground(query, source, ontology())
    assert '"Michael Jordan"@en' in str(tree)
    assert '"2010"^^<http://www.w3.org/2001/XMLSchema#gYear>' in str(tree)
    assert f"<{E}bulls>" in str(tree)
    assert [f.code for f in findings] == ["value-close", "value-spelling", "value-spelling"]
    assert groundings[0].taken[0].score > 0.85


def test_equally_near_values_stand_together(source: EndpointSource) -> None:
    tree, findings, _ = ground(parse_query(f'SELECT ?x {{ ?x <{E}name> "Tom Quenni" }}'), source, ontology())
    assert [f.code for f in findings] == ["value-several"]
    assert '"Tom Quennie"' in str(tree)
    assert '"Tom Quennia"' in str(tree)


def test_the_text_index_is_what_finds_them(virtuoso_with_text: Asked) -> None:
    virtuoso_with_text.queries.clear()
    source = EndpointSource(
        virtuoso_with_text, text_search=TextSearch(engine="virtuoso"), naming_path=f"<{LABEL}>", scan=False
    )
    assert source.find("Scotie Pippen", NAME).candidates
    assert [("bif:contains" in q, "FILTER" in q) for q in virtuoso_with_text.queries] == [(False, False), (True, False)]


def test_what_is_missing_is_only_said_where_all_was_seen(plain: Asked) -> None:
    source = EndpointSource(plain, naming_path=f"<{LABEL}>")
    query = parse_query(f'SELECT ?x {{ ?x <{E}name> "Nobody Atall" }}')
    assert [f.code for f in ground(query, source, ontology()).findings] == ["value-unknown"]
    unseen = EndpointSource(plain, naming_path=f"<{LABEL}>", scan=False)
    assert ground(query, unseen, ontology()).findings == ()


def test_an_endpoint_that_fails_changes_nothing() -> None:
    def fails(text: str, functions: frozenset[str]) -> SelectResult:
        raise EndpointError("slow", kind="timeout", endpoint="e")

    source = EndpointSource(fails, text_search=TextSearch(engine="virtuoso"), naming_path=f"<{LABEL}>")
    query = parse_query(f'SELECT ?x {{ ?x <{E}name> "Michael Jordna" }}')
    assert ground(query, source, ontology()) == (query, (), ())


def test_what_was_asked_once_is_remembered(plain: Asked) -> None:
    source = EndpointSource(plain, naming_path=f"<{LABEL}>")
    first = source.find("Pippen", NAME)
    asked = len(plain.queries)
    assert source.find("Pippen", NAME) is first
    assert len(plain.queries) == asked


def test_an_index_is_asked_before_the_endpoint(plain: Asked) -> None:
    source = ChainedSource(IndexSource(EmptyValueIndex()), EndpointSource(plain, naming_path=f"<{LABEL}>"))
    assert source.find("Pippen", NAME).candidates[0].text == "Scottie Pippen"
    assert source.knows(E + "mj") is None


def test_values_with_a_bound(plain: Asked) -> None:
    source = EndpointSource(plain, naming_path=f"<{LABEL}>")
    source.find("Jordan", NAME)
    assert all(query.endswith(f"LIMIT {ROWS}") for query in plain.queries)
