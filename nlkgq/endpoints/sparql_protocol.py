"""A SPARQL endpoint over HTTP (SPARQL 1.1 Protocol), by SPARQLWrapper over one hardened transport."""

from __future__ import annotations

import base64
import importlib.metadata
import threading
import time
import urllib.parse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

from nlkgq.endpoints.replies import ReplyReader
from nlkgq.endpoints.signing import AuthFailed, exchange, make_auth
from nlkgq.endpoints.transport import Reply, Transport, TransportError
from nlkgq.errors import ConfigError, EndpointError
from nlkgq.results.models import Result

if TYPE_CHECKING:
    import urllib.request

    from nlkgq.endpoints.protocol import Limits
    from nlkgq.validation.gate import GatedQuery

Method: TypeAlias = Literal["post", "get"]
AuthScheme: TypeAlias = Literal["basic", "digest"]

ATTEMPTS = 3
FIRST_WAIT = 0.3  # seconds; doubled each time
ACCEPT_TABLE = "application/sparql-results+json, application/json;q=0.5"
ACCEPT_GRAPH = "application/n-triples, text/turtle;q=0.8"


class SparqlEndpoint:
    """A SPARQL endpoint behind the `Endpoint` protocol. Threads may share it.

    It follows no redirect, uses no proxy of the environment, verifies certificates and bounds the time and size of
    every answer. Busy servers and broken connections are asked again, twice at most, within the deadline.

    Args:
        url: Address of the endpoint, http or https. A user and password in it are taken out and sent as credentials.
        name: Name in messages.
        headers: Sent with every request.
        default_graphs: IRIs of the default graph (``default-graph-uri``).
        named_graphs: IRIs of the named graphs (``named-graph-uri``).
        method: ``post`` sends a form; ``get`` is for endpoints that refuse it.
        auth: User and password; or what signs each request, as in `signing.make_auth`: an `httpx.Auth`, a function, or
            ``python:MODULE:NAME``.
        auth_scheme: ``digest`` is what Virtuoso's ``/sparql-auth`` wants.
        proxy: Address of a proxy, if there must be one.
        agent: User-Agent header; None for this package and its version.

    Raises:
        ConfigError: An address or a header that cannot be sent.

    Example:
        >>> endpoint = SparqlEndpoint("https://example.org/sparql", name="example", headers={"X-Api-Key": "..."})
        >>> endpoint.name
        'example'
    """

    def __init__(
        self,
        url: str,
        *,
        name: str,
        headers: Mapping[str, str] | None = None,
        default_graphs: Sequence[str] = (),
        named_graphs: Sequence[str] = (),
        method: Method = "post",
        auth: object = None,
        auth_scheme: AuthScheme = "basic",
        proxy: str | None = None,
        agent: str | None = None,
    ) -> None:
        self.name = name
        self._url, inner = _split_address(url, name)
        password = isinstance(auth, tuple) or auth is None
        self._auth = cast("tuple[str, str] | None", auth) or inner if password else None
        self._signer = None if password else make_auth(auth, place=f"endpoints.{name}.auth")
        self._auth_scheme = auth_scheme
        self._headers = _checked_headers(headers or {}, name)
        self._default_graphs = tuple(default_graphs)
        self._named_graphs = tuple(named_graphs)
        self._method = method
        self._agent = agent or f"nlkgq/{importlib.metadata.version('nlkgq')}"
        self._transport = Transport(proxy=proxy, digest=self._auth if auth_scheme == "digest" else None)
        self._reader = ReplyReader(
            endpoint=name, base_iri=self._url.split("?")[0], secrets=_secrets(self._headers, self._auth)
        )
        self._closed = threading.Event()
        self.software: str | None = None
        """What the server calls itself (``Server`` header); "" where it does not say, None before its first reply."""

    def start(self) -> None:
        """Imports what the first query needs; for a thread beside other work. `run` does it, too."""
        import SPARQLWrapper  # noqa: F401 - takes a fifth of a second

    def run(self, query: GatedQuery, *, limits: Limits) -> Result:
        """The result, cut at ``limits.rows``.

        Notes: ``truncated`` (our cap), ``endpoint-cap`` and ``endpoint-timeout`` (Virtuoso's own).

        Raises:
            EndpointError: ``kind`` says how it failed.
        """
        deadline = time.monotonic() + limits.seconds
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return self._ask(query, limits, deadline)
            except EndpointError as error:
                wait = error.retry_after if error.retry_after is not None else FIRST_WAIT * 2 ** (attempt - 1)
                again = error.retryable and error.kind in ("busy", "network") and attempt < ATTEMPTS
                if not again or time.monotonic() + wait >= deadline:
                    raise
                if self._closed.wait(wait):
                    raise
        raise AssertionError("the last attempt returns or raises")

    def close(self) -> None:
        """Ends waiting between attempts; a second call does nothing. No connection is kept open."""
        self._closed.set()

    def _ask(self, query: GatedQuery, limits: Limits, deadline: float) -> Result:
        if self._closed.is_set():
            raise self._reader.error("network", "the endpoint is closed")
        secrets: set[str] = set()
        try:
            reply = self._send(query, limits, deadline, secrets)
        except AuthFailed as failed:
            message = f"what signs its requests ended with {failed}"
            raise self._reader.error("auth", message, hint=f"See endpoints.{self.name}.auth.") from failed.__cause__
        except TransportError as error:
            hint = _REMEDIES.get(error.kind)
            message = f"{_shown(self._url)}: {error}"
            raise self._reader.error(error.kind, message, retryable=error.retryable, hint=hint) from None
        self.software = reply.headers.get("Server") or ""
        reader = replace(self._reader, secrets=(*self._reader.secrets, *secrets)) if secrets else self._reader
        return reader.result(reply, query, limits, deadline=deadline)

    def _send(self, query: GatedQuery, limits: Limits, deadline: float, secrets: set[str]) -> Reply:
        def send(request: urllib.request.Request) -> Reply:
            seconds = deadline - time.monotonic()
            if seconds <= 0:
                raise TransportError("timeout", f"no answer within {limits.seconds:g} s")
            return self._transport.send(request, seconds=seconds, most_bytes=limits.bytes)

        request = self._request(query)
        return send(request) if self._signer is None else exchange(self._signer, request, send, secrets)

    def _request(self, query: GatedQuery) -> urllib.request.Request:
        """The request that SPARQLWrapper builds; a new wrapper each time, for it keeps state between queries."""
        from SPARQLWrapper import GET, JSON, POST, TURTLE, URLENCODED, SPARQLWrapper

        get = self._method == "get"
        address, _, parameters = self._url.partition("?") if get else (self._url, "", "")
        wrapper = SPARQLWrapper(address, agent=self._agent, returnFormat=JSON)
        wrapper.setMethod(GET if get else POST)
        wrapper.setRequestMethod(URLENCODED)
        wrapper.setOnlyConneg(True)  # else `format`, `output` and `results` are sent along
        # Not setQuery: it guesses the form by regular expressions, and sends what looks like an update as one.
        wrapper.queryString = query.text
        wrapper.queryType = query.form
        for key, value in urllib.parse.parse_qsl(parameters, keep_blank_values=True):
            wrapper.addParameter(key, value)
        for iri in self._default_graphs:
            wrapper.addParameter("default-graph-uri", iri)
        for iri in self._named_graphs:
            wrapper.addParameter("named-graph-uri", iri)
        graph = query.form in ("CONSTRUCT", "DESCRIBE")
        wrapper.setReturnFormat(TURTLE if graph else JSON)
        wrapper.addCustomHttpHeader("Accept", ACCEPT_GRAPH if graph else ACCEPT_TABLE)
        wrapper.addCustomHttpHeader("Accept-Encoding", "gzip")
        if self._auth and self._auth_scheme == "basic":
            wrapper.setCredentials(*self._auth)
        for header, value in self._headers.items():
            wrapper.addCustomHttpHeader(header, value)
        made: Any = wrapper._createRequest()  # the one step of `query()` that we keep; it opens the address itself
        request: urllib.request.Request = made
        return request


