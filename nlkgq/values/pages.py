"""What a scan of an endpoint has read so far, on disk, in files that only their owner can read."""

from __future__ import annotations

import gzip
import json
import os
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any

from nlkgq.errors import ConfigError
from nlkgq.iri import RDF, XSD
from nlkgq.results.models import RdfTerm, SelectResult
from nlkgq.values.schema import VERSION
from nlkgq.values.staging import Staging


class Pages:
    """Pages on disk: one JSON object a line, the first one says whose they are. A context manager.

    Args:
        path: Of the pages of a scan that is going on; those of the last complete one are packed beside it.
        key: Whose they are; those of another key are dropped.
        fresh: Leave the packed ones out.
    """

    def __init__(self, path: Path, key: str, *, fresh: bool = False) -> None:
        self._path = path
        self._packed = path.with_name(path.name + ".gz")
        self._lock_file = path.with_name(path.name + ".lock")
        self._key = key
        self._fresh = fresh
        self.packed: dict[str, int] = {}
        """Property -> its triples at the last complete scan; empty while one goes on."""
        self._positions: dict[str, tuple[int, bool]] = {}
        self._file: IO[str] | None = None
        self._lock: int | None = None

    def __enter__(self) -> Pages:
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._take_lock()
        header = {"version": VERSION, "key": self._key}
        self._repair()
        lines = self._lines()
        fresh = next(lines, None) != header
        if fresh:
            self._path.unlink(missing_ok=True)
            self._read_packed(header)
        else:
            for page in lines:
                self._positions[page["property"]] = (page["offset"], page["done"])
        self._file = os.fdopen(
            os.open(self._path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600), "a", encoding="utf-8"
        )
        if fresh:
            self._write(header)
        return self

    def __exit__(self, *exception: object) -> None:
        if self._file is not None:
            self._file.close()
        if self._lock is not None:
            self._lock_file.unlink(missing_ok=True)
            os.close(self._lock)

    def _take_lock(self) -> None:
        """Keeps out a second scan, whose pages would stand among these; the lock ends with the process."""
        try:
            import fcntl
        except ImportError:  # Windows
            return
        lock = os.open(self._lock_file, os.O_CREAT | os.O_RDWR, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._lock = lock
        except BlockingIOError:
            os.close(lock)
            raise ConfigError(
                "the same endpoint is being read by another `nlkgq index`",
                place=str(self._lock_file),
                hint="Wait until it has ended: what it reads will be there for all.",
            ) from None

    def position(self, property_iri: str) -> tuple[int, bool]:
        """How many triples of a property are here, and whether that is all."""
        return self._positions.get(property_iri, (0, False))

    def append(self, property_iri: str, result: SelectResult, offset: int, *, done: bool) -> None:
        """Keep a page."""
        rows = [[list(s), list(o)] for s, o in result.rows if s is not None and o is not None]
        self._write({"property": property_iri, "rows": rows, "offset": offset, "done": done})

    def fill(self, staging: Staging) -> None:
        """Give all triples to a staging."""
        for page in self._lines():
            for s, o in page.get("rows", ()):
                subject, target = RdfTerm(*s), RdfTerm(*o)
                if target.kind == "literal":
                    datatype = target.datatype or XSD + "string"
                    datatype = RDF + "langString" if target.language else datatype
                    staging.add_literal(_name(subject), page["property"], target.value, datatype, target.language)
                else:
                    staging.add_link(_name(subject), page["property"], _name(target))

    def unpack(self, properties: Iterable[str]) -> int:
        """Take the pages of these properties over from the last complete scan.

        Returns:
            How many triples they hold.
        """
        wanted = frozenset(properties) - self._positions.keys()
        if not wanted:
            return 0
        rows = 0
        with gzip.open(self._packed, "rt", encoding="utf-8") as file:
            for line in file:
                page = json.loads(line)
                if page.get("property") in wanted:
                    self._write(page)
                    rows += len(page["rows"])
        self._positions.update((name, (self.packed[name], True)) for name in wanted)
        return rows

    def pack(self) -> None:
        """Keep the pages of a complete scan for the next one."""
        temporary = self._packed.with_name(self._packed.name + ".new")
        temporary.unlink(missing_ok=True)
        with (
            os.fdopen(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as target,
            gzip.open(target, "wb", compresslevel=1) as packed,
            self._path.open("rb") as source,
        ):
            shutil.copyfileobj(source, packed)
        os.replace(temporary, self._packed)
        self.drop()

    def drop(self) -> None:
        """Forget the pages that are not packed."""
        self._path.unlink(missing_ok=True)

    def _read_packed(self, header: dict[str, Any]) -> None:
        if self._fresh or not self._packed.is_file():
            return
        try:
            with gzip.open(self._packed, "rt", encoding="utf-8") as file:
                lines = map(json.loads, file)
                if next(lines, None) == header:
                    self.packed = {page["property"]: page["offset"] for page in lines}
        except (OSError, EOFError, ValueError):  # damaged: everything is read again
            self.packed = {}

    def _write(self, value: dict[str, Any]) -> None:
        assert self._file is not None
        self._file.write(json.dumps(value, ensure_ascii=False) + "\n")
        self._file.flush()

    def _lines(self) -> Iterator[Any]:
        if self._path.is_file():
            with self._path.open(encoding="utf-8") as file:
                yield from map(json.loads, file)

    def _repair(self) -> None:
        """Take off a last line that a crash has cut."""
        if not self._path.is_file():
            return
        whole = 0
        with self._path.open("rb") as file:
            for line in file:
                if not line.endswith(b"\n"):
                    break
                whole += len(line)
        if whole < self._path.stat().st_size:
            os.truncate(self._path, whole)


def _name(term: RdfTerm) -> str:
    return "_:" + term.value.removeprefix("_:") if term.kind == "bnode" else term.value
