"""One question asked of one system: what comes of it becomes a record."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from nlkgq.errors import (
    BackendError,
    EndpointError,
    LeakBlocked,
    ModelError,
    NlkgqError,
    NoAnswerError,
    RecordingNotFound,
    RefusedError,
    UsageError,
)
from nlkgq.evaluation.prices import KINDS
from nlkgq.evaluation.question import BenchQuestion
from nlkgq.evaluation.record import Outcome, Record
from nlkgq.evaluation.stored_results import digest
from nlkgq.results.models import AskResult, Result, SelectResult

if TYPE_CHECKING:
    from nlkgq.answer import Translation
    from nlkgq.api import KnowledgeGraph
    from nlkgq.evaluation.prices import Prices
    from nlkgq.evaluation.replies import Call, KeptClient
    from nlkgq.translator import Translator
    from nlkgq.validation.finding import Finding

_ENDS_RUN: Final = frozenset({"auth", "payment", "not-found", "bad-request"})
"""Failures that every further question would meet, too."""
_UNAVAILABLE: Final = frozenset({"network", "rate-limit", "overloaded"})


class Answering:
    """Asks one system over one graph. Threads may share it.

    Args:
        kg: The graph.
        translator: The system.
        client: Whose replies are counted; None for a system without a model.
        prices: For the cost; None leaves it out.
    """

    def __init__(
        self,
        kg: KnowledgeGraph,
        translator: Translator,
        *,
        client: KeptClient | None = None,
        prices: Prices | None = None,
    ) -> None:
        self._kg = kg
        self._translator = translator
        self._client = client
        self._prices = prices

    def record(self, question: BenchQuestion, repeat: int) -> Record:
        """What the system says; every failure that is the system's own is an outcome.

        Raises:
            ModelError: One that ends the run: no key, no credit, no such model.
            RecordingNotFound: A reply that has not come yet.
            ConfigError, UsageError: The run is set up wrongly.
        """
        start = time.perf_counter()
        if self._client is None:
            record, calls = self._ask(question, repeat), []
        else:
            with self._client.calls() as made:
                record = self._ask(question, repeat)
            calls = made.replies
            # an answer that a repair would have changed is not the system's: it is asked for when the model is back
            if made.lost is not None and record.outcome != "unavailable":
                record = _without_reply(_base(question, repeat), made.lost)
        model = record.model or (calls[-1].model if calls else "")
        return replace(
            record,
            seconds=round(time.perf_counter() - start, 6),
            tokens=_tokens(calls),
            batch_tokens=_tokens([c for c in calls if c.batch]),
            model=model,
            cost=self._prices.of_calls(calls) if self._prices is not None and calls else None,
            finished=datetime.now(UTC).isoformat(timespec="milliseconds"),
        )

    def _ask(self, question: BenchQuestion, repeat: int) -> Record:
        base = _base(question, repeat)
        try:
            translation = self._translator.translate(question.text)
        except RecordingNotFound:
            raise
        except ModelError as error:
            return _without_reply(base, error)
        except NoAnswerError as error:
            return replace(base, error=_told(error))
        except RefusedError as error:
            return replace(base, outcome="refused", error=_told(error))
        except LeakBlocked as error:
            return replace(base, outcome="blocked", error=_told(error))
        except UsageError as error:
            return replace(base, outcome="refused", error=_told(error))
        return self._run(_translated(base, translation), translation)

    def _run(self, record: Record, translation: Translation) -> Record:
        begun = time.perf_counter()
        try:
            result = self._kg.query(translation.query)
        except (EndpointError, RefusedError) as error:
            timings = {**record.timings, "query": round(time.perf_counter() - begun, 6)}
            return replace(record, outcome="query-failed", error=_told(error), timings=timings)
        timings = {**record.timings, "query": round(time.perf_counter() - begun, 6)}
        return replace(
            record,
            outcome="answered",
            answer=digest(result),
            rows=_length(result),
            truncated=any(n.code in ("truncated", "endpoint-cap") for n in result.notes),
            timings=timings,
        )


def _base(question: BenchQuestion, repeat: int) -> Record:
    return Record(question=question.id, repeat=repeat, graph=question.graph, outcome="abstained")


def _without_reply(base: Record, error: ModelError) -> Record:
    """What a failed call makes of a question.

    Raises:
        ModelError: Every further question would meet it, too.
    """
    if error.kind in _ENDS_RUN:
        raise error
    outcome: Outcome = "unavailable" if error.kind in _UNAVAILABLE else "model-failed"
    return replace(base, outcome=outcome, error=_told(error))


def _translated(base: Record, translation: Translation) -> Record:
    trace = translation.trace
    return replace(
        base,
        query=translation.query,
        native_query=translation.native_query,
        masked_question=trace.masked_question,
        request_hash=trace.request_hash,
        attempts=tuple({"query": a.query, "findings": _findings(a.findings)} for a in trace.attempts),
        findings=tuple(_findings(translation.findings)),
        confidence=translation.confidence,
        timings={k: round(v, 6) for k, v in trace.timings.items()},
        model=trace.model,
    )


def _findings(findings: Sequence[Finding]) -> list[dict[str, Any]]:
    return [{"code": f.code, "severity": f.severity, "message": f.message, "terms": list(f.terms)} for f in findings]


def _told(error: NlkgqError) -> Mapping[str, Any]:
    kind = error.kind if isinstance(error, ModelError | EndpointError) else getattr(error, "code", None)
    told: dict[str, Any] = {"class": type(error).__name__, "message": error.message, "kind": kind}
    if isinstance(error, BackendError):
        told["retryable"] = error.retryable
    text = getattr(error, "text", None)  # the reply that held no query
    return {**told, "reply": text[:2000]} if isinstance(text, str) else told


def _tokens(calls: Sequence[Call]) -> dict[str, int]:
    if not calls:
        return {}
    sums = {kind: sum(c.tokens.get(kind, 0) for c in calls) for kind in KINDS}
    return {"calls": len(calls), **sums}


def _length(result: Result) -> int:
    if isinstance(result, AskResult):
        return 1
    return len(result.rows) if isinstance(result, SelectResult) else len(result.triples)
