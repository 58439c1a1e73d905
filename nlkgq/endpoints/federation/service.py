"""The second way: one query with SERVICE blocks (SPARQL 1.1 Federated Query), sent to one of the endpoints.

For endpoints that may call each other. What the asked endpoint holds itself comes first, in a sub-select: engines such
as RDF4J and GraphDB evaluate the elements of a group in the order they find best, and fetch a SERVICE block whole when
nothing that it shares is bound yet.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias

from nlkgq.endpoints.federation.closures import edges
from nlkgq.endpoints.federation.engines import check_call, check_home, software
from nlkgq.endpoints.federation.plan import Closure, Item, Pattern, Term, Union, Var, leaves
from nlkgq.endpoints.federation.reading import PlanReader
from nlkgq.endpoints.federation.sources import Source, Sources
from nlkgq.endpoints.protocol import Limits
from nlkgq.errors import EndpointError, FederationError
from nlkgq.results.formats import term_text
from nlkgq.results.models import AskResult, Result
from nlkgq.sparql import Node, Query, Splice, parse_query, variable_name
from nlkgq.validation.gate import GatedQuery, GatePolicy, gate

if TYPE_CHECKING:
    from collections.abc import Callable

PATIENCE: Final = 3.0
"""Seconds that a called endpoint has to show that a failure is not its own."""
Ask: TypeAlias = "Callable[[Source, str], bool]"
"""Asks a source whether a group graph pattern has a match."""


class ServiceEndpoint:
    """Several endpoints behind the `Endpoint` protocol, by SERVICE blocks that one of them evaluates.

    The engines pass values to each other as they see fit, so all must be trusted or none. What SERVICE cannot say with
    the same answers is refused: paths over several endpoints, GRAPH, blank nodes that two blocks share.

    Args:
        sources: The endpoints, with addresses; the first is asked. They are closed with this one.
        name: Name in messages.
        policy: The gate's, for what is written.

    Raises:
        FederationError: A source without an address, one to be called that wants credentials, or some trusted and
            some not.
    """

    def __init__(self, sources: Sequence[Source], *, name: str, policy: GatePolicy | None = None) -> None:
        self.name = name
        self.sources = Sources(sources)
        self.home = self.sources.all[0]
        missing = next((source.name for source in sources if source.url is None), None)
        if missing is not None:
            raise _refused(f"the endpoint {missing} has no address that SERVICE could name", "service")
        locked = next((source.name for source in self.sources.all[1:] if source.credentials), None)
        if locked is not None:
            raise _refused(f"{locked} wants headers or signatures, which {self.home.name} cannot send", "service")
        if self.sources.mixed:
            raise _refused("some endpoints are trusted and some are not, and SERVICE passes values on", "trust")
        policy = policy or GatePolicy()
        self._policy = replace(policy.rewritten(), service=frozenset(s.url for s in sources if s.url is not None))

    def run(self, query: GatedQuery, *, limits: Limits) -> Result:
        """The result, cut at ``limits.rows``.

        Raises:
            EndpointError: The asked endpoint failed, or one that it called.
            FederationError: SERVICE cannot say it with the same answers.
        """
        deadline = time.monotonic() + limits.seconds

        def ask(source: Source, pattern: str) -> bool:
            left = replace(limits, seconds=max(0.1, deadline - time.monotonic()))
            found = source.endpoint.run(gate(f"ASK {{ {pattern} }}", self._policy), limits=left)
            return isinstance(found, AskResult) and found.boolean

        writer = _Writer(parse_query(query.text), self.sources, self.home, ask)
        only = writer.only_source()
        if only is not None:
            return only.endpoint.run(query, limits=limits)
        text = writer.text()
        for source in (self.home, *writer.called):
            self._meet(source, ask)
        if writer.called:
            check_home(self.home)
        for source in writer.called:
            check_call(self.home, source)
        left = replace(limits, seconds=max(0.1, deadline - time.monotonic()))
        try:
            return self.home.endpoint.run(gate(text, self._policy), limits=left)
        except EndpointError as error:
            raise self._blamed(error, writer.called, max(1.0, deadline - time.monotonic())) from None

    def _meet(self, source: Source, ask: Ask) -> None:
        """Asks a server that has not replied yet for nothing: whether it is there, and what it is."""
        if software(source) is None:
            ask(source, "")

    def _blamed(self, error: EndpointError, called: Sequence[Source], seconds: float) -> EndpointError:
        """What failed: the called endpoint that does not answer us either, else the asked one."""
        for source in called:
            try:
                source.endpoint.run(
                    gate("ASK { }", self._policy), limits=Limits(seconds=min(PATIENCE, seconds), rows=1)
                )
            except EndpointError as found:
                return found
        if called and error.kind in ("timeout", "server", "bad-query") and error.endpoint == self.home.name:
            names = ", ".join(source.name for source in called)
            error.hint = (
                f"It was to call {names} by SERVICE, and may not be able or allowed to. "
                'federation.mode = "mediator" asks each endpoint by itself.'
            )
        return error

    def trusted_part(self) -> ServiceEndpoint:
        """What may be asked about values of all sources: this, for all are alike."""
        return self

    def close(self) -> None:
        """Closes the sources; a second call does nothing."""
        for source in self.sources.all:
            source.endpoint.close()


class _Writer:
    """Writes one query."""

    def __init__(self, query: Query, sources: Sources, home: Source, ask: Ask) -> None:
        self._query = query
        self._sources = sources
        self._home = home
        self._ask = ask
        self._reader = PlanReader(query, sources.named)
        self._blocks: dict[tuple[Source, str], list[tuple[Pattern, ...]]] = {}
        self._remote = self._hidden = False
        self._called: dict[Source, None] = {}

    @property
    def called(self) -> tuple[Source, ...]:
        """The sources that the written query calls."""
        return tuple(self._called)

    def only_source(self) -> Source | None:
        """The source that alone can match anything of the query; None where there are several or none."""
        if self._query.form == "DESCRIBE":
            return None
        plan = self._reader.plan()
        if plan.pinned or any(isinstance(leaf, Closure) and leaf.zero for leaf in plan.patterns):
            return None
        found = self._relevant(plan.root)
        return found[0] if len(found) == 1 else None

    def text(self) -> str:
        """The query as the asked endpoint gets it."""
        query = self._query
        # what no basic graph pattern shows: the asked endpoint would say it of its own data alone
        if any(True for _ in query.find("DescribeQuery", "GraphGraphPattern", "ConstructWhere")):
            raise _refused("DESCRIBE, CONSTRUCT WHERE and GRAPH over several", "service")
        splices = list(self._services())
        for block in query.find("TriplesBlock"):
            if query.enclosing(block, "ServiceGraphPattern") is None:
                written = self._block(block)
                if written is not None:
                    splices.append(Splice(block.start, block.end, written))
        if not self._remote:
            return str(query.edit(*splices)) if splices else query.text
        if any(True for _ in query.find("PathNegatedPropertySet")):
            raise _refused("negated properties over several", "service")
        self._check_blank_nodes()
        for clause in query.find("SelectClause"):
            star = clause.token("STAR")
            if star is not None and query.parent(clause) is not query.body and self._hidden:
                raise _refused("a nested SELECT * around blank nodes or paths", "service")
            if star is not None and query.parent(clause) is query.body:
                splices.append(Splice(star.start, star.end, " ".join(f"?{name}" for name in query.variables)))
        return str(query.edit(*splices))

    def _services(self) -> Iterator[Splice]:
        """SERVICE blocks that name an endpoint of kg.toml: its address in their place, nothing for the asked one."""
        for node in self._query.find("ServiceGraphPattern"):
            name = node.children[-2]
            source = self._sources[self._sources.named(self._query.iri_or_none(name) or "") or self._home.name]
            if source is self._home:
                yield Splice(node.start, name.end, "")
            else:
                self._remote = True
                self._called[source] = None
                yield Splice(name.start, name.end, f"<{source.url}>")

    def _relevant(self, item: Item) -> tuple[Source, ...]:
        """The sources that can match any pattern of an element, in order."""
        found: dict[Source, None] = {}
        for leaf in leaves(item):
            for pattern in (leaf,) if isinstance(leaf, Pattern) else (*leaf.inner, *edges(leaf)):
                found.update(dict.fromkeys(self._sources.relevant(pattern, self._probe)))
        return tuple(source for source in self._sources.all if source in found)

    def _block(self, block: Node) -> str | None:
        """A basic graph pattern with SERVICE; None where the asked endpoint has all of it."""
        items = list(self._reader.items(block))
        homes = [self._relevant(item) or (self._home,) for item in items]
        if all(found == (self._home,) for found in homes):
            if _takes_any_node(items):
                raise _refused("a path that may have no step between any nodes of all", "service")
            return None
        self._remote = True
        names = {variable_name(token) for token in self._query.tokens if token.terminal == "VAR"}
        self._hidden |= any(not leaf.variables <= names for item in items for leaf in leaves(item))
        groups: dict[Source, list[Item]] = {}
        parts: list[str] = []
        for item, found in zip(items, homes, strict=True):
            if len(found) == 1:
                groups.setdefault(found[0], []).append(item)
            else:
                parts.append(self._of_several(item, found))
        local = groups.pop(self._home, None)
        if local is not None:
            parts.insert(0, _select(local, _text(local)))
        parts += [self._service(source, inner) for source, inner in groups.items()]
        return " ".join(parts)

    def _service(self, source: Source, items: Sequence[Item]) -> str:
        if source is self._home:
            return _text(items)
        patterns = tuple(leaf for item in items for leaf in leaves(item) if isinstance(leaf, Pattern))
        for name in {name for pattern in patterns for name in pattern.ends}:
            self._blocks.setdefault((source, name), []).append(patterns)
        self._called[source] = None
        return f"SERVICE <{source.url}> {{ {_text(items)} }}"

    def _of_several(self, item: Item, sources: Sequence[Source]) -> str:
        """An element that several sources match: all ways of it, each solution once, as a triple is in a graph once."""
        if isinstance(item, Union):
            branches = []
            for branch in item.branches:
                parts = [(inner, self._relevant(inner) or (self._home,)) for inner in branch.items]
                branches.append(
                    " ".join(
                        self._service(found[0], [inner]) if len(found) == 1 else self._of_several(inner, found)
                        for inner, found in parts
                    )
                )
            return " UNION ".join(f"{{ {branch} }}" for branch in branches)
        if not isinstance(item, Pattern):
            raise _refused("a path that goes through several endpoints", "service")
        columns = " ".join(f"?{name}" for name in sorted(item.variables))
        ways = " UNION ".join(f"{{ {self._service(source, [item])} }}" for source in sources)
        return f"{{ SELECT DISTINCT {columns} WHERE {{ {ways} }} }}" if columns else f"FILTER EXISTS {{ {ways} }}"

    def _check_blank_nodes(self) -> None:
        """Refuses a variable of two blocks of one source that may be a blank node: its label says nothing there."""
        for (source, name), blocks in self._blocks.items():
            if len(blocks) < 2:
                continue
            for pattern in {p for patterns in blocks for p in patterns if name in p.ends}:
                if self._ask(source, f"{_text((pattern,))} FILTER(isBlank(?{name}))"):
                    raise _refused(f"?{name} is a blank node of {source.name}, and two blocks share it", "service")

    def _probe(self, source: Source, pattern: Pattern) -> bool:
        return self._ask(source, _text((pattern,)))


def _takes_any_node(items: Sequence[Item]) -> bool:
    """Whether a path without a step may start at any node of the graph, for nothing beside it says where."""
    empty = [leaf for item in items for leaf in leaves(item) if isinstance(leaf, Closure) and leaf.zero]
    known = {name for item in items if isinstance(item, Pattern) for name in item.variables}
    while empty:
        rest = [c for c in empty if all(isinstance(t, Var) and t.name not in known for t in (c.subject, c.object))]
        if len(rest) == len(empty):
            return True
        known |= {name for c in empty if c not in rest and c in items for name in c.variables}
        empty = rest
    return False


def _select(items: Sequence[Item], text: str) -> str:
    """A sub-select of everything that the elements bind."""
    names = sorted({name for item in items for leaf in leaves(item) for name in leaf.variables})
    return f"{{ SELECT {' '.join(f'?{name}' for name in names) or '*'} WHERE {{ {text} }} }}"


def _text(items: Sequence[Item]) -> str:
    parts = []
    for item in items:
        match item:
            case Pattern():
                parts.append(f"{_term(item.subject)} {_term(item.predicate)} {_term(item.object)} .")
            case Closure():
                if not item.steps or item.zero:
                    raise _refused("a path that may have no step, or steps of several properties", "service")
                steps = "|".join(("^" if step.inverse else "") + f"<{step.property}>" for step in item.steps)
                parts.append(f"{_term(item.subject)} ({steps})+ {_term(item.object)} .")
            case Union():
                parts.append(" UNION ".join(f"{{ {_text(branch.items)} }}" for branch in item.branches))
    return " ".join(parts)


def _term(term: Term) -> str:
    return f"?{term.name}" if isinstance(term, Var) else term_text(term)


def _refused(what: str, code: str) -> FederationError:
    return FederationError(
        f"SERVICE cannot answer this: {what}", code=code, hint='federation.mode = "mediator" joins the answers here.'
    )
