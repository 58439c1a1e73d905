"""One HTTP exchange under bounds: a total deadline, a byte cap, no redirects, no proxy that nobody configured."""

from __future__ import annotations

import contextlib
import http.client
import socket
import ssl
import threading
import time
import urllib.error
import urllib.request
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.message import Message
from typing import Any, Literal, TypeAlias

ERROR_BYTES = 64_000
CHUNK = 65_536
GZIP = 16 + zlib.MAX_WBITS

TransportErrorKind: TypeAlias = Literal["network", "timeout", "too-large", "not-sparql"]


class TransportError(Exception):
    """An exchange without a usable reply; the message names no header and no credential."""

    def __init__(self, kind: TransportErrorKind, message: str, *, retryable: bool = False) -> None:
        super().__init__(message)
        self.kind = kind
        self.retryable = retryable


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What came back. ``body`` is decompressed; of a status other than 200 only the first 64,000 bytes."""

    status: int
    headers: Message
    body: bytes


class Transport:
    """Sends urllib requests to one server.

    Args:
        proxy: Address of a proxy; None for none, whatever the environment says.
        digest: User and password for HTTP digest authentication; None for none.
        context: TLS settings; None for the system's authorities with verification.
    """

    def __init__(
        self,
        *,
        proxy: str | None = None,
        digest: tuple[str, str] | None = None,
        context: ssl.SSLContext | None = None,
    ) -> None:
        self._proxies = {"http": proxy, "https": proxy} if proxy else {}
        self._digest = digest
        self._context = context

    def send(self, request: urllib.request.Request, *, seconds: float, most_bytes: int) -> Reply:
        """The reply to one request.

        The exchange runs in a thread of its own, because neither a name look-up nor a server that sends one byte a
        second can be bounded from within; at the deadline its connection is cut and nobody waits for it.

        Args:
            request: Method, address, headers and body.
            seconds: For everything from the name look-up to the last byte.
            most_bytes: Largest body, before and after decompression.

        Raises:
            TransportError: No reply, or none within the bounds.
        """
        exchange = _Exchange(request, seconds, most_bytes)
        opener = self._opener(exchange, request.full_url)
        thread = threading.Thread(target=exchange.run, args=(opener,), name="nlkgq-exchange", daemon=True)
        thread.start()
        try:
            finished = exchange.finished.wait(seconds)
        finally:
            exchange.abandon()
        if not finished:
            raise TransportError("timeout", f"no answer within {seconds:.3g} s")
        if exchange.failure is not None:
            raise exchange.failure
        assert exchange.reply is not None
        return exchange.reply

    def _opener(self, exchange: _Exchange, address: str) -> urllib.request.OpenerDirector:
        # Not build_opener: that one follows redirects, and opens file: and ftp: addresses.
        opener = urllib.request.OpenerDirector()
        handlers: list[urllib.request.BaseHandler] = [
            urllib.request.ProxyHandler(self._proxies),
            _PlainHandler(exchange),
            urllib.request.HTTPDefaultErrorHandler(),
            urllib.request.HTTPErrorProcessor(),
        ]
        if address.startswith("https:"):
            if self._context is None:  # made once: it reads the system's authorities, which takes 20 ms
                self._context = ssl.create_default_context()
            handlers.append(_SecureHandler(exchange, self._context))
        if self._digest:
            passwords = urllib.request.HTTPPasswordMgrWithDefaultRealm()
            passwords.add_password(None, address, *self._digest)
            handlers.append(_DigestHandler(passwords))
        for handler in handlers:
            opener.add_handler(handler)
        return opener


class _Exchange:
    """One request and what becomes of it; written by its thread, read by the one that waits."""

    def __init__(self, request: urllib.request.Request, seconds: float, most_bytes: int) -> None:
        self.finished = threading.Event()
        self.reply: Reply | None = None
        self.failure: BaseException | None = None
        self._request = request
        self._end = time.monotonic() + seconds
        self._seconds = seconds
        self._most_bytes = most_bytes
        self._guard = threading.Lock()
        self._sockets: list[socket.socket] = []
        self._abandoned = False

    @property
    def remaining(self) -> float:
        return max(0.001, self._end - time.monotonic())

    def run(self, opener: urllib.request.OpenerDirector) -> None:
        try:
            self.reply = self._run(opener)
        except BaseException as error:  # noqa: BLE001 - carried to the thread that waits, which raises it
            self.failure = error
        finally:
            self.finished.set()
            self.abandon()

    def watch(self, connection: socket.socket) -> None:
        """Remembers a connection, so that it can be cut; a copy, because TLS takes the original away."""
        with self._guard:
            if self._abandoned:
                raise TimeoutError
            self._sockets.append(connection.dup())

    def abandon(self) -> None:
        """Cuts the connections; a second call does nothing."""
        with self._guard:
            self._abandoned = True
            for connection in self._sockets:
                with contextlib.suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
                connection.close()
            self._sockets.clear()

    def _run(self, opener: urllib.request.OpenerDirector) -> Reply:
        with _as_transport_errors(self._seconds), contextlib.ExitStack() as stack:
            try:
                response = opener.open(self._request, timeout=self.remaining)
            except urllib.error.HTTPError as error:
                body: object = error.fp
                if body is None:  # digest authentication gave up
                    return Reply(status=error.code, headers=error.headers, body=b"")
                response = error
            stack.callback(response.close)
            status = response.status
            if status == 200:
                content = self._read(response, self._most_bytes, cut=False)
            else:
                content = self._read(response, min(ERROR_BYTES, self._most_bytes), cut=True)
            return Reply(status=status, headers=response.headers, body=content)

    def _read(self, response: Any, most_bytes: int, *, cut: bool) -> bytes:
        """The decompressed body; beyond ``most_bytes`` an error, or ``cut`` there."""
        encoding = (response.headers.get("Content-Encoding") or "identity").strip().lower()
        if encoding not in ("identity", "gzip", "x-gzip"):
            raise TransportError("not-sparql", f"the body is encoded as {encoding[:40]!r}, which was not asked for")
        raw = _raw_chunks(response)
        body = bytearray()
        for part in raw if encoding == "identity" else _gunzip(raw):
            body += part
            if len(body) > most_bytes:
                if cut:
                    return bytes(body[:most_bytes])
                raise TransportError("too-large", f"the answer has more than {most_bytes} bytes")
        return bytes(body)


def _raw_chunks(response: Any) -> Iterator[bytes]:
    """The body as it comes, with an error where it ends before its declared length."""
    declared = response.headers.get("Content-Length")
    chunked = "chunked" in (response.headers.get("Transfer-Encoding") or "").lower()
    received = 0
    while chunk := response.read1(CHUNK):
        received += len(chunk)
        yield chunk
    if declared and declared.isdecimal() and not chunked and received < int(declared):
        raise TransportError("network", f"the answer ended after {received} of {declared} bytes", retryable=True)


def _gunzip(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Decompresses in small steps, so that a bomb meets the byte cap before it meets the memory."""
    inflater = zlib.decompressobj(GZIP)
    for chunk in chunks:
        rest = chunk
        while rest:
            if inflater.eof:  # a file of several members
                inflater = zlib.decompressobj(GZIP)
            yield inflater.decompress(rest, CHUNK * 16)
            rest = inflater.unconsumed_tail or inflater.unused_data
    if not inflater.eof:
        raise TransportError("network", "the compressed answer is cut off", retryable=True)


