"""Amounts told by their unit or added up: ``how many kilograms of honey``, ``how much ... in total``."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.function_words import BE, DO, HAVE, YIELDING
from nlkgq.generation.offline.operators import adjective
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.tokens import Token, in_place_of
from nlkgq.generation.offline.units import names_unit, states
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.iri import local_name
from nlkgq.ontology.model import split_identifier

_IN_ALL = (
    *(("in", "total"), ("in", "all"), ("all", "together"), ("all", "told"), ("altogether",), ("overall",)),
    *(("all", "in", "all"), ("in", "sum"), ("combined",), ("taken", "together")),
)
_CALLED = 0.9


def with_amounts(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """The tokens with such amounts as totals of what is measured: ``the total honey``.

    Args:
        tokens: The question.
        vocabulary: What properties are called, and in which units they are told.
    """
    return _added_up(_measured(tuple(tokens), vocabulary), vocabulary)


def _measured(tokens: tuple[Token, ...], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """``how many kilograms of honey``, ``total minutes of lessons``: of the one value in that unit."""
    words = [t.folded if t.kind == "word" else "" for t in tokens]
    for place, word in enumerate(words):
        if not names_unit(word) or any(r.score > _CALLED for r in vocabulary.readings((word,))):
            continue
        asked = tuple(words[max(0, place - 2) : place]) == ("how", "many")
        if not asked and words[place - 1 : place] != ["total"] and words[place - 2 : place] != ["number", "of"]:
            continue
        ranked = adjective(words[place - 3], vocabulary.languages) if place > 2 else None
        if not asked and ranked is not None and ranked.degree == "superlative":
            # "the highest number of years of work"
            continue
        of = words[place + 1 : place + 2] == ["of"]
        noun = words[place + 2] if of and place + 2 < len(words) else ""
        if noun and any(r.score > _CALLED for r in vocabulary.readings((word, "of", noun))):
            # "the number of years of work", where that is what a value is called
            continue
        values = [iri for iri in vocabulary.schema.ontology.properties if states(iri, word, vocabulary.schema.ontology)]
        values = [iri for iri in values if vocabulary.schema.is_literal(iri) and vocabulary.schema.is_used(iri)]
        named = [iri for iri in values if noun and _is_called(iri, noun, vocabulary)]
        if len(named or values) != 1:
            continue
        if not (asked or named or of):
            continue
        name = split_identifier(local_name((named or values)[0])).lower().split()
        head = ("what", "is", "the", "total") if asked else ("total",) if words[place - 1] == "total" else ("sum", "of")
        start = place - (1 if words[place - 1] == "total" else 2)
        end = place + 3 if named else place + 1
        said = [in_place_of(tokens[start], w) for w in (*head, *name)]
        return (*tokens[:start], *said, *_stated(tokens[end:], tokens[start], asked=asked))
    return tokens


def _stated(tokens: tuple[Token, ...], at: Token, *, asked: bool) -> tuple[Token, ...]:
    """``did the hives produce altogether`` behind what is measured: of the hives."""
    if not asked or not tokens:
        return tokens
    kept = _without_total(tokens)
    if kept and kept[0].folded in DO | HAVE:
        last = next((n for n in range(len(kept) - 1, 0, -1) if kept[n].kind != "mark"), 0)
        if kept[last].folded in YIELDING:
            # "did the hives produce"
            kept = (*kept[:last], *kept[last + 1 :])
        return (in_place_of(at, "of"), *kept[1:])
    return kept


def _without_total(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    for place in range(len(tokens)):
        for phrase in _IN_ALL:
            if tuple(t.folded for t in tokens[place : place + len(phrase)]) == phrase:
                return (*tokens[:place], *tokens[place + len(phrase) :])
    return tokens


def _added_up(tokens: tuple[Token, ...], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """``how much honey was harvested in total``: the total honey harvested."""
    words = [t.folded for t in tokens]
    if words[:2] != ["how", "much"] or len(words) < 5:
        return tokens
    kept = _without_total(tokens)
    amounts = [r for r in vocabulary.readings((words[2],)) if _is_amount(r, vocabulary)]
    if len(kept) == len(tokens) or not amounts:
        return tokens
    head = [in_place_of(tokens[0], w) for w in ("what", "is", "the", "total")]
    rest = kept[3:]
    if rest and rest[0].folded in BE:
        rest = rest[1:]
    name = split_identifier(local_name(amounts[0].iri)).lower().split()
    return (*head, *(in_place_of(tokens[2], w) for w in name), *rest)


def _is_amount(reading: Reading, vocabulary: Vocabulary) -> bool:
    return reading.kind == "property" and not reading.object and vocabulary.schema.is_numeric(reading.iri)


def _is_called(iri: str, noun: str, vocabulary: Vocabulary) -> bool:
    stems = set(vocabulary.lexicon.stems(noun))
    return any(
        stems.intersection(vocabulary.lexicon.stems(w)) for w in split_identifier(local_name(iri)).lower().split()
    )
