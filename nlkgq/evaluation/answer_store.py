"""Results of queries over one graph, kept on disk: gold and predictions are run once."""

from __future__ import annotations

import hashlib
import re
import sqlite3
import threading
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from nlkgq.errors import ConfigError, EndpointError, RefusedError
from nlkgq.evaluation.audit.forms import pin_clock
from nlkgq.evaluation.stored_results import from_json, to_json
from nlkgq.results.models import Result
from nlkgq.sparql import parse_query

if TYPE_CHECKING:
    from nlkgq.api import KnowledgeGraph

_CHANGING: Final = re.compile(r"\b(?:NOW|RAND|UUID|STRUUID|BNODE)\s*\(", re.IGNORECASE)
_NOW: Final = re.compile(r"\bNOW\s*\(", re.IGNORECASE)
_LASTING: Final = frozenset({"bad-query", "timeout", "too-large"})
"""Failures that the same query meets again."""

State = Literal["ok", "refused", "failed", "timeout", "too-large"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredAnswer:
    """What a query came to: a result, or why there is none (``message``)."""

    state: State
    result: Result | None = None
    message: str = ""

    @property
    def cut(self) -> bool:
        """Whether a cap cut the result, so that it cannot be compared."""
        return self.result is not None and any(n.code in ("truncated", "endpoint-cap") for n in self.result.notes)


class AnswerStore:
    """Runs queries over one graph, through gate and rewriter, and keeps what they came to. Threads may share it.

    Args:
        kg: The graph; its timeout and row cap hold.
        file: The cache; None keeps nothing. A graph behind an address is never cached: it may change.
        clock: What NOW() returns, ISO 8601 with time zone; the real time when None.
    """

    def __init__(self, kg: KnowledgeGraph, file: Path | None, *, clock: str | None = None) -> None:
        self._kg = kg
        self._clock = clock
        self._lock = threading.Lock()
        limits = kg.knowledge.limits
        self._bounds = f"{limits.seconds}\n{limits.rows}\n{limits.bytes}\n"
        self._cache: sqlite3.Connection | None = None
        if file is not None and not kg.knowledge.remote:
            try:
                file.parent.mkdir(parents=True, exist_ok=True)
                self._cache = sqlite3.connect(file, check_same_thread=False, timeout=60, isolation_level=None)
                self._cache.execute("PRAGMA journal_mode = WAL")
                self._cache.execute("PRAGMA synchronous = OFF")  # a cache: what is lost is run again
                self._cache.execute("CREATE TABLE IF NOT EXISTS answer (key TEXT PRIMARY KEY, state TEXT, data BLOB)")
            except (sqlite3.Error, OSError) as error:
                raise ConfigError(f"{file} cannot be used: {error}", place=str(file), hint="Remove it.") from None

    @classmethod
    def cached(cls, kg: KnowledgeGraph, *, clock: str | None = None) -> AnswerStore:
        """The store in the user's cache folder, for the graph as its files are now."""
        from nlkgq.resources import cache_dir

        if kg.knowledge.remote:
            return cls(kg, None, clock=clock)
        return cls(kg, cache_dir() / "answers" / f"{kg.knowledge.key[:32]}.sqlite", clock=clock)

    def run(self, query: str) -> StoredAnswer:
        """What a query comes to; never raises for a bad one."""
        try:
            if self._clock is not None and _NOW.search(query):
                query = str(pin_clock(parse_query(query, undeclared_prefixes=True), self._clock))
            native = self._kg.rewrite(query)
        except RefusedError as error:
            return StoredAnswer(state="refused", message=error.message)
        key = hashlib.sha256((self._bounds + native).encode()).hexdigest()
        lasting = self._cache is not None and _CHANGING.search(native) is None
        if lasting:
            found = self._read(key)
            if found is not None:
                return found
        answer, keep = self._ask(query)
        if lasting and keep:
            self._write(key, answer)
        return answer

    def close(self) -> None:
        """Closes the cache; a second call does nothing."""
        with self._lock:
            if self._cache is not None:
                self._cache.close()
                self._cache = None

    def _ask(self, query: str) -> tuple[StoredAnswer, bool]:
        try:
            return StoredAnswer(state="ok", result=self._kg.query(query)), True
        except EndpointError as error:
            states: dict[str, State] = {"timeout": "timeout", "too-large": "too-large"}
            state = states.get(error.kind, "failed")
            return StoredAnswer(state=state, message=error.message), error.kind in _LASTING

    def _read(self, key: str) -> StoredAnswer | None:
        with self._lock:
            if self._cache is None:
                return None
            row = self._cache.execute("SELECT state, data FROM answer WHERE key = ?", (key,)).fetchone()
        if row is None:
            return None
        text = zlib.decompress(row[1]).decode()
        if row[0] == "ok":
            return StoredAnswer(state="ok", result=from_json(text))
        return StoredAnswer(state=row[0], message=text)

    def _write(self, key: str, answer: StoredAnswer) -> None:
        text = to_json(answer.result) if answer.result is not None else answer.message
        data = zlib.compress(text.encode(), 1)
        with self._lock:
            if self._cache is not None:
                try:
                    self._cache.execute("INSERT OR REPLACE INTO answer VALUES (?, ?, ?)", (key, answer.state, data))
                except sqlite3.OperationalError:  # a full disk: what is not kept is run again
                    self._cache.close()
                    self._cache = None
