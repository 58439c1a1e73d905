"""A privacy report as one HTML page: nothing is loaded, it prints, and it can be read aloud."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import Final

from nlkgq.privacy_report.model import PrivacyReport, QuestionReport
from nlkgq.privacy_report.text import CONFIDENTIAL, REDACTED, totals

_STYLE: Final = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  overflow-wrap: break-word; }
h1, h2, h3 { line-height: 1.2; }
.mark { border: 2px solid; padding: .5rem 1rem; font-weight: bold; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 1rem; }
caption { text-align: left; font-style: italic; padding-bottom: .25rem; }
th, td { border: 1px solid #767676; padding: .25rem .5rem; text-align: left; vertical-align: top; }
td, th { min-width: 6.5rem; overflow-wrap: anywhere; }
section { break-inside: avoid-page; }
@media print { body { max-width: none; margin: 0; font-size: 10pt; } h2 { break-after: avoid; } }
"""


def to_html(report: PrivacyReport) -> str:
    """The report as a page."""
    return "\n".join(_page(report)) + "\n"


def _page(report: PrivacyReport) -> Iterator[str]:
    title = f"Privacy report: {escape(report.graph)}"
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    yield f'<meta name="robots" content="noindex">\n<title>{title}</title>'
    yield f"<style>{_STYLE}</style>\n</head>\n<body>\n<main>"
    yield f"<h1>{title}</h1>"
    yield f'<p class="mark">{escape(REDACTED if report.redacted else CONFIDENTIAL)}</p>'
    yield from _setting(report)
    yield "<h2>Summary</h2>"
    yield from _list(totals(report)) if report.questions else ("<p>No question was given.</p>",)
    yield from _every_request(report)
    yield "<h2>Questions</h2>"
    for question in report.questions:
        yield from _question(question)
    yield "<h2>Word lists</h2>"
    rows = ((w.name, str(w.words), w.version) for w in report.lists)
    yield from _table("What let words pass, as shipped", ("list", "words", "SHA-256 begins"), rows)
    yield "</main>\n</body>\n</html>"


def _setting(report: PrivacyReport) -> Iterator[str]:
    rows = [
        ("nlkgq", report.version),
        ("privacy mode", report.mode),
        ("model", report.model),
        ("ontology written as", report.representation),
        ("role", report.role or "none"),
        ("values watched for (hashes)", "none known" if report.watched is None else f"{report.watched:,}"),
        ("endpoints whose values are not all known, and not watched for", ", ".join(report.unread) or "none"),
        *((setting, ", ".join(names)) for setting, names in report.rules.items()),
    ]
    yield from _table("Settings", ("setting", "value"), rows)


def _every_request(report: PrivacyReport) -> Iterator[str]:
    yield "<h2>What every request holds</h2>"
    for part, values in report.held.items():
        yield f'<p class="mark">Refused: {escape(part)} holds values of the graph: {escape(", ".join(values))}</p>'
    yield "<h3>Withheld of the ontology</h3>"
    yield from _list(report.withheld or ("nothing",))
    yield "<h3>Values that may stand there</h3>"
    yield "<p>Reviewed words of common language, and words of the graph&#8217;s own terms.</p>"
    yield from _list(report.exempt or ("none",))


def _question(question: QuestionReport) -> Iterator[str]:
    yield f'<section aria-labelledby="q{question.number}">'
    yield f'<h3 id="q{question.number}">{question.number}. {escape(question.question)}</h3>'
    yield f"<p>Sent: <code>{escape(question.masked)}</code></p>"
    rows = ((row.text, row.sent if row.masked else "as it is", row.why) for row in question.rows)
    yield from _table("Word by word", ("asked", "sent", "kind, or the list that allowed it"), rows)
    facts = [
        f"{question.bytes:,} bytes, of which {question.own_bytes:,} for this question; SHA-256 {question.sha256}",
        *([f"Masked though no value: {', '.join(question.over_masked)}"] if question.over_masked else []),
        *(
            [f"Not looked for by the wire gate: {', '.join(question.not_looked_for)}"]
            if question.not_looked_for
            else []
        ),
        *([f"Refused: {question.refused}"] if question.refused else []),
    ]
    yield from _list(facts)
    yield "</section>"


def _list(items: Iterable[str]) -> Iterator[str]:
    yield "<ul>"
    for item in items:
        yield f"<li>{escape(item)}</li>"
    yield "</ul>"


def _table(caption: str, head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield f"<table>\n<caption>{escape(caption)}</caption>"
    yield "<thead><tr>" + "".join(f'<th scope="col">{escape(name)}</th>' for name in head) + "</tr></thead>\n<tbody>"
    for first, *others in rows:
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in others)
        yield f'<tr><th scope="row">{escape(first)}</th>{cells}</tr>'
    yield "</tbody>\n</table>"
