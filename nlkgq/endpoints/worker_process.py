"""The parent's side of one worker: starts it, asks it, kills it at the deadline."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

from nlkgq.endpoints import worker

SECONDS_TO_OPEN = 30.0


class WorkerEnded(Exception):
    """The worker is gone.

    Args:
        timed_out: Whether we killed it.
        received: Whether it had begun with the query.
        last_words: What it wrote to standard error.
    """

    def __init__(self, *, timed_out: bool, received: bool, last_words: str = "") -> None:
        super().__init__(last_words)
        self.timed_out = timed_out
        self.received = received
        self.last_words = last_words


class WorkerProcess:
    """One running worker over one store. Not for two threads at once.

    Args:
        store: Folder of the store; None where each query comes with its graph.
        memory: Bytes that the worker may allocate.

    Raises:
        WorkerEnded: It ended before it was ready.
    """

    def __init__(self, store: Path | None, *, memory: int) -> None:
        self._asking = False
        settings = {"store": None if store is None else str(store), "memory": memory, "library": _library_folder()}
        # -I -S: no site-packages but the engine's folder, no user settings; the start takes about 40 ms.
        command = [sys.executable, "-I", "-S", worker.__file__, json.dumps(settings)]
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and script, no shell
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "RUST_BACKTRACE": "0"},
            start_new_session=True,  # Ctrl-C in a terminal reaches us alone, and we decide
        )
        with self._deadline(time.monotonic() + SECONDS_TO_OPEN) as timed_out:
            self.opening = self._read(timed_out, received=False)

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether the process still runs."""
        return self._process.poll() is None

    def ask(self, request: dict[str, Any], *, deadline: float) -> Generator[dict[str, Any]]:
        """The frames of the answer, from its form to the closing one.

        Anything but a complete answer, an exception of the caller included, ends the worker: what it would
        still send belongs to a query that nobody waits for.

        Args:
            request: The query and its limits, as `worker` describes.
            deadline: On the monotonic clock, in seconds.

        Raises:
            WorkerEnded: It was killed at the deadline or ended by itself.
        """
        closed = False
        self._asking = True
        try:
            with self._deadline(deadline) as timed_out:
                assert self._process.stdin is not None
                with contextlib.suppress(BrokenPipeError):  # the read below says why
                    worker.write_frame(self._process.stdin, request)
                self._read(timed_out, received=False)
                while not closed:
                    frame = self._read(timed_out, received=True)
                    closed = "end" in frame or "error" in frame
                    yield frame
        finally:
            self._asking = False
            if not closed:
                self.kill()

    def kill(self) -> None:
        """Ends the process and waits for its end; a second call does nothing. Any thread may call it."""
        self._process.kill()
        self._process.wait()
        if self._asking:
            return  # the thread that asks is about to find the end, and closes what it reads from
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                with contextlib.suppress(OSError):  # a frame that the worker never took
                    stream.close()

    def _read(self, timed_out: threading.Event, *, received: bool) -> dict[str, Any]:
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        frame: dict[str, Any] | None = worker.read_frame(self._process.stdout)
        if frame is None:
            self._process.kill()
            last_words = self._process.stderr.read(4_000).decode("utf-8", "replace").strip()
            if not self._asking:
                self.kill()
            raise WorkerEnded(timed_out=timed_out.is_set(), received=received, last_words=last_words)
        return frame

    @contextlib.contextmanager
    def _deadline(self, deadline: float) -> Iterator[threading.Event]:
        """Kills the process at the deadline unless the block ends before; the event says that it did."""
        timed_out = threading.Event()
        guard = threading.Lock()
        done = False

        def kill() -> None:
            with guard:
                if not done:
                    timed_out.set()
                    self._process.kill()

        timer = threading.Timer(max(0.0, deadline - time.monotonic()), kill)
        timer.daemon = True
        timer.start()
        try:
            yield timed_out
        finally:
            with guard:
                done = True
            timer.cancel()


def _library_folder() -> str:
    """The folder that holds the engine, found without importing it."""
    found = importlib.util.find_spec("pyoxigraph")
    assert found is not None
    assert found.origin is not None
    return str(Path(found.origin).parents[1])
