"""Rule: variables inside EXISTS that are computed there get names of their own.

EXISTS sees the values of variables around it, but a BIND inside would overwrite them. Such a variable gets another name
inside, and a FILTER compares the two.
"""

from __future__ import annotations

from nlkgq.rewrite.context import Context
from nlkgq.rewrite.sites import find_sites
from nlkgq.sparql import Node, Query, Splice, variable_name

_EXISTS = {"ExistsFunc", "NotExistsFunc"}
_TOO_DEEP = (
    "OptionalGraphPattern",
    "MinusGraphPattern",
    "SubSelect",
    "ExistsFunc",
    "NotExistsFunc",
    "ServiceGraphPattern",
)


def local_variables(tree: Query, context: Context) -> Query:
    """See the module.

    Raises:
        RewriteError: The EXISTS holds more than triples, filters and unions, so that comparing afterwards would differ.
    """
    if not any(node.kind in _EXISTS for node in tree.postorder):
        return tree
    sites = find_sites(tree, context)
    wanted: dict[tuple[Node, str], None] = {}
    for site in sites.formed:
        name = site.variable
        if name is None:
            continue
        if not site.computed and (site.conversion is None or sites.shared(name) is not None):
            continue
        exists = _outermost_exists(tree, site.pattern.triples, name)
        if exists is not None:
            wanted[exists, name] = None
    if not wanted:
        return tree
    splices: list[Splice] = []
    tests: dict[Node, list[str]] = {}
    for exists, name in wanted:
        group = exists.nodes("GroupGraphPattern")[0]
        for deeper in group.find(*_TOO_DEEP):
            raise context.refusal(
                f"?{name} is computed inside EXISTS, which holds {tree.source(deeper).split()[0]}",
                f"?{name}",
                hint="Compare it in a FILTER outside.",
            )
        inner = context.fresh(name)
        splices += (
            Splice(token.start, token.end, inner)
            for token in tree.tokens_of(group)
            if token.terminal == "VAR" and variable_name(token) == name
        )
        tests.setdefault(group, []).append(f"FILTER(!BOUND(?{name}) || !BOUND({inner}) || sameTerm({inner}, ?{name}))")
    for group, texts in tests.items():
        splices.append(Splice(group.end - 1, group.end - 1, f" {' '.join(texts)} "))
    return context.step(tree, splices)


def _outermost_exists(tree: Query, statement: Node, name: str) -> Node | None:
    """The EXISTS around a triple outside of which the variable is used as well; the outermost one."""
    found: Node | None = None
    for node in tree.ancestors(statement):
        if node.kind == "SubSelect" and not _projects(node, name):
            break
        if node.kind in _EXISTS and _used_outside(tree, node, name):
            found = node
    return found


def _projects(select: Node, name: str) -> bool:
    clause = select.node("SelectClause")
    return clause is not None and any(
        not isinstance(item, Node) and item.terminal == "VAR" and variable_name(item) == name for item in clause.walk()
    )


def _used_outside(tree: Query, node: Node, name: str) -> bool:
    return any(
        token.terminal == "VAR" and variable_name(token) == name and not node.start <= token.start < node.end
        for token in tree.tokens
    )
