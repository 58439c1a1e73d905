"""Fetches, for one query, a part of the data on which the query has the same answers as on all of it.

The rule behind it: a pattern's solutions are decided by the triples that its triple patterns match. For patterns that
are joined, triples whose terms occur in no partner can be left out; for OPTIONAL, MINUS and EXISTS, those that fit no
solution of the elements before. Everything fetched is part of the data, so more than needed never does harm, and every
restriction is a superset of the terms that occur in solutions. The query itself then runs, whole, on the local store.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from nlkgq.endpoints.federation.candidates import Candidates, Known, either, narrow
from nlkgq.endpoints.federation.closures import fetch_closure, is_anchored
from nlkgq.endpoints.federation.local import LocalGraph
from nlkgq.endpoints.federation.plan import (
    Aside,
    Closure,
    Context,
    Group,
    Item,
    Pattern,
    Select,
    Term,
    Union,
    Values,
    Var,
    certain,
)
from nlkgq.endpoints.federation.requests import Requests
from nlkgq.endpoints.federation.sources import Source, Sources, is_class, total_size
from nlkgq.endpoints.federation.sub_query import Answer, Request, blocks, can_be_sent, source_of
from nlkgq.results.models import RdfTerm

REQUEST_COST = 200.0
"""What a request costs, in rows."""
MOST_VALUES = 20_000
"""Values that one variable is restricted to in all blocks together; beyond, the whole is fetched."""

BLOCKS_AT_A_GUESS = 20
"""Blocks that are sent to a source of unknown size rather than fetching the whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """Patterns fetched together: one, or several that only one source can match (an exclusive group)."""

    patterns: tuple[Pattern, ...]
    sources: tuple[Source, ...]

    @property
    def variables(self) -> frozenset[str]:
        """Names of its variables."""
        return frozenset().union(*(pattern.variables for pattern in self.patterns))


