"""Queries that deny what they say, and so can return nothing whatever the graph holds."""

from __future__ import annotations

from nlkgq.analysis.schema_graph import ANYTHING, SchemaGraph
from nlkgq.generation.offline.query_graph import Node, QueryGraph


def contradicts_itself(graph: QueryGraph, schema: SchemaGraph) -> bool:
    """Whether a negated group says only what the positive part implies.

    Such as that an image, found by a property that only images have, is no image: words were joined wrongly.
    """
    return any(_is_implied(graph, schema, number) for number in _negated(graph))


def _negated(graph: QueryGraph) -> set[int]:
    groups = {n.group for n in graph.nodes if n.typed} | {e.group for e in graph.edges}
    conditions = {c.group for c in graph.conditions}
    return groups - conditions - graph.exists - {0}


def _is_implied(graph: QueryGraph, schema: SchemaGraph, group: int) -> bool:
    stated = {(e.subject, e.property, e.object) for e in graph.edges if not e.group}
    inner = [e for e in graph.edges if e.group == group]
    typed = [n for n in graph.nodes if n.typed and n.group == group]
    if any((e.subject, e.property, e.object) not in stated for e in inner) or not (inner or typed):
        return False
    return all(_is_of_class(graph, schema, node) for node in typed)


def _is_of_class(graph: QueryGraph, schema: SchemaGraph, node: Node) -> bool:
    """Whether the positive part holds a property of the node that only things of its classes have."""
    wanted = ANYTHING
    for iri in node.classes:
        wanted &= schema.mask(iri)
    masks = [schema.subjects(e.property) for e in graph.edges if not e.group and e.subject == node.number]
    masks += [schema.objects(e.property) for e in graph.edges if not e.group and e.object == node.number]
    return any(m and m != ANYTHING and m & ~wanted == 0 for m in masks)
