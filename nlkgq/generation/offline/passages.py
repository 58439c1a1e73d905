"""Titles without quotes that the graph holds only within longer values: ``Ada Berg: Tides of the North. (2001)``."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nlkgq.generation.offline.tokens import Token, tokenize
from nlkgq.values.model import StoredValue

_FEWEST = 4
"""Words of a title that is told from other words by being stored as it stands."""
_MOST_STARTS = 6
_BEFORE = frozenset(":;(")
_AFTER = frozenset(".?!:;(")


def passages(
    tokens: Sequence[Token], covered: frozenset[int], search: Callable[[str], Sequence[StoredValue]]
) -> list[tuple[int, int, list[StoredValue]]]:
    """(first token, end token, values) of the stretches that are a part, between marks, of stored values.

    Args:
        tokens: The question.
        covered: Tokens that are values already.
        search: Finds values that hold some words one after another.
    """
    found: list[tuple[int, int, list[StoredValue]]] = []
    starts = [n for n, t in enumerate(tokens) if n and n not in covered and _may_start(t)]
    for start in starts[:_MOST_STARTS]:
        if any(s <= start < e for s, e, _ in found):
            continue
        words = [t.text for t in tokens[start:] if t.kind in ("word", "number")][:_FEWEST]
        if len(words) < _FEWEST:
            break
        held = [(length, v) for v in search(" ".join(words)) if (length := _length(tokens[start:], v.text))]
        longest = max((length for length, _ in held), default=0)
        if longest:
            found.append((start, start + longest, [v for length, v in held if length == longest]))
    return found


def _may_start(token: Token) -> bool:
    return token.kind in ("word", "number") and (token.text[:1].isupper() or token.text[:1].isdigit())


def _length(asked: Sequence[Token], text: str) -> int:
    """How many tokens from the first one on are the part of a text between two of its marks; 0 for none."""
    stored = tokenize(text)
    longest = 0
    for begin, token in enumerate(stored):
        if token.folded != asked[0].folded or (begin and stored[begin - 1].text not in _BEFORE):
            continue
        size = 0
        while size < len(asked) and begin + size < len(stored) and asked[size].folded == stored[begin + size].folded:
            size += 1
            ended = begin + size == len(stored) or stored[begin + size].text in _AFTER
            words = sum(t.kind != "mark" for t in asked[:size])
            if ended and words >= _FEWEST and size > longest and asked[size - 1].kind != "mark":
                longest = size
    return longest
