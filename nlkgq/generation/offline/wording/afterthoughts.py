"""What is said after a question and makes it another one: ``ships by flag, count them``."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from nlkgq.generation.offline.function_words import BE, HAVE
from nlkgq.generation.offline.operators import adjective
from nlkgq.generation.offline.tokens import Token, in_place_of, number_of

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
_MEASURES = frozenset(("average", "mean", "sum", "total"))
_BOUNDS = frozenset(("than", "least", "most"))
_AFTER_NOUNS = (
    BE
    | HAVE
    | frozenset(
        (
            *("of", "in", "from", "for", "by", "per", "with", "at", "on", "over", "above", "under", "below", "more"),
            *("less", "greater", "higher", "lower", "exceeds", "and", "or", "that", "which", "who", "not", "no"),
        )
    )
)
_STOPS = frozenset(".?!;:")
_NOUN = 3
"""Most words of what is measured."""
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
    if words[-5:] == [*words[-5:-4], "and", "how", "many", "times"] and _counts_most(tokens[: end - 4]):
        # "the most ships, and how many times"
        return (*tokens[: end - 1], *tokens[end:])
    if len(words) < _SHORTEST or words[-1] not in _NUMBERS | _MEASURES or words[-2] not in _THAT:
        return tokens
    if any(t.text in _STOPS for t in tokens[:end]):
        # of another sentence
        return tokens
    for telling in _TELLING:
        start = end - 2 - len(telling)
        if tuple(words[start : end - 2]) == telling and words[start - 1] in ("and", "plus", "with"):
            before, joint = tokens[: start - 1], in_place_of(tokens[start - 1], "and")
            measured = _measured(before, words[-1]) if words[-1] in _MEASURES else ()
            if measured and _is_extreme(before, measured[0]):
                return (*before, joint, tokens[end - 1], *tokens[end:])
            if measured:
                return (*before, joint, in_place_of(tokens[start], "the"), *measured, *tokens[end:])
            if words[-1] not in _NUMBERS or not _counts_most(before):
                return tokens
            asked = [in_place_of(tokens[start], word) for word in ("how", "many")]
            return (*before, joint, *asked, *tokens[end:])
    return tokens


def _measured(tokens: Sequence[Token], measure: str) -> tuple[Token, ...]:
    """``average age`` in ``ports with an average age over 9, and that average``; () where no noun stands behind it."""
    place = next((n for n, t in enumerate(tokens) if t.folded == measure), len(tokens))
    start = place + 1 + (place + 1 < len(tokens) and tokens[place + 1].folded == "of")
    end = start
    while end < len(tokens) and tokens[end].kind == "word" and tokens[end].folded not in _AFTER_NOUNS:
        end += 1
    return tuple(tokens[place:end]) if start < end <= start + _NOUN else ()


def _is_extreme(tokens: Sequence[Token], first: Token) -> bool:
    """``the highest average``"""
    place = next((n for n, t in enumerate(tokens) if t is first), 0)
    found = adjective(tokens[place - 1].folded, ("en",)) if place else None
    return found is not None and found.degree == "superlative"


def _counts_most(tokens: Sequence[Token]) -> bool:
    """Whether ``the most ships``, ``the largest number of ships`` or ``more than 3 ships`` are looked for."""
    largest = any(a.folded in _EXTREME and b.folded == "number" for a, b in pairwise(tokens))
    bounded = any(a.folded in _BOUNDS and number_of(b) is not None for a, b in pairwise(tokens))
    return largest or bounded or any(t.folded in _ORDERED for t in tokens)


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
