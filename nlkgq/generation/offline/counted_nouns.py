"""How many there are, told by a noun: ``ship count by flag``, ``the headcount of sailors``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nlkgq.generation.offline.tokens import Token, in_place_of
from nlkgq.generation.offline.vocabulary import Vocabulary

_COUNT = frozenset(("count", "counts", "headcount", "tally", "tallies"))
_HEADS = frozenset(("headcount", "tally"))
_WHOLE = frozenset(("overall", "full", "complete", "entire", "grand", "exact"))
_AMOUNT = frozenset(("number", "count", "total", "headcount", "tally"))
_LONGEST = 3
_CALLED_SO = 0.9
_ORDERS = frozenset(("to", "and", "please", "we", "i", "you", "or", "then", "not", "do"))


def with_counted_nouns(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """The tokens with ``ship count`` as ``number of ships``, where nothing is called a count of them.

    Args:
        tokens: The question.
        vocabulary: Which things and values there are.
    """
    found: list[Token] = []
    for place, token in enumerate(tokens):
        following = tokens[place + 1].folded if place + 1 < len(tokens) else ""
        if (
            token.folded in _WHOLE
            and following in _AMOUNT
            and [t.folded for t in tokens[place + 2 : place + 3]] == ["of"]
        ):
            # "the overall count of ships"
            continue
        if token.folded in _HEADS and following == "of" and not vocabulary.readings((token.folded,)):
            found.append(in_place_of(token, "number"))
            continue
        start = _counted(found, token, vocabulary) if token.folded in _COUNT and token.kind == "word" else len(found)
        if start == len(found):
            found.append(token)
            continue
        noun = found[start:]
        number = [in_place_of(noun[0], "number"), in_place_of(noun[0], "of")]
        found[start:] = [*number, *noun[:-1], _several(noun[-1])]
    return tuple(found)


def _counted(before: Sequence[Token], token: Token, vocabulary: Vocabulary) -> int:
    """Where the noun right before ``count`` begins; the end where none does, or where a value is called so."""
    end = len(before)
    for start in range(max(end - _LONGEST, 0), end):
        noun = before[start:end]
        if any(t.kind != "word" or t.possessive or t.folded in _ORDERS for t in noun):
            continue
        if noun[-1].folded.endswith("s") and not noun[-1].folded.endswith("ss"):
            # "these ships count, too"
            continue
        words = tuple(t.folded for t in noun)
        named = vocabulary.readings((*words, token.folded))
        if any(r.kind == "property" and r.how != "comment" and r.score > _CALLED_SO for r in named):
            return end
        told = vocabulary.readings(words)[:1]
        if told and told[0].score > _CALLED_SO and (told[0].kind == "class" or told[0].noun):
            return start
    return end


def _several(token: Token) -> Token:
    """A noun in the plural, as ``number of`` has it."""
    word = token.text
    ending = "ies" if word.endswith("y") and word[-2:-1] not in "aeiou" else "es" if word.endswith(_HISSING) else "s"
    stem = word[:-1] if ending == "ies" else word
    return replace(token, text=f"{stem}{ending}", folded=f"{token.folded[: len(stem)]}{ending}")


_HISSING = ("s", "x", "ch", "sh")
