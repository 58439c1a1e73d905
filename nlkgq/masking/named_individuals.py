"""Individuals that the ontology names: their labels and alternative labels, which the graph itself need not hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nlkgq.ontology.model import Ontology
from nlkgq.values.folding import words
from nlkgq.values.model import StoredValue, ValueIndex


class NamedIndividuals:
    """Individuals by the names that an ontology gives them.

    Args:
        ontology: With the individuals, their names and classes.
        index: Tells what points to them; those that it does not know are not in the graph.
    """

    def __init__(self, ontology: Ontology, index: ValueIndex) -> None:
        self._index = index
        self._types = {iri: own.types for iri, own in ontology.individuals.items()}
        self._by_name: dict[tuple[str, ...], dict[str, None]] = {}
        for iri, own in sorted(ontology.individuals.items()):
            for text in (*own.labels, *own.alt_labels):
                self._by_name.setdefault(tuple(words(text.value)), {})[iri] = None

    def called(self, text: str) -> tuple[StoredValue, ...]:
        """The individuals of the graph of which a text is a name; () for other texts."""
        iris = self._by_name.get(tuple(words(text)), ())
        return tuple(value for iri in iris if (value := self._index.individual(iri)) is not None)

    def classed(self, values: Sequence[StoredValue]) -> tuple[StoredValue, ...]:
        """Values with the classes that the ontology tells of individuals where the graph tells none."""
        return tuple(
            value if value.classes or value.term.value not in self._types else self._with_types(value)
            for value in values
        )

    def _with_types(self, value: StoredValue) -> StoredValue:
        return replace(value, classes=tuple(self._types[value.term.value])) if value.term.kind == "uri" else value
