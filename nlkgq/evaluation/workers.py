"""Threads that do not keep a program from ending: Ctrl-C does not wait for a model that is still thinking."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Workers(Generic[T]):
    """Calls a function in a fixed number of daemon threads; those of `concurrent.futures` are joined at exit.

    Args:
        function: What is called.
        count: How many threads.

    >>> workers = Workers(lambda a, b: a + b, 2)
    >>> workers.submit(1, 2).result()
    3
    >>> workers.close()
    """

    def __init__(self, function: Callable[..., T], count: int) -> None:
        self._function = function
        self._waiting: queue.SimpleQueue[tuple[Future[T], tuple[Any, ...]] | None] = queue.SimpleQueue()
        self._threads = [threading.Thread(target=self._serve, daemon=True) for _ in range(max(1, count))]
        for thread in self._threads:
            thread.start()

    def submit(self, *arguments: Any) -> Future[T]:
        """The result to come of a call."""
        future: Future[T] = Future()
        self._waiting.put((future, arguments))
        return future

    def close(self) -> None:
        """Lets idle threads end; calls that are running are left to themselves."""
        for _ in self._threads:
            self._waiting.put(None)

    def _serve(self) -> None:
        while (item := self._waiting.get()) is not None:
            future, arguments = item
            try:
                future.set_result(self._function(*arguments))
            except BaseException as error:  # noqa: BLE001 - it is raised again where the result is asked for
                future.set_exception(error)
