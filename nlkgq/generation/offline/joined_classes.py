"""Which classes the things are of that connections join: of persons, those that a reference leads to."""

from __future__ import annotations

from nlkgq.analysis.connections import Step
from nlkgq.analysis.schema_graph import ANYTHING, SchemaGraph
from nlkgq.generation.offline.assembly import Assembly


def narrow_classes(assembly: Assembly, schema: SchemaGraph) -> None:
    """Leaves the ends of connections those of their classes that the connections leave or reach, in place."""
    masks = dict(assembly.masks)
    for link in assembly.links:
        if link.kind != "path" or link.connection is None:
            continue
        first, last = link.connection.steps[0], link.connection.steps[-1]
        for end, told in (
            ((link.left, link.left_port), _left(first, schema)),
            ((link.right, link.right_port), _reached(last, schema)),
        ):
            root = assembly.find(end)
            mask = masks.get(root, ANYTHING)
            if ANYTHING not in (mask, told) and mask & told:
                masks[root] = mask & told
    assembly.masks = masks


def _left(step: Step, schema: SchemaGraph) -> int:
    return schema.subjects(step.property) if step.forward else schema.objects(step.property)


def _reached(step: Step, schema: SchemaGraph) -> int:
    return schema.objects(step.property) if step.forward else schema.subjects(step.property)
