"""``pilots work on several ferries``: to work is no worker, no number of them, and nobody who gives work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.iri import local_name
from nlkgq.ontology.lexicon import words_of
from nlkgq.ontology.model import split_identifier

_WORK = frozenset(("work", "works", "worked", "working"))
_BETWEEN = frozenset(
    ("that", "who", "which", "have", "has", "had", "also", "do", "did", "does", "currently", "are", "is")
)
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
