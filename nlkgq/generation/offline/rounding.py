"""To how many decimal places numbers are wanted: ``, rounded to one decimal``, wherever it is said."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.tokens import Token, number_of

_ROUNDED = (
    *(("rounded", "off", "to"), ("rounded", "to"), ("round", "to"), ("round", "it", "to"), ("round", "them", "to")),
    *(("gerundet", "auf"),),
)
_PLACED = (("to",), ("with",), ("mit",), ("auf",))
_BEGUN = {word: tuple(p for p in (*_ROUNDED, *_PLACED) if p[0] == word) for word, *_ in (*_ROUNDED, *_PLACED)}
"""First word -> its phrases, in the order in which they are looked for."""
_PLACES = frozenset(
    ("decimal", "decimals", "place", "places", "digit", "digits", "dezimalstellen", "nachkommastellen", "stellen")
)
_WHOLE = (("the", "nearest", "integer"), ("the", "nearest", "whole", "number"), ("whole", "numbers"), ("integers",))


def without_rounding(tokens: Sequence[Token]) -> tuple[tuple[Token, ...], int] | None:
    """The tokens without what says to how many decimal places, and how many; None where nothing says so.

    >>> from nlkgq.generation.offline.tokens import tokenize
    >>> kept, digits = without_rounding(tokenize("Mean age per flag, rounded to one decimal."))
    >>> [t.text for t in kept], digits
    (['Mean', 'age', 'per', 'flag', '.'], 1)
    """
    for start, token in enumerate(tokens):
        for phrase in _BEGUN.get(token.folded, ()):
            found = _places(tokens, start, phrase)
            if found is not None:
                end, digits = found
                begin = start - 1 if start and tokens[start - 1].text in (",", "-") else start
                return (*tokens[:begin], *tokens[end:]), digits
    return None


def _places(tokens: Sequence[Token], start: int, phrase: tuple[str, ...]) -> tuple[int, int] | None:
    """The end of a phrase with its number of places, and this number."""
    place = start + len(phrase)
    if place >= len(tokens) or tuple(t.folded for t in tokens[start:place]) != phrase:
        return None
    for whole in _WHOLE if phrase in _ROUNDED else ():
        if tuple(t.folded for t in tokens[place : place + len(whole)]) == whole:
            return place + len(whole), 0
    digits, end = number_of(tokens[place]), place + 1
    while end < len(tokens) and tokens[end].folded in _PLACES:
        end += 1
    told = phrase in _ROUNDED or end > place + 1
    return (end, digits) if told and isinstance(digits, int) and digits < 10 else None
