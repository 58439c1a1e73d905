"""An ontology drafted from a profile, for graphs that have none; and the terms that an ontology forgot."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from nlkgq.iri import OWL, RDF, RDFS, PrefixMap, local_name
from nlkgq.ontology.model import ClassUnion, Ontology, OwlClass, Property, PropertyKind, Text, split_identifier
from nlkgq.ontology.prefixes import complete_prefixes, is_wellformed_iri
from nlkgq.ontology.profile_model import Profile, PropertyProfile

MAX_UNION: Final = 12  # classes; a property of more classes than that has no domain worth stating
_COVERS: Final = 0.99  # share of its subjects that a domain must hold
_NOISE: Final = 0.01  # share of the subjects below which a class is left out, unless half of its instances are there
_NO_ACCIDENT: Final = 10  # instances
_SHACL: Final = "http://www.w3.org/ns/shacl#"
_TEXT_PROPERTIES: Final = frozenset({RDFS + name for name in ("label", "comment", "seeAlso", "isDefinedBy")})


def draft_ontology(profile: Profile, prefixes: Mapping[str, str] | PrefixMap | None = None) -> Ontology:
    """What the data use, as an ontology: every class and property with its kind, domain and range in use.

    Labels and comments are those that stand in the data, else labels are the words of the identifiers. A class whose
    every instance is in another is its subclass. A domain is the narrowest class that holds 99 % of the subjects, else
    a union of few classes; nothing where subjects have no class. Nothing in it is a value of the graph.

    Args:
        profile: What the graph uses.
        prefixes: Prefixes to name terms with, those of the data files for example.

    >>> use = PropertyProfile(iri="http://x.org/v#title", count=2, subjects=2, objects=2,
    ...     subject_classes={"http://x.org/v#Film": 2}, datatypes={"http://www.w3.org/2001/XMLSchema#string": 2})
    >>> drafted = draft_ontology(Profile(triples=4, classes={"http://x.org/v#Film": 2}, properties={use.iri: use}))
    >>> drafted.properties["http://x.org/v#title"].domain
    (('http://x.org/v#Film',),)
    """
    hierarchy = _hierarchy(profile)
    classes = {
        iri: OwlClass(
            iri=iri,
            labels=_labels(iri, profile),
            comments=_comments(iri, profile),
            parents=_nearest(iri, hierarchy),
            equivalents=_equals(iri, profile),
        )
        for iri in sorted(hierarchy)
    }
    properties = {
        iri: _property(use, profile, hierarchy)
        for iri, use in sorted(profile.properties.items())
        if is_term(iri) and not _describes_terms(use)
    }
    declared = prefixes if isinstance(prefixes, PrefixMap) else PrefixMap(prefixes or {})
    return Ontology(
        prefixes=_prefixes(declared, profile, [*classes, *properties]),
        classes=classes,
        properties=properties,
        drafted=True,
    )


def extend_ontology(ontology: Ontology, profile: Profile, *, fill: bool = False) -> Ontology:
    """The ontology and, drafted, the terms that the data use and it does not mention.

    A property of unknown kind, or an annotation property that describes things and not only terms, gets the kind of
    its use. What else the ontology says stays as it is.

    Args:
        ontology: As loaded.
        profile: What the graph uses.
        fill: Whether an empty domain or range is filled from the use as well.
    """
    drafted = draft_ontology(profile, ontology.prefixes)
    properties = {
        **{iri: p for iri, p in drafted.properties.items() if ontology.term(iri) is None},
        **{iri: _completed(p, drafted.properties.get(iri), fill) for iri, p in ontology.properties.items()},
    }
    classes = {**{iri: c for iri, c in drafted.classes.items() if ontology.term(iri) is None}, **ontology.classes}
    return replace(
        ontology,
        prefixes=_prefixes(ontology.prefixes, profile, [*classes, *properties]),
        classes=dict(sorted(classes.items())),
        properties=dict(sorted(properties.items())),
    )


def _prefixes(declared: PrefixMap, profile: Profile, iris: list[str]) -> PrefixMap:
    """The declared prefixes, those of the data for namespaces without one, and invented ones."""
    named = set(declared.namespaces.values())
    others = {
        prefix: namespace
        for prefix, namespace in profile.prefixes.items()
        # ns1, ns2, ... are what serializers write for want of a name.
        if namespace not in named and is_wellformed_iri(namespace) and not re.fullmatch(r"ns\d+", prefix)
    }
    return complete_prefixes(declared.merged(others).namespaces, iris)


def is_term(iri: str) -> bool:
    """Whether an IRI in use is a term to ask about, not one of RDF, RDFS, OWL or SHACL that describes terms."""
    if iri.startswith((RDF, OWL, _SHACL)) or not is_wellformed_iri(iri):
        return False
    return not iri.startswith(RDFS) or iri in _TEXT_PROPERTIES


def _describes_terms(use: PropertyProfile) -> bool:
    """Whether only classes, properties and shapes have it: a graph that holds its own ontology."""
    return bool(use.subject_classes) and all(iri.startswith((RDF, RDFS, OWL, _SHACL)) for iri in use.subject_classes)


def _completed(p: Property, use: Property | None, fill: bool) -> Property:
    if use is None:
        return p
    kind = use.kind if p.kind in {"unknown", "annotation"} else p.kind
    domain = p.domain or (use.domain if fill else ())
    # The range of a property whose kind the ontology states differently would be no range of that kind.
    range_ = p.range or (use.range if fill and kind == use.kind else ())
    return replace(p, kind=kind, domain=domain, range=range_)


def _hierarchy(profile: Profile) -> dict[str, set[str]]:
    """Class -> every larger class that holds all its instances."""
    found: dict[str, set[str]] = {iri: set() for iri in profile.classes if is_term(iri)}
    for pair, both in profile.overlaps.items():
        for lower, upper in (pair, pair[::-1]):
            if lower in found and upper in found and both == profile.classes[lower] < profile.classes[upper]:
                found[lower].add(upper)
    return found


def _equals(iri: str, profile: Profile) -> tuple[str, ...]:
    """Classes with the same instances, where they are many enough for that to be no accident."""
    size = profile.classes[iri]
    found = (
        second if first == iri else first
        for (first, second), both in profile.overlaps.items()
        if iri in (first, second) and both == size == profile.classes[first] == profile.classes[second]
    )
    return tuple(sorted(other for other in found if is_term(other))) if size >= _NO_ACCIDENT else ()


def _nearest(iri: str, hierarchy: Mapping[str, set[str]]) -> tuple[str, ...]:
    """The superclasses that are not superclasses of another one."""
    above = hierarchy[iri]
    return tuple(sorted(c for c in above if not any(c in hierarchy[other] for other in above)))


def _property(use: PropertyProfile, profile: Profile, hierarchy: Mapping[str, set[str]]) -> Property:
    kind = _kind(use)
    range_: tuple[ClassUnion, ...] = ()
    if kind == "datatype":
        range_ = (tuple(sorted(use.datatypes)),)
    elif kind == "object":
        range_ = _classes(use.object_classes, use.objects, profile, hierarchy)
    return Property(
        iri=use.iri,
        labels=_labels(use.iri, profile),
        comments=_comments(use.iri, profile),
        kind=kind,
        domain=() if use.iri in _TEXT_PROPERTIES else _classes(use.subject_classes, use.subjects, profile, hierarchy),
        range=range_,
    )


def _classes(
    counts: Mapping[str, int], nodes: int, profile: Profile, hierarchy: Mapping[str, set[str]]
) -> tuple[ClassUnion, ...]:
    """The narrowest class of nearly all nodes, else the classes of which each node is in one."""
    known = {iri: count for iri, count in counts.items() if iri in hierarchy}
    whole = [iri for iri, count in known.items() if count >= _COVERS * nodes]
    if whole:
        return ((min(whole, key=lambda iri: (profile.classes[iri], iri)),),)
    typed = nodes - counts.get("", 0)
    some = {iri for iri, count in known.items() if count >= _NOISE * nodes or 2 * count >= profile.classes[iri]}
    union = sorted(iri for iri in some if not hierarchy[iri] & some)
    return (tuple(union),) if typed >= _COVERS * nodes and 0 < len(union) <= MAX_UNION else ()


def _kind(use: PropertyProfile) -> PropertyKind:
    if use.datatypes and not use.object_classes:
        return "datatype"
    return "object" if use.object_classes and not use.datatypes else "unknown"


def _comments(iri: str, profile: Profile) -> tuple[Text, ...]:
    said = profile.texts.get(iri)
    return said.comments if said is not None else ()


def _labels(iri: str, profile: Profile) -> tuple[Text, ...]:
    said = profile.texts.get(iri)
    if said is not None and said.labels:
        return said.labels
    words = split_identifier(local_name(iri))
    return (Text(value=words),) if words else ()
