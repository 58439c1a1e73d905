"""A graph in files, queried by the embedded engine in a process that can be killed."""

from __future__ import annotations

import contextlib
import threading
import time
import weakref
from collections.abc import Generator, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from nlkgq.endpoints.store_cache import Progress, discard_store, prepare_store, store_is_sound
from nlkgq.endpoints.terms import TermReader
from nlkgq.endpoints.uncorrelated import uncorrelated
from nlkgq.endpoints.worker_process import WorkerEnded, WorkerProcess
from nlkgq.errors import EndpointError, EndpointErrorKind
from nlkgq.results.models import AskResult, GraphResult, RdfTerm, Result, ResultNote, Row, SelectResult

if TYPE_CHECKING:
    from nlkgq.endpoints.protocol import Limits
    from nlkgq.validation.gate import GatedQuery

DEFAULT_MEMORY = 2_000_000_000
DEFAULT_WORKERS = 2


class EmbeddedEndpoint:
    """RDF files behind the `Endpoint` protocol. Threads may share it.

    The files are loaded once into an on-disk store, found again by their content. Queries run in worker processes
    that are kept, killed at the deadline and replaced; they have a cap on memory and no network, so SERVICE
    fails there.

    Args:
        paths: RDF files of one graph.
        name: Name in messages.
        cache_dir: Folder for stores; None for no store: each query then comes with its graph.
        progress: Told of a load, while it lasts.
        union_default_graph: Whether a query without GRAPH sees the triples of the named graphs, too. It makes no
            difference to files without named graphs.
        memory: Bytes that one query may allocate.
        workers: Most processes at once; the second starts when two threads ask at once.

    Example:
        >>> import tempfile
        >>> from nlkgq.endpoints.protocol import Limits
        >>> from nlkgq.validation.gate import GatePolicy, gate
        >>> folder = Path(tempfile.mkdtemp())
        >>> _ = (folder / "a.ttl").write_text("<http://e/a> <http://e/b> 'c' .")
        >>> endpoint = EmbeddedEndpoint([folder / "a.ttl"], name="a", cache_dir=folder)
        >>> endpoint.run(gate("SELECT ?o { ?s ?p ?o }", GatePolicy()), limits=Limits()).rows[0][0].value
        'c'
        >>> endpoint.close()
    """

    def __init__(
        self,
        paths: Sequence[Path],
        *,
        name: str,
        cache_dir: Path | None,
        progress: Progress | None = None,
        union_default_graph: bool = True,
        memory: int = DEFAULT_MEMORY,
        workers: int = DEFAULT_WORKERS,
    ) -> None:
        self.name = name
        self._paths = [Path(p) for p in paths]
        self._cache_dir = cache_dir
        self._progress = progress
        self._union_default_graph = union_default_graph
        self._memory = memory
        self._slots = threading.BoundedSemaphore(workers)
        self._loading = threading.Lock()
        self._store: Path | None = None
        self._idle: list[WorkerProcess] = []
        self._all: set[WorkerProcess] = set()
        self._guard = threading.Lock()
        self._closed = False
        # Also at the end of the interpreter, and when somebody forgets to close.
        self._finalizer = weakref.finalize(self, _kill_all, self._all)

    def start(self) -> None:
        """Loads the files if need be and starts a worker; for a thread beside other work. `run` does it, too.

        Raises:
            LoadError: A file cannot be read.
            EndpointError: The worker does not start.
        """
        with self._slots:
            self._return(self._take())

    def run(self, query: GatedQuery, *, limits: Limits) -> Result:
        """The result, cut at ``limits.rows``; the load of the files does not count against ``limits.seconds``.

        Raises:
            LoadError: A file cannot be read.
            EndpointError: ``timeout``, ``bad-query``, ``too-large``, ``busy`` or ``server``.
        """
        self._refuse_service(query)
        self.prepare()
        return self._within(query, limits)

    def _within(self, query: GatedQuery, limits: Limits, *, data: str | None = None) -> Result:
        """The result from the store, or over a graph in N-Quads that comes with the query."""
        deadline = time.monotonic() + limits.seconds
        if not self._slots.acquire(timeout=max(0.0, limits.seconds)):
            raise self._error("busy", f"every worker was busy for {limits.seconds:g} s", retryable=True)
        try:
            return self._run(query, limits, deadline, data)
        except WorkerEnded as ended:
            raise self._ended(ended, limits) from None
        finally:
            self._slots.release()

    def _run(self, query: GatedQuery, limits: Limits, deadline: float, data: str | None) -> Result:
        bounds = {"rows": limits.rows, "bytes": limits.bytes, "seconds": limits.seconds}
        request = {"query": uncorrelated(query.text), "data": data, **bounds}
        while True:
            worker = self._take()
            try:
                return self._collect(worker.ask(request, deadline=deadline))
            except WorkerEnded as ended:
                # One that has died while idle is no fault of the query; each turn uses up one worker of the pool.
                if ended.received or ended.timed_out:
                    raise
            finally:
                self._return(worker)

    def prepare(self) -> Path | None:
        """The folder of the store, loaded now if the cache has none; None without a cache folder.

        Raises:
            LoadError: A file cannot be read.
        """
        with self._loading:
            if self._store is None and self._cache_dir is not None:
                self._store = prepare_store(
                    self._paths,
                    self._cache_dir,
                    union_default_graph=self._union_default_graph,
                    progress=self._progress,
                )
            return self._store

    def close(self) -> None:
        """Ends the workers; a second call does nothing."""
        with self._guard:
            self._closed = True
        self._finalizer()

    def _take(self) -> WorkerProcess:
        """An idle worker, or a new one; a store that does not open is loaded again, once."""
        with self._guard:
            if self._closed:
                raise self._error("network", "the endpoint is closed")
            while self._idle:
                worker = self._idle.pop()
                if worker.alive:
                    return worker
                self._all.discard(worker)
                worker.kill()
        worker = self._spawn()
        if "error" in worker.opening:
            worker.kill()
            self._discard()
            worker = self._spawn()
        if "error" in worker.opening:
            worker.kill()
            raise self._error("server", f"the store does not open: {worker.opening['message']}")
        with self._guard:
            self._all.add(worker)
        return worker

    def _spawn(self) -> WorkerProcess:
        try:
            return WorkerProcess(self.prepare(), memory=self._memory)
        except (WorkerEnded, OSError) as error:
            raise self._error("server", f"the worker does not start: {error}") from error

    def _return(self, worker: WorkerProcess) -> None:
        with self._guard:
            if worker.alive and not self._closed:
                self._idle.append(worker)
                return
            self._all.discard(worker)
        worker.kill()

    def _refuse_service(self, query: GatedQuery) -> None:
        """The worker has no network in any case; this says so before it tries."""
        if "SERVICE" not in query.text.upper():
            return
        from nlkgq.sparql import parse_query

        if any(True for _ in parse_query(query.text).find("ServiceGraphPattern")):
            raise self._error("bad-query", "SERVICE does not work in a graph from files")

    def _discard(self) -> None:
        """Gives up the store and every worker that has it open."""
        with self._guard:
            workers = list(self._all)
        _kill_all(workers)
        with self._loading:
            if self._store is not None:
                discard_store(self._store)
                self._store = None

    def _collect(self, frames: Generator[dict[str, Any]]) -> Result:
        """The result that the frames of one answer hold."""
        with contextlib.closing(frames):
            head = next(frames)
            self._check(head)
            form = head["form"]
            read = TermReader(self.name)
            rows: list[Row] = []
            for frame in frames:
                self._check(frame)
                if "cells" in frame:
                    rows += read.rows(frame["cells"], frame["rows"])
                else:
                    notes = _truncation(frame, len(rows))
        if form == "ask":
            return AskResult(boolean=head["boolean"])
        if form == "select":
            return SelectResult(variables=tuple(head["variables"]), rows=tuple(rows), notes=notes)
        triples = dict.fromkeys(cast("list[tuple[RdfTerm, RdfTerm, RdfTerm]]", rows))  # a graph is a set
        return GraphResult(triples=tuple(triples), notes=notes)

    def _check(self, frame: dict[str, Any]) -> None:
        kind = frame.get("error")
        if kind is None:
            return
        raise self._damaged() if kind == "damaged" else self._error(kind, frame["message"])

    def _damaged(self) -> EndpointError:
        self._discard()
        return self._error(
            "server",
            "the stored graph is damaged and was removed",
            retryable=True,
            hint="Ask again; the files are then loaded afresh.",
        )

    def _ended(self, ended: WorkerEnded, limits: Limits) -> EndpointError:
        # The engine does not notice damage: it hangs, eats memory or crashes.
        if self._store is not None and not store_is_sound(self._store):
            return self._damaged()
        if ended.timed_out:
            return self._error(
                "timeout",
                f"no answer within {limits.seconds:g} s",
                hint="Ask for less, or raise the endpoint's timeout.",
            )
        if "memory allocation" in ended.last_words:
            message = f"the query needs more than {self._memory} bytes of memory"
            return self._error("too-large", message, hint="Ask for less.")
        said = ended.last_words.partition("\n")[0]
        return self._error("server", "the engine ended on this query" + (f": {said}" if said else ""))

    def _error(
        self, kind: EndpointErrorKind, message: str, *, retryable: bool = False, hint: str | None = None
    ) -> EndpointError:
        return EndpointError(f"{self.name}: {message}", kind=kind, endpoint=self.name, retryable=retryable, hint=hint)


def _truncation(frame: dict[str, Any], rows: int) -> tuple[ResultNote, ...]:
    if not frame["truncated"]:
        return ()
    return (ResultNote(code="truncated", message=f"only the first {rows} rows are shown; there are more"),)


def _kill_all(workers: Iterable[WorkerProcess]) -> None:
    for worker in list(workers):
        worker.kill()
