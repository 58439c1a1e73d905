"""Columns that may stay empty: ``its licence, if any``, ``where given its age``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nlkgq.generation.offline.mentions import Mention
from nlkgq.generation.offline.operators import phrase_starts
from nlkgq.generation.offline.query_graph import Edge, QueryGraph
from nlkgq.generation.offline.tokens import Token

_BOTH = frozenset(("they", "both", "sie", "beide"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """The words of a column, and whether rows without a value for it stay."""

    tokens: tuple[Token, ...]
    optional: bool = False


def wishes(phrases: Sequence[tuple[Token, ...]], languages: Sequence[str]) -> list[Wish]:
    """The columns that phrases ask for, with the words taken out that say which of them may stay empty.

    Such words stand behind a column, or before all that may be empty.
    """
    found: list[Wish] = []
    onward = False
    for place, phrase in enumerate(phrases):
        start, end = optional_words(phrase, languages)
        if start == end:
            found.append(Wish(tokens=phrase, optional=onward))
            continue
        before, after = phrase[:start], phrase[end:]
        leads = not before and (bool(after) or place + 1 < len(phrases))
        if before or after:
            found.append(Wish(tokens=before or after, optional=True))
        elif found and not leads:
            found[-1] = Wish(tokens=found[-1].tokens, optional=True)
        if before and len(found) > 1 and _BOTH.intersection(t.folded for t in phrase[start:end]):
            found[-2] = Wish(tokens=found[-2].tokens, optional=True)
        onward = onward or leads
    return found


def marks_optional(last: Mention | None, before: Sequence[Token], *, more: bool) -> bool:
    """``and where given their age`` is said of all that follows, ``their age, if any`` of what stands before.

    Args:
        last: The mention before, which is marked where it is meant.
        before: The tokens before the words.
        more: Whether something follows.

    Returns:
        Whether what follows is meant.
    """
    word = next((t.folded for t in reversed(before) if t.kind != "mark"), "")
    if last is None or (more and word in ("and", "und")):
        return True
    last.optional = True
    return False


def optional_words(tokens: Sequence[Token], languages: Sequence[str]) -> tuple[int, int]:
    """The first stretch of tokens that says that something may be missing; an empty one for none."""
    for start in range(len(tokens)):
        length = phrase_starts(tokens, start, "optional", languages)
        if length:
            return start, start + length
    return 0, 0


def make_optional(graph: QueryGraph, node: int) -> bool:
    """Puts what leads to a node, and to nothing else that is wanted, into an OPTIONAL of its own.

    Returns:
        False, and nothing changed, where the rows need the node or nothing else would be left of them.
    """
    needed = {n for c in graph.conditions for n in (c.node, c.other) if n is not None}
    needed |= {c.node for c, *_ in graph.having} | ({graph.extreme.node} if graph.extreme is not None else set())
    shown = {c.node for c in graph.columns} | set(graph.groups)
    if node in needed or graph.ask or graph.nodes[node].terms:
        return False
    branch: list[Edge] = []
    here, nodes = node, [node]
    while True:
        steps = [e for e in graph.edges if not e.group and here in (e.subject, e.object) and e not in branch]
        if len(steps) != 1:
            return False
        branch.append(steps[0])
        here = steps[0].object if steps[0].subject == here else steps[0].subject
        rest = [e for e in graph.edges if here in (e.subject, e.object) and e not in branch]
        thing = graph.nodes[here]
        if thing.typed or thing.terms or here in shown | needed or len(rest) != 1 or graph.nodes[node].typed:
            break
        nodes.append(here)
    if not (graph.nodes[here].typed or any(not e.group for e in rest)):
        return False
    graph.negations += 1
    graph.optional.add(graph.negations)
    for edge in branch:
        edge.group = graph.negations
    for number in nodes:
        graph.nodes[number].group = graph.negations
    return True
