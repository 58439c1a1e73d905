"""Check: datatype properties lead to literals."""

from __future__ import annotations

from collections.abc import Iterator

from nlkgq.iri import local_name
from nlkgq.masking.placeholders import is_placeholder
from nlkgq.validation.context import QueryContext
from nlkgq.validation.finding import Finding


def iri_for_literal(query: QueryContext) -> Iterator[Finding]:
    """An IRI, or a node in brackets, as the object of a property that leads to literals.

    Why: the stored values are texts, numbers or dates; none of them is equal to an IRI. Nothing where the data have
    things there.

    Failing::

        SELECT ?film { ?film films:title <https://nlkgq.example/films/id/film-001> }

    ::

        SELECT ?film { ?film films:productionYear [ rdfs:label "2001" ] }

    Passing::

        SELECT ?film { ?film films:title "Solaris" }
    """
    for fact in query.value_facts:
        slot, edge = fact.slot, fact.edge
        if slot.kind not in {"iri", "blank"} or slot != edge.object or not fact.literal:
            continue
        use = query.profile.properties.get(edge.property) if query.profile is not None else None
        if is_placeholder(local_name(slot.name)) or (use is not None and use.object_classes):
            continue
        name = edge.token.text
        yield Finding(
            code="iri-for-literal",
            severity="error",
            message=f"{name} leads to literals, but an IRI stands behind it.",
            start=edge.token.start,
            end=edge.token.end,
            terms=(edge.property,),
            suggestion="Put a literal there, or use a property that leads to things.",
        )
