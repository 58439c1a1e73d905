"""Check: the patterns of a group are joined."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nlkgq.sparql import Element, Node, Token, variable_name
from nlkgq.sparql.scope import values_variables
from nlkgq.validation.conditions import conjuncts, variables
from nlkgq.validation.context import QueryContext
from nlkgq.validation.finding import Finding

_SELECTS = {"SelectQuery", "SubSelect", "ConstructQuery", "DescribeQuery", "AskQuery"}
_PLAIN = {"GroupOrUnionGraphPattern", "OptionalGraphPattern", "MinusGraphPattern", "GraphGraphPattern"}


class _Parts:
    """Variables joined into parts, each with the place of its first pattern."""

    def __init__(self) -> None:
        self._above: dict[str, str] = {}
        self._places: dict[str, Element] = {}

    def add(self, names: Iterable[str], place: Element | None) -> None:
        """Join the names; ``place`` is None for what only joins."""
        names = list(names)
        roots = [self._root(name) for name in names]
        for root in roots:
            self._above[root] = roots[0]
        if place is not None:
            for name in names:
                self._places.setdefault(name, place)

    def _root(self, name: str) -> str:
        self._above.setdefault(name, name)
        while self._above[name] != name:
            name = self._above[name]
        return name

    def parts(self) -> dict[str, tuple[list[str], Element]]:
        """The parts that hold patterns: their variables and the first place."""
        found: dict[str, tuple[list[str], Element]] = {}
        for name, place in sorted(self._places.items(), key=lambda item: item[1].start):
            found.setdefault(self._root(name), ([], place))[0].append(name)
        return found


def disconnected(query: QueryContext) -> Iterator[Finding]:
    """Patterns of one group that share no variable with the others.

    Why: every match of the one is combined with every match of the other (a cartesian product): rows that belong to
    nothing, and often more of them than an endpoint can give. A pattern or a comparison that joins them is missing, or
    a variable is misspelt; ``!=`` joins nothing. What can only have one row is left out, and so are parts that the
    answer computes with.

    Failing::

        SELECT ?title ?name { ?film films:title ?title . ?person films:name ?name }

    Passing::

        SELECT ?title ?name { ?film films:title ?title ; films:directedBy ?person . ?person films:name ?name }
    """
    for group in query.tree.find("GroupGraphPattern"):
        if group.node("SubSelect") is not None or _is_plain(query, group):
            continue
        parts = _Parts()
        _collect(query, group, parts)
        _outside(query, group, parts)
        found = sorted(parts.parts().values(), key=lambda part: part[1].start)
        if len(found) > 1:
            yield _finding(found)


def _finding(found: list[tuple[list[str], Element]]) -> Finding:
    first, (names, place) = found[0][0], found[1]
    left, right = (", ".join(f"?{n}" for n in part if not n.startswith(("_", "["))) for part in (first, names))
    return Finding(
        code="disconnected",
        severity="warning",
        message=f"Nothing joins {left or 'the first pattern'} with {right or 'this pattern'}: every row of the one is "
        "combined with every row of the other.",
        start=place.start,
        end=place.end,
        terms=tuple(f"?{n}" for n in (*first, *names) if not n.startswith(("_", "["))),
        suggestion="Add the pattern that joins them.",
    )


def _is_plain(query: QueryContext, group: Node) -> bool:
    """Whether a group in braces only stands inside another one, which looks at it."""
    parent = query.tree.parent(group)
    return parent is not None and parent.kind == "GroupOrUnionGraphPattern" and len(parent.nodes()) == 1


def _collect(query: QueryContext, group: Node, parts: _Parts) -> None:
    for pattern in query.patterns:
        if pattern.group is group and pattern.service is None:
            ends = (pattern.subject, pattern.predicate, pattern.object)
            parts.add([n for n in map(_name, ends) if n], pattern.triples)
    for child in group.nodes():
        if child.kind == "Filter":
            for condition in (c for constraint in child.children[1:] for c in conjuncts(constraint)):
                parts.add(_in_condition(query, condition), None)
        elif child.kind == "Bind":
            names = [variable_name(t) for t in child.find_tokens("VAR")]
            parts.add(names, None)
        elif child.kind == "InlineData":
            rows = sum(1 for _ in child.find("DataRow")) or len(query.tree.tokens_of(child)) - 4
            parts.add([variable_name(t) for t in values_variables(child)], child if rows > 1 else None)
        elif child.kind == "GroupOrUnionGraphPattern" and len(child.nodes()) == 1:
            inner = child.nodes()[0]
            select = inner.node("SubSelect")
            if select is None:
                _collect(query, inner, parts)
            else:
                parts.add(query.scopes[select], None if _has_one_row(select) else child)
        elif child.kind in _PLAIN | {"ServiceGraphPattern"} and child.kind != "MinusGraphPattern":
            parts.add(query.scopes.get(child, {}), child)


def _name(term: object) -> str | None:
    if isinstance(term, Token):
        if term.terminal == "VAR":
            return variable_name(term)
        return term.text if term.terminal == "BLANK_NODE_LABEL" else None
    if isinstance(term, Node) and term.kind in {"BlankNodePropertyListPath", "CollectionPath", "ANON"}:
        return f"[{term.start}"
    return f"[{term.collection.start}" if hasattr(term, "collection") else None


def _in_condition(query: QueryContext, condition: Element) -> list[str]:
    """Variables that a condition joins; ``!=`` only keeps them apart, and those inside EXISTS its patterns join."""
    if isinstance(condition, Node) and condition.kind == "RelationalExpression" and condition.token("NOT_EQUAL"):
        return []
    names = [variable_name(t) for t in variables(condition)]
    exists = condition.find("ExistsFunc", "NotExistsFunc") if isinstance(condition, Node) else ()
    for node in exists:
        names += query.scopes.get(node.nodes()[0], {})
    return names


def _has_one_row(select: Node) -> bool:
    limit = next(select.find("LimitClause"), None)
    if limit is not None and limit.tokens("INTEGER")[0].text == "1":
        return True
    clause = select.node("SelectClause")
    return (
        clause is not None and select.node("GroupClause") is None and next(clause.find("Aggregate"), None) is not None
    )


def _outside(query: QueryContext, group: Node, parts: _Parts) -> None:
    """What joins the group from outside: the answer's own expressions, or the variables of the groups around it."""
    parent = query.tree.parent(group)
    if parent is not None and parent.kind == "WhereClause":
        select = query.tree.parent(parent)
        heads = select.nodes("SelectClause", "HavingClause", "OrderClause") if select is not None else ()
        for expression in (e for head in heads for e in head.nodes()):
            parts.add([variable_name(t) for t in variables(expression)], None)
        return
    around: dict[str, None] = {}
    for node in query.tree.ancestors(group):
        if node.kind in _SELECTS:
            break
        if node.kind == "GroupGraphPattern":
            around.update(query.scopes.get(node, {}))
    own = {variable_name(t) for t in group.find_tokens("VAR")}
    outer_only = [n for n in around if n in own and _is_set_outside(query, group, n)]
    parts.add(outer_only, None)


def _is_set_outside(query: QueryContext, group: Node, name: str) -> bool:
    return any(
        t.terminal == "VAR" and variable_name(t) == name and not group.start <= t.start < group.end
        for t in query.tree.tokens
    )
