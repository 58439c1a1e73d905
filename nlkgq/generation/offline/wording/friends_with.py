"""``who is Ada friends with``, ``Ada is friends with whom``: who are the friends of Ada."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nlkgq.generation.offline.function_words import BE
from nlkgq.generation.offline.tokens import Token, in_place_of
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.generation.offline.wording.named_words import is_thing

_WHO = frozenset(("who", "whom"))
_KNOWN = 0.7


def with_friends(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """The tokens with what somebody is together with others as a noun for these others.

    Args:
        tokens: The question.
        vocabulary: What there may be several of.
    """
    tokens = _within(tokens, vocabulary)
    end = next((n for n, t in enumerate(tokens) if t.kind == "mark" and t.text in "?."), len(tokens))
    words = [t.folded for t in tokens[:end]]
    be = next((n for n, w in enumerate(words) if w in BE), -1)
    if be < 0 or "with" not in words:
        return tuple(tokens)
    company = words.index("with")
    which = words[0] in ("which", "what") and be > 1
    if (which or (words[0] in _WHO and be == 1)) and company == end - 1 > be + 2:
        # "who is Ada friends with"
        asked, name, noun = tokens[:be], tokens[be + 1 : end - 2], tokens[end - 2]
    elif words[0] in _WHO and be == 1 and company == 3 < end - 1:
        # "who is friends with Ada"
        asked, name, noun = tokens[:1], tokens[4:end], tokens[2]
    elif words[:2] in (["with", "whom"], ["with", "who"]) and be == 2 and end > be + 2:
        # "with whom is Ada friends"
        asked, name, noun = tokens[1:2], tokens[3 : end - 1], tokens[end - 1]
    elif company == be + 2 and be > 0 and company + 1 < end and _asks(words[company + 1 :]):
        # "Ada is friends with whom", "with which students"
        asked, name, noun = tokens[company + 1 : end], tokens[:be], tokens[be + 1]
    else:
        return tuple(tokens)
    if not name or not _are_several(noun, vocabulary):
        return tuple(tokens)
    first = replace(in_place_of(asked[0], "who"), text="Who") if asked[0].folded in _WHO else asked[0]
    said = (in_place_of(noun, "are"), in_place_of(noun, "the"), noun, in_place_of(noun, "of"))
    return (first, *asked[1:], *said, *name, *tokens[end:])


def _within(tokens: Sequence[Token], vocabulary: Vocabulary) -> Sequence[Token]:
    """``the students that Ada is friends with``: the students that are friends of Ada."""
    words = [t.folded for t in tokens]
    for place in range(1, len(words) - 4):
        if words[place] not in ("that", "who", "whom", "which"):
            continue
        be = next((n for n in range(place + 2, min(place + 6, len(words) - 2)) if words[n] in BE), 0)
        if be and words[be + 2] == "with" and _ends(tokens, be + 3) and _are_several(tokens[be + 1], vocabulary):
            noun, name = tokens[be + 1], tokens[place + 1 : be]
            said = (in_place_of(noun, "are"), noun, in_place_of(noun, "of"))
            return (*tokens[: place + 1], *said, *name, *tokens[be + 3 :])
    return tokens


def _ends(tokens: Sequence[Token], place: int) -> bool:
    return place >= len(tokens) or tokens[place].kind == "mark" or tokens[place].folded in ("and", "or")


def _asks(words: Sequence[str]) -> bool:
    return words[0] in ("which", "what") or (words[0] in _WHO and len(words) == 1)


def _are_several(noun: Token, vocabulary: Vocabulary) -> bool:
    """Whether a word is a plural for things of a kind, or for those that a property leads to."""
    return noun.folded.endswith("s") and is_thing(noun, vocabulary, least=_KNOWN)
