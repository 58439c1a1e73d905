"""Check: constants come from the question or from the graph."""

from __future__ import annotations

from collections.abc import Iterator

from nlkgq.analysis.edges import TYPE
from nlkgq.analysis.value_kinds import TEXT, datatype_kind
from nlkgq.analysis.vocabulary import is_built_in
from nlkgq.masking.placeholders import is_placeholder
from nlkgq.ontology.words import fold
from nlkgq.validation.context import QueryContext
from nlkgq.validation.finding import Finding
from nlkgq.validation.misplaced_placeholder import written_name
from nlkgq.validation.placed import Constant, constants


def invented_constant(query: QueryContext) -> Iterator[Finding]:
    """A text that is neither in the question nor in the graph; an individual that the graph does not hold.

    Why: a model that does not know a name or a code makes one up, and the query then finds nothing. Needs the index of
    the graph's values. The finding tells that the graph lacks a value, so it is said to a model only where a setting
    allows that.

    Failing::

        # question: Which films are comedies?
        SELECT ?film { ?film films:hasGenre ?genre . ?genre films:name "Comedy-Type-7B" }

    ::

        SELECT ?film { ?film films:hasGenre <https://nlkgq.example/films/id/genre-made-up> }

    Passing::

        # question: Which films are called Nowhere at All?
        SELECT ?film { ?film films:title "Nowhere at All" }
    """
    index = query.index
    if index is None:
        return
    asked = fold(query.question or "")
    for constant in constants(query):
        name = written_name(query, constant)
        if is_placeholder(name) or constant.ordered:
            continue
        literal = query.tree.literal(constant.item)
        if literal is not None:
            text = datatype_kind(literal.datatype) in TEXT and len(name) > 1
            if not text or fold(name) in asked or index.lookup(name, limit=1):
                continue
            if constant.part and any(fold(name) in fold(v.text) for m in index.search(name) for v in m.values):
                continue
        elif constant.property == TYPE or not _is_unknown(query, constant):
            continue
        yield Finding(
            code="invented-constant",
            severity="warning",
            message="The graph holds no such thing."
            if literal is None
            else "This text is neither in the question nor in the graph.",
            start=constant.item.start,
            end=constant.item.end,
            suggestion="Name things as the question does.",
            reveals=True,
        )


def _is_unknown(query: QueryContext, constant: Constant) -> bool:
    """Whether an IRI names nothing that the ontology, the profile or the index knows."""
    iri = query.tree.iri_or_none(constant.item)
    if iri is None or is_built_in(iri) or query.ontology.term(iri) is not None:
        return False
    profile = query.profile
    if profile is None or not profile.complete or iri in profile.classes or iri in profile.properties:
        return False
    return query.index is not None and query.index.individual(iri) is None
