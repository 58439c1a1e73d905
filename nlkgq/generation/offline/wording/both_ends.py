"""``the prices of the cheapest and the most expensive ship``: the lowest and the highest price."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.operators import adjective
from nlkgq.generation.offline.tokens import Token, in_place_of
from nlkgq.generation.offline.vocabulary import Vocabulary

_ENDS = {"max": "maximum", "min": "minimum"}
_LONGEST = 3


def with_both_ends(tokens: tuple[Token, ...], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """The tokens with the largest and the smallest value asked for, where those are asked of that have them.

    Args:
        tokens: The question.
        vocabulary: What adjectives measure.
    """
    words = [t.folded for t in tokens]
    for of in (n for n in range(1, len(words) - 4) if words[n] == "of"):
        start, first = _extreme(words, of + 1, vocabulary)
        if not start or words[start] not in ("and", "or"):
            continue
        end, second = _extreme(words, start + 1, vocabulary)
        for begun in range(max(of - _LONGEST, 0), of):
            told = vocabulary.readings(tuple(words[begun:of]))[:1]
            values = {r.iri for r in told if r.kind == "property" and vocabulary.schema.is_numeric(r.iri)}
            ends = [next((d for iri, d in found.items() if iri in values), "") for found in (first, second)]
            if not end or not values or not all(ends) or ends[0] == ends[1]:
                continue
            asked = [in_place_of(tokens[start], w) for w in (_ENDS[ends[0]], "and", _ENDS[ends[1]])]
            return (*tokens[:begun], *asked, *tokens[begun : of + 1], *tokens[end:])
    return tokens


def _extreme(words: Sequence[str], place: int, vocabulary: Vocabulary) -> tuple[int, dict[str, str]]:
    """Where a superlative at a place ends, and what it measures in which direction; (0, {}) where there is none."""
    place += words[place : place + 1] == ["the"]
    turned = words[place : place + 1] == ["least"]
    most = words[place : place + 1] in (["most"], ["least"])
    at = place + most
    found = adjective(words[at], vocabulary.languages) if at < len(words) else None
    if found is None or (found.degree != "superlative" and not most):
        return 0, {}
    measured = {r.iri: d for d, r in vocabulary.measured(found)}
    return at + 1, {iri: d if not turned else ("min" if d == "max" else "max") for iri, d in measured.items()}
