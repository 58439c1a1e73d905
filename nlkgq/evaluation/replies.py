"""Replies of models, kept with the run: nothing is paid for twice, and replies may come from elsewhere."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from nlkgq.errors import ConfigError, ModelError, ModelErrorKind, RecordingNotFound
from nlkgq.evaluation.journal import Journal
from nlkgq.llm.protocol import LLMClient, ModelReply, ModelRequest, Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFailure:
    """A model's own failure on a request, as a batch reports it: it declined, or was cut off."""

    kind: ModelErrorKind
    message: str


class ReplyStore:
    """Replies by request hash and repetition, over a journal. Threads may share it."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._replies: dict[tuple[str, int], ModelReply | ModelFailure] = {}
        for entry in journal.entries:
            try:
                self._replies[entry["request"], entry["repeat"]] = _from_entry(entry)
            except (KeyError, TypeError) as error:
                raise ConfigError(f"{journal.path} holds what is no reply: {error}", place=str(journal.path)) from None

    def get(self, request_hash: str, repeat: int) -> ModelReply | ModelFailure | None:
        """The reply, or None."""
        return self._replies.get((request_hash, repeat))

    def put_failure(self, request_hash: str, repeat: int, failure: ModelFailure) -> None:
        """Keeps that the model itself failed on a request; asking again would be another experiment.

        Raises:
            ConfigError: It cannot be written.
        """
        self._journal.append({"request": request_hash, "repeat": repeat, "failure": asdict(failure)})
        self._replies[request_hash, repeat] = failure

    def put(self, request_hash: str, repeat: int, reply: ModelReply, *, origin: str) -> None:
        """Keeps a reply; ``origin`` is ``live`` or ``batch``.

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
        self._replies[request_hash, repeat] = reply


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
        reply = self._store.get(key, self._repeat)
        if isinstance(reply, ModelFailure):
            raise ModelError(reply.message, kind=reply.kind)
        if reply is None:
            if self.inner is None:
                self.open[key] = request
                raise RecordingNotFound("the reply has not come yet", request_hash=key, nearest=None)
            reply = self.inner.complete(request)
            self._store.put(key, self._repeat, reply, origin="live")
        calls: list[ModelReply] | None = getattr(self._calls, "list", None)
        if calls is not None:
            calls.append(reply)
        return reply

    @contextmanager
    def calls(self) -> Iterator[list[ModelReply]]:
        """The replies that this thread gets within the block."""
        self._calls.list = []
        try:
            yield self._calls.list
        finally:
            self._calls.list = None
