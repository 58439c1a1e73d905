"""``has X written more plays than Y``: words that compare what must be counted first."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.operators import adjective
from nlkgq.generation.offline.tokens import Token, number_of

_MORE = frozenset(("more", "fewer", "less"))
_MEANS = frozenset(("average", "mean", "median", "expected"))


def compared_counts(tokens: Sequence[Token], languages: Sequence[str]) -> tuple[int, int] | None:
    """The places of ``more`` and ``than`` where a noun stands between and another thing after them; None elsewhere.

    Args:
        tokens: A question.
        languages: Whose adjectives count: what is more expensive is not counted.

    >>> from nlkgq.generation.offline.tokens import tokenize
    >>> compared_counts(tokenize("has Ada more ships than Bo"), ["en"])
    (2, 4)
    >>> compared_counts(tokenize("who has more than 3 ships"), ["en"])
    """
    for more, token in enumerate(tokens):
        if token.folded not in _MORE:
            continue
        than = next((n for n in range(more + 1, len(tokens)) if tokens[n].folded == "than"), None)
        if than is None or than == more + 1 or than + 1 == len(tokens):
            continue
        against = {t.folded for t in tokens[than + 1 : than + 3]}
        if number_of(tokens[than + 1]) is not None or _MEANS & against:
            continue
        if adjective(tokens[more + 1].folded, languages) is None:
            return more, than
    return None


def compared_with_all(tokens: Sequence[Token]) -> bool:
    """Whether something is more so than all of some things: ``longer than every ship built in 1912``."""
    pairs = [tuple(t.folded for t in tokens[n : n + 3]) for n in range(len(tokens) - 2)]
    return any(than == "than" and every in EVERY and other not in NOT_ALL for than, every, other in pairs)


EVERY = frozenset(("every", "all", "each"))
"""Not "any", which may be one of them."""
NOT_ALL = frozenset(("other", "others", "else", "of"))
"""Words after which all the others are meant: what is more so than these is the most."""
