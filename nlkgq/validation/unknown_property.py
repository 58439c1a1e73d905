"""Check: every property of the query is one of the ontology's."""

from __future__ import annotations

from collections.abc import Iterator

from nlkgq.analysis.types import TypedQuery
from nlkgq.analysis.vocabulary import is_built_in
from nlkgq.iri import local_name
from nlkgq.validation.finding import Finding, Severity
from nlkgq.validation.nearest import named, namespace_of, nearest_terms, own_namespaces


def unknown_property(query: TypedQuery) -> Iterator[Finding]:
    """Properties, paths included, that the ontology does not have.

    An error where the ontology names terms in the same namespace, or where a complete profile has no use; a warning
    elsewhere; nothing where a profile has uses. Failing: ``?f ex:directedby ?p``; passing: ``?f ex:directedBy ?p``,
    ``?f rdfs:label ?l``.
    """
    ontology = query.ontology
    if not ontology.properties:
        return
    own = own_namespaces(ontology)
    prefixes = ontology.prefixes.merged(query.tree.prefixes)
    for edge in query.graph.used:
        iri, token = edge.property, edge.token
        counted = query.profile.properties if query.profile is not None else {}
        if edge.foreign or iri in ontology.properties or iri in counted or is_built_in(iri):
            continue
        certain = namespace_of(iri) in own or query.holds_nothing_else
        severity: Severity = "error" if certain else "warning"
        is_class = iri in ontology.classes
        wrong = f"{token.text} is a class, not a property."
        message = wrong if is_class else f"The ontology has no property {token.text}."
        near = () if is_class else nearest_terms(local_name(iri), ontology.properties.values())
        yield Finding(
            code="unknown-property",
            severity=severity,
            message=message,
            start=token.start,
            end=token.end,
            terms=(iri, *near),
            suggestion=f"Did you mean {named(near, prefixes)}?" if near else None,
        )
