"""Check: no order is lost."""

from __future__ import annotations

from collections.abc import Iterator

from nlkgq.sparql import Node, variable_name
from nlkgq.sparql.static_rules import outside_aggregates
from nlkgq.validation.context import QueryContext
from nlkgq.validation.finding import Finding
from nlkgq.validation.grouping import group_names, is_aggregated


def order_before_aggregation(query: QueryContext) -> Iterator[Finding]:
    """ORDER BY a variable that grouping has taken away; ORDER BY in a sub-select without LIMIT.

    Why: rows are ordered after they are grouped (section 15.1), when a variable outside GROUP BY has no single value
    any more: the order is none, and a LIMIT behind it takes any rows. The order of a sub-select is lost when its rows
    are joined, unless its own LIMIT uses it.

    Failing::

        SELECT ?person (COUNT(?film) AS ?films) { ?film films:directedBy ?person ; films:runtime ?runtime }
        GROUP BY ?person ORDER BY DESC(?runtime)

    Passing::

        SELECT ?person (COUNT(?film) AS ?films) { ?film films:directedBy ?person ; films:runtime ?runtime }
        GROUP BY ?person ORDER BY DESC(MAX(?runtime))
    """
    for select in query.tree.find("SelectQuery", "SubSelect"):
        order = select.node("OrderClause")
        if order is None:
            continue
        if is_aggregated(query.tree, select):
            allowed = group_names(select) | _aliases(select)
            for token in outside_aggregates(order):
                if variable_name(token) not in allowed:
                    yield Finding(
                        code="order-before-aggregation",
                        severity="error",
                        message=f"ORDER BY uses {token.text}, which has no single value once rows are grouped.",
                        start=token.start,
                        end=token.end,
                        terms=(token.text,),
                        suggestion=f"Order by an aggregate such as MAX({token.text}), or without grouping.",
                    )
        if select.kind == "SubSelect" and select.node("LimitOffsetClauses") is None:
            joined = any(a.token("GROUP_CONCAT", "SAMPLE") for a in query.tree.find("Aggregate"))
            yield Finding(
                code="order-before-aggregation",
                severity="info" if joined else "warning",
                message="The order of a sub-select is lost when its rows are joined.",
                start=order.start,
                end=order.end,
                suggestion="Put ORDER BY at the end of the whole query.",
            )


def _aliases(select: Node) -> set[str]:
    clause = select.node("SelectClause")
    return {
        variable_name(e.tokens("VAR")[-1]) for e in (clause.nodes("SelectExpression") if clause is not None else ())
    }
