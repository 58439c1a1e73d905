"""Check: expressions use only variables that can have a value there."""

from __future__ import annotations

from collections.abc import Iterator

from nlkgq.sparql import Element, Node, Token, variable_name
from nlkgq.validation.conditions import variables
from nlkgq.validation.context import QueryContext
from nlkgq.validation.finding import Finding
from nlkgq.validation.nearest import nearest_name
from nlkgq.validation.visible import visible

_HOLDERS = ("Filter", "Bind", "SelectExpression", "GroupClause", "HavingClause", "OrderClause")
_WHERE = {"Filter": "FILTER", "Bind": "BIND", "GroupClause": "GROUP BY", "HavingClause": "HAVING"}
_LENIENT = {"BOUND", "COALESCE"}


def unbound_variable(query: QueryContext) -> Iterator[Finding]:
    """A variable in FILTER, BIND, HAVING, ORDER BY, GROUP BY or an aggregate that nothing sets, or that cannot be seen
    from there.

    Why: an expression over a variable without a value is an error, so that the filter keeps no row, the count is 0 and
    the order is none. A group in braces and a branch of a UNION are computed alone: they do not see what stands around
    them. Inside ``BOUND()`` and ``COALESCE()`` it is a warning.

    Failing::

        SELECT ?film { ?film films:runtime ?runtime FILTER(?runtme > 120) }

    ::

        SELECT ?film { ?film films:runtime ?time { ?film films:title ?title FILTER(?time > 120) } }

    Passing::

        SELECT ?film { ?film films:runtime ?time { ?film films:title ?title } FILTER(?time > 120) }
    """
    everywhere = {name for names in query.scopes.values() for name in names}
    for holder in query.tree.body.find(*_HOLDERS):
        seen: set[str] = set()
        names = visible(query, _first(holder)) if holder.kind not in {"SelectExpression"} else visible(query, holder)
        for token in _used(holder):
            name = variable_name(token)
            if name in names or name in seen:
                continue
            seen.add(name)
            yield _finding(query, holder, token, name, names, name in everywhere)


def _first(holder: Node) -> Element:
    return holder.children[-1]


def _used(holder: Node) -> Iterator[Token]:
    for child in holder.children:
        if isinstance(child, Token) and child.terminal == "VAR" and holder.kind in {"Bind", "SelectExpression"}:
            continue  # the name behind AS, or a plain copy, which is no error
        yield from variables(child)


def _finding(
    query: QueryContext, holder: Node, token: Token, name: str, names: dict[str, None], elsewhere: bool
) -> Finding:
    where = _WHERE.get(holder.kind, "ORDER BY" if holder.kind == "OrderClause" else "SELECT")
    call = query.tree.enclosing(token, "BuiltInCall")
    lenient = call is not None and call.tokens()[0].text.upper() in _LENIENT
    if elsewhere:
        message = f"{token.text} has a value elsewhere in the query, but not where this {where} is computed."
        suggestion = f"Move the {where} to where {token.text} is set, or repeat the pattern that sets it."
    else:
        message = f"{where} uses {token.text}, but nothing in the query gives it a value."
        near = nearest_name(name, names)
        suggestion = f"Did you mean ?{near}?" if near is not None else f"Add a pattern that sets {token.text}."
    return Finding(
        code="unbound-variable",
        severity="warning" if lenient else "error",
        message=message,
        start=token.start,
        end=token.end,
        terms=(token.text,),
        suggestion=suggestion,
    )
