"""Check: every property of the query is one of the ontology's."""

from __future__ import annotations

from collections.abc import Iterator

from nlkgq.analysis.vocabulary import is_built_in
from nlkgq.iri import local_name
from nlkgq.validation.context import QueryContext, namespace_of
from nlkgq.validation.finding import Finding, Severity
from nlkgq.validation.nearest import meant_terms, named, spelling_edit


def unknown_property(query: QueryContext) -> Iterator[Finding]:
    """A property, in a pattern or inside a path, that the ontology does not have.

    Why: no triple has it, so the pattern matches nothing. An error where the ontology names terms in the same
    namespace, or where a complete profile has no use; a warning elsewhere; nothing where a profile has uses, nor for
    the properties of RDF, RDFS, OWL and SKOS.

    Failing::

        SELECT ?person { ?film films:directedby ?person }

    ::

        SELECT ?person { ?film films:hasRole/films:actor ?person }

    Passing::

        SELECT ?person ?label { ?film films:directedBy ?person . ?person rdfs:label ?label }
    """
    ontology = query.ontology
    if not ontology.properties:
        return
    for edge in query.graph.used:
        iri, token = edge.property, edge.token
        counted = query.profile.properties if query.profile is not None else {}
        if edge.foreign or iri in ontology.properties or iri in counted or is_built_in(iri):
            continue
        certain = namespace_of(iri) in query.own_namespaces or query.holds_nothing_else
        severity: Severity = "error" if certain else "warning"
        is_class = iri in ontology.classes
        wrong = f"{token.text} is a class, not a property."
        message = wrong if is_class else f"The ontology has no property {token.text}."
        known = ontology.properties.values()
        near = () if is_class else meant_terms(local_name(iri), known, ontology)
        yield Finding(
            code="unknown-property",
            severity=severity,
            message=message,
            start=token.start,
            end=token.end,
            terms=(iri, *near),
            suggestion=f"Did you mean {named(near, query.prefixes)}?" if near else None,
            edit=spelling_edit(query, token, near, known),
        )
