"""What the grammar takes from an ontology: terms in groups that may stand at the same places.

A property's *kind* says what its object may be besides a variable: the literals of its range, or individuals of its
range. Properties with one kind form a group; so do classes whose members may have the same properties.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from nlkgq.analysis.types import compatible, domain_unions, range_unions
from nlkgq.grammar.places import Place
from nlkgq.iri import RDF, RDFS, WELL_KNOWN, XSD, PrefixMap
from nlkgq.masking.kinds import NUMERIC, TEMPORAL
from nlkgq.ontology.model import Ontology, Property

ALWAYS: Final = (RDFS + "label", RDFS + "comment", RDFS + "subClassOf")
"""Properties of RDFS that any graph may use, declared or not."""
_TEXTS: Final = frozenset({XSD + "string", RDF + "langString", XSD + "normalizedString", XSD + "token"})
_MOST_SIGNATURES: Final = 96
_MOST_ENTRIES: Final = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class PropertyGroup:
    """Properties with one kind of object.

    Args:
        name: Unique, part of rule names.
        place: What constants may be their object.
        names: As they are written, sorted.
        individuals: The ontology's individuals that may be their object, as they are written.
        classes: Classes of the range; () where any, or where objects are literals.
    """

    name: str
    place: Place
    names: tuple[str, ...]
    individuals: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassGroup:
    """Classes whose members may have the same properties; ``properties`` maps a property group to those of it."""

    names: tuple[str, ...]
    properties: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class GrammarVocabulary:
    """All terms, grouped.

    Args:
        classes: Every class as it is written.
        groups: Property groups; every property is in one.
        individuals: Every individual of the ontology as it is written.
        class_groups: () where the ontology is too large, or says too little, for properties by class.
        prefixes: How the terms are written.
    """

    classes: tuple[str, ...]
    groups: tuple[PropertyGroup, ...]
    individuals: tuple[str, ...]
    class_groups: tuple[ClassGroup, ...]
    prefixes: PrefixMap

    def properties(self, *places: Place) -> tuple[str, ...]:
        """Properties of the groups at these places, all when none is named; sorted."""
        return tuple(sorted(n for g in self.groups if not places or g.place in places for n in g.names))


def vocabulary(ontology: Ontology, prefixes: PrefixMap | None = None) -> GrammarVocabulary:
    """The terms of an ontology in groups.

    Args:
        ontology: The terms that count.
        prefixes: How terms are written; the ontology's own when None.
    """
    prefixes = (prefixes or ontology.prefixes).merged(WELL_KNOWN)
    groups = _property_groups(ontology, prefixes)
    return GrammarVocabulary(
        classes=_written(ontology.classes, prefixes),
        groups=groups,
        individuals=_written(ontology.individuals, prefixes),
        class_groups=_class_groups(ontology, groups, prefixes),
        prefixes=prefixes,
    )


def _written(iris: Iterable[str], prefixes: PrefixMap) -> tuple[str, ...]:
    return tuple(sorted({prefixes.shorten(iri) for iri in iris}))


def place_of(prop: Property, ontology: Ontology) -> Place:
    """Where the constants that a property's object may be belong.

    >>> from nlkgq.ontology.model import Property
    >>> day = Property(iri="http://e.org/d", kind="datatype", range=((XSD + "date",),))
    >>> place_of(day, Ontology(properties={day.iri: day}))
    'date'
    """
    ranges = {iri for union in range_unions(prop, ontology) for iri in union}
    if prop.kind == "object":
        return "thing"
    if prop.kind != "datatype" and not (ranges and all(iri.startswith(XSD) for iri in ranges)):
        return "any"
    if ranges and ranges <= NUMERIC:
        return "number"
    if ranges and ranges <= TEMPORAL:
        return "date"
    if ranges == {XSD + "boolean"}:
        return "boolean"
    return "text" if ranges and ranges <= _TEXTS else "literal"


def _property_groups(ontology: Ontology, prefixes: PrefixMap) -> tuple[PropertyGroup, ...]:
    found: dict[tuple[Place, tuple[str, ...]], list[str]] = {}
    for iri, prop in ontology.properties.items():
        place = place_of(prop, ontology)
        classes = _range_classes(prop, ontology) if place == "thing" else ()
        found.setdefault((place, classes), []).append(iri)
    for iri in ALWAYS:
        if iri not in ontology.properties:
            found.setdefault(("any", ()), []).append(iri)
    return tuple(
        PropertyGroup(
            name=f"g{number}",
            place=place,
            names=_written(iris, prefixes),
            individuals=_written(_members(classes, ontology), prefixes) if place == "thing" else (),
            classes=classes,
        )
        for number, ((place, classes), iris) in enumerate(found.items())
    )


def _range_classes(prop: Property, ontology: Ontology) -> tuple[str, ...]:
    return tuple(sorted({iri for union in range_unions(prop, ontology) for iri in union if iri in ontology.classes}))


def _members(classes: tuple[str, ...], ontology: Ontology) -> list[str]:
    """Individuals that may be in one of the classes; all where there are none, or nothing is known of them."""
    return [
        iri
        for iri, individual in ontology.individuals.items()
        if not classes or not individual.types or compatible(individual.types, classes, ontology)
    ]


def _class_groups(ontology: Ontology, groups: tuple[PropertyGroup, ...], prefixes: PrefixMap) -> tuple[ClassGroup, ...]:
    domains = {
        prefixes.shorten(iri): {c for union in domain_unions(prop, ontology) for c in union}
        for iri, prop in ontology.properties.items()
    }
    unions: dict[frozenset[str], list[str]] = {}
    for name, domain in domains.items():
        unions.setdefault(frozenset(domain), []).append(name)
    closed = [union for union in unions if union]
    if len(ontology.classes) * len(closed) > 40 * _MOST_ENTRIES:
        return ()
    by_signature: dict[tuple[bool, ...], list[str]] = {}
    for iri in ontology.classes:
        signature = tuple(compatible([iri], union, ontology) for union in closed)
        by_signature.setdefault(signature, []).append(iri)
    if len(by_signature) > _MOST_SIGNATURES or len(by_signature) * len(domains) > _MOST_ENTRIES:
        return ()
    found = []
    for signature, iris in by_signature.items():
        excluded = {n for union, fits in zip(closed, signature, strict=True) if not fits for n in unions[union]}
        properties = {g.name: tuple(n for n in g.names if n not in excluded) for g in groups}
        found.append(ClassGroup(names=_written(iris, prefixes), properties=properties))
    return tuple(found)
