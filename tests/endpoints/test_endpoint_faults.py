"""Each way in which an endpoint may misbehave ends in a typed error, in bounded time and memory."""

from __future__ import annotations

import socket
import subprocess
import sys
import textwrap
import threading
import time

import pytest
from endpoint_client import SECONDS, START, ask, redirect, row, says
from fault_server import (
    GOOD,
    NO_LENGTH,
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

from nlkgq.errors import EndpointError

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
        ask(server.url.replace("http:", "https:"), seconds=20)
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
