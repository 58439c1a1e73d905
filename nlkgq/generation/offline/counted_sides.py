"""A pattern in two: what tells of which things something is counted, and what is asked of the one with the most."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from nlkgq.generation.offline.query_graph import QueryGraph


def counted_side(graph: QueryGraph) -> frozenset[int] | None:
    """The nodes over which is counted, where those that are asked for stand apart from them.

    In ``the captains of the ship with the most voyages`` the ship and its voyages, whoever commands it.

    Returns:
        With the thing of which is counted, which alone belongs to both sides; None where nothing parts them.
    """
    extreme = graph.extreme
    if extreme is None or not extreme.aggregate or extreme.per or len(graph.counted_by) != 1:
        return None
    owner = graph.counted_by[0]
    ends = [(e.subject, e.object) for e in graph.edges]
    ends += [(c.node, c.other) for c in graph.conditions if c.other is not None]
    ends += [(n.number, other) for n in graph.nodes for _, other in n.formula]
    outer = {c.node for c in graph.columns if not _is_size(graph, c.node, c.aggregate)}
    outer |= {c.node for c, _ in graph.order}
    grown = True
    while grown:
        told = {n for pair in ends if outer.intersection(pair) for n in pair} - outer - {owner}
        outer, grown = outer | told, bool(told)
    inner = frozenset(n.number for n in graph.nodes if n.number not in outer)
    return inner if extreme.node in inner and owner in inner else None


def computes_of_others(graph: QueryGraph) -> bool:
    """Whether a column computes something else than what there is the most of."""
    extreme = graph.extreme
    if extreme is None or not extreme.aggregate:
        return False
    return any(c.aggregate and not _is_size(graph, c.node, c.aggregate) for c in graph.columns)


def _is_size(graph: QueryGraph, node: int, aggregate: str) -> bool:
    return graph.extreme is not None and (node, aggregate) == (graph.extreme.node, graph.extreme.aggregate)


def only(graph: QueryGraph, kept: Collection[int]) -> QueryGraph:
    """The graph with the pattern between some nodes."""
    return replace(
        graph,
        nodes=[
            n if n.number in kept else replace(n, typed=False, terms=(), denied=(), formula=()) for n in graph.nodes
        ],
        edges=[e for e in graph.edges if e.subject in kept and e.object in kept],
        conditions=[c for c in graph.conditions if c.node in kept],
    )
