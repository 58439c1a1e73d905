"""A query as a graph: slots (variables, terms) and the property uses between them, paths taken apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from nlkgq.iri import RDF, RDFS
from nlkgq.sparql import (
    Element,
    ImpliedIri,
    ListCell,
    LiteralValue,
    Node,
    PatternTerm,
    Query,
    Token,
    TriplePattern,
    triple_patterns,
)
from nlkgq.sparql.scope import pattern_scopes
from nlkgq.sparql.terms import variable_name
from nlkgq.sparql.tree import IRI_TERMINALS

TYPE = f"{RDF}type"
SUBCLASS = f"{RDFS}subClassOf"

SlotKind: TypeAlias = Literal["variable", "blank", "iri", "literal", "step"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """What stands at one end of a property use.

    Args:
        kind: variable, blank (node), iri, literal, or step: the unnamed node between two parts of a path.
        name: Variable name without ``?``, absolute IRI, or a label unique in the query.
        scope: Offset of the sub-select that keeps the variable to itself; -1 where it belongs to the whole query.
        value: The literal; None for other kinds.
    """

    kind: SlotKind
    name: str
    scope: int = -1
    value: LiteralValue | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """One use of a property.

    Args:
        subject: Where it starts, along the property's own direction.
        property: Absolute IRI; rdf:type for ``a``.
        object: Where it ends.
        token: The property as written.
        block: Part of the query whose patterns hold together; see `Blocks`.
        foreign: Whether it stands in a SERVICE, where another ontology may count.
    """

    subject: Slot
    property: str
    object: Slot
    token: Token
    block: Node
    foreign: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Blocks:
    """Blocks of a query: the outermost group, and each group of an OPTIONAL, UNION, MINUS or EXISTS.

    Inside a block all patterns hold together, and those of the blocks around it too; what holds in an inner block says
    nothing about the outer one.
    """

    parents: Mapping[Node, Node | None]

    def around(self, block: Node) -> Iterator[Node]:
        """The block itself and those around it, innermost first."""
        current: Node | None = block
        while current is not None:
            yield current
            current = self.parents.get(current)


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryGraph:
    """Edges in the order of the text, templates left out; ``used`` holds every property token, optional ones too."""

    edges: tuple[Edge, ...]
    used: tuple[Edge, ...]
    blocks: Blocks


def query_graph(tree: Query) -> QueryGraph:
    """The graph of a query's patterns.

    A sequence in a path becomes edges over steps, ``^`` turns an edge around, ``p+`` gives one edge to a step and one
    from a step; what alternatives, ``*``, ``?`` and ``!`` hold may not apply, so it is in ``used`` only.
    """
    reader = _Reader(tree)
    for pattern in triple_patterns(tree):
        if not pattern.in_template:
            reader.read(pattern)
    return QueryGraph(edges=tuple(reader.edges), used=tuple(reader.used), blocks=Blocks(parents=reader.blocks))


class _Reader:
    def __init__(self, tree: Query) -> None:
        self.tree = tree
        self.edges: list[Edge] = []
        self.used: list[Edge] = []
        self.blocks: dict[Node, Node | None] = {}
        self._scopes = pattern_scopes(tree)
        self._steps = 0

    def read(self, pattern: TriplePattern) -> None:
        block, hidden = self._place(pattern.group)
        subject, target = self._slot(pattern.subject, hidden), self._slot(pattern.object, hidden)
        if isinstance(pattern.predicate, (Node, Token)):
            self._path(pattern.predicate, subject, target, block, pattern.service is not None)

    def _place(self, group: Node) -> tuple[Node, tuple[Node, ...]]:
        """The block of a group, and the sub-selects around it, innermost first."""
        chain: list[Node] = []
        sub_selects: list[Node] = []
        for above in (group, *self.tree.ancestors(group)):
            if above.kind == "SubSelect":
                sub_selects.append(above)
            elif above.kind in {"GroupGraphPattern", "ConstructWhere"} and self._starts_block(above):
                chain.append(above)
        for inner, outer in zip(chain, [*chain[1:], None], strict=True):
            self.blocks.setdefault(inner, outer)
        return chain[0], tuple(sub_selects)

    def _starts_block(self, group: Node) -> bool:
        parent = self.tree.parent(group)
        if parent is None or parent.kind in {
            "OptionalGraphPattern",
            "MinusGraphPattern",
            "ExistsFunc",
            "NotExistsFunc",
        }:
            return True
        if parent.kind == "GroupOrUnionGraphPattern":
            return len(parent.nodes()) > 1
        if parent.kind == "WhereClause":
            above = self.tree.parent(parent)
            return above is None or above.kind != "SubSelect"
        return parent.kind == "ConstructQuery"

    def _slot(self, term: PatternTerm, sub_selects: tuple[Node, ...]) -> Slot:
        if isinstance(term, Token):
            if term.terminal == "VAR":
                return self._variable(variable_name(term), sub_selects)
            if term.terminal == "BLANK_NODE_LABEL":
                return Slot(kind="blank", name=term.text)
            iri = self.tree.iri_or_none(term)
            if term.terminal in IRI_TERMINALS:
                return Slot(kind="iri", name=iri if iri is not None else term.text)
        literal = self.tree.literal(term)
        if literal is not None:
            return Slot(kind="literal", name=_place_name(term), value=literal)
        return Slot(kind="blank", name=_place_name(term))

    def _variable(self, name: str, sub_selects: tuple[Node, ...]) -> Slot:
        for sub_select in sub_selects:
            if name not in self._scopes[sub_select]:
                return Slot(kind="variable", name=name, scope=sub_select.start)
        return Slot(kind="variable", name=name)

    def _step(self) -> Slot:
        self._steps += 1
        return Slot(kind="step", name=f"step {self._steps}")

    def _path(self, path: Element, subject: Slot, target: Slot, block: Node, foreign: bool) -> None:
        pending: list[tuple[Element, Slot, Slot, bool]] = [(path, subject, target, True)]
        while pending:
            part, start, end, certain = pending.pop()
            if isinstance(part, Token):
                self._use(part, start, end, block, foreign, certain)
            elif part.kind == "PathSequence":
                members = [m for m in part.children if not (isinstance(m, Token) and m.terminal == "SLASH")]
                if len(members) == 2 and self._is_type_closure(members[0], members[1]):
                    pending += [(members[1], self._step(), self._step(), False), (members[0], start, end, certain)]
                    continue
                slots = [start, *(self._step() for _ in members[1:]), end]
                pending += reversed([(m, slots[i], slots[i + 1], certain) for i, m in enumerate(members)])
            elif part.kind in {"PathEltOrInverse", "PathOneInPropertySet"}:
                pending.append((part.children[1], end, start, certain))
            elif part.kind == "PathElt":
                self._repeated(part, start, end, certain, pending)
            elif part.kind == "PathPrimary" and part.token("LPAR") is not None:
                pending.append((part.children[1], start, end, certain))
            else:
                pending += [(child, self._step(), self._step(), False) for child in reversed(part.children)]

    def _is_type_closure(self, first: Element, second: Element) -> bool:
        """Whether the path is ``a/rdfs:subClassOf*``: its end is a class of its start all the same."""
        repeated = second.children[0] if isinstance(second, Node) and second.kind == "PathElt" else None
        return self.tree.iri_or_none(first) == TYPE and self.tree.iri_or_none(repeated) == SUBCLASS

    def _repeated(
        self, part: Node, start: Slot, end: Slot, certain: bool, pending: list[tuple[Element, Slot, Slot, bool]]
    ) -> None:
        if part.token("PLUS") is None:
            pending.append((part.children[0], self._step(), self._step(), False))
            return
        # At least one step: it leaves the start, and one arrives at the end.
        pending += [(part.children[0], self._step(), end, certain), (part.children[0], start, self._step(), certain)]

    def _use(self, token: Token, start: Slot, end: Slot, block: Node, foreign: bool, certain: bool) -> None:
        iri = self.tree.iri_or_none(token)
        if iri is None:
            return
        edge = Edge(subject=start, property=iri, object=end, token=token, block=block, foreign=foreign)
        if not self.used or self.used[-1].token != token:
            self.used.append(edge)
        if certain:
            self.edges.append(edge)


def _place_name(term: PatternTerm) -> str:
    """A name that no other blank node or literal of the query has, and that tells nothing of what it holds."""
    if isinstance(term, ListCell):
        return f"{term.collection.start}.{term.index}"
    return term.iri if isinstance(term, ImpliedIri) else str(term.start)
