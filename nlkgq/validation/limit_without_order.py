"""Check: LIMIT takes the first rows of an order."""

from __future__ import annotations

from collections.abc import Iterator

from nlkgq.validation.context import QueryContext
from nlkgq.validation.finding import Finding
from nlkgq.validation.grouping import is_aggregated


def limit_without_order(query: QueryContext) -> Iterator[Finding]:
    """LIMIT or OFFSET without ORDER BY.

    Why: without an order the rows are any rows, and may be others the next time. That is right for a look at the data
    and wrong for the largest, the first or the next ones. Worth knowing; no more, since it may be meant.

    Failing::

        SELECT ?film { ?film films:runtime ?runtime } LIMIT 3

    Passing::

        SELECT ?film { ?film films:runtime ?runtime } ORDER BY DESC(?runtime) LIMIT 3
    """
    for select in query.tree.find("SelectQuery", "SubSelect"):
        clauses = select.node("LimitOffsetClauses")
        if clauses is None or select.node("OrderClause") is not None:
            continue
        if is_aggregated(query.tree, select) and select.node("GroupClause") is None:
            continue  # it has one row
        yield Finding(
            code="limit-without-order",
            severity="info",
            message="Without ORDER BY, LIMIT takes any rows.",
            start=clauses.start,
            end=clauses.end,
            suggestion="Add ORDER BY if certain rows are meant.",
        )
