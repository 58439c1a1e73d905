"""Check: the data hold the properties and classes of the query together."""

from __future__ import annotations

from collections.abc import Iterator

from nlkgq.analysis.edges import Edge
from nlkgq.analysis.observed import turned
from nlkgq.iri import local_name
from nlkgq.validation.context import QueryContext
from nlkgq.validation.excluded_class import excluded_class
from nlkgq.validation.finding import Finding
from nlkgq.validation.literal_as_thing import literal_as_thing
from nlkgq.validation.nearest import named, nearest_terms


def never_together(query: QueryContext) -> Iterator[Finding]:
    """Patterns that no node of the graph meets together, as a complete profile of the graph shows.

    Why: the ontology may leave open what has a property; the counts do not. Classes are followed along every property
    of the query, so that a mistake is found where it breaks the chain. Such a query has no answer on this graph, or an
    OPTIONAL part that is always empty. Needs a profile.

    Failing::

        SELECT ?label { ?role films:characterName ?name . ?role rdfs:label ?label }

    Passing::

        SELECT ?label { ?film films:hasRole/films:characterName ?name . ?film rdfs:label ?label }
    """
    if not query.impossible:
        return
    # what the ontology can explain is told in its words
    told = {f.start for check in (excluded_class, literal_as_thing) for f in check(query) if f.severity == "error"}
    for culprits in query.impossible:
        if not any(edge in query.reversed_edges or edge.token.start in told for edge in culprits):
            yield _finding(query, culprits)


def _finding(query: QueryContext, culprits: tuple[Edge, ...]) -> Finding:
    edge = culprits[-1]
    others = list(dict.fromkeys(e.token.text for e in query.together(edge) if e.token != edge.token))
    with_others = f" together with {', '.join(others[:4])}" if others else ""
    return Finding(
        code="never-together",
        severity="error",
        message=f"Nothing in the graph has {edge.token.text}{with_others} as this query asks.",
        start=edge.token.start,
        end=edge.token.end,
        terms=tuple(dict.fromkeys(e.property for e in culprits)),
        suggestion=_suggestion(query, culprits),
    )


def _suggestion(query: QueryContext, culprits: tuple[Edge, ...]) -> str | None:
    observed = query.observed
    if observed is None:
        return None
    edge = culprits[-1]
    edges = query.together(edge)
    for culprit in culprits:
        if culprit.property in query.ontology.properties and observed.fits(
            [turned(e) if e is culprit else e for e in edges]
        ):
            return f"The direction may be reversed: swap the subject and the object of {culprit.token.text}."
    fitting = query.fitting_properties(edge)
    near = nearest_terms(local_name(edge.property), fitting, least=30)
    names = near or tuple(term.iri for term in fitting[:3])
    return f"Properties that fit: {named(names, query.prefixes)}." if names else None
