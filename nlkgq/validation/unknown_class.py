"""Check: every class of the query is one of the ontology's."""

from __future__ import annotations

from collections.abc import Iterator

from nlkgq.analysis.edges import TYPE
from nlkgq.analysis.vocabulary import is_built_in
from nlkgq.iri import local_name
from nlkgq.sparql import Token
from nlkgq.validation.context import QueryContext, namespace_of
from nlkgq.validation.finding import Finding, Severity
from nlkgq.validation.nearest import meant_terms, named, spelling_edit


def unknown_class(query: QueryContext) -> Iterator[Finding]:
    """A class behind ``a`` that the ontology does not have.

    Why: nothing is an instance of a class that does not exist, so the answer is empty. An error where the ontology
    names terms in the same namespace, or where a complete profile has no instance; a warning elsewhere; nothing where
    a profile has instances, nor for the classes of RDF, RDFS, OWL and SKOS.

    Failing::

        SELECT ?film { ?film a films:Filmm }

    ::

        SELECT ?film { ?film a films:Movie }

    Passing::

        SELECT ?film { ?film a films:Film }
    """
    ontology = query.ontology
    if not ontology.classes:
        return
    for edge in query.graph.edges:
        iri = edge.object.name
        if edge.property != TYPE or edge.foreign or edge.object.kind != "iri":
            continue
        counted = query.profile.classes if query.profile is not None else {}
        if iri in ontology.classes or iri in ontology.individuals or iri in counted or is_built_in(iri):
            continue
        token = _object_token(query, iri, edge.token)
        certain = namespace_of(iri) in query.own_namespaces or query.holds_nothing_else
        severity: Severity = "error" if certain else "warning"
        if iri in ontology.properties:
            message = f"{token.text} is a property, not a class."
        else:
            message = f"The ontology has no class {token.text}."
        near = meant_terms(local_name(iri), ontology.classes.values(), ontology)
        yield Finding(
            code="unknown-class",
            severity=severity,
            message=message,
            start=token.start,
            end=token.end,
            terms=(iri, *near),
            suggestion=f"Did you mean {named(near, query.prefixes)}?" if near else None,
            edit=spelling_edit(query, token, near, ontology.classes.values()),
        )


def _object_token(query: QueryContext, iri: str, after: Token) -> Token:
    """The class as written: the first name of ``iri`` behind the ``a``."""
    tree = query.tree
    found = (token for token in tree.tokens if token.start > after.start and tree.iri_or_none(token) == iri)
    return next(found, after)
