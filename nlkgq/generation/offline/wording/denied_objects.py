"""``ships that carried nothing``, ``ships that carried no salt``: ships that never carried any."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.function_words import BE, DO, HAVE
from nlkgq.generation.offline.tokens import Token, in_place_of
from nlkgq.generation.offline.verb_forms import verb_forms

_ENDS = frozenset(("and", "but", "or", "yet", "in", "at", "from", "by", "since", "before", "after", "during"))
_YES_OR_NO = BE | DO | HAVE


def with_denied_verbs(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens with ``never`` before a verb that has nothing, or no such thing, for its object.

    >>> from nlkgq.generation.offline.tokens import tokenize
    >>> [" ".join(t.text for t in with_denied_verbs(tokenize(q))) for q in (
    ...     "ships that carried nothing", "ports that have sold nothing", "who bought nothing?", "nothing but ships",
    ...     "which ships carried no salt", "ships that carried no salt in 2014")]
    ['ships that never carried anything', 'ports that have never sold anything', 'who never bought anything ?', \
'nothing but ships', 'which ships never carried any salt', 'ships that carried no salt in 2014']
    """
    found = list(tokens)
    for place in range(len(tokens) - 1, 0, -1):
        word, before = tokens[place].folded, tokens[place - 1].folded
        kinds = verb_forms().get(before, frozenset())
        after = tokens[place + 1] if place + 1 < len(tokens) else None
        closed = after is None or after.kind == "mark" or after.folded in _ENDS
        verb = bool(kinds - {"gerund"}) and before not in _YES_OR_NO
        nothing = word == "nothing" and closed
        last = all(t.kind == "mark" for t in tokens[place + 2 :])
        none = word == "no" and "past" in kinds and last and after is not None and after.kind == "word"
        if not (nothing or none) or not verb or tokens[0].folded in _YES_OR_NO or place < 2:
            continue
        found[place - 1 : place + 1] = [
            in_place_of(tokens[place - 1], "never"),
            tokens[place - 1],
            in_place_of(tokens[place], "anything" if nothing else "any"),
        ]
    return tuple(found)
