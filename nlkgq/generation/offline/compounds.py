"""German compounds that no term is called by: ``Filmtitel`` is the title of a film, ``Gesamtkosten`` a total."""

from __future__ import annotations

from dataclasses import replace

from nlkgq.generation.offline.german_words import GermanWords
from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.vocabulary import Vocabulary

_SHORTEST = 7
_PART = 3
_JOINTS = ("", "s", "n", "en", "es", "er", "e")
_KNOWN = 0.7


def parts_of(token: Token, words: GermanWords, vocabulary: Vocabulary) -> list[Token]:
    """A word as the words that it is put together of; as it is where something is called so, or nothing fits."""
    word = token.folded
    if len(word) < _SHORTEST or not word.isalpha() or _known(word, vocabulary):
        return [token]
    for stem, english in words.leading.items():
        rest = word.removeprefix(stem)
        if rest == word or not _known(rest, vocabulary):
            continue
        return [_part(token, english), _part(token, rest)]
    for cut in range(_PART, len(word) - _PART + 1):
        head = word[cut:]
        known = _known(head, vocabulary)
        for joint in _JOINTS:
            first = word[:cut].removesuffix(joint)
            if len(first) < _PART or word[:cut] != first + joint:
                continue
            if (known and _known(first, vocabulary)) or (
                len(head) > _PART and _known_together(first, head, vocabulary)
            ):
                return [_part(token, first), _part(token, head)]
    return [token]


def _known(word: str, vocabulary: Vocabulary) -> bool:
    return any(r.score > _KNOWN for r in vocabulary.readings((word,)))


def _known_together(first: str, head: str, vocabulary: Vocabulary) -> bool:
    return any(r.kind == "property" and r.score > _KNOWN for r in vocabulary.readings((first, head)))


def _part(token: Token, word: str) -> Token:
    return replace(token, text=word, folded=word)
