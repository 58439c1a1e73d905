"""Every error that nlkgq raises, one tree.

::

    NlkgqError                          exit code
    ├── UsageError                        2   an argument makes no sense
    ├── ConfigError                       3   kg.toml, environment, files named by them
    │   ├── UnknownKeyError                   a key that no setting has; names the nearest
    │   ├── ResourceNotFound                  a bundled graph, prompt or file that is not there
    │   ├── LoadError                         an ontology or graph file that cannot be read
    │   ├── MissingExtraError                 an optional library that is not installed
    │   └── TokenBudgetError                  the rendered ontology is larger than the budget
    ├── NoAnswerError                     1   the path ended without an answer
    │   ├── NoQueryError                      a reply that holds no query
    │   └── NotUnderstoodError                the offline translator abstains and says why
    ├── RefusedError                      4   the gate, a rule or a role refuses the query
    │   ├── SparqlSyntaxError                 not a SPARQL 1.1 query; line and column
    │   │   └── UnsupportedSparqlError        an update, or SPARQL 1.2; names the construct
    │   ├── GateError                         read-only, caps, FROM, SERVICE, escapes
    │   ├── UnmaskError                       a placeholder that cannot be restored safely
    │   ├── RewriteError                      a clean term that cannot be put in native terms there
    │   └── FederationError                   a query that several endpoints must not or cannot answer together
    ├── BackendError                      5   a model or an endpoint
    │   ├── ModelError                        see `kind`
    │   │   └── RecordingNotFound             replay has no reply for this request
    │   └── EndpointError                     see `kind`
    └── LeakBlocked                       6   a value would have reached a model

Facts are attributes; ``hint`` says what to do; ``retryable`` says whether the same call may succeed later.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

ModelErrorKind = Literal[
    "auth",  # 401, 403: key missing, wrong or not allowed
    "bad-request",  # 400: the provider rejects the request
    "not-found",  # 404: no such model or path
    "payment",  # 402: no credit
    "too-large",  # 413, or context window exceeded
    "rate-limit",  # 429
    "overloaded",  # 500, 502, 503, 529
    "network",  # refused, reset, cut stream
    "timeout",  # the total deadline
    "refusal",  # the model declines
    "cut-off",  # max_tokens reached before the end
    "bad-reply",  # empty, not JSON, not the protocol
]
EndpointErrorKind = Literal[
    "auth",  # 401, 403
    "bad-query",  # 400: the endpoint rejects the query
    "busy",  # 429, 502, 503, 504
    "network",  # unreachable, reset, cut
    "not-found",  # 404
    "not-sparql",  # HTML, wrong content type or shape
    "redirect",  # answers with an address elsewhere
    "server",  # 500, broken JSON
    "timeout",  # the deadline, here or there
    "too-large",  # byte cap
]


class NlkgqError(Exception):
    """Base of every error of this package.

    Args:
        message: One sentence: what, where.
        hint: One sentence: what to do about it; None when nothing helps.
        retryable: Whether the same call may succeed later.
    """

    exit_code: ClassVar[int] = 1

    def __init__(self, message: str, *, hint: str | None = None, retryable: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.retryable = retryable


class UsageError(NlkgqError):
    """An argument that makes no sense."""

    exit_code = 2


class ConfigError(NlkgqError):
    """A setting that is wrong; ``place`` is the file, variable or flag."""

    exit_code = 3

    def __init__(self, message: str, *, place: str | None = None, hint: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.place = place


class UnknownKeyError(ConfigError):
    """A key that no setting has; ``nearest`` is the known key closest to it, or None."""

    def __init__(self, key: str, *, place: str, nearest: str | None, hint: str | None = None) -> None:
        if hint is None:
            hint = f"Did you mean {nearest!r}?" if nearest else "Run `nlkgq init` for a file with every key."
        super().__init__(f"{place}: unknown key {key!r}", place=place, hint=hint)
        self.key = key
        self.nearest = nearest


class ResourceNotFound(ConfigError):
    """A bundled graph, a prompt or a file that is not there."""


class LoadError(ConfigError):
    """An ontology or graph file that cannot be read; ``line`` and ``column`` count from 1, None if unknown."""

    def __init__(
        self,
        message: str,
        *,
        place: str,
        line: int | None = None,
        column: int | None = None,
        hint: str | None = None,
    ) -> None:
        super().__init__(message, place=place, hint=hint)
        self.line = line
        self.column = column


class MissingExtraError(ConfigError):
    """An optional library that is not installed; ``extra`` is the name in ``pip install 'nlkgq[extra]'``."""

    def __init__(self, library: str, *, extra: str) -> None:
        super().__init__(f"{library} is not installed", hint=f"pip install 'nlkgq[{extra}]'")
        self.extra = extra


class TokenBudgetError(ConfigError):
    """The rendered ontology has ``tokens`` tokens, more than ``budget``."""

    def __init__(self, *, tokens: int, budget: int, hint: str) -> None:
        super().__init__(f"the ontology takes about {tokens} tokens, the budget is {budget}", hint=hint)
        self.tokens = tokens
        self.budget = budget


class NoAnswerError(NlkgqError):
    """The path of the question ended without an answer."""

    exit_code = 1


class NoQueryError(NoAnswerError):
    """A reply that holds no query; ``text`` is the reply."""

    def __init__(self, text: str, *, hint: str | None = None) -> None:
        super().__init__("no query produced", hint=hint)
        self.text = text


class NotUnderstoodError(NoAnswerError):
    """The offline translator abstains.

    ``unread`` holds the words it could not read, ``choices`` readings it could not choose between.
    """

    def __init__(
        self,
        message: str,
        *,
        unread: tuple[str, ...] = (),
        choices: tuple[str, ...] = (),
        hint: str | None = None,
    ) -> None:
        super().__init__(message, hint=hint)
        self.unread = unread
        self.choices = choices


class RefusedError(NlkgqError):
    """A query that will not be run."""

    exit_code = 4


class SparqlSyntaxError(RefusedError, ValueError):
    """Text that is not a SPARQL 1.1 query; ``line`` and ``column`` count from 1, ``offset`` from 0."""

    def __init__(self, message: str, *, line: int, column: int, offset: int, hint: str | None = None) -> None:
        super().__init__(f"line {line}, column {column}: {message}", hint=hint)
        self.line = line
        self.column = column
        self.offset = offset


class UnsupportedSparqlError(SparqlSyntaxError):
    """An update, or SPARQL 1.2; ``construct`` names it."""

    def __init__(self, construct: str, *, line: int, column: int, offset: int) -> None:
        super().__init__(f"{construct} is not SPARQL 1.1 Query", line=line, column=column, offset=offset)
        self.construct = construct


class GateError(RefusedError):
    """The gate refuses; ``code`` is its reason in one word, such as ``update`` or ``service``."""

    def __init__(self, message: str, *, code: str, hint: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.code = code


class UnmaskError(RefusedError):
    """A placeholder, ``placeholder``, that cannot be restored safely."""

    def __init__(self, message: str, *, placeholder: str, hint: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.placeholder = placeholder


class RewriteError(RefusedError):
    """A query over clean terms that has no sound native form.

    ``term`` is the clean term (an IRI, or the text of a path), ``start`` and ``end`` its place in the clean query,
    None where it is not one place.
    """

    def __init__(
        self, message: str, *, term: str, start: int | None = None, end: int | None = None, hint: str | None = None
    ) -> None:
        super().__init__(message, hint=hint)
        self.term = term
        self.start = start
        self.end = end


class FederationError(RefusedError):
    """A query that several endpoints must not or cannot answer together.

    ``code``: ``trust`` (a value would reach an endpoint that must not see it), ``unsupported`` (a part of SPARQL that
    belongs to one endpoint), ``service`` (no query with SERVICE blocks has the same answers).
    """

    def __init__(self, message: str, *, code: str, hint: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.code = code


class BackendError(NlkgqError):
    """A model or an endpoint that did not do its part."""

    exit_code = 5


class ModelError(BackendError):
    """A model call that failed; ``status`` is the HTTP status, ``retry_after`` seconds, both None if unknown.

    ``tokens`` are those that the provider counted all the same, by kind (``input``, ``output``, ``cache_read``,
    ``cache_write``): a reply that was cut off is paid for. {} where it tells none.
    """

    def __init__(
        self,
        message: str,
        *,
        kind: ModelErrorKind,
        status: int | None = None,
        retry_after: float | None = None,
        attempts: int = 1,
        hint: str | None = None,
        retryable: bool = False,
        tokens: Mapping[str, int] | None = None,
    ) -> None:
        super().__init__(message, hint=hint, retryable=retryable)
        self.kind = kind
        self.tokens = dict(tokens or {})
        self.status = status
        self.retry_after = retry_after
        self.attempts = attempts


class RecordingNotFound(ModelError):
    """Replay has no reply for this request; ``request_hash`` is what was asked, ``nearest`` the closest one."""

    def __init__(self, message: str, *, request_hash: str, nearest: str | None, hint: str | None = None) -> None:
        super().__init__(message, kind="not-found", hint=hint)
        self.request_hash = request_hash
        self.nearest = nearest


class EndpointError(BackendError):
    """An endpoint that failed; ``endpoint`` is its name, ``status`` the HTTP status or None.

    ``said`` holds the server's own words, None without any: they may repeat the query and values of the graph, so they
    are for eyes on this machine only and no part of the message.
    """

    def __init__(
        self,
        message: str,
        *,
        kind: EndpointErrorKind,
        endpoint: str,
        status: int | None = None,
        retry_after: float | None = None,
        hint: str | None = None,
        retryable: bool = False,
        said: str | None = None,
    ) -> None:
        super().__init__(message, hint=hint, retryable=retryable)
        self.kind = kind
        self.endpoint = endpoint
        self.status = status
        self.retry_after = retry_after
        self.said = said


class LeakBlocked(NlkgqError):
    """The wire gate found a value in what would have left; the message never holds the value."""

    exit_code = 6
