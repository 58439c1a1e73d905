"""Time: one deadline for a whole call, retries included, kept whatever the other side does."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from nlkgq.errors import ModelError

T = TypeVar("T")


class Deadline:
    """A moment on the monotonic clock.

    Args:
        seconds: From now.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    def remaining(self) -> float:
        """Seconds left, 0.0 when it has passed."""
        return max(0.0, self._end - time.monotonic())

    def passed(self) -> bool:
        """Whether no time is left."""
        return self.remaining() == 0.0

    def error(self) -> ModelError:
        """What is raised when it has passed."""
        return ModelError(
            f"no complete reply within {self.seconds:g} seconds",
            kind="timeout",
            hint="Raise model.timeout, or choose a faster model.",
            retryable=True,
        )


class Attempt:
    """One attempt of a call: its deadline, and whether anyone still waits for it."""

    def __init__(self, deadline: Deadline) -> None:
        self.deadline = deadline
        self._abandoned = threading.Event()

    def check(self) -> None:
        """Ends the work of an attempt that nobody waits for.

        Raises:
            ModelError: The deadline has passed, or the caller has gone.
        """
        if self._abandoned.is_set() or self.deadline.passed():
            raise self.deadline.error()

    def run(self, work: Callable[[], T]) -> T:
        """The result of ``work``, which runs in a thread of its own.

        A thread, because no timeout of an HTTP library covers a name look-up, or a peer that sends a byte now and then;
        a daemon, because an interrupted program must not wait for it. ``work`` calls `check` between its steps.

        Raises:
            ModelError: The deadline passed first (kind ``timeout``).
            What ``work`` raises.
        """
        future: Future[T] = Future()

        def deliver() -> None:
            try:
                result = work()
            except BaseException as error:  # noqa: BLE001 - handed over: the caller raises it
                future.set_exception(error)
            else:
                future.set_result(result)

        threading.Thread(target=deliver, daemon=True, name="nlkgq-model-call").start()
        try:
            return future.result(self.deadline.remaining())
        except TimeoutError:
            if future.done():
                raise  # it came from the work itself
            raise self.deadline.error() from None
        finally:
            self._abandoned.set()
