"""Check: MINUS shares a variable with what it is taken from."""

from __future__ import annotations

from collections.abc import Iterator

from nlkgq.validation.context import QueryContext
from nlkgq.validation.finding import Finding
from nlkgq.validation.visible import before


def minus_without_effect(query: QueryContext) -> Iterator[Finding]:
    """A MINUS that shares no variable with the patterns before it.

    Why: MINUS takes away the rows that agree with it in a shared variable (section 8.3); without one it takes away
    nothing.

    Failing::

        SELECT ?film { ?film a films:Film MINUS { ?other films:sequelOf ?first } }

    Passing::

        SELECT ?film { ?film a films:Film MINUS { ?film films:sequelOf ?first } }
    """
    for node in query.tree.find("MinusGraphPattern"):
        group, inner = query.tree.parent(node), node.node("GroupGraphPattern")
        if group is None or inner is None:
            continue
        taken, around = query.scopes.get(inner, {}), before(query, group, node)
        if taken.keys().isdisjoint(around):
            token = node.tokens("MINUS")[0]
            names = ", ".join(f"?{name}" for name in list(taken)[:4])
            yield Finding(
                code="minus-without-effect",
                severity="error",
                message=f"MINUS shares no variable with what stands before it{f' ({names})' if names else ''}: "
                "it takes away nothing.",
                start=token.start,
                end=token.end,
                suggestion="Use the same variable on both sides, or FILTER NOT EXISTS.",
            )
