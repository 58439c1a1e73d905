"""Each way in which an endpoint may misbehave ends in a typed error, in bounded time and memory."""

from __future__ import annotations

import base64
import json
import socket
import subprocess
import sys
import textwrap
import threading
import time
from email.utils import formatdate

import pytest
from fault_server import (
    GOOD,
    NO_LENGTH,
    RESULTS_JSON,
    Behaviour,
    answer,
    bomb,
    drips,
    fault_server,
    floods,
    hangs,
    packed,
    resets,
    sends,
)

from nlkgq.endpoints.protocol import Limits
from nlkgq.endpoints.sparql_protocol import SparqlEndpoint
from nlkgq.errors import ConfigError, EndpointError
from nlkgq.results.models import AskResult, GraphResult, RdfTerm, Result, SelectResult
from nlkgq.validation.gate import gate

SECONDS = 0.8
START = f"HTTP/1.1 200 OK\r\nContent-Type: {RESULTS_JSON}\r\n".encode()


def ask(
    url: str,
    text: str = "SELECT ?x { ?s ?p ?x }",
    *,
    seconds: float = SECONDS,
    rows: int = 100,
    most_bytes: int = 4_000_000,
    **settings: object,
) -> Result:
    endpoint = SparqlEndpoint(url, name="faulty", **settings)  # type: ignore[arg-type]
    return endpoint.run(gate(text), limits=Limits(seconds=seconds, rows=rows, bytes=most_bytes))


def row(term: str) -> bytes:
    """A table of one cell, written as it stands."""
    return b'{"head":{"vars":["x"]},"results":{"bindings":[{"x":%s}]}}' % term.encode("latin-1")


def redirect(location: str, status: str = "302 Found") -> Behaviour:
    return sends(answer(b"", status=status, headers=f"Location: {location}\r\n"))


def says(status: str, body: bytes = b"no", headers: str = "") -> Behaviour:
    return sends(answer(body, status=status, content_type="text/plain", headers=headers))


