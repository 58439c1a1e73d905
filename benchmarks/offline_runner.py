"""A child process that answers the queries of the benchmark: one that takes too long is killed."""

from __future__ import annotations

import itertools
import os
import pickle
import select
import signal
import time

import pyoxigraph as ox

from nlkgq.results.models import AskResult, Result, SelectResult
from nlkgq.results.terms import from_oxigraph


class Runner:
    """A child process that answers queries; it is killed and replaced when one takes too long.

    ``cpu`` is the processor time of all queries so far, in seconds; of a killed one it is the time it was given.
    """

    def __init__(self, store: ox.Store) -> None:
        self.store = store
        self.child: int | None = None
        self.cpu = 0.0

    def run(self, query: str, seconds: float, *, rows: int | None = None) -> Result | str | None:
        """The result, the text of an error, or None when it took longer than ``seconds``; at most ``rows`` rows."""
        if self.child is None:
            self._start()
        pickle.dump((query, rows), self.writer)
        self.writer.flush()
        if not select.select([self.reader], [], [], seconds)[0]:
            os.kill(self.child, signal.SIGKILL)
            self.close()
            self.cpu += seconds
            return None
        found: Result | str
        found, cpu = pickle.load(self.reader)
        self.cpu += cpu
        return found

    def close(self) -> None:
        """Ends the child."""
        if self.child is not None:
            self.reader.close()
            self.writer.close()
            os.waitpid(self.child, 0)
            self.child = None

    def _start(self) -> None:
        read_query, write_query = os.pipe()
        read_result, write_result = os.pipe()
        self.child = os.fork()
        if self.child:
            os.close(read_query)
            os.close(write_result)
            self.writer, self.reader = os.fdopen(write_query, "wb"), os.fdopen(read_result, "rb")
            return
        os.close(write_query)
        os.close(read_result)
        with os.fdopen(read_query, "rb") as queries, os.fdopen(write_result, "wb") as results:
            while True:
                try:
                    query, rows = pickle.load(queries)
                except EOFError:
                    os._exit(0)
                begun = time.process_time()
                try:
                    found: Result | str = self._answer(query, rows)
                except (SyntaxError, ValueError, OSError) as error:
                    found = f"{type(error).__name__}: {error}"
                pickle.dump((found, time.process_time() - begun), results)
                results.flush()

    def _answer(self, query: str, rows: int | None) -> Result:
        found = self.store.query(query)
        if isinstance(found, ox.QueryBoolean):
            return AskResult(boolean=bool(found))
        variables = tuple(v.value for v in found.variables)
        table = (tuple(None if t is None else from_oxigraph(t) for t in row) for row in found)
        return SelectResult(variables=variables, rows=tuple(itertools.islice(table, rows)))
