"""``the lowest age and the highest age``: the least and the greatest of one value, not whose they are."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from nlkgq.generation.offline.operators import adjective
from nlkgq.generation.offline.request_words import put
from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.vocabulary import Vocabulary

_MEANS = frozenset(("average", "mean", "maximum", "minimum", "total"))
_SIDES = {"max": "maximum", "min": "minimum"}
_LONGEST = 3


def with_bounds(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """The tokens with such superlatives as ``maximum`` and ``minimum``, where several stand before one noun.

    Args:
        tokens: The question.
        vocabulary: Its languages, and which words name values.
    """
    items = [found for n in range(len(tokens)) if (found := _item(tokens, n, vocabulary))]
    said: dict[int, str] = {}
    for (place, side, noun), (after, other, same) in pairwise(items):
        between = {t.folded for t in tokens[place + 1 + len(noun) : after]}
        if noun == same and side != other and between <= _JOINTS and between:
            said |= {place: side, after: other}
    return tuple(put(t, said[n])[0] if n in said else t for n, t in enumerate(tokens))


_JOINTS = frozenset((",", "and", "the", "as", "well", "plus", "also", "what", "is", "are", "their"))


def _item(tokens: Sequence[Token], place: int, vocabulary: Vocabulary) -> tuple[int, str, tuple[str, ...]] | None:
    """Where a measure of a value stands, which one, and the words for the value; None for other words."""
    word = tokens[place].folded
    found = adjective(word, vocabulary.languages)
    if found is not None and found.degree == "superlative":
        side = _SIDES[found.senses[0][0]]
    elif word in _MEANS:
        side = word
    else:
        return None
    for end in range(min(place + 1 + _LONGEST, len(tokens)), place + 1, -1):
        noun = tuple(t.folded for t in tokens[place + 1 : end])
        if any(t.kind != "word" for t in tokens[place + 1 : end]) or noun[-1] in vocabulary.lexicon.function_words:
            continue
        readings = vocabulary.readings(noun)
        if readings and readings[0].kind == "property" and not readings[0].object:
            return place, side, noun
    return None
