"""What is said after a question and makes it another one: ``ships by flag, count them``."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from nlkgq.generation.offline.tokens import Token, in_place_of

_COUNTS = (
    ("count",),
    ("count", "them"),
    ("count", "each"),
    ("count", "these"),
    ("counted",),
    ("just", "count", "them"),
)
_ASKING = frozenset(
    (
        *("list", "show", "give", "find", "return", "display", "name", "tell", "get", "which", "what", "who", "how"),
        *("is", "are", "was", "were", "do", "does", "did", "has", "have", "count", "for", "if", "take", "among"),
    )
)
_NUMBERS = frozenset(("number", "count", "total", "figure"))
_THAT = frozenset(("that", "this", "the"))
_TELLING = (
    *(
        ("what", "is"),
        ("what", "was"),
        ("give",),
        ("show",),
        ("state",),
        ("say",),
        ("tell",),
        ("tell", "me"),
        ("also",),
    ),
    *((),),
)
_ORDERED = frozenset(("most", "fewest", "least"))
_EXTREME = frozenset(("largest", "highest", "greatest", "biggest", "smallest", "lowest", "maximum", "minimum"))


def with_afterthoughts(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens as one question.

    >>> from nlkgq.generation.offline.tokens import tokenize
    >>> [" ".join(t.text for t in with_afterthoughts(tokenize(q))) for q in ("ships by flag, count them",)]
    ['number of ships by flag']
    """
    return _counted(_numbered(tuple(tokens)))


def _numbered(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """``Which flag has the most ships, and what is that number?``: and how many."""
    end = len(tokens)
    while end and tokens[end - 1].kind == "mark":
        end -= 1
    words = [t.folded for t in tokens[:end]]
    if len(words) < _SHORTEST or words[-1] not in _NUMBERS or words[-2] not in _THAT:
        return tokens
    for telling in _TELLING:
        start = end - 2 - len(telling)
        if tuple(words[start : end - 2]) == telling and words[start - 1] in ("and", "plus", "with"):
            if not _counts_most(words[: start - 1]):
                return tokens
            joint = in_place_of(tokens[start - 1], "and")
            asked = [in_place_of(tokens[start], word) for word in ("how", "many")]
            return (*tokens[: start - 1], joint, *asked, *tokens[end:])
    return tokens


def _counts_most(words: Sequence[str]) -> bool:
    """Whether ``the most ships`` or ``the largest number of ships`` are looked for."""
    largest = any(a in _EXTREME and b == "number" for a, b in pairwise(words))
    return largest or not _ORDERED.isdisjoint(words)


_SHORTEST = 6


def _counted(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """``ships by flag, count them`` is how many there are."""
    end = len(tokens)
    while end and tokens[end - 1].kind == "mark":
        end -= 1
    for words in sorted(_COUNTS, key=len, reverse=True):
        start = end - len(words)
        told = tuple(t.folded for t in tokens[max(start, 0) : end]) == words
        if not told or start < 2 or tokens[start - 1].text not in (",", "-", ";", ":", "and"):
            continue
        if tokens[0].folded in _ASKING or tokens[0].kind != "word":
            return tokens
        first = tokens[0]
        return (in_place_of(first, "number"), in_place_of(first, "of"), *tokens[: start - 1], *tokens[end:])
    return tokens
