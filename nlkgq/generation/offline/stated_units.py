"""Units that a graph has of its own: ``500 voxels`` of a property that is called "size in voxels"."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.mentions import Mention
from nlkgq.generation.offline.operators import operator_units
from nlkgq.generation.offline.readings import Chunk, Reading
from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.ontology.lexicon import words_of


def in_unit(text: str, readings: Sequence[Reading], vocabulary: Vocabulary) -> list[Reading]:
    """The readings by properties whose numbers are of the unit that a word names, best first; [] for most words.

    Args:
        text: The word, as typed.
        readings: What it may mean.
        vocabulary: What properties are called and hold.
    """
    words = words_of(text)
    if len(words) > 1 and words[1] in _WITHIN:
        # "voxels in the clusters"
        words = words[:1]
    if len(words) != 1:
        return []
    stem = vocabulary.lexicon.stems(words[0])[-1]
    return [r for r in readings if r.kind == "property" and _counts_in(r.iri, stem, vocabulary)]


def of_unit(text: str, readings: Sequence[Reading], vocabulary: Vocabulary) -> list[Reading]:
    """The readings of ``hours of light``, ``metres of pipe`` by numbers: so many of a unit are no things to count.

    Args:
        text: The words, as typed.
        readings: What they may mean.
        vocabulary: What properties hold.
    """
    words = words_of(text)
    if len(words) < 3 or words[1] != "of" or words[0] not in operator_units():
        return []
    schema = vocabulary.schema
    return [r for r in readings if r.kind == "property" and schema.is_literal(r.iri) and schema.is_numeric(r.iri)]


def without_unit_of(word: str, readings: Sequence[Reading], vocabulary: Vocabulary) -> tuple[Reading, ...]:
    """The readings of a unit after a number that are not by a longer name, such as ``metres of pipe``, or a comment."""
    if word not in operator_units():
        return tuple(readings)
    named = (r for r in readings if r.how != "comment")
    return tuple(r for r in named if r.how != "partial" or not _is_so_many(r.iri, word, vocabulary))


def _is_so_many(iri: str, unit: str, vocabulary: Vocabulary) -> bool:
    term = vocabulary.schema.ontology.term(iri)
    names = [words_of(t.value)[:2] for t in (*term.labels, *term.alt_labels)] if term is not None else []
    return [unit, "of"] in names


def tells_unit(mentions: Sequence[Mention], chunk: Chunk, tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """``the largest cluster, in voxels``: whether words only say in which unit a value named before is wanted.

    The readings of what was named before are then those by properties of this unit.
    """
    if not chunk.start or tokens[chunk.start - 1].folded != "in" or not mentions:
        return False
    units = {r.iri for r in in_unit(chunk.text, chunk.readings, vocabulary)}
    for mention in reversed(mentions):
        told = [r for r in mention.readings if r.iri in units]
        if told:
            mention.readings = told
            return True
    return False


def _counts_in(iri: str, stem: str, vocabulary: Vocabulary) -> bool:
    schema = vocabulary.schema
    term = schema.ontology.term(iri)
    if term is None or not schema.is_literal(iri) or not schema.is_numeric(iri):
        return False
    names = [words_of(t.value) for t in (*term.labels, *term.alt_labels)]
    return any(len(n) > 2 and n[-2] == "in" and vocabulary.lexicon.stems(n[-1])[-1] == stem for n in names)


_WITHIN = frozenset(("in", "of", "within"))
