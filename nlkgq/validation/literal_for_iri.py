"""Check: object properties lead to things."""

from __future__ import annotations

from collections.abc import Iterator

from nlkgq.analysis.edges import TYPE
from nlkgq.iri import local_name
from nlkgq.masking.placeholders import is_placeholder
from nlkgq.validation.context import QueryContext
from nlkgq.validation.finding import Finding


def literal_for_iri(query: QueryContext) -> Iterator[Finding]:
    """A literal as the object of a property that leads to things, or behind ``a``.

    Why: a thing is never equal to the text of its name, so nothing matches. A placeholder is written as a string and
    becomes whatever its place needs. Nothing where the data have such literals.

    Failing::

        SELECT ?film { ?film films:directedBy "Ada" }

    Passing::

        SELECT ?film { ?film films:directedBy ?person . ?person films:name "Ada" }
    """
    for fact in query.value_facts:
        slot, edge = fact.slot, fact.edge
        if slot.kind != "literal" or slot != edge.object or fact.literal or _is_placeholder(slot.value):
            continue
        use = query.profile.properties.get(edge.property) if query.profile is not None else None
        if use is not None and use.datatypes:
            continue
        name = edge.token.text
        yield Finding(
            code="literal-for-iri",
            severity="error",
            message=f"{name} leads to things, but a literal stands behind it.",
            start=edge.token.start,
            end=edge.token.end,
            terms=(edge.property,),
            suggestion="Write the class as an IRI."
            if edge.property == TYPE
            else f"Let {name} lead to a variable, and match the variable's name or label with the literal.",
        )


def _is_placeholder(value: object) -> bool:
    return is_placeholder(local_name(str(getattr(value, "value", ""))))
