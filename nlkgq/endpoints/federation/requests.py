"""Sub-queries to sources: bounded, several at once, each answer whole or an error."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias, cast

from nlkgq.endpoints.federation.plan import Pattern
from nlkgq.endpoints.federation.sources import Source
from nlkgq.endpoints.federation.sub_query import Answer, Request, halves, places
from nlkgq.endpoints.protocol import Limits
from nlkgq.errors import EndpointError, FederationError
from nlkgq.results.models import AskResult, GraphResult, RdfTerm, Row, SelectResult
from nlkgq.validation.gate import GatePolicy, gate

Triple: TypeAlias = tuple[RdfTerm, RdfTerm, RdfTerm]
_SHARE_OF_TIME: Final = 0.6
"""The most of the time left that one request may take where the answer may be partial: others come after it."""


@dataclass(kw_only=True)
class Budget:
    """What one query over all sources may still take. Threads share it.

    Args:
        deadline: On the monotonic clock, in seconds.
        rows: Rows of sub-queries.
        bytes: Text of the terms that are held at once.
        seconds: The whole time, for messages.
        unprobed: Name of a source -> what its probe failed with; it gets no time for another one.
    """

    deadline: float
    rows: int
    bytes: int
    seconds: float
    lock: threading.Lock = field(default_factory=threading.Lock, repr=False)
    unprobed: dict[str, EndpointError] = field(default_factory=dict)

    @property
    def left(self) -> float:
        """Seconds left, 0 at least."""
        return max(0.0, self.deadline - time.monotonic())

    def take(self, rows: int, size: int = 0) -> None:
        """Counts rows that have come and the text in them; negative numbers give back."""
        with self.lock:
            self.rows -= rows
            self.bytes -= size


class Requests:
    """Sends the sub-queries of one query.

    Args:
        budget: For all of them.
        pool: Runs them.
        policy: The gate's, for sub-queries.
        partial: Whether a source that fails is left out, and told in `failures`.
        cut_at: Most rows of a sub-query, rows beyond them left out and told in `cut`; None where all must come.
        number: Source -> its number, for blank nodes.
        shared: What was sent for other parts of the same answer: its failures hold here, too, and so do its answers to
            requests that no values restrict.
    """

    def __init__(
        self,
        *,
        budget: Budget,
        pool: ThreadPoolExecutor,
        policy: GatePolicy,
        partial: bool,
        cut_at: int | None,
        number: Callable[[Source], int],
        shared: Requests | None = None,
    ) -> None:
        self.budget = budget
        self.failures: dict[str, EndpointError] = shared.failures if shared is not None else {}
        self.cut: EndpointError | None = None
        self.answered: dict[str, int] = {}
        self.unstable: set[str] = set()
        self.sent: list[Request] = []
        self.whole: dict[Request, Answer] = {}
        """Answers that hold for every part of an answer."""
        self._pool = pool
        self._policy = replace(
            policy, max_length=5_000_000, max_depth=400, max_patterns=2_000, max_operations=100_000, service=frozenset()
        )
        self._partial = partial
        self.cut_at = cut_at
        self._number = number
        self.size = 0
        """Characters of the terms that have come."""
        self.known: dict[Request, Answer] = {}
        self._shared = shared

    def run(self, requests: Sequence[Request]) -> list[Answer]:
        """The answers of all requests that were answered, several asked at once.

        Raises:
            EndpointError: A source failed, or the budget is used up.
        """
        wanted = [r for r in requests if r.source.name not in self.failures]
        if self._shared is not None:
            self.known.update({r: self._shared.whole[r] for r in wanted if r in self._shared.whole})
        new = [r for r in dict.fromkeys(wanted) if r not in self.known]
        if len(new) == 1:
            found = [self._settle(new[0], lambda: self._ask(new[0]))]
        else:
            futures: list[tuple[Request, Future[list[Answer]]]] = [(r, self._pool.submit(self._ask, r)) for r in new]
            try:
                found = [self._settle(request, future.result) for request, future in futures]
            finally:
                for _, future in futures:
                    future.cancel()
        for request, answers in zip(new, found, strict=True):
            if answers is not None:
                rows = tuple(row for answer in answers for row in answer.rows)
                self.known[request] = Answer(request, request.variables, rows)
                if self._shared is not None and request.variable is None:
                    self._shared.whole[request] = self.known[request]
        return [self.known[request] for request in wanted if request in self.known]

    def run_together(self, source: Source, patterns: Sequence[Pattern]) -> list[Answer]:
        """Every match of the patterns, in one answer, so that a blank node has one label in all of it.

        Raises:
            EndpointError: The source failed, or the budget is used up.
        """
        asked = [places(pattern) for pattern in patterns]
        branches = " UNION ".join(f"{{ {body} BIND({n} AS ?n) }}" for n, (body, _) in enumerate(asked))
        result = self._send(source, f"SELECT ?n ?s ?p ?o ?g WHERE {{ {branches} }}")
        assert isinstance(result, SelectResult)
        for note in result.notes:
            error = self._incomplete(source, note.code, note.message)
            if self.cut_at is None or error.kind != "too-large":
                raise error
            self.cut = error
        column = {name: place for place, name in enumerate(result.variables)}
        answers = [
            Answer(Request(source, (pattern,)), tuple(names), rows)
            for n, (pattern, (_, names)) in enumerate(zip(patterns, asked, strict=True))
            if (
                rows := tuple(
                    tuple(row[column[place]] for place in names.values())
                    for row in result.rows
                    if (number := row[column["n"]]) is not None and int(number.value) == n
                )
            )
        ]
        known: dict[RdfTerm, RdfTerm] = {}
        return [answer._replace(rows=self._named(answer.rows, known, f"s{self._number(source)}")) for answer in answers]

    def describe(self, sources: Sequence[Source], text: str) -> tuple[Triple, ...]:
        """The triples that the sources answer a DESCRIBE query with, each once.

        Raises:
            EndpointError: A source failed, or did not tell all.
        """
        found: dict[Triple, None] = {}
        futures = [(source, self._pool.submit(self._send, source, text)) for source in sources]
        for source, future in futures:
            try:
                result = future.result()
            except EndpointError as error:
                if not self._partial:
                    raise
                self.failures[source.name] = error
                continue
            assert isinstance(result, GraphResult)
            for note in result.notes:
                raise self._incomplete(source, note.code, note.message)
            for triple in self._named(result.triples, {}, f"s{self._number(source)}"):
                found[cast("Triple", triple)] = None
        return tuple(found)

    def probe(self, source: Source, pattern: Pattern) -> bool:
        """Whether a source has a match; nothing of it is kept.

        Raises:
            EndpointError: The source failed, now or at an earlier probe: it is not waited for once more.
        """
        if source.name in self.budget.unprobed:
            raise self.budget.unprobed[source.name]
        request = Request(source, (pattern,))
        text = request.text.replace(f"SELECT {' '.join(f'?{v}' for v in request.variables)} WHERE", "ASK", 1)
        try:
            result = self._send(source, text)
        except EndpointError as error:
            raise self.budget.unprobed.setdefault(source.name, error) from None
        return isinstance(result, AskResult) and result.boolean

    def _settle(self, request: Request, answer: Callable[[], list[Answer]]) -> list[Answer] | None:
        """The answers; None where the source failed and may."""
        name = request.source.name
        try:
            return answer()
        except EndpointError as error:
            if not self._partial or error.endpoint != name:
                raise
            self.failures.setdefault(name, error)
            return None

    def _ask(self, request: Request) -> list[Answer]:
        result = self._send(request.source, request.text)
        variables = request.variables
        if isinstance(result, AskResult):
            return [self._answer(request, variables, ((),) if result.boolean else ())]
        assert isinstance(result, SelectResult)
        for note in result.notes:
            if note.code == "endpoint-cap" and len(request.values) > 1:
                return [answer for half in halves(request) for answer in self._ask(half)]
            error = self._incomplete(request.source, note.code, note.message)
            if self.cut_at is None or error.kind != "too-large":
                raise _withheld(request.source) if request.withheld else error
            self.cut = error
        columns = [result.variables.index(name) if name in result.variables else None for name in variables]
        rows = result.rows
        if columns != list(range(len(result.variables))):
            rows = tuple(tuple(None if p is None else row[p] for p in columns) for row in rows)
        size = sum(len(term.value) for row in rows for term in row if term is not None)
        self.size += size
        self.budget.take(len(rows), size)
        return [self._answer(request, variables, rows)]

    def _send(self, source: Source, text: str) -> object:
        asks = text.startswith("ASK")  # has no row to count, and its answer is kept beyond this query
        if self.budget.rows <= 0 and not asks:
            error = self._incomplete(source, "truncated", "")
            if self.cut_at is None:
                raise error
            self.cut = error
            return SelectResult(variables=(), rows=())
        if self.budget.bytes <= 0:
            message = "joining its data here takes more memory than one query may"
            raise self._error(source, "too-large", message, hint="Ask for less at once, or raise the byte_cap.")
        rows = self.budget.rows if self.cut_at is None else min(self.cut_at, self.budget.rows)
        # a server would send them all
        query = gate(f"{text} LIMIT {rows + 1}" if text.startswith("SELECT") else text, self._policy)
        with source.gate:
            seconds = min(source.seconds, self.budget.left * (_SHARE_OF_TIME if self._partial else 1.0))
            if seconds <= 0 and self.budget.unprobed:  # who took the time is to blame, not who comes after
                raise next(iter(self.budget.unprobed.values()))
            if seconds <= 0:
                raise self._error(source, "timeout", f"no time was left for it of the {self.budget.seconds:g} s")
            limits = Limits(seconds=seconds, rows=max(1, rows) if asks else rows, bytes=self.budget.bytes)
            return source.endpoint.run(query, limits=limits)

    def _answer(self, request: Request, variables: tuple[str, ...], rows: tuple[Row, ...]) -> Answer:
        """The answer with blank nodes told apart."""
        source = request.source
        with self.budget.lock:
            self.sent.append(request)
            self.answered[source.name] = response = self.answered.get(source.name, 0) + 1
        known: dict[RdfTerm, RdfTerm] = {}
        if source.stable_labels:
            return Answer(request, variables, self._named(rows, known, f"s{self._number(source)}", stable=True))
        rows = self._named(rows, known, f"s{self._number(source)}r{response}")
        if known:
            self.unstable.add(source.name)
        return Answer(request, variables, rows)

    @staticmethod
    def _named(
        rows: tuple[Row, ...], known: dict[RdfTerm, RdfTerm], stem: str, *, stable: bool = False
    ) -> tuple[Row, ...]:
        """The rows with labels of our own for blank nodes; ``known`` holds those given so far."""
        for row in rows:
            for term in row:
                if term is not None and term.kind == "bnode" and term not in known:
                    label = term.value.encode().hex() if stable else f"{len(known)}"
                    known[term] = RdfTerm("bnode", f"{stem}n{label}")
        if not known:
            return rows
        return tuple(tuple(known.get(t, t) if t is not None else None for t in row) for row in rows)

    def _incomplete(self, source: Source, code: str, message: str) -> EndpointError:
        if code == "truncated":
            return self._error(
                source,
                "too-large",
                "joining its data here takes more rows than are fetched for one query",
                hint="Ask for less at once, or raise federation.fetch_rows.",
            )
        if code == "endpoint-timeout":
            return self._error(source, "timeout", message)
        return self._error(source, "too-large", message, hint="Ask for less at once, or raise the endpoint's own cap.")

    def _error(self, source: Source, kind: str, message: str, *, hint: str | None = None) -> EndpointError:
        return EndpointError(f"{source.name}: {message}", kind=kind, endpoint=source.name, hint=hint)  # type: ignore[arg-type]  # one of the kinds above


def _withheld(source: Source) -> FederationError:
    return FederationError(
        f"{source.name}: it has more than is fetched for one query; values that would narrow it are not sent there: "
        "they are known from a trusted endpoint",
        code="trust",
        hint=f"Ask for less, raise federation.fetch_rows, or set endpoints.{source.name}.trusted.",
    )
