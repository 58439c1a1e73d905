"""The offline translator: reads a question by the ontology and the data, and writes the query that fits best."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

from nlkgq.analysis.schema_graph import SchemaGraph
from nlkgq.errors import NotUnderstoodError
from nlkgq.generation.offline.abstaining import not_understood
from nlkgq.generation.offline.answer_form import AnswerForm
from nlkgq.generation.offline.answer_of_two import TwoQuestions
from nlkgq.generation.offline.askable import refuse, unclear
from nlkgq.generation.offline.assembly import Assembler, Assembly
from nlkgq.generation.offline.associations import Associations
from nlkgq.generation.offline.binding import Binder
from nlkgq.generation.offline.building import Builder
from nlkgq.generation.offline.candidate import Candidate
from nlkgq.generation.offline.categories import Categories
from nlkgq.generation.offline.chunking import cut
from nlkgq.generation.offline.coded_values import truths
from nlkgq.generation.offline.comparing import compared_counts, compared_with_all
from nlkgq.generation.offline.completing import complete
from nlkgq.generation.offline.connecting_verbs import connecting_verbs, without
from nlkgq.generation.offline.contradictions import contradicts_itself
from nlkgq.generation.offline.coordination import coordinate, list_totals
from nlkgq.generation.offline.durations import with_duration
from nlkgq.generation.offline.elided_nouns import with_elided_nouns
from nlkgq.generation.offline.explaining import explain
from nlkgq.generation.offline.extremes import NothingAsked
from nlkgq.generation.offline.formulas import operand_spans, with_formula
from nlkgq.generation.offline.german import in_english
from nlkgq.generation.offline.hierarchy import AS_SAID, Extent, descend, go_far, mark_below, read_extent
from nlkgq.generation.offline.joined_classes import narrow_classes
from nlkgq.generation.offline.loose_ends import dangling_verbs, implied_owners
from nlkgq.generation.offline.masked_question import MaskedQuestion
from nlkgq.generation.offline.mentions import Cuts, Plan
from nlkgq.generation.offline.output_columns import OutputColumns
from nlkgq.generation.offline.output_request import OutputRequest
from nlkgq.generation.offline.owned_values import with_owned_values
from nlkgq.generation.offline.parsing import is_query
from nlkgq.generation.offline.persons import choose_doers
from nlkgq.generation.offline.prefixes import readable_prefixes
from nlkgq.generation.offline.question_parts import Found
from nlkgq.generation.offline.ranking import rank
from nlkgq.generation.offline.readings import Chunking
from nlkgq.generation.offline.relative_dates import with_years
from nlkgq.generation.offline.sentences import split_request
from nlkgq.generation.offline.shared_wholes import with_shared_wholes
from nlkgq.generation.offline.spelt_numbers import spelt_numbers
from nlkgq.generation.offline.stored_values import StoredValues
from nlkgq.generation.offline.tokens import Token, tokenize, unescape
from nlkgq.generation.offline.trying import TriedWriter
from nlkgq.generation.offline.units import in_stated_units, units
from nlkgq.generation.offline.universals import hold_of_all, mark_universal
from nlkgq.generation.offline.values_told import with_values_told
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.generation.offline.wanted import Wanted
from nlkgq.generation.offline.wording.misspelt import respelt
from nlkgq.generation.offline.wording.plain_words import in_plain_words
from nlkgq.generation.offline.written_dates import with_dates
from nlkgq.generation.protocol import Generation
from nlkgq.masking.model import MaskedText
from nlkgq.ontology.lexicon import Lexicon
from nlkgq.ontology.model import Ontology
from nlkgq.ontology.profile_model import Profile
from nlkgq.validation.attempt import Attempt
from nlkgq.values.model import ValueIndex

LONGEST = 90
"""Most tokens of a question; longer texts are not one question."""
_LONGEST_TEXT = 4_000
THRESHOLD = 0.7


_TOLD = 6
"""Candidates that may be given or told; these must be valid."""


_QUERY = re.compile(r"\s*(prefix\s+\S*:\s*<|((select|ask|construct|describe)\b[^{]*\{.*\}))", re.IGNORECASE | re.DOTALL)
"""The beginning of a query, also of one whose prefixes nobody declared."""


def _several_questions(tokens: Sequence[Token]) -> bool:
    """Whether a question stands after a question: the answer to one of them would not be the answer."""
    ends = [n for n, t in enumerate(tokens) if t.kind == "mark" and t.text == "?"]
    return bool(ends) and any(t.kind != "mark" for t in tokens[ends[0] : ends[-1]])


class OfflineTranslator:
    """Translates questions without a model; deterministic; abstains rather than guess.

    Args:
        ontology: The terms.
        lexicon: Phrase look-up over the same ontology.
        index: The values of the graph.
        profile: What the graph holds; None when it was not scanned.
        probe: Runs a query and tells whether (or how many) rows it returns; None when no endpoint may be asked.
        threshold: Least confidence of an answer, in [0, 1]; below it the translator abstains.
        associations: Tells terms near in meaning to words that no name has; None for none.
        masked: Whether to read the masked text instead of the original.
        named: Whether names stand for things in an answer, as the owner of the graph wants it.
        today: Tells the day, for questions about the last years.
    """

    def __init__(
        self,
        *,
        ontology: Ontology,
        lexicon: Lexicon,
        index: ValueIndex,
        profile: Profile | None,
        probe: Callable[[str], bool | int] | None = None,
        threshold: float = THRESHOLD,
        associations: Associations | None = None,
        masked: bool = False,
        named: bool = False,
        today: Callable[[], date] = date.today,
    ) -> None:
        self.ontology = ontology
        self.schema = SchemaGraph(ontology, profile)
        self.vocabulary = Vocabulary(lexicon, self.schema, associations)
        self.schema.truths = truths(index, self.schema)
        self.schema.spelt = spelt_numbers(index, self.schema)
        categories = Categories(self.schema, self.vocabulary)
        self.values = StoredValues(index, self.schema, self._is_common, self._is_part, categories)
        self.form = AnswerForm(self.schema, probe, named=named)
        self.values.keyed = self.form.form == "row"
        self.vocabulary.names, self.vocabulary.tabular = self.form.nameless(), self.form.form == "row"
        self.assembler = Assembler(self.schema, self.vocabulary)
        self.probe = probe
        self.threshold = threshold
        self.masked = masked
        self.today = today
        self.prefixes = readable_prefixes(ontology, profile)

    def _is_common(self, word: str) -> bool:
        """Whether a word is one of language or of the vocabulary rather than a name."""
        lexicon = self.vocabulary.lexicon
        if word in lexicon.function_words or lexicon.knows_stem(word) or lexicon.groups(word):
            return True
        return self.vocabulary.is_operator(word)

    def _is_part(self, word: str) -> bool:
        """Whether a word is one of the vocabulary only within longer names, as the maker of a tool may be."""
        lexicon = self.vocabulary.lexicon
        if word in lexicon.function_words or lexicon.groups(word) or self.vocabulary.is_operator(word):
            return False
        return all(m.how == "partial" for m in lexicon.lookup((word,), limit=1))

    def generate(self, question: MaskedText, history: tuple[Attempt, ...] = ()) -> Generation:
        """The query for a question, with its readings, the joins added and the runner-up.

        Raises:
            NotUnderstoodError: Nothing fits well enough; it holds the words that were not understood, and the
                readings between which it could not choose.
        """
        begun = time.perf_counter()
        text = unescape(question.text if self.masked else (question.original or question.text))
        if len(text) > _LONGEST_TEXT:
            raise NotUnderstoodError("the text is too long to be one question", hint="Ask one thing at a time.")
        text = with_dates(with_years(text, self.today()), lambda stored: bool(self.values.lookup(stored)))
        tokens, hidden = tokenize(text), None
        if self.masked:
            hidden = MaskedQuestion(question, tokens, self.schema, self.values.mask)
            tokens = hidden.tokens
        english = in_english(text, tokens, None if self.masked else self.values.find, self.vocabulary)
        tokens = in_plain_words(english, self.vocabulary, lambda stored: bool(self.values.lookup(stored)))
        words = [t for t in tokens if t.kind != "mark"]
        if not words:
            raise NotUnderstoodError("there is no question", hint="Ask for something that the graph holds.")
        if len(tokens) > LONGEST:
            raise NotUnderstoodError("the text is too long to be one question", hint="Ask one thing at a time.")
        if is_query(text) or _QUERY.match(text):
            raise NotUnderstoodError("this is a query, not a question", hint="`nlkgq query` runs SPARQL.")
        if _several_questions(tokens):
            raise NotUnderstoodError("these are several questions", hint="Ask one thing at a time.")
        refuse(tokens, self.vocabulary)
        text, tokens = with_formula(*with_duration(text, tokens, self.vocabulary), self.vocabulary)
        tokens = tokens if hidden is None else hidden.numbered(tokens)
        asked, output = split_request(tokens)
        if output is not None:
            try:
                return self._translate(hidden, history, text, asked, output, begun)
            except NothingAsked:
                if output.final or any(remark.orders for remark in output.remarks):
                    raise NotUnderstoodError(
                        "what is said beside the question is not understood, and would change its answer",
                        hint="Say it in the question itself.",
                    ) from None
                # The last sentence says something else.
            except NotUnderstoodError as error:
                if output.final or output.remarks:
                    raise
                try:
                    return self._translate(hidden, history, text, tokens, None, begun, again=True)
                except NotUnderstoodError:
                    raise error from None
        return self._translate(hidden, history, text, tokens, None, begun)

    def _translate(
        self,
        hidden: MaskedQuestion | None,
        history: tuple[Attempt, ...],
        text: str,
        tokens: Sequence[Token],
        output: OutputRequest | None,
        begun: float,
        *,
        again: bool = False,
    ) -> Generation:
        """What ``generate`` gives; NothingAsked when what ``output`` wants returned is nothing of this question.

        Where such a sentence is read ``again``, as part of the question, all its words must have a use.
        """
        tokens, extent = read_extent(tokens, self.vocabulary)
        written: Callable[[str], str] = str
        found = self.values.find(text, tokens)
        if hidden is not None:
            found, written = hidden.values(tokens, found), hidden.restored
        found = [*found, *operand_spans(tokens, self.vocabulary)]
        asked = self.probe
        probe = None if asked is None else lambda query: asked(written(query))
        tried = {a.query for a in history}
        tokens = respelt(tokens, self.vocabulary, found)
        ranked, cuts = self._read(
            tokens, found, probe, lambda query: written(query) not in tried, extent=extent, output=output
        )
        composed = None if extent.far else self._two_questions(probe).answer(tokens, found, output, ranked)
        if composed is not None and written(composed.query) not in tried:
            return replace(composed, query=written(composed.query), seconds=time.perf_counter() - begun)
        if output is not None and not ranked:
            raise NothingAsked
        if again and ranked and ranked[0].idle:
            raise NotUnderstoodError("some words have no use here", hint="Say what is wanted in the question itself.")
        if compared_counts(tokens, self.vocabulary.languages) is not None or compared_with_all(tokens):
            raise NotUnderstoodError("this compares counts in a way that is not understood", hint=self._about())
        for candidate in ranked[:_TOLD]:
            candidate.query = written(candidate.query)
        return self._answer(ranked, cuts, begun)

    def _read(
        self,
        tokens: Sequence[Token],
        found: Sequence[Found],
        probe: Callable[[str], bool | int] | None,
        fresh: Callable[[str], bool] = bool,
        *,
        extent: Extent = AS_SAID,
        keyed: bool = False,
        output: OutputRequest | None = None,
    ) -> tuple[list[Candidate], list[Chunking]]:
        """The candidates for a question, best first, and the cuts of it; ``fresh`` tells queries not tried yet."""
        cuts = cut(tokens, self.vocabulary, found)
        of_phrases: Cuts = {}
        candidates = [
            c
            for chunking in cuts
            for c in self._candidates(chunking, tokens, extent, of_phrases, keyed=keyed, output=output)
            if fresh(c.query)
        ]
        ranked = rank(candidates, probe)
        if ranked and not all(is_query(c.query) for c in ranked[:_TOLD]):
            # Some combinations of operations cannot be said in one query.
            ranked = rank([c for c in candidates if is_query(c.query)], probe)
        return ranked, cuts

    def _two_questions(self, probe: Callable[[str], bool | int] | None) -> TwoQuestions:
        return TwoQuestions(
            vocabulary=self.vocabulary,
            prefixes=self.prefixes,
            threshold=self.threshold,
            read=lambda part, output, untried: self._read(
                part.tokens, part.found, None if untried else probe, keyed=not untried, output=output
            )[0],
            is_valid=is_query,
            probe=probe,
        )

    def _candidates(
        self,
        chunking: Chunking,
        tokens: Sequence[Token],
        extent: Extent,
        cuts: Cuts,
        *,
        keyed: bool = False,
        output: OutputRequest | None = None,
    ) -> list[Candidate]:
        chunks = coordinate(list_totals(chunking.chunks, tokens), tokens)
        chunks = with_values_told(chunks, tokens, self.values.lookup)
        chunks = with_owned_values(with_shared_wholes(chunks, tokens, self.vocabulary), tokens)
        plan = Binder(with_elided_nouns(chunks, tokens, self.schema), tokens, self.vocabulary).bind()
        plan.keyed, plan.output = keyed or any(m.operands for m in plan.mentions), output
        plan.unclear = unclear(plan, tokens, self.vocabulary.languages)
        plan.tokens, plan.cuts = tokens, cuts
        mark_universal(plan, tokens)
        choose_doers(plan, tokens, self.schema)
        plan.misspelt = {t.typed: t.text for t in tokens if t.typed}
        if extent.below is not None:
            mark_below(plan, extent.below)
        plan.far = extent.far
        if not any(m.readings for m in plan.mentions):
            return []
        found = []
        for assembly in self.assembler.assemble(plan.mentions):
            candidate = self._candidate(assembly, plan, chunking, tokens)
            if candidate is not None:
                found.append(candidate)
        return found

    def _candidate(
        self, assembly: Assembly, plan: Plan, chunking: Chunking, tokens: Sequence[Token]
    ) -> Candidate | None:
        assembly = in_stated_units(assembly, chunking, self.ontology)
        narrow_classes(assembly, self.schema)
        builder = Builder(self.schema, assembly)
        builder.build()
        complete(builder)
        if not (builder.fits and descend(builder)):
            return None
        reached = not plan.far or go_far(builder)
        try:
            wanted = Wanted(builder, plan, self.form)
            graph = wanted.apply()
        except NothingAsked:
            return None
        if not all(hold_of_all(graph, builder.denoted(m.number)) for m in plan.mentions if m.universal):
            return None
        if plan.output is not None and not OutputColumns(wanted, self.vocabulary).apply(plan.output):
            return None
        if not graph.is_connected() or contradicts_itself(graph, self.schema):
            return None
        writer = TriedWriter(graph, self.schema, self.prefixes)
        query = writer.text()
        idle = len(graph.idle()) + wanted.run_on()
        verbs = connecting_verbs(chunking, assembly, tokens, self.vocabulary)
        if verbs:
            chunking = without(chunking, verbs, tokens)
        return Candidate(
            query=query,
            writer=writer,
            graph=graph,
            assembly=assembly,
            plan=plan,
            chunking=chunking,
            idle=idle,
            dangling=dangling_verbs(builder, self.vocabulary.languages),
            owners=implied_owners(builder, (t.folded for t in tokens)),
            astray=not reached or wanted.tells_what_is_given(unread=bool(chunking.unread)),
            light=frozenset(m for m, joins in builder.light.items() if joins),
            units=units(assembly, chunking, self.ontology),
            verbs=tuple(tokens[n].text for n in sorted(verbs)),
        )

    def _answer(self, ranked: list[Candidate], cuts: Sequence[Chunking], begun: float) -> Generation:
        if not ranked:
            unread = tuple(dict.fromkeys(w for c in cuts[:1] for w in c.unread))
            raise not_understood((), unread, self.ontology, self._about())
        best = ranked[0]
        others = [c for c in ranked[1:] if c.query != best.query]
        if best.confidence < self.threshold:
            raise not_understood(ranked, best.chunking.unread, self.ontology, self._about())
        readings, notes = explain(best, self.schema)
        return Generation(
            query=best.query,
            confidence=best.confidence,
            readings=readings,
            notes=notes,
            runner_up=others[0].query if others else None,
            seconds=time.perf_counter() - begun,
        )

    def _about(self) -> str:
        profile = self.schema.profile
        classes = self.ontology.classes.values()
        counts = profile.classes if profile else {}
        largest = sorted(classes, key=lambda c: (-counts.get(c.iri, 0), c.iri))[:6]
        names = ", ".join(c.label() for c in largest)
        return f"This graph is about: {names}." if names else "This graph has no vocabulary."
