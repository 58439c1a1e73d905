"""Words of a question put otherwise, from its first to its last."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nlkgq.generation.offline.tokens import Token, in_place_of


def replaced(tokens: Sequence[Token], told: Callable[[int], tuple[int, Sequence[str]]]) -> tuple[Token, ...]:
    """The tokens with others in the place of some.

    >>> from nlkgq.generation.offline.tokens import tokenize
    >>> said = tokenize("boats w/ a crew pls")
    >>> [t.text for t in replaced(said, lambda n: (1, ()) if said[n].text == "pls" else (0, ()))]
    ['boats', 'w', '/', 'a', 'crew']

    Args:
        tokens: The question.
        told: Place -> how many tokens from there on are put otherwise, and the words for them; 0 for none.
    """
    found: list[Token] = []
    place = 0
    while place < len(tokens):
        length, words = told(place)
        found += [in_place_of(tokens[place], w) for w in words] if length else [tokens[place]]
        place += length or 1
    return tuple(found)
