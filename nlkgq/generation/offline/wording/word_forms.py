"""Words that say in one what others say in several: ``unpaid bills``, ``voice types``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.generation.offline.wording.named_words import is_kind

_DENYING: Final = ("un", "non", "in")
_KINDS: Final = frozenset(("type", "types", "kind", "kinds", "sort", "sorts"))
_STAYED: Final = frozenset(("remain", "remains", "remained", "stay", "stays", "stayed", "went", "go", "goes", "left"))
_SURE: Final = 0.9
_SO: Final = 0.7


def taken_apart(tokens: Sequence[Token], vocabulary: Vocabulary) -> list[Token]:
    """The tokens with ``unpaid bills`` as "bills that are not paid", and ``voice types`` as "voice"."""
    found: list[Token] = []
    place = 0
    while place < len(tokens):
        token, place = tokens[place], place + 1
        if (
            token.folded in _DENYING
            and token.kind == "word"
            and tokens[place : place + 1]
            and tokens[place].text == "-"
        ):
            # "non-VIP guests"
            glued = tokens[place + 1 : place + 2]
            if glued and _is_so(glued[0].folded, vocabulary):
                token, place = _written(glued[0], token.folded + glued[0].folded), place + 2
        stem = _denied(token, vocabulary)
        following = tokens[place] if place < len(tokens) else None
        if stem and following is not None and is_kind(following, vocabulary):
            found += [following, *(_written(token, word) for word in ("that", "are", "not", stem))]
            place += 1
        elif stem:
            if found and found[-1].folded in _STAYED:
                found[-1] = _written(found[-1], "are")
            found += [_written(token, "not"), _written(token, stem)]
        elif not (token.folded in _KINDS and found and _is_all(found[-1], token, vocabulary)):
            found.append(token)
    return found


def _denied(token: Token, vocabulary: Vocabulary) -> str:
    """What a word denies that is stored as being so or not; "" for other words."""
    word = token.folded
    if token.kind != "word" or not token.text.islower() or vocabulary.readings((word,)):
        return ""
    for prefix in _DENYING:
        stem = word.removeprefix(prefix)
        if stem != word and (len(stem) > 3 or prefix == "non") and _is_so(stem, vocabulary):
            return stem
    return ""


def _is_so(word: str, vocabulary: Vocabulary) -> bool:
    """Whether a word names what is stored as being so or not."""
    told = vocabulary.readings((word,))[:1]
    return any(r.score > _SO and vocabulary.schema.is_boolean(r.iri) for r in told)


def _is_all(noun: Token, kind: Token, vocabulary: Vocabulary) -> bool:
    """Whether the things that a noun names are the kinds themselves, and have no kind that is asked for."""
    if noun.kind == "word" and not is_kind(noun, vocabulary):
        return _sorts(noun.folded, kind.folded, vocabulary)
    if noun.kind != "word":
        return False
    things = vocabulary.readings((noun.folded,))[0].subject
    return not any(k.kind == "property" and k.subject & things for k in vocabulary.readings((kind.folded,)))


def _sorts(noun: str, kind: str, vocabulary: Vocabulary) -> bool:
    """``fuel type``, of what is called "fuel": whether the noun names what sorts things, and nothing the two words."""
    called = vocabulary.readings((noun,))[:1]
    named = any(r.kind == "property" and not r.object and r.score > _SURE for r in called)
    named = named and not any(vocabulary.schema.is_numeric(r.iri) for r in called)
    return named and not any(r.score > _SO for r in vocabulary.readings((noun, kind)) if r.iri != called[0].iri)


def _written(token: Token, word: str) -> Token:
    return replace(token, text=word, folded=word, possessive=False)
