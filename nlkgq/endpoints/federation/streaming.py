"""Answers part by part: the first rows before the last ones are fetched, and no more memory than one part takes.

Every solution of the outermost group binds each variable of its triple patterns to one term. So the solutions whose
``?x`` is among some terms, for blocks of terms that do not overlap, are together exactly all solutions, each once. The
terms come from the pattern that is cheapest to fetch, the first thousand before all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from nlkgq.endpoints.federation.candidates import Candidates
from nlkgq.endpoints.federation.local import BLOCK_HAS, BLOCK_IRI, LocalGraph
from nlkgq.endpoints.federation.mediator import Mediator, Unit
from nlkgq.results.models import AskResult, RdfTerm, Result, SelectResult
from nlkgq.sparql import Node, Query, Splice, variable_name
from nlkgq.validation.gate import GatedQuery, gate

if TYPE_CHECKING:
    from nlkgq.endpoints.federated import FederatedEndpoint
    from nlkgq.endpoints.federation.plan import Plan
    from nlkgq.endpoints.federation.requests import Budget
    from nlkgq.endpoints.federation.sub_query import Answer
    from nlkgq.endpoints.protocol import Limits
    from nlkgq.results.models import Row

FIRST_ROWS: Final = 1_000
"""Rows of the driving pattern that are fetched before all of them; ten times as many each time."""
FIRST_BLOCK: Final = 100
"""Terms of the first part; ten times as many each time, up to `LARGEST_BLOCK`."""
LARGEST_BLOCK: Final = 10_000
MOST_WANTED: Final = 20_000
"""Rows beyond which an answer that nobody waits for is fetched as a whole: each table once, not part by part."""
GROWTH: Final = 10
_VOLATILE: Final = frozenset({"NOW", "RAND", "UUID", "STRUUID", "BNODE"})
"""Functions with another value in another part."""


class NotStreamedError(Exception):
    """Parts would be no gain, or are not possible: blank nodes of two parts cannot be put together.

    Args:
        complete: Whether what was fetched so far is a beginning of the whole, to be gone on with.
    """

    def __init__(self, *, complete: bool = False) -> None:
        super().__init__("not streamed")
        self.complete = complete


@dataclass(frozen=True, slots=True, kw_only=True)
class Driver:
    """What the parts are made from.

    Args:
        unit: Triple patterns of the outermost group.
        variable: One of their variables.
        candidates: The terms it can be.
        complete: Whether these are all.
        answers: What was fetched for them.
    """

    unit: Unit
    variable: str
    candidates: Candidates
    complete: bool
    answers: tuple[Answer, ...]

    @property
    def rows(self) -> int:
        """How many rows were fetched."""
        return sum(len(answer.rows) for answer in self.answers)


def can_be_streamed(tree: Query, plan: Plan) -> bool:
    """Whether parts of the solutions are parts of the answer: no order, no aggregate, no offset."""
    if tree.form not in ("SELECT", "ASK") or plan.pinned or plan.graph_variables or plan.root.exists:
        return False
    body = tree.body
    if body.node("GroupClause", "HavingClause", "OrderClause") is not None:
        return False
    select = body.node("SelectClause")
    if select is not None and any(True for _ in select.find("Aggregate")):
        return False
    bounds = body.node("LimitOffsetClauses")
    if bounds is not None and bounds.node("OffsetClause") is not None:
        return False
    return not any(token.text.upper() in _VOLATILE for token in tree.tokens)


class Streaming:
    """One query, streamed.

    Args:
        federation: Where it is asked.
        tree: The query.
        plan: Its plan.
        limits: Its bounds.
        budget: What it may still take.
        first: Whether somebody waits for the first rows; else parts are as large as what is wanted.
    """

    def __init__(
        self,
        federation: FederatedEndpoint,
        tree: Query,
        plan: Plan,
        limits: Limits,
        budget: Budget,
        *,
        first: bool = False,
    ) -> None:
        self._federation = federation
        self._tree = tree
        self._plan = plan
        self._limits = limits
        self._budget = budget
        self.requests = federation.requests(budget)
        """What was sent before the first part; what failed is kept in it."""
        self._variables: tuple[str, ...] = ()
        self._seen: set[Row] = set()
        self._complete = False
        self._first = first
        most = FIRST_BLOCK if first else LARGEST_BLOCK
        self._size = max(FIRST_BLOCK, min(most, self.wanted))
        self._rows = max(FIRST_BLOCK, min(FIRST_ROWS if first else GROWTH * FIRST_ROWS, self.wanted))
        self._rows_of: dict[RdfTerm | None, list[tuple[int, Row]]] = {}

    @property
    def wanted(self) -> int:
        """Most rows that anybody asks for: the query's LIMIT, or one more than are shown."""
        if self._tree.form == "ASK":
            return 1
        most = self._limits.rows + 1
        return most if self._tree.limit is None else min(self._tree.limit, most)

    @property
    def form(self) -> str:
        """The query's form."""
        return self._tree.form

    def parts(self) -> Iterator[SelectResult | AskResult]:
        """The parts, together at most as many rows as are wanted, with equal columns; for DISTINCT each row once.

        Raises:
            NotStreamedError: There are none: parts would be no gain or are not possible, or blank nodes came.
            EndpointError: A source failed, or the budget is used up.
        """
        left = self.wanted
        if left <= 0 or (left > MOST_WANTED and not self._first):
            raise NotStreamedError
        driver = self._driver()
        query = self._query_of_a_part(driver.variable)
        done, size, rows = frozenset[RdfTerm](), self._size, self._rows
        while True:
            new = driver.candidates.values - done
            ordered = sorted(new, key=lambda term: (term.kind, term.value, term.datatype or "", term.language or ""))
            while ordered:
                block, ordered = ordered[:size], ordered[size:]
                part = self._cleaned(self._part(query, block, driver))
                if isinstance(part, SelectResult):
                    part = replace(part, rows=part.rows[:left])
                yield part
                left -= part.boolean if isinstance(part, AskResult) else len(part.rows)
                if left <= 0:
                    return
                size = min(size * GROWTH, LARGEST_BLOCK)
            done |= new
            if driver.complete:
                return
            rows *= GROWTH
            driver = self._more(driver, rows)

    def _driver(self) -> Driver:
        """What drives the parts."""
        mediator = self._federation.mediator(self.requests, LocalGraph())
        unit = mediator.cheapest_unit(self._plan.root.group)
        if unit is None:
            raise NotStreamedError
        driver = self._drive(mediator, unit, self._rows)
        if driver is None or (driver.complete and len(driver.candidates.values) <= FIRST_BLOCK):
            raise NotStreamedError(complete=self._complete)
        return driver

    def _drive(self, mediator: Mediator, unit: Unit, rows: int | None, variable: str | None = None) -> Driver | None:
        """Terms from at most so many rows of each source; None where there are none that can be told apart."""
        self.requests.cut_at, self.requests.cut = rows, None
        try:
            found = mediator.unit(unit, mediator.given(self._plan.root.group) or {}) or {}
        finally:
            self.requests.cut_at = None
        self._complete, self.requests.cut = self.requests.cut is None, None
        shown = {variable_name(token) for token in self._tree.tokens if token.terminal == "VAR"}
        usable = {
            name: candidates
            for name, candidates in found.items()
            if name in shown and not any(term.kind == "bnode" for term in candidates.values)
        }
        if variable is None and usable:
            variable = max(sorted(usable), key=lambda name: len(usable[name].values))
        if variable not in usable:
            return None
        answers = tuple(self.requests.known.values())
        self._rows_of = {}
        for number, answer in enumerate(answers):
            place = answer.variables.index(variable)
            for row in answer.rows:
                self._rows_of.setdefault(row[place], []).append((number, row))
        candidates = usable[variable]
        return Driver(unit=unit, variable=variable, candidates=candidates, complete=self._complete, answers=answers)

    def _more(self, driver: Driver, rows: int) -> Driver:
        """More of what drives; what was fetched before counts once."""
        self.requests.known.clear()
        self._budget.take(-driver.rows, -self.requests.size)
        self.requests.size = 0
        mediator = self._federation.mediator(self.requests, LocalGraph())
        most = rows if rows < self._budget.rows else None
        found = self._drive(mediator, driver.unit, most, driver.variable)
        if found is None:
            raise NotStreamedError
        return found

    def _part(self, query: GatedQuery, block: Sequence[RdfTerm], driver: Driver) -> Result:
        terms = frozenset(block)
        known = {driver.variable: Candidates(terms, terms if driver.candidates.open is not None else None)}
        requests, graph = self._federation.requests(self._budget, shared=self.requests), LocalGraph()
        before = self._budget.rows
        mediator = self._federation.mediator(requests, graph)
        if driver.complete:
            mediator.ready = (driver.unit, self._of_block(driver, block))
        mediator.group(self._plan.root.group, known)
        if requests.unstable:
            raise NotStreamedError
        # what a part holds is let go with it; driving patterns that were cut have come twice
        twice = 0 if driver.complete else min(before - self._budget.rows, len(block))
        self._budget.take(-twice, -requests.size)
        graph.put_block(block)
        limits = replace(self._limits, seconds=self._budget.left, rows=self.wanted)
        return self._federation.evaluate(query, graph, limits)

    def _of_block(self, driver: Driver, block: Sequence[RdfTerm]) -> list[Answer]:
        """The rows of the driving patterns with the terms of a block."""
        rows: list[list[Row]] = [[] for _ in driver.answers]
        for term in block:
            for number, row in self._rows_of.get(term, ()):
                rows[number].append(row)
        return [answer._replace(rows=tuple(kept)) for answer, kept in zip(driver.answers, rows, strict=True)]

    def _cleaned(self, part: Result) -> SelectResult | AskResult:
        """The part with the columns of the first, without its notes, and for DISTINCT without what came before."""
        if isinstance(part, AskResult):
            return part
        assert isinstance(part, SelectResult)
        self._variables = self._variables or part.variables
        rows = part.rows
        if part.variables != self._variables:
            places = [part.variables.index(name) for name in self._variables]
            rows = tuple(tuple(row[place] for place in places) for row in rows)
        select = self._tree.body.node("SelectClause")
        if select is not None and select.token("DISTINCT") is not None:
            rows = tuple(row for row in rows if row not in self._seen)
            self._seen.update(rows)
        return SelectResult(variables=self._variables, rows=rows)

    def _query_of_a_part(self, variable: str) -> GatedQuery:
        """The query over the solutions of a part."""
        where = self._tree.body.node("WhereClause")
        assert isinstance(where, Node), "a query with patterns has a group"
        end = where.nodes("GroupGraphPattern")[0].children[-1].start
        block = f" GRAPH <{BLOCK_IRI}> {{ <{BLOCK_IRI}> <{BLOCK_HAS}> ?{variable} }} "
        text = str(self._tree.edit(Splice(end, end, block)))
        policy = self._federation.policy.rewritten()
        return gate(
            text, replace(policy, max_length=policy.max_length + len(block), max_patterns=policy.max_patterns + 1)
        )
