"""Individuals that the ontology names: their labels and alternative labels, which the graph itself need not hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.tokens import Token
from nlkgq.ontology.model import Ontology
from nlkgq.values.folding import words
from nlkgq.values.model import StoredValue, ValueIndex

CALLED = 0.98
"""How well a name fits that means nothing else here."""
_AS_GOOD = 0.9
_ALSO_A_TERM = 0.7
"""How well it fits where classes or properties are called so, too: these are rather meant."""


class NamedIndividuals:
    """Finds the names of an ontology's individuals in a question.

    Args:
        ontology: With the individuals.
        index: Tells their classes and what points to them; those that it does not know are not in the graph.
        is_term: Whether a folded word is one of the vocabulary or of language.
    """

    def __init__(self, ontology: Ontology, index: ValueIndex, is_term: Callable[[str], bool]) -> None:
        self._index = index
        self._is_term = is_term
        self._by_name: dict[tuple[str, ...], list[str]] = {}
        self._longest = 0
        for iri, individual in sorted(ontology.individuals.items()):
            for name in dict.fromkeys(t.value for t in (*individual.labels, *individual.alt_labels)):
                self._by_name.setdefault(tuple(words(name)), []).append(iri)
                self._longest = max(self._longest, 2 * len(words(name)))

    def find(
        self, tokens: Sequence[Token], known: Sequence[tuple[int, int, list[Reading]]]
    ) -> Iterator[tuple[int, int, list[StoredValue], float]]:
        """(first token, end token, individuals, score) for every span that is such a name; none ``known`` as well."""
        told = {(s, e, t): r.score for s, e, readings in known for r in readings if r.kind == "entity" for t in r.terms}
        for start, token in enumerate(tokens) if self._by_name else ():
            if token.kind not in ("word", "number"):
                continue
            for end in range(start + 1, min(start + self._longest, len(tokens)) + 1):
                span = tokens[start:end]
                if span[-1].kind == "mark":
                    if span[-1].text not in "-_/&":
                        break
                    continue
                said = [t.folded for t in span if t.kind == "word"]
                score = _ALSO_A_TERM if said and all(map(self._is_term, said)) else CALLED
                called = self._called(" ".join(t.text for t in span))
                found = [v for v in called if told.get((start, end, v.term), 0.0) < _AS_GOOD * score]
                if found:
                    yield start, end, found, score

    def _called(self, text: str) -> list[StoredValue]:
        iris = self._by_name.get(tuple(words(text)), ())
        return [v for v in map(self._index.individual, iris) if v is not None]
