"""A SPARQL endpoint's client in tests: asking a server that misbehaves as planned."""

from __future__ import annotations

from fault_server import RESULTS_JSON, Behaviour, answer, sends

from nlkgq.endpoints.protocol import Limits
from nlkgq.endpoints.sparql_protocol import SparqlEndpoint
from nlkgq.results.models import Result
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
    endpoint = SparqlEndpoint(url, name="faulty", **settings)  # type: ignore[arg-type]  # keywords of one constructor, passed through
    return endpoint.run(gate(text), limits=Limits(seconds=seconds, rows=rows, bytes=most_bytes))


def row(term: str) -> bytes:
    """A table of one cell, written as it stands."""
    return b'{"head":{"vars":["x"]},"results":{"bindings":[{"x":%s}]}}' % term.encode("latin-1")


def redirect(location: str, status: str = "302 Found") -> Behaviour:
    return sends(answer(b"", status=status, headers=f"Location: {location}\r\n"))


def says(status: str, body: bytes = b"no", headers: str = "") -> Behaviour:
    return sends(answer(body, status=status, content_type="text/plain", headers=headers))
