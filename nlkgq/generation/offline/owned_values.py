"""``the highest average crate weight``, ``sorted by crate weight``: the noun before a value tells only whose it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nlkgq.analysis.schema_graph import ANYTHING
from nlkgq.generation.offline.readings import Chunk, Reading
from nlkgq.generation.offline.tokens import Token

_TOTALS = frozenset(("average", "sum", "maximum", "minimum"))
_ORDERS = frozenset(("order", "ascending", "descending", "alphabetical"))
_SMALL = frozenset(("the", "of", "of the", "by", "in", "der", "die", "das", "nach", "von"))
_JOINING = frozenset(("and", ",", "then", "by", "the", "und", "dann", "nach"))


def with_owned_values(chunks: Sequence[Chunk], tokens: Sequence[Token]) -> list[Chunk]:
    """The chunks with a kind of things and a value of theirs as one, where that is to be extreme or tells the order.

    Args:
        chunks: In the order of the question.
        tokens: The question.
    """
    found: list[Chunk] = []
    place, ordered = 0, False
    while place < len(chunks):
        chunk, following = chunks[place], chunks[place + 1] if place + 1 < len(chunks) else None
        own = _own(chunk, following)
        ordered = _is_key(found, chunk, tokens, ordered=ordered)
        if following is not None and own and (ordered or _is_extreme(found, chunk, tokens)):
            found.append(replace(following, start=chunk.start, text=f"{chunk.text} {following.text}", readings=own))
            place += 2
            continue
        found.append(chunk)
        place += 1
    return found


def _own(chunk: Chunk, following: Chunk | None) -> list[Reading]:
    """The values that only the things of a kind have which the words behind it may mean; [] for other words."""
    if following is None or following.start != chunk.end or any((c.operator or c.degree) for c in (chunk, following)):
        return []
    kind, value = (c.readings[0] if c.readings else None for c in (chunk, following))
    if kind is None or value is None or kind.kind != "class" or kind.subject == ANYTHING:
        return []
    if value.kind != "property" or value.object or not value.noun:
        return []
    alike = [r for r in following.readings if r.kind == "property" and not r.object and r.noun]
    return [r for r in alike if r.subject and not r.subject & ~kind.subject]


def _is_extreme(before: Sequence[Chunk], chunk: Chunk, tokens: Sequence[Token]) -> bool:
    """Whether an adjective stands before, such as ``highest``, with nothing between but ``average`` or ``sum of``."""
    start = chunk.start
    for other in reversed(before):
        if not _is_small(tokens, other.end, start, _SMALL):
            return False
        if other.degree == "superlative":
            return True
        if other.operator not in _TOTALS:
            return False
        start = other.start
    return False


def _is_key(before: Sequence[Chunk], chunk: Chunk, tokens: Sequence[Token], *, ordered: bool) -> bool:
    """Whether rows are ordered by what a chunk begins, or go on to be."""
    if not before:
        return False
    if before[-1].operator in _ORDERS:
        return _is_small(tokens, before[-1].end, chunk.start, _SMALL)
    return ordered and (bool(chunk.operator) or _is_small(tokens, before[-1].end, chunk.start, _JOINING))


def _is_small(tokens: Sequence[Token], start: int, end: int, words: frozenset[str]) -> bool:
    return all(t.folded in words or t.text in words for t in tokens[start:end])
