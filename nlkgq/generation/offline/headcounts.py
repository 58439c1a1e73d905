"""``the headcount of ships``, ``the ship total``, ``a tally of ships``: how many ships there are."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.operators import adjective
from nlkgq.generation.offline.request_words import ORDER, kind_end, put
from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.vocabulary import Vocabulary

_COUNTS = frozenset(("headcount", "headcounts", "tally", "count", "counts", "total", "number"))
_ONLY_COUNTS = frozenset(("headcount", "headcounts", "tally"))
_LARGE = frozenset(("overall", "grand", "complete", "exact", "full", "entire"))
_ALL = frozenset(("the", "all", "our", "every", "these", "those", "your", "my"))


def with_numbers(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """The tokens with such words as ``number of``, where what they stand beside can be counted."""
    found: list[Token] = []
    place = 0
    while place < len(tokens):
        begins = place == 0 or tokens[place - 1].kind == "mark"
        if begins and (start := _counted(tokens, place, vocabulary)):
            # "count the ships"
            found += [*put(tokens[place], ORDER, "the", "number", "of"), *tokens[place + 1 : start]]
            place = start
            continue
        turned = _before(tokens, place, vocabulary) or _behind(tokens, place, vocabulary)
        if turned is not None:
            while found and found[-1].folded in ("a", "an") and turned[0]:
                found.pop()
            found += turned[0]
            place = turned[1]
            continue
        if tokens[place].folded == "our" and place + 1 < len(tokens) and kind_end(tokens, place + 1, vocabulary):
            found += put(tokens[place], "the")
            place += 1
            continue
        found.append(tokens[place])
        place += 1
    return tuple(found)


def _counted(tokens: Sequence[Token], place: int, vocabulary: Vocabulary) -> int:
    """Where the things begin that ``count the ships`` orders to count; 0 for other words."""
    start = place + 1
    while start < len(tokens) and tokens[start].folded in _ALL:
        start += 1
    return start if tokens[place].folded == "count" and kind_end(tokens, start, vocabulary) else 0


def _before(tokens: Sequence[Token], place: int, vocabulary: Vocabulary) -> tuple[list[Token], int] | None:
    """``overall count of ships``, ``headcount of the ships``."""
    noun = place
    while noun < len(tokens) and tokens[noun].folded in _LARGE:
        noun += 1
    after = tokens[noun + 1].folded if noun + 1 < len(tokens) else ""
    if noun >= len(tokens) or tokens[noun].folded not in _COUNTS or after not in ("of", "for", "on"):
        return None
    extreme = adjective(tokens[place - 1].folded, vocabulary.languages) if place else None
    odd = noun > place or tokens[noun].folded in _ONLY_COUNTS | {"total"}
    start = noun + 2
    while start < len(tokens) and tokens[start].folded in _ALL:
        start += 1
    if not odd or extreme or not kind_end(tokens, start, vocabulary):
        return None
    said = tokens[noun + 2 : start] if after == "of" else ()
    kept = [t for t in said if t.folded not in ("our", "my", "your")]
    return [*put(tokens[noun], "number", "of"), *kept], start


def _behind(tokens: Sequence[Token], place: int, vocabulary: Vocabulary) -> tuple[list[Token], int] | None:
    """``the ship total``, ``the ship headcount``."""
    if place and tokens[place - 1].kind == "word" and tokens[place - 1].folded in ("of", "by"):
        return None
    end = kind_end(tokens, place, vocabulary)
    if not end or end >= len(tokens) or any(t.possessive for t in tokens[place:end]):
        return None
    if tokens[end - 1].folded.endswith("s") and tokens[end].folded == "count":
        # "voyages count only once"
        return None
    word = tokens[end].folded
    after = tokens[end + 1] if end + 1 < len(tokens) else None
    if word not in _ONLY_COUNTS | {"total", "count"} or (after is not None and after.folded == "of"):
        return None
    known = vocabulary.readings(tuple(t.folded for t in tokens[place : end + 1]))
    if (
        known
        and known[0].kind == "property"
        and vocabulary.is_called(known[0].iri, [t.folded for t in tokens[place : end + 1]])
    ):
        return None
    return [*put(tokens[place], "number", "of"), *tokens[place:end]], end + 1
