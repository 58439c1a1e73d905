"""``5th row seats``, ``in the fifth row``: an ordinal before a numbered value is this value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nlkgq.generation.offline.tokens import Token, in_place_of, ordinal_of
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.generation.offline.wording.named_words import is_kind

_IN = frozenset(("in", "of", "from", "the"))
_RANKING = frozenset(("most", "least"))


def with_ordinal_values(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """The tokens with such a value as ``row 5``, behind the things that have it.

    Args:
        tokens: The question.
        vocabulary: Which values are numbers, and what has them.
    """
    found: list[Token] = []
    place = 0
    while place < len(tokens):
        number = ordinal_of(tokens[place]) if place + 1 < len(tokens) else None
        noun = tokens[place + 1] if number is not None else None
        if number is None or noun is None or not _is_numbered(noun, vocabulary):
            found.append(tokens[place])
            place += 1
            continue
        after = tokens[place + 2] if place + 2 < len(tokens) else None
        thing = after if is_kind(after, vocabulary) and not (after and after.possessive) else None
        before = tokens[place - 1].folded if place else ""
        if thing is None and (before not in _IN or (after is not None and after.folded in _RANKING)):
            found.append(tokens[place])
            place += 1
            continue
        value = (noun, replace(in_place_of(tokens[place], str(number)), kind="number"))
        if thing is not None:
            found += [thing, in_place_of(tokens[place], "in")]
        elif found and found[-1].folded == "the":
            found.pop()
        found += value
        place += 3 if thing is not None else 2
    return tuple(found)


def _is_numbered(token: Token, vocabulary: Vocabulary) -> bool:
    found = vocabulary.readings((token.folded,))[:1] if token.kind == "word" else ()
    return any(r.kind == "property" and not r.object and vocabulary.schema.is_numeric(r.iri) for r in found)
