"""Check: the data use the classes and properties of the query."""

from __future__ import annotations

from collections.abc import Iterator

from nlkgq.analysis.edges import TYPE, Edge
from nlkgq.sparql import Node, Splice
from nlkgq.validation.context import QueryContext
from nlkgq.validation.finding import Finding
from nlkgq.validation.nearest import named


def unused_term(query: QueryContext) -> Iterator[Finding]:
    """A class or property that the ontology has and the data do not.

    Why: the pattern matches nothing on this graph. That may be the answer, so it is a warning; where the data hold the
    inverse of the property instead, it is an error, and the edit writes that one the other way round. Needs a complete
    profile.

    Failing::

        SELECT ?film { ?person films:directed ?film }

    Passing::

        SELECT ?film { ?film films:directedBy ?person }
    """
    profile, ontology = query.profile, query.ontology
    if profile is None or not profile.complete:
        return
    told: set[str] = set()
    for edge in query.graph.used:
        iri = edge.property
        if edge.foreign or iri in told or iri not in ontology.properties or iri in profile.properties:
            continue
        told.add(iri)
        below = [sub for sub in sorted(ontology.subproperties(iri)) if sub in profile.properties]
        stored = [i for i in sorted(ontology.inverses(iri)) if i in profile.properties]
        yield _property(query, edge, below, stored)
    for edge in query.graph.edges:
        iri = edge.object.name
        if edge.property == TYPE and edge.object.kind == "iri" and iri in ontology.classes and iri not in told:
            told.add(iri)
            if not edge.foreign and not profile.classes.get(iri):
                yield _class(query, edge, iri)


def _property(query: QueryContext, edge: Edge, below: list[str], stored: list[str]) -> Finding:
    token = edge.token
    if stored and not below:
        suggestion = f"The graph holds {named(stored, query.prefixes)}: use it the other way round."
    elif below:
        suggestion = f"The graph holds only its subproperties: {named(below[:4], query.prefixes)}."
    else:
        suggestion = "Use another property; the graph cannot answer this."
    return Finding(
        code="unused-term",
        severity="error" if stored and not below else "warning",
        message=f"Nothing in the graph has {token.text}.",
        start=token.start,
        end=token.end,
        terms=(edge.property, *stored),
        suggestion=suggestion,
        edit=_inverted(query, edge, stored[0]) if len(stored) == 1 and not below else (),
    )


def _inverted(query: QueryContext, edge: Edge, inverse: str) -> tuple[Splice, ...]:
    token, parent = edge.token, query.tree.parent(edge.token)
    name = query.named_in_query(inverse)
    if not isinstance(parent, Node):
        return ()
    if parent.kind == "PathEltOrInverse":
        return (Splice(parent.children[0].start, token.end, name),)
    plain = parent.kind in {"PropertyListPathNotEmpty", "PathSequence", "PathAlternative"}
    return (Splice(token.start, token.end, f"^{name}"),) if plain else ()


def _class(query: QueryContext, edge: Edge, iri: str) -> Finding:
    counted = query.profile.classes if query.profile is not None else {}
    below = [sub for sub in sorted(query.ontology.subclasses(iri)) if counted.get(sub)]
    name = query.prefixes.shorten(iri)
    return Finding(
        code="unused-term",
        severity="warning",
        message=f"Nothing in the graph is stated to be {name}.",
        start=edge.token.start,
        end=edge.token.end,
        terms=(iri, *below[:4]),
        suggestion=f"The graph holds only its subclasses: {named(below[:4], query.prefixes)}."
        if below
        else "Use another class, or leave the class out.",
    )
