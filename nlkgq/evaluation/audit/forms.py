"""Deterministic forms of queries: a pinned clock, a total order in two directions, sort keys as columns."""

from __future__ import annotations

from nlkgq.iri import XSD
from nlkgq.sparql import Node, Query, Splice, Token

CLOCK = "2025-01-01T00:00:00Z"
"""What NOW() returns in gold and predictions, so that a score is the same on every day."""
SORT_COLUMN = "nlkgqSort"
_ENDS = frozenset({"SEMICOLON", "DOT", "RSQB", "RBRACE"})


def pin_clock(query: Query, moment: str) -> Query:
    """The query with ``NOW()`` written as a fixed moment.

    Args:
        query: Any.
        moment: ISO 8601 with time zone, such as ``2025-01-01T00:00:00Z``.

    >>> from nlkgq.sparql import parse_query
    >>> str(pin_clock(parse_query("SELECT (YEAR(NOW()) AS ?y) {}"), "2025-01-01T00:00:00Z"))
    'SELECT (YEAR("2025-01-01T00:00:00Z"^^<http://www.w3.org/2001/XMLSchema#dateTime>) AS ?y) {}'
    """
    calls = [n for n in query.find("BuiltInCall") if query.source(n.children[0]).upper() == "NOW"]
    return query.replace(dict.fromkeys(calls, f'"{moment}"^^<{XSD}dateTime>'))


def order_conditions(query: Query) -> tuple[Node, ...]:
    """The conditions of the outermost ORDER BY; () without one."""
    clause = query.body.node("OrderClause")
    if clause is None:
        modifier = query.body.node("SolutionModifier")
        clause = modifier.node("OrderClause") if modifier is not None else None
    return clause.nodes("OrderCondition") if clause is not None else ()


def with_tie_break(query: Query, *, descending: bool) -> Query | None:
    """The query with its columns as further sort keys: a total order up to equal rows.

    Returns:
        None for a query without LIMIT or OFFSET, and for other forms than SELECT.
    """
    slices = query.body.node("LimitOffsetClauses")
    if query.form != "SELECT" or slices is None:
        return None
    keys = " ".join(f"DESC(?{v})" if descending else f"ASC(?{v})" for v in query.variables)
    conditions = order_conditions(query)
    if conditions:
        return query.edit(Splice(conditions[-1].end, conditions[-1].end, f" {keys}"))
    return query.edit(Splice(slices.start, slices.start, f"ORDER BY {keys} "))


def with_sort_columns(query: Query) -> tuple[Query, tuple[str, ...]] | None:
    """The query without LIMIT, with its sort keys among its columns.

    Returns:
        The query, and the columns that hold the keys: its own where it sorts by one, else further ones,
        ``nlkgqSort0`` and so on. None where that cannot be written: no ORDER BY, no LIMIT, an OFFSET, or another form
        than SELECT.
    """
    conditions = order_conditions(query)
    slices = query.body.node("LimitOffsetClauses")
    clause = query.body.node("SelectClause")
    if query.form != "SELECT" or not conditions or slices is None or clause is None or query.limit is None:
        return None
    if slices.node("OffsetClause") is not None:
        return None
    columns: list[str] = []
    written: list[str] = []
    for number, condition in enumerate(conditions):
        expression = _expression(query, condition)
        name = expression.strip("() ").lstrip("?$")
        if name not in query.variables or not expression.strip("( ").startswith(("?", "$")):
            name = f"{SORT_COLUMN}{number}"
            written.append(f"({expression} AS ?{name})")
        columns.append(name)
    star = clause.token("STAR")
    added: list[Splice] = []
    if star is not None and written:  # `*` stands alone: the columns are written out beside the keys
        added.append(Splice(star.start, star.end, " ".join((*(f"?{v}" for v in query.variables), *written))))
    elif written:
        added.append(Splice(clause.end, clause.end, " " + " ".join(written)))
    return query.edit(*added, Splice(slices.start, slices.end, "")), tuple(columns)


def in_plain_syntax(query: Query) -> Query:
    """The query without what SPARQL 1.1 has and not every engine takes: semicolons that nothing follows (rule 77), and
    backslashes in prefixed names (rule 173).

    >>> from nlkgq.sparql import parse_query
    >>> str(in_plain_syntax(parse_query("PREFIX : <x:> SELECT * { ?a :p\\\\#q [ <x:q> ?b ; ] ; <x:r> ?c ;; . }")))
    'PREFIX : <x:> SELECT * { ?a <x:p#q> [ <x:q> ?b ] ; <x:r> ?c . }'
    """
    tokens = query.tokens
    changes = [
        Splice(tokens[n - 1].end, token.end, "")
        for n, token in enumerate(tokens[:-1])
        if token.terminal == "SEMICOLON" and tokens[n + 1].terminal in _ENDS
    ]
    escaped = [t for t in tokens if t.terminal == "PNAME_LN" and "\\" in t.text]
    return query.edit(*changes, *(Splice(t.start, t.end, f"<{query.iri(t)}>") for t in escaped))


def _expression(query: Query, condition: Node) -> str:
    parts = [c for c in condition.children if not (isinstance(c, Token) and c.terminal in ("ASC", "DESC"))]
    return "".join(query.source(p) for p in parts)
