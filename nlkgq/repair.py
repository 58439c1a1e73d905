"""Validate, explain, generate again: bounded, and every attempt is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from nlkgq.errors import BackendError, NoQueryError, RecordingNotFound, RefusedError
from nlkgq.generation.extract import is_declined
from nlkgq.generation.protocol import Generation, QueryGenerator
from nlkgq.masking.model import MaskedText
from nlkgq.validation.attempt import Attempt
from nlkgq.validation.finding import Finding


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedQuery:
    """A query as the checks leave it.

    Args:
        query: Its text, perhaps with prefixes put in order.
        findings: What is wrong or doubtful; a query that cannot be run has at least one error among them.
        error: Why it cannot be run at all; None when it can.
    """

    query: str
    findings: tuple[Finding, ...] = ()
    error: RefusedError | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairAttempt:
    """One call of the generator. ``generation`` and ``checked`` are None when its reply held no query."""

    reply: str
    findings: tuple[Finding, ...]
    generation: Generation | None = None
    checked: CheckedQuery | None = None

    @property
    def query(self) -> str:
        """The query as checked; "" when there is none."""
        return self.checked.query if self.checked is not None else ""

    @property
    def errors(self) -> int:
        """How many findings are errors."""
        return sum(f.severity == "error" for f in self.findings)


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairOutcome:
    """The best attempt and all others.

    Args:
        generation: Of the best attempt: the one with the fewest errors, the latest of equals.
        checked: Of the best attempt; clean, or with its findings.
        attempts: All, oldest first.
        stopped_by: A failure of the model that ended the repair early; None when there was none.
    """

    generation: Generation
    checked: CheckedQuery
    attempts: tuple[RepairAttempt, ...]
    stopped_by: BackendError | None = None


def generate_valid(
    generator: QueryGenerator,
    question: MaskedText,
    check: Callable[[str], CheckedQuery],
    max_rounds: int = 2,
) -> RepairOutcome:
    """A query without errors, or the best of a few attempts.

    Only findings of severity ``error`` lead to another call, and each call knows all attempts before it, so no request
    is sent twice. It ends early when asking again cannot help: a generator that sends no request is deterministic, a
    repeated query shows that the explanation was not understood, and a model that says which terms are missing is
    believed.

    Args:
        generator: A language model or the offline translator.
        question: Masked.
        check: Query text -> the query with what is found wrong with it; it does not raise for a bad query.
        max_rounds: Most further calls behind the first; 0 for none.

    Raises:
        NoAnswerError: No attempt came to a query (`NoQueryError`), or the offline translator abstains.
        ModelError: The first call failed; one that fails later only ends the repair.
        LeakBlocked: The wire gate refused a request.
    """
    attempts: list[RepairAttempt] = []
    stopped_by: BackendError | None = None
    no_query: NoQueryError | None = None
    for _ in range(max_rounds + 1):
        history = tuple(_as_history(a) for a in attempts)
        try:
            attempt = _attempt(generator, question, history, check)
        except NoQueryError as error:
            no_query = error
            attempt = RepairAttempt(reply=error.text, findings=(_no_query_finding(error),))
        except RecordingNotFound:
            raise  # a recording is missing: nobody's failure that a rest of the answer could stand for
        except BackendError as error:
            if not any(a.checked for a in attempts):
                raise
            stopped_by = error
            break
        repeated = any(_same(attempt, earlier) for earlier in attempts)
        attempts.append(attempt)
        if attempt.errors == 0 or repeated or not _may_improve(attempt):
            break
    best = _best(attempts)
    if best is None or best.generation is None or best.checked is None:
        raise no_query or NoQueryError("")
    return RepairOutcome(
        generation=best.generation, checked=best.checked, attempts=tuple(attempts), stopped_by=stopped_by
    )


def _attempt(
    generator: QueryGenerator,
    question: MaskedText,
    history: tuple[Attempt, ...],
    check: Callable[[str], CheckedQuery],
) -> RepairAttempt:
    generation = generator.generate(question, history)
    checked = check(generation.query)
    return RepairAttempt(reply=generation.reply, findings=checked.findings, generation=generation, checked=checked)


def _as_history(attempt: RepairAttempt) -> Attempt:
    return Attempt(query=attempt.query, findings=attempt.findings, reply=attempt.reply)


def _no_query_finding(error: NoQueryError) -> Finding:
    return Finding(
        code="no-query",
        severity="error",
        message=error.hint or "No SELECT or ASK query stands in the reply.",
        suggestion="If terms are missing in the ontology, answer NO QUERY: and name them.",
    )


def _same(attempt: RepairAttempt, earlier: RepairAttempt) -> bool:
    """Whether two attempts come to the same: the same query up to spacing, or the same reply without one."""
    if attempt.checked is None or earlier.checked is None:
        return attempt.checked is earlier.checked and attempt.reply == earlier.reply
    return attempt.query.split() == earlier.query.split()


def _may_improve(attempt: RepairAttempt) -> bool:
    """Whether the generator reads an explanation: it talks to a model, and the model has not declined."""
    if attempt.generation is None:
        return not is_declined(attempt.reply)
    return attempt.generation.request is not None or attempt.generation.model != "offline"


def _best(attempts: list[RepairAttempt]) -> RepairAttempt | None:
    """Fewest errors, then latest; one that can be run before one that cannot."""
    usable = [a for a in attempts if a.checked is not None]
    runnable = [a for a in usable if a.checked is not None and a.checked.error is None]
    return min(reversed(runnable or usable), key=lambda a: a.errors, default=None)
