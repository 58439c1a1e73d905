"""Names of individuals in a question, where the ontology gives them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.tokens import Token
from nlkgq.ontology.model import Ontology
from nlkgq.values.individual_names import IndividualNames
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
        self._is_term = is_term
        self._names = IndividualNames(ontology, index)
        # hyphens and strokes between the words are tokens, too
        self._longest = 2 * self._names.longest

    def find(
        self, tokens: Sequence[Token], known: Sequence[tuple[int, int, list[Reading]]]
    ) -> Iterator[tuple[int, int, list[StoredValue], float]]:
        """(first token, end token, individuals, score) for every span that is such a name; none ``known`` as well."""
        told = {(s, e, t): r.score for s, e, readings in known for r in readings if r.kind == "entity" for t in r.terms}
        for start, token in enumerate(tokens) if self._longest else ():
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
                called = self._names.called(" ".join(t.text for t in span))
                found = [v for v in called if told.get((start, end, v.term), 0.0) < _AS_GOOD * score]
                if found:
                    yield start, end, found, score
