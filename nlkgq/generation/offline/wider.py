"""Which of several connections holds whatever the others hold: it is meant where no word tells them apart.

``books by X`` are those that X wrote, not only those that X wrote first among several, where a graph has both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nlkgq.analysis.connections import Step
from nlkgq.analysis.schema_graph import SchemaGraph
from nlkgq.generation.offline.candidate import Candidate

_TOSSED = 0.02
"""How much better than the widest another connection may be: no word of the question tells them apart."""
_MOST = 4
"""Connections that are compared."""


def widest_first(
    ranked: Sequence[Candidate], probe: Callable[[str], bool | int] | None
) -> tuple[list[Candidate], set[int]]:
    """The candidates, and the places of those behind the first that are joined by no more than a part of what it is.

    Args:
        ranked: Best first.
        probe: Tells whether a query has rows; None where the graph may not be asked: then only what is declared counts.

    Returns:
        The candidates, the widest of those that are as good as the best in front of them; and places in this list.
    """
    near = [c for c in ranked if c.score > ranked[0].score - _TOSSED and _reads_alike(ranked[0], c)][:_MOST]
    for wide in near if len(near) > 1 else ():
        schema = wide.writer.schema
        ways = [_apart(wide, c) for c in near if c is not wide]
        if all(way is not None and _holds(*way, schema, probe) for way in ways):
            order = [wide, *(c for c in ranked if c is not wide)]
            wide.rows = wide.rows if wide.rows is not None else ranked[0].rows
            return order, {n for n, c in enumerate(order) if c in near and c is not wide}
    return list(ranked), set()


def _reads_alike(one: Candidate, other: Candidate) -> bool:
    """Whether the words stand for the same."""
    return [r.iri for r in one.assembly.readings] == [r.iri for r in other.assembly.readings]


def _apart(wide: Candidate, other: Candidate) -> tuple[Step, Step] | None:
    """The one step that is another one in the other candidate; None when more than that is different."""
    mine = {(k.left, k.left_port, k.right, k.right_port): k.connection for k in wide.assembly.links}
    found: list[tuple[Step, Step]] = []
    for link in other.assembly.links:
        ends = (link.left, link.left_port, link.right, link.right_port)
        if ends not in mine:
            return None
        first, second = mine[ends], link.connection
        if first is None or second is None or len(first.steps) != len(second.steps):
            if first is not second:
                return None
            continue
        found += [(a, b) for a, b in zip(first.steps, second.steps, strict=True) if a != b]
    return found[0] if len(found) == 1 and len(mine) == len(other.assembly.links) else None


def _holds(wide: Step, narrow: Step, schema: SchemaGraph, probe: Callable[[str], bool | int] | None) -> bool:
    """Whether whatever the narrow step joins is joined by the wide one: so it is declared, or so it is stored."""
    ontology = schema.ontology
    names = {narrow.property} if narrow.forward == wide.forward else set(ontology.inverses(narrow.property))
    if any(wide.property in ontology.superproperties(name) for name in names):
        return True
    more, less = schema.own(wide.property), schema.own(narrow.property)
    if probe is None or (more is not None and less is not None and more.count < less.count):
        return False
    return not probe(f"ASK {{ {_written(narrow)} FILTER NOT EXISTS {{ {_written(wide)} }} }}")


def _written(step: Step) -> str:
    ends = ("?one", "?other") if step.forward else ("?other", "?one")
    return f"{ends[0]} <{step.property}> {ends[1]} ."
