"""The cheapest connections between classes, over the edges of the schema in both directions."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from nlkgq.analysis.data_shapes import mirrors

if TYPE_CHECKING:
    from nlkgq.analysis.schema_graph import SchemaGraph

_MOST = 4
_VISITS = 3
"""Ways that are gone on from one class."""
_IN_COMMON = 0.2
"""What it costs that two rows have only a third in common that both refer to."""


@dataclass(frozen=True, slots=True)
class Step:
    """One edge of a connection; ``forward`` goes from subject to object, ``target`` is the class reached."""

    property: str
    forward: bool
    target: str


@dataclass(frozen=True, slots=True)
class Connection:
    """A way from one set of classes to another; ``cost`` grows with its length and with how little it says."""

    cost: float
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class _Edge:
    step: Step
    source: str
    cost: float


class Connections:
    """Finds connections of a schema, and remembers them.

    Args:
        schema: What the properties hold and join.
    """

    def __init__(self, schema: SchemaGraph) -> None:
        self._schema = schema
        self._known: dict[tuple[int, int], tuple[Connection, ...]] = {}
        self._away: dict[int, dict[str, int]] = {}

    def between(self, start: int, goal: int) -> tuple[Connection, ...]:
        """The connections from a class of one mask to a class of another, cheapest first; () when there are none."""
        found = self._known.get((start, goal))
        if found is None:
            found = self._known[start, goal] = self._search(start, goal)
        return found

    def _search(self, start: int, goal: int) -> tuple[Connection, ...]:
        away, goals = self._edges_away(goal), frozenset(self._schema.names(goal))
        longest = self._schema.longest
        queue: list[tuple[float, int, str, tuple[Step, ...]]] = [
            (0.0, n, name, ()) for n, name in enumerate(self._schema.names(start)) if name in away
        ]
        heapq.heapify(queue)
        serial = len(queue)
        visits: dict[str, int] = {}
        found: dict[tuple[tuple[str, bool], ...], Connection] = {}
        while queue and len(found) < _MOST:
            cost, _, name, steps = heapq.heappop(queue)
            if steps and name in goals:
                key = tuple((s.property, s.forward) for s in steps)
                found.setdefault(key, Connection(round(cost, 3), steps))
                continue
            visits[name] = visits.get(name, 0) + 1
            if len(steps) >= longest or visits[name] > _VISITS:
                continue
            last = steps[-1] if steps else None
            left = longest - len(steps) - 1
            for edge in self._edges.get(name, ()):
                step = edge.step
                if away.get(step.target, longest) > left:
                    # The goal is too far from there.
                    continue
                if visits.get(step.target, 0) >= _VISITS and step.target not in goals:
                    # It would not be gone on from there.
                    continue
                if last is not None and last.property == step.property and last.forward != step.forward:
                    continue
                serial += 1
                more = edge.cost + (_IN_COMMON if last is not None and self._meet(last, step) else 0.0)
                heapq.heappush(queue, (cost + more, serial, step.target, (*steps, step)))
        ways = sorted(found.values(), key=lambda c: (c.cost, [s.property for s in c.steps]))
        kept: dict[tuple[tuple[str, bool], ...], Connection] = {}
        for way in ways:
            kept.setdefault(tuple(self._same_way(s) for s in way.steps), way)
        return tuple(kept.values())

    def _meet(self, there: Step, back: Step) -> bool:
        """Whether two rows only refer to the same third: students and courses of one department."""
        refer = there.forward and not back.forward and self._schema.is_reference(there.property)
        return refer and self._schema.is_reference(back.property)

    def _same_way(self, step: Step) -> tuple[str, bool]:
        """A step, or the step over the property that says the same the other way round."""
        other = self._mirrors.get(step.property)
        return (step.property, step.forward) if other is None else (other, not step.forward)

    @cached_property
    def _mirrors(self) -> Mapping[str, str]:
        profile = self._schema.profile
        return mirrors(profile, self._schema.is_literal) if profile is not None else {}

    def _edges_away(self, goal: int) -> Mapping[str, int]:
        """Class -> fewest edges to one of ``goal``, for classes within the longest connection."""
        found = self._away.get(goal)
        if found is None:
            found = dict.fromkeys(self._schema.names(goal), 0)
            nearest = list(found)
            for distance in range(1, self._schema.longest + 1):
                # Every edge runs both ways.
                reached = {e.step.target for name in nearest for e in self._edges.get(name, ())} - found.keys()
                found.update(dict.fromkeys(reached, distance))
                nearest = list(reached)
            self._away[goal] = found
        return found

    @cached_property
    def _edges(self) -> Mapping[str, tuple[_Edge, ...]]:
        found: dict[str, dict[tuple[str, str, bool], _Edge]] = {}
        for source, iri, target, cost in self._schema.links():
            for edge in (_Edge(Step(iri, True, target), source, cost), _Edge(Step(iri, False, source), target, cost)):
                found.setdefault(edge.source, {}).setdefault((iri, edge.step.target, edge.step.forward), edge)
        return {
            name: tuple(sorted(edges.values(), key=lambda e: (e.cost, e.step.property, e.step.target)))
            for name, edges in found.items()
        }
