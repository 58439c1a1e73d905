"""A client that writes down what another one replies."""

from __future__ import annotations

import os
import threading
from datetime import UTC, datetime
from pathlib import Path

from nlkgq.errors import ConfigError
from nlkgq.llm.protocol import LLMClient, ModelReply, ModelRequest
from nlkgq.llm.recordings import Recording, conversation


class RecordingClient:
    """Asks ``client`` and appends each reply to a file of JSON lines, on disk before the reply is returned.

    Args:
        client: Who answers.
        path: Made if missing, readable by its owner only; never emptied. Several processes may write to one file.
        prompt_hash: Of the prompt templates; None if unknown.

    Raises:
        ConfigError: The file cannot be written; said before a call is paid for.
    """

    def __init__(self, client: LLMClient, path: Path, *, prompt_hash: str | None = None) -> None:
        self._client = client
        self._path = path
        self._prompt_hash = prompt_hash
        self._lock = threading.Lock()
        self._append("")

    def complete(self, request: ModelRequest) -> ModelReply:
        """The other client's reply.

        Raises:
            ModelError: Its failure; nothing is written.
            ConfigError: The file can no longer be written.
        """
        reply = self._client.complete(request)
        recording = Recording(
            kind="recorded",
            date=datetime.now(UTC).isoformat(timespec="seconds"),
            request_hash=request.hash,
            prompt_hash=self._prompt_hash,
            model=request.model,
            question=conversation(request),
            reply=reply.text,
            stop_reason=reply.stop_reason,
            usage=reply.usage,
        )
        self._append(recording.to_line() + "\n")
        return reply

    def _append(self, text: str) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._lock:
                file = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
                try:
                    left = text.encode()
                    while left:
                        left = left[os.write(file, left) :]
                    os.fsync(file)
                finally:
                    os.close(file)
        except OSError as error:
            raise ConfigError(
                f"{self._path} cannot be written: {error.strerror}", place=str(self._path), hint="Choose another file."
            ) from None
