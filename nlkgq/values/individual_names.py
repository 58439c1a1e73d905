"""Individuals by the names that an ontology gives them, which the graph itself need not hold."""

from __future__ import annotations

from nlkgq.ontology.model import Ontology
from nlkgq.values.folding import words
from nlkgq.values.model import StoredValue, ValueIndex


class IndividualNames:
    """Labels and alternative labels of an ontology's individuals.

    Args:
        ontology: With the individuals.
        index: Tells their classes and what points to them; those that it does not know are not in the graph.

    Attributes:
        longest: Words of the longest name; 0 without names.
    """

    def __init__(self, ontology: Ontology, index: ValueIndex) -> None:
        self._index = index
        self._by_name: dict[tuple[str, ...], dict[str, None]] = {}
        for iri, own in sorted(ontology.individuals.items()):
            for text in (*own.labels, *own.alt_labels):
                self._by_name.setdefault(tuple(words(text.value)), {})[iri] = None
        self.longest = max(map(len, self._by_name), default=0)

    def called(self, text: str) -> tuple[StoredValue, ...]:
        """The individuals of the graph of which a text is a name; () for other texts."""
        iris = self._by_name.get(tuple(words(text)), ())
        return tuple(value for iri in iris if (value := self._index.individual(iri)) is not None)