class Mediator:
    """Fetches the data of one query into a local graph.

    Args:
        sources: Where the data is.
        requests: How it is asked for.
        graph: Where it goes.
        private: Whether a term of the query is a value of a trusted source, which untrusted ones must not see.
    """

    def __init__(
        self, sources: Sources, requests: Requests, graph: LocalGraph, private: Callable[[RdfTerm], bool] | None = None
    ) -> None:
        self.sources = sources
        self._private = private if sources.mixed else None
        self._veils: dict[RdfTerm, Var] = {}
        self._requests = requests
        self._graph = graph
        self._relevant: dict[Pattern, tuple[Source, ...]] = {}
        self.ready: tuple[Unit, Sequence[Answer]] | None = None
        """A unit whose answers have come already."""
        self._stable = {number for number, source in enumerate(sources.all) if source.stable_labels}

    def relevant(self, pattern: Pattern) -> tuple[Source, ...]:
        """The sources that can match a pattern."""
        if pattern not in self._relevant:
            self._relevant[pattern] = self.sources.relevant(pattern, self._requests.probe)
        return self._relevant[pattern]

    def unstable(self, term: RdfTerm) -> bool:
        """Whether a blank node may have another label in another answer of its source."""
        return source_of(term) not in self._stable

    def fetch(self, root: Select) -> None:
        """Fetches what the query needs.

        Raises:
            EndpointError: A source failed, or the data is more than the budget.
            FederationError: It cannot be done without sending values where they must not go.
        """
        self.select(root, {})
        self._settle_blank_nodes()

    # Elements. Each returns what it tells about variables that it certainly binds, or None when it has no solution
    # that fits what is known.

    def select(self, select: Select, known: Known) -> dict[str, Candidates] | None:
        """Fetches a sub-select; only variables that it shows as they are can be restricted."""
        found = self.group(select.group, {name: known[name] for name in select.outer if name in known})
        for group in select.exists:
            self.group(group, {})
        if found is None:
            return {} if select.always else None
        return {name: found[name] for name in certain(select) if name in found}

    def group(self, group: Group, given: Known) -> dict[str, Candidates] | None:
        """Fetches a group: what is joined first, from the fewest to the most; then what stands beside it."""
        known = dict(given)
        if not self._join([item for item in group.items if not isinstance(item, Aside)], known):
            return None
        before: set[str] = set()
        for item in group.items:
            if isinstance(item, Aside):
                seen = group.certain if item.everywhere else before
                self.group(item.group, {name: known[name] for name in seen if name in known})
            else:
                before |= certain(item)
        return {name: known[name] for name in group.certain if name in known}

    def given(self, group: Group) -> dict[str, Candidates] | None:
        """What inline data says of variables; None where no term satisfies it."""
        known: dict[str, Candidates] = {}
        for item in group.items:
            if isinstance(item, Values) and not narrow(known, self._from_values(item), self.unstable):
                return None
        return known

    def cheapest_unit(self, group: Group) -> Unit | None:
        """What a group is fetched from on; None where that is no triple pattern, or there is no solution."""
        known = self.given(group)
        pending = self._pending(item for item in group.items if not isinstance(item, Aside))
        if known is None or not pending:
            return None
        cheapest = min(pending, key=lambda part: self._cost(part, known))
        return cheapest if isinstance(cheapest, Unit) else None

    def _pending(self, items: Iterable[Item]) -> list[Unit | Item]:
        """Joined elements without inline data, triple patterns as units."""
        patterns: list[Pattern] = []
        pending: list[Unit | Item] = []
        for item in items:
            if isinstance(item, Pattern):
                patterns.append(item)
            elif not isinstance(item, Values):
                pending.append(item)
        return [*pending, *self._units(patterns)]

    def _join(self, items: Sequence[Item], known: dict[str, Candidates]) -> bool:
        """Fetches joined elements; False when they certainly have no solution."""
        for item in items:
            if isinstance(item, Values) and not narrow(known, self._from_values(item), self.unstable):
                return False
        pending = self._pending(items)
        while pending:
            cheapest = min(pending, key=lambda part: self._cost(part, known))
            pending.remove(cheapest)
            found = self._part(cheapest, known)
            if found is None or not narrow(known, found, self.unstable):
                return False
        return True

    def _part(self, part: Unit | Item, known: Known) -> dict[str, Candidates] | None:
        match part:
            case Unit():
                return self.unit(part, known)
            case Closure():
                return fetch_closure(self, part, known)
            case Union():
                found = [self.group(branch, known) for branch in part.branches]
                kept = [branch for branch in found if branch is not None]
                return either(kept) if kept else None
            case Select():
                return self.select(part, known)
            case Group():
                return self.group(part, known)
        raise TypeError(part)

    def _units(self, patterns: Sequence[Pattern]) -> list[Unit]:
        """The patterns, those of one source that share variables together."""
        units: list[Unit] = []
        for pattern in dict.fromkeys(patterns):
            unit = Unit(patterns=(pattern,), sources=self.relevant(pattern))
            if len(unit.sources) == 1:
                for other in [u for u in units if _exclusive(u, unit)]:
                    units.remove(other)
                    unit = Unit(patterns=(*other.patterns, *unit.patterns), sources=unit.sources)
            units.append(unit)
        return units

    def unit(self, unit: Unit, known: Known) -> dict[str, Candidates] | None:
        """Fetches a unit from its sources, restricted to known values where that is less."""
        if self.ready is not None and self.ready[0] == unit:
            come = self.ready[1]
        else:
            requests = [request for source in unit.sources for request in self._requests_to(source, unit, known)]
            come = self._requests.run(requests)
        answers = [self._unveiled(answer) for answer in come]
        self._graph.add(answers)
        if not any(answer.rows for answer in answers):
            return None
        opened = not any(source.trusted for source in unit.sources)
        values: dict[str, set[RdfTerm]] = {name: set() for name in unit.variables}
        for answer in answers:
            for name, column in zip(answer.variables, zip(*answer.rows, strict=True), strict=False):
                if name in values:
                    values[name].update(term for term in column if term is not None)
        found: dict[str, Candidates] = {}
        for name, terms in values.items():
            anchors = frozenset(pattern.context for pattern in unit.patterns if name in pattern.ends)
            kept = frozenset(terms)
            found[name] = Candidates(kept, kept if opened else None, anchors)
        return found

    def single(self, pattern: Pattern, known: Known) -> dict[str, Candidates] | None:
        """Fetches one pattern."""
        return self.unit(Unit(patterns=(pattern,), sources=self.relevant(pattern)), known)

    def _requests_to(self, source: Source, unit: Unit, known: Known) -> list[Request]:
        full = min(source.size(pattern, {}) for pattern in unit.patterns)
        cost, name, values = full + REQUEST_COST, None, frozenset[RdfTerm]()
        for variable in sorted(unit.variables & known.keys()):
            usable = self.usable(known[variable], source)
            if usable is None or len(usable) > MOST_VALUES:
                continue
            rows = min(source.size(pattern, {variable: len(usable)}) for pattern in unit.patterns)
            price = rows + REQUEST_COST * math.ceil(len(usable) / source.bind_size)
            unknown = source.profile is None and name is None and len(usable) <= BLOCKS_AT_A_GUESS * source.bind_size
            if price < cost or unknown:
                cost, name, values = price, variable, usable
        patterns = tuple(self._veiled(pattern, source) for pattern in unit.patterns)
        withheld = patterns != unit.patterns
        if not source.trusted:
            withheld |= any(known[v].open != known[v].values for v in unit.variables & known.keys())
        if name is None:
            return [Request(source, patterns, withheld=withheld)]
        return [Request(source, patterns, name, block, withheld) for block in blocks(list(values), source.bind_size)]

    def constants(self, terms: frozenset[RdfTerm]) -> Candidates:
        """Terms of the query as candidates."""
        hidden = self._private is not None and any(map(self._private, terms))
        return Candidates(terms, None if hidden else terms)

    def _veiled(self, pattern: Pattern, source: Source) -> Pattern:
        """The pattern as a source may see it: a variable in place of a value that it must not."""
        if source.trusted or self._private is None:
            return pattern

        def veil(term: Term) -> Term:
            if isinstance(term, Var) or self._private is None or not self._private(term):
                return term
            return self._veils.setdefault(term, Var(f"nlkgqprivate{len(self._veils)}"))

        target = pattern.object if is_class(pattern) else veil(pattern.object)
        return pattern._replace(subject=veil(pattern.subject), object=target)

    def _unveiled(self, answer: Answer) -> Answer:
        """Only the rows with the value that the source was not asked for."""
        meant = {variable.name: term for term, variable in self._veils.items()}
        tests = [(place, meant[name]) for place, name in enumerate(answer.variables) if name in meant]
        if not tests:
            return answer
        return answer._replace(rows=tuple(row for row in answer.rows if all(row[p] == term for p, term in tests)))

    def usable(self, candidates: Candidates, source: Source) -> frozenset[RdfTerm] | None:
        """The values that a source can be asked for in their place; None where it must not or cannot be asked so.

        Values that a trusted source had a part in are not sent to an untrusted one. A blank node of another source
        is nowhere in this one, one of its own cannot be named.
        """
        values = candidates.values if source.trusted else candidates.open
        if values is None:
            return None
        own = self.sources.all.index(source)
        asked = frozenset(t for t in values if t.kind != "bnode" or source_of(t) == own)
        return asked if all(can_be_sent(term, source) for term in asked) else None

    def everything(self, context: Context) -> None:
        """Fetches all triples of a context."""
        self.single(Pattern(Var("s"), Var("p"), Var("o"), context), {})

    def anchor(self, nodes: Candidates, context: Context) -> None:
        """Fetches the triples around some terms, which show whether they are nodes of the graph."""
        pattern = Pattern(Var("s"), Var("p"), Var("o"), context)
        self.single(pattern, {"s": nodes})
        self.single(pattern, {"o": nodes})

    def _cost(self, part: Unit | Item, known: Known) -> float:
        """Estimated rows to fetch for a part."""
        bound = {name: len(candidates.values) for name, candidates in known.items()}
        match part:
            case Unit():
                return min((total_size(part.sources, p, bound) for p in part.patterns), default=0.0)
            case Closure():
                if part.zero and not is_anchored(part, known):
                    return math.inf
                starts = any(isinstance(t, RdfTerm) or t.name in known for t in (part.subject, part.object))
                return 1_000.0 if starts else 1e9
            case Union():
                return sum(self._cost(branch, known) for branch in part.branches)
            case Select():
                return self._cost(part.group, {name: known[name] for name in part.outer if name in known})
            case Group():
                required = [item for item in part.items if not isinstance(item, (Aside, Values))]
                inner = {
                    **known,
                    **{n: c for i in part.items if isinstance(i, Values) for n, c in self._from_values(i).items()},
                }
                return min((self._cost(self._as_part(item), inner) for item in required), default=0.0)
        return 0.0

    def _as_part(self, item: Item) -> Unit | Item:
        return Unit(patterns=(item,), sources=self.relevant(item)) if isinstance(item, Pattern) else item

    def _from_values(self, values: Values) -> dict[str, Candidates]:
        return {name: self.constants(terms) for name, terms in values.columns.items() if terms is not None}

    def _settle_blank_nodes(self) -> None:
        """Fetches the data of a source afresh, in one answer, where labels of several answers may have been mixed.

        A label says which node it is within one answer only (SPARQL 1.1 Query Results JSON Format, section 3.2.2).
        """
        for name in sorted(self._requests.unstable):
            if self._requests.answered[name] < 2:
                continue
            source = self.sources[name]
            asked = dict.fromkeys(
                p for request in self._requests.sent if request.source is source for p in request.patterns
            )
            self._graph.drop(source)
            self._graph.add(map(self._unveiled, self._requests.run_together(source, tuple(asked))))


def _exclusive(one: Unit, other: Unit) -> bool:
    """Whether two units are better asked as one: one source, one context, a variable in common."""
    return (
        one.sources == other.sources
        and one.patterns[0].context == other.patterns[0].context
        and bool(one.variables & other.variables)
    )
