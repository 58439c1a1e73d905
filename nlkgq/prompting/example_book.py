"""The examples that a prompt shows: the kept ones nearest to a question, checked like everything that leaves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from nlkgq.masking.model import MaskedText
from nlkgq.ontology.model import Ontology
from nlkgq.prompting.examples import MaskedExample, mask_example, nearest

Pairs: TypeAlias = Sequence[tuple[str, str]]
"""Questions and queries, values and all."""

Tells: TypeAlias = Callable[[str, Sequence[str]], bool]
"""Whether a text holds one of these spans, or any other value that must not leave."""

_WIDER: Final = 5  # times as many are masked as are shown: some cannot leave


class ExampleBook:
    """Finds examples for questions. Thread-safe as far as its parts are.

    Args:
        read: Gives the kept examples.
        mask: Masks questions.
        ontology: Its classes and properties stay in queries.
        known: Whether a word is known vocabulary.
        tells: See `Tells`; what it finds is left out.
        count: Examples for a prompt.
    """

    def __init__(
        self,
        read: Callable[[], Pairs],
        *,
        mask: Callable[[str], MaskedText],
        ontology: Ontology,
        known: Callable[[str], bool],
        tells: Tells,
        count: int,
    ) -> None:
        self._read = read
        self._mask = mask
        self._ontology = ontology
        self._known = known
        self._tells = tells
        self._count = count
        self._masked: dict[tuple[str, str], MaskedExample | None] = {}

    def __call__(self, question: MaskedText) -> tuple[MaskedExample, ...]:
        """The nearest examples, the most alike last, so that it stands right before the question."""
        pairs = self._read() if self._count else ()
        likely = nearest(question.original or question.text, [q for q, _ in pairs], _WIDER * self._count)
        masked = [found for place in likely if (found := self._of(pairs[place])) is not None]
        fitting = [found for found in masked if self._fits(found, question)]
        best = nearest(question.text, [found.question.text for found in fitting], self._count)
        return tuple(fitting[place] for place in reversed(best))

    def _of(self, pair: tuple[str, str]) -> MaskedExample | None:
        if pair not in self._masked:
            self._masked[pair] = mask_example(*pair, mask=self._mask, ontology=self._ontology, known=self._known)
        return self._masked[pair]

    def _fits(self, example: MaskedExample, question: MaskedText) -> bool:
        """Whether it may stand beside this question: no value in it, no name that means another value there."""
        names = {p.name.casefold() for p in question.placeholders}
        same = example.question.text == question.text  # then the names mean the same values
        if not same and any(p.name.casefold() in names for p in example.question.placeholders):
            return False
        private = (*example.private, *(p.original for p in question.placeholders))
        return not self._tells(f"{example.question.text}\n{example.query}", private)
