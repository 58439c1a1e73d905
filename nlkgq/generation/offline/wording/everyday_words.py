"""Everyday words put as a vocabulary has them: ``alive``, ``highest-grossing``, ``which film did X direct first``."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nlkgq.generation.offline.function_words import BE, DO
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.tokens import Token, in_place_of
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.generation.offline.wording.named_words import is_thing
from nlkgq.ontology.lexicon import words_of

_LIVING = frozenset(("alive", "living"))
_DEAD = frozenset(("dead", "deceased", "late"))
_STILL = frozenset(("still", "now", "today", "already"))
_DEATHS = (("death", "date"), ("died",), ("death", "year"), ("death",))
_NAMED = 0.9
_EXTREME = {"highest": "highest", "top": "highest", "best": "highest", "lowest": "lowest", "worst": "lowest"}
_PAYS = ("salary", "wage", "pay", "payment")
_LONGEST_NOUN = 2
_LIKELY, _HALF = 4, 0.5


def in_everyday_words(
    tokens: Sequence[Token], vocabulary: Vocabulary, is_stored: Callable[[str], bool]
) -> Sequence[Token]:
    """The tokens of a question with such words put otherwise.

    Args:
        tokens: The question.
        vocabulary: What is called how.
        is_stored: Whether the graph holds a value of that text: then it may be meant.
    """
    return _extreme(_first_of_them(_living(tokens, vocabulary, is_stored), vocabulary), vocabulary)


def _first_of_them(tokens: Sequence[Token], vocabulary: Vocabulary) -> Sequence[Token]:
    """``which ship did X build first``: which first ship."""
    words = [t.folded for t in tokens]
    last = next((n for n in range(len(tokens) - 1, -1, -1) if tokens[n].kind != "mark"), 0)
    asked = last > 2 and words[0] in ("which", "what") and words[last] in ("first", "last") and words[2] in DO
    if not asked or _kind((words[1],), vocabulary) is None:
        return tokens
    return (tokens[0], in_place_of(tokens[0], words[last]), *tokens[1:last], *tokens[last + 1 :])


def _living(tokens: Sequence[Token], vocabulary: Vocabulary, is_stored: Callable[[str], bool]) -> Sequence[Token]:
    """``who are still alive``, ``living writers``: without the date of a death, where one is told of others."""
    for place, token in enumerate(tokens):
        if token.folded not in _LIVING | _DEAD or is_stored(token.text):
            continue
        named = (r for r in vocabulary.readings((token.folded,)) if r.how not in ("partial", "comment"))
        if not all(vocabulary.schema.tells_when(r.iri) for r in named):
            continue
        date = _date_of_death(vocabulary)
        if not date:
            continue
        lives = token.folded in _LIVING
        start = place
        while start > 1 and tokens[start - 1].folded in _STILL:
            start -= 1
        ends = all(t.kind == "mark" for t in tokens[place + 1 :])
        if tokens[0].folded in BE and start > 1 and ends and tokens[start - 1].folded not in BE | {"not", "the"}:
            # "is X still alive"
            said = [in_place_of(token, w) for w in (*(("without",) if lives else ("with", "a")), *date)]
            return (*tokens[:start], *said, *tokens[place + 1 :])
        told = start > 1 and tokens[start - 1].folded in BE and token.folded not in ("late", "living")
        if told:
            have = ("have", "no") if lives else ("have", "a")
            said = [in_place_of(token, w) for w in (*have, *date)]
            return (*tokens[: start - 1], *said, *tokens[place + 1 :])
        noun = tokens[place + 1 : place + 2]
        rest = [t.folded for t in tokens[place + 2 :] if t.kind != "mark"]
        # what follows would be denied as well
        alone = not rest or rest == ["are", "there"]
        if noun and alone and token.folded != "late" and is_thing(noun[0], vocabulary, least=_NAMED):
            without = ("without", "a") if lives else ("with", "a")
            said = [in_place_of(token, w) for w in (*without, *date)]
            return (*tokens[:place], noun[0], *said, *tokens[place + 2 :])
    return tokens


def _date_of_death(vocabulary: Vocabulary) -> tuple[str, ...]:
    """The words for when somebody died; () where it is not told."""
    schema = vocabulary.schema
    for words in _DEATHS:
        for r in vocabulary.readings(words)[:1]:
            term = schema.ontology.term(r.iri)
            if r.kind == "property" and r.score > _NAMED and schema.tells_when(r.iri) and term is not None:
                return tuple(words_of(term.label()))
    return ()


def _extreme(tokens: Sequence[Token], vocabulary: Vocabulary) -> Sequence[Token]:
    """``the highest-grossing films``: those with the highest gross."""
    for place, token in enumerate(tokens):
        if token.folded not in _EXTREME:
            continue
        verb = place + 2 if [t.text for t in tokens[place + 1 : place + 2]] == ["-"] else place + 1
        for end in range(verb + 1 + _LONGEST_NOUN, verb + 1, -1):
            noun = tokens[verb + 1 : end]
            kind = _kind([t.folded for t in noun], vocabulary) if len(noun) == end - verb - 1 else None
            measure = _measure(tokens[verb].folded, kind, vocabulary) if kind is not None else ""
            if measure:
                said = [in_place_of(token, w) for w in ("with", "the", _EXTREME[token.folded], measure)]
                return (*tokens[:place], *noun, *said, *tokens[end:])
    return tokens


def _measure(word: str, kind: Reading, vocabulary: Vocabulary) -> str:
    """The noun for the number that a participle tells of a kind of things: ``gross`` of ``grossing``; "" for others."""
    stem = word.removesuffix("ing") if word.endswith("ing") else word.removesuffix("ed")
    nouns = _PAYS if word == "paid" else (stem, f"{stem}ing", f"{stem}e")
    if word != "paid" and (stem == word or word == tuple(vocabulary.lexicon.stems(word))[-1]):
        return ""
    for noun in nouns:
        for r in vocabulary.readings((noun,))[:_LIKELY]:
            amount = r.kind == "property" and not r.object and vocabulary.schema.is_numeric(r.iri)
            if amount and r.score > _HALF and r.subject & kind.subject:
                return noun
            if (
                r.score > _NAMED
                and word != "paid"
                and (amount or r.kind == "class" or (r.kind == "property" and r.noun))
            ):
                return noun
    return ""


def _kind(words: Sequence[str], vocabulary: Vocabulary) -> Reading | None:
    return next((r for r in vocabulary.readings(tuple(words))[:1] if r.kind == "class" and r.score > _NAMED), None)
