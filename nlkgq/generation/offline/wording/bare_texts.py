"""Texts without quotes that names start or end with: ``ships whose name begins with K``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nlkgq.generation.offline.function_words import BE, DO, HAVE
from nlkgq.generation.offline.operators import find_operators
from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.vocabulary import Vocabulary

_WITHIN = ("starts", "ends", "contains")
_NAMES = frozenset(("name", "names", "title", "titles", "letter", "letters", "string", "text", "word"))
_LETTER = frozenset(("letter", "letters", "string", "text", "word", "syllable"))
_OF_SPEECH = BE | DO | HAVE | {"the", "a", "an", "any", "some", "all", "more", "less", "no", "at", "and", "or", "it"}


def with_quotes(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """The tokens with the text after ``begins with``, ``ending in`` or ``contains`` as if it stood in quotes.

    Only what closes a clause in which a name is spoken of, and is no word of the vocabulary or of language.
    """
    tokens = _without_letter(tokens)
    found = list(tokens)
    for span in find_operators(tokens, ("en",)):
        place = span.end
        if span.name not in _WITHIN or place >= len(tokens):
            continue
        said = {t.folded for t in tokens[max(0, span.start - 4) : span.end]}
        if tokens[place].folded in _LETTER or tokens[place : place + 1] == [] or not said & _NAMES:
            continue
        token, last = tokens[place], tokens[place + 1 : place + 2]
        closes = not last or last[0].kind == "mark" or last[0].folded in ("and", "or", "but")
        if token.kind == "word" and closes and not _is_word(token, vocabulary):
            found[place] = replace(token, kind="quote", possessive=False)
    return tuple(found)


def _without_letter(tokens: Sequence[Token]) -> Sequence[Token]:
    """``starts with the letter K``, ``contains the letters "ing"``: with what follows."""
    for span in find_operators(tokens, ("en",)):
        told = [t.folded for t in tokens[span.end : span.end + 2]]
        if span.name in _WITHIN and len(told) > 1 and told[0] == "the" and told[1] in _LETTER:
            return (*tokens[: span.end], *tokens[span.end + 2 :])
    return tokens


def _is_word(token: Token, vocabulary: Vocabulary) -> bool:
    if token.folded in _OF_SPEECH:
        return True
    return len(token.text) > 1 and bool(vocabulary.readings((token.folded,)))
