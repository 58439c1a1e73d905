"""What a question becomes: a `Translation`, and with its results an `Answer`; both keep their `Trace`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from nlkgq.analysis.explain import Explanation
from nlkgq.generation.protocol import Generation, Reading
from nlkgq.grounding import Grounding
from nlkgq.iri import PrefixMap
from nlkgq.masking.model import MaskedText
from nlkgq.results.models import AskResult, GraphResult, Result, ResultNote, SelectResult
from nlkgq.validation.finding import Finding

if TYPE_CHECKING:
    import pandas
    import rdflib
    from rdflib.term import Node


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One attempt: the query as it was checked, placeholders and all, and what was found.

    ``before`` holds the same query before each edit that was made by itself, oldest first.
    """

    query: str
    findings: tuple[Finding, ...]
    before: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """How an answer came about. With a language model it holds no value of the graph: placeholders stand for them.

    Args:
        masked_question: The question as a model sees it.
        privacy_mode: strict, values or off.
        placeholders: Name -> what is told about it, as plain values.
        model: Which generator wrote the query.
        prompt_hash: SHA-256 (hex) of the prompt templates; None offline.
        request_hash: SHA-256 (hex) of the request; None offline.
        attempts: Oldest first.
        timings: Step -> seconds, wall time.
        tokens: Kind -> tokens as the provider counts them.
        notes: Sentences about the path, such as a row cap that was added.
    """

    masked_question: str
    privacy_mode: str
    placeholders: Mapping[str, Mapping[str, Any]]
    model: str
    prompt_hash: str | None
    request_hash: str | None
    attempts: tuple[Step, ...]
    timings: Mapping[str, float]
    tokens: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Translation:
    """A question turned into a query that the gate has passed; no endpoint was asked.

    Args:
        question: As it was asked.
        masked: The question with its values taken out.
        query: SPARQL over the ontology's terms, values restored.
        native_query: What an endpoint gets: rewritten, with a row cap.
        mapping: Behind a wrapper, clean term of the query -> the texts of its native forms.
        groundings: What became of values that are not stored as the query wrote them, with their choices.
        findings: What is doubtful about the query; errors only where no attempt was clean.
        confidence: In [0, 1] or None. Offline: the share of answers given with such a score that were right on the
            development questions. For a language model None: nothing supports a number.
        readings: How each stretch of the question was read; () for a language model.
        runner_up: The second best query, or None.
        explanation: The query in plain words.
        trace: How it came about.
    """

    question: str
    masked: MaskedText
    query: str
    native_query: str
    mapping: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    groundings: tuple[Grounding, ...] = ()
    findings: tuple[Finding, ...] = ()
    confidence: float | None = None
    readings: tuple[Reading, ...] = ()
    runner_up: str | None = None
    explanation: Explanation
    trace: Trace

    @property
    def masked_question(self) -> str:
        """The question as a model sees it."""
        return self.masked.text

    def to_json(self) -> str:
        """The whole translation as JSON, for `--trace` and logs kept on this machine."""
        return json.dumps(self._plain(), ensure_ascii=False, indent=2, default=str)

    def _plain(self) -> dict[str, Any]:
        trace = self.trace
        return {
            "question": self.question,
            "masked_question": trace.masked_question,
            "privacy_mode": trace.privacy_mode,
            "placeholders": trace.placeholders,
            "model": trace.model,
            "prompt_hash": trace.prompt_hash,
            "request_hash": trace.request_hash,
            "attempts": [_step(step) for step in trace.attempts],
            "query": self.query,
            "native_query": self.native_query,
            "mapping": self.mapping,
            "groundings": [_grounding(g) for g in self.groundings],
            "findings": _findings(self.findings),
            "confidence": self.confidence,
            "readings": [{"text": r.text, "role": r.role, "term": r.term, "note": r.note} for r in self.readings],
            "runner_up": self.runner_up,
            "explanation": list(self.explanation.sentences),
            "timings_seconds": {k: round(v, 6) for k, v in trace.timings.items()},
            "tokens": trace.tokens,
            "notes": list(trace.notes),
        }


