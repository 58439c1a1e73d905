"""What is doubtful about one gold query: in its text, in its answers, and against its question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from nlkgq.evaluation.answer_store import StoredAnswer
from nlkgq.evaluation.audit.contradictions import excludes_itself, has_repeated_branch
from nlkgq.evaluation.audit.forms import CLOCK, in_plain_syntax, order_conditions, pin_clock, with_tie_break
from nlkgq.evaluation.audit.ties import top_rows
from nlkgq.evaluation.audit.unstated import unstated_columns, unstated_values
from nlkgq.evaluation.audit.wording import Wording
from nlkgq.evaluation.dataset import Scoring
from nlkgq.evaluation.match import compare
from nlkgq.evaluation.question import BenchQuestion
from nlkgq.iri import XSD
from nlkgq.results.models import GraphResult, Result, SelectResult
from nlkgq.sparql import Query, SparqlSyntaxError, Token, parse_query

Code = Literal[
    "broken", "clock", "random", "limit-without-order", "ties", "group-concat", "sample", "cast", "vendor-function",
    "contradiction", "repeated-branch",
    "empty", "large", "recorded-answer", "engines", "engine-fails", "unstated-column", "unstated-value",
]  # fmt: skip
_CASTS: Final = frozenset(
    XSD + name for name in ("boolean", "double", "float", "decimal", "integer", "dateTime", "string")
)
"""Constructor functions that every engine has (SPARQL 1.1, section 17.1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldFinding:
    """What is doubtful about a gold query.

    Args:
        question: Id.
        code: What it is.
        message: One sentence.
        proposal: What to do about it.
        query: The deterministic form, where one can be written; None otherwise.
        decisive: Whether it was seen to change the answer; None where that was not tried.
    """

    question: str
    code: Code
    message: str
    proposal: str
    query: str | None = None
    decisive: bool | None = None


Run = Callable[[str], StoredAnswer]


def audit_question(question: BenchQuestion, run: Run, second: Run | None, scoring: Scoring) -> list[GoldFinding]:
    """Everything that is doubtful about the gold of one question.

    Args:
        question: With its gold query; one without is not audited.
        run: Executes a query on the graph.
        second: Executes it on another engine; None where there is none.
        scoring: How answers are compared.
    """
    text = question.gold_text
    if text is None:
        return []
    name = question.id
    answer = run(text)
    if answer.result is None:
        told = f"the gold is not answered: {answer.message}"
        broken = GoldFinding(question=name, code="broken", message=told, proposal="Correct the gold, or leave it out.")
        try:
            return [broken, *_in_text(name, parse_query(text, undeclared_prefixes=True))]
        except SparqlSyntaxError:
            return [broken]
    query = parse_query(text, undeclared_prefixes=True)
    found = [*_in_text(name, query), *_in_order(name, query, run, scoring), *_in_words(question, query)]
    return [*found, *_in_answers(question, answer, second, scoring)]


def _in_text(name: str, query: Query) -> list[GoldFinding]:
    found: list[GoldFinding] = []

    def add(code: Code, message: str, proposal: str, form: str | None = None) -> None:
        found.append(GoldFinding(question=name, code=code, message=message, proposal=proposal, query=form))

    built_in = {t.text.upper() for n in query.find("BuiltInCall") for t in n.tokens()[:1]}
    if "NOW" in built_in:
        add("clock", "NOW() makes the answer change with the day", "Pin the clock.", str(pin_clock(query, CLOCK)))
    for function in sorted(built_in & {"RAND", "UUID", "STRUUID"}):
        add("random", f"{function}() gives another value each time", "Leave the value out of the answer.")
    aggregates = {t.text.upper() for n in query.find("Aggregate") for t in n.tokens()[:1]}
    if "GROUP_CONCAT" in aggregates:
        add("group-concat", "GROUP_CONCAT joins in any order", "Compare the parts as a set, or return them as rows.")
    if "SAMPLE" in aggregates:
        add("sample", "SAMPLE may return any member of a group", "Use MIN or MAX.", _min_for_sample(query))
    if excludes_itself(query):
        message = "FILTER NOT EXISTS excludes what the gold asks for: the answer is empty, or false, whatever the data"
        add("contradiction", message, "Correct the gold, or leave it out.")
    if has_repeated_branch(query):
        message = "two branches of a UNION are the same: the question may name two things where the gold has one"
        add("repeated-branch", message, "Correct the gold, or restate the question: `bench clarify`.")
    for iri in dict.fromkeys(_function_iris(query)):
        if iri.startswith(XSD) and iri not in _CASTS:
            message = f"a cast to {iri.removeprefix(XSD)} is not in SPARQL 1.1: engines differ"
            add("cast", message, "Cast to xsd:integer, xsd:decimal or xsd:dateTime.")
        elif not iri.startswith(XSD):
            add("vendor-function", f"the function {iri} is one vendor's", "Write it with functions of SPARQL 1.1.")
    return found


def _function_iris(query: Query) -> list[str]:
    found = []
    for node in query.find("iriOrFunction", "FunctionCall"):
        iri = next((query.iri_or_none(c) for c in node.children if isinstance(c, Token)), None)
        if iri is not None and len(node.children) > 1:
            found.append(iri)
    return found


def _min_for_sample(query: Query) -> str:
    tokens = [n.tokens()[0] for n in query.find("Aggregate") if n.tokens()[0].text.upper() == "SAMPLE"]
    return str(query.replace(dict.fromkeys(tokens, "MIN")))


def _in_order(name: str, query: Query, run: Run, scoring: Scoring) -> list[GoldFinding]:
    """A LIMIT that cuts where nothing says which rows come first."""
    forward, backward = with_tie_break(query, descending=False), with_tie_break(query, descending=True)
    if forward is None or backward is None:
        return []
    a, b = run(str(forward)).result, run(str(backward)).result
    if a is None or b is None:
        return []
    decisive = not compare(a, b, scoring).same
    if not order_conditions(query):
        message = "LIMIT without ORDER BY returns any rows"
        told = message if decisive else message + "; here it cuts nothing"
        proposal = "Say in the question which rows are meant, or leave LIMIT out."
        return [
            GoldFinding(
                question=name, code="limit-without-order", message=told, proposal=proposal, query=str(forward),
                decisive=decisive,
            )
        ]  # fmt: skip
    if not decisive:
        return []
    top = top_rows(str(query), run)
    tied = f"{top.taken} of {len(top.tied)} rows with an equal sort key" if top is not None else "some rows"
    return [
        GoldFinding(
            question=name, code="ties", message=f"LIMIT keeps {tied}, whichever the engine likes",
            proposal="Accept any choice among the tied rows, or all of them.", query=str(forward), decisive=True,
        )
    ]  # fmt: skip


def _in_answers(
    question: BenchQuestion, answer: StoredAnswer, second: Run | None, scoring: Scoring
) -> list[GoldFinding]:
    found: list[GoldFinding] = []
    result = answer.result
    assert result is not None
    if answer.cut:
        message = "the answer is larger than the row cap"
        found.append(GoldFinding(question=question.id, code="large", message=message, proposal="Ask for less."))
        return found
    if isinstance(result, SelectResult | GraphResult) and not _rows(result):
        message = "the answer is empty: every query without results is right"
        found.append(
            GoldFinding(
                question=question.id, code="empty", message=message, proposal="Read suite accuracy beside match."
            )
        )
    recorded = question.answer
    if recorded is not None and not compare(recorded, result, scoring, flat=question.flat, bare=question.bare).same:
        message = "the recorded answer is not what the gold returns on this graph"
        proposal = "Say which of the two is meant in an override."
        found.append(GoldFinding(question=question.id, code="recorded-answer", message=message, proposal=proposal))
    if second is not None and question.gold_text is not None:
        found += _at_another(question, question.gold_text, result, second, scoring)
    return found


def _at_another(question: BenchQuestion, gold: str, result: Result, second: Run, scoring: Scoring) -> list[GoldFinding]:
    """What another engine says to a gold; one that refuses its syntax is asked in a simpler form of it."""
    answer = second(gold)
    if answer.result is None:
        simpler = str(in_plain_syntax(parse_query(gold, undeclared_prefixes=True)))
        answer = second(simpler) if simpler != gold else answer
    if answer.result is None:
        return [
            GoldFinding(
                question=question.id, code="engine-fails",
                message=f"another engine does not answer it: {answer.message}",
                proposal="Nothing is known of its answer there. Write it more simply where that engine is to be used.",
            )
        ]  # fmt: skip
    if answer.cut or compare(result, answer.result, scoring).same:
        return []
    message = "two engines return different answers"
    if question.answer is not None:
        recorded = question.answer
        ours, theirs = (
            compare(recorded, r, scoring, flat=question.flat, bare=question.bare).same for r in (result, answer.result)
        )
        whose = "the first one's" if ours else "the other's" if theirs else "neither's"
        message += f"; the recorded one is {whose}"
    return [
        GoldFinding(
            question=question.id, code="engines", message=message,
            proposal="Write it so that both agree; the other findings may say where.", decisive=True,
        )
    ]  # fmt: skip


def _rows(result: SelectResult | GraphResult) -> Sequence[object]:
    return result.rows if isinstance(result, SelectResult) else result.triples


def _in_words(question: BenchQuestion, query: Query) -> list[GoldFinding]:
    wording = Wording(question.text, question.language)
    found = []
    for text in unstated_values(query, wording):
        message = f"the gold asks for {text!r}, which the question does not say"
        found.append(_unstated(question.id, "unstated-value", message))
    for variable in unstated_columns(query, wording):
        message = f"the gold returns {variable!r}, which the question does not ask for"
        found.append(_unstated(question.id, "unstated-column", message))
    return found


def _unstated(name: str, code: Code, message: str) -> GoldFinding:
    return GoldFinding(question=name, code=code, message=message, proposal="Restate the question: `bench clarify`.")
