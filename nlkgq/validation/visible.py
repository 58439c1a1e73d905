"""Which variables an expression can see (SPARQL 1.1 sections 12 and 18.2.1)."""

from __future__ import annotations

from nlkgq.sparql import Element, Node, variable_name
from nlkgq.sparql.scope import Names, body_scope
from nlkgq.validation.context import QueryContext

_SELECTS = ("SelectQuery", "SubSelect", "ConstructQuery", "DescribeQuery", "AskQuery")


def visible(query: QueryContext, expression: Element) -> Names:
    """Names of the variables that can have a value in a FILTER, BIND, HAVING, ORDER BY, GROUP BY or SELECT expression.

    A FILTER sees its whole group, one directly in an OPTIONAL also what stands before the OPTIONAL, a BIND only what
    stands before it in its group; EXISTS sees all that its FILTER sees.
    """
    names: Names = {}
    inner: Element = expression
    for node in query.tree.ancestors(expression):
        if node.kind == "GroupGraphPattern":
            names.update(_group(query, node, inner))
            parent = query.tree.parent(node)
            if parent is not None and parent.kind == "OptionalGraphPattern" and _kind(inner) == "Filter":
                outer = query.tree.parent(parent)
                if isinstance(outer, Node):
                    names.update(before(query, outer, parent))
            if parent is None or parent.kind not in {"ExistsFunc", "NotExistsFunc"}:
                return names
        elif node.kind in _SELECTS:
            names.update(body_scope(node, query.scopes))
            names.update(_named(node))
            if node is query.tree.body:
                values = query.tree.root.node("ValuesClause")
                names.update(query.scopes[values] if values is not None else {})
            return names
        inner = node
    return names


def _kind(item: Element) -> str:
    return item.kind if isinstance(item, Node) else ""


def _group(query: QueryContext, group: Node, inner: Element) -> Names:
    if _kind(inner) == "Bind":
        return before(query, group, inner)
    return dict(query.scopes.get(group, {}))


def before(query: QueryContext, group: Node, inner: Element) -> Names:
    """Names of the variables in scope behind the elements of a group that stand before ``inner``."""
    names: Names = {}
    for child in group.nodes():
        if child is inner:
            break
        names.update(query.scopes.get(child, {}))
    return names


def _named(select: Node) -> Names:
    return {
        variable_name(expression.tokens("VAR")[-1]): None
        for clause in select.nodes("GroupClause", "SelectClause")
        for expression in clause.nodes("SelectExpression", "GroupExpression")
        if expression.token("AS") is not None
    }
