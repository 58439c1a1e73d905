"""Check: a sub-select's variables are not mistaken for those around it."""

from __future__ import annotations

from collections.abc import Iterator

from nlkgq.sparql import Token, variable_name
from nlkgq.sparql.scope import body_scope
from nlkgq.validation.context import QueryContext
from nlkgq.validation.finding import Finding
from nlkgq.validation.grouping import is_aggregated


def shadowed(query: QueryContext) -> Iterator[Finding]:
    """A variable inside a sub-select that has the name of one outside, but is not passed on.

    Why: the two are different variables (section 12): nothing joins them, though the query reads as if it did. Select
    it in the sub-select, or give it another name. Where the sub-select computes one row, such as the largest value of
    all, that is mostly meant, and only worth knowing.

    Failing::

        SELECT ?film ?n { ?film films:runtime ?time { SELECT (COUNT(?film) AS ?n) { ?film films:budget ?b } } }

    Passing::

        SELECT ?film ?n { ?film films:runtime ?time { SELECT (COUNT(?other) AS ?n) { ?other films:budget ?b } } }
    """
    tree = query.tree
    uses: dict[str, list[Token]] = {}
    for token in tree.tokens:
        if token.terminal == "VAR":
            uses.setdefault(variable_name(token), []).append(token)
    for select in tree.find("SubSelect"):
        own = body_scope(select, query.scopes)
        # also where a sub-select around it makes one row of its groups
        around = (select, *(node for node in tree.ancestors(select) if node.kind == "SubSelect"))
        one_row = any(is_aggregated(tree, s) and s.node("GroupClause") is None for s in around)
        for name in own:
            if name in query.scopes[select]:
                continue
            outside = [t for t in uses.get(name, ()) if not select.start <= t.start < select.end]
            if not outside or not any(_same_level(query, t, select.start) for t in outside):
                continue
            inside = next(t for t in uses[name] if select.start <= t.start < select.end)
            yield Finding(
                code="shadowed",
                severity="info" if one_row else "warning",
                message=f"{inside.text} inside the sub-select and {inside.text} outside are two different variables.",
                start=inside.start,
                end=inside.end,
                terms=(inside.text,),
                suggestion=f"Select {inside.text} in the sub-select, or give it another name there.",
            )


def _same_level(query: QueryContext, token: Token, place: int) -> bool:
    """Whether a variable belongs to a query around the sub-select, not to another sub-select that keeps it."""
    for node in query.tree.ancestors(token):
        if node.kind == "SubSelect" and not node.start <= place < node.end:
            return variable_name(token) in query.scopes[node]
    return True
