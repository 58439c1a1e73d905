"""``Which towns have no ship?``, where a town is a value: no thing with this value may have one."""

from __future__ import annotations

from nlkgq.generation.offline.query_graph import Edge, QueryGraph


def deny_of_all(graph: QueryGraph) -> None:
    """What is denied of the one thing that has a value asked for is denied of all that have it; in place.

    Args:
        graph: A pattern with one column, a value of which several things may have the same.
    """
    column = graph.columns[0].node
    owners = {(e.subject, e.property) for e in graph.edges if e.object == column and not e.group}
    if len(owners) != 1:
        return
    owner, prop = owners.pop()
    if graph.nodes[owner].terms or any(owner in (e.subject, e.object) for e in _told(graph, column)):
        return
    for number in range(1, graph.negations + 1):
        if number in graph.exists | graph.optional or number == graph.of_mean:
            continue
        held = [e for e in graph.edges if e.group == number and owner in (e.subject, e.object)]
        if not held:
            continue
        other = graph.node(graph.nodes[owner].name, classes=graph.nodes[owner].classes, group=number).number
        for e in held:
            e.subject, e.object = (other if n == owner else n for n in (e.subject, e.object))
        graph.edge(other, prop, column, group=number)


def _told(graph: QueryGraph, column: int) -> list[Edge]:
    """What else than its value is said of things."""
    return [e for e in graph.edges if not e.group and e.object != column]
