"""Paths under ``*``, ``+`` and ``?``: their edges are fetched from where the path can start, breadth first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nlkgq.endpoints.federation.candidates import Candidates, Known
from nlkgq.endpoints.federation.plan import Closure, Context, Pattern, Term, Var
from nlkgq.results.models import RdfTerm

if TYPE_CHECKING:
    from nlkgq.endpoints.federation.mediator import Mediator

MOST_ANCHORS = 20
"""Values that are looked up one by one to know whether they are nodes; beyond, all nodes are fetched."""


def is_anchored(closure: Closure, known: Known) -> bool:
    """Whether every node that the path can relate to itself is known to be a node of the fetched graph."""
    return any(
        isinstance(end, Var) and end.name in known and closure.context in known[end.name].anchors
        for end in (closure.subject, closure.object)
    )


def fetch_closure(mediator: Mediator, closure: Closure, known: Known) -> dict[str, Candidates] | None:
    """Fetches the edges that the path may walk.

    Returns:
        What is known of its ends; None when it has no solution.
    """
    if closure.zero:
        _fetch_nodes(mediator, closure, known)
    for pattern in closure.inner:
        mediator.single(pattern, {})
    if not closure.steps:
        return {}
    forward = _start(mediator, closure.subject, known)
    if forward is not None:
        return _walk(mediator, closure, closure.subject, closure.object, forward, backward=False)
    backward = _start(mediator, closure.object, known)
    if backward is not None:
        return _walk(mediator, closure, closure.object, closure.subject, backward, backward=True)
    for pattern in edges(closure):
        mediator.single(pattern, {})
    return {}


def edges(closure: Closure) -> tuple[Pattern, ...]:
    """The patterns of its steps."""
    return tuple(_edge(step.property, closure.context) for step in closure.steps)


def _start(mediator: Mediator, end: Term, known: Known) -> Candidates | None:
    if isinstance(end, RdfTerm):
        return mediator.constants(frozenset({end}))
    return known.get(end.name)


def _fetch_nodes(mediator: Mediator, closure: Closure, known: Known) -> None:
    """A path without a step relates each node of the graph to itself, so its nodes must be there."""
    if is_anchored(closure, known):
        return
    for end in (closure.subject, closure.object):
        start = _start(mediator, end, known)
        if start is not None and len(start.values) <= MOST_ANCHORS and not any(t.kind == "bnode" for t in start.values):
            mediator.anchor(start, closure.context)
            return
    mediator.everything(closure.context)


def _edge(property_iri: str, context: Context) -> Pattern:
    return Pattern(Var("s"), RdfTerm("uri", property_iri), Var("o"), context)


def _walk(
    mediator: Mediator, closure: Closure, here: Term, there: Term, start: Candidates, *, backward: bool
) -> dict[str, Candidates] | None:
    """Edges from the nodes in ``start``, then from the nodes reached, until there are no new ones."""
    reached: frozenset[RdfTerm] = frozenset()
    opened: frozenset[RdfTerm] | None = frozenset()
    frontier = start
    while frontier.values:
        values: frozenset[RdfTerm] = frozenset()
        open_values: frozenset[RdfTerm] | None = frozenset()
        for step in closure.steps:
            source, target = ("o", "s") if step.inverse != backward else ("s", "o")
            found = mediator.single(_edge(step.property, closure.context), {source: frontier})
            if found is not None:
                values |= found[target].values
                more = found[target].open
                open_values = open_values | more if open_values is not None and more is not None else None
        new = values - reached
        reached |= values
        opened = opened | open_values if opened is not None and open_values is not None else None
        if closure.once:
            break
        # What came from a source that was asked for everything is reached as well: all of it is walked on from.
        frontier = Candidates(new, open_values)
    known: dict[str, Candidates] = {}
    if isinstance(here, Var):
        known[here.name] = start
    if isinstance(there, Var):
        ends = reached | start.values if closure.zero else reached
        open_ends = None
        if opened is not None and start.open is not None:
            open_ends = opened | start.open
        if not ends:
            return None
        known[there.name] = Candidates(ends, open_ends)
    return known
