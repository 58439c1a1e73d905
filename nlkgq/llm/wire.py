"""The HTTP client under an SDK: every body out passes the wire gate, every fault in becomes a ModelError.

The SDKs do authentication, headers and bodies. What they leave open is closed here: no proxy of the environment, no
redirect, no body past the gate, no unbounded error page, no exception of theirs outside this package.
"""

from __future__ import annotations

import importlib
import os
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import ModuleType
from typing import Any, TypeVar
from urllib.parse import urlsplit

from nlkgq.errors import ConfigError, LeakBlocked, ModelError, NlkgqError
from nlkgq.llm.bounds import Attempt, Deadline
from nlkgq.llm.faults import fault, from_status
from nlkgq.llm.protocol import ModelRequest, WireCheck
from nlkgq.llm.retry import RetryPolicy, retry

T = TypeVar("T")
CONNECT_SECONDS = 10.0
_LONGEST_ERROR_PAGE = 65_536
_current: ContextVar[tuple[ModelRequest, Attempt]] = ContextVar("nlkgq-model-call")


def http_client(sdk: ModuleType, *, gate: WireCheck, proxy: str | None) -> Any:
    """An HTTP client of the library that the SDK uses, for this package's model calls only.

    Args:
        sdk: ``anthropic`` or ``openai``.
        gate: Sees every body before a connection is opened.
        proxy: Address of a proxy; None for none, whatever the environment says.
    """

    def outgoing(request: Any) -> None:
        call = _current.get(None)
        if call is None:
            raise LeakBlocked("a request to a model outside of a checked call")
        gate.check(request.read(), call[0].private, echoed=call[0].echoed)

    def incoming(response: Any) -> None:
        if response.status_code != 200:
            page = _first_bytes(response)
            raise from_status(response.status_code, response.headers, page)

    # Not the SDK's own default client: some versions of it take the proxies of the environment all the same.
    return http_library(sdk).Client(
        trust_env=False,
        follow_redirects=False,
        proxy=proxy,
        verify=_certificates(),
        event_hooks={"request": [outgoing], "response": [incoming]},
    )


def checked_address(base_url: str) -> str:
    """The address without a slash at its end.

    Raises:
        ConfigError: It is not an http or https address, or holds a user name or password.
    """
    parts = urlsplit(base_url.strip())
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ConfigError(
            f"{base_url!r} is no address of a model server",
            place="model.base_url",
            hint="For example http://localhost:8000/v1",
        )
    if parts.username or parts.password:
        raise ConfigError(
            "model.base_url holds a password", place="model.base_url", hint="Put the key into model.api_key_env."
        )
    return base_url.strip().rstrip("/")


def checked_key(api_key: str) -> str:
    """The key without surrounding space; the message of the error does not repeat it.

    Raises:
        ConfigError: It cannot stand in a header.
    """
    key = api_key.strip()
    if not key or not key.isascii() or not key.isprintable() or " " in key:
        raise ConfigError(
            "the API key is empty or holds characters that no key has",
            place="model.api_key_env",
            hint="Copy the key again, without quotes and line ends.",
        )
    return key


def call(
    request: ModelRequest,
    send: Callable[[Attempt], T],
    *,
    sdk: ModuleType,
    deadline: Deadline,
    policy: RetryPolicy,
    learn: Callable[[ModelError], bool],
) -> tuple[T, int]:
    """The outcome of ``send`` and the number of attempts it took, within the deadline.

    Args:
        request: Whose masked spans the gate looks for.
        send: One attempt; uses a client from `http_client`.
        sdk: Whose exceptions are translated.
        deadline: For all attempts.
        policy: When to try again.
        learn: Whether a repeated attempt will differ in what the provider has just rejected.

    Raises:
        ModelError: Every kind of failure.
        LeakBlocked: The gate refuses.
    """

    def attempt(number: int) -> tuple[T, int]:
        current = Attempt(deadline)

        def work() -> T:
            _current.set((request, current))  # the thread has a context of its own
            with translated(sdk, current):
                return send(current)

        try:
            return current.run(work), number
        except ModelError as error:
            if error.kind == "bad-request" and learn(error):
                error.retryable, error.retry_after = True, 0.0
            raise

    return retry(attempt, deadline=deadline, policy=policy)


@contextmanager
def translated(sdk: ModuleType, attempt: Attempt) -> Iterator[None]:
    """Turns exceptions of the SDK and its HTTP library into a ModelError; this package's own come through."""
    http = http_library(sdk)
    base = getattr(sdk, "AnthropicError", None) or sdk.OpenAIError
    try:
        yield
    except (base, http.HTTPError, http.InvalidURL, http.StreamError) as error:
        own = _find(error, NlkgqError)
        if own is not None:
            raise own from None
        if attempt.deadline.passed():
            raise attempt.deadline.error() from None
        reason = _find(error, http.HTTPError) or error
        words = f"{type(reason).__name__}: {reason}" if str(reason) else type(reason).__name__
        raise fault(f"the connection to the model's server failed ({words})", "network") from None


def http_library(sdk: ModuleType) -> ModuleType:
    """The HTTP library that an SDK is built on: httpx, or its successor in newer versions."""
    roots = (base.__module__.partition(".")[0] for base in sdk.DefaultHttpxClient.__mro__)
    return importlib.import_module(next(root for root in roots if root != sdk.__name__))


def timeout(sdk: ModuleType, attempt: Attempt) -> Any:
    """Timeouts for one attempt: none longer than what is left of the deadline."""
    left = max(attempt.deadline.remaining(), 0.001)
    return sdk.Timeout(left, connect=min(left, CONNECT_SECONDS))


def _find(error: BaseException, kind: type[BaseException]) -> BaseException | None:
    seen: BaseException | None = error
    while seen is not None and not isinstance(seen, kind):
        seen = seen.__cause__ or seen.__context__
    return seen


def _first_bytes(response: Any) -> bytes:
    """The start of an error page; its rest is never read."""
    _, attempt = _current.get()
    page = b""
    for chunk in response.iter_bytes():
        page += chunk
        attempt.check()
        if len(page) > _LONGEST_ERROR_PAGE:
            break
    return page[:_LONGEST_ERROR_PAGE]


def _certificates() -> ssl.SSLContext | bool:
    """The usual authorities, or those that the environment names: a company's own, say."""
    file, folder = os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR")
    return ssl.create_default_context(cafile=file, capath=folder) if file or folder else True
