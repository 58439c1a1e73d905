"""Check: individuals that the ontology lists are spelt as it lists them."""

from __future__ import annotations

from collections.abc import Iterator

from nlkgq.analysis.types import TypedQuery
from nlkgq.analysis.vocabulary import is_built_in
from nlkgq.iri import local_name
from nlkgq.sparql import Token
from nlkgq.sparql.tree import IRI_TERMINALS
from nlkgq.validation.finding import Finding
from nlkgq.validation.nearest import named, namespace_of, nearest_terms

_ALMOST = 85.0
"""Similarity, of 100, from which a name counts as a misspelling: the data may hold individuals of its own."""


def unknown_individual(query: TypedQuery) -> Iterator[Finding]:
    """IRIs that look like a listed individual (a code list entry, say) and are none; a warning.

    Failing: ``?f ex:genre ex:Commedy``; passing: ``?f ex:genre ex:Comedy``.
    """
    ontology = query.ontology
    if not ontology.individuals:
        return
    listed = {namespace_of(iri) for iri in ontology.individuals}
    prefixes = ontology.prefixes.merged(query.tree.prefixes)
    for token, iri in _names(query):
        if namespace_of(iri) not in listed or ontology.term(iri) is not None or is_built_in(iri):
            continue
        near = nearest_terms(local_name(iri), ontology.individuals.values(), count=1, least=_ALMOST)
        if near:
            yield Finding(
                code="unknown-individual",
                severity="warning",
                message=f"The ontology lists no individual {token.text}.",
                start=token.start,
                end=token.end,
                terms=(iri, *near),
                suggestion=f"Did you mean {named(near, prefixes)}?",
            )


def _names(query: TypedQuery) -> Iterator[tuple[Token, str]]:
    """IRIs that are neither properties, nor classes behind ``a``, nor functions, nor sources."""
    taken = {edge.token.start for edge in query.graph.used}
    classes = {edge.object.name for edge in query.graph.edges if edge.property.endswith("#type")}
    tree = query.tree
    for token in tree.tokens:
        if token.terminal not in IRI_TERMINALS or token.start < tree.body.start or token.start in taken:
            continue
        parent = tree.parent(token)
        if parent is None or parent.kind in _ELSEWHERE:
            continue
        iri = tree.iri_or_none(token)
        if iri is not None and iri not in classes:
            yield token, iri


_ELSEWHERE = frozenset(
    {"RDFLiteral", "FunctionCall", "iriOrFunction", "DatasetClause", "GraphGraphPattern", "ServiceGraphPattern"}
)
