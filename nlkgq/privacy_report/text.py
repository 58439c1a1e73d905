"""A privacy report as lines for a terminal, and as JSON values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from nlkgq.privacy_report.model import PrivacyReport, QuestionReport
from nlkgq.privacy_report.tokens import TokenRow

CONFIDENTIAL = "CONFIDENTIAL: this report holds values of the graph."
REDACTED = "Values of the graph are hidden in this report."
_COLUMN = 28


def to_json(report: PrivacyReport) -> dict[str, Any]:
    """The report as JSON values; ``summary`` holds what is counted over all questions."""
    return {
        "confidential": not report.redacted,
        **asdict(report),
        "summary": {
            "questions": len(report.questions),
            "refused": report.refused,
            "masked_share": report.masked_share,
            "over_masked_share": report.over_masked_share,
            "passed_by": report.passed_by,
        },
    }


def table(rows: Sequence[TokenRow]) -> Iterator[str]:
    """One line for each stretch of a question: as asked, what is sent, why."""
    width = min(_COLUMN, max((len(row.text) for row in rows), default=0))
    for row in rows:
        sent = row.sent if row.masked else "passes"
        yield f"{row.text:<{width}}  {sent:<10}  {row.why}"


def to_lines(report: PrivacyReport) -> Iterator[str]:
    """The report for a terminal."""
    yield REDACTED if report.redacted else CONFIDENTIAL
    yield f"Graph {report.graph}, privacy mode {report.mode}, model {report.model}, nlkgq {report.version}."
    if report.role:
        yield f"Role {report.role}."
    yield from _sent(report)
    for question in report.questions:
        yield ""
        yield from _question(question)
    if report.questions:
        yield ""
        yield from totals(report)
    yield ""
    yield "Word lists: " + ", ".join(f"{w.name} {w.version} ({w.words} words)" for w in report.lists)


def totals(report: PrivacyReport) -> Iterator[str]:
    """What is counted over all questions."""
    yield f"{len(report.questions)} questions; {report.refused} would not be sent."
    yield f"{_percent(report.masked_share)} of the words were masked."
    against = "against the gold queries" if report.with_gold else "without gold queries"
    yield f"{_percent(report.over_masked_share)} of the questions lost a word that is no value ({against})."
    passed = ", ".join(f"{why}: {count}" for why, count in report.passed_by.items())
    yield f"Passed by: {passed or 'nothing'}."


def _sent(report: PrivacyReport) -> Iterator[str]:
    if report.watched is None:
        off = report.mode == "off"
        yield "Nothing is masked." if off else "No value of the graph is known: run `nlkgq index` to read them once."
    else:
        yield f"Every request is searched for the values of the graph ({report.watched} hashes)."
    if report.unread:
        yield f"NOT WATCHED FOR: values of {', '.join(report.unread)} that `nlkgq index` has not read."
    for part, values in report.held.items():
        yield f"REFUSED: {part} holds values of the graph: {', '.join(values)}."
    for setting, names in report.rules.items():
        yield f"{setting}: {', '.join(names)}"
    yield f"Of the ontology does not leave: {'; '.join(report.withheld) or 'nothing is withheld'}."
    exempt = ", ".join(report.exempt) or "none"
    yield f"Values that may stand in what every request holds (reviewed words, the graph's own terms): {exempt}."


def _question(question: QuestionReport) -> Iterator[str]:
    yield f"{question.number}. {question.question}"
    yield f"   sent: {question.masked}"
    yield from ("     " + line for line in table(question.rows))
    yield f"   {question.bytes:,} bytes, of which {question.own_bytes:,} for this question; SHA-256 {question.sha256}"
    if question.over_masked:
        yield f"   masked though no value: {', '.join(question.over_masked)}"
    if question.not_looked_for:
        yield f"   not looked for by the wire gate (short or reviewed): {', '.join(question.not_looked_for)}"
    if question.refused:
        yield f"   REFUSED: {question.refused}"


def _percent(share: float | None) -> str:
    return "none" if share is None else f"{share:.0%}"
