"""Words that nothing knows, read as words of the vocabulary that they miss by a letter or two, or that begin them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from rapidfuzz import process
from rapidfuzz.distance import OSA

from nlkgq.generation.offline.operators import adjective, operator_words
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.tokens import Token, number_of, ordinal_of
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.masking.wordlists import is_listed

_SHORTEST: Final = 6
"""A shorter word that misses a letter is often another word."""
_CUT: Final = range(5, 7)
"""Letters of a word that was cut short, in a name of the ontology."""
_LONG: Final = 9
"""From this length on two letters may be wrong."""


def respelt(
    tokens: Sequence[Token], vocabulary: Vocabulary, values: Sequence[tuple[int, int, list[Reading]]]
) -> tuple[Token, ...]:
    """The tokens with misspelt words corrected; ``typed`` tells what stood there.

    Words of everyday language are not corrected, though no term is called so, nor what may be a name, nor what could
    be two words.

    Args:
        tokens: A question.
        vocabulary: Its terms.
        values: (first token, end token, readings) of the stored values in it.
    """
    held = {n for start, end, _ in values for n in range(start, end)}
    found = []
    for n, token in enumerate(tokens):
        unknown = n not in held and _may_be_misspelt(n, token, vocabulary)
        word = _meant(token.folded, vocabulary) or _cut_short(token.folded, vocabulary) if unknown else None
        found.append(token if word is None else replace(token, text=word, folded=word, typed=token.text))
    return tuple(found)


def _may_be_misspelt(place: int, token: Token, vocabulary: Vocabulary) -> bool:
    word = token.folded
    if token.kind != "word" or len(word) < _SHORTEST or not word.isalpha() or token.operand is not None:
        return False
    if not (token.text.islower() or (place == 0 and token.text[1:].islower())):
        # It may be a name.
        return False
    lexicon = vocabulary.lexicon
    known = word in lexicon.function_words or lexicon.knows(word) or bool(vocabulary.readings((word,)))
    known = known or bool(lexicon.groups(word)) or vocabulary.is_operator(word)
    known = known or adjective(word, vocabulary.languages) is not None
    return not known and number_of(token) is None and ordinal_of(token) is None


def _meant(word: str, vocabulary: Vocabulary) -> str | None:
    """The one word of the ontology or of the operations that is nearest; None when there is none, or several.

    The first letter is rarely wrong: what differs in it is not meant, but makes it unsure what is.
    """
    words = (*vocabulary.lexicon.written, *_operations(vocabulary.languages))
    near = process.extract(word, words, scorer=OSA.distance, score_cutoff=1 if len(word) < _LONG else 2, limit=None)
    least = min((distance for _, distance, _ in near), default=0)
    best = [other for other, distance, _ in near if distance == least]
    stems = {vocabulary.lexicon.stems(other)[-1] for other in best}
    if len(stems) != 1 or best[0][:1] != word[:1] or is_listed(word):  # told last: the lists take a while to load
        return None
    return best[0]


def _cut_short(word: str, vocabulary: Vocabulary) -> str | None:
    """The one word of the ontology that is no word of everyday language and begins this one: `desig` of designation."""
    lexicon = vocabulary.lexicon
    begun = [w for w in lexicon.written if word.startswith(w) and len(w) in _CUT and len(word) > len(w) + 1]
    return begun[0] if len(begun) == 1 and not is_listed(begun[0]) else None


@cache
def _operations(languages: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted({w for language in languages for w in operator_words(language) if len(w) >= _SHORTEST - 1}))
