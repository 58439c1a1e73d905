"""Validate, correct what is safe to correct, explain, generate again: bounded, and every attempt is kept."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Final

from nlkgq.errors import BackendError, EndpointError, NoQueryError, RecordingNotFound, RefusedError, SparqlSyntaxError
from nlkgq.generation.extract import is_declined
from nlkgq.generation.protocol import Generation, QueryGenerator
from nlkgq.masking.model import MaskedText
from nlkgq.sparql import parse_query
from nlkgq.validation.attempt import Attempt
from nlkgq.validation.finding import Finding
from nlkgq.validation.fix import fixed

_EDITS: Final = 3  # times that a query is edited before it is taken as it is


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
    error: RefusedError | EndpointError | None = None

    @property
    def errors(self) -> int:
        """How many findings are errors."""
        return sum(f.severity == "error" for f in self.findings)


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairAttempt:
    """One call of the generator. ``generation`` and ``checked`` are None when its reply held no query.

    ``before`` holds the query as it was before each automatic edit, oldest first; ``told`` what went back to the
    generator about it.
    """

    reply: str
    findings: tuple[Finding, ...]
    generation: Generation | None = None
    checked: CheckedQuery | None = None
    before: tuple[CheckedQuery, ...] = ()
    told: tuple[Finding, ...] = ()

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


Check = Callable[[str], CheckedQuery]
"""Query text -> the query with what is found wrong with it; it does not raise for a bad query."""

Trial = Callable[[CheckedQuery], CheckedQuery]
"""A query without errors -> the same with what running it told."""


def generate_valid(
    generator: QueryGenerator,
    question: MaskedText,
    check: Check,
    max_rounds: int = 2,
    *,
    trial: Trial | None = None,
    reveal: Collection[str] = (),
) -> RepairOutcome:
    """A query without errors, or the best of a few attempts.

    Edits that are safe are made first and cost no call. Findings of severity ``error`` lead to another call, and each
    call knows all attempts before it, so no request is sent twice. A finding that reveals something of the graph's
    content (`Finding.reveals`) is neither told nor a reason to ask, unless its code is in ``reveal``; then it is both,
    whatever its severity. It ends early when asking again cannot help: a generator that sends no request is
    deterministic, a repeated query shows that the explanation was not understood, and a model that says which terms
    are missing is believed.

    Args:
        generator: A language model or the offline translator.
        question: Masked.
        check: See `Check`.
        max_rounds: Most further calls behind the first; 0 for none.
        trial: Runs what has no errors, so that an endpoint's refusal can be told, too; None runs nothing.
        reveal: Codes of revealing findings that may be told.

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
        if trial is not None and not repeated and attempt.checked is not None and attempt.checked.errors == 0:
            attempt = _tried(attempt, attempt.checked, trial)
        told = tuple(_tellable(attempt.findings, reveal))
        attempt = replace(attempt, told=told)
        attempts.append(attempt)
        if not told or repeated or not _may_improve(attempt):
            break
    best = _best(attempts, reveal)
    if best is None or best.generation is None or best.checked is None:
        raise no_query or NoQueryError("")
    return RepairOutcome(
        generation=best.generation, checked=best.checked, attempts=tuple(attempts), stopped_by=stopped_by
    )


def _attempt(
    generator: QueryGenerator, question: MaskedText, history: tuple[Attempt, ...], check: Check
) -> RepairAttempt:
    generation = generator.generate(question, history)
    checked, before = edited(check(generation.query), check)
    return RepairAttempt(
        reply=generation.reply, findings=checked.findings, generation=generation, checked=checked, before=before
    )


def edited(checked: CheckedQuery, check: Check) -> tuple[CheckedQuery, tuple[CheckedQuery, ...]]:
    """A query after the safe edits that its findings carry, and what it was before each of them.

    An edit is kept where it leaves fewer errors, or as many errors and fewer doubts.
    """
    before: list[CheckedQuery] = []
    while len(before) < _EDITS:
        findings = [f for f in checked.findings if f.edit and f.severity != "info"]
        try:
            repaired = fixed(parse_query(checked.query, undeclared_prefixes=True), findings) if findings else None
        except SparqlSyntaxError:
            break
        if repaired is None or not repaired.applied:
            break
        better = check(str(repaired.tree))
        if _badness(better) >= _badness(checked):
            break
        before.append(checked)
        checked = better
    return checked, tuple(before)


def _badness(checked: CheckedQuery) -> tuple[bool, int, int]:
    return checked.error is not None, checked.errors, sum(f.severity == "warning" for f in checked.findings)


def _tried(attempt: RepairAttempt, checked: CheckedQuery, trial: Trial) -> RepairAttempt:
    found = trial(checked)
    return replace(attempt, checked=found, findings=found.findings)


def _tellable(findings: tuple[Finding, ...], reveal: Collection[str]) -> list[Finding]:
    """What goes back to the generator, and makes it be asked again."""
    return [f for f in findings if f.code in reveal or (f.severity == "error" and not f.reveals)]


def _as_history(attempt: RepairAttempt) -> Attempt:
    return Attempt(query=attempt.query, findings=attempt.told, reply=attempt.reply)


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


def _best(attempts: list[RepairAttempt], reveal: Collection[str]) -> RepairAttempt | None:
    """Fewest errors, then latest; one that can be run before one that cannot."""
    usable = [a for a in attempts if a.checked is not None]
    runnable = [a for a in usable if a.checked is not None and a.checked.error is None]
    return min(
        reversed(runnable or usable), key=lambda a: (a.errors, sum(f.code in reveal for f in a.findings)), default=None
    )
