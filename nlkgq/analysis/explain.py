"""A query in plain words, for people who read no SPARQL."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from nlkgq.analysis.edges import TYPE
from nlkgq.analysis.types import TypedQuery
from nlkgq.analysis.words import Wording
from nlkgq.ontology.model import Ontology
from nlkgq.sparql import Element, Node, Query, Token, TriplePattern, triple_patterns, variable_name
from nlkgq.sparql.query import QueryForm
from nlkgq.sparql.terms import is_literal
from nlkgq.sparql.tree import IRI_TERMINALS

TermKind: TypeAlias = Literal["class", "property", "individual"]
_DEEPEST = 30
"""Groups nested deeper are not told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainedTerm:
    """A term of the ontology that the query uses: its absolute IRI, prefixed name, label and kind."""

    iri: str
    name: str
    label: str
    kind: TermKind


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainedValue:
    """A literal, or an IRI that is no term of the ontology, as written; ``property`` is the IRI it is a value of, or
    None where that is not plain."""

    text: str
    property: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """What a query does.

    Args:
        form: SELECT, ASK, CONSTRUCT or DESCRIBE.
        columns: Names of the answer's columns, without ``?``.
        terms: Terms of the ontology, in the order of their first use.
        values: Values that it looks for.
        joins: Variables that connect several patterns, each with the IRIs of the properties that meet there.
        filters: Conditions, in words.
        grouping: What rows are grouped by, in words.
        ordering: What they are sorted by, in words.
        limit: Most rows; None where there is no bound.
        sentences: All of it in plain words, in the order in which the query works.
    """

    form: QueryForm
    columns: tuple[str, ...]
    terms: tuple[ExplainedTerm, ...]
    values: tuple[ExplainedValue, ...]
    joins: tuple[tuple[str, tuple[str, ...]], ...]
    filters: tuple[str, ...]
    grouping: tuple[str, ...]
    ordering: tuple[str, ...]
    limit: int | None
    sentences: tuple[str, ...]


def explain(tree: Query, ontology: Ontology, *, language: str = "en") -> Explanation:
    """Tell what a query does.

    Args:
        tree: The query.
        ontology: Gives terms their labels.
        language: Of the labels, a BCP 47 tag.

    >>> from nlkgq.sparql import parse_query
    >>> tree = parse_query("PREFIX ex: <http://example.org/> SELECT ?n { ?f ex:name ?n FILTER(?n > 3) } LIMIT 5")
    >>> for sentence in explain(tree, Ontology()).sentences:
    ...     print(sentence)
    Finds ?n.
    ?f: name (ex:name) is ?n.
    Only where ?n is more than 3.
    Shows at most 5 rows.
    """
    teller = _teller(tree, ontology, language)
    told = teller.sentences()
    grouping, ordering = teller.grouping(tree.body), teller.ordering(tree.body)
    return Explanation(
        form=tree.form,
        columns=tree.variables,
        terms=tuple(teller.terms()),
        values=tuple(teller.values()),
        joins=tuple(teller.joins()),
        filters=tuple(teller.filters),
        grouping=grouping,
        ordering=ordering,
        limit=tree.limit,
        sentences=told,
    )


def sentences(tree: Query, ontology: Ontology, *, language: str = "en") -> tuple[str, ...]:
    """The sentences of `explain` alone."""
    return _teller(tree, ontology, language).sentences()


def _teller(tree: Query, ontology: Ontology, language: str) -> _Teller:
    query = TypedQuery(tree=tree, ontology=ontology)
    return _Teller(query, Wording(query, language))


