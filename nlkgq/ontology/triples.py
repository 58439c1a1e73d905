"""Triples of an ontology by subject and predicate, with RDF lists and OWL class expressions read off them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from pyoxigraph import BlankNode, Literal, NamedNode

from nlkgq.iri import OWL, RDF, RDFS, XSD
from nlkgq.ontology.model import ClassUnion, Restriction

Node: TypeAlias = NamedNode | BlankNode | Literal
Expression: TypeAlias = tuple[ClassUnion, ...]
"""An intersection of unions of IRIs; () says nothing."""

SAYS_NOTHING: Final = frozenset(
    {OWL + "Thing", OWL + "NamedIndividual", OWL + "Class", RDFS + "Resource", RDFS + "Class", RDF + "Property"}
)
"""Classes of everything, or of terms; as a domain or superclass they tell nothing about data."""
MAX_NESTING: Final = 32  # of class expressions; deeper ones say nothing
_CARDINALITIES: Final = {
    "minCardinality": "min",
    "maxCardinality": "max",
    "cardinality": "exactly",
    "minQualifiedCardinality": "min",
    "maxQualifiedCardinality": "max",
    "qualifiedCardinality": "exactly",
}


class TripleTable:
    """Triples, each once, in the order they came."""

    def __init__(self) -> None:
        self._seen: set[tuple[Node, str, Node]] = set()
        self._by_predicate: dict[str, list[tuple[Node, Node]]] = {}
        self._subjects: dict[Node, dict[str, list[Node]]] = {}

    def __len__(self) -> int:
        return len(self._seen)

    def add(self, subject: Node, predicate: str, obj: Node) -> None:
        """Add a triple, unless it is there."""
        key = (subject, predicate, obj)
        if key not in self._seen:
            self._seen.add(key)
            self._by_predicate.setdefault(predicate, []).append((subject, obj))
            self._subjects.setdefault(subject, {}).setdefault(predicate, []).append(obj)

    def pairs(self, predicate: str) -> Sequence[tuple[Node, Node]]:
        """(subject, object) of every triple with this predicate."""
        return self._by_predicate.get(predicate, ())

    def about(self, subject: Node) -> Mapping[str, Sequence[Node]]:
        """Predicate -> objects of a subject."""
        return self._subjects.get(subject, {})

    def objects(self, subject: Node, predicate: str) -> Sequence[Node]:
        """The objects of a subject and predicate."""
        return self.about(subject).get(predicate, ())

    def named(self, subject: Node, predicate: str) -> list[str]:
        """The IRIs among the objects of a subject and predicate."""
        return [o.value for o in self.objects(subject, predicate) if isinstance(o, NamedNode)]

    def items(self, head: Node) -> list[Node]:
        """The members of an RDF list (RDF Schema section 5.2); a cyclic or broken list ends where it breaks."""
        found: list[Node] = []
        seen: set[Node] = set()
        while head not in seen:
            seen.add(head)
            found.extend(self.objects(head, RDF + "first")[:1])
            rest = self.objects(head, RDF + "rest")
            if not rest:
                break
            head = rest[0]
        return found

    def expression(self, node: Node, depth: int = 0) -> Expression:
        """A class expression or data range as an intersection of unions of IRIs (OWL 2 Mapping to RDF, section 3.2).

        Complements, restrictions and whatever else is no union or intersection say nothing here.
        """
        if isinstance(node, NamedNode):
            return () if node.value in SAYS_NOTHING else ((node.value,),)
        if isinstance(node, Literal) or depth > MAX_NESTING:
            return ()
        for head in self.objects(node, OWL + "intersectionOf"):
            return tuple(union for member in self.items(head) for union in self.expression(member, depth + 1))
        for head in self.objects(node, OWL + "unionOf"):
            return self._union(self.items(head), depth)
        base = self.named(node, OWL + "onDatatype")
        if base:
            return ((base[0],),)
        for head in self.objects(node, OWL + "oneOf"):
            datatypes = {m.datatype.value for m in self.items(head) if isinstance(m, Literal)}
            return (tuple(sorted(datatypes)),) if datatypes else ()
        return ()

    def _union(self, members: Sequence[Node], depth: int) -> Expression:
        found: list[str] = []
        for member in members:
            unions = self.expression(member, depth + 1)
            if len(unions) != 1:
                return ()  # a member that is no plain union leaves the whole open
            found.extend(unions[0])
        return (tuple(sorted(set(found))),) if found else ()

    def restriction(self, node: Node) -> Restriction | None:
        """The restriction that a node stands for (OWL 2 Mapping to RDF, table 13), or None."""
        on = self.named(node, OWL + "onProperty")
        if not on:
            return None
        for word, kind in (("someValuesFrom", "some"), ("allValuesFrom", "only")):
            for filler in self.objects(node, OWL + word):
                found = self._filled(on[0], kind, filler)
                return found if found.filler or kind == "some" else None  # "only anything" says nothing
        for value in self.objects(node, OWL + "hasValue"):
            return Restriction(property=on[0], kind="hasValue", value=str(value))
        for word, kind in _CARDINALITIES.items():
            for number in self.objects(node, OWL + word):
                if isinstance(number, Literal) and number.value.strip().isdigit():
                    fillers = [*self.objects(node, OWL + "onClass"), *self.objects(node, OWL + "onDataRange")]
                    return self._filled(on[0], kind, fillers[0] if fillers else None, int(number.value))
        return None

    def _filled(self, prop: str, kind: str, filler: Node | None, cardinality: int | None = None) -> Restriction:
        unions = self.expression(filler) if filler is not None else ()
        return Restriction(
            property=prop,
            kind=kind,  # type: ignore[arg-type]  # one of the words above
            filler=unions[0] if len(unions) == 1 else (),
            cardinality=cardinality,
        )


def is_datatype(iri: str) -> bool:
    """Whether an IRI is a datatype by its name alone (OWL 2 section 4, RDF 1.1 section 5).

    >>> is_datatype("http://www.w3.org/2001/XMLSchema#date"), is_datatype("http://example.org/Film")
    (True, False)
    """
    return iri.startswith(XSD) or iri in _DATATYPES


_DATATYPES: Final = frozenset(
    {
        RDFS + "Literal",
        RDF + "langString",
        RDF + "PlainLiteral",
        RDF + "XMLLiteral",
        RDF + "HTML",
        RDF + "JSON",
        OWL + "real",
        OWL + "rational",
        "http://www.opengis.net/ont/geosparql#wktLiteral",
        "http://www.opengis.net/ont/geosparql#gmlLiteral",
    }
    | {
        f"{scheme}://schema.org/{name}"
        for scheme in ("http", "https")
        for name in [
            "Text",
            "URL",
            "Number",
            "Integer",
            "Float",
            "Boolean",
            "Date",
            "DateTime",
            "Time",
            "DataType",
            "CssSelectorType",
            "XPathType",
            "PronounceableText",
        ]
    }
)
