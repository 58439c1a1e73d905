"""Rule: only what a role sees is matched, wherever in the query something is matched.

Each triple pattern finds in the whole graph what it would find in the graph cut down to the role (see
`nlkgq.roles.model`): hidden properties and classes cannot be named, a variable in their place ranges over the visible
ones, and each node that a pattern binds is looked at in a FILTER of the same group. What is built on patterns -
OPTIONAL, MINUS, EXISTS, sub-selects, aggregates - then has the same solutions, as often (SPARQL 1.1, section 18.5).

It works on clean terms, before they are rewritten; the conditions are written like the query and rewritten with it.
"""

from __future__ import annotations

from nlkgq.rewrite.context import Context
from nlkgq.rewrite.role_groups import Group, one_triple
from nlkgq.rewrite.role_guards import Guards
from nlkgq.rewrite.role_paths import RolePaths
from nlkgq.rewrite.statements import taken_apart
from nlkgq.roles.model import RoleView
from nlkgq.sparql import Query, Splice
from nlkgq.validation.outside_role import outside_role, role_error
from nlkgq.wrapper.model import Wrapper


def role(tree: Query, view: RoleView, *, union_default: bool = True) -> Query:
    """The query as a role may ask it.

    Args:
        tree: A query over the terms of the ontology, prefixes declared.
        view: The role.
        union_default: Whether a pattern outside GRAPH sees all that lies in named graphs.

    Raises:
        GateError: It names what the role does not see (``role-term``, ``role-function``, ``role-graph``,
            ``role-service``), or asks in a way in which conditions cannot be kept (``role-path``, ``role-graph``).
        RewriteError: A form of query that cannot be taken apart.

    >>> from nlkgq.ontology.model import Ontology
    >>> from nlkgq.sparql import parse_query
    >>> view = RoleView(name="r", description="", ontology=Ontology(), classes=frozenset({"urn:C"}),
    ...     properties=frozenset({"urn:p"}), hidden=frozenset(), wrapped=True, askable=frozenset({"urn:C"}))
    >>> print(role(parse_query("SELECT ?s { ?s ?p ?o }"), view))  # doctest: +ELLIPSIS
    SELECT ?s { { ?s ?p ?o FILTER(?p IN (<urn:p>)) } UNION { ?s ?p ?o FILTER(?p = <...type>) FILTER(?o IN (...
    """
    for finding in outside_role(tree, view):
        raise role_error(finding)
    context = Context(tree, Wrapper(), keep_unknown=True)
    everywhere = not union_default and next(tree.find("GraphGraphPattern"), None) is not None
    tree = taken_apart(tree, context, lambda *_: True)
    guards = Guards(view, context, everywhere=everywhere)
    groups: dict[object, Group] = {}
    patterns = [p for p in context.triples(tree) if not p.in_template]
    for pattern in patterns:
        group = groups.get(pattern.group)
        if group is None:
            group = groups[pattern.group] = Group(tree, pattern, guards)
        group.note(pattern)
    splices: list[Splice] = []
    for pattern in patterns:
        text = one_triple(RolePaths(tree, context, guards), groups[pattern.group], pattern)
        splices.append(Splice(pattern.triples.start, pattern.triples.end, text))
    for group in groups.values():
        splices += group.filters()
    return _dataset(context.step(tree, splices, last=True), view)


def _dataset(tree: Query, view: RoleView) -> Query:
    """The graphs that the role sees, as the query's dataset; one that the query names itself is a part of them."""
    if view.graphs is None or next(tree.find("DatasetClause"), None) is not None:
        return tree
    where = tree.body.node("WhereClause")
    if where is None:
        return tree
    text = "".join(f"FROM <{iri}> FROM NAMED <{iri}> " for iri in view.graphs)
    return tree.edit(Splice(where.start, where.start, text))
