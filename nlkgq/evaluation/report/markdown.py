"""A report in Markdown: figures alone, no texts of questions, so that it can be published with any data set."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.evaluation.report.runs import ReportedRun
from nlkgq.evaluation.report.sections import sections
from nlkgq.evaluation.report.tables import Table
from nlkgq.evaluation.summary import METRICS


def write_markdown(runs: Sequence[ReportedRun], title: str) -> str:
    """The tables of a report.

    Args:
        runs: In the order of the table.
        title: Of the page.
    """
    parts = [f"# {title}", "", "Intervals are 95 % bootstrap intervals over questions."]
    for number, section in enumerate(sections(runs)):
        parts += ["", *([] if number == 0 else ["#" * section.level + " " + section.title, ""])]
        for table in section.tables:
            parts += _table(table)
    parts += ["", "## What the metrics mean", "", *(f"- {name}: {told}" for name, (told, _) in METRICS.items())]
    return "\n".join(parts) + "\n"


def _table(table: Table) -> list[str]:
    lines = [f"{table.caption}.", "", "| " + " | ".join(map(_cell, table.head)) + " |", "|" + "---|" * len(table.head)]
    return lines + ["| " + " | ".join(map(_cell, row)) + " |" for row in table.rows]


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
