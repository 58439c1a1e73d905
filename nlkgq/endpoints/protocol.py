"""Where a query runs; one method and a close."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from nlkgq.results.models import Result
from nlkgq.validation.gate import GatedQuery


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds of one query.

    Args:
        seconds: Total deadline, connection and retries included.
        rows: Rows to return; one more is fetched to know whether the answer was cut, which is then noted ``truncated``.
        bytes: Largest answer body, decompressed.
    """

    seconds: float = 30.0
    rows: int = 10_000
    bytes: int = 50_000_000


class Endpoint(Protocol):
    """An embedded store or a SPARQL endpoint. It takes only what the gate has passed."""

    name: str

    def run(self, query: GatedQuery, *, limits: Limits) -> Result:
        """The result, cut at ``limits.rows``.

        Raises:
            EndpointError: It failed; ``kind`` says how.
        """
        ...

    def close(self) -> None:
        """Ends processes and connections; a second call does nothing."""
        ...
