"""Texts without quotes that names start or end with: ``ships whose name begins with K``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nlkgq.generation.offline.function_words import BE, DO, HAVE
from nlkgq.generation.offline.operators import find_operators
from nlkgq.generation.offline.tokens import Token, in_place_of
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.generation.offline.wording.named_words import is_kind

_WITHIN = ("starts", "ends", "contains")
_NAMES = frozenset(("name", "names", "title", "titles", "letter", "letters", "string", "text", "word"))
_LETTER = frozenset(("letter", "letters", "string", "text", "word", "words", "syllable", "phrase", "substring", "term"))
_CONTAINING = {
    **dict.fromkeys(
        ("contain", "contains", "containing", "include", "includes", "including", "with", "have"), "contains"
    ),
    **dict.fromkeys(("start", "starts", "starting", "begin", "begins", "beginning"), "starts"),
    **dict.fromkeys(("end", "ends", "ending"), "ends"),
}
"""Verbs of a text within another -> how that is put."""
_RELATIVE = frozenset(("that", "which", "who"))
_CLOSING = frozenset((".", "?", "!", ",", ";", "and", "or", "but", "sorted", "ordered"))
_OF_SPEECH = BE | DO | HAVE | {"the", "a", "an", "any", "some", "all", "more", "less", "no", "at", "and", "or", "it"}


def with_quotes(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """The tokens with the text after ``begins with``, ``ending in`` or ``contains`` as if it stood in quotes.

    Only what closes a clause in which a name is spoken of, and is no word of the vocabulary or of language.
    """
    tokens = _without_letter(_within_names(tokens, vocabulary))
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


def _within_names(tokens: Sequence[Token], vocabulary: Vocabulary) -> Sequence[Token]:
    """``ships that contain the word "sea"``, ``names of ships starting with 'S'``: whose name contains it."""
    words = [t.folded for t in tokens]
    for place in range(1, len(tokens) - 1):
        said, verb = _CONTAINING.get(words[place], ""), place + 1
        if said in ("starts", "ends"):
            said, verb = f"{said} with", verb + 1
        if not said or (said != "contains" and words[place + 1] not in ("with", "in")):
            continue
        start = place - (words[place - 1] in _RELATIVE)
        text = verb + (words[verb : verb + 1] == ["the"])
        told = text < len(tokens) and words[text] in _LETTER
        text += told
        if text >= len(tokens) or not start or not is_kind(tokens[start - 1], vocabulary):
            continue
        named = tokens[text].kind == "quote" and bool(_NAMES.intersection(words[max(0, start - 4) : start]))
        closed = not words[text + 1 : text + 2] or words[text + 1] in _CLOSING
        if tokens[text].kind in ("quote", "word") and (told or named) and closed:
            quote = replace(tokens[text], kind="quote", possessive=False)
            put = [in_place_of(tokens[place], w) for w in ("whose", "name", *said.split())]
            return (*tokens[:start], *put, quote, *tokens[text + 1 :])
    return tokens


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
