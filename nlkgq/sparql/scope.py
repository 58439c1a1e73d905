"""Variables in scope (SPARQL 1.1 section 18.2.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from nlkgq.sparql.terms import variable_name
from nlkgq.sparql.tree import Element, Node, Token

if TYPE_CHECKING:
    from nlkgq.sparql.query import Query

Names = dict[str, None]
"""Names of variables in the order of their first appearance."""

_ENCLOSING = ("GroupGraphPattern", "SelectQuery", "SubSelect", "ConstructQuery", "DescribeQuery", "AskQuery")


def pattern_scopes(query: Query) -> Mapping[Node, Names]:
    """For each graph pattern and sub-select, the variables in scope behind it; elements of a group included.

    Children come before parents in ``query.postorder``, so no recursion is needed.
    """
    scopes: dict[Node, Names] = {}
    for node in query.postorder:
        names = _scope(query, node, scopes)
        if names is not None:
            scopes[node] = names
    return scopes


def _scope(query: Query, node: Node, scopes: Mapping[Node, Names]) -> Names | None:
    match node.kind:
        case "TriplesBlock" | "TriplesTemplate":
            return {variable_name(t): None for t in query.tokens_of(node) if t.terminal == "VAR"}
        case "GroupGraphPattern" | "WhereClause" | "ConstructWhere" | "OptionalGraphPattern":
            return _union(node, scopes)
        case "GroupOrUnionGraphPattern" | "GraphGraphPattern" | "ServiceGraphPattern":
            own = {variable_name(t): None for t in node.tokens("VAR")}
            return {**own, **_union(node, scopes)}
        case "Bind":
            return {variable_name(node.tokens("VAR")[-1]): None}
        case "InlineData" | "ValuesClause":
            return {variable_name(t): None for t in values_variables(node)}
        case "MinusGraphPattern" | "Filter":
            return {}
        case "SubSelect":
            return _projected(node, scopes)
    return None


def _union(node: Node, scopes: Mapping[Node, Names]) -> Names:
    names: Names = {}
    for child in node.nodes():
        names.update(scopes.get(child, {}))
    return names


def values_variables(node: Node) -> tuple[Token, ...]:
    """The variables that a ``VALUES`` block binds."""
    block = node.node("InlineDataOneVar", "InlineDataFull")
    assert block is not None
    holder = block if block.kind == "InlineDataOneVar" else block.node("DataVariables")
    return holder.tokens("VAR") if holder is not None else ()


def body_scope(select: Node, scopes: Mapping[Node, Names]) -> Names:
    """Variables in scope behind the WHERE clause of a query form or sub-select, and its VALUES clause if it has one."""
    names: Names = {}
    for child in select.nodes("WhereClause", "ConstructWhere", "ValuesClause"):
        names.update(scopes[child])
    return names


def _projected(select: Node, scopes: Mapping[Node, Names]) -> Names:
    clause = select.node("SelectClause")
    assert clause is not None
    if clause.token("STAR") is not None:
        return body_scope(select, scopes)
    names: Names = {}
    for item in clause.children:
        token = item if isinstance(item, Token) else item.tokens("VAR")[-1]
        if token.terminal == "VAR":
            names[variable_name(token)] = None
    return names


def projected_variables(query: Query, select: Node) -> Iterator[str]:
    """Names of the columns of a ``SelectQuery`` or ``SubSelect``, in order."""
    clause = select.node("SelectClause")
    assert clause is not None
    if clause.token("STAR") is None:
        yield from _projected(select, {})
        return
    names = dict(body_scope(select, pattern_scopes(query)))
    if select is query.body:
        values = query.root.node("ValuesClause")
        names.update({variable_name(t): None for t in values_variables(values)} if values is not None else {})
    yield from names


def visible_variables(query: Query, item: Element) -> tuple[str, ...]:
    """Names of the variables that can have a value at ``item``.

    In a ``BIND``, those of the elements before it; in a ``FILTER``, those of its whole group; inside ``EXISTS``, also
    those around it; in the head and the solution modifiers of a query, those of its WHERE clause and its own ``AS``.

    Args:
        query: The query.
        item: A node or token of it.
    """
    scopes = pattern_scopes(query)
    names: Names = {}
    inner: Element = item
    for node in [*([item] if isinstance(item, Node) else []), *query.ancestors(item)]:
        if node.kind == "GroupGraphPattern":
            names = {**_group_scope(node, inner, scopes), **names}
        elif node.kind in _ENCLOSING:
            names = {**body_scope(node, scopes), **_named(node), **names}
        if node.kind in {"SubSelect", "SelectQuery"} or (
            node.kind == "GroupGraphPattern" and not _inside_exists(query, node)
        ):
            break
        inner = node
    return tuple(names)


def _group_scope(group: Node, inner: Element, scopes: Mapping[Node, Names]) -> Names:
    names: Names = {}
    for child in group.nodes():
        if child is inner and child.kind == "Bind":
            break
        names.update(scopes.get(child, {}))
    return names


def _named(select: Node) -> Names:
    return {
        variable_name(expression.tokens("VAR")[-1]): None
        for clause in select.nodes("GroupClause", "SelectClause")
        for expression in clause.nodes("SelectExpression", "GroupExpression")
        if expression.token("AS") is not None
    }


def _inside_exists(query: Query, group: Node) -> bool:
    parent = query.parent(group)
    return parent is not None and parent.kind in {"ExistsFunc", "NotExistsFunc"}
