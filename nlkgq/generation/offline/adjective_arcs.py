"""Adjectives of a question: ``longest``, ``most expensive``, ``the smaller one``, and what they measure by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nlkgq.generation.offline.function_words import BE, DO, HAVE, PARTICIPLES, ends_as_verb
from nlkgq.generation.offline.operators import adjective, operator_units
from nlkgq.generation.offline.own_measures import of_the_noun
from nlkgq.generation.offline.phrases import Arc, chunk_of
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.tokens import Token, number_of
from nlkgq.generation.offline.vocabulary import Vocabulary


def adjective_arcs(start: int, tokens: Sequence[Token], vocabulary: Vocabulary) -> list[Arc]:
    """(end, gain, chunk) of ``longest``, ``most expensive``, ``older``: a property with a direction."""
    token = tokens[start]
    if token.kind != "word":
        return []
    degree, place, sign = "", start, 1
    if token.folded in ("most", "least", "more", "less", "am") and start + 1 < len(tokens):
        degree = "superlative" if token.folded in ("most", "least", "am") else "comparative"
        sign = -1 if token.folded in ("least", "less") else 1
        place = start + 1
    word = tokens[place].folded
    found = adjective(word, vocabulary.languages)
    done = bool(start) and (ends_as_verb(tokens[start - 1].folded) or tokens[start - 1].folded in PARTICIPLES)
    onward = {t.folded for t in tokens[start + 1 : start + 2]} & _AT
    if found is None or (word == "last" and done and onward):
        # "released last in Norway" is the last of the releases
        return []
    end = place + 1
    measured = of_the_noun(word, found, end, tokens, vocabulary)
    chunk = chunk_of(start, end, tokens)
    chunk.degree = degree or found.degree
    if chunk.degree == "comparative" and (one := _is_the_one(start, end, tokens)):
        # "which group is the smaller one"
        chunk, chunk.degree = chunk_of(start, one, tokens), "superlative"
    if chunk.degree == "positive":
        if not _follows_amount(start, tokens):
            return []
        chunk.degree, chunk.readings = "", [replace(r, noun=False) for _, r in measured]
        return [(place + 1, _MEASURED, chunk)] if measured else []
    if chunk.degree == "superlative" and _names_nothing(end, tokens):
        # "which ferry is the longest one in Malta"
        chunk = chunk_of(start, end + 1, tokens)
        chunk.degree = "superlative"
    direction = found.senses[0][0]
    chunk.direction = direction if sign > 0 else ("min" if direction == "max" else "max")
    chunk.readings = [_with_direction(r, d, sign) for d, r in measured]
    return [(chunk.end, 1.05 * (chunk.end - start), chunk)]


def _is_the_one(start: int, end: int, tokens: Sequence[Token]) -> int:
    """The end of ``smaller one``, ``longer of the two``, which is the most so of all; 0 for another comparative."""
    if not start or tokens[start - 1].folded != "the" or any(t.folded == "than" for t in tokens[end:]):
        return 0
    after = [t.folded for t in tokens[end : end + 3]]
    if after[:1] and after[0] in ("one", "ones"):
        return end + 1
    return end + 3 if after in (["of", "the", "two"], ["of", "these", "two"]) else 0


def _names_nothing(end: int, tokens: Sequence[Token]) -> bool:
    """Whether ``one`` stands for the noun that was named before."""
    after = [t.folded for t in tokens[end : end + 2]]
    return after[:1] in (["one"], ["ones"]) and (
        len(after) == 1 or after[1] in _AFTER or tokens[end + 1].kind == "mark"
    )


_AFTER = (
    BE | DO | HAVE | frozenset(("of", "in", "with", "that", "which", "who", "from", "for", "by", "on", "at", "and"))
)


def _follows_amount(start: int, tokens: Sequence[Token]) -> bool:
    """``7 metres high``: the adjective tells what is measured."""
    before = tokens[start - 2 : start] if start > 1 else ()
    return bool(before) and number_of(before[0]) is not None and before[1].folded in operator_units()


_AT = frozenset(("in", "at", "on", "by"))
_MEASURED = 0.9


def _with_direction(reading: Reading, direction: str, sign: int) -> Reading:
    upward = (direction == "max") == (sign > 0)
    return replace(reading, how="max" if upward else "min")
