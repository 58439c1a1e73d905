"""A file of JSON lines to which each line is on disk before it counts."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from nlkgq.errors import ConfigError


class Journal:
    """Appends objects durably; a process killed at any moment leaves whole lines and at most one torn end.

    The torn end is cut off when the file is opened again; a line that does not fit on the disk is taken back. Threads
    may share a journal, processes may not.

    Args:
        path: Made if missing, readable by its owner only.

    Raises:
        ConfigError: The file cannot be read or written, or a whole line in it is no object.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
            _sync_folder(path.parent)
        except OSError as error:
            raise self._failure(error) from None
        self.entries: list[dict[str, Any]] = self._recover()

    def append(self, entry: Mapping[str, Any]) -> None:
        """Writes one line; when this returns, it is on disk.

        Raises:
            ConfigError: It cannot be written; the file is as it was before.
        """
        line = json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        with self._lock:
            start = os.lseek(self._file, 0, os.SEEK_END)
            try:
                left = line
                while left:
                    left = left[os.write(self._file, left) :]
                os.fsync(self._file)
            except OSError as error:
                os.ftruncate(self._file, start)
                raise self._failure(error) from None
            self.entries.append(dict(entry))

    def close(self) -> None:
        """Closes the file; a second call does nothing."""
        with self._lock:
            if self._file >= 0:
                os.close(self._file)
                self._file = -1

    def _recover(self) -> list[dict[str, Any]]:
        data = self.path.read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            os.ftruncate(self._file, whole)
        entries = []
        for number, line in enumerate(data[:whole].split(b"\n")[:-1], 1):
            try:
                value = json.loads(line)
                if not isinstance(value, dict):
                    raise ValueError("not an object")
            except ValueError as error:
                place = f"{self.path}:{number}"
                raise ConfigError(
                    f"{place} is damaged: {error}", place=place, hint="Mend or remove the line; the rest is kept."
                ) from None
            entries.append(value)
        return entries

    def _failure(self, error: OSError) -> ConfigError:
        return ConfigError(
            f"{self.path} cannot be written: {error.strerror}",
            place=str(self.path),
            hint="What was finished is kept; make room and run the same command again.",
        )


def _sync_folder(folder: Path) -> None:
    """Makes the name of a new file durable, too."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
