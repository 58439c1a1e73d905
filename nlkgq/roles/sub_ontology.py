"""The part of an ontology that a role sees: nothing in it names a hidden term, or speaks of one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeVar

from nlkgq.iri import WELL_KNOWN, XSD, PrefixMap, local_name
from nlkgq.ontology.model import (
    ClassUnion,
    Individual,
    Ontology,
    OwlClass,
    Property,
    Restriction,
    Term,
    Text,
    split_identifier,
)
from nlkgq.roles.model import RoleView

T = TypeVar("T", OwlClass, Property, Individual)


def sub_ontology(ontology: Ontology, view: RoleView) -> Ontology:
    """The visible classes, properties and individuals, with what is said of them in visible terms.

    A hidden class or property between two visible ones is bridged. Individuals whose classes are all hidden, or one of
    which has a row condition, are left out: whether a condition holds for them is for the data to say. So are values
    that an axiom gives to the members of such a class. The sentences about the ontology as a whole go, and so does each
    comment that names a hidden term in words.
    """
    classes = {iri: c for iri, c in ontology.classes.items() if view.sees_class(iri)}
    properties = {iri: p for iri, p in ontology.properties.items() if iri in view.properties}
    conditioned = {member for rule in view.rows for member in rule.members}
    individuals = {
        iri: replace(i, types=tuple(t for t in i.types if t in classes))
        for iri, i in ontology.individuals.items()
        if (not i.types or any(t in classes for t in i.types)) and not conditioned.intersection(i.types)
    }
    silent = _Silence(ontology, (classes, properties, individuals))
    cut = _Cut(ontology, classes, properties, individuals, conditioned)
    return replace(
        ontology,
        prefixes=_prefixes(ontology.prefixes, (*classes, *properties, *individuals), view.hidden),
        labels=(),
        comments=(),
        classes={iri: silent(cut.class_(c)) for iri, c in classes.items()},
        properties={iri: silent(cut.property(p)) for iri, p in properties.items()},
        individuals={iri: silent(i) for iri, i in individuals.items()},
        imports=(),
        undeclared=tuple(iri for iri in ontology.undeclared if iri in classes or iri in properties),
        warnings=(),
    )


class _Cut:
    """Terms without what they say of hidden ones."""

    def __init__(
        self,
        ontology: Ontology,
        classes: dict[str, OwlClass],
        properties: dict[str, Property],
        individuals: dict[str, Individual],
        conditioned: set[str],
    ) -> None:
        self._ontology = ontology
        self._classes = classes
        self._properties = properties
        self._individuals = individuals
        self._conditioned = conditioned

    def class_(self, c: OwlClass) -> OwlClass:
        known = self._ontology.classes
        return replace(
            c,
            parents=_nearest(c.iri, self._classes, lambda iri: known[iri].parents if iri in known else ()),
            equivalents=self._kept(c.equivalents),
            disjoint=self._kept(c.disjoint),
            union_of=self._kept(c.union_of),
            restrictions=tuple(r for r in c.restrictions if self._may_say(c, r)),
        )

    def property(self, p: Property) -> Property:
        known = self._ontology.properties
        seen = self._properties
        return replace(
            p,
            parents=_nearest(p.iri, seen, lambda iri: known[iri].parents if iri in known else ()),
            equivalents=tuple(iri for iri in p.equivalents if iri in seen),
            inverses=tuple(iri for iri in p.inverses if iri in seen),
            domain=self._unions(p.domain),
            range=self._unions(p.range),
        )

    def _kept(self, iris: Iterable[str]) -> tuple[str, ...]:
        return tuple(iri for iri in iris if iri in self._classes)

    def _unions(self, unions: tuple[ClassUnion, ...]) -> tuple[ClassUnion, ...]:
        kept = (tuple(iri for iri in union if self._names_visible(iri)) for union in unions)
        return tuple(union for union in kept if union)

    def _names_visible(self, iri: str) -> bool:
        """A visible class, or a datatype: what no ontology declares as a class or property."""
        return iri in self._classes or iri.startswith(XSD) or self._ontology.term(iri) is None

    def _may_say(self, c: OwlClass, restriction: Restriction) -> bool:
        if restriction.kind == "hasValue" and c.iri in self._conditioned:
            return False
        value = (restriction.value or "").removeprefix("<").removesuffix(">")
        named = self._ontology.term(value) is None or value in self._individuals
        return restriction.property in self._properties and named and all(map(self._names_visible, restriction.filler))


def _nearest(iri: str, seen: Iterable[str], parents: Callable[[str], Iterable[str]]) -> tuple[str, ...]:
    """The nearest visible terms above one; through hidden ones."""
    found: dict[str, None] = {}
    passed: set[str] = set()
    pending = list(parents(iri))
    while pending:
        above = pending.pop(0)
        if above in seen:
            if above != iri:
                found[above] = None
        elif above not in passed:
            passed.add(above)
            pending += parents(above)
    return tuple(sorted(found))


class _Silence:
    """Drops comments and further labels that name hidden terms."""

    def __init__(self, ontology: Ontology, seen: tuple[dict[str, OwlClass], dict[str, Property], object]) -> None:
        visible = {name for term in (*seen[0].values(), *seen[1].values()) for name in _names(term)}
        shown = {*seen[0], *seen[1]}
        terms = (*ontology.classes.values(), *ontology.properties.values())
        hidden = {name for term in terms if term.iri not in shown for name in _names(term)}
        words = sorted(hidden - visible, key=len, reverse=True)
        self._pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)") if words else None

    def __call__(self, term: T) -> T:
        if self._pattern is None:
            return term
        return replace(term, comments=self._kept(term.comments), alt_labels=self._kept(term.alt_labels))

    def _kept(self, texts: tuple[Text, ...]) -> tuple[Text, ...]:
        pattern = self._pattern
        return tuple(t for t in texts if pattern is None or pattern.search(t.value.casefold()) is None)


def _names(term: Term) -> set[str]:
    """The ways in which a text may name a term, folded."""
    name = local_name(term.iri)
    said = {name, split_identifier(name), term.iri, *(t.value for t in (*term.labels, *term.alt_labels))}
    return {text.casefold() for text in said if text.strip()}


def _prefixes(prefixes: PrefixMap, seen: Iterable[str], hidden: frozenset[str]) -> PrefixMap:
    """Without the prefixes that only hidden terms use."""
    visible = tuple(seen)
    return PrefixMap(
        {
            prefix: namespace
            for prefix, namespace in prefixes
            if namespace in WELL_KNOWN.values()
            or any(iri.startswith(namespace) for iri in visible)
            or not any(iri.startswith(namespace) for iri in hidden)
        }
    )