@dataclass(frozen=True, kw_only=True)
class Answer(Translation):
    """A `Translation` with its results.

    Args:
        result: The results as plain values.
        prefixes: For showing IRIs shortly.
        label: IRI -> a name for people, or None.
    """

    result: Result
    prefixes: PrefixMap = field(default_factory=PrefixMap)
    label: Callable[[str], str | None] = field(default=lambda iri: None, repr=False)

    @property
    def variables(self) -> tuple[str, ...]:
        """Column names; () for ASK, CONSTRUCT and DESCRIBE."""
        return self.result.variables if isinstance(self.result, SelectResult) else ()

    @cached_property
    def rows(self) -> list[tuple[Node | None, ...]]:
        """N rows x M columns of rdflib terms, None where unbound; [] for ASK, CONSTRUCT and DESCRIBE."""
        from nlkgq.results.terms import to_rdflib

        if not isinstance(self.result, SelectResult):
            return []
        return [tuple(None if t is None else to_rdflib(t) for t in row) for row in self.result.rows]

    @property
    def boolean(self) -> bool | None:
        """The answer of an ASK query; None for the other forms."""
        return self.result.boolean if isinstance(self.result, AskResult) else None

    @cached_property
    def graph(self) -> rdflib.Graph | None:
        """The triples of a CONSTRUCT or DESCRIBE query as an rdflib graph; None for the other forms."""
        if not isinstance(self.result, GraphResult):
            return None
        import rdflib

        from nlkgq.results.terms import to_rdflib

        graph = rdflib.Graph()
        for prefix, namespace in self.prefixes:
            graph.bind(prefix, namespace)
        for s, p, o in self.result.triples:
            graph.add((to_rdflib(s), to_rdflib(p), to_rdflib(o)))
        return graph

    @property
    def notes(self) -> tuple[ResultNote, ...]:
        """What a reader must know of the results, such as that they were cut."""
        return self.result.notes

    @property
    def empty(self) -> bool:
        """Whether there is nothing to show: no row, no triple. An ASK query is never empty."""
        if isinstance(self.result, SelectResult):
            return not self.result.rows
        return isinstance(self.result, GraphResult) and not self.result.triples

    def to_pandas(self) -> pandas.DataFrame:
        """N rows x M columns of Python values (extra ``pandas``).

        Raises:
            MissingExtraError: pandas is not installed.
        """
        from nlkgq.results.formats import as_table
        from nlkgq.results.terms import to_pandas

        return to_pandas(as_table(self.result))

    def _repr_html_(self) -> str:
        from nlkgq.results.html import render_html

        return render_html(self.result, prefixes=self.prefixes, label=self.label)

    def _plain(self) -> dict[str, Any]:
        return {**super()._plain(), "notes_on_results": [n.message for n in self.notes]}


def make_trace(
    masked: MaskedText,
    generation: Generation,
    attempts: tuple[Step, ...],
    timings: Mapping[str, float],
    *,
    prompt_hash: str | None,
    notes: tuple[str, ...] = (),
) -> Trace:
    """The trace of a finished path."""
    usage = generation.usage
    tokens = {
        "input": usage.input_tokens,
        "output": usage.output_tokens,
        "cache_read": usage.cache_read_tokens,
        "cache_write": usage.cache_write_tokens,
    }
    return Trace(
        masked_question=masked.text,
        privacy_mode=masked.mode,
        placeholders={
            p.name: {
                "value": p.kind.value,
                "holders": [[h.property, h.subject_class] for h in p.kind.holders],
                "classes": list(p.kind.classes),
                "datatype": p.kind.datatype,
                "approximate": p.kind.approximate,
                "several": p.kind.several,
            }
            for p in masked.placeholders
        },
        model=generation.model,
        prompt_hash=prompt_hash,
        request_hash=generation.request.hash if generation.request else None,
        attempts=attempts,
        timings=timings,
        tokens={k: v for k, v in tokens.items() if v is not None},
        notes=(*generation.notes, *notes),
    )


def _step(step: Step) -> dict[str, Any]:
    plain: dict[str, Any] = {"query": step.query, "findings": _findings(step.findings)}
    if step.before:
        plain["before_edits"] = [_step(earlier) for earlier in step.before]
    return plain


def _grounding(grounding: Grounding) -> dict[str, Any]:
    return {
        "outcome": grounding.outcome,
        "text": grounding.text,
        "property": grounding.property,
        "taken": [c.term.value for c in grounding.taken],
        "choices": [{"value": c.term.value, "text": c.text, "score": c.score, "how": c.how} for c in grounding.choices],
    }


def _findings(findings: tuple[Finding, ...]) -> list[dict[str, Any]]:
    return [
        {
            "code": f.code,
            "severity": f.severity,
            "message": f.message,
            "terms": list(f.terms),
            "suggestion": f.suggestion,
        }
        for f in findings
    ]
