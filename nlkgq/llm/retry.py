"""The one bounded retry that every client shares; the SDKs' own retries are switched off."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from nlkgq.errors import ModelError
from nlkgq.llm.bounds import Deadline

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryPolicy:
    """When a failed attempt is repeated.

    Args:
        attempts: Most attempts in all, the first included.
        first_pause: Seconds before the second attempt; doubled before each further one, and varied by up to a half so
            that many clients do not come back at once.
        longest_pause: Most seconds between two attempts, unless the provider names more.
    """

    attempts: int = 3
    first_pause: float = 0.5
    longest_pause: float = 8.0

    def pause(self, attempt: int) -> float:
        """Seconds to wait behind the failed attempt number ``attempt``, counted from 1."""
        longest: float = min(self.longest_pause, self.first_pause * 2 ** (attempt - 1))
        return longest * random.uniform(0.5, 1.0)  # noqa: S311 - spreads load, guards nothing


def retry(attempt: Callable[[int], T], *, deadline: Deadline, policy: RetryPolicy) -> T:
    """The result of the first attempt that succeeds.

    A failure is repeated when it is ``retryable``, an attempt is left and the wait ends before the deadline. The wait
    is what the provider asks for (``retry_after``), else the policy's pause.

    Args:
        attempt: Called with the number of the attempt, from 1.
        deadline: For all attempts and waits together.
        policy: Bounds and pauses.

    Raises:
        ModelError: The last failure; ``attempts`` says how often it was tried.
    """
    for number in range(1, policy.attempts + 1):
        try:
            return attempt(number)
        except ModelError as error:
            error.attempts = number
            wait = policy.pause(number) if error.retry_after is None else error.retry_after
            if not error.retryable or number == policy.attempts or wait >= deadline.remaining():
                raise
            time.sleep(wait)
    raise AssertionError("unreachable: the last attempt returns or raises")
