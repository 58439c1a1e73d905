"""What must hold of all things of something: ``whose ships are all red``, ``which have only red ships``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from nlkgq.generation.offline.function_words import BE, HAVE, PARTICIPLES, ends_as_verb
from nlkgq.generation.offline.mentions import Mention, Plan, is_class
from nlkgq.generation.offline.query_graph import QueryGraph
from nlkgq.generation.offline.tokens import Token

_ALL = frozenset(("all", "every", "alle", "jede", "jeder", "jedes"))
_ONLY = frozenset(("only", "exclusively", "nur"))
_SMALL = frozenset(("the", "of", "their", "its", "die", "der", "das"))
_RELATIVE = frozenset(("that", "which", "who", "die", "der", "das"))
_WITH = HAVE | {"with", "mit"}
_FARTHEST = 3


def mark_universal(plan: Plan, tokens: Sequence[Token]) -> None:
    """Marks, in place, the noun of all of whose things a question says something; else says that it is not understood.

    Args:
        plan: A question that asks which things.
        tokens: Its words.
    """
    if plan.form == "ASK":
        return
    for place, token in enumerate(tokens[1:-1], start=1):
        before, only = tokens[place - 1].folded, token.folded in _ONLY
        if not (only and before in _WITH) and not (token.folded in _ALL and before in BE):
            continue
        after = [m for m in plan.mentions if place < m.start <= place + _FARTHEST]
        earlier = [m for m in plan.mentions if m.end in (place - 1, place - 2)]
        verb = tokens[place + 1].folded
        if only and (ends_as_verb(verb) or verb in PARTICIPLES):
            # "have only painted ships"
            continue
        noun = _noun(after, tokens, place, only=only)
        if noun is None and not only:
            noun = next((m for m in earlier if is_class(m) and _is_near(m, tokens, place)), None)
        if noun is None or noun.projected or noun.group or not _asks_for_things(plan, noun):
            # "what colour is every ship": of each
            continue
        noun.universal = True
        plan.unsupported = [w for w in plan.unsupported if w.lower() not in _ONLY]
        return


def _asks_for_things(plan: Plan, noun: Mention) -> bool:
    """Whether things are asked for, or what is told of other things than those of the noun, such as of their owners."""
    asked = [m for m in plan.mentions if m.projected]
    told = [r for m in asked for r in m.readings[:1]]
    of_others = [r for r in told if r.kind == "class" or r.object or not r.subject & noun.readings[0].subject]
    return bool(told) and not any(m.aggregates for m in asked) and of_others == told


def _is_near(mention: Mention, tokens: Sequence[Token], place: int) -> bool:
    """Whether only ``that are`` stands between a noun and ``all``."""
    return all(t.folded in BE | _RELATIVE for t in tokens[mention.end : place])


def _noun(after: Sequence[Mention], tokens: Sequence[Token], place: int, *, only: bool) -> Mention | None:
    """The noun after ``are all``, or behind its attribute after ``have only``."""
    if only:
        found = [n for m, n in pairwise(after) if m.end == n.start and not is_class(m)]
        return next((n for n in found if is_class(n)), None)
    return next((m for m in after if {t.folded for t in tokens[place + 1 : m.start]} <= _SMALL and is_class(m)), None)


def hold_of_all(graph: QueryGraph, node: int) -> bool:
    """Demands of all things like a node what is said of it, beside the way to what is asked for; in place.

    There is one at least of which it holds, and none of which it does not.

    Returns:
        Whether this can be told apart, and said.
    """
    asked = {c.node for c in graph.columns} | set(graph.groups) | {c.node for c, _ in graph.order}
    wanted, said = set[int](), set[int]()
    for start in _neighbours(graph, node):
        part = _reached(graph, start, node)
        (wanted if part & asked else said).update(part)
    if node in asked or not wanted or not said or wanted & said or graph.extreme is not None or graph.having:
        return False
    touched = [e for e in graph.edges if node in (e.subject, e.object)]
    inner_edges = [e for e in graph.edges if e.subject in said or e.object in said]
    if any(e.group not in graph.exists | {0} for e in (*touched, *inner_edges)):
        return False
    outer, inner = graph.negations + 1, graph.negations + 2
    graph.negations = inner
    graph.within[inner] = outer
    copies = {node: graph.node(_stem(graph, node), classes=graph.nodes[node].classes, group=outer).number}
    graph.nodes[copies[node]].typed = graph.nodes[node].typed
    for old in sorted(said):
        n = graph.nodes[old]
        copy = graph.node(_stem(graph, old), classes=n.classes, terms=n.terms, is_literal=n.is_literal, group=inner)
        copies[old] = copy.number
    for e in touched:
        if e not in inner_edges:
            ends = (copies.get(n, n) for n in (e.subject, e.object))
            graph.edges.append(replace(e, subject=next(ends), object=next(ends), group=outer))
    for e in inner_edges:
        ends = (copies.get(n, n) for n in (e.subject, e.object))
        graph.edges.append(replace(e, subject=next(ends), object=next(ends), group=inner))
    for c in list(graph.conditions):
        if c.node in said:
            if c.other is not None or c.average:
                return False
            graph.conditions.append(replace(c, node=copies[c.node], group=inner))
    return True


def _stem(graph: QueryGraph, node: int) -> str:
    return graph.nodes[node].name.rstrip("0123456789") or graph.nodes[node].name


def _neighbours(graph: QueryGraph, node: int) -> set[int]:
    ends = {n for e in graph.edges if node in (e.subject, e.object) for n in (e.subject, e.object)}
    return ends - {node}


def _reached(graph: QueryGraph, start: int, without: int) -> set[int]:
    """The nodes that hang together with one when another is taken away."""
    found, queue = {start}, [start]
    while queue:
        here = queue.pop()
        new = _neighbours(graph, here) - found - {without}
        found |= new
        queue += new
    return found
