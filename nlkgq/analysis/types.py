"""Which classes and datatypes each variable of a query is known to have, from the whole query."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Literal, TypeAlias

from nlkgq.analysis.edges import TYPE, Edge, QueryGraph, Slot, query_graph
from nlkgq.iri import OWL, RDFS
from nlkgq.ontology.model import ClassUnion, Ontology, Property
from nlkgq.ontology.profile_model import Profile
from nlkgq.sparql import Node, Query

Source: TypeAlias = Literal["type", "domain", "range", "individual"]
_EVERYTHING = frozenset({f"{OWL}Thing", f"{RDFS}Resource"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassFact:
    """One reason why a slot is an instance of one of ``classes``.

    ``source`` says where it comes from: an ``a`` pattern, the domain or the range of ``edge.property``, or the
    ontology's own statement about an individual.
    """

    slot: Slot
    classes: ClassUnion
    source: Source
    edge: Edge


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueFact:
    """One reason why a slot is a literal (``literal``) or cannot be one: the position it has at ``edge``.

    ``datatypes`` is the union that the property's range gives, () where it gives none.
    """

    slot: Slot
    literal: bool
    edge: Edge
    datatypes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class TypedQuery:
    """A query with what an ontology says about it. Not slotted: each part is computed at first use and kept.

    >>> from nlkgq.ontology.model import OwlClass, Property
    >>> from nlkgq.sparql import parse_query
    >>> ex = "http://example.org/"
    >>> onto = Ontology(
    ...     classes={ex + "Team": OwlClass(iri=ex + "Team")},
    ...     properties={ex + "plays_for": Property(iri=ex + "plays_for", kind="object", range=((ex + "Team",),))},
    ... )
    >>> typed = TypedQuery(tree=parse_query(f"SELECT ?t {{ ?p <{ex}plays_for> ?t }}"), ontology=onto)
    >>> typed.classes_of("t")
    (('http://example.org/Team',),)
    """

    tree: Query
    ontology: Ontology
    profile: Profile | None = None
    """What the graph is known to hold; None where nothing was counted."""

    @cached_property
    def graph(self) -> QueryGraph:
        """The query's edges."""
        return query_graph(self.tree)

    @cached_property
    def class_facts(self) -> tuple[ClassFact, ...]:
        """What is known about classes, in the order of the text."""
        return tuple(fact for edge in self.graph.edges if not edge.foreign for fact in self._class_facts(edge))

    @cached_property
    def value_facts(self) -> tuple[ValueFact, ...]:
        """What is known about being a literal, in the order of the text."""
        return tuple(fact for edge in self.graph.edges if not edge.foreign for fact in self._value_facts(edge))

    @property
    def holds_nothing_else(self) -> bool:
        """Whether the graph is known to hold no term beyond those that the ontology and the profile name."""
        return self.ontology.drafted or (self.profile is not None and self.profile.complete)

    def classes_of(self, variable: str, block: Node | None = None) -> tuple[ClassUnion, ...]:
        """Unions of classes that a variable is known to be in, each once.

        Args:
            variable: Name without ``?``.
            block: Only facts that hold in this block; all facts of the query when None.
        """
        around = set(self.graph.blocks.around(block)) if block is not None else None
        found = (
            fact.classes
            for fact in self.class_facts
            if fact.slot.kind == "variable"
            and fact.slot.name == variable
            and (around is None or fact.edge.block in around)
        )
        return tuple(dict.fromkeys(found))

    def datatypes_of(self, variable: str) -> tuple[str, ...]:
        """Datatypes that the ranges of properties give a variable, each once."""
        found = (
            datatype
            for fact in self.value_facts
            if fact.slot.kind == "variable" and fact.slot.name == variable
            for datatype in fact.datatypes
        )
        return tuple(dict.fromkeys(found))

    def _class_facts(self, edge: Edge) -> Iterator[ClassFact]:
        if edge.property == TYPE:
            if edge.object.kind == "iri" and edge.object.name in self.ontology.classes:
                yield ClassFact(slot=edge.subject, classes=(edge.object.name,), source="type", edge=edge)
            return
        prop = self.ontology.properties.get(edge.property)
        if prop is None:
            return
        for union in domain_unions(prop, self.ontology):
            yield ClassFact(slot=edge.subject, classes=union, source="domain", edge=edge)
        if prop.kind != "datatype":
            for union in range_unions(prop, self.ontology):
                if all(iri in self.ontology.classes for iri in union):
                    yield ClassFact(slot=edge.object, classes=union, source="range", edge=edge)
        for slot in (edge.subject, edge.object):
            individual = self.ontology.individuals.get(slot.name) if slot.kind == "iri" else None
            for iri in individual.types if individual is not None else ():
                yield ClassFact(slot=slot, classes=(iri,), source="individual", edge=edge)

    def _value_facts(self, edge: Edge) -> Iterator[ValueFact]:
        yield ValueFact(slot=edge.subject, literal=False, edge=edge)
        if edge.property == TYPE:
            yield ValueFact(slot=edge.object, literal=False, edge=edge)
            return
        prop = self.ontology.properties.get(edge.property)
        if prop is None or prop.kind not in {"object", "datatype"}:
            return
        datatypes = tuple(dict.fromkeys(iri for union in range_unions(prop, self.ontology) for iri in union))
        literal = prop.kind == "datatype"
        yield ValueFact(slot=edge.object, literal=literal, edge=edge, datatypes=datatypes if literal else ())


