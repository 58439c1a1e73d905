"""Several endpoints as one: our own mediator between them."""

from __future__ import annotations

import time
import weakref
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from nlkgq.endpoints.federation.closures import edges
from nlkgq.endpoints.federation.describe import describe
from nlkgq.endpoints.federation.local import LocalGraph, LocalStore, local_text
from nlkgq.endpoints.federation.mediator import Mediator
from nlkgq.endpoints.federation.plan import Closure, Pattern, Plan
from nlkgq.endpoints.federation.reading import read_plan
from nlkgq.endpoints.federation.requests import Budget, Requests
from nlkgq.endpoints.federation.sources import Source, Sources
from nlkgq.endpoints.federation.streaming import NotStreamedError, Streaming, can_be_streamed
from nlkgq.endpoints.protocol import Limits
from nlkgq.errors import EndpointError, FederationError
from nlkgq.results.models import AskResult, RdfTerm, Result, ResultNote, SelectResult
from nlkgq.results.terms import literal
from nlkgq.sparql import Query, parse_query
from nlkgq.validation.gate import GatedQuery, GatePolicy, gate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from nlkgq.endpoints.protocol import Endpoint
    from nlkgq.results.models import Row

FETCH_ROWS = 200_000
FIRST_ROWS = 1_000
GROWTH = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class FederationLimits:
    """Bounds of the mediator.

    Args:
        fetch_rows: Rows of all sub-queries of one query.
        partial: Whether an endpoint that fails is left out, with a note, instead of failing the query.
    """

    fetch_rows: int = FETCH_ROWS
    partial: bool = False


