"""Check: every column of the answer is set somewhere."""

from __future__ import annotations

from collections.abc import Iterator

from nlkgq.sparql import Node, Token, variable_name
from nlkgq.sparql.scope import body_scope, pattern_scopes
from nlkgq.validation.context import QueryContext
from nlkgq.validation.finding import Finding
from nlkgq.validation.nearest import nearest_name


def unbound_projection(query: QueryContext) -> Iterator[Finding]:
    """A column of the answer, or a resource to describe, that no pattern, BIND or VALUES sets.

    Why: the column is empty in every row. Most often the name of the variable is misspelt, or a sub-select does not
    pass it on.

    Failing::

        SELECT ?titel { ?film films:title ?title }

    Passing::

        SELECT ?title { ?film films:title ?title }
    """
    tree = query.tree
    scopes = pattern_scopes(tree)
    for select in tree.find("SelectQuery", "SubSelect", "DescribeQuery"):
        bound = dict(body_scope(select, scopes))
        outer = tree.root.node("ValuesClause") if select is tree.body else None
        bound.update(scopes[outer] if outer is not None else {})
        bound.update(dict.fromkeys(_grouped_names(select)))
        for token in _columns(select):
            name = variable_name(token)
            if name in bound:
                continue
            near = nearest_name(name, bound)
            yield Finding(
                code="unbound-projection",
                severity="error",
                message=f"{token.text} is selected, but nothing in the query gives it a value.",
                start=token.start,
                end=token.end,
                terms=(token.text,),
                suggestion=f"Did you mean ?{near}?" if near is not None else f"Add a pattern that sets {token.text}.",
            )


def _columns(select: Node) -> tuple[Token, ...]:
    clause = select.node("SelectClause") if select.kind != "DescribeQuery" else select
    return clause.tokens("VAR") if clause is not None else ()


def _grouped_names(select: Node) -> Iterator[str]:
    """Names given by AS, in GROUP BY and, for columns further right, in SELECT itself."""
    for clause in select.nodes("GroupClause", "SelectClause"):
        for expression in clause.nodes("GroupExpression", "SelectExpression"):
            if expression.token("AS") is not None:
                yield variable_name(expression.tokens("VAR")[-1])
