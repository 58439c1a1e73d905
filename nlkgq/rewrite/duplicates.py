"""Where it makes no difference whether a pattern finds the same thing once or twice (SPARQL 1.1 sections 16 and 18)."""

from __future__ import annotations

import re

from nlkgq.sparql import Node, Query, Token

_ONE_EACH = {"RAND", "UUID", "STRUUID", "BNODE"}
_MAY_HOLD = re.compile("rand|uuid|bnode", re.IGNORECASE)


def duplicates_do_not_matter(query: Query, item: Node | Token) -> bool:
    """Whether the query's answer stays the same when the pattern at ``item`` finds some of its solutions repeatedly."""
    if _MAY_HOLD.search(query.text) is not None and any(
        terminal.startswith("FUNCTION_0") and text.upper() in _ONE_EACH for terminal, text, *_ in query.tokens
    ):
        return False
    for node in query.ancestors(item):
        match node.kind:
            case "ExistsFunc" | "NotExistsFunc" | "MinusGraphPattern":
                return True
            case "AskQuery":
                return not _counts(node)
            case "ConstructQuery":
                return not _counts(node) and not _limited(node) and not _builds_blank_nodes(node)
            case "SubSelect" | "SelectQuery":
                if _counts(node):
                    return False
                clause = node.node("SelectClause")
                if clause is not None and clause.token("DISTINCT") is not None:
                    return True
                if _limited(node):
                    return False
    return False


def _counts(select: Node) -> bool:
    if select.node("GroupClause") is not None:
        return True
    heads = select.nodes("SelectClause", "HavingClause", "OrderClause")
    return any(True for head in heads for _ in head.find("Aggregate"))


def _limited(select: Node) -> bool:
    return select.node("LimitOffsetClauses") is not None


def _builds_blank_nodes(construct: Node) -> bool:
    template = construct.node("ConstructTemplate")
    if template is None:
        return False
    return any(
        item.kind in {"ANON", "BlankNodePropertyList", "Collection"}
        if isinstance(item, Node)
        else item.terminal == "BLANK_NODE_LABEL"
        for item in template.walk()
    )