@contextlib.contextmanager
def _as_transport_errors(seconds: float) -> Iterator[None]:
    """Whatever the standard library raises, as one kind of error and without its arguments, which may hold secrets."""
    try:
        yield
    except (TimeoutError, urllib.error.URLError, OSError) as error:
        raise _network_error(error, seconds) from None
    except http.client.IncompleteRead:
        raise TransportError("network", "the answer is cut off", retryable=True) from None
    except zlib.error:
        raise TransportError("not-sparql", "the answer says gzip and is not") from None
    except (http.client.LineTooLong, http.client.BadStatusLine, http.client.UnknownProtocol) as error:
        if isinstance(error, http.client.RemoteDisconnected):
            raise TransportError("network", "the server hung up without an answer", retryable=True) from None
        raise TransportError("not-sparql", "what answers there does not speak HTTP") from None
    except (http.client.HTTPException, ValueError) as error:
        raise TransportError("not-sparql", f"not a sound HTTP answer ({type(error).__name__})") from None


def _network_error(error: OSError, seconds: float) -> TransportError:
    reason = error.reason if isinstance(error, urllib.error.URLError) else error
    match reason:
        case TimeoutError():
            return TransportError("timeout", f"no answer within {seconds:.3g} s")
        case ssl.SSLCertVerificationError():
            return TransportError("network", f"its certificate is not valid: {reason.verify_message}")
        case ssl.SSLError():
            return TransportError("network", f"no secure connection: {reason.reason or 'TLS failed'}")
        case socket.gaierror():
            return TransportError("network", "its name cannot be resolved")
        case http.client.RemoteDisconnected():
            return TransportError("network", "the server hung up without an answer", retryable=True)
        case ConnectionRefusedError():
            return TransportError("network", "the connection is refused", retryable=True)
        case OSError():
            return TransportError(
                "network", f"the connection failed: {reason.strerror or type(reason).__name__}", retryable=True
            )
        case _:
            return TransportError("network", "the connection failed")


class _WatchedConnection(http.client.HTTPConnection):
    """A connection that can be cut from another thread as soon as there is one."""

    exchange: _Exchange

    def connect(self) -> None:
        super().connect()
        self.exchange.watch(self.sock)


class _WatchedSecureConnection(http.client.HTTPSConnection, _WatchedConnection):
    """The order of the bases puts the watch between the connection and the TLS handshake."""


def _made_by(kind: type[_WatchedConnection], exchange: _Exchange, **settings: Any) -> Callable[..., _WatchedConnection]:
    def make(host: str, **arguments: Any) -> _WatchedConnection:
        connection = kind(host, **arguments, **settings)
        connection.exchange = exchange
        return connection

    return make


class _PlainHandler(urllib.request.HTTPHandler):
    def __init__(self, exchange: _Exchange) -> None:
        super().__init__()
        self._make = _made_by(_WatchedConnection, exchange)

    def http_open(self, request: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(self._make, request)


class _SecureHandler(urllib.request.HTTPSHandler):
    def __init__(self, exchange: _Exchange, context: ssl.SSLContext) -> None:
        super().__init__(context=context)
        self._make = _made_by(_WatchedSecureConnection, exchange, context=context)

    def https_open(self, request: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(self._make, request)


class _DigestHandler(urllib.request.HTTPDigestAuthHandler):
    def http_error_401(self, request: Any, response: Any, *error: Any) -> Any:
        response.close()  # else its connection stays open beside the second one
        return super().http_error_401(request, response, *error)
