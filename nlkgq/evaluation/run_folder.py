"""The folder of a run: its manifest, its records, its replies; one process at a time."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from nlkgq.errors import ConfigError, ResourceNotFound, UsageError
from nlkgq.evaluation.journal import Journal
from nlkgq.evaluation.record import Record

_TOLD: Final = 5
"""Differences that an error names."""
MANIFEST: Final = "manifest.json"
FORMAT: Final = 1
_MAKE: Final = "`nlkgq bench run` makes one."


class RunFolder:
    """Opens a run for writing, or makes it.

    Args:
        path: The folder.
        identity: What the run is: flat names and plain values. Everything that may change an answer belongs in it.
        details: What is worth knowing beside it, and may differ when the run goes on.

    Raises:
        ConfigError: The folder holds a run that differs from ``identity``, or cannot be written.
        UsageError: Another process is running in it.
    """

    def __init__(
        self, path: Path, *, identity: Mapping[str, Any] | None = None, details: Mapping[str, Any] | None = None
    ) -> None:
        self.path = path
        try:
            path.mkdir(parents=True, exist_ok=True)
            self._lock = os.open(path / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise ConfigError(f"{path} cannot be used: {error.strerror}", place=str(path)) from None
        try:
            self._take_lock()
            self.manifest = self._manifest(identity, details or {})
            self._journal = Journal(path / "records.jsonl")
            self.replies = Journal(path / "replies.jsonl")
        except BaseException:
            os.close(self._lock)
            raise
        self.records: dict[tuple[str, int], Record] = latest(self._journal.entries)

    def add(self, record: Record) -> None:
        """Writes a record; when this returns it is on disk.

        Raises:
            ConfigError: It cannot be written; all before it is kept.
        """
        self._journal.append(record.to_plain())
        self.records[record.key] = record

    def close(self) -> None:
        """Lets the next process in; a second call does nothing."""
        self._journal.close()
        self.replies.close()
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def __enter__(self) -> RunFolder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _take_lock(self) -> None:
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(self._lock, 32, 0).decode(errors="replace").strip() or "another"
            raise UsageError(
                f"{self.path}: process {holder} is running in this folder", hint="Wait for it, or choose another --out."
            ) from None
        try:
            os.ftruncate(self._lock, 0)
            os.pwrite(self._lock, str(os.getpid()).encode(), 0)
        except OSError as error:
            raise ConfigError(f"{self.path} cannot be used: {error.strerror}", place=str(self.path)) from None

    def _manifest(self, identity: Mapping[str, Any] | None, details: Mapping[str, Any]) -> dict[str, Any]:
        file = self.path / MANIFEST
        if file.exists() and (identity is None or not is_untouched(self.path)):
            found = read_manifest(self.path)
            if identity is not None:
                refuse_changes(found["identity"], identity, self.path)
                if found.get("details") != dict(details):  # a limit that grew
                    found["details"] = dict(details)
                    write_whole(file, json.dumps(found, ensure_ascii=False, indent=2) + "\n")
            return found
        if identity is None:
            raise ResourceNotFound(
                f"{self.path} holds no run", place=str(self.path), hint="`nlkgq bench run` makes one."
            )
        made = {
            "format": FORMAT,
            "started": datetime.now(UTC).isoformat(timespec="seconds"),
            "identity": dict(identity),
            "details": dict(details),
        }
        write_whole(file, json.dumps(made, ensure_ascii=False, indent=2) + "\n")
        return made


def is_untouched(folder: Path) -> bool:
    """Whether nothing was asked yet in a folder: a run that ended before its first record binds nobody."""
    files = [folder / "records.jsonl", folder / "replies.jsonl"]
    return not any(f.exists() and f.stat().st_size for f in files) and not (folder / "requests").exists()


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a run.

    Raises:
        ResourceNotFound: No run lies there.
        ConfigError: The manifest is damaged, or of another version.
    """
    file = folder / MANIFEST
    try:
        found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        raise ResourceNotFound(
            f"{folder} holds no run", place=str(folder), hint="`nlkgq bench run` makes one."
        ) from None
    except (OSError, ValueError) as error:
        raise ConfigError(f"{file} is damaged: {error}", place=str(file)) from None
    if not isinstance(found, dict) or found.get("format") != FORMAT or not isinstance(found.get("identity"), dict):
        raise ConfigError(f"{file} is no manifest of this version", place=str(file))
    return found


def read_records(folder: Path) -> dict[tuple[str, int], Record]:
    """The records of a run by question id and repetition, for reading alone; the latest of each.

    Raises:
        ResourceNotFound: No run lies there.
        ConfigError: A record is damaged.
    """
    read_manifest(folder)
    file = folder / "records.jsonl"
    if not file.exists():
        return {}
    data = file.read_bytes()
    lines = data[: data.rfind(b"\n") + 1].split(b"\n")[:-1]
    try:
        return latest([json.loads(line) for line in lines])
    except ValueError as error:
        raise ConfigError(f"{file} is damaged: {error}", place=str(file)) from None


def latest(entries: list[dict[str, Any]]) -> dict[tuple[str, int], Record]:
    """Records by key, in the order of their first appearance; a later one replaces an earlier one."""
    records = {}
    for entry in entries:
        record = Record.from_plain(entry)
        records[record.key] = record
    return records


def refuse_changes(old: Mapping[str, Any], new: Mapping[str, Any], folder: Path) -> None:
    """Raises where a run would go on as another one.

    Raises:
        ConfigError: Something differs; the message says what, from what, to what.
    """
    plain = json.loads(json.dumps(dict(new)))
    changed = [k for k in dict.fromkeys((*old, *plain)) if old.get(k) != plain.get(k)]
    if changed:
        if "dataset" in changed:
            changed = ["dataset"]  # all else follows from it
        told = "; ".join(f"{k}: {_short(old.get(k))} -> {_short(plain.get(k))}" for k in changed[:_TOLD])
        if len(changed) > _TOLD:
            told += f"; and {len(changed) - _TOLD} more"
        raise ConfigError(
            f"{folder} holds a run that differs: {told}",
            place=str(folder),
            hint="Undo the change to go on with it, or choose another --out.",
        )


def _short(value: Any) -> str:
    text = "absent" if value is None else str(value)
    return text if len(text) <= 60 else text[:57] + "..."


def write_whole(path: Path, text: str) -> None:
    """Writes a file so that it is there whole or not at all.

    Raises:
        ConfigError: It cannot be written.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        with suppress(OSError):  # nor can it be removed where nothing may be written
            part.unlink(missing_ok=True)
        raise ConfigError(f"{path} cannot be written: {error.strerror}", place=str(path)) from None
