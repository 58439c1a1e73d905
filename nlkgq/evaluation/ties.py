"""Which rows of an ordered gold answer may change places: those with equal sort keys."""

from __future__ import annotations

from nlkgq.results.canonical import canonical_key
from nlkgq.results.models import Result, SelectResult
from nlkgq.sparql import Node, Query, Token, parse_query


def sort_variables(query: Query) -> tuple[str, ...] | None:
    """The variables that the outermost ORDER BY sorts by.

    Returns:
        Their names; None when it sorts by an expression that is no variable, () without ORDER BY.

    >>> sort_variables(parse_query("SELECT ?a ?b { ?a <x:p> ?b } ORDER BY DESC(?b) ?a"))
    ('b', 'a')
    """
    clause = next(iter(_outermost(query.body, "OrderClause")), None)
    if clause is None:
        return ()
    names = []
    for condition in clause.children:
        if isinstance(condition, Token) and condition.terminal in ("ORDER", "BY"):
            continue
        tokens = [t for t in query.tokens_of(condition) if t.terminal not in ("ASC", "DESC", "LPAR", "RPAR")]
        if len(tokens) != 1 or not tokens[0].terminal.startswith("VAR"):
            return None
        names.append(tokens[0].text[1:])
    return tuple(names)


def tie_groups(gold: str, result: Result) -> tuple[int, ...]:
    """For each row of an ordered gold answer the number of its group.

    Rows of one group have equal values in all variables that the gold sorts by. () where that cannot be seen: the
    gold sorts by what is no column, or not at all.

    >>> from nlkgq.results.models import RdfTerm
    >>> rows = tuple((RdfTerm("literal", a), RdfTerm("literal", b)) for a, b in (("x", "1"), ("y", "1"), ("z", "2")))
    >>> tie_groups("SELECT ?a ?b { ?a <x:p> ?b } ORDER BY ?b", SelectResult(variables=("a", "b"), rows=rows))
    (0, 0, 1)
    """
    if not isinstance(result, SelectResult):
        return ()
    names = sort_variables(parse_query(gold, undeclared_prefixes=True))
    if not names or not set(names) <= set(result.variables):
        return ()
    columns = [result.variables.index(name) for name in names]
    groups: list[int] = []
    last: object = object()
    for row in result.rows:
        key = tuple(canonical_key(row[j]) for j in columns)
        groups.append(0 if not groups else groups[-1] + (key != last))
        last = key
    return tuple(groups)


def _outermost(body: Node, kind: str) -> list[Node]:
    """Nodes of a kind in the query's own solution modifiers, not in subqueries."""
    found = []
    stack = [child for child in body.children if isinstance(child, Node) and child.kind != "WhereClause"]
    while stack:
        node = stack.pop(0)
        if node.kind == kind:
            found.append(node)
        stack += [child for child in node.children if isinstance(child, Node)]
    return found
