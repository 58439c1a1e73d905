"""Adjectives made of a noun: ``childless sailors``, ``prize-winning boats``: without a child, winning a prize."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.function_words import BE
from nlkgq.generation.offline.tokens import Token, in_place_of
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.generation.offline.wording.named_words import is_thing

_LESS = "less"
_SHORTEST = 3
_KNOWN = 0.7
_CALLED = 0.9
_VERB = 5


def with_compounds_apart(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """The tokens with such adjectives as clauses behind their noun, where the graph knows what they are made of.

    Args:
        tokens: The question.
        vocabulary: What things and properties are called.
    """
    found: list[Token] = []
    place = 0
    while place < len(tokens):
        length, clause = _adjective(tokens, place, vocabulary)
        noun = place + length
        is_so, clause_of_it = (0, ()) if tokens[place].folded not in BE else _adjective(tokens, place + 1, vocabulary)
        after = place + 1 + is_so
        if is_so == 1 and place and not (after < len(tokens) and _is_told_of(tokens[after], vocabulary)):
            # "which sailors are childless"
            found += [in_place_of(tokens[place], "have"), in_place_of(tokens[place + 1], "no"), *clause_of_it[1:]]
            place = after
        elif length and noun < len(tokens) and _is_told_of(tokens[noun], vocabulary):
            found += [tokens[noun], *clause]
            place = noun + 1
        else:
            found.append(tokens[place])
            place += 1
    return tuple(found)


def _adjective(tokens: Sequence[Token], place: int, vocabulary: Vocabulary) -> tuple[int, tuple[Token, ...]]:
    """How many tokens an adjective has that begins at a place, and what it says; 0 for none."""
    if place >= len(tokens):
        return 0, ()
    token = tokens[place]
    stem = token.folded.removesuffix(_LESS)
    made = token.kind == "word" and stem != token.folded and len(stem) >= _SHORTEST
    if made and not vocabulary.readings((token.folded,)) and _is_thing(stem, vocabulary):
        return 1, (in_place_of(token, "without"), in_place_of(token, stem))
    hyphen, verb = (tokens[place + n] if place + n < len(tokens) else None for n in (1, 2))
    if hyphen is None or verb is None or hyphen.text != "-" or not (hyphen.glued and verb.glued):
        return 0, ()
    done = verb.folded.endswith("ing") and len(verb.folded) > _VERB and _is_thing(token.folded, vocabulary)
    called = vocabulary.readings((token.folded, verb.folded))
    if not done or any(r.score > _CALLED for r in called):
        return 0, ()
    return 3, (in_place_of(verb, verb.folded), in_place_of(token, "a"), in_place_of(token, token.folded))


def _is_thing(word: str, vocabulary: Vocabulary) -> bool:
    return any(r.score > _KNOWN and (r.kind == "class" or r.noun) for r in vocabulary.readings((word,))[:1])


def _is_told_of(token: Token, vocabulary: Vocabulary) -> bool:
    return not token.possessive and is_thing(token, vocabulary)
