"""From triples to an ontology: which IRIs are classes, properties and individuals, and what is said of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypedDict

from pyoxigraph import Literal, NamedNode

from nlkgq.iri import OWL, RDF, RDFS
from nlkgq.ontology.model import ClassUnion, Individual, OwlClass, Property, PropertyKind, Restriction, Text
from nlkgq.ontology.texts import SCHEMA, TEXT_PROPERTIES, TextReader
from nlkgq.ontology.triples import SAYS_NOTHING, Node, TripleTable, is_datatype

_CLASS_TYPES: Final = (OWL + "Class", RDFS + "Class", OWL + "DeprecatedClass")
_PROPERTY_TYPES: Final = (
    RDF + "Property",
    *(OWL + f"{kind}Property" for kind in ("Object", "Datatype", "Annotation", "Deprecated")),
    *(OWL + f"{kind}Property" for kind in ("Functional", "InverseFunctional", "Symmetric", "Transitive")),
    *(OWL + f"{kind}Property" for kind in ("Asymmetric", "Reflexive", "Irreflexive")),
)
_OBJECT_ONLY: Final = tuple(
    OWL + name for name in ("ObjectProperty", "InverseFunctionalProperty", "SymmetricProperty", "TransitiveProperty")
)
_DCAM: Final = "http://purl.org/dc/dcam/"
_DOMAIN_INCLUDES: Final = (*(s + "domainIncludes" for s in SCHEMA), _DCAM + "domainIncludes")
_RANGE_INCLUDES: Final = (*(s + "rangeIncludes" for s in SCHEMA), _DCAM + "rangeIncludes")
_INVERSES: Final = (OWL + "inverseOf", *(s + "inverseOf" for s in SCHEMA))
_BUILT_IN: Final = (OWL, RDFS, RDF)


class _Annotations(TypedDict):
    iri: str
    labels: tuple[Text, ...]
    alt_labels: tuple[Text, ...]
    comments: tuple[Text, ...]
    deprecated: bool


class OntologyBuilder:
    """Reads the terms off a table of triples; every method is a pure function of the table."""

    def __init__(self, table: TripleTable) -> None:
        self._table = table
        self._texts = TextReader(table)
        self._types: dict[Node, set[str]] = {}
        for subject, kind in table.pairs(RDF + "type"):
            if isinstance(kind, NamedNode):
                self._types.setdefault(subject, set()).add(kind.value)
        self._named_types = [(n.value, types) for n, types in self._types.items() if isinstance(n, NamedNode)]
        self._datatypes = {iri for iri, types in self._named_types if RDFS + "Datatype" in types}
        self._inverted = {node for predicate in _INVERSES for pair in table.pairs(predicate) for node in pair}
        self._property_iris = self._find_properties()
        self._class_iris = self._find_classes()

    def classes(self) -> dict[str, OwlClass]:
        """Every class, in the order of the IRIs."""
        disjoint = self._disjointness()
        unions = self._unions()
        found: dict[str, OwlClass] = {}
        for iri in sorted(self._class_iris):
            node = NamedNode(iri)
            supers = self._class_axioms(node)
            found[iri] = OwlClass(
                **self._annotations(node),
                parents=_ordered(c for c in supers if isinstance(c, str) and c != iri),
                equivalents=_ordered(
                    o for o in self._table.named(node, OWL + "equivalentClass") if o != iri and self._is_class(o)
                ),
                disjoint=_ordered(disjoint.get(iri, ())),
                union_of=_ordered(unions.get(iri, ())),
                restrictions=_ordered_restrictions(r for r in supers if isinstance(r, Restriction)),
            )
        return found

    def properties(self) -> dict[str, Property]:
        """Every property, in the order of the IRIs."""
        parents = self._related(RDFS + "subPropertyOf")
        equals = self._related(OWL + "equivalentProperty")
        kinds = {iri: self._kind(iri) for iri in self._property_iris}
        _inherit_kinds(kinds, {iri: parents[iri] | equals[iri] for iri in kinds})
        return {iri: self._property(iri, kinds[iri], parents[iri], equals[iri]) for iri in sorted(self._property_iris)}

    def individuals(self) -> dict[str, Individual]:
        """Individuals that the ontology names: declared, typed by one of its classes, or listed by owl:oneOf."""
        types: dict[str, set[str]] = {}
        for iri, kinds in self._named_types:
            ours = kinds & self._class_iris
            if (ours or OWL + "NamedIndividual" in kinds) and self._is_free(iri):
                types[iri] = ours
        for owner, head in self._table.pairs(OWL + "oneOf"):
            for member in self._table.items(head):
                if isinstance(member, NamedNode) and self._is_free(member.value):
                    named = self._owners(owner) & self._class_iris
                    types.setdefault(member.value, set()).update(named)
        return {
            iri: Individual(**self._annotations(NamedNode(iri)), types=_ordered(kinds))
            for iri, kinds in sorted(types.items())
        }

    def undeclared(self) -> tuple[str, ...]:
        """Classes and properties that are used and never given a type."""
        return tuple(sorted(i for i in self._class_iris | self._property_iris if NamedNode(i) not in self._types))

    def _is_free(self, iri: str) -> bool:
        taken = iri in self._class_iris or iri in self._property_iris or iri in self._datatypes
        return not taken and OWL + "Ontology" not in self._types.get(NamedNode(iri), ())

    def _is_class(self, iri: str) -> bool:
        return not (iri in SAYS_NOTHING or iri.startswith(OWL) or is_datatype(iri) or iri in self._datatypes)

    def _annotations(self, node: NamedNode) -> _Annotations:
        deprecated = any(
            isinstance(o, Literal) and o.value in {"true", "1"} for o in self._table.objects(node, OWL + "deprecated")
        )
        types = self._types.get(node, set())
        texts = self._texts.read(node)
        return {
            "iri": node.value,
            "labels": texts.labels,
            "alt_labels": texts.alt_labels,
            "comments": texts.comments,
            "deprecated": deprecated or not types.isdisjoint({OWL + "DeprecatedClass", OWL + "DeprecatedProperty"}),
        }

    # Which IRIs are what

    def _find_properties(self) -> set[str]:
        found = {iri for iri, types in self._named_types if not types.isdisjoint(_PROPERTY_TYPES)}
        described = (RDFS + "domain", RDFS + "range", RDFS + "subPropertyOf", OWL + "equivalentProperty")
        for predicate in (*described, *_DOMAIN_INCLUDES, *_RANGE_INCLUDES, *_INVERSES):
            found.update(s.value for s, _ in self._table.pairs(predicate) if isinstance(s, NamedNode))
        for predicate in (RDFS + "subPropertyOf", OWL + "equivalentProperty", OWL + "onProperty", *_INVERSES):
            found.update(o.value for _, o in self._table.pairs(predicate) if isinstance(o, NamedNode))
        return {iri for iri in found if not iri.startswith(_BUILT_IN) or self._is_used_property(iri)}

    def _is_used_property(self, iri: str) -> bool:
        """A term of RDF, RDFS or OWL counts only where the ontology declares that its data use it."""
        return not self._types.get(NamedNode(iri), set()).isdisjoint((OWL + "ObjectProperty", OWL + "DatatypeProperty"))

    def _find_classes(self) -> set[str]:
        found = {iri for iri, types in self._named_types if not types.isdisjoint(_CLASS_TYPES)}
        for predicate in (RDFS + "subClassOf", OWL + "equivalentClass", OWL + "disjointWith"):
            for subject, obj in self._table.pairs(predicate):
                found.update(self._in_expression(subject))
                found.update(self._in_expression(obj))
        for predicate in (RDFS + "domain", *_DOMAIN_INCLUDES):
            for _, obj in self._table.pairs(predicate):
                found.update(self._in_expression(obj))
        for predicate in (RDFS + "range", *_RANGE_INCLUDES):
            for subject, obj in self._table.pairs(predicate):
                if OWL + "DatatypeProperty" not in self._types.get(subject, ()):
                    found.update(self._in_expression(obj))
        for predicate in (OWL + "someValuesFrom", OWL + "allValuesFrom", OWL + "onClass"):
            for node, obj in self._table.pairs(predicate):
                on = self._table.objects(node, OWL + "onProperty")
                if not any(OWL + "DatatypeProperty" in self._types.get(prop, ()) for prop in on):
                    found.update(self._in_expression(obj))
        return {iri for iri in found if self._is_class(iri) and iri not in self._property_iris}

    def _in_expression(self, node: Node) -> Iterable[str]:
        return (iri for union in self._table.expression(node) for iri in union)

    # What is said of classes

    def _class_axioms(self, node: NamedNode) -> list[str | Restriction]:
        """Named superclasses and restrictions, from subclass and equivalence axioms and intersections in them."""
        found: list[str | Restriction] = []
        pending = [(o, True) for o in self._table.objects(node, RDFS + "subClassOf")]
        pending += [(o, False) for o in self._table.objects(node, OWL + "equivalentClass")]
        pending += [
            (m, True) for head in self._table.objects(node, OWL + "intersectionOf") for m in self._table.items(head)
        ]
        seen: set[Node] = set()
        while pending:
            item, keep_name = pending.pop()
            if item in seen:
                continue
            if isinstance(item, NamedNode):
                # A named equivalent is an equivalent, not a parent.
                if keep_name and self._is_class(item.value):
                    found.append(item.value)
                continue
            seen.add(item)
            restriction = self._table.restriction(item)
            if restriction is not None:
                found.append(restriction)
            for head in self._table.objects(item, OWL + "intersectionOf"):
                pending += [(member, True) for member in self._table.items(head)]
        return found

    def _owners(self, node: Node) -> set[str]:
        """The named classes that an anonymous class defines: itself if named, else its equivalents."""
        if isinstance(node, NamedNode):
            return {node.value}
        return {
            s.value for s, o in self._table.pairs(OWL + "equivalentClass") if o == node and isinstance(s, NamedNode)
        }

    def _unions(self) -> dict[str, set[str]]:
        owners: dict[Node, set[str]] = {}
        for subject, obj in self._table.pairs(OWL + "equivalentClass"):
            if isinstance(subject, NamedNode):
                owners.setdefault(obj, set()).add(subject.value)
        found: dict[str, set[str]] = {}
        for predicate in (OWL + "unionOf", OWL + "disjointUnionOf"):
            for node, head in self._table.pairs(predicate):
                named = {node.value} if isinstance(node, NamedNode) else owners.get(node, set())
                members = {m.value for m in self._table.items(head) if isinstance(m, NamedNode)}
                for iri in named & self._class_iris:
                    found.setdefault(iri, set()).update(members - {iri})
        return found

    def _disjointness(self) -> dict[str, set[str]]:
        groups: list[list[Node]] = [[s, o] for s, o in self._table.pairs(OWL + "disjointWith")]
        groups += [self._table.items(head) for _, head in self._table.pairs(OWL + "disjointUnionOf")]
        for node, kinds in self._types.items():
            if OWL + "AllDisjointClasses" in kinds:
                groups += [self._table.items(head) for head in self._table.objects(node, OWL + "members")]
        found: dict[str, set[str]] = {}
        for group in groups:
            named = {m.value for m in group if isinstance(m, NamedNode)}
            for iri in named:
                found.setdefault(iri, set()).update(named - {iri})
        return found

    # What is said of properties

    def _related(self, predicate: str) -> dict[str, set[str]]:
        """Property -> the named properties that a predicate relates it to, itself excepted."""
        found: dict[str, set[str]] = {iri: set() for iri in self._property_iris}
        for subject, obj in self._table.pairs(predicate):
            both_named = isinstance(subject, NamedNode) and isinstance(obj, NamedNode)
            if both_named and subject != obj and {subject.value, obj.value} <= found.keys():
                found[subject.value].add(obj.value)
        return found

    def _kind(self, iri: str) -> PropertyKind:
        types = self._types.get(NamedNode(iri), set())
        is_object = not types.isdisjoint(_OBJECT_ONLY)
        is_data = OWL + "DatatypeProperty" in types
        if is_object != is_data:
            return "object" if is_object else "datatype"
        if not is_data and (OWL + "AnnotationProperty" in types or (not types and iri in TEXT_PROPERTIES)):
            return "annotation"
        # Declared as neither, or as both: the range decides.
        ranges = [i for union in self._expressions(iri, RDFS + "range", _RANGE_INCLUDES) for i in union]
        data = [not self._is_class(i) for i in ranges]
        if data and all(data) == any(data):
            return "datatype" if data[0] else "object"
        return "object" if NamedNode(iri) in self._inverted else "unknown"

    def _property(self, iri: str, kind: PropertyKind, parents: set[str], equals: set[str]) -> Property:
        node = NamedNode(iri)
        types = self._types.get(node, set())
        return Property(
            **self._annotations(node),
            kind=kind,
            parents=_ordered(parents),
            equivalents=_ordered(equals),
            inverses=_ordered(o for predicate in _INVERSES for o in self._table.named(node, predicate)),
            domain=self._expressions(iri, RDFS + "domain", _DOMAIN_INCLUDES),
            range=self._expressions(iri, RDFS + "range", _RANGE_INCLUDES),
            functional=OWL + "FunctionalProperty" in types,
            inverse_functional=OWL + "InverseFunctionalProperty" in types,
            symmetric=OWL + "SymmetricProperty" in types,
            transitive=OWL + "TransitiveProperty" in types,
        )

    def _expressions(self, iri: str, exact: str, includes: tuple[str, ...]) -> tuple[ClassUnion, ...]:
        node = NamedNode(iri)
        found = {union for o in self._table.objects(node, exact) for union in self._table.expression(o)}
        loose = {o for predicate in includes for o in self._table.named(node, predicate)} - SAYS_NOTHING
        if loose:
            found.add(tuple(sorted(loose)))
        return tuple(sorted(found))


def _inherit_kinds(kinds: dict[str, PropertyKind], parents: Mapping[str, set[str]]) -> None:
    """A property of unknown kind takes the kind of its parents; repeated until nothing changes."""
    changed = True
    while changed:
        changed = False
        for iri, above in parents.items():
            inherited = {kinds[parent] for parent in above} - {"unknown", "annotation"}
            if kinds[iri] == "unknown" and len(inherited) == 1:
                kinds[iri] = inherited.pop()
                changed = True


def _ordered(iris: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(iris)))


def _ordered_restrictions(found: Iterable[Restriction]) -> tuple[Restriction, ...]:
    return tuple(sorted(set(found), key=lambda r: (r.property, r.kind, r.filler, r.cardinality or 0, r.value or "")))
