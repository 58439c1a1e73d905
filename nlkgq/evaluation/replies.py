"""Replies of models, kept with the run: nothing is paid for twice, and replies may come from elsewhere."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any, Final, Literal

from nlkgq.errors import ConfigError, ModelError, ModelErrorKind, RecordingNotFound
from nlkgq.evaluation.journal import Journal
from nlkgq.llm.protocol import LLMClient, ModelReply, ModelRequest, Usage

OWN_FAILURES: Final[frozenset[ModelErrorKind]] = frozenset({"refusal", "cut-off", "too-large", "bad-reply"})
"""Failures of the model itself: asking again would be another experiment."""
Origin = Literal["live", "batch"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFailure:
    """A model's own failure on a request: it declined, or was cut off. ``tokens`` are paid for all the same."""

    kind: ModelErrorKind
    message: str
    model: str = ""
    tokens: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, error: ModelError, model: str) -> ModelFailure:
        """What is kept of an error."""
        return cls(kind=error.kind, message=error.message, model=model, tokens=error.tokens)


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """What one reply, or failure, cost.

    Args:
        model: As the provider names it.
        tokens: Kind -> tokens.
        batch: Whether it came by a batch, which costs less.
    """

    model: str
    tokens: Mapping[str, int]
    batch: bool


@dataclass(slots=True, kw_only=True)
class Calls:
    """The calls for one question.

    Args:
        replies: What each reply cost.
        lost: Why a call had no reply, whatever the system made of that; None where each had one.
    """

    replies: list[Call] = field(default_factory=list)
    lost: ModelError | None = None


class ReplyStore:
    """Replies by request hash and repetition, over a journal. Threads may share it.

    ``spent`` grows with what is put in: the calls of the run so far, those of unfinished questions included.
    """

    def __init__(self, journal: Journal) -> None:
        self.spent: list[Call] = []
        self._journal = journal
        self._replies: dict[tuple[str, int], tuple[ModelReply | ModelFailure, Call]] = {}
        for entry in journal.entries:
            try:
                self._keep(entry["request"], entry["repeat"], _from_entry(entry), entry.get("origin", "batch"))
            except (KeyError, TypeError) as error:
                raise ConfigError(f"{journal.path} holds what is no reply: {error}", place=str(journal.path)) from None

    def get(self, request_hash: str, repeat: int) -> ModelReply | ModelFailure | None:
        """The reply, or None."""
        found = self._replies.get((request_hash, repeat))
        return None if found is None else found[0]

    def call(self, request_hash: str, repeat: int) -> Call:
        """What a reply that is there cost."""
        return self._replies[request_hash, repeat][1]

    def put_failure(self, request_hash: str, repeat: int, failure: ModelFailure, *, origin: Origin) -> None:
        """Keeps that the model itself failed on a request.

        Raises:
            ConfigError: It cannot be written.
        """
        entry = {"request": request_hash, "repeat": repeat, "origin": origin, "failure": asdict(failure)}
        self._journal.append(entry)
        self._keep(request_hash, repeat, failure, origin)

    def put(self, request_hash: str, repeat: int, reply: ModelReply, *, origin: Origin) -> None:
        """Keeps a reply.

        Raises:
            ConfigError: It cannot be written.
        """
        self._journal.append(
            {
                "request": request_hash,
                "repeat": repeat,
                "origin": origin,
                "date": datetime.now(UTC).isoformat(timespec="seconds"),
                "model": reply.model,
                "text": reply.text,
                "stop_reason": reply.stop_reason,
                "usage": asdict(reply.usage),
                "seconds": reply.seconds,
            }
        )
        self._keep(request_hash, repeat, reply, origin)

    def _keep(self, request_hash: str, repeat: int, reply: ModelReply | ModelFailure, origin: Origin) -> None:
        tokens = reply.usage.by_kind() if isinstance(reply, ModelReply) else reply.tokens
        call = Call(model=reply.model, tokens=tokens, batch=origin == "batch")
        self._replies[request_hash, repeat] = reply, call
        self.spent.append(call)


def _from_entry(entry: Mapping[str, Any]) -> ModelReply | ModelFailure:
    if "failure" in entry:
        return ModelFailure(**entry["failure"])
    return ModelReply(
        text=entry["text"],
        model=entry["model"],
        usage=Usage(**entry["usage"]),
        stop_reason=entry["stop_reason"],
        seconds=entry["seconds"],
    )


class KeptClient:
    """Answers from the store first; what is not there is asked for, and kept.

    Args:
        store: Of the run.
        repeat: Which repetition this client serves.
        inner: Who is asked; None when replies come from elsewhere, in a batch: requests are then collected in ``open``.
    """

    def __init__(self, store: ReplyStore, repeat: int, inner: LLMClient | None = None) -> None:
        self.open: dict[str, ModelRequest] = {}
        self.inner = inner
        self._store = store
        self._repeat = repeat
        self._calls = threading.local()

    def complete(self, request: ModelRequest) -> ModelReply:
        """The reply.

        Raises:
            RecordingNotFound: Nobody is asked, and the reply has not come yet.
            ModelError: The call failed.
        """
        key = request.hash
        reply = self._store.get(key, self._repeat) or self._ask(request, key)
        calls: Calls | None = getattr(self._calls, "open", None)
        if calls is not None:
            calls.replies.append(self._store.call(key, self._repeat))
        if isinstance(reply, ModelFailure):
            raise ModelError(reply.message, kind=reply.kind, tokens=reply.tokens)
        return reply

    def _ask(self, request: ModelRequest, key: str) -> ModelReply | ModelFailure:
        if self.inner is None:
            self.open[key] = request
            raise RecordingNotFound("the reply has not come yet", request_hash=key, nearest=None)
        try:
            reply = self.inner.complete(request)
        except ModelError as error:
            if error.kind not in OWN_FAILURES:
                calls: Calls | None = getattr(self._calls, "open", None)
                if calls is not None:
                    calls.lost = error
                raise
            failure = ModelFailure.of(error, request.model)
            self._store.put_failure(key, self._repeat, failure, origin="live")
            return failure
        self._store.put(key, self._repeat, reply, origin="live")
        return reply

    @contextmanager
    def calls(self) -> Iterator[Calls]:
        """The calls that this thread makes within the block."""
        self._calls.open = Calls()
        try:
            yield self._calls.open
        finally:
            self._calls.open = None