FAULTS: dict[str, tuple[Behaviour, str]] = {
    # time
    "hangs": (hangs, "timeout"),
    "body byte by byte": (drips(START + b"Content-Length: 100000\r\n\r\n", b" "), "timeout"),
    "headers one by one": (drips(START, b"X-A: b\r\n"), "timeout"),
    "status line byte by byte": (drips(b"HTTP/1.1 200 ", b"O"), "timeout"),
    "chunks one by one": (drips(START + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"), "timeout"),
    "continue without end": (drips(b"", b"HTTP/1.1 100 Continue\r\n\r\n"), "timeout"),
    "error body byte by byte": (drips(b"HTTP/1.1 500 Oops\r\nContent-Length: 100000\r\n\r\n", b" "), "timeout"),
    # connection
    "reset": (resets, "network"),
    "hangs up": (sends(b""), "network"),
    "hangs up in the headers": (sends(START), "server"),
    "cut body": (sends(answer(GOOD[:20], length=len(GOOD))), "network"),
    "cut chunks": (sends(START + b"Transfer-Encoding: chunked\r\n\r\n50\r\nabc"), "network"),
    "cut gzip": (sends(packed(cut=12)), "network"),
    # size
    "gzip bomb": (sends(answer(bomb(64), headers="Content-Encoding: gzip\r\n")), "too-large"),
    "body without end": (floods(START + b"\r\n" + GOOD[:40], b" " * 65_536), "too-large"),
    "a header without end": (floods(b"HTTP/1.1 200 OK\r\nX: ", b"a" * 65_536), "not-sparql"),
    "headers without end": (floods(START, b"X-A: b\r\n" * 5_000), "not-sparql"),
    # not HTTP, not SPARQL
    "another protocol": (sends(b"SSH-2.0-OpenSSH_9.6\r\n"), "not-sparql"),
    "not gzip": (sends(answer(b"plain", headers="Content-Encoding: gzip\r\n")), "not-sparql"),
    "an encoding nobody asked for": (sends(answer(GOOD, headers="Content-Encoding: br\r\n")), "not-sparql"),
    "chunks that are none": (sends(START + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n"), "network"),
    "HTML": (sends(answer(b"<html><h1>Welcome</h1></html>", content_type="text/html")), "not-sparql"),
    "HTML that says JSON": (sends(answer(b"<html><h1>Gateway error</h1></html>")), "server"),
    "XML results": (sends(answer(b"<sparql/>", content_type="application/sparql-results+xml")), "not-sparql"),
    "no content type": (sends(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"), "not-sparql"),
    "no content": (sends(b"HTTP/1.1 204 No Content\r\n\r\n"), "not-sparql"),
    "a part": (sends(answer(status="206 Partial Content")), "not-sparql"),
    # JSON
    "cut without a length": (sends(answer(GOOD[:30], length=NO_LENGTH)), "server"),
    "empty": (sends(answer(b"")), "server"),
    "deep": (sends(answer(b"[" * 200_000 + b"]" * 200_000)), "server"),
    "a number of 5,000 digits": (sends(answer(row("9" * 5_000))), "server"),
    "not a number": (sends(answer(row('{"type":"literal","value":NaN}'))), "server"),
    "infinity in the head": (sends(answer(GOOD.replace(b'"vars"', b'"link": [Infinity], "vars"'))), "server"),
    "duplicate keys": (sends(answer(GOOD[:-1] + b',"results":{"bindings":[]}}')), "server"),
    "a term twice": (sends(answer(row('{"type":"literal","value":"a","value":"b"}'))), "server"),
    "UTF-16": (sends(answer(GOOD.decode().encode("utf-16"))), "server"),
    "bad UTF-8": (sends(answer(row('{"type":"literal","value":"\xff\xfe"}'))), "server"),
    "half a character": (sends(answer(row('{"type":"literal","value":"\\ud800"}'))), "not-sparql"),
    "another object": (sends(answer(b'{"error":"quota"}')), "not-sparql"),
    "a list": (sends(answer(b"[]")), "not-sparql"),
    "no variables": (sends(answer(b'{"head":{},"results":{"bindings":[]}}')), "not-sparql"),
    "bindings that are no list": (sends(answer(b'{"head":{"vars":[]},"results":{"bindings":{}}}')), "not-sparql"),
    "a variable out of nowhere": (sends(answer(GOOD.replace(b'["x"]', b'["y"]'))), "not-sparql"),
    "a term of no kind": (sends(answer(row('{"type":"triple","value":"a"}'))), "not-sparql"),
    "a term that is text": (sends(answer(row('"a"'))), "not-sparql"),
    "a value that is a number": (sends(answer(row('{"type":"literal","value":1}'))), "not-sparql"),
    "a datatype that is a list": (sends(answer(row('{"type":"literal","value":"1","datatype":[]}'))), "not-sparql"),
    "a boolean for a table": (sends(answer(b'{"head":{},"boolean":true}')), "not-sparql"),
    "stopped in the middle": (
        sends(answer(GOOD[:60] + b"\n\njava.util.concurrent.TimeoutException", length=NO_LENGTH)),
        "timeout",
    ),
    "cancelled in the middle": (
        sends(answer(GOOD[:60] + b"The SPARQL operation has been cancelled", length=NO_LENGTH)),
        "timeout",
    ),
    # status
    "400": (says("400 Bad Request", b"parse error at line 1"), "bad-query"),
    "401": (says("401 Unauthorized", headers='WWW-Authenticate: Basic realm="x"\r\n'), "auth"),
    "403": (says("403 Forbidden"), "auth"),
    "404": (says("404 Not Found"), "not-found"),
    "405": (says("405 Method Not Allowed"), "server"),
    "406": (says("406 Not Acceptable"), "not-sparql"),
    "408": (says("408 Request Timeout"), "timeout"),
    "414": (says("414 URI Too Long"), "bad-query"),
    "429 for a day": (says("429 Too Many Requests", headers="Retry-After: 86400\r\n"), "busy"),
    "500": (says("500 Internal Server Error", b"something broke"), "server"),
    "500 on time": (says("500 Error", b"Virtuoso S1T00 Error SR171: Transaction timed out"), "timeout"),
    "500 on cost": (says("500 Error", b"Virtuoso 42000 Error The estimated execution time 9 (sec)"), "timeout"),
    "500 on syntax": (says("500 Error", b"Virtuoso 37000 Error SP030: SPARQL compiler"), "bad-query"),
    "503": (says("503 Service Unavailable"), "busy"),
    "503 on time": (says("503 Service Unavailable", b"Query timed out"), "timeout"),
    # elsewhere
    "redirect to a file": (redirect("file:///etc/passwd"), "redirect"),
    "redirect to another host": (redirect("http://127.0.0.2:9/sparql"), "redirect"),
    "redirect to itself": (redirect("/sparql"), "redirect"),
    "redirect that keeps the method": (redirect("https://127.0.0.1/sparql", "308 Permanent Redirect"), "redirect"),
    "redirect to nowhere": (sends(answer(b"", status="301 Moved")), "redirect"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_a_typed_error_in_bounded_time(fault: str) -> None:
    behaviour, kind = FAULTS[fault]
    seconds = SECONDS if kind == "timeout" else 5  # attempts and the waits between them take about one
    with fault_server(behaviour) as server:
        started = time.monotonic()
        with pytest.raises(EndpointError) as caught:
            ask(server.url, seconds=seconds)
        took = time.monotonic() - started
    assert caught.value.kind == kind, caught.value
    assert caught.value.endpoint == "faulty"
    assert caught.value.message.startswith("faulty: ")
    assert len(caught.value.message) < 600
    assert caught.value.message.isprintable()
    assert took < seconds + 1.2


GRAPH_FAULTS: dict[str, tuple[bytes, str]] = {
    "HTML": (answer(b"<html>", content_type="text/html"), "not-sparql"),
    "JSON": (answer(), "not-sparql"),
    "HTML that says Turtle": (answer(b"<html><p>no</p>", content_type="text/turtle"), "server"),
    "cut triples": (answer(b"<http://e/a> <http://e/b> ", content_type="application/n-triples"), "server"),
    "stopped in the middle": (
        answer(b"<http://e/a> <http://e/b>\njava.util.concurrent.TimeoutException", content_type="text/turtle"),
        "timeout",
    ),
    "bad UTF-8": (answer(b'<http://e/a> <http://e/b> "\xff" .', content_type="text/turtle"), "server"),
    "deep": (
        answer(b"<http://e/a> <http://e/b> " + b"[ <http://e/p> " * 200_000, content_type="text/turtle"),
        "server",
    ),
}


@pytest.mark.parametrize("fault", GRAPH_FAULTS)
def test_faults_of_graphs(fault: str) -> None:
    response, kind = GRAPH_FAULTS[fault]
    with fault_server(sends(response)) as server, pytest.raises(EndpointError) as caught:
        ask(server.url, "CONSTRUCT WHERE { ?s ?p ?o }", seconds=5)
    assert caught.value.kind == kind, caught.value


def test_nobody_there() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with pytest.raises(EndpointError, match="refused") as caught:
        ask(f"http://127.0.0.1:{port}/sparql", seconds=5)
    assert caught.value.kind == "network"


def test_a_name_that_is_none() -> None:
    with pytest.raises(EndpointError, match="resolved") as caught:
        ask("http://nowhere.invalid/sparql", seconds=20)
    assert caught.value.kind == "network"


def test_a_handshake_that_hangs() -> None:
    with fault_server(hangs, read=False) as server:
        started = time.monotonic()
        with pytest.raises(EndpointError) as caught:
            ask(server.url.replace("http:", "https:"))
        assert time.monotonic() - started < SECONDS + 1.2
    assert caught.value.kind == "timeout"


def test_plain_http_where_tls_is_expected() -> None:
    with fault_server(sends(answer()), read=False) as server, pytest.raises(EndpointError) as caught:
        ask(server.url.replace("http:", "https:"))
    assert caught.value.kind == "network"
    assert "secure" in caught.value.message


@pytest.mark.parametrize("fault", ["hangs", "body byte by byte", "headers one by one", "continue without end"])
def test_no_thread_stays_behind(fault: str) -> None:
    with fault_server(FAULTS[fault][0]) as server, pytest.raises(EndpointError):
        ask(server.url, seconds=0.3)
    end = time.monotonic() + 3
    while time.monotonic() < end and any(t.name == "nlkgq-exchange" for t in threading.enumerate()):
        time.sleep(0.02)
    assert not [t for t in threading.enumerate() if t.name == "nlkgq-exchange"]


@pytest.mark.parametrize("fault", ["gzip bomb", "body without end"])
def test_memory_stays_bounded(fault: str) -> None:
    script = """
        import resource, sys
        from nlkgq.endpoints.protocol import Limits
        from nlkgq.endpoints.sparql_protocol import SparqlEndpoint
        from nlkgq.errors import EndpointError
        from nlkgq.validation.gate import gate
        endpoint = SparqlEndpoint(sys.argv[1], name="x")
        endpoint.start()
        query = gate("ASK {}")
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        try:
            endpoint.run(query, limits=Limits(seconds=20, bytes=8_000_000))
        except EndpointError as error:
            print(error.kind, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
    """
    behaviour = (
        FAULTS[fault][0] if fault != "gzip bomb" else sends(answer(bomb(256), headers="Content-Encoding: gzip\r\n"))
    )
    with fault_server(behaviour) as server:
        command = [sys.executable, "-c", textwrap.dedent(script), server.url]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    kind, mebibytes = done.stdout.split()
    assert kind == "too-large"
    assert int(mebibytes) < 60


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
