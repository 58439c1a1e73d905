"""Check: individuals that the ontology lists are spelt as it lists them."""

from __future__ import annotations

from collections.abc import Iterator

from nlkgq.analysis.vocabulary import is_built_in
from nlkgq.iri import local_name
from nlkgq.sparql import Token
from nlkgq.sparql.tree import IRI_TERMINALS
from nlkgq.validation.context import QueryContext, namespace_of
from nlkgq.validation.finding import Finding
from nlkgq.validation.nearest import named, nearest_terms, spelling_edit

_ALMOST = 85.0
"""Similarity, of 100, from which a name counts as a misspelling: the data may hold individuals of its own."""


def unknown_individual(query: QueryContext) -> Iterator[Finding]:
    """An IRI that looks like an individual of the ontology (a code list entry, say) and is none.

    Why: the data may hold individuals of their own, but a name that nearly repeats a listed one is most likely
    misspelt. A
    warning; nothing where the index of the graph's values knows such a thing.

    Failing::

        SELECT ?film { ?film films:hasGenre films:Commedy }

    Passing::

        SELECT ?film { ?film films:hasGenre films:Comedy }
    """
    ontology = query.ontology
    if not ontology.individuals:
        return
    listed = {namespace_of(iri) for iri in ontology.individuals}
    for token, iri in _names(query):
        if namespace_of(iri) not in listed or ontology.term(iri) is not None or is_built_in(iri):
            continue
        near = nearest_terms(local_name(iri), ontology.individuals.values(), count=1, least=_ALMOST)
        if not near or (query.index is not None and query.index.individual(iri) is not None):
            continue
        yield Finding(
            code="unknown-individual",
            severity="warning",
            message=f"The ontology lists no individual {token.text}.",
            start=token.start,
            end=token.end,
            terms=(iri, *near),
            suggestion=f"Did you mean {named(near, query.prefixes)}?",
            edit=spelling_edit(query, token, near, ontology.individuals.values()),
        )


def _names(query: QueryContext) -> Iterator[tuple[Token, str]]:
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
