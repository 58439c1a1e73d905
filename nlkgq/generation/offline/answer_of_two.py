"""The answer to a question that is two questions and an operation on their answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from nlkgq.errors import NotUnderstoodError
from nlkgq.generation.offline.candidate import Candidate
from nlkgq.generation.offline.composing import asks_whether_several, asks_without, compared, compose
from nlkgq.generation.offline.decomposing import decompose
from nlkgq.generation.offline.explaining import explain
from nlkgq.generation.offline.mentions import AGGREGATES
from nlkgq.generation.offline.named_measures import STAND_INS, measured_against
from nlkgq.generation.offline.operators import find_operators
from nlkgq.generation.offline.output_request import COMPUTED, OutputRequest
from nlkgq.generation.offline.question_parts import Composition, Found, Part, Source
from nlkgq.generation.offline.said_again import THEIR
from nlkgq.generation.offline.same_of_both import same_of_both
from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.generation.protocol import Generation
from nlkgq.iri import PrefixMap

_NAMED = 0.95
"""How well a word fits the name of a property to be read as that and not as an operation."""
_OF_TWO = 0.95
"""How sure the answer to two questions is, beside the less sure one of them."""
_OPERATIONS = {
    "percent": "How many of them there are, in percent of the whole.",
    "share": "How many of them there are, divided by the whole.",
    "difference": "The first number less the second.",
    "ratio": "The first number divided by the second.",
    "pair": "Both numbers, each counted by itself.",
    "except": "What fits the first condition without what fits the second.",
    "and": "What fits both conditions, by different things.",
    "same": "Whether what both have is the same.",
    "or": "What fits one of the two conditions.",
    ">": "Whether the first number is larger than the second.",
    "<": "Whether the first number is smaller than the second.",
    "than": "The number compared with is that of what is named.",
}
_OF_NUMBERS = ("than", "difference", "ratio")
_PER = ("per", "pro")


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoQuestions:
    """Answers two questions at once.

    Args:
        vocabulary: Readings of words, and the schema.
        prefixes: For the names of a query.
        threshold: Least confidence of an answer, in [0, 1].
        read: The candidates for one of the questions, best first; untried where a number only stands in for another.
        is_valid: Whether a text is a query.
        probe: Tells whether a query has rows; None where no endpoint may be asked.
    """

    vocabulary: Vocabulary
    prefixes: PrefixMap
    threshold: float
    read: Callable[[Part, OutputRequest | None, bool], Sequence[Candidate]]
    is_valid: Callable[[str], bool]
    probe: Callable[[str], bool | int] | None

    def answer(
        self,
        tokens: Sequence[Token],
        found: Sequence[Found],
        output: OutputRequest | None,
        whole: Sequence[Candidate],
    ) -> Generation | None:
        """The answer; None when the question is one.

        Args:
            tokens: The question.
            found: The values in it.
            output: What it says beside that.
            whole: The candidates for it as one question, best first.

        Raises:
            NotUnderstoodError: It counts two things, of which one reading as one question would pass over the other,
                or it compares with what has several values.
        """
        sure = bool(whole) and whole[0].confidence >= self.threshold
        source = Source(tuple(tokens), tuple(found), self.vocabulary.languages)
        compositions = [] if output is not None else same_of_both(source)
        compositions += decompose(source)
        compositions += measured_against(tokens, found, self.vocabulary)
        for c in compositions:
            if any(self._names_a_value(t.folded) for t in tokens[c.trigger[0] : c.trigger[1]]):
                # A graph that holds percentages or differences is asked for these.
                return None
            if self._ends_a_name(tokens, c.trigger[0]) or _refers(c):
                return None
            whole_is_term = sure and c.operation not in "<>" and _is_term(whole[0], c.trigger)
            if whole_is_term or (sure and c.operation in ("or", "and", "same")):
                return None
            if sure and c.operation == "than" and whole[0].graph.compared():
                named = self.read(c.second, None, False)
                if named and self._is_several(named[0]):
                    raise NotUnderstoodError(
                        "it is not said which of several values is compared with", hint="Name one that has one."
                    )
                return None
            if sure and c.operation == "pair" and whole[0].graph.groups and _numbers(whole[0]) > 1:
                return None
            if sure and _counts_two(c, tokens) and (whole[0].graph.over or _has_mean(whole[0])):
                # "the average number of seats per bus", where each bus has its number of seats, or seats.
                return None
            generation = self._compose(c, output)
            if generation is not None:
                return generation
        if compositions and _counts_two(compositions[0], tokens) and (not whole or _numbers(whole[0]) < 2):
            raise NotUnderstoodError("this counts two things, in a way that is not understood", hint="Ask one by one.")
        return None

    def _compose(self, c: Composition, output: OutputRequest | None) -> Generation | None:
        request = self._of_parts(c, output)
        if output is not None and request is None:
            return None
        asked = (request, None if c.operation == "than" else request)
        parts = [
            self.read(part, told, c.operation == "than" and part is c.first)
            for part, told in zip((c.first, c.second), asked, strict=True)
        ]
        if not all(parts):
            return None
        first, second = (ranked[0] for ranked in parts)
        schema = self.vocabulary.schema
        if c.operation == "pair" and output is not None and not self._fits(output, (first, second)):
            return None
        confidence = round(min(first.confidence, second.confidence) * _OF_TWO, 3)
        single = (first, second) if c.operation in ("difference", "ratio") else (second,)
        if c.operation in _OF_NUMBERS and any(map(self._is_several, single)):
            # Of several things of one name, which is meant?
            return None
        if c.operation == "than" and first.graph.ask and not self._has_value(first):
            # Without both values, no is no answer.
            return None
        if c.operation == "than":
            query = compared(first.graph, second.graph, schema, self.prefixes, STAND_INS)
        else:
            query = compose(c.operation, first.graph, second.graph, schema, self.prefixes, output)
        if query is None or confidence < self.threshold or not self.is_valid(query):
            return None
        told = [explain(candidate, schema) for candidate in (first, second)]
        return Generation(
            query=query,
            confidence=confidence,
            readings=tuple(dict.fromkeys(r for readings, _ in told for r in readings)),
            notes=(_OPERATIONS[c.operation], *dict.fromkeys(n for _, notes in told for n in notes)),
            runner_up=None,
        )

    def _is_several(self, candidate: Candidate) -> bool:
        """Whether there are several numbers where the question speaks of one."""
        test = asks_whether_several(candidate.graph, self.vocabulary.schema, self.prefixes)
        return test is not None and self.probe is not None and bool(self.probe(test))

    def _has_value(self, candidate: Candidate) -> bool:
        """Whether there is the value that is compared with the number in question."""
        test = asks_without(candidate.graph, self.vocabulary.schema, self.prefixes, STAND_INS)
        return self.probe is None or bool(self.probe(test))

    def _of_parts(self, c: Composition, output: OutputRequest | None) -> OutputRequest | None:
        """What each of two questions is to return: the columns that are not computed; None where that is unclear."""
        if output is None or c.operation == "than":
            # What is compared with is only one number.
            return output
        keys = tuple(p for p in output.phrases if not self._is_computed(p))
        computed = len(output.phrases) - len(keys)
        if computed not in (0, 2 if c.operation == "pair" else 1) or any(o.kind != "computed" for o in output.orders):
            return None
        remarks = tuple(r for r in output.remarks if not r.orders)
        if not all(r in remarks or self._is_kept(r.kind, r.things, r.without, c) for r in output.remarks):
            return None
        return OutputRequest(phrases=keys, remarks=remarks, computed=True)

    def _is_kept(self, kind: str, things: Sequence[Token], without: Sequence[Token], c: Composition) -> bool:
        """Whether a remark says what dividing does: by all of the second, where there are some of the first."""
        stems = self.vocabulary.lexicon.stems

        def within(words: Sequence[Token], part: Part) -> bool:
            said = {s for t in part.tokens if t.kind == "word" for s in stems(t.folded)}
            return bool(words) and all(said.intersection(stems(t.folded)) for t in words)

        if c.operation != "ratio":
            return False
        return within(things, c.second) if kind == "divide" else kind == "leave" and within(without, c.first)

    def _fits(self, output: OutputRequest, parts: Sequence[Candidate]) -> bool:
        """Whether the phrases for two numbers say what each of them is: counted, or added up."""
        phrases = [p for p in output.phrases if self._is_computed(p)]
        for phrase, candidate in zip(phrases, parts, strict=False):
            operators = find_operators(phrase, self.vocabulary.languages)
            wanted = {AGGREGATES[o.name] for o in operators if o.name in AGGREGATES}
            told = {column.aggregate for column in candidate.graph.columns if column.aggregate}
            if wanted and not wanted & told:
                return False
        return True

    def _is_computed(self, phrase: Sequence[Token]) -> bool:
        operators = find_operators(phrase, self.vocabulary.languages)
        return any(o.name in AGGREGATES or o.name in _OPERATIONS for o in operators) or any(
            t.folded in COMPUTED for t in phrase
        )

    def _ends_a_name(self, tokens: Sequence[Token], place: int) -> bool:
        """``the fat percentage of cheeses``: whether the word for an operation ends what a value is called."""
        words = [t.folded for t in tokens[place - 1 : place + 1]] if place else []
        small = self.vocabulary.lexicon.function_words.intersection(words)
        if not words or small or self.vocabulary.is_operator(words[0]):
            return False
        readings = self.vocabulary.readings(words)
        return any(r.kind == "property" and not r.object and r.score > _WITHIN_NAME for r in readings)

    def _names_a_value(self, word: str) -> bool:
        if word in self.vocabulary.lexicon.function_words:
            return False
        return any(
            r.kind == "property" and not r.object and r.score > _NAMED for r in self.vocabulary.readings((word,))
        )


def _refers(c: Composition) -> bool:
    """``who sang both a song and its cover``: whether the second question speaks of what the first one names."""
    first, second = ({t.folded for t in part.tokens} for part in (c.first, c.second))
    return c.operation in ("and", "or") and bool(THEIR & second - first)


def _is_term(candidate: Candidate, trigger: tuple[int, int]) -> bool:
    """Whether a candidate reads the words of an operation as the name of a term."""
    start, end = trigger
    return any(
        m.start < end
        and start < m.end
        and r.kind in ("property", "class", "value")
        and r.score > (_WITHIN_NAME if m.end > m.start + 1 else _NAME)
        for m, r in zip(candidate.assembly.mentions, candidate.assembly.readings, strict=True)
    )


_NAME, _WITHIN_NAME = 0.9, 0.8
"""How well a name of one word and one of several must be read to be a name rather than an operation."""


def _numbers(candidate: Candidate) -> int:
    return sum(bool(c.aggregate) for c in candidate.graph.columns)


def _has_mean(candidate: Candidate) -> bool:
    """Whether the mean of numbers is told that the question names, not of some that counted things have."""
    read = zip(candidate.assembly.mentions, candidate.assembly.readings, strict=True)
    return any("AVG" in m.aggregates and r.kind == "property" and not r.object for m, r in read)


def _counts_two(c: Composition, tokens: Sequence[Token]) -> bool:
    return c.operation == "pair" or (c.operation == "ratio" and tokens[c.trigger[0]].folded in _PER)
