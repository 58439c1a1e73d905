"""What is told of each of some things: ``the ships and the flag of each`` are the ships and their flags."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.tokens import Token, in_place_of

_BEFORE = frozenset(("and", "with", "plus", "including", ","))
_COUNTED = frozenset(("number", "numbers", "count", "total", "average", "mean", "sum", "amount", "share", "most"))
_THEM = (("one",), ("of", "them"), ("of", "these"), ("of", "those"))
_ENDS = frozenset("?.!,;")
_LONGEST = 3


def with_their(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens with such words put as theirs.

    >>> from nlkgq.generation.offline.tokens import tokenize
    >>> " ".join(t.text for t in with_their(tokenize("List the ships of Norway with the flag of each.")))
    'List the ships of Norway with their flag .'
    """
    words = [t.folded if t.kind != "mark" else t.text for t in tokens]
    for place in range(3, len(tokens)):
        if words[place - 1 : place + 1] != ["of", "each"]:
            continue
        end = place + 1
        end += max((len(t) for t in _THEM if tuple(words[end : end + len(t)]) == t), default=0)
        last = end == len(tokens) or words[end] in _ENDS | {"and"}
        start = next((n for n in range(place - 3, place - 3 - _LONGEST, -1) if n > 0 and words[n] == "the"), 0)
        told = start and words[start - 1] in _BEFORE and _COUNTED.isdisjoint(words[start:place])
        if last and told and all(t.kind == "word" for t in tokens[start:place]):
            rest = with_their(tokens[end:])
            return (*tokens[:start], in_place_of(tokens[start], "their"), *tokens[start + 1 : place - 1], *rest)
    return tuple(tokens)
