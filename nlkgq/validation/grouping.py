"""What GROUP BY and aggregates make of a query (SPARQL 1.1 section 11)."""

from __future__ import annotations

from nlkgq.sparql import Node, Query, Token, variable_name

_HEADS = ("SelectClause", "HavingClause", "OrderClause")


def is_aggregated(query: Query, select: Node) -> bool:
    """Whether a SELECT gives one row a group: it has GROUP BY or HAVING, or an aggregate of its own."""
    if select.node("GroupClause", "HavingClause") is not None:
        return True
    heads = select.nodes(*_HEADS)
    return any(
        query.enclosing(aggregate, "GroupGraphPattern", *_HEADS) in heads
        for head in heads
        for aggregate in head.find("Aggregate")
    )


def group_names(select: Node) -> set[str]:
    """Names of the variables that have one value a group."""
    grouping = select.node("GroupClause")
    names: set[str] = set()
    for item in grouping.children if grouping is not None else ():
        if isinstance(item, Token):
            if item.terminal == "VAR":
                names.add(variable_name(item))
        elif item.kind == "GroupExpression":
            names.update(variable_name(token) for token in item.tokens("VAR")[-1:])
    return names
