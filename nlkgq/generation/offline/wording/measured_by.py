"""By what the largest is the largest: ``the largest port by number of ships``, ``the longest in terms of stops``."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.function_words import BE
from nlkgq.generation.offline.operators import adjective
from nlkgq.generation.offline.tokens import Token, in_place_of
from nlkgq.generation.offline.vocabulary import Vocabulary

_MEASURED = (
    *(("in", "terms", "of"), ("as", "measured", "by"), ("measured", "by"), ("measured", "in"), ("judged", "by")),
    *(("with", "respect", "to"), ("with", "regard", "to"), ("in", "respect", "of"), ("going", "by"), ("based", "on")),
    *(("according", "to"), ("when", "it", "comes", "to"), ("as", "regards"), ("as", "judged", "by")),
)
_BY = ("by",)
_NUMBER = (("number", "of"), ("count", "of"), ("amount", "of"), ("total", "number", "of"), ("how", "many"))
_MOST = {"max": "most", "min": "fewest"}
_FARTHEST = 6
"""Most words from a superlative to what it is measured by."""
_MEASURE = 4
"""Most words of a measure."""


def with_measures(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """The tokens with a number of things in place of the superlative that it explains: the port with the most ships.

    What is no number of things only stands behind ``by``.

    Args:
        tokens: The question.
        vocabulary: The languages of its adjectives.
    """
    words = [t.folded if t.kind == "word" else "" for t in tokens]
    for place in range(2, len(tokens) - 1):
        joint = next((j for j in (*_MEASURED, _BY) if tuple(words[place : place + len(j)]) == j), ())
        extreme = _extreme(tokens, place, vocabulary) if joint else None
        if extreme is None:
            continue
        at, until, direction = extreme
        start = place + len(joint)
        start += words[start : start + 1] in (["the"], ["their"], ["its"])
        number = next((n for n in _NUMBER if tuple(words[start : start + len(n)]) == n), ())
        noun = start + len(number)
        end = next((n for n in range(noun, len(tokens)) if tokens[n].kind != "word"), len(tokens))
        if not noun < end <= noun + _MEASURE:
            continue
        if number:
            return (*_with_most(tokens, (at, until), place, direction), *tokens[noun:])
        if joint != _BY:
            return (*tokens[:place], in_place_of(tokens[place], "by"), *tokens[start:])
    return tuple(tokens)


def _extreme(tokens: Sequence[Token], place: int, vocabulary: Vocabulary) -> tuple[int, int, str] | None:
    """Where the superlative before a place starts and ends, and its direction; None without one in its clause."""
    for n in range(place - 1, max(place - _FARTHEST, -1), -1):
        if tokens[n].kind == "mark":
            return None
        found = adjective(tokens[n].folded, vocabulary.languages)
        if found is not None and found.degree == "superlative" and found.senses:
            return n, n + 1, found.senses[0][0]
        if tokens[n].folded in _WAYS and n + 1 < place and not vocabulary.readings((tokens[n + 1].folded,)):
            # "the most popular"
            return n, n + 2, _WAYS[tokens[n].folded]
    return None


_WAYS = {"most": "max", "least": "min"}


def _with_most(tokens: Sequence[Token], extreme: tuple[int, int], place: int, direction: str) -> list[Token]:
    """``the largest port`` as ``the port with the most``, ``port is the largest`` as ``port has the most``."""
    at, until = extreme

    def put(*said: str) -> list[Token]:
        return [in_place_of(tokens[at], word) for word in said]

    most = _MOST[direction]
    if until < place:
        return [*tokens[:at], *tokens[until:place], *put("with", "the", most)]
    verb = at - 1 - (tokens[at - 1].folded == "the")
    if verb > 0 and tokens[verb].folded in BE:
        return [*tokens[:verb], *put("have" if tokens[verb].folded in ("are", "were") else "has", "the", most)]
    return [*tokens[:at], *put(most)]
