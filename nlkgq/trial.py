"""Queries are tried while they are repaired: what preparing and running them tells becomes findings, as codes."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Final, Generic, Protocol, TypeVar

from nlkgq.errors import EndpointError, GateError, RefusedError, RewriteError, UnmaskError
from nlkgq.repair import CheckedQuery
from nlkgq.results.models import GraphResult, Result, SelectResult
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


@dataclass(frozen=True, slots=True)
class Tried(Generic[P]):
    """A query as it was tried: prepared, and its result where it was run."""

    prepared: P
    result: Result | None


class Trials(Generic[P]):
    """A `nlkgq.repair.Trial` that remembers what came of each query.

    Args:
        prepare: Query text -> the query ready to run.
        run: Runs it; None only prepares.
        reveal: Codes of revealing findings that may be told to a model.
    """

    def __init__(
        self, prepare: Callable[[str], P], run: Callable[[P], Result] | None, *, reveal: Collection[str] = ()
    ) -> None:
        self._prepare = prepare
        self._run = run
        self._reveal = reveal
        self._tried: dict[str, Tried[P]] = {}

    def __call__(self, checked: CheckedQuery) -> CheckedQuery:
        """The query with what trying it told.

        Raises:
            EndpointError: The endpoint failed in a way that no other query would avoid.
        """
        try:
            prepared = self._prepare(checked.query)
            told = [f for f in prepared.findings if f.code in self._reveal]
            result = self._run(prepared) if self._run is not None else None
        except RefusedError as error:
            return _refused(checked, _finding(error), error)
        except EndpointError as error:
            if error.kind not in _ENDPOINT:
                raise
            message, suggestion = _ENDPOINT[error.kind]
            found = Finding(code=f"endpoint-{error.kind}", severity="error", message=message, suggestion=suggestion)
            return _refused(checked, found, error)
        self._tried[checked.query] = Tried(prepared, result)
        if EMPTY_RESULT in self._reveal and _is_empty(result):
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

    def of(self, query: str) -> Tried[P] | None:
        """What came of a query; None when it was not tried, or failed."""
        return self._tried.get(query)


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
