"""``cost less than 9 euros a night``, ``who earns most per hour``: amounts for each of something that are stored so."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.function_words import BE, DO, MEASURING
from nlkgq.generation.offline.operators import operator_units
from nlkgq.generation.offline.tokens import Token, in_place_of, number_of
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.iri import local_name
from nlkgq.ontology.lexicon import words_of
from nlkgq.ontology.model import split_identifier

_PER = frozenset(("a", "an", "per", "each", "every", "one"))
_PAID = MEASURING | {
    "charge",
    "charges",
    "charging",
    "earn",
    "earns",
    "earning",
    "costing",
    "pay",
    "pays",
    "get",
    "gets",
}
_AT = frozenset(("at", "in", "of", "on", "for", "with"))
_MOST = {"most": "highest", "least": "lowest"}
_ASKING = (["how", "much"], ["what"])
_FARTHEST = 5
_SURE = 0.6


def with_rates(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """``cost less than 9 euros a night`` as "price per night less than 9 euros", where a price per night is stored."""
    for place in range(1, len(tokens) - 1):
        if tokens[place].folded not in _PER or tokens[place + 1].kind != "word":
            continue
        for put in (_asked, _compared, _told):
            found = put(tokens, place, vocabulary)
            if found is not None:
                return tuple(found)
    return tuple(tokens)


def _asked(tokens: Sequence[Token], place: int, vocabulary: Vocabulary) -> Sequence[Token] | None:
    """``what does a night at X cost``, ``how much is a night at X``: the price per night at X."""
    words = [t.folded for t in tokens]
    begin = next((len(w) for w in _ASKING if words[: len(w)] == w), 0)
    if (
        not begin
        or place != begin + 1
        or words[begin] not in DO | BE
        or not _AT.intersection(words[place + 2 : place + 3])
    ):
        return None
    last = next(n for n in range(len(tokens) - 1, -1, -1) if tokens[n].kind != "mark")
    if words[begin] in DO and words[last] != "cost":
        return None
    name = _rate("cost", words[place + 1], vocabulary)
    end = last if words[begin] in DO else last + 1
    told = [in_place_of(tokens[place], w) for w in ("what", "is", "the", *name)]
    return (*told, *tokens[place + 2 : end], *tokens[last + 1 :]) if name else None


def _compared(tokens: Sequence[Token], place: int, vocabulary: Vocabulary) -> Sequence[Token] | None:
    """``cost less than 9 euros a night``"""
    if tokens[place - 1].folded not in operator_units() or place < 3 or number_of(tokens[place - 2]) is None:
        return None
    near = range(place - 3, max(place - 3 - _FARTHEST, 0), -1)
    verb = next((n for n in near if tokens[n].folded in _PAID | BE), None)
    name = _rate(tokens[verb].folded, tokens[place + 1].folded, vocabulary) if verb is not None else []
    if verb is None or not name:
        return None
    that = any(t.folded in ("that", "which", "who") for t in tokens[verb - 1 : verb])
    named = [in_place_of(tokens[verb], w) for w in (("with", *name) if that else name)]
    return (*tokens[: verb - that], *named, *tokens[verb + 1 : place], *tokens[place + 2 :])


def _told(tokens: Sequence[Token], place: int, vocabulary: Vocabulary) -> Sequence[Token] | None:
    """``how much does X cost per hour``, ``who earns the most per hour``"""
    words = [t.folded for t in tokens]
    noun, verb = place + 1, place - 1
    if any(t.kind != "mark" for t in tokens[noun + 1 :]) or words[place] not in ("per", "a", "an"):
        return None
    most = _MOST.get(words[verb], "")
    verb -= bool(most) + (most != "" and words[verb - 1] == "the")
    name = _rate(words[verb], words[noun], vocabulary) if words[verb] in _PAID else []
    begin = next((len(w) for w in _ASKING if words[: len(w)] == w), 0)
    if name and most:
        said = [in_place_of(tokens[verb], w) for w in ("has", "the", most, *name)]
        return (*tokens[:verb], *said, *tokens[noun + 1 :])
    if name and begin and words[begin] in DO:
        said = [in_place_of(tokens[0], w) for w in ("what", "is", "the", *name, "of")]
        return (*said, *tokens[begin + 1 : verb], *tokens[noun + 1 :])
    return None


def _rate(verb: str, noun: str, vocabulary: Vocabulary) -> list[str]:
    """What the number is called that is told for each of something; [] where there is none.

    Args:
        verb: For what it is, such as ``charges``.
        noun: What it is told for each of, such as ``night``.
        vocabulary: What numbers are stored, and what they are called.
    """
    for phrase in ((verb, "per", noun), ("cost", "per", noun), (f"{noun}ly", "rate"), (f"{noun}ly", "pay")):
        told = vocabulary.readings(phrase)[:1]
        if any(r.kind == "property" and vocabulary.schema.is_numeric(r.iri) and r.score > _SURE for r in told):
            term = vocabulary.schema.ontology.term(told[0].iri)
            return words_of(term.label() if term is not None else split_identifier(local_name(told[0].iri)))
    return []
