"""What a SPARQL endpoint is sent, how often, and how its answers are read; no secret shows."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
import textwrap
import threading
import time
from email.utils import formatdate

import pytest
from endpoint_client import ask, redirect, says
from fault_server import (
    GOOD,
    Behaviour,
    answer,
    fault_server,
    hangs,
    packed,
    resets,
    sends,
)

from nlkgq.endpoints.protocol import Limits
from nlkgq.endpoints.sparql_protocol import SparqlEndpoint
from nlkgq.errors import ConfigError, EndpointError
from nlkgq.results.models import AskResult, GraphResult, RdfTerm, SelectResult
from nlkgq.validation.gate import gate

# ---- asking again


def test_a_busy_endpoint_is_asked_again_when_it_says() -> None:
    busy = says("429 Too Many Requests", headers="Retry-After: 1\r\n")
    with fault_server(busy, sends(answer())) as server:
        started = time.monotonic()
        result = ask(server.url, seconds=10)
        assert time.monotonic() - started >= 1
    assert isinstance(result, SelectResult)
    assert len(server.requests) == 2


def test_a_date_to_come_back_at() -> None:
    later = formatdate(time.time() + 3600, usegmt=True)
    with fault_server(says("503 Busy", headers=f"Retry-After: {later}\r\n")) as server:
        with pytest.raises(EndpointError) as caught:
            ask(server.url, seconds=10)
        assert len(server.requests) == 1
    assert caught.value.retry_after == pytest.approx(3600, abs=5)
    assert caught.value.retryable


@pytest.mark.parametrize("first", [says("502 Bad Gateway"), resets, sends(b""), sends(packed(cut=12))])
def test_a_broken_connection_is_tried_again(first: Behaviour) -> None:
    with fault_server(first, sends(answer())) as server:
        assert isinstance(ask(server.url, seconds=10), SelectResult)
    assert len(server.requests) == 2


def test_after_three_attempts_it_is_enough() -> None:
    with fault_server(says("503 Busy")) as server, pytest.raises(EndpointError):
        ask(server.url, seconds=10)
    assert len(server.requests) == 3


@pytest.mark.parametrize("status", ["400 Bad", "401 No", "404 No", "500 Oops"])
def test_what_would_fail_again_is_not_tried_again(status: str) -> None:
    with fault_server(says(status)) as server, pytest.raises(EndpointError):
        ask(server.url, seconds=10)
    assert len(server.requests) == 1


def test_closing_ends_the_wait() -> None:
    with fault_server(says("429 Busy", headers="Retry-After: 30\r\n")) as server:
        endpoint = SparqlEndpoint(server.url, name="x")
        threading.Timer(0.3, endpoint.close).start()
        started = time.monotonic()
        with pytest.raises(EndpointError):
            endpoint.run(gate("ASK {}"), limits=Limits(seconds=60))
        assert time.monotonic() - started < 5


# ---- secrets


SECRET = "s3cret-t0ken-9f8e7d"
ECHOES: dict[str, Behaviour] = {
    "in the body": says("500 Oops", f"you sent Authorization: Bearer {SECRET}".encode()),
    "in HTML": sends(answer(f"<html>{SECRET}</html>".encode(), content_type="text/html")),
    "in the address": redirect(f"http://user:{SECRET}@127.0.0.1/x?key={SECRET}"),
    "in the content type": sends(answer(GOOD, content_type=f"x/{SECRET}")),
    "in a header": sends(answer(GOOD, headers=f"X-SQL-State: S1TAT\r\nX-SQL-Message: {SECRET}\r\n")),
    "in broken JSON": sends(answer(f'{{"{SECRET}'.encode())),
    "in basic form": says("403 No", base64.b64encode(f"user:{SECRET}".encode())),
    "nowhere": hangs,
}


@pytest.mark.parametrize("echo", ECHOES)
def test_no_message_holds_a_secret(echo: str) -> None:
    with fault_server(ECHOES[echo]) as server:
        settings = (
            {"headers": {"Authorization": f"Bearer {SECRET}"}},
            {"headers": {"X-Api-Key": SECRET}},
            {"auth": ("user", SECRET)},
        )
        for setting in settings:
            try:
                result: object = ask(f"{server.url}?apikey={SECRET}", seconds=0.4, **setting)
            except EndpointError as error:
                result = (error.message, error.hint, repr(error))
            assert SECRET not in repr(result)
            if "auth" in setting:
                assert base64.b64encode(f"user:{SECRET}".encode()).decode() not in repr(result)


def test_a_password_in_the_address_is_sent_as_a_credential_and_not_shown() -> None:
    with fault_server(says("500 Oops")) as server:
        with pytest.raises(EndpointError) as caught:
            ask(server.url.replace("//", "//user:pa%40ss@"))
        assert "pa%40ss" not in repr(caught.value)
        assert b"Basic " + base64.b64encode(b"user:pa@ss") in server.requests[0]
        assert b"pa%40ss" not in server.requests[0]


@pytest.mark.parametrize(
    "headers",
    [{"X-Key": f"{SECRET}\r\nX-Evil: 1"}, {"X-Key": SECRET + "€"}, {"X Key": SECRET}, {"": SECRET}, {"X\nY": SECRET}],
)
def test_headers_that_cannot_be_sent_are_refused_unseen(headers: dict[str, str]) -> None:
    with pytest.raises(ConfigError) as caught:
        SparqlEndpoint("http://127.0.0.1/", name="x", headers=headers)
    assert SECRET not in caught.value.message


@pytest.mark.parametrize(
    "url",
    ["file:///etc/passwd", "ftp://e/x", "//e/x", "e/x", "", "http://", "http://e:port/", "http://e/a b", "http://e/\n"],
)
def test_addresses_that_are_none(url: str) -> None:
    with pytest.raises(ConfigError):
        SparqlEndpoint(url, name="x")


# ---- requests


def test_a_request_by_post() -> None:
    with fault_server(sends(answer())) as server:
        ask(server.url, default_graphs=["http://e/g1", "http://e/g2"], named_graphs=["http://e/n"], agent="me/1")
        [request] = server.requests
    head, _, body = request.partition(b"\r\n\r\n")
    assert head.startswith(b"POST /sparql HTTP/1.1\r\n")
    assert b"Content-Type: application/x-www-form-urlencoded\r\n" in head
    assert b"Accept: application/sparql-results+json" in head
    assert b"Accept-Encoding: gzip" in head
    assert b"User-Agent: me/1" in head
    fields = [part.partition(b"=")[0] for part in body.split(b"&")]
    assert sorted(fields) == [b"default-graph-uri", b"default-graph-uri", b"named-graph-uri", b"query"]


def test_a_request_by_get_keeps_the_parameters_of_the_address() -> None:
    with fault_server(sends(answer())) as server:
        ask(f"{server.url}?timeout=5&empty=", method="get")
        [request] = server.requests
    line = request.split(b"\r\n")[0]
    assert line.startswith(b"GET /sparql?timeout=5&empty=&query=SELECT")


@pytest.mark.parametrize("text", ["CONSTRUCT WHERE { ?s ?p ?o }", "DESCRIBE <http://e/a>"])
def test_graphs_are_asked_for_as_triples(text: str) -> None:
    turtle = answer(b"@prefix e: <http://e/> . e:a e:b 'c' .", content_type="text/turtle; charset=utf-8")
    with fault_server(sends(turtle)) as server:
        result = ask(server.url, text)
        assert b"Accept: application/n-triples, text/turtle" in server.requests[0]
    assert isinstance(result, GraphResult)
    assert result.triples == ((RdfTerm("uri", "http://e/a"), RdfTerm("uri", "http://e/b"), RdfTerm("literal", "c")),)
    assert result.prefixes == {"e": "http://e/"}


def test_a_query_that_looks_like_an_update_is_sent_as_a_query() -> None:
    text = "PREFIX insert: <http://e/DELETE#> # DROP ALL\nSELECT ?x { ?s insert:DATA ?x }"
    with fault_server(sends(answer())) as server:
        ask(server.url, text)
        assert b"query=PREFIX" in server.requests[0]
        assert b"update=" not in server.requests[0]


def test_a_custom_header_is_sent() -> None:
    with fault_server(sends(answer())) as server:
        ask(server.url, headers={"X-Api-Key": "abc"})
        assert b"x-api-key: abc" in server.requests[0].lower()


def test_the_proxy_of_the_environment_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with fault_server(sends(answer())) as server, fault_server(says("500 Proxy")) as proxy:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.url)
        monkeypatch.setenv("no_proxy", "")
        assert isinstance(ask(server.url), SelectResult)
        assert not proxy.requests


def test_a_configured_proxy_is_used() -> None:
    with fault_server(sends(answer())) as proxy:
        result = ask("http://somewhere.invalid/sparql", proxy=proxy.url.removesuffix("/sparql"))
        assert proxy.requests[0].startswith(b"POST http://somewhere.invalid/sparql HTTP/1.1")
    assert isinstance(result, SelectResult)


# ---- answers


def test_a_compressed_answer() -> None:
    with fault_server(sends(packed())) as server:
        assert ask(server.url) == SelectResult(variables=("x",), rows=((RdfTerm("literal", "v"),),))


def test_what_virtuoso_says_in_headers_is_noted() -> None:
    headers = "X-SQL-State: S1TAT\r\nX-SQL-Message: Returning incomplete results\r\nX-SPARQL-MaxRows: 1\r\n"
    with fault_server(sends(answer(headers=headers))) as server:
        result = ask(server.url)
    assert isinstance(result, SelectResult)
    assert [note.code for note in result.notes] == ["endpoint-timeout", "endpoint-cap"]
    assert "incomplete" in result.notes[0].message


@pytest.mark.parametrize(("cells", "expected"), [("1", True), ("0", False), (None, False)])
def test_ask_as_virtuoso_answers_it(cells: str | None, expected: bool) -> None:
    bindings = [] if cells is None else [{"__ASK_RETVAL": {"type": "typed-literal", "value": cells}}]
    body = json.dumps({"head": {"vars": ["__ASK_RETVAL"]}, "results": {"bindings": bindings}}).encode()
    with fault_server(sends(answer(body))) as server:
        assert ask(server.url, "ASK {}") == AskResult(boolean=expected)


def test_a_table_for_a_boolean() -> None:
    with fault_server(sends(answer())) as server, pytest.raises(EndpointError, match="asked ASK") as caught:
        ask(server.url, "ASK {}")
    assert caught.value.kind == "not-sparql"


def test_an_endpoint_costs_no_import_before_its_first_query() -> None:
    script = """
        import sys
        from nlkgq.endpoints.sparql_protocol import SparqlEndpoint
        SparqlEndpoint("http://example.org/sparql", name="x")
        print([name for name in ("SPARQLWrapper", "rdflib", "pyoxigraph") if name in sys.modules])
    """
    command = [sys.executable, "-c", textwrap.dedent(script)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "[]\n"