_REMEDIES = {
    "timeout": "Ask for less, or raise the endpoint's timeout.",
    "network": "Check the address, and that the endpoint is running.",
}


def _split_address(url: str, name: str) -> tuple[str, tuple[str, str] | None]:
    """The address without fragment and credentials, and the credentials."""
    try:
        parts = urllib.parse.urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise ConfigError(f"endpoint {name}: its url is not an address", place=f"endpoints.{name}.url") from None
    if parts.scheme not in ("http", "https") or not host or not url.isascii() or not url.isprintable() or " " in url:
        raise ConfigError(f"endpoint {name}: its url is not an http(s) address", place=f"endpoints.{name}.url")
    authority = f"[{host}]" if ":" in host else host
    authority += f":{port}" if port is not None else ""
    auth = None
    if parts.username is not None:
        auth = (urllib.parse.unquote(parts.username), urllib.parse.unquote(parts.password or ""))
    return urllib.parse.urlunsplit((parts.scheme, authority, parts.path or "/", parts.query, "")), auth


def _shown(url: str) -> str:
    """The address as messages show it: a query part may hold a key."""
    return url.split("?")[0]


def _checked_headers(headers: Mapping[str, str], name: str) -> dict[str, str]:
    """Headers that can be sent; http.client would show the value of one that cannot."""
    for header, value in headers.items():
        sound = header.isascii() and header.replace("-", "").replace("_", "").isalnum()
        if not sound or not value.isprintable() or not _is_latin(value):
            raise ConfigError(
                f"endpoint {name}: the header {header[:60]!r} or its value has characters that cannot be sent",
                place=f"endpoints.{name}.headers",
            )
    return dict(headers)


def _is_latin(text: str) -> bool:
    return all(ord(character) < 256 for character in text)


def _secrets(headers: Mapping[str, str], auth: tuple[str, str] | None) -> tuple[str, ...]:
    """Texts to keep out of messages, longest first; short header values such as ``1`` are no secrets."""
    texts = {value for value in headers.values() if len(value) >= 6}
    texts |= {value.split(" ", 1)[1] for value in headers.values() if " " in value and len(value) >= 12}
    if auth:
        user, password = auth
        texts |= {password, base64.b64encode(f"{user}:{password}".encode()).decode()}
    return tuple(sorted((t for t in texts if len(t) > 2), key=len, reverse=True))
