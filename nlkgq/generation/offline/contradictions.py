"""Queries that cannot be meant: what they say they deny, they count each thing for itself, or compute of what does not
belong together."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nlkgq.analysis.data_shapes import called_when
from nlkgq.analysis.schema_graph import ANYTHING, SchemaGraph
from nlkgq.generation.offline.counted_sides import computes_of_others, counted_side
from nlkgq.generation.offline.naming import is_naming
from nlkgq.generation.offline.query_graph import Node, QueryGraph
from nlkgq.masking.placeholders import is_placeholder


def contradicts_itself(graph: QueryGraph, schema: SchemaGraph) -> bool:
    """Whether a negated group says only what the positive part implies, or each thing is counted for itself.

    Such as that an image, found by a property that only images have, is no image: words were joined wrongly.
    """
    if _compares_with_nothing(graph):
        return True
    if any(n.formula and not _belongs_together(graph, [m for _, m in n.formula]) for n in graph.nodes):
        return True
    of_others = computes_of_others(graph) or (graph.extreme is not None and graph.counted_by and not graph.extreme.per)
    if of_others and counted_side(graph) is None:
        # What is asked for hangs on what is counted, not on what has the most of it.
        return True
    if (
        _is_out_of_range(graph)
        or _has_two(graph, schema)
        or _adds_names(graph, schema)
        or _counts_truths(graph, schema)
    ):
        return True
    if any(_denies_its_class(graph, schema, n) or _denies_a_double(graph, n) for n in graph.nodes):
        return True
    return _counts_itself(graph) or any(_is_implied(graph, schema, number) for number in _negated(graph))


def _denies_a_double(graph: QueryGraph, node: Node) -> bool:
    """Whether what is denied of a thing is said of another one of its kind, that nothing else tells of."""
    if node.is_literal or node.terms or not any(e.group and node.number in (e.subject, e.object) for e in graph.edges):
        return False
    own = [e for e in graph.edges if not e.group and node.number in (e.subject, e.object)]
    compared = any(node.number in (c.node, c.other) for c in graph.conditions)
    return (
        len(own) == 1
        and own[0].object == node.number
        and not compared
        and any(
            e.subject == own[0].subject and e.property == own[0].property and e.object != node.number
            for e in graph.edges
            if not e.group and not graph.nodes[e.object].terms
        )
    )


def _denies_its_class(graph: QueryGraph, schema: SchemaGraph, node: Node) -> bool:
    """Whether what the positive part speaks of must not be what this part says it is: images that are no images."""
    denied = node.typed and node.group and node.group not in graph.exists | graph.optional
    return bool(denied) and all(_has_what_only_these_have(graph, schema, node, iri) for iri in node.classes)


def _compares_with_nothing(graph: QueryGraph) -> bool:
    """Whether one end of a range is missing, or a mean is meant of what nothing has."""
    held = {e.object for e in graph.edges}
    return any(
        (c.operator == "between" and len(c.values) != _ENDS) or (c.average and c.node not in held)
        for c in graph.conditions
    )


_ENDS = 2


def _is_out_of_range(graph: QueryGraph) -> bool:
    """Whether one value would be above one number and below a smaller one: two things are meant, and one is said."""
    bounds: dict[int, list[tuple[str, float]]] = {}
    for c in graph.conditions:
        plain = not (c.group or c.either or c.average or c.part[1]) and c.other is None and len(c.values) == 1
        if plain and c.operator in _BOUNDS and _NUMBER.fullmatch(c.values[0]):
            bounds.setdefault(c.node, []).append((c.operator, float(c.values[0])))
    return any(
        low > high or (low == high and (a + b) != ">=<=")
        for found in bounds.values()
        for a, low in found
        for b, high in found
        if a[0] == ">" and b[0] == "<"
    )


_BOUNDS = frozenset((">", ">=", "<", "<="))
_NUMBER = re.compile(r"-?\d+(\.\d+)?")


def _has_two(graph: QueryGraph, schema: SchemaGraph) -> bool:
    """Whether a thing would have two different values where each thing has one.

    What a placeholder hides may be what is told beside it: "the female pupils (of sex VALUE_K3QX)".
    """
    given: dict[tuple[int, str], set[str]] = {}
    for e in graph.edges:
        terms = graph.nodes[e.object].terms
        if len(terms) == 1 and not e.group and not e.repeated and not e.below:
            given.setdefault((e.subject, e.property), set()).add(terms[0].value)
    return any(_differ(values) and schema.is_functional(prop) for (_, prop), values in given.items())


def _differ(values: set[str]) -> bool:
    hidden = sum(map(is_placeholder, values))
    return hidden > 1 or len(values) - hidden > 1


def _adds_names(graph: QueryGraph, schema: SchemaGraph) -> bool:
    """Whether names, dates or what is so or not would be added up."""
    columns = [*graph.columns, *(c for c, *_ in graph.having), *(c for c, _ in graph.order)]
    added = {(c.node, c.aggregate) for c in columns if c.aggregate in ("SUM", "AVG")}
    if graph.extreme is not None and graph.extreme.aggregate in ("SUM", "AVG"):
        added.add((graph.extreme.node, graph.extreme.aggregate))
    for prop, aggregate in ((e.property, a) for e in graph.edges for node, a in added if e.object == node):
        if aggregate == "SUM" and called_when(prop) == "year":
            return True
        dated = schema.is_temporal(prop) or called_when(prop) == "date"
        if not schema.is_numeric(prop) and (dated or is_naming(prop) or schema.is_boolean(prop)):
            return True
    return False


def _counts_truths(graph: QueryGraph, schema: SchemaGraph) -> bool:
    """Whether what can only be true or false would be counted: there are never more than two."""
    counted = {c.node for c in graph.columns if c.aggregate == "COUNT" and c.distinct}
    if graph.extreme is not None and graph.extreme.aggregate == "COUNT" and graph.distinct:
        counted.add(graph.extreme.node)
    return any(e.object in counted and schema.is_boolean(e.property) for e in graph.edges)


def _belongs_together(graph: QueryGraph, values: Sequence[int]) -> bool:
    """Whether all values are of one thing, or of things that belong to one thing."""
    owners = {e.subject for e in graph.edges if e.object in values}
    if len(owners) == 1:
        return True
    near = []
    for owner in owners:
        near.append({e.subject for e in graph.edges if e.object == owner})
        near[-1] |= {e.object for e in graph.edges if e.subject == owner} - set(values)
    return bool(set.intersection(*near))


def _counts_itself(graph: QueryGraph) -> bool:
    """Whether each thing is counted for itself, which is one."""
    shown = {c.node for c in graph.columns if not c.aggregate} | set(graph.groups)
    counted = {c.node for c in graph.columns if c.aggregate == "COUNT"} | {c.node for c, *_ in graph.having}
    if graph.extreme is not None and graph.extreme.counted:
        counted.add(graph.extreme.node)
    return bool(shown & counted) and not graph.groups_counted


def _negated(graph: QueryGraph) -> set[int]:
    groups = {group for n in graph.nodes for group, _ in n.denied} | {e.group for e in graph.edges}
    conditions = {c.group for c in graph.conditions}
    return groups - conditions - graph.exists - graph.optional - {0, graph.of_mean}


def _is_implied(graph: QueryGraph, schema: SchemaGraph, group: int) -> bool:
    stated = {(e.subject, e.property, e.object) for e in graph.edges if not e.group}
    inner = [(e.subject, e.property, e.object) for e in graph.edges if e.group == group]
    own = any(n.group == group for n in graph.nodes)
    if own or not stated.issuperset(inner):
        return False
    return all(_is_of_class(graph, schema, n, iri) for n in graph.nodes for g, iri in n.denied if g == group)


def _is_of_class(graph: QueryGraph, schema: SchemaGraph, node: Node, iri: str) -> bool:
    """Whether the positive part says that the node is of a class, or has a property that only things of it have."""
    wanted = schema.mask(iri)
    if node.typed and any(schema.mask(c) & ~wanted == 0 for c in node.classes):
        return True
    return _has_what_only_these_have(graph, schema, node, iri)


def _has_what_only_these_have(graph: QueryGraph, schema: SchemaGraph, node: Node, iri: str) -> bool:
    wanted = schema.mask(iri)
    masks = [schema.subjects(e.property) for e in graph.edges if not e.group and e.subject == node.number]
    masks += [schema.objects(e.property) for e in graph.edges if not e.group and e.object == node.number]
    return any(m and m != ANYTHING and m & ~wanted == 0 for m in masks)
