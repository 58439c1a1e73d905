"""One line of a run: what a system said to one question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal

from nlkgq.errors import ConfigError

Outcome = Literal[
    "answered",  # a query, and a result from the endpoint
    "abstained",  # no query: not understood, or none in the reply
    "refused",  # a query that the gate or a rule does not let through
    "query-failed",  # the endpoint failed on the query
    "model-failed",  # the model's own doing: it declined, was cut off, sent what is no reply
    "unavailable",  # the model could not be reached; asked again when the run goes on
    "blocked",  # the wire gate stopped the request
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What a system said to one question.

    Args:
        question: Id of the question.
        repeat: Which repetition, from 0.
        graph: Name of the graph.
        outcome: How it ended.
        query: Over clean terms, values restored; None without one.
        native_query: As the endpoint got it; None where it did not come to it.
        masked_question: As a model saw the question; None for a system of others.
        request_hash: SHA-256 (hex) of the best attempt's request; None offline.
        attempts: Query and findings of each attempt, oldest first.
        findings: Of the query that was run.
        answer: Digest of the result (see `stored_results`); None without one.
        rows: Of the result; None without one, 1 for a boolean.
        truncated: Whether the row cap cut the result.
        error: Class, message and kind of what ended it; None when nothing did.
        confidence: In [0, 1], or None.
        timings: Step -> seconds.
        seconds: In all, wall time.
        tokens: Kind -> tokens, of every call for this question: repairs, and replies that were cut off.
        batch_tokens: Those of them that came by a batch.
        cost: Money in the price list's currency; None without a price list.
        model: As the provider names it.
        finished: ISO 8601.
    """

    question: str
    repeat: int = 0
    graph: str
    outcome: Outcome
    query: str | None = None
    native_query: str | None = None
    masked_question: str | None = None
    request_hash: str | None = None
    attempts: tuple[Mapping[str, Any], ...] = ()
    findings: tuple[Mapping[str, Any], ...] = ()
    answer: str | None = None
    rows: int | None = None
    truncated: bool = False
    error: Mapping[str, Any] | None = None
    confidence: float | None = None
    timings: Mapping[str, float] = field(default_factory=dict)
    seconds: float = 0.0
    tokens: Mapping[str, int] = field(default_factory=dict)
    batch_tokens: Mapping[str, int] = field(default_factory=dict)
    cost: float | None = None
    model: str = ""
    finished: str = ""

    @property
    def key(self) -> tuple[str, int]:
        """Question id and repetition."""
        return self.question, self.repeat

    @property
    def final(self) -> bool:
        """Whether the run need not ask again."""
        return self.outcome != "unavailable"

    def to_plain(self) -> dict[str, Any]:
        """As JSON values."""
        return asdict(self)

    @classmethod
    def from_plain(cls, values: Mapping[str, Any]) -> Record:
        """The record that `to_plain` wrote.

        Raises:
            ConfigError: The values are no record.
        """
        names = {f.name for f in fields(cls)}
        try:
            known = {k: v for k, v in values.items() if k in names}
            for name in ("attempts", "findings"):
                known[name] = tuple(known.get(name) or ())
            return cls(**known)
        except (TypeError, AttributeError) as error:
            raise ConfigError(f"not a record: {error}", place="records.jsonl") from None
