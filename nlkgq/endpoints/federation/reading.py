"""From a query's tree to the plan of its patterns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import TYPE_CHECKING

from nlkgq.endpoints.federation.paths import PathReader
from nlkgq.endpoints.federation.plan import (
    DEFAULT,
    Aside,
    Context,
    Group,
    Item,
    Pattern,
    Plan,
    Select,
    Term,
    Union,
    Values,
    Var,
    leaves,
)
from nlkgq.errors import FederationError
from nlkgq.iri import RDF
from nlkgq.results.models import RdfTerm
from nlkgq.results.terms import literal
from nlkgq.sparql import ImpliedIri, ListCell, Node, Query, Token, TriplePattern, triple_patterns, variable_name
from nlkgq.sparql.scope import body_scope, pattern_scopes

if TYPE_CHECKING:
    from nlkgq.sparql.tree import Element

_EXISTS = ("ExistsFunc", "NotExistsFunc")
_MODIFIERS = ("SelectClause", "GroupClause", "HavingClause", "OrderClause")


def read_plan(query: Query, pinned: Callable[[str], str | None]) -> Plan:
    """The plan of a query.

    Args:
        query: Any form but DESCRIBE.
        pinned: IRI of a SERVICE block -> name of the source that it stands for, None for a stranger.

    Raises:
        FederationError: The query has a part that cannot be answered from several sources.

    >>> from nlkgq.sparql import parse_query
    >>> query = parse_query("SELECT ?x { ?x <urn:p>/<urn:q> ?y OPTIONAL { ?y <urn:r> ?z } }")
    >>> plan = read_plan(query, lambda iri: None)
    >>> len(plan.patterns), sorted(plan.root.group.certain & {"x", "y", "z"})
    (3, ['x', 'y'])
    """
    return PlanReader(query, pinned).plan()


class PlanReader:
    """Reads one query; hidden variables are the same in all that it reads.

    Args:
        query: The query.
        pinned: As in `read_plan`.
    """

    def __init__(self, query: Query, pinned: Callable[[str], str | None]) -> None:
        self._query = query
        self._pinned_source = pinned
        self._pinned = self._graph_variables = False
        stem = next(name for n in count() if (name := f"nlkgq{n}x") not in query.text)
        self._numbers = (f"{stem}{n}" for n in count())
        self._hidden: dict[object, Var] = {}
        self._patterns: dict[Node, list[TriplePattern]] = {}
        for pattern in triple_patterns(query):
            if not pattern.in_template:
                self._patterns.setdefault(pattern.triples, []).append(pattern)
        self._scopes = pattern_scopes(query)
        self._paths = PathReader(query, self._fresh)

    def items(self, block: Node) -> Iterator[Item]:
        """The elements of a basic graph pattern."""
        return self._triples(block, DEFAULT)

    def plan(self) -> Plan:
        """The plan of the query."""
        query = self._query
        if next(query.find("DatasetClause"), None) is not None:
            raise _refused("FROM names graphs of one endpoint, and this query goes to several")
        root = self._select(query.body, DEFAULT, query.root.node("ValuesClause"))
        return Plan(
            root=root,
            pinned=self._pinned,
            graph_variables=self._graph_variables,
            monotone=self._is_monotone(),
            patterns=tuple(leaves(root)),
        )

    def _is_monotone(self) -> bool:
        kinds = ("OptionalGraphPattern", "MinusGraphPattern", "SubSelect", "Aggregate", "GroupClause", "OrderClause")
        if any(True for _ in self._query.find(*kinds, *_EXISTS)) or self._query.form not in ("SELECT", "ASK"):
            return False
        offset = self._query.body.node("LimitOffsetClauses")
        return offset is None or offset.node("OffsetClause") is None

    def _fresh(self) -> Var:
        return Var(next(self._numbers))

    def _select(self, select: Node, context: Context, values: Node | None) -> Select:
        where = select.node("WhereClause", "ConstructWhere")
        items: list[Item] = []
        if where is not None and where.kind == "ConstructWhere":
            items += self._triples(where, context)
        elif where is not None:
            items += self._group(where.nodes("GroupGraphPattern")[0], context).items
        for clause in (values, select.node("ValuesClause")):
            if clause is not None:
                items.append(self._values(clause))
        group = Group(items=tuple(items))
        exists = tuple(
            self._group(found, context)
            for modifier in select.nodes(*_MODIFIERS)
            for found in self._exists_groups(modifier)
        )
        grouping = select.node("GroupClause")
        aggregates = grouping is not None or any(True for m in select.nodes(*_MODIFIERS) for _ in m.find("Aggregate"))
        visible = self._visible(select)
        if aggregates:
            keys = grouping.tokens("VAR") if grouping is not None else ()
            visible &= {variable_name(token) for token in keys}
        limited = select.node("LimitOffsetClauses") is not None
        return Select(
            group=group,
            outer=frozenset() if limited else visible,
            visible=visible,
            always=aggregates and grouping is None,
            exists=exists,
        )

    def _visible(self, select: Node) -> frozenset[str]:
        """Variables that the head passes on as the group binds them."""
        clause = select.node("SelectClause")
        if clause is None or clause.token("STAR") is not None:
            return frozenset(body_scope(select, self._scopes))
        return frozenset(variable_name(token) for token in clause.tokens("VAR"))

    def _group(self, node: Node, context: Context) -> Group:
        items: list[Item] = []
        for child in node.nodes():
            items += self._element(child, context)
        return Group(items=tuple(items))

    def _element(self, node: Node, context: Context) -> Iterator[Item]:
        match node.kind:
            case "TriplesBlock":
                yield from self._triples(node, context)
            case "GroupOrUnionGraphPattern":
                branches = tuple(self._group(g, context) for g in node.nodes("GroupGraphPattern"))
                yield branches[0] if len(branches) == 1 else Union(branches=branches)
            case "OptionalGraphPattern" | "MinusGraphPattern":
                yield Aside(group=self._group(node.nodes("GroupGraphPattern")[0], context))
            case "GraphGraphPattern":
                yield self._graph(node, context)
            case "ServiceGraphPattern":
                yield self._service(node, context)
            case "Filter" | "Bind":
                for found in self._exists_groups(node):
                    yield Aside(group=self._group(found, context), everywhere=node.kind == "Filter")
            case "InlineData":
                yield self._values(node)
            case "SubSelect":
                yield self._select(node, context, None)

    def _graph(self, node: Node, context: Context) -> Item:
        name = self._term(next(t for t in node.tokens() if t.terminal != "GRAPH"))
        inner = node.nodes("GroupGraphPattern")[0]
        if isinstance(name, Var):
            self._graph_variables = True
            if context.source is not None or next(inner.find("SubSelect", "GraphGraphPattern"), None) is not None:
                raise _refused("GRAPH with a variable around SELECT, GRAPH or inside SERVICE")
        group = self._group(inner, Context(name, context.source))
        if isinstance(name, Var) and name.name not in group.certain:
            raise _refused(f"GRAPH ?{name.name} without a triple pattern")
        return group

    def _service(self, node: Node, context: Context) -> Item:
        token = node.token("VAR", "IRIREF", "PNAME_LN", "PNAME_NS")
        iri = self._query.iri_or_none(token)
        source = self._pinned_source(iri) if iri is not None else None
        if source is None or context != DEFAULT:
            raise _refused(f"SERVICE {token.text if token else ''}", "It may name the endpoints of kg.toml only.")
        self._pinned = True
        return self._group(node.nodes("GroupGraphPattern")[0], Context(None, source))

    def _exists_groups(self, node: Node) -> Iterator[Node]:
        """Groups of EXISTS below a node, those inside other groups left out."""
        pending: list[Element] = [node]
        while pending:
            item = pending.pop()
            if not isinstance(item, Node) or item.kind == "GroupGraphPattern":
                continue
            if item.kind in _EXISTS:
                yield item.nodes("GroupGraphPattern")[0]
            else:
                pending += item.children

    def _values(self, node: Node) -> Values:
        block = node.node("InlineDataOneVar", "InlineDataFull")
        assert block is not None
        if block.kind == "InlineDataOneVar":
            names = [variable_name(block.tokens("VAR")[0])]
            rows: list[tuple[Element, ...]] = [(cell,) for cell in block.children if self._is_cell(cell)]
        else:
            head = block.node("DataVariables")
            names = [variable_name(t) for t in head.tokens("VAR")] if head is not None else []
            rows = [tuple(c for c in row.children if self._is_cell(c)) for row in block.nodes("DataRow")]
        columns: dict[str, frozenset[RdfTerm] | None] = {}
        for name, cells in zip(names, zip(*rows, strict=True) if rows else [()] * len(names), strict=True):
            terms = [self._term(cell) for cell in cells if not (isinstance(cell, Token) and cell.terminal == "UNDEF")]
            known = frozenset(term for term in terms if isinstance(term, RdfTerm))
            columns[name] = known if len(terms) == len(cells) else None
        return Values(columns=columns)

    def _is_cell(self, item: Element) -> bool:
        return isinstance(item, Node) or item.terminal not in {"VAR", "LBRACE", "RBRACE", "LPAR", "RPAR"}

    def _triples(self, block: Node, context: Context) -> Iterator[Item]:
        for triples in block.nodes("TriplesSameSubjectPath", "TriplesSameSubject", "TriplesTemplate"):
            if triples.kind == "TriplesTemplate":
                yield from self._triples(triples, context)
                continue
            for pattern in self._patterns.get(triples, ()):
                subject, target = self._term(pattern.subject), self._term(pattern.object)
                predicate = pattern.predicate
                if isinstance(predicate, ImpliedIri):
                    yield Pattern(subject, RdfTerm("uri", predicate.iri), target, context)
                else:
                    yield from self._paths.items(subject, predicate, target, context)

    def _term(self, item: object) -> Term:
        if isinstance(item, ImpliedIri):
            return RdfTerm("uri", item.iri)
        if isinstance(item, ListCell):
            return self._blank((item.collection, item.index))
        assert isinstance(item, (Node, Token))
        if isinstance(item, Token) and item.terminal == "VAR":
            return Var(variable_name(item))
        if isinstance(item, Token) and item.terminal == "BLANK_NODE_LABEL":
            return self._blank(item.text)
        iri = self._query.iri_or_none(item)
        if iri is not None:
            return RdfTerm("uri", iri)
        value = self._query.literal(item)
        if value is not None:
            return literal(value.value, datatype=value.datatype, language=value.language or None)
        if isinstance(item, Node) and item.kind == "NIL":
            return RdfTerm("uri", f"{RDF}nil")
        return self._blank(item)

    def _blank(self, key: object) -> Var:
        """The hidden variable of a blank node."""
        if key not in self._hidden:
            self._hidden[key] = self._fresh()
        return self._hidden[key]


def _refused(what: str, hint: str | None = None) -> FederationError:
    return FederationError(f"over several endpoints this cannot be answered: {what}", code="unsupported", hint=hint)
