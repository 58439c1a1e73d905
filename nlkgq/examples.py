"""Questions with queries that a person accepted or corrected: kept on this machine, one JSON object a line.

The file is `examples.jsonl` in the graph's own folder, or in the state folder where the graph has none that is its own
(a bundled one, files or an address on the command line). Questions and queries stand in it as they were asked, with
their values: only its owner can read it. Each line has ``id``, ``question``, ``sparql`` and ``kept`` (a date), so that
a file of examples is a data set, too.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Literal

from nlkgq.errors import ConfigError, SparqlSyntaxError, UsageError
from nlkgq.resources import resource_root, state_dir, writing
from nlkgq.sparql import parse_query

FILE: Final = "examples.jsonl"
"""Name of the file in a graph's folder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A question and the query that answers it.

    Args:
        question: In plain language, values and all.
        query: SPARQL over the ontology's terms, values and all.
        kept: The day on which it was kept, ISO 8601.
    """

    question: str
    query: str
    kept: str

    @property
    def id(self) -> str:
        """Ten hexadecimal digits that follow from question and query.

        >>> Example(question="Who?", query="ASK {}", kept="2025-01-01").id
        '2f85ea6599'
        """
        return sha256(f"{_folded(self.question)}\0{_plain(self.query)}".encode("utf-8", "surrogatepass")).hexdigest()[
            :10
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What keeping an example did: ``new``, ``replaced`` an older query for the question, or it was ``known``."""

    example: Example
    outcome: Literal["new", "replaced", "known"]


class ExampleFile:
    """The kept examples of one graph.

    Args:
        path: The file; it need not exist.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> tuple[Example, ...]:
        """Every example, oldest first; () when there is no file. A line that a crash has cut is left out.

        Raises:
            ConfigError: The file is not readable, or a whole line of it is no example.
        """
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise ConfigError(f"{self.path} cannot be read: {error.strerror or error}", place=str(self.path)) from None
        lines = data.split(b"\n")
        return tuple(self._example(line, number) for number, line in enumerate(lines[:-1], 1) if line.strip())

    def add(self, question: str, query: str) -> Kept:
        """Keep an example; an older one for the same question gives way, the same one stays as it is.

        Raises:
            ConfigError: The file cannot be read or written.
        """
        example = Example(question=question.strip(), query=query.strip(), kept=datetime.now(UTC).date().isoformat())
        with self._locked():
            known = self.read()
            if any(e.id == example.id for e in known):
                return Kept(example=example, outcome="known")
            others = [e for e in known if _folded(e.question) != _folded(example.question)]
            if len(others) == len(known):
                self._append(example)
                return Kept(example=example, outcome="new")
            self._write([*others, example])
        return Kept(example=example, outcome="replaced")

    def remove(self, identifier: str) -> Example:
        """Take an example out.

        Args:
            identifier: Its id, or enough of its beginning.

        Returns:
            What was taken out.

        Raises:
            UsageError: No example, or more than one, has it.
            ConfigError: The file cannot be read or written.
        """
        with self._locked():
            known = self.read()
            found = [e for e in known if identifier and e.id.startswith(identifier)]
            if len(found) != 1:
                many = "several examples begin" if found else "no example begins"
                raise UsageError(f"{many} with {identifier!r}", hint="`nlkgq keep --list` names them.")
            self._write([e for e in known if e.id != found[0].id])
        return found[0]

    def _example(self, line: bytes, number: int) -> Example:
        try:
            value = json.loads(line)
            return Example(
                question=_text(value["question"]), query=_text(value["sparql"]), kept=str(value.get("kept", ""))
            )
        except (ValueError, KeyError, TypeError, AttributeError):
            raise ConfigError(
                f"{self.path}: line {number} is no example",
                place=str(self.path),
                hint='Each line is {"question": "...", "sparql": "..."}.',
            ) from None

    def _append(self, example: Example) -> None:
        """One write behind the last whole line, so that a reader sees all of it or nothing."""
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            os.fchmod(descriptor, 0o600)
            size = os.fstat(descriptor).st_size
            if size and os.pread(descriptor, 1, size - 1) != b"\n":
                os.ftruncate(descriptor, self._whole(descriptor, size))
            os.write(descriptor, _line(example))
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    @staticmethod
    def _whole(descriptor: int, size: int) -> int:
        return os.pread(descriptor, size, 0).rfind(b"\n") + 1

    def _write(self, examples: Iterable[Example]) -> None:
        temporary = self.path.with_name(f"{self.path.name}.{os.getpid()}.new")
        try:
            descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.writelines(_line(example) for example in examples)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, self.path)
        finally:
            temporary.unlink(missing_ok=True)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Only one process at a time changes the file."""
        import fcntl

        with writing():
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            descriptor = os.open(self.path.with_name(f".{self.path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX)
                yield
            finally:
                os.close(descriptor)


def example_file(folder: Path | None, key: str) -> ExampleFile:
    """The examples of a graph.

    Args:
        folder: The folder of its kg.toml; None where it has none.
        key: Names it in the state folder.
    """
    if folder is not None and not folder.resolve().is_relative_to(resource_root().resolve()):
        return ExampleFile(folder / FILE)
    return ExampleFile(state_dir() / "examples" / f"{folder.name if folder is not None else key}.jsonl")


def _line(example: Example) -> bytes:
    value = {"id": example.id, "question": example.question, "sparql": example.query, "kept": example.kept}
    return (json.dumps(value, ensure_ascii=False) + "\n").encode("utf-8", "replace")


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError("no text")
    return value


def _folded(question: str) -> str:
    return " ".join(question.casefold().split())


def _plain(query: str) -> str:
    """The query without its spacing and comments."""
    try:
        return " ".join(token.text for token in parse_query(query, undeclared_prefixes=True).tokens)
    except SparqlSyntaxError:
        return query.strip()
