"""What of an ontology may and should enter a prompt: nothing that is a value, nothing that helps no query."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from nlkgq.ontology.model import Individual, Ontology, OwlClass, Property, Term, Text

T = TypeVar("T", bound=Term)


def prompt_view(ontology: Ontology, *, language: str = "en", individuals: bool = False) -> Ontology:
    """The part of an ontology that representations show.

    Left out: texts in other languages than ``language`` where there is one in it or an untagged one, annotation
    properties without domain and range, disjointness; and, unless ``individuals`` is true, whatever may be a value of
    the graph: individuals and hasValue restrictions.

    Args:
        ontology: The whole ontology.
        language: Primary language subtag of the texts to show.
        individuals: Whether code lists may be shown; True only where the graph is public.

    >>> from nlkgq.ontology.model import Individual, Ontology
    >>> code = Individual(iri="http://example.org/red")
    >>> dict(prompt_view(Ontology(individuals={code.iri: code})).individuals)
    {}
    """
    properties = {iri: p for iri, p in ontology.properties.items() if p.kind != "annotation" or p.domain or p.range}
    return replace(
        ontology,
        labels=_in_language(ontology.labels, language),
        comments=_in_language(ontology.comments, language),
        classes={iri: _class_view(c, language, individuals) for iri, c in ontology.classes.items()},
        properties={iri: _property_view(p, language, properties) for iri, p in properties.items()},
        individuals=_individuals_view(ontology, language) if individuals else {},
        imports=(),
        undeclared=(),
        warnings=(),
    )


def _class_view(term: OwlClass, language: str, values: bool) -> OwlClass:
    restrictions = tuple(r for r in term.restrictions if values or r.kind != "hasValue")
    return replace(_texts_view(term, language), disjoint=(), restrictions=restrictions)


def _property_view(term: Property, language: str, kept: dict[str, Property]) -> Property:
    return replace(
        _texts_view(term, language),
        parents=tuple(iri for iri in term.parents if iri in kept),
        equivalents=tuple(iri for iri in term.equivalents if iri in kept),
        inverses=tuple(iri for iri in term.inverses if iri in kept),
    )


def _individuals_view(ontology: Ontology, language: str) -> dict[str, Individual]:
    return {iri: _texts_view(i, language) for iri, i in ontology.individuals.items()}


def _texts_view(term: T, language: str) -> T:
    return replace(
        term,
        labels=_in_language(term.labels, language),
        alt_labels=_in_language(term.alt_labels, language),
        comments=_in_language(term.comments, language),
    )


def _in_language(texts: tuple[Text, ...], language: str) -> tuple[Text, ...]:
    """Texts in the language, else untagged ones too where there are any, else all of them."""
    wanted = tuple(t for t in texts if t.language.split("-")[0] in {language, ""})
    return wanted or texts
