"""The path of a question: the only module that knows the order of the steps.

mask -> generate (prompt, model or offline; validate and repair) -> unmask -> ground -> row cap -> gate -> endpoint ->
answer. Left of unmask everything works on the masked question; nothing right of it goes back to a model.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from nlkgq.analysis.explain import explain
from nlkgq.answer import Answer, Step, Translation, make_trace
from nlkgq.cautions import cautions
from nlkgq.clock import Clock
from nlkgq.errors import EndpointError, GateError, RefusedError, RewriteError, SparqlSyntaxError
from nlkgq.grounding.ground import Grounding, ground
from nlkgq.labels import iris_of, label_query, labeller, read_labels
from nlkgq.question_text import checked_question
from nlkgq.repair import CheckedQuery, RepairAttempt, generate_valid
from nlkgq.results.back import error_in_clean_terms, in_clean_terms
from nlkgq.results.models import SelectResult
from nlkgq.rewrite.casts import portable_casts
from nlkgq.rewrite.limit import limit
from nlkgq.rewrite.prefixes import prefixes
from nlkgq.rewrite.rules import Rewritten, rewrite
from nlkgq.rewrite.unmask import quote_bare_placeholders, unmask
from nlkgq.sparql import parse_query
from nlkgq.trial import Remembered, Trials
from nlkgq.validation.finding import Finding
from nlkgq.validation.fix import as_repaired, parse_mended
from nlkgq.validation.gate import GatedQuery, GatePolicy, gate
from nlkgq.validation.outside_role import role_error
from nlkgq.validation.unknown_prefix import unknown_prefix
from nlkgq.validation.validate import validate
from nlkgq.wrapper.model import Wrapper, make_back

if TYPE_CHECKING:
    from nlkgq.endpoints.protocol import Endpoint, Limits
    from nlkgq.generation.protocol import QueryGenerator
    from nlkgq.grounding import CandidateSource, Choose
    from nlkgq.iri import PrefixMap
    from nlkgq.masking.model import MaskedText
    from nlkgq.ontology.model import Ontology
    from nlkgq.ontology.profile_model import Profile
    from nlkgq.results.models import Result
    from nlkgq.role_endpoint import RoleAccess
    from nlkgq.sparql import Query
    from nlkgq.values.model import ValueIndex


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A query ready to run: over clean terms, and as the endpoint gets it.

    ``mapping`` tells what each clean term became; empty without a wrapper. ``groundings`` tells what became of values.
    """

    tree: Query
    gated: GatedQuery
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()
    mapping: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    groundings: tuple[Grounding, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryPath:
    """From a query's text to its results; no model takes part.

    Args:
        ontology: What is known; for findings and explanation.
        namespaces: Prefixes that a query may use undeclared.
        values: Stored values, for grounding: an index, or a source that asks the endpoint.
        policy: The gate's, for the text as written; ten times the caps after rewriting.
        limits: Bounds of the answer.
        endpoint: Makes the endpoint at first use.
        language: Of the names shown.
        wrapper: Clean terms and their native forms; None where the ontology's terms are the stored ones.
        profile: What the data use, for findings that rest on it; None where it is not known.
        services: Endpoint name -> IRI, for forms that name an endpoint; None where one place has all.
        label_endpoint: Makes what is asked for names; None for the endpoint itself.
        index: Stored values, where a model may be told that it made one up; None where it may not.
        role: Who asks, and sees a part of the graph only; None where everything is seen.
    """

    ontology: Ontology
    namespaces: PrefixMap
    values: ValueIndex | CandidateSource
    policy: GatePolicy
    limits: Limits
    endpoint: Callable[[], Endpoint]
    language: str = "en"
    wrapper: Wrapper | None = None
    profile: Profile | None = None
    services: Mapping[str, str] | None = None
    label_endpoint: Callable[[], Endpoint] | None = None
    index: ValueIndex | None = None
    role: RoleAccess | None = None

    def check(self, text: str, masked: MaskedText | None = None) -> CheckedQuery:
        """The query with its prefixes in order, and what is found wrong with it."""
        names = [p.name for p in masked.placeholders] if masked is not None else []
        tree: Query | None = None
        try:
            tree, mended = parse_mended(quote_bare_placeholders(text, names))
            tree, findings = prefixes(tree, self.namespaces)
            gate(str(tree), self.policy)
        except (SparqlSyntaxError, GateError) as error:
            code = error.code if isinstance(error, GateError) else "syntax"
            found = Finding(code=code, severity="error", message=error.message, suggestion=error.hint)
            # a prefix is named with its namespace, which an error of syntax does not know
            unknown = validate(tree, self.ontology, checks=(unknown_prefix,)) if tree is not None else ()
            return CheckedQuery(query=str(tree) if unknown else text, findings=unknown or (found,), error=error)
        found_wrong = validate(tree, self.ontology, self.profile, masked=masked, index=self.index)
        findings = (*(as_repaired(f) for f in mended), *findings)
        if self.role is not None:
            outside = self.role.outside(tree)
            if outside:
                refusal = role_error(outside[0])
                return CheckedQuery(query=str(tree), findings=(*findings, *found_wrong, *outside), error=refusal)
        return CheckedQuery(query=str(tree), findings=(*findings, *found_wrong, *self._not_native(tree)))

    def _not_native(self, tree: Query) -> tuple[Finding, ...]:
        """Why a query has no native form: told before it is chosen, so that another one can be written."""
        try:
            self._native(tree)
        except RewriteError as error:
            found = Finding(
                code="no-native-form",
                severity="error",
                message=error.message,
                start=error.start,
                end=error.end,
                suggestion=error.hint,
            )
            return (found,)
        return ()

    def prepare(
        self,
        text: str,
        masked: MaskedText | None = None,
        *,
        grounded: bool = False,
        choose: Choose | None = None,
    ) -> Prepared:
        """The query that the gate has passed.

        Args:
            text: SPARQL, over the ontology's terms.
            masked: The question whose placeholders it may hold.
            grounded: Whether literals are matched with the stored ones.
            choose: Asked which stored value an ambiguous literal means; None asks nobody.

        Raises:
            SparqlSyntaxError, GateError, UnmaskError, RewriteError: It cannot be run.
        """
        tree, findings = prefixes(parse_query(text, undeclared_prefixes=True), self.namespaces)
        gate(str(tree), self.policy)
        if masked is not None:
            tree = portable_casts(tree)
        if masked is not None and masked.placeholders:
            tree = unmask(tree, masked, ontology=self.ontology)
        groundings: tuple[Grounding, ...] = ()
        if grounded:
            tree, more, groundings = ground(tree, self.values, self.ontology, choose=choose)
            findings = (*findings, *more)
        rewritten, gated, added = self._gated(tree, keep_unknown=masked is None)
        notes = (f"At most {self.limits.rows:,} rows are returned.",) if added else ()
        findings = (*findings, *rewritten.findings)
        return Prepared(
            tree=tree,
            gated=gated,
            findings=findings,
            notes=notes,
            mapping=rewritten.mapping,
            groundings=groundings,
        )

    def _gated(self, tree: Query, *, keep_unknown: bool = True) -> tuple[Rewritten, GatedQuery, bool]:
        """What the endpoint gets, and whether it has a row cap of ours; under a role, without the role's conditions.

        The endpoint of a role knows the conditions of what was admitted; nobody is shown them.
        """
        rows = self.limits.rows
        if self.role is not None:
            for finding in self.role.outside(tree):
                raise role_error(finding)
        rewritten = self._native(tree, keep_unknown=keep_unknown)
        native, added = limit(rewritten.tree, rows)
        gated = gate(str(native), self.policy.rewritten())
        if self.role is not None:
            self.role.admit(tree, gated, lambda t, w: limit(self._native(t, wrapper=w).tree, rows)[0])
        return rewritten, gated, added

    def _native(self, tree: Query, *, keep_unknown: bool = True, wrapper: Wrapper | None = None) -> Rewritten:
        """In native terms; a query of one's own may also name native terms itself, unless it is a role's."""
        if self.wrapper is None:
            return Rewritten(tree=tree)
        keep_unknown = keep_unknown and self.role is None
        # what stands for classes below it is told by the whole graph, whoever asks
        profile = self.profile if self.role is None else self.role.view.evidence
        counts = profile.classes if profile is not None and profile.complete else None
        return rewrite(tree, wrapper or self.wrapper, counts=counts, keep_unknown=keep_unknown, services=self.services)

    def run(self, prepared: Prepared) -> Result:
        """The results from the endpoint.

        Raises:
            EndpointError: It failed.
            FederationError: Several endpoints must not or cannot answer it together.
        """
        try:
            result = self.endpoint().run(prepared.gated, limits=self.limits)
            return result if self.role is not None and self.role.is_clean(prepared.gated) else self.shown(result)
        except (EndpointError, RefusedError) as error:
            if self.wrapper is not None:
                error_in_clean_terms(error, make_back(self.wrapper), self.namespaces.shorten)
            raise

    def shown(self, result: Result) -> Result:
        """The result with native IRIs in clean terms."""
        if self.wrapper is None:
            return result
        return in_clean_terms(result, make_back(self.wrapper), self.namespaces.shorten)

    def labels(self, result: Result) -> Callable[[str], str | None]:
        """IRI -> a name for people, asked from the endpoint that gave the result; without names when it will not."""
        names: Mapping[str, str] = {}
        only_own = self.wrapper is not None or self.role is not None
        text = label_query(iris_of(result), self.ontology, only_own=only_own)
        if text is not None:
            # an answer without names is still the answer
            with suppress(EndpointError, RefusedError):
                gated = self._gated(parse_query(text))[1]
                found = (self.label_endpoint or self.endpoint)().run(gated, limits=self.limits)
                if isinstance(found, SelectResult):
                    names = read_labels(found, language=self.language)
        return labeller(self.ontology, names, language=self.language)


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionPath:
    """From a question to a translation, and to an answer.

    Args:
        mask: Question -> masked question.
        generator: Writes the query.
        query_path: The rest of the way.
        repair_rounds: Most further calls of the generator.
        prompt_hash: SHA-256 (hex) of the prompt templates; None offline.
        grounded: Whether literals are matched with the stored ones (a language model does not know their spelling).
        choose: Asked which stored value an ambiguous literal means; None asks nobody.
        reveal: Codes of findings that tell a model something of the graph's content, and may.
    """

    mask: Callable[[str], MaskedText]
    generator: QueryGenerator
    query_path: QueryPath
    repair_rounds: int = 2
    prompt_hash: str | None = None
    grounded: bool = True
    choose: Choose | None = None
    reveal: tuple[str, ...] = ()

    def translate(self, question: str) -> Translation:
        """The query that answers a question; it is not run.

        Raises:
            UsageError: The question is empty or longer than `MAX_QUESTION` characters.
            NoAnswerError: No query came about.
            RefusedError: The best query cannot be run.
            ModelError, LeakBlocked: The model's part failed.
        """
        return self._repair(question, Clock())[1]()[0]

    def ask(self, question: str, *, told: Callable[[Translation], None] | None = None) -> Answer:
        """The translation with its results.

        Args:
            question: In plain language.
            told: Called with the translation and its findings before its query runs; again where the endpoint's
                refusal leads to another query.

        Raises:
            As `translate`, and EndpointError.
        """
        clock = Clock()
        trials, translate = self._repair(question, clock)
        while True:
            translation, query = translate()
            if told is not None and not trials.was_run(query):
                told(translation)
            # what it tells may lead to another query; the way to the first one is not gone again
            if not trials.run(query):
                break
        result = trials.result(query)
        with clock("labels"):
            label = self.query_path.labels(result)
        trace = replace(translation.trace, timings=dict(clock.seconds))
        values = {name: getattr(translation, name) for name in translation.__dataclass_fields__}
        return Answer(
            **{**values, "trace": trace},
            result=result,
            prefixes=self.query_path.namespaces,
            label=label,
        )

    def _repair(self, question: str, clock: Clock) -> tuple[Trials[Prepared], Callable[[], tuple[Translation, str]]]:
        """What tries queries, and what translates: with all that was tried by then, and the query as it was checked."""
        question = checked_question(question)
        with clock("mask"):
            masked = self.mask(question)

        def prepare(text: str) -> Prepared:
            with clock("prepare"):
                return self.query_path.prepare(text, masked, grounded=self.grounded, choose=self.choose)

        def run(prepared: Prepared) -> Result:
            with clock("query"):
                return self.query_path.run(prepared)

        trials = Trials(prepare, run, reveal=self.reveal)
        generator = Remembered(self.generator)
        return trials, lambda: self._translate(question, masked, generator, trials, clock)

    def _translate(
        self,
        question: str,
        masked: MaskedText,
        generator: QueryGenerator,
        trials: Trials[Prepared],
        clock: Clock,
    ) -> tuple[Translation, str]:
        before = dict(clock.seconds)
        with clock("generate"):
            outcome = generate_valid(
                generator,
                masked,
                lambda text: self.query_path.check(text, masked),
                max_rounds=self.repair_rounds,
                trial=trials,
                reveal=self.reveal,
            )
        clock.seconds["generate"] -= clock.seconds.get("prepare", 0.0) - before.get("prepare", 0.0)
        generation, best = outcome.generation, outcome.checked
        if best.error is not None:
            raise best.error
        prepared = trials.prepared(best.query)
        with clock("prepare"):
            explanation = explain(prepared.tree, self.query_path.ontology)
        told = cautions(prepared.tree, generation.confidence)
        steps = tuple(_step(attempt) for attempt in outcome.attempts)
        notes = prepared.notes
        if outcome.stopped_by is not None:
            notes = (*notes, f"the repair ended early: {outcome.stopped_by.message}")
        return (
            Translation(
                question=question,
                masked=masked,
                query=str(prepared.tree),
                native_query=prepared.gated.text,
                mapping=prepared.mapping,
                groundings=prepared.groundings,
                findings=tuple(dict.fromkeys((*told, *best.findings, *prepared.findings))),
                confidence=generation.confidence,
                readings=generation.readings,
                runner_up=generation.runner_up,
                explanation=explanation,
                trace=make_trace(
                    masked,
                    generation,
                    steps,
                    dict(clock.seconds),
                    prompt_hash=self.prompt_hash,
                    notes=notes,
                ),
            ),
            best.query,
        )


def _step(attempt: RepairAttempt) -> Step:
    before = tuple(Step(query=checked.query, findings=checked.findings) for checked in attempt.before)
    return Step(query=attempt.query, findings=attempt.findings, before=before)
