"""``Which towns have no ship?``, where a town is a value: no thing with this value may have one."""

from __future__ import annotations

from nlkgq.analysis.schema_graph import SchemaGraph
from nlkgq.generation.offline.query_graph import Edge, QueryGraph
from nlkgq.iri import local_name

_FAR = 2
"""From so many steps on, what joins two things is no reason to speak of both."""


def deny_of_all(graph: QueryGraph, schema: SchemaGraph, *, which: bool) -> None:
    """What is denied of the one thing that has a value asked for is denied of all that have it; in place.

    Args:
        graph: A pattern with one column, a value of which several things may have the same.
        schema: What things have.
        which: Whether it is asked which values, and not for the values of some things.
    """
    column = graph.columns[0].node
    owners = {(e.subject, e.property) for e in graph.edges if e.object == column and not e.group}
    if len(owners) != 1:
        return
    owner, prop = owners.pop()
    if graph.nodes[owner].typed and not which:
        # "the flags of ships that are not red": these ships are spoken of
        return
    _value_of_none(graph, owner, prop, column)
    if graph.nodes[owner].terms or any(owner in (e.subject, e.object) for e in _told(graph, column)):
        return
    for number in range(1, graph.negations + 1):
        if number in graph.exists | graph.optional or number == graph.of_mean:
            continue
        if any(e.group == number and e.object == column for e in graph.edges):
            graph.distinct = True
        held = [e for e in graph.edges if e.group == number and owner in (e.subject, e.object)]
        if not held:
            continue
        graph.distinct = True
        if _has_none_itself(graph, number, prop, column, schema):
            continue
        other = graph.node(graph.nodes[owner].name, classes=graph.nodes[owner].classes, group=number).number
        for e in held:
            e.subject, e.object = (other if n == owner else n for n in (e.subject, e.object))
        graph.edge(other, prop, column, group=number)


def _has_none_itself(graph: QueryGraph, group: int, prop: str, column: int, schema: SchemaGraph) -> bool:
    """``which towns have no school``, where schools have a town of their own: none is there; in place.

    Only where what is denied has to do with the first thing by way of others.
    """
    within = [e for e in graph.edges if e.group == group]
    denied = [n for n in graph.nodes if n.group == group and n.typed and not n.is_literal]
    joined = [e for e in within if not graph.nodes[e.object].is_literal]
    if len(denied) != 1 or len(joined) < _FAR:
        return False
    thing = denied[0]
    things = 0
    for iri in thing.classes:
        things |= schema.mask(iri)
    own = [
        iri
        for iri in schema.ontology.properties
        if iri != prop
        and local_name(iri) == local_name(prop)
        and schema.is_literal(iri)
        and things
        and schema.subjects(iri) & things
    ]
    if len(own) != 1 or any(thing.number not in (e.subject, e.object) for e in within if e not in joined):
        return False
    graph.edges = [e for e in graph.edges if e not in joined]
    graph.edge(thing.number, own[0], column, group=group)
    return True


def _value_of_none(graph: QueryGraph, owner: int, prop: str, column: int) -> None:
    """``which flags have no red ship``, of colours and flags of ships: no ship with the flag is red; in place."""
    if graph.nodes[owner].typed:
        # "which flags of ships that are not red": these ships are spoken of
        return
    for condition in [c for c in graph.conditions if c.operator == "!=" and c.other is None and not c.group]:
        edges = [e for e in graph.edges if e.object == condition.node]
        if len(edges) != 1 or edges[0].subject != owner or condition.node == column:
            continue
        graph.negations += 1
        group = graph.negations
        other = graph.node(graph.nodes[owner].name, classes=graph.nodes[owner].classes, group=group).number
        edges[0].subject, edges[0].group, graph.nodes[condition.node].group = other, group, group
        graph.edge(other, prop, column, group=group)
        condition.operator, condition.group = "=", group
        graph.distinct = True


def _told(graph: QueryGraph, column: int) -> list[Edge]:
    """What else than its value is said of things."""
    return [e for e in graph.edges if not e.group and e.object != column]
