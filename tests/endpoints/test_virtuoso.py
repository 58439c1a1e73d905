"""What Virtuoso does beyond the contract: its own caps, time limits and authentication."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from servers import VIRTUOSO_MAX_ROWS, VIRTUOSO_SECONDS, SparqlServer
from virtuoso import programs, running

from nlkgq.endpoints.protocol import Endpoint
from nlkgq.endpoints.sparql_protocol import SparqlEndpoint
from nlkgq.errors import EndpointError
from nlkgq.results.models import AskResult, Result, SelectResult

Ask = Callable[..., Result]

PRODUCT = "?a ?b ?c . ?d ?e ?f . ?g ?h ?i . FILTER(STRLEN(CONCAT(STR(?a), STR(?f), STR(?h))) < 5)"


@pytest.fixture(scope="module")
def hurried_address(
    tmp_path_factory: pytest.TempPathFactory, require: Callable[[str, bool, str], None]
) -> Iterator[str]:
    """A server that ends with this module: one that broke off a query may go on with it for long, on all processors."""
    require("virtuoso", programs() is not None, "no `virtuoso-t` and `isql-vt`; apt install virtuoso-opensource-7-bin")
    folder = tmp_path_factory.mktemp("hurried-virtuoso")
    with running(folder, rows=VIRTUOSO_MAX_ROWS, seconds=VIRTUOSO_SECONDS) as server:
        yield f"{server.base}/sparql"


def test_its_cap_on_rows_is_noted(virtuoso_server: SparqlServer, virtuoso: Endpoint, ask: Ask) -> None:
    everything = SparqlEndpoint(virtuoso_server.url, name="virtuoso")
    result = ask(everything, "SELECT * { ?s ?p ?o }")
    assert isinstance(result, SelectResult)
    assert len(result.rows) == VIRTUOSO_MAX_ROWS
    assert [note.code for note in result.notes] == ["endpoint-cap"]
    assert str(VIRTUOSO_MAX_ROWS) in result.notes[0].message


def test_its_cap_is_no_matter_below_it(virtuoso: Endpoint, ask: Ask) -> None:
    result = ask(virtuoso, "SELECT ?n { ?s e:number ?n }")
    assert isinstance(result, SelectResult)
    assert result.notes == ()


def test_its_time_limit_is_a_timeout(hurried_address: str, ask: Ask) -> None:
    everything = SparqlEndpoint(hurried_address, name="virtuoso")
    with pytest.raises(EndpointError) as caught:
        ask(everything, f"SELECT (COUNT(*) AS ?n) {{ {PRODUCT} }}", seconds=25)
    assert caught.value.kind == "timeout"
    assert caught.value.status == 500
    assert "STRLEN" not in caught.value.message  # the query is not repeated


def test_an_answer_that_it_cuts_short_is_noted(hurried_address: str, ask: Ask) -> None:
    hurried = SparqlEndpoint(f"{hurried_address}?timeout=1000", name="virtuoso")
    result = ask(hurried, f"SELECT ?a ?d {{ {PRODUCT} }}", seconds=25)
    assert isinstance(result, SelectResult)
    assert [note.code for note in result.notes] == ["endpoint-timeout"]


def test_digest_authentication(virtuoso_server: SparqlServer, ask: Ask) -> None:
    url = virtuoso_server.auth_url
    right = SparqlEndpoint(url, name="virtuoso", auth=("dba", "dba"), auth_scheme="digest")
    assert ask(right, "ASK { }") == AskResult(boolean=True)
    wrong = SparqlEndpoint(url, name="virtuoso", auth=("dba", "nothing"), auth_scheme="digest")
    with pytest.raises(EndpointError) as caught:
        ask(wrong, "ASK { }")
    assert (caught.value.kind, caught.value.status) == ("auth", 401)


def test_without_credentials(virtuoso_server: SparqlServer, ask: Ask) -> None:
    with pytest.raises(EndpointError) as caught:
        ask(SparqlEndpoint(virtuoso_server.auth_url, name="virtuoso"), "ASK { }")
    assert (caught.value.kind, caught.value.status) == ("auth", 401)


def test_an_address_beside_it(virtuoso_server: SparqlServer, ask: Ask) -> None:
    with pytest.raises(EndpointError) as caught:
        ask(SparqlEndpoint(virtuoso_server.url + "x", name="virtuoso"), "ASK { }")
    assert caught.value.kind == "not-found"
    assert "<" not in caught.value.message
