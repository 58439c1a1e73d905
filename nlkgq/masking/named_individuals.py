"""Individuals that the ontology names, with the classes that only the ontology tells of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nlkgq.ontology.model import Ontology
from nlkgq.values.individual_names import IndividualNames
from nlkgq.values.model import StoredValue, ValueIndex


class NamedIndividuals:
    """Individuals by the names that an ontology gives them.

    Args:
        ontology: With the individuals, their names and classes.
        index: Tells what points to them; those that it does not know are not in the graph.
    """

    def __init__(self, ontology: Ontology, index: ValueIndex) -> None:
        self.called = IndividualNames(ontology, index).called
        self._types = {iri: own.types for iri, own in ontology.individuals.items()}

    def classed(self, values: Sequence[StoredValue]) -> tuple[StoredValue, ...]:
        """Values with the classes that the ontology tells of individuals where the graph tells none."""
        return tuple(
            value if value.classes or value.term.value not in self._types else self._with_types(value)
            for value in values
        )

    def _with_types(self, value: StoredValue) -> StoredValue:
        return replace(value, classes=tuple(self._types[value.term.value])) if value.term.kind == "uri" else value
