"""What a graph holds, counted: the profile that drafting, the offline translator and federation share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from nlkgq.ontology.profile_texts import TermTexts


@dataclass(frozen=True, slots=True, kw_only=True)
class PropertyProfile:
    """How one property is used.

    Args:
        count: Triples.
        subjects: Distinct subjects.
        objects: Distinct objects.
        subject_classes: Class IRI -> distinct subjects of that class ("" for untyped subjects).
        object_classes: Class IRI -> distinct IRI objects of that class ("" for untyped IRI objects).
        datatypes: Datatype IRI -> triples with such a literal.
        languages: Language tag -> triples with such a literal.
        links: (subject class, object class or datatype IRI) -> triples.
    """

    iri: str
    count: int
    subjects: int
    objects: int
    subject_classes: Mapping[str, int] = field(default_factory=dict)
    object_classes: Mapping[str, int] = field(default_factory=dict)
    datatypes: Mapping[str, int] = field(default_factory=dict)
    languages: Mapping[str, int] = field(default_factory=dict)
    links: Mapping[tuple[str, str], int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Classes with their instance counts, properties with their use. Holds no value of the graph.

    ``complete`` is False when a time limit cut the profiling short. ``overlaps`` holds how many nodes are in both of
    two classes, the lesser IRI first. ``texts`` holds labels and comments of classes and properties that stand in the
    data itself.
    """

    triples: int
    classes: Mapping[str, int]
    properties: Mapping[str, PropertyProfile]
    complete: bool = True
    overlaps: Mapping[tuple[str, str], int] = field(default_factory=dict)
    prefixes: Mapping[str, str] = field(default_factory=dict)
    texts: Mapping[str, TermTexts] = field(default_factory=dict)
