"""Everyday words that are one of the few values of a property: ``closed``, ``high``, where a state is stored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from nlkgq.analysis.schema_graph import SchemaGraph
from nlkgq.generation.offline.operators import is_operator_itself
from nlkgq.generation.offline.stored_forms import verbs
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.values.model import StoredValue, ValueMatch

_FEW: Final = 24
"""Most values of what sorts things; what has more names them."""


class Categories:
    """Tells values that sort things from names.

    Args:
        schema: What holds the values.
        vocabulary: What the words mean otherwise.
    """

    def __init__(self, schema: SchemaGraph, vocabulary: Vocabulary) -> None:
        self._schema = schema
        self._vocabulary = vocabulary

    def sorts(self, word: str, match: ValueMatch) -> bool:
        """Whether a folded word means nothing but a value by which some property sorts things."""
        if match.kind not in ("exact", "folded") or not all(map(self._is_of_few, match.values)):
            return False
        vocabulary = self._vocabulary
        if word in vocabulary.lexicon.function_words or is_operator_itself(word, vocabulary.languages):
            return False
        return not vocabulary.readings((word,))

    def happened(self, word: str, lookup: Callable[[str], Sequence[StoredValue]]) -> list[StoredValue]:
        """The values that sort things by what a folded word says has happened, where it means nothing else."""
        forms = verbs(word)
        vocabulary = self._vocabulary
        if not forms or word in vocabulary.lexicon.function_words or vocabulary.readings((word,)):
            return []
        return next((few for form in forms if (few := [v for v in lookup(form) if self._is_of_few(v)])), [])

    def _is_of_few(self, value: StoredValue) -> bool:
        profile = self._schema.profile
        if profile is None or value.term.kind != "literal":
            return False
        held = [profile.properties.get(h.property) for h in value.holders]
        return bool(held) and all(p is not None and p.objects <= _FEW and p.objects < p.count for p in held)
