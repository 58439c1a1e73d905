"""Queries are tried while they are repaired: what preparing and running them tells becomes findings, as codes."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Final, Generic, Protocol, TypeVar

from nlkgq.errors import EndpointError, GateError, NoQueryError, RefusedError, RewriteError, UnmaskError
from nlkgq.generation.protocol import Generation, QueryGenerator
from nlkgq.masking.model import MaskedText
from nlkgq.repair import CheckedQuery
from nlkgq.results.models import GraphResult, Result, SelectResult
from nlkgq.validation.attempt import Attempt
from nlkgq.validation.finding import Finding

EMPTY_RESULT: Final = "empty-result"
"""Code of the finding that a query has no result; it is only looked for where it may be told."""

# What another query may avoid, in words of ours: a server's own may repeat the query and values of the graph.
_ENDPOINT: Final = {
    "bad-query": ("The endpoint does not accept the query.", "Use only standard SPARQL 1.1."),
    "timeout": ("The query takes too long.", "Use fewer patterns, and connect each of them to the others."),
    "too-large": ("The result of the query is too large.", "Ask for fewer columns, or for a count."),
}


class _HasFindings(Protocol):
    @property
    def findings(self) -> tuple[Finding, ...]: ...


P = TypeVar("P", bound=_HasFindings)


class Trials(Generic[P]):
    """A `nlkgq.repair.Trial` that prepares queries, runs them when told to, and remembers what came of each.

    Args:
        prepare: Query text -> the query ready to run.
        run: Runs it.
        reveal: Codes of revealing findings that may be told to a model.
    """

    def __init__(
        self, prepare: Callable[[str], P], run: Callable[[P], Result], *, reveal: Collection[str] = ()
    ) -> None:
        self._prepare = prepare
        self._run = run
        self._reveal = reveal
        self._prepared: dict[str, P] = {}
        self._outcomes: dict[str, Result | EndpointError] = {}

    def __call__(self, checked: CheckedQuery) -> CheckedQuery:
        """The query with what preparing it told, and running it where that was done."""
        try:
            prepared = self.prepared(checked.query)
        except RefusedError as error:
            return _refused(checked, _finding(error), error)
        told = [f for f in prepared.findings if f.code in self._reveal]
        outcome = self._outcomes.get(checked.query)
        if isinstance(outcome, EndpointError):
            message, suggestion = _ENDPOINT[outcome.kind]
            found = Finding(code=f"endpoint-{outcome.kind}", severity="error", message=message, suggestion=suggestion)
            return _refused(checked, found, outcome)
        if self._is_told_empty(outcome):
            told.append(
                Finding(
                    code=EMPTY_RESULT,
                    severity="warning",
                    message="The query has no result.",
                    suggestion="Check the direction of each property, and whether a condition is too narrow.",
                    reveals=True,
                )
            )
        return replace(checked, findings=(*checked.findings, *told))

    def prepared(self, query: str) -> P:
        """The query ready to run.

        Raises:
            RefusedError: It cannot be run.
        """
        if query not in self._prepared:
            self._prepared[query] = self._prepare(query)
        return self._prepared[query]

    def run(self, query: str) -> bool:
        """Run a query, once.

        Returns:
            Whether what came of it may be told, so that another query may do better.

        Raises:
            EndpointError: The endpoint failed in a way that no other query would avoid.
        """
        if query in self._outcomes:
            return False
        try:
            self._outcomes[query] = self._run(self.prepared(query))
        except EndpointError as error:
            if error.kind not in _ENDPOINT:
                raise
            self._outcomes[query] = error
            return True
        return self._is_told_empty(self._outcomes[query])

    def was_run(self, query: str) -> bool:
        """Whether a query was run."""
        return query in self._outcomes

    def result(self, query: str) -> Result:
        """What came of a query that was run.

        Raises:
            EndpointError: The endpoint failed.
        """
        outcome = self._outcomes[query]
        if isinstance(outcome, EndpointError):
            raise outcome
        return outcome

    def _is_told_empty(self, outcome: Result | EndpointError | None) -> bool:
        if EMPTY_RESULT not in self._reveal or outcome is None or isinstance(outcome, EndpointError):
            return False
        return _is_empty(outcome)


class Remembered:
    """A generator that is asked once for each history, so that a repair can be gone through again.

    Args:
        generator: Asked the first time.
    """

    def __init__(self, generator: QueryGenerator) -> None:
        self._generator = generator
        self._known: dict[tuple[Attempt, ...], Generation | NoQueryError] = {}

    def generate(self, question: MaskedText, history: tuple[Attempt, ...] = ()) -> Generation:
        """What the generator said to this history.

        Raises:
            As the generator.
        """
        if history not in self._known:
            try:
                self._known[history] = self._generator.generate(question, history)
            except NoQueryError as error:
                self._known[history] = error
        known = self._known[history]
        if isinstance(known, NoQueryError):
            raise known
        return known


def _refused(checked: CheckedQuery, finding: Finding, error: RefusedError | EndpointError) -> CheckedQuery:
    return replace(checked, findings=(*checked.findings, finding), error=error)


def _finding(error: RefusedError) -> Finding:
    """Why a query cannot be prepared; the messages of these errors name terms and placeholders only."""
    code = error.code if isinstance(error, GateError) else "refused"
    terms: tuple[str, ...] = ()
    start = end = None
    if isinstance(error, UnmaskError):
        code, terms = "misplaced-placeholder", (error.placeholder,) if error.placeholder else ()
    elif isinstance(error, RewriteError):
        code, terms, start, end = "no-native-form", (error.term,), error.start, error.end
    return Finding(
        code=code,
        severity="error",
        message=error.message,
        start=start,
        end=end,
        terms=terms,
        suggestion=error.hint,
    )


def _is_empty(result: Result | None) -> bool:
    if isinstance(result, SelectResult):
        return not any(cell is not None for row in result.rows for cell in row)
    return isinstance(result, GraphResult) and not result.triples