def domain_unions(prop: Property, ontology: Ontology) -> tuple[ClassUnion, ...]:
    """The domain of a property as alternatives: its own, else that of an inverse's range, else its superproperties'.

    Several rdfs:domain axioms mean an intersection, but are often written for a union; reading them as a union
    excludes less and never too much.
    """
    return _unions(prop, ontology, own="domain", inverse="range")


def range_unions(prop: Property, ontology: Ontology) -> tuple[ClassUnion, ...]:
    """The range of a property as alternatives; see `domain_unions`."""
    return _unions(prop, ontology, own="range", inverse="domain")


Side: TypeAlias = Literal["domain", "range"]


def _unions(prop: Property, ontology: Ontology, *, own: Side, inverse: Side) -> tuple[ClassUnion, ...]:
    above = sorted(ontology.superproperties(prop.iri) - {prop.iri})
    groups = (
        [(prop.iri, own)],
        [(iri, inverse) for iri in sorted(ontology.inverses(prop.iri))],
        *([(iri, own)] for iri in above),
    )
    for group in groups:
        found: dict[str, None] = {}
        for iri, side in group:
            known = ontology.properties.get(iri)
            if known is not None:
                found.update(dict.fromkeys(known.domain_classes if side == "domain" else known.range_classes))
        if found:
            return (tuple(found),)
    return ()


def declared_disjoint(left: Iterable[str], right: Iterable[str], ontology: Ontology) -> bool:
    """Whether the ontology itself says that nothing is in a class of ``left`` and in one of ``right``."""
    return all(_disjoint(a, b, ontology) for a, b in product(left, right))


def _disjoint(left: str, right: str, ontology: Ontology) -> bool:
    above_left, above_right = ontology.superclasses(left), ontology.superclasses(right)
    return any(
        not others.isdisjoint(ontology.classes[iri].disjoint)
        for above, others in ((above_left, above_right), (above_right, above_left))
        for iri in above
        if iri in ontology.classes
    )


def compatible(left: Iterable[str], right: Iterable[str], ontology: Ontology) -> bool:
    """Whether something may be in a class of ``left`` and in one of ``right``.

    Two classes go together when one is above the other or some named class is below both, unless they are declared
    disjoint; a class that the ontology does not describe goes with every other.
    """
    return any(_may_overlap(a, b, ontology) for a, b in product(left, right))


def _may_overlap(left: str, right: str, ontology: Ontology) -> bool:
    known = ontology.classes
    if left in _EVERYTHING or right in _EVERYTHING or left not in known or right not in known:
        return True
    if right in ontology.superclasses(left) or left in ontology.superclasses(right):
        return True
    return not _disjoint(left, right, ontology) and not ontology.subclasses(left).isdisjoint(ontology.subclasses(right))
