"""A client that answers from recordings; no model, no network."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

from nlkgq.errors import RecordingNotFound
from nlkgq.llm.protocol import ModelReply, ModelRequest
from nlkgq.llm.recordings import Recording, conversation, read_recordings

_SHOWN = 160
"""Most characters of the nearest recording in the message."""


class ReplayClient:
    """Answers a request with the reply recorded for it; the latest where there are several.

    A request is known by its hash. The model's name takes part in the hash, yet a replay has none of its own: the names
    of the recordings are tried.

    Args:
        path: A file of JSON lines, as `RecordingClient` writes it.

    Raises:
        ResourceNotFound, ConfigError: The file is missing or broken.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.recordings: tuple[Recording, ...] = read_recordings(path)
        self._by_hash = {r.request_hash: r for r in self.recordings}
        self._models = tuple(dict.fromkeys(r.model for r in self.recordings))
        self._used: set[str] = set()
        self._lock = threading.Lock()

    def complete(self, request: ModelRequest) -> ModelReply:
        """The recorded reply.

        Raises:
            RecordingNotFound: There is none; the message shows the nearest.
        """
        hashes = [request.hash, *(replace(request, model=model).hash for model in self._models)]
        recording = next((self._by_hash[h] for h in hashes if h in self._by_hash), None)
        if recording is None:
            raise self._not_found(request)
        with self._lock:
            self._used.add(recording.request_hash)
        return ModelReply(
            text=recording.reply,
            model=recording.model,
            usage=recording.usage,
            stop_reason=recording.stop_reason,
        )

    def unused(self) -> tuple[Recording, ...]:
        """Recordings that answered nothing so far: a test that leaves some has drifted from them."""
        with self._lock:
            return tuple(r for r in self._by_hash.values() if r.request_hash not in self._used)

    def _not_found(self, request: ModelRequest) -> RecordingNotFound:
        from rapidfuzz import fuzz, process

        hint = "Record it with --record, or ask what was recorded."
        if not self.recordings:
            return RecordingNotFound(f"{self._path} is empty", request_hash=request.hash, nearest=None, hint=hint)
        if not any(r.question for r in self.recordings):
            message = f"no recording of request {request.hash[:12]} among {len(self.recordings)}"
            return RecordingNotFound(message, request_hash=request.hash, nearest=None, hint=hint)
        asked = conversation(request)
        texts = [r.question for r in self.recordings]
        _, score, index = process.extractOne(asked, texts, scorer=fuzz.ratio)
        nearest = self.recordings[index].request_hash
        alike = " ".join(texts[index].split())[:_SHOWN]
        message = f"no recording of request {request.hash[:12]}; nearest: {nearest[:12]}, {score:.0f} % alike: {alike}"
        if texts[index] == asked:
            message += " (the same messages: the instructions, the ontology or the settings differ)"
        return RecordingNotFound(message, request_hash=request.hash, nearest=nearest, hint=hint)
