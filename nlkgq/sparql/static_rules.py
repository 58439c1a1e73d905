"""Rules of SPARQL 1.1 that its grammar cannot say (section 19.8, notes 8 to 15, and section 18.2.4.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from nlkgq.errors import SparqlSyntaxError
from nlkgq.sparql.messages import syntax_error
from nlkgq.sparql.scope import Names, body_scope, pattern_scopes
from nlkgq.sparql.terms import variable_name
from nlkgq.sparql.tree import Element, Node, Token

if TYPE_CHECKING:
    from nlkgq.sparql.query import Query

_SCOPED = frozenset({"Bind", "SelectExpression", "GroupExpression"})
# A label names one blank node within one basic graph pattern: these end it, a FILTER does not.
_BREAKS = frozenset(
    {
        "GroupGraphPattern",
        "GroupOrUnionGraphPattern",
        "OptionalGraphPattern",
        "MinusGraphPattern",
        "GraphGraphPattern",
        "ServiceGraphPattern",
        "Bind",
        "InlineData",
        "SubSelect",
        "ConstructTemplate",
        "ConstructWhere",
    }
)


def check(query: Query) -> None:
    """Refuse what the standard forbids beyond the grammar.

    Raises:
        SparqlSyntaxError: With the place of the first breach found.
    """
    kinds = {node.kind for node in query.postorder}
    terminals = {token.terminal for token in query.tokens}
    if not query.undeclared_prefixes:
        _declared_prefixes(query)
    if "BLANK_NODE_LABEL" in terminals:
        _blank_node_labels(query)
    if "InlineDataFull" in kinds:
        _values_width(query)
    if kinds & _SCOPED:
        scopes = pattern_scopes(query)
        _binds(query, scopes)
        _select_names(query, scopes)
    if "Aggregate" in kinds:
        _aggregates(query)
    if kinds & {"Aggregate", "GroupClause", "HavingClause"}:
        _grouping(query)


def _error(query: Query, item: Element, message: str, hint: str | None = None) -> SparqlSyntaxError:
    return syntax_error(message, query.text, item.start, hint=hint)


def _declared_prefixes(query: Query) -> None:
    known = query.prefixes.namespaces
    for token in query.tokens_of(query.body) + _tail(query):
        if token.terminal in {"PNAME_LN", "PNAME_NS"}:
            prefix = token.text.partition(":")[0]
            if prefix not in known and "\\" not in prefix:
                hint = f"Add PREFIX {prefix}: <...> at the head of the query."
                raise _error(query, token, f"the prefix '{prefix}:' is not declared", hint)


def _tail(query: Query) -> tuple[Token, ...]:
    values = query.root.node("ValuesClause")
    return query.tokens_of(values) if values is not None else ()


def _blank_node_labels(query: Query) -> None:
    seen: dict[str, int] = {}
    pattern = 0
    # None marks the border of a basic graph pattern.
    stack: list[Element | None] = [query.root]
    while stack:
        item = stack.pop()
        if item is None:
            pattern += 1
        elif isinstance(item, Token):
            if item.terminal == "BLANK_NODE_LABEL" and seen.setdefault(item.text, pattern) != pattern:
                raise _error(
                    query, item, f"the blank node {item.text} is used in two graph patterns", "Use a variable."
                )
        elif item.kind == "ConstructTemplate":
            continue  # its labels make new nodes (section 16.2.1), whatever WHERE calls them
        elif item.kind in _BREAKS:
            stack += (None, *reversed(item.children), None)
        else:
            stack += reversed(item.children)


def _values_width(query: Query) -> None:
    for block in query.find("InlineDataFull"):
        holder = block.node("DataVariables")
        width = len(holder.tokens("VAR")) if holder is not None else 0
        # Without a DataVariables node the first NIL is the empty list of variables.
        rows = block.nodes("DataRow", "NIL")[0 if holder is not None else 1 :]
        for row in rows:
            found = sum(1 for child in row.children if not _is_bracket(child))
            if found != width:
                raise _error(query, row, f"a VALUES row has {found} values for {width} variables")


def _is_bracket(item: Element) -> bool:
    return isinstance(item, Token) and item.terminal in {"LPAR", "RPAR"}


def _binds(query: Query, scopes: Mapping[Node, Names]) -> None:
    for group in query.find("GroupGraphPattern"):
        before: Names = {}
        for child in group.nodes():
            if child.kind == "Bind":
                token = child.tokens("VAR")[-1]
                if variable_name(token) in before:
                    hint = "Choose a new name for the variable behind AS."
                    raise _error(query, token, f"BIND cannot set {token.text}: it is already used before it", hint)
            before.update(scopes.get(child, {}))


def _select_names(query: Query, scopes: Mapping[Node, Names]) -> None:
    for select in query.find("SelectQuery", "SubSelect", "ConstructQuery", "DescribeQuery", "AskQuery"):
        taken = dict(body_scope(select, scopes))
        grouping = select.node("GroupClause")
        for expression in grouping.nodes("GroupExpression") if grouping is not None else ():
            for token in expression.tokens("VAR") if expression.token("AS") is not None else ():
                _new_name(query, token, taken)
        clause = select.node("SelectClause")
        # A plain column is taken by name only, so that (?x AS ?y) ?y is refused and ?x (?x + 1 AS ?y) is not.
        for item in clause.children if clause is not None else ():
            if isinstance(item, Token):
                if item.terminal == "VAR":
                    taken[variable_name(item)] = None
            else:
                _new_name(query, item.tokens("VAR")[-1], taken)


def _new_name(query: Query, token: Token, taken: Names) -> None:
    name = variable_name(token)
    if name in taken:
        hint = "Choose a new name for the variable behind AS."
        raise _error(query, token, f"AS cannot set {token.text}: it is already used", hint)
    taken[name] = None


def _aggregates(query: Query) -> None:
    for aggregate in query.find("Aggregate"):
        for above in query.ancestors(aggregate):
            if above.kind == "Aggregate":
                raise _error(query, aggregate, "an aggregate stands inside another one", "Use a sub-select.")
            if above.kind in {"SelectClause", "HavingClause", "OrderClause"}:
                break
            if above.kind in {"Filter", "Bind", "GroupClause", "GroupGraphPattern"}:
                hint = "Use HAVING, or aggregate in a sub-select."
                raise _error(query, aggregate, "an aggregate cannot stand in a graph pattern or GROUP BY", hint)


def _grouping(query: Query) -> None:
    for select in query.find("SelectQuery", "SubSelect"):
        clause = select.node("SelectClause")
        assert clause is not None
        if not _is_aggregated(query, select):
            continue
        star = clause.token("STAR")
        if star is not None:
            raise _error(query, star, "SELECT * cannot be grouped", "Name the columns.")
        allowed = _group_names(select)
        for item in clause.children:
            if isinstance(item, Token):
                if item.terminal == "VAR":
                    _require_grouped(query, item, allowed)
            else:
                for token in outside_aggregates(item.children[1]):
                    _require_grouped(query, token, allowed)
                allowed.add(variable_name(item.tokens("VAR")[-1]))


def _is_aggregated(query: Query, select: Node) -> bool:
    if select.node("GroupClause", "HavingClause") is not None:
        return True
    heads = select.nodes("SelectClause", "OrderClause")
    return any(query.enclosing(a, "GroupGraphPattern", *_HEADS) in heads for h in heads for a in h.find("Aggregate"))


_HEADS = ("SelectClause", "OrderClause")


def _group_names(select: Node) -> set[str]:
    grouping = select.node("GroupClause")
    names: set[str] = set()
    for item in grouping.children if grouping is not None else ():
        if isinstance(item, Token):
            if item.terminal == "VAR":
                names.add(variable_name(item))
        elif item.kind == "GroupExpression":
            # (?x) groups by the variable; a longer expression without AS has no name that could be selected.
            named = item.tokens("VAR")
            names.update(variable_name(token) for token in named[-1:])
    return names


def _require_grouped(query: Query, token: Token, allowed: set[str]) -> None:
    if variable_name(token) not in allowed:
        hint = f"Add {token.text} to GROUP BY, or put it inside an aggregate such as COUNT or SAMPLE."
        raise _error(query, token, f"{token.text} is selected but neither grouped nor aggregated", hint)


def outside_aggregates(expression: Element) -> list[Token]:
    """The variables of an expression that stand outside its aggregates and patterns."""
    found: list[Token] = []
    stack = [expression]
    while stack:
        item = stack.pop()
        if isinstance(item, Token):
            if item.terminal == "VAR":
                found.append(item)
        elif item.kind not in {"Aggregate", "GroupGraphPattern"}:
            stack += reversed(item.children)
    return found
