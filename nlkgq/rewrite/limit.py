"""Rule: no query asks for more solutions than the row cap and one."""

from __future__ import annotations

from nlkgq.sparql import Query


def limit(tree: Query, rows: int) -> tuple[Query, bool]:
    """Bound the number of solutions to ``rows + 1``, so that an answer cut at ``rows`` is known to be cut.

    Args:
        tree: The query. ASK has one answer and stays as it is.
        rows: The row cap, at least 0.

    Returns:
        The query, and whether the rule set its LIMIT. A LIMIT of the query's own that asks for no more stays.

    >>> from nlkgq.sparql import parse_query
    >>> tree, added = limit(parse_query("SELECT ?s { ?s ?p ?o }"), 100)
    >>> str(tree), added
    ('SELECT ?s { ?s ?p ?o } LIMIT 101', True)
    """
    own = tree.limit
    if tree.form == "ASK" or (own is not None and own <= rows + 1):
        return tree, False
    return tree.with_limit(rows + 1), True