class _Teller:
    def __init__(self, query: TypedQuery, words: Wording) -> None:
        self.query = query
        self.tree = query.tree
        self.words = words
        self.filters: list[str] = []
        self._patterns: dict[Node, list[TriplePattern]] = {}
        for pattern in triple_patterns(self.tree):
            self._patterns.setdefault(pattern.triples, []).append(pattern)

    def sentences(self) -> tuple[str, ...]:
        """All that is told, in the order of the query."""
        head, body = self.head(), list(self.body())
        return (head, *body, *self.tail(self.grouping(self.tree.body), self.ordering(self.tree.body)))

    def head(self) -> str:
        """What comes out."""
        match self.tree.form:
            case "ASK":
                return "Asks whether there is a match."
            case "CONSTRUCT":
                return "Builds triples."
            case "DESCRIBE":
                items = [self.words.expression(t) for t in self.tree.body.tokens("VAR", "STAR", *IRI_TERMINALS)]
                return f"Describes {', '.join(items)}."
            case "SELECT":
                clause = self.tree.body.nodes("SelectClause")[0]
                columns = list(self._columns(clause))
                once = ", each combination once" if len(columns) > 1 else ", each once"
                return f"Finds {', '.join(columns)}{once if clause.token('DISTINCT') is not None else ''}."

    def _columns(self, clause: Node) -> Iterator[str]:
        if clause.token("STAR") is not None:
            yield from (self.words.variable(name) for name in self.tree.variables)
        for item in clause.children:
            if isinstance(item, Node):
                yield f"{self.words.expression(item.children[1])} as {item.tokens('VAR')[-1].text}"
            elif item.terminal == "VAR":
                yield self.words.variable(variable_name(item))

    def body(self) -> Iterator[str]:
        """The patterns."""
        where = self.tree.body.node("WhereClause", "ConstructWhere")
        group = where.node("GroupGraphPattern") if where is not None else None
        if group is not None:
            yield from self._group(group, "", 0)
        elif where is not None:
            for triples in where.find("TriplesSameSubject"):
                yield from self._triples(triples, "")

    def _group(self, group: Node, lead: str, depth: int) -> Iterator[str]:
        if depth > _DEEPEST:
            yield f"{lead}(patterns nested too deep to tell)"
            return
        for element in group.nodes():
            yield from self._element(element, lead, depth + 1)

    def _element(self, element: Node, lead: str, depth: int) -> Iterator[str]:
        match element.kind:
            case "TriplesBlock":
                for triples in element.nodes():
                    yield from self._triples(triples, lead)
            case "Filter":
                yield from self._filter(element.children[1], lead, depth)
            case "Bind":
                yield f"{lead}{element.tokens('VAR')[-1].text} is {self.words.expression(element.children[2])}."
            case "InlineData":
                yield f"{lead}{self._data(element)}."
            case "OptionalGraphPattern":
                yield from self._group(element.nodes()[0], f"{lead}If known: ", depth)
            case "MinusGraphPattern":
                yield from self._group(element.nodes()[0], f"{lead}Leaves out where: ", depth)
            case "GraphGraphPattern" | "ServiceGraphPattern":
                place = self.tree.source(element.tokens("VAR", *IRI_TERMINALS)[0])
                where = "In graph" if element.kind.startswith("Graph") else "At endpoint"
                yield from self._group(element.nodes()[0], f"{lead}{where} {place}: ", depth)
            case "GroupOrUnionGraphPattern":
                groups = element.nodes()
                for index, group in enumerate(groups):
                    word = "" if len(groups) == 1 else "Either " if index == 0 else "Or "
                    yield from self._group(group, f"{lead}{word}", depth)
            case "SubSelect":
                columns = ", ".join(self._columns(element.nodes("SelectClause")[0]))
                yield f"{lead}First finds {columns}:"
                yield from self._group(element.nodes("WhereClause")[0].nodes()[0], f"{lead}- ", depth)
                tail = self._tail(self.grouping(element), self.ordering(element), _limit(element))
                yield from (f"{lead}- {sentence}" for sentence in tail)

    def _triples(self, triples: Node, lead: str) -> Iterator[str]:
        for pattern in self._patterns[triples]:
            subject, target = self.words.term(pattern.subject), self.words.term(pattern.object)
            if not isinstance(pattern.predicate, (Node, Token)):
                continue
            subject = self._bare(pattern.subject, subject)
            if self.tree.iri_or_none(pattern.predicate) == TYPE:
                yield f"{lead}{subject} is a {target}."
            else:
                target = self._bare(pattern.object, target)
                yield f"{lead}{subject}: {self.words.path(pattern.predicate)} is {target}."

    def _bare(self, term: object, words: str) -> str:
        # what a variable stands for is said where it is found or typed; every time would be too much
        return term.text if isinstance(term, Token) and term.terminal == "VAR" else words

    def _filter(self, condition: Element, lead: str, depth: int) -> Iterator[str]:
        if isinstance(condition, Node) and condition.kind in {"ExistsFunc", "NotExistsFunc"}:
            word = "Only if: " if condition.kind == "ExistsFunc" else "Only if not: "
            yield from self._group(condition.nodes()[0], f"{lead}{word}", depth)
            return
        inner = condition.children[1] if isinstance(condition, Node) and condition.kind == _BRACKETS else condition
        told = self.words.expression(inner)
        self.filters.append(told)
        yield f"{lead}Only where {told}."

    def _data(self, element: Node) -> str:
        block = element.nodes()[0]
        names = [t.text for t in block.find_tokens("VAR")]
        values = [
            self.words.expression(item)
            for item in block.walk()
            if item is not block and (is_literal(item) or self.tree.iri_or_none(item) is not None)
        ]
        return f"{', '.join(names)} is one of {', '.join(values)}"

    def grouping(self, select: Node) -> tuple[str, ...]:
        """What rows are grouped by."""
        clause = select.node("GroupClause")
        items = clause.children[2:] if clause is not None else ()
        return tuple(
            self.words.expression(i.children[1] if isinstance(i, Node) and i.kind == "GroupExpression" else i)
            for i in items
        )

    def ordering(self, select: Node) -> tuple[str, ...]:
        """What rows are sorted by."""
        clause = select.node("OrderClause")
        conditions = clause.nodes("OrderCondition") if clause is not None else ()
        return tuple(
            self.words.expression(c.children[-1]) + (", largest first" if c.token("DESC") is not None else "")
            for c in conditions
        )

    def tail(self, grouping: tuple[str, ...], ordering: tuple[str, ...]) -> Iterator[str]:
        """What happens to the rows."""
        for clause in self.tree.body.nodes("HavingClause"):
            for condition in clause.children[1:]:
                told = self.words.expression(condition)
                self.filters.append(told)
                yield f"Only groups where {told}."
        values = self.tree.root.node("ValuesClause")
        if values is not None:
            yield f"Only where {self._data(values)}."
        yield from self._tail(grouping, ordering, self.tree.limit)

    def _tail(self, grouping: tuple[str, ...], ordering: tuple[str, ...], limit: int | None) -> Iterator[str]:
        if grouping:
            yield f"One row for each {', '.join(grouping)}."
        if ordering:
            yield f"Sorted by {'; then by '.join(ordering)}."
        if limit is not None:
            yield f"Shows at most {limit} row{'' if limit == 1 else 's'}."

    def terms(self) -> Iterator[ExplainedTerm]:
        """Terms of the ontology, each once."""
        seen: set[str] = set()
        ontology = self.query.ontology
        for token in self.tree.tokens:
            iri = self.tree.iri_or_none(token) if token.start >= self.tree.body.start else None
            if iri is None or iri in seen or ontology.term(iri) is None:
                continue
            seen.add(iri)
            kind: TermKind = (
                "class" if iri in ontology.classes else "property" if iri in ontology.properties else "individual"
            )
            yield ExplainedTerm(iri=iri, name=self.words.short(iri), label=self.words.label(iri), kind=kind)

    def values(self) -> Iterator[ExplainedValue]:
        """Literals, and IRIs that are no terms, where they are looked for."""
        objects = {e.object.name: e.property for e in self.query.graph.edges if e.object.kind in {"literal", "iri"}}
        bound = {e.object.name: e.property for e in self.query.graph.edges if e.object.kind == "variable"}
        properties = {edge.token.start for edge in self.query.graph.used}
        for item in self.tree.body.walk():
            above = self.tree.parent(item)
            if above is None or above.kind in {"RDFLiteral", "LimitClause", "OffsetClause", "DatasetClause"}:
                continue
            if is_literal(item):
                found = objects.get(str(item.start)) or self._compared(item, bound)
                yield ExplainedValue(text=self.tree.source(item), property=found)
            elif isinstance(item, Token) and item.terminal in IRI_TERMINALS and item.start not in properties:
                iri = self.tree.iri_or_none(item)
                if iri is not None and self.query.ontology.term(iri) is None and above.kind not in _CALLS:
                    yield ExplainedValue(text=item.text, property=objects.get(iri))

    def _compared(self, item: Element, bound: dict[str, str]) -> str | None:
        """The property whose value is compared with a literal, or matched by it."""
        around = self.tree.enclosing(item, "RelationalExpression", "BuiltInCall", "RegexExpression")
        names = [variable_name(t) for t in self.tree.tokens_of(around) if t.terminal == "VAR"] if around else []
        return next((bound[name] for name in names if name in bound), None)

    def joins(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Variables that stand in several patterns, with the properties that meet there."""
        met: dict[str, list[str]] = {}
        for edge in self.query.graph.edges:
            for slot in {edge.subject: None, edge.object: None}:
                if slot.kind == "variable" and edge.property != TYPE:
                    met.setdefault(slot.name, []).append(edge.property)
        yield from ((name, tuple(properties)) for name, properties in met.items() if len(properties) > 1)


_BRACKETS = "BrackettedExpression"
_CALLS = frozenset({"FunctionCall", "iriOrFunction", "GraphGraphPattern", "ServiceGraphPattern"})


def _limit(select: Node) -> int | None:
    clauses = select.node("LimitOffsetClauses")
    clause = clauses.node("LimitClause") if clauses is not None else None
    digits = clause.tokens("INTEGER")[0].text if clause is not None else ""
    return int(digits) if 0 < len(digits) <= 18 else None
