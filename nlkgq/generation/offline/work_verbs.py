"""``pilots work on several ferries``: to work is no worker, no number of them, and nobody who gives work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nlkgq.generation.offline.agent_nouns import is_deed
from nlkgq.generation.offline.function_words import BE
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.verb_forms import verb_forms
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.iri import local_name
from nlkgq.ontology.lexicon import words_of
from nlkgq.ontology.model import split_identifier

_WORK = frozenset(("work", "works", "worked", "working"))
_BETWEEN = frozenset(
    ("that", "who", "which", "have", "has", "had", "also", "do", "did", "does", "currently", "are", "is")
)
_ADVERBS = frozenset(("not", "never", "ever", "also", "only", "already", "actually", "often", "first", "last"))
_PLACES = frozenset(("in", "on", "at", "during"))
_SURE = 0.9


def not_the_workers(
    readings: Sequence[Reading], place: int, tokens: Sequence[Token], vocabulary: Vocabulary
) -> tuple[Reading, ...]:
    """The readings of a word, without those of who works where a noun before it says who does.

    Args:
        readings: What the word may mean.
        place: Where it stands.
        tokens: The question.
        vocabulary: What things are called.
    """
    if tokens[place].folded not in _WORK or not place:
        return tuple(readings)
    workers = _workers(place, tokens, vocabulary)
    if workers is None:
        # those who work are no number of them
        counts = tokens[place - 1].folded == "who"
        return tuple(r for r in readings if not (counts and vocabulary.schema.is_numeric(r.iri)))
    together = any(t.folded == "with" for t in tokens[place + 1 : place + 2])
    found = []
    for reading in readings:
        own = reading.kind == "class" and reading.subject & workers.subject
        if own or not _WORK.isdisjoint(words_of(split_identifier(local_name(reading.iri)))):
            found.append(reading)
        elif reading.kind == "property" and reading.object and not together:
            found.append(replace(reading, noun=False))
    return tuple(found)


def _workers(place: int, tokens: Sequence[Token], vocabulary: Vocabulary) -> Reading | None:
    """The kind of things named before a verb: ``pilots work``, ``pilots who have worked``; None where none is."""
    before = place - 1
    while before > 0 and tokens[before].folded in _BETWEEN:
        before -= 1
    told = vocabulary.readings((tokens[before].folded,))[:1] if tokens[before].kind == "word" else ()
    return next((r for r in told if r.kind == "class" and r.score > _SURE), None)


def not_the_doers(
    readings: Sequence[Reading], place: int, tokens: Sequence[Token], vocabulary: Vocabulary
) -> tuple[Reading, ...]:
    """The readings of a word, without those who do what is told in the passive.

    "How many arias were sung in 2019?" asks for no singers; "sung by" does.
    """
    before = place - 1
    while before > 0 and tokens[before].folded in _ADVERBS:
        before -= 1
    by = any(t.folded == "by" for t in tokens[place + 1 : place + 2])
    passive = before >= 0 and (tokens[before].folded in BE or _is_told_of(before, place, tokens, vocabulary))
    if by or not passive or "participle" not in verb_forms().get(tokens[place].folded, ()):
        return tuple(readings)
    deed = vocabulary.lexicon.stems(tokens[place].folded)[-1]
    placed = any(t.folded in _PLACES for t in tokens[place + 1 : place + 2])
    doers = (r.kind == "class" or (r.how == "partial" and (placed or bool(r.object))) for r in readings)
    return tuple(
        r
        for r, does in zip(readings, doers, strict=True)
        if not (does and is_deed(deed, split_identifier(local_name(r.iri))))
    )


def _is_told_of(before: int, place: int, tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """``openings played in``: whether a participle follows the noun that it tells of."""
    after = tokens[place + 1].folded if place + 1 < len(tokens) else ""
    told = vocabulary.readings((tokens[before].folded,))[:1] if tokens[before].kind == "word" else ()
    return after in _PLACES and any(r.kind == "class" and r.score > _SURE for r in told)
