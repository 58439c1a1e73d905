"""What providers answer when they do not answer: HTTP status and error body -> ModelError."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any, Final

from nlkgq.errors import ModelError, ModelErrorKind

_KINDS: Final[Mapping[int, ModelErrorKind]] = {
    400: "bad-request",
    401: "auth",
    402: "payment",
    403: "auth",
    404: "not-found",
    408: "overloaded",
    413: "too-large",
    429: "rate-limit",
}
_TYPES: Final[Mapping[str, ModelErrorKind]] = {
    "authentication_error": "auth",
    "billing_error": "payment",
    "insufficient_quota": "payment",
    "invalid_request_error": "bad-request",
    "not_found_error": "not-found",
    "overloaded_error": "overloaded",
    "permission_error": "auth",
    "rate_limit_error": "rate-limit",
    "request_too_large": "too-large",
}
_HINTS: Final[Mapping[ModelErrorKind, str]] = {
    "auth": "Check the API key, and that it may use this model.",
    "bad-request": "Check the model's name and settings.",
    "cut-off": "Raise model.max_tokens; a model that thinks counts its thoughts in.",
    "network": "Check the connection and model.base_url.",
    "not-found": "Check the model's name and model.base_url.",
    "payment": "The account has no credit left.",
    "too-large": "Choose a shorter representation of the ontology, or a model with a larger context.",
}
_TOO_LONG = re.compile(
    r"prompt is too long|context.{0,20}(?:length|window|size)|too many tokens|maximum.{0,20}tokens", re.I
)
_NO_CREDIT = re.compile(r"credit balance|insufficient.{0,3}quota|exceeded your current quota", re.I)
_LONGEST_DETAIL = 300
RETRYABLE: Final[frozenset[ModelErrorKind]] = frozenset({"rate-limit", "overloaded", "network"})


def fault(message: str, kind: ModelErrorKind, **facts: Any) -> ModelError:
    """A ModelError with the hint and the retry rule of its kind."""
    return ModelError(message, kind=kind, retryable=kind in RETRYABLE, hint=_HINTS.get(kind), **facts)


def from_status(status: int, headers: Mapping[str, str], body: bytes) -> ModelError:
    """The error for an answer whose status is not 200.

    Args:
        status: HTTP status.
        headers: Of the answer, looked up without regard to case.
        body: What it says, perhaps cut.

    >>> from_status(529, {}, b"").kind
    'overloaded'
    """
    kind_in_body, detail = _read_body(body)
    kind = _KINDS.get(status) or ("overloaded" if status >= 500 else "bad-request")
    if status < 400:
        return fault(f"the model's address redirects or answers {status}", "not-found", status=status)
    if kind in ("bad-request", "rate-limit"):
        if _NO_CREDIT.search(detail) or kind_in_body == "payment":
            kind = "payment"
        elif kind == "bad-request" and _TOO_LONG.search(detail):
            kind = "too-large"
    # An authentication error may repeat the key.
    said = f": {detail}" if detail and kind != "auth" else ""
    return fault(f"the model's server answers {status}{said}", kind, status=status, retry_after=retry_after(headers))


def from_error_object(error: object) -> ModelError:
    """The error for an error object inside a stream that began well, in either protocol's shape."""
    kind, detail = _read_error(error)
    kind = kind or "overloaded"
    if _TOO_LONG.search(detail):
        kind = "too-large"
    return fault(f"the model's server ends the stream with an error: {detail}", kind)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that a provider asks to wait (RFC 9110, section 10.2.3; ``retry-after-ms``), or None."""
    for name, scale in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        value = headers.get(name)
        if value is None:
            continue
        try:
            return max(0.0, float(value) * scale)
        except ValueError:
            pass
        try:
            return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
        except ValueError:
            continue
    return None


def _read_body(body: bytes) -> tuple[ModelErrorKind | None, str]:
    text = body.decode("utf-8", "replace")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None, "" if "<html" in text.casefold() else _short(text)
    return _read_error(value.get("error", value) if isinstance(value, dict) else value)


def _read_error(error: object) -> tuple[ModelErrorKind | None, str]:
    if not isinstance(error, dict):
        return None, _short(str(error))
    names = [str(error.get(field, "")) for field in ("type", "code")]
    kind = next((_TYPES[name] for name in names if name in _TYPES), None)
    code = error.get("code")
    if kind is None and isinstance(code, int):
        kind = _KINDS.get(code) or ("overloaded" if code >= 500 else None)
    return kind, _short(str(error.get("message") or error.get("detail") or names[0]))


def _short(text: str) -> str:
    """One line without control characters, cut."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= _LONGEST_DETAIL else line[:_LONGEST_DETAIL] + "…"
