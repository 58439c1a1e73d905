"""Queries against a gold on small graphs, in a process that is killed when one takes too long."""

from __future__ import annotations

import multiprocessing
from collections.abc import Sequence
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from types import TracebackType

from nlkgq.errors import ConfigError
from nlkgq.evaluation.dataset import Scoring
from nlkgq.evaluation.suite.engine_process import Verdict, serve
from nlkgq.evaluation.suite.graphs import Triple
from nlkgq.results.formats import write_ntriples
from nlkgq.results.models import GraphResult

_START = 60.0
"""Seconds for the process to start, on a machine that is busy."""


class SuiteEngine:
    """Judges queries; use as a context manager.

    Args:
        scoring: How answers are compared.
        seconds: For one query.
    """

    def __init__(self, scoring: Scoring, *, seconds: float = 2.0) -> None:
        self._scoring = scoring
        self._seconds = seconds
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    def judge(
        self, triples: str, gold: str, queries: Sequence[str], *, variants: Sequence[str] = (), ordered: bool = False
    ) -> tuple[str, list[Verdict]]:
        """The gold's state on a graph, and a verdict for each query.

        Args:
            triples: The graph, N-Triples.
            gold: The expected query.
            queries: To judge.
            variants: Forms of the gold that agree with it where its answer is not left to the engine.
            ordered: Whether the order of rows counts.

        Returns:
            ``ok``, ``empty``, ``ambiguous`` or ``failed``; and verdicts, none for the last two.
        """
        verdicts: list[Verdict] = []
        state = "failed"
        while True:
            pipe = self._open()
            pipe.send((triples, gold, tuple(variants), ordered, self._scoring, tuple(queries[len(verdicts) :])))
            try:
                state = self._receive(pipe, factor=3)
                if state in ("ambiguous", "failed"):
                    return state, []
                while len(verdicts) < len(queries):
                    verdicts.append(self._receive(pipe))  # type: ignore[arg-type] # the other side sends verdicts
                return state, verdicts
            except (TimeoutError, EOFError, ConnectionError):
                self.close()
                if state == "failed":
                    return state, []
                verdicts.append("timeout")
                if len(verdicts) == len(queries):
                    return state, verdicts

    def close(self) -> None:
        """Ends the process; a second call does nothing."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None

    def __enter__(self) -> SuiteEngine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _receive(self, pipe: Connection, *, factor: int = 1) -> str:
        if not pipe.poll(self._seconds * factor):
            raise TimeoutError
        return str(pipe.recv())

    def _open(self) -> Connection:
        if self._pipe is None or self._process is None or not self._process.is_alive():
            self.close()
            context = multiprocessing.get_context("spawn")
            self._pipe, other = context.Pipe()
            self._process = context.Process(target=serve, args=(other,), daemon=True)
            self._process.start()
            other.close()
            if not self._pipe.poll(_START) or self._pipe.recv() != "ready":
                raise ConfigError("the process for small graphs does not start", place="suite")
        return self._pipe


def n_triples(triples: Sequence[Triple]) -> str:
    """A graph as the engine takes it."""
    return write_ntriples(GraphResult(triples=tuple(triples)))