class FederatedEndpoint:
    """Several endpoints behind the `Endpoint` protocol, as if their graphs were merged in one store.

    A query whose patterns only one endpoint can match goes there as it is. For any other, the triples that can take
    part are fetched from each endpoint, from the most selective pattern on, and the whole query runs over them in a
    process of the embedded engine. Threads may share it.

    Args:
        sources: The endpoints; they are closed with this one.
        name: Name in messages.
        limits: Bounds.
        policy: The gate's, for sub-queries.
        private: Whether a term that a query names is a value of a trusted endpoint; those are not sent to untrusted
            ones either. None: what a query names may be sent.

    Example:
        >>> import tempfile
        >>> from pathlib import Path
        >>> from nlkgq.endpoints.embedded import EmbeddedEndpoint
        >>> folder = Path(tempfile.mkdtemp())
        >>> _ = (folder / "a.ttl").write_text("<http://e/film> <http://e/director> <http://e/ann> .")
        >>> _ = (folder / "b.ttl").write_text("<http://e/ann> <http://e/name> 'Ann' .")
        >>> stores = [EmbeddedEndpoint([folder / f"{n}.ttl"], name=n, cache_dir=folder) for n in ("a", "b")]
        >>> endpoint = FederatedEndpoint([Source(name=s.name, endpoint=s, trusted=True) for s in stores], name="both")
        >>> query = gate("SELECT ?n { <http://e/film> <http://e/director> ?d . ?d <http://e/name> ?n }", GatePolicy())
        >>> endpoint.run(query, limits=Limits()).rows[0][0].value
        'Ann'
        >>> endpoint.close()
    """

    def __init__(
        self,
        sources: Sequence[Source],
        *,
        name: str,
        limits: FederationLimits | None = None,
        policy: GatePolicy | None = None,
        private: Callable[[RdfTerm], bool] | None = None,
    ) -> None:
        self.name = name
        self._private = private
        self.sources = Sources(sources)
        self._limits = limits or FederationLimits()
        self.policy = policy or GatePolicy()
        self._local = LocalStore(name=name)
        self._trusted: FederatedEndpoint | None = None
        self._pool = ThreadPoolExecutor(max_workers=2 * len(sources) + 2, thread_name_prefix="nlkgq-federation")
        self._finalizer = weakref.finalize(self, self._pool.shutdown, wait=False, cancel_futures=True)
        self._numbers: Mapping[Source, int] = {source: number for number, source in enumerate(self.sources.all)}

    def start(self) -> None:
        """Starts what the first query needs; `run` does it, too."""
        for source in self.sources.all:
            start = getattr(source.endpoint, "start", None)
            if start is not None:
                self._pool.submit(start)
        self._local.start()

    def trusted_part(self) -> Endpoint:
        """What may be asked about values of all sources: the trusted ones; all where they are all alike.

        It shares the sources with this endpoint, which closes them.
        """
        trusted = [source for source in self.sources.all if source.trusted]
        if len(trusted) in (0, len(self.sources.all)):
            return self
        if self._trusted is None:
            self._trusted = FederatedEndpoint(trusted, name=self.name, limits=self._limits, policy=self.policy)
        return self._trusted

    def run(self, query: GatedQuery, *, limits: Limits) -> Result:
        """The result, cut at ``limits.rows``.

        Notes: ``truncated`` (our cap), ``partial`` (an endpoint failed and `FederationLimits.partial` is set).

        Raises:
            EndpointError: An endpoint failed, or more would be fetched than is allowed; ``endpoint`` says which.
            FederationError: Something that several endpoints cannot answer, or that would send values where they
                must not go.
        """
        tree = parse_query(query.text)
        budget = self._budget(limits, self._limits.fetch_rows)
        if tree.form == "DESCRIBE":
            return describe(self, tree, limits, budget)
        plan = read_plan(tree, self.sources.named)
        requests = self.requests(budget)
        only = self._only_source(plan, self.mediator(requests, LocalGraph()))
        if only is not None and (only.trusted or not self.names_private(tree)):
            return self._forward(only, query, limits, requests)
        self._pool.submit(self._local.start)
        if can_be_streamed(tree, plan):
            streaming = Streaming(self, tree, plan, limits, budget)
            try:
                return self._streamed(streaming, limits)
            except NotStreamedError as error:
                if error.complete:
                    return self._whole(tree, plan, query, limits, streaming.requests)
                budget = replace(budget, rows=self._limits.fetch_rows, bytes=limits.bytes)
        for rows in self._stages(tree, plan):
            most = rows * (len(plan.patterns) + 1) if rows else self._limits.fetch_rows
            budget = replace(budget, rows=most, bytes=limits.bytes)
            requests = self.requests(budget, cut_at=rows)
            result = self._whole(tree, plan, query, limits, requests)
            if requests.cut is None or _is_enough(tree, result):
                return result
        raise requests.cut or AssertionError("the last stage is not cut")

    def stream(self, query: GatedQuery, *, limits: Limits) -> Iterator[Result]:
        """The result in parts, the first before the last rows are fetched; one part where that cannot be.

        Together the parts have at most ``limits.rows`` rows; notes come in a last part without rows. What is not
        consumed is not fetched.

        Raises:
            EndpointError, FederationError: As `run`, after the parts that came before.
        """
        tree = parse_query(query.text)
        plan = read_plan(tree, self.sources.named) if tree.form == "SELECT" else None
        if plan is not None and can_be_streamed(tree, plan):
            budget = self._budget(limits, self._limits.fetch_rows)
            streaming = Streaming(self, tree, plan, limits, budget, first=True)
            if self._only_source(plan, self.mediator(streaming.requests, LocalGraph())) is None:
                parts = streaming.parts()
                with suppress(NotStreamedError):
                    first = next(parts)
                    yield from self._rest(first, parts, streaming, limits)
                    return
        yield self.run(query, limits=limits)

    def _rest(
        self, first: SelectResult | AskResult, parts: Iterator[Result], streaming: Streaming, limits: Limits
    ) -> Iterator[Result]:
        """The parts from the first on, and a last one with the notes where there are any."""
        left, more = limits.rows, False
        part: Result | None = first
        try:
            while isinstance(part, SelectResult):
                yield replace(part, rows=part.rows[:left])
                more = len(part.rows) > left
                left -= len(part.rows)
                part = None if more else next(parts, None)
        except NotStreamedError:
            raise FederationError(
                "blank nodes came after the first part of the answer",
                code="unsupported",
                hint="Ask for the answer as a whole.",
            ) from None
        assert isinstance(first, SelectResult), "ASK is not streamed"
        notes = (_cut(limits.rows),) if more else ()
        last = self._noted(SelectResult(variables=first.variables, rows=(), notes=notes), streaming.requests)
        if isinstance(last, SelectResult) and last.notes:
            yield last

    def _streamed(self, streaming: Streaming, limits: Limits) -> Result:
        """The parts of an answer together.

        Raises:
            NotStreamedError: There are none.
        """
        rows: list[Row] = []
        variables: tuple[str, ...] = ()
        for part in streaming.parts():
            if isinstance(part, AskResult):
                if part.boolean:
                    return self._noted(part, streaming.requests)
                continue
            assert isinstance(part, SelectResult)
            variables = part.variables
            rows += part.rows
        if streaming.form == "ASK":
            return self._noted(AskResult(boolean=False), streaming.requests)
        notes = (_cut(limits.rows),) if len(rows) > limits.rows else ()
        result = SelectResult(variables=variables, rows=tuple(rows[: limits.rows]), notes=notes)
        return self._noted(result, streaming.requests)

    def _whole(self, tree: Query, plan: Plan, query: GatedQuery, limits: Limits, requests: Requests) -> Result:
        """The result from everything that can take part in it, as far as it is not cut."""
        if plan.pinned:
            query = gate(local_text(tree, self.sources.named), self.policy.rewritten())
        graph = LocalGraph()
        self.mediator(requests, graph).fetch(plan.root)
        return self._noted(self.evaluate(query, graph, replace(limits, seconds=requests.budget.left)), requests)

    def names_private(self, tree: Query) -> bool:
        """Whether a query names a value that an untrusted endpoint must not see."""
        if self._private is None or not self.sources.mixed:
            return False
        iris = (tree.iri_or_none(token) for token in tree.tokens)
        found = [RdfTerm("uri", iri) for iri in iris if iri is not None]
        for item in tree.walk():
            value = tree.literal(item)
            if value is not None:
                found.append(literal(value.value, datatype=value.datatype, language=value.language or None))
        return any(map(self._private, found))

    def mediator(self, requests: Requests, graph: LocalGraph) -> Mediator:
        """What fetches the data of one query, or of a part of its answer, into a graph."""
        return Mediator(self.sources, requests, graph, self._private)

    def _budget(self, limits: Limits, rows: int) -> Budget:
        deadline = time.monotonic() + limits.seconds
        return Budget(deadline=deadline, rows=rows, bytes=limits.bytes, seconds=limits.seconds)

    def _stages(self, tree: Query, plan: Plan) -> Iterator[int | None]:
        """Most rows of a sub-query, one after the other; None for all there are.

        Where any solutions will do, a part of the data may already have enough of them.
        """
        wanted = 1 if tree.form == "ASK" else tree.limit
        if plan.monotone and wanted is not None:
            rows = FIRST_ROWS + wanted
            while rows * (len(plan.patterns) + 1) < self._limits.fetch_rows:
                yield rows
                rows *= GROWTH
        yield None

    def requests(self, budget: Budget, *, cut_at: int | None = None, shared: Requests | None = None) -> Requests:
        """What sends the sub-queries of one query, or of a part of its answer."""
        return Requests(
            budget=budget,
            pool=self._pool,
            policy=self.policy,
            partial=self._limits.partial,
            cut_at=cut_at,
            number=self._numbers.__getitem__,
            shared=shared,
        )

    def close(self) -> None:
        """Closes the sources and ends the local processes; a second call does nothing."""
        self._finalizer()
        self._local.close()
        if self._trusted is not None:
            self._trusted.close()
        for source in self.sources.all:
            source.endpoint.close()

    def _only_source(self, plan: Plan, mediator: Mediator) -> Source | None:
        """The source that alone can match anything of the query; None where there are several or none."""
        if plan.pinned or not plan.patterns:
            return None
        found: set[Source] = set()
        for leaf in plan.patterns:
            for pattern in _asked(leaf):
                found.update(mediator.relevant(pattern))
            if len(found) > 1 or (isinstance(leaf, Closure) and leaf.zero):
                return None
        return found.pop() if len(found) == 1 else None

    def _forward(self, source: Source, query: GatedQuery, limits: Limits, requests: Requests) -> Result:
        try:
            return source.endpoint.run(query, limits=replace(limits, seconds=min(limits.seconds, source.seconds)))
        except EndpointError as error:
            if not self._limits.partial:
                raise
            requests.failures[source.name] = error
            empty = self._local.run_over(query, "", limits=limits)
            return self._noted(empty, requests)

    def evaluate(self, query: GatedQuery, graph: LocalGraph, limits: Limits) -> Result:
        """The result of a query over what was fetched.

        Raises:
            EndpointError: No time or memory was left for it.
        """
        if limits.seconds <= 0:
            raise EndpointError(
                f"{self.name}: no time was left to join what was fetched", kind="timeout", endpoint=self.name
            )
        return self._local.run_over(query, graph.text(), limits=limits)

    def _noted(self, result: Result, requests: Requests) -> Result:
        if not requests.failures:
            return result
        if len(requests.failures) == len(self.sources.all):
            raise next(iter(requests.failures.values()))
        notes = tuple(
            ResultNote(code="partial", message=f"without {name}, which failed: {error.message}")
            for name, error in requests.failures.items()
        )
        return replace(result, notes=(*result.notes, *notes))


def _cut(rows: int) -> ResultNote:
    return ResultNote(code="truncated", message=f"only the first {rows} rows are shown; there are more")


def _is_enough(tree: Query, result: Result) -> bool:
    """Whether solutions found in a part of the data are as many as were asked for: a part has no wrong ones."""
    if isinstance(result, AskResult):
        return result.boolean
    rows = len(result.rows) if isinstance(result, SelectResult) else 0
    return bool(result.notes) or (tree.limit is not None and rows >= tree.limit)


def _asked(leaf: Pattern | Closure) -> tuple[Pattern, ...]:
    if isinstance(leaf, Pattern):
        return (leaf,)
    return (*leaf.inner, *edges(leaf))
