"""Requests that somebody else's code authenticates or signs, by the interface that httpx defines for it (`httpx.Auth`).

For services that want more than a fixed header: a signature over address, headers and body (AWS Signature Version 4 for
Neptune), a token that is renewed, an answer to a challenge.
"""

from __future__ import annotations

import importlib
import urllib.request
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from nlkgq.errors import ConfigError

if TYPE_CHECKING:
    import httpx

    from nlkgq.endpoints.transport import Reply

PREFIX: Final = "python:"
MOST_ROUNDS: Final = 4
"""Requests of one exchange: a challenge takes two."""


class AuthFailed(Exception):
    """The code that signs raised something; its text may hold a secret, so only its type is told."""


def make_auth(given: object, *, place: str) -> httpx.Auth:
    """What signs the requests of an endpoint.

    Args:
        given: ``python:MODULE:NAME``, or what that names: an `httpx.Auth`, a class of them that takes no arguments, a
            function that takes an `httpx.Request` and returns it with more headers, or (user, password).
        place: For messages.

    Raises:
        ConfigError: No such module or name, or nothing that signs.
    """
    import httpx

    found = _named(given, place) if isinstance(given, str) else given
    if isinstance(found, type) and issubclass(found, httpx.Auth):
        found = found()
    if isinstance(found, httpx.Auth):
        return found
    if isinstance(found, tuple) and len(found) == 2 and all(isinstance(part, str) for part in found):
        return httpx.BasicAuth(*found)
    if callable(found) and not isinstance(found, type):
        return _by_function(found)
    raise ConfigError(
        f"{place}: {given if isinstance(given, str) else type(given).__name__} signs no requests",
        place=place,
        hint="It must be an httpx.Auth, or a function that takes an httpx.Request and returns it.",
    )


def _by_function(sign: Callable[[httpx.Request], object]) -> httpx.Auth:
    """A function that signs a request, in place or by returning another."""
    import httpx

    class SignedByFunction(httpx.Auth):
        def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
            signed = sign(request)
            yield signed if isinstance(signed, httpx.Request) else request

    return SignedByFunction()


def _named(text: str, place: str) -> object:
    module_name, _, name = text.removeprefix(PREFIX).partition(":")
    if not text.startswith(PREFIX) or not module_name or not name:
        raise ConfigError(f"{place}: must be python:MODULE:NAME, not {text!r}", place=place)
    try:
        module = importlib.import_module(module_name)
    except ImportError as error:
        raise ConfigError(
            f"{place}: {module_name} cannot be imported: {error}",
            place=place,
            hint="Install it, or name its folder in PYTHONPATH.",
        ) from None
    found = getattr(module, name, None)
    if found is None:
        raise ConfigError(f"{place}: {module_name} has no {name!r}", place=place)
    return found


def exchange(
    auth: httpx.Auth,
    request: urllib.request.Request,
    send: Callable[[urllib.request.Request], Reply],
    secrets: set[str],
) -> Reply:
    """The last reply of a signed exchange.

    Args:
        auth: Signs; it sees the whole request, body included.
        request: As it would go out unsigned.
        send: Sends one request.
        secrets: Takes the header values that were added: no message may hold them.

    Raises:
        AuthFailed: The code that signs failed.
    """
    import httpx

    asked = httpx.Request(
        request.get_method(), request.full_url, headers=dict(request.header_items()), content=_body(request)
    )
    plain = set(asked.headers.values())
    flow = auth.sync_auth_flow(asked)
    try:
        with _as_auth_failed():
            signed = next(flow)
        for _ in range(MOST_ROUNDS):
            secrets |= {value for value in signed.headers.values() if value not in plain and len(value) > 5}
            reply = send(_as_urllib(signed))
            with _as_auth_failed():
                try:
                    signed = flow.send(_as_response(reply, signed))
                except StopIteration:
                    return reply
        return reply
    finally:
        flow.close()


@contextmanager
def _as_auth_failed() -> Iterator[None]:
    try:
        yield
    except Exception as error:  # code of the user, which may raise anything
        raise AuthFailed(type(error).__name__) from error


def _body(request: urllib.request.Request) -> bytes:
    return request.data if isinstance(request.data, bytes) else b""


def _as_urllib(signed: httpx.Request) -> urllib.request.Request:
    """The request as signed: its headers, Host among them, are sent as they are."""
    body = signed.read()
    made = urllib.request.Request(str(signed.url), data=body or None, method=signed.method)  # noqa: S310 - opened by a transport that knows only http(s)
    for header, value in signed.headers.items():
        made.add_header(header, value)
    return made


def _as_response(reply: Reply, signed: httpx.Request) -> httpx.Response:
    import httpx

    # the body is decompressed already
    headers = [(h, v) for h, v in reply.headers.items() if h.lower() not in ("content-encoding", "content-length")]
    return httpx.Response(reply.status, headers=headers, content=reply.body, request=signed)
