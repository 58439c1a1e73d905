"""Triple patterns, with ``;`` ``,`` ``[ ]`` and ``( )`` written out (SPARQL 1.1 section 4.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from nlkgq.iri import RDF
from nlkgq.sparql.tree import Element, Node, Token

if TYPE_CHECKING:
    from nlkgq.sparql.query import Query


@dataclass(frozen=True, slots=True)
class ImpliedIri:
    """An IRI that the syntax implies without writing it: the properties and the end of a list."""

    iri: str


@dataclass(frozen=True, slots=True)
class ListCell:
    """A cell of a list, ``collection``, other than its first one, which is the collection itself."""

    collection: Node
    index: int


PatternTerm: TypeAlias = Token | Node | ImpliedIri | ListCell
"""A subject or object: a token (variable, IRI, blank node label, number, boolean), a node ``RDFLiteral``, ``ANON`` or
``NIL``, the blank node of a ``BlankNodePropertyListPath`` or ``CollectionPath`` (or of their template twins), or what
the syntax implies."""

FIRST = ImpliedIri(f"{RDF}first")
REST = ImpliedIri(f"{RDF}rest")
LIST_END = ImpliedIri(f"{RDF}nil")
_BLANK_LISTS = ("BlankNodePropertyListPath", "BlankNodePropertyList")
_COLLECTIONS = ("CollectionPath", "Collection")
_PROPERTY_LISTS = ("PropertyListPathNotEmpty", "PropertyListNotEmpty")


@dataclass(frozen=True, slots=True, kw_only=True)
class TriplePattern:
    """One triple pattern.

    Args:
        subject: See `PatternTerm`.
        predicate: A token (IRI, ``a`` or variable), a path's node (``PathAlternative``, ``PathSequence``,
            ``PathEltOrInverse``, ``PathElt``, ``PathPrimary``), or `FIRST` and `REST` inside a list.
        object: See `PatternTerm`.
        triples: The node ``TriplesSameSubjectPath`` or ``TriplesSameSubject`` that it is part of.
        group: The node around it: ``GroupGraphPattern``, ``ConstructTemplate`` or ``ConstructWhere``.
        graph: The variable or IRI of the ``GRAPH`` around it; None in the default graph.
        service: The variable or IRI of the innermost ``SERVICE`` around it; None here.
    """

    subject: PatternTerm
    predicate: Token | Node | ImpliedIri
    object: PatternTerm
    triples: Node
    group: Node
    graph: Token | None
    service: Token | None

    @property
    def in_template(self) -> bool:
        """Whether it is built (CONSTRUCT template) rather than matched."""
        return self.group.kind == "ConstructTemplate"


def triple_patterns(query: Query) -> tuple[TriplePattern, ...]:
    """Every triple pattern of the query, templates included, in the order of the text.

    >>> from nlkgq.sparql import parse_query
    >>> query = parse_query("SELECT * { ?film a <Film> ; <director> [ <name> ?name ] }")
    >>> [query.source(p.predicate) for p in triple_patterns(query)]
    ['a', '<director>', '<name>']
    """
    found: list[TriplePattern] = []
    for triples in query.find("TriplesSameSubjectPath", "TriplesSameSubject"):
        group, graph, service = _context(query, triples)
        parts = sorted(_expanded(triples), key=lambda part: part[0])
        found += (
            TriplePattern(subject=s, predicate=p, object=o, triples=triples, group=group, graph=graph, service=service)
            for _, s, p, o in parts
        )
    return tuple(found)


def _context(query: Query, triples: Node) -> tuple[Node, Token | None, Token | None]:
    group: Node | None = None
    graph: Token | None = None
    service: Token | None = None
    for above in query.ancestors(triples):
        if group is None and above.kind in {"GroupGraphPattern", "ConstructTemplate", "ConstructWhere"}:
            group = above
        elif above.kind == "GraphGraphPattern" and graph is None and service is None:
            graph = above.token("VAR", "IRIREF", "PNAME_LN", "PNAME_NS")
        elif above.kind == "ServiceGraphPattern" and service is None:
            service = above.token("VAR", "IRIREF", "PNAME_LN", "PNAME_NS")
    assert group is not None
    return group, graph, service


_Part: TypeAlias = tuple[int, PatternTerm, "Token | Node | ImpliedIri", PatternTerm]


def _expanded(triples: Node) -> Iterator[_Part]:
    """Offset, subject, predicate, object of each triple pattern; the order is that of the work, not of the text."""
    pending: list[tuple[PatternTerm, Node]] = []
    terms: list[Element] = []
    head = triples.children[0]
    terms.append(head)
    if len(triples.children) > 1:
        pending.append((head, _node(triples.children[1])))
    while pending or terms:
        if terms:
            term = terms.pop()
            if not isinstance(term, Node):
                continue
            if term.kind in _BLANK_LISTS:
                pending.append((term, _node(term.children[1])))
            elif term.kind in _COLLECTIONS:
                members = term.children[1:-1]
                terms += members
                yield from _list_cells(term, members)
            continue
        subject, properties = pending.pop()
        assert properties.kind in _PROPERTY_LISTS
        predicate: Element | None = None
        for part in properties.children:
            if isinstance(part, Node) and part.kind in {"ObjectListPath", "ObjectList"}:
                assert predicate is not None
                for item in part.children:
                    if not _is_sign(item, "COMMA"):
                        yield item.start, subject, predicate, item
                        terms.append(item)
            elif not _is_sign(part, "SEMICOLON"):
                predicate = part


def _list_cells(collection: Node, members: tuple[Element, ...]) -> Iterator[_Part]:
    cell: PatternTerm = collection
    for index, member in enumerate(members, start=1):
        after: PatternTerm = ListCell(collection, index) if index < len(members) else LIST_END
        yield member.start, cell, FIRST, member
        yield member.start, cell, REST, after
        cell = after


def _node(item: Element) -> Node:
    assert isinstance(item, Node)
    return item


def _is_sign(item: Element, terminal: str) -> bool:
    return isinstance(item, Token) and item.terminal == terminal
