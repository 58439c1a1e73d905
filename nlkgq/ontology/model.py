"""The term model: what an ontology says, as frozen values (OWL 2, RDFS, SKOS labels)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Literal

from nlkgq.iri import PrefixMap, local_name

PropertyKind = Literal["object", "datatype", "annotation", "unknown"]
ClassUnion = tuple[str, ...]
"""Class IRIs of which any one suffices (a named class is a union of one)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A label or comment; ``language`` is a lower-case BCP 47 tag, "" when untagged."""

    value: str
    language: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Restriction:
    """A class restriction that says something about domain or cardinality.

    ``kind`` is the OWL word: ``some``, ``only``, ``hasValue``, ``min``, ``max``, ``exactly``. ``filler`` is a union
    of class or datatype IRIs (empty when unqualified), ``value`` the n3 text of a ``hasValue`` term.
    """

    property: str
    kind: Literal["some", "only", "hasValue", "min", "max", "exactly"]
    filler: ClassUnion = ()
    cardinality: int | None = None
    value: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """What every named term has. ``labels`` is best first: rdfs:label, skos:prefLabel; then the others."""

    iri: str
    labels: tuple[Text, ...] = ()
    alt_labels: tuple[Text, ...] = ()
    comments: tuple[Text, ...] = ()
    deprecated: bool = False

    def label(self, language: str = "en") -> str:
        """The label in ``language``, else untagged, else any, else the local name split into words."""
        for wanted in (language, ""):
            for text in self.labels:
                if text.language.split("-")[0] == wanted:
                    return text.value
        return self.labels[0].value if self.labels else split_identifier(local_name(self.iri))


@dataclass(frozen=True, slots=True, kw_only=True)
class OwlClass(Term):
    """A class; ``parents`` are the named direct superclasses."""

    parents: tuple[str, ...] = ()
    equivalents: tuple[str, ...] = ()
    disjoint: tuple[str, ...] = ()
    union_of: tuple[str, ...] = ()
    restrictions: tuple[Restriction, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Property(Term):
    """A property; ``domain`` and ``range`` are intersections of unions of IRIs, () where nothing is said.

    Several rdfs:domain axioms are several unions; schema:domainIncludes makes one union.
    For a datatype property ``range`` holds datatype IRIs.
    """

    kind: PropertyKind = "unknown"
    parents: tuple[str, ...] = ()
    equivalents: tuple[str, ...] = ()
    inverses: tuple[str, ...] = ()
    domain: tuple[ClassUnion, ...] = ()
    range: tuple[ClassUnion, ...] = ()
    functional: bool = False
    inverse_functional: bool = False
    symmetric: bool = False
    transitive: bool = False

    @property
    def domain_classes(self) -> tuple[str, ...]:
        """Every IRI named in the domain, in order, once."""
        return tuple(dict.fromkeys(iri for union in self.domain for iri in union))

    @property
    def range_classes(self) -> tuple[str, ...]:
        """Every class or datatype IRI named in the range, in order, once."""
        return tuple(dict.fromkeys(iri for union in self.range for iri in union))


@dataclass(frozen=True, slots=True, kw_only=True)
class Individual(Term):
    """An individual that the ontology itself names (a code list entry, say)."""

    types: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadWarning:
    """Something a load went past; ``place`` is ``file:line`` where known."""

    message: str
    place: str


@dataclass(frozen=True, kw_only=True)
class Ontology:
    """Classes, properties and individuals by IRI, in the order of their IRIs.

    Not slotted: the hierarchy is computed at first use and kept.
    """

    iri: str | None = None
    prefixes: PrefixMap = field(default_factory=PrefixMap)
    labels: tuple[Text, ...] = ()
    comments: tuple[Text, ...] = ()
    classes: Mapping[str, OwlClass] = field(default_factory=dict)
    properties: Mapping[str, Property] = field(default_factory=dict)
    individuals: Mapping[str, Individual] = field(default_factory=dict)
    imports: tuple[str, ...] = ()
    """The ontologies that it imports, whether they were read or not."""
    undeclared: tuple[str, ...] = ()
    """Classes and properties that the ontology only uses and never declares."""
    warnings: tuple[LoadWarning, ...] = ()
    drafted: bool = False
    """Whether it was drafted from a profile of the data, for want of an ontology."""

    def term(self, iri: str) -> Term | None:
        """The class, property or individual with this IRI, or None."""
        return self.classes.get(iri) or self.properties.get(iri) or self.individuals.get(iri)

    def __iter__(self) -> Iterator[Term]:
        yield from self.classes.values()
        yield from self.properties.values()
        yield from self.individuals.values()

    @cached_property
    def _class_ancestors(self) -> Mapping[str, frozenset[str]]:
        edges: dict[str, set[str]] = {iri: {*c.parents, *c.equivalents} for iri, c in self.classes.items()}
        for iri, c in self.classes.items():
            for member in c.union_of:
                edges.setdefault(member, set()).add(iri)
            for equal in c.equivalents:
                edges.setdefault(equal, set()).add(iri)
        return closure(edges)

    @cached_property
    def _class_descendants(self) -> Mapping[str, frozenset[str]]:
        return _inverted(self._class_ancestors)

    @cached_property
    def _property_ancestors(self) -> Mapping[str, frozenset[str]]:
        edges: dict[str, set[str]] = {iri: {*p.parents, *p.equivalents} for iri, p in self.properties.items()}
        for iri, p in self.properties.items():
            for equal in p.equivalents:
                edges.setdefault(equal, set()).add(iri)
        return closure(edges)

    @cached_property
    def _property_descendants(self) -> Mapping[str, frozenset[str]]:
        return _inverted(self._property_ancestors)

    @cached_property
    def _inverses(self) -> Mapping[str, frozenset[str]]:
        found: dict[str, set[str]] = {}
        for iri, p in self.properties.items():
            for other in p.inverses:
                found.setdefault(iri, set()).add(other)
                found.setdefault(other, set()).add(iri)
            if p.symmetric:
                found.setdefault(iri, set()).add(iri)
        return {iri: frozenset(others) for iri, others in found.items()}

    def superclasses(self, iri: str) -> frozenset[str]:
        """Every named superclass, itself included; cyclic hierarchies make their members equal."""
        return self._class_ancestors.get(iri, frozenset()) | {iri}

    def subclasses(self, iri: str) -> frozenset[str]:
        """Every named subclass, itself included."""
        return self._class_descendants.get(iri, frozenset()) | {iri}

    def superproperties(self, iri: str) -> frozenset[str]:
        """Every named superproperty, itself included."""
        return self._property_ancestors.get(iri, frozenset()) | {iri}

    def subproperties(self, iri: str) -> frozenset[str]:
        """Every named subproperty, itself included."""
        return self._property_descendants.get(iri, frozenset()) | {iri}

    def inverses(self, iri: str) -> frozenset[str]:
        """The declared inverses, whichever side declares them."""
        return self._inverses.get(iri, frozenset())


def closure(edges: Mapping[str, Iterable[str]]) -> dict[str, frozenset[str]]:
    """Transitive closure, safe on cycles: IRI -> everything reachable from it."""
    result: dict[str, frozenset[str]] = {}
    for start in edges:
        seen: set[str] = set()
        stack = list(edges[start])
        while stack:
            node = stack.pop()
            if node not in seen:
                seen.add(node)
                stack.extend(edges.get(node, ()))
        result[start] = frozenset(seen)
    return result


def _inverted(relation: Mapping[str, frozenset[str]]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for iri, others in relation.items():
        for other in others:
            found.setdefault(other, set()).add(iri)
    return {iri: frozenset(others) for iri, others in found.items()}


@lru_cache(maxsize=65_536)
def split_identifier(name: str) -> str:
    """An identifier as words: camel case, underscores, hyphens, ``#`` and percent escapes undone.

    >>> split_identifier("songReleaseYear"), split_identifier("ref-country_id"), split_identifier("customerID")
    ('song release year', 'ref country id', 'customer ID')
    """
    import re
    from urllib.parse import unquote

    spaced = re.sub(r"[_\-#./+:=]+", " ", unquote(name))
    spaced = re.sub(r"(?<=[a-zà-ÿ0-9])(?=[A-ZÀ-Þ])|(?<=[A-Z])(?=[A-Z][a-zà-ÿ])", " ", spaced)
    words = spaced.split()
    return " ".join(w if len(w) > 1 and w.isupper() else w.lower() for w in words)
