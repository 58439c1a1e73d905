"""Check: every class of the query is one of the ontology's."""

from __future__ import annotations

from collections.abc import Iterator

from nlkgq.analysis.edges import TYPE
from nlkgq.analysis.types import TypedQuery
from nlkgq.analysis.vocabulary import is_built_in
from nlkgq.iri import local_name
from nlkgq.sparql import Token
from nlkgq.validation.finding import Finding, Severity
from nlkgq.validation.nearest import named, namespace_of, nearest_terms, own_namespaces


def unknown_class(query: TypedQuery) -> Iterator[Finding]:
    """Classes behind ``a`` that the ontology does not have.

    An error where the ontology names terms in the same namespace, or where a complete profile has no instance; a
    warning elsewhere; nothing where a profile has instances. Failing: ``?x a ex:Filmm``; passing: ``?x a ex:Film``,
    ``?x a skos:Concept``.
    """
    ontology = query.ontology
    if not ontology.classes:
        return
    own = own_namespaces(ontology)
    for edge in query.graph.edges:
        iri = edge.object.name
        if edge.property != TYPE or edge.foreign or edge.object.kind != "iri":
            continue
        counted = query.profile.classes if query.profile is not None else {}
        if iri in ontology.classes or iri in ontology.individuals or iri in counted or is_built_in(iri):
            continue
        token = _object_token(query, iri, edge.token)
        certain = namespace_of(iri) in own or query.holds_nothing_else
        severity: Severity = "error" if certain else "warning"
        prefixes = ontology.prefixes.merged(query.tree.prefixes)
        if iri in ontology.properties:
            message = f"{token.text} is a property, not a class."
        else:
            message = f"The ontology has no class {token.text}."
        near = nearest_terms(local_name(iri), ontology.classes.values())
        yield Finding(
            code="unknown-class",
            severity=severity,
            message=message,
            start=token.start,
            end=token.end,
            terms=(iri, *near),
            suggestion=f"Did you mean {named(near, prefixes)}?" if near else None,
        )


def _object_token(query: TypedQuery, iri: str, after: Token) -> Token:
    """The class as written: the first name of ``iri`` behind the ``a``."""
    tree = query.tree
    found = (token for token in tree.tokens if token.start > after.start and tree.iri_or_none(token) == iri)
    return next(found, after)
