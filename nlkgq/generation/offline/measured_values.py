"""Which values an adjective measures: ``the lowest score``, ``a greater weight``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nlkgq.analysis.schema_graph import ANYTHING, SchemaGraph
from nlkgq.generation.offline.naming import is_naming
from nlkgq.generation.offline.readings import Chunk, Reading
from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.vocabulary import Vocabulary, is_called_key
from nlkgq.ontology.lexicon import words_of

_NEARLY = 0.7


def measured_by(chunk: Chunk, following: Chunk, schema: SchemaGraph) -> list[Reading]:
    """The values of a property that an adjective before it may measure: its own, numbers and dates, then texts."""
    best = max((r.score for r in following.readings), default=0.0)
    values = [r for r in following.readings if r.kind == "property" and not r.object and not schema.is_boolean(r.iri)]
    own = {r.iri for r in chunk.readings}
    # "the largest amount" is no largest number where something is called "amount"
    measured = [r for r in values if r.iri in own and r.score >= _NEARLY * best]
    # What is most expensive is not the latest.
    dated = not own or any(schema.tells_when(iri) for iri in own)
    values = [r for r in values if r.iri in own or dated or not (schema.tells_when(r.iri) or is_called_key(r.iri))]
    numbers = [r for r in values if schema.is_numeric(r.iri) or schema.tells_when(r.iri)]
    texts = [r for r in values if r.score >= 0.9 * best]
    if all(is_naming(r.iri) for r in texts):
        # "the youngest winner": a name is neither high nor low.
        texts = []
    return measured or [r for r in numbers if r.score >= 0.6 * best] or texts


def worth_of(chunk: Chunk, following: Chunk, vocabulary: Vocabulary) -> list[Reading]:
    """The numbers called after a thing that an adjective measures which measures nothing by itself.

    ``the highest fare`` is that with the highest fare amount, where there are fares.
    """
    thing, schema = following.readings[0], vocabulary.schema
    if chunk.readings or following.degree or thing.subject == ANYTHING:
        return []
    called = vocabulary.readings(tuple(words_of(following.text)))
    own = [r for r in called if r.kind == "property" and r.subject and not r.subject & ~thing.subject]
    return [replace(r, noun=True) for r in own if schema.is_numeric(r.iri) and not is_called_key(r.iri)]


def is_higher_one(chunk: Chunk, tokens: Sequence[Token]) -> bool:
    """Whether a comparative before a noun means the extreme: ``the higher fare`` of all, where nothing follows than."""
    the = chunk.start > 0 and tokens[chunk.start - 1].folded == "the"
    return the and not any(t.folded in _THAN for t in tokens[chunk.end :])


_THAN = frozenset(("than", "over", "above", "below", "under", "by", "als"))
