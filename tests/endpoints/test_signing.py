"""Requests signed by code of the user: a server that verifies a signature over the body lets them in, others not."""

from __future__ import annotations

import hashlib
import hmac
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs

import httpx
import pytest

from nlkgq import KnowledgeGraph
from nlkgq.endpoints.protocol import Limits
from nlkgq.endpoints.sparql_protocol import SparqlEndpoint
from nlkgq.errors import ConfigError, EndpointError
from nlkgq.results.models import SelectResult
from nlkgq.validation.gate import gate

KEY = b"the-secret-key"
ROWS = {"head": {"vars": ["s"]}, "results": {"bindings": [{"s": {"type": "uri", "value": "http://e.example/a"}}]}}
QUERY = gate("SELECT ?s { ?s ?p 'Größe' }")


def signature(method: str, target: str, host: str, body: bytes) -> str:
    text = "\n".join((method, target, host, hashlib.sha256(body).hexdigest()))
    return "HMAC-EXAMPLE " + hmac.new(KEY, text.encode(), hashlib.sha256).hexdigest()


def sign(request: httpx.Request) -> httpx.Request:
    """What a user writes, for AWS with botocore's SigV4Auth in place of `signature`."""
    target = request.url.raw_path.decode()
    request.headers["Authorization"] = signature(request.method, target, request.headers["Host"], request.content)
    return request


@contextmanager
def server(check: Callable[[BaseHTTPRequestHandler, bytes], int]) -> Iterator[tuple[str, list[bytes]]]:
    """Answers with the status that ``check`` says, and rows with 200."""
    bodies: list[bytes] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"] or 0))
            bodies.append(body)
            status = check(self, body)
            answer = json.dumps(ROWS).encode() if status == 200 else b"SignatureDoesNotMatch: " + body
            self.send_response(status)
            if status == 401:
                self.send_header("WWW-Authenticate", 'Digest realm="r", nonce="n1", qop="auth", algorithm=SHA-256')
            self.send_header("Content-Type", "application/sparql-results+json" if status == 200 else "text/plain")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def do_GET(self) -> None:
            self.do_POST()

        def log_message(self, format: str, *args: object) -> None:
            """Nothing on standard error."""

    running = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{running.server_address[1]}/sparql", bodies
    finally:
        running.shutdown()
        running.server_close()
        thread.join()


def verified(request: BaseHTTPRequestHandler, body: bytes) -> int:
    expected = signature(request.command, request.path, request.headers["Host"], body)
    return 200 if hmac.compare_digest(request.headers.get("Authorization") or "", expected) else 403


@pytest.mark.parametrize("method", ["post", "get"])
def test_a_function_signs_address_headers_and_body(method: str) -> None:
    with server(verified) as (url, bodies):
        endpoint = SparqlEndpoint(f"{url}?tenant=a%20b", name="signed", auth=sign, method=method)  # type: ignore[arg-type]  # one of two texts
        result = endpoint.run(QUERY, limits=Limits())
    assert isinstance(result, SelectResult)
    assert len(result.rows) == 1
    if method == "post":
        assert parse_qs(bodies[0].decode())["query"] == [QUERY.text]


def test_a_wrong_signature_is_an_error_that_repeats_nothing() -> None:
    def wrong(request: httpx.Request) -> None:
        request.headers["Authorization"] = "HMAC-EXAMPLE 0123456789abcdef"

    with server(verified) as (url, _), pytest.raises(EndpointError) as caught:
        SparqlEndpoint(url, name="signed", auth=wrong).run(QUERY, limits=Limits())
    assert (caught.value.kind, caught.value.status) == ("auth", 403)
    assert caught.value.message == "signed: HTTP 403: the signature is not accepted"
    assert "query=" in (caught.value.said or "")


class TokenAuth(httpx.Auth):
    """Fetches a new token when it is refused, once."""

    def __init__(self) -> None:
        self.token = "old-token"

    def auth_flow(self, request: httpx.Request) -> Iterator[httpx.Request]:  # type: ignore[override]  # a generator
        request.headers["Authorization"] = f"Bearer {self.token}"
        response = yield request  # type: ignore[misc]  # what is sent back is the response
        if response.status_code == 401:
            self.token = "new-token"
            request.headers["Authorization"] = f"Bearer {self.token}"
            yield request


@pytest.mark.parametrize("auth", [TokenAuth(), TokenAuth, httpx.DigestAuth("user", "password")])
def test_an_exchange_of_several_requests(auth: object) -> None:
    def second_time(request: BaseHTTPRequestHandler, body: bytes) -> int:
        said = request.headers.get("Authorization") or ""
        return 200 if said == "Bearer new-token" or said.startswith("Digest ") else 401

    with server(second_time) as (url, bodies):
        result = SparqlEndpoint(url, name="token", auth=auth).run(QUERY, limits=Limits())
    assert isinstance(result, SelectResult)
    assert len(bodies) == 2
    assert bodies[0] == bodies[1] != b""


def test_code_that_fails_is_named_and_its_words_are_not() -> None:
    def fails(request: httpx.Request) -> None:
        raise RuntimeError("no access for the-secret-key")

    with pytest.raises(EndpointError, match="signed: what signs its requests ended with RuntimeError") as caught:
        SparqlEndpoint("http://127.0.0.1:9/", name="signed", auth=fails).run(QUERY, limits=Limits())
    assert caught.value.kind == "auth"
    assert "secret" not in str(caught.value)


# From kg.toml and from Python


def test_a_module_named_in_kg_toml(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = Path(__file__).read_text(encoding="utf-8").partition("@contextmanager")[0]
    (tmp_path / "my_signature.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with server(verified) as (url, _):
        (tmp_path / "kg.toml").write_text(
            f'[endpoints.a]\nurl = "{url}"\nauth = "python:my_signature:sign"\n', encoding="utf-8"
        )
        with KnowledgeGraph.open(tmp_path) as kg:
            result = kg.knowledge.endpoint.run(QUERY, limits=Limits())
        assert isinstance(result, SelectResult)
        (tmp_path / "kg.toml").write_text(f'[endpoints.a]\nurl = "{url}"\n', encoding="utf-8")
        with KnowledgeGraph.open(tmp_path, settings={"endpoints.a.auth": sign}) as kg:
            kg.knowledge.endpoint.run(QUERY, limits=Limits())
        with KnowledgeGraph.from_endpoint(url, auth=sign) as kg:
            kg.knowledge.endpoint.run(QUERY, limits=Limits())


@pytest.mark.parametrize(
    ("auth", "message"),
    [
        ("Bearer abcdef", "python:MODULE:NAME"),
        ("python:nowhere_at_all:sign", "cannot be imported"),
        ("python:json:sign", "has no 'sign'"),
        ("python:json:__name__", "signs no requests"),
        ("python:json", "python:MODULE:NAME"),
    ],
)
def test_what_signs_nothing(tmp_path: Path, auth: str, message: str) -> None:
    (tmp_path / "kg.toml").write_text(f'[endpoints.a]\nurl = "http://e.example/"\nauth = "{auth}"\n', encoding="utf-8")
    with pytest.raises(ConfigError, match=message) as caught, KnowledgeGraph.open(tmp_path) as kg:
        kg.knowledge.endpoint.run(QUERY, limits=Limits())
    assert "abcdef" not in caught.value.message
