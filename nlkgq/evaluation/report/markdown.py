"""A report in Markdown: figures alone, no texts of questions, so that it can be published with any data set."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from nlkgq.evaluation.intervals import Estimate
from nlkgq.evaluation.report.runs import ReportedRun, comparisons, shown_settings
from nlkgq.evaluation.summary import METRICS, Comparison


def write_markdown(runs: Sequence[ReportedRun], title: str) -> str:
    """The tables of a report.

    Args:
        runs: In the order of the table.
        title: Of the page.
    """
    parts = [f"# {title}", "", "Intervals are 95 % bootstrap intervals over questions.", ""]
    parts += _table(LEADER_HEAD, (leader_row(run) for run in runs))
    parts += ["", "## Metrics", ""]
    shown = [run.name for run in runs]
    rows = ([f"{name} ({METRICS[name][0]})", *(interval(r.summary.metrics[name]) for r in runs)] for name in METRICS)
    parts += _table(["metric", *shown], rows)
    for kind, heading in (("graph", "By graph"), ("level", "By level"), ("feature", "By feature")):
        names = sorted({n for r in runs for n in r.summary.groups.get(kind, {})})
        if names:
            parts += ["", f"## {heading}: match (questions)", ""]
            parts += _table([kind, *shown], ([n, *(_group(r, kind, n) for r in runs)] for n in names))
    parts += ["", "## Time and cost", ""]
    parts += _table(["figure", *shown], usage_rows(runs))
    parts += ["", "## Outcomes and errors", ""]
    names = list(dict.fromkeys(n for r in runs for n in r.summary.errors))
    parts += _table(["error", *shown], ([n, *(str(r.summary.errors.get(n, 0)) for r in runs)] for n in names))
    told = comparisons(runs)
    if told:
        parts += ["", "## Differences", ""]
        parts += _table(DIFFERENCE_HEAD, (difference_row(c) for c in told))
    return "\n".join(parts) + "\n"


LEADER_HEAD = [
    "run", "data set", "system", "ontology", "instructions", "masking", "repair", "questions", "match",
    "match of answered", "set F1", "row F1", "abstained", "valid", "p50 s", "p95 s", "tokens", "cost",
]  # fmt: skip
DIFFERENCE_HEAD = ["first", "second", "questions", "difference of match", "p (match)", "p (row F1)", "gained", "lost"]


def leader_row(run: ReportedRun) -> list[str]:
    """The cells of a run in the leader table."""
    s = run.summary
    tokens = sum(count for kind, count in s.tokens.items() if kind != "calls")
    return [
        run.name,
        run.dataset.name,
        *shown_settings(run).values(),
        str(s.questions),
        interval(s.metrics["match"]),
        interval(s.answered_match),
        interval(s.metrics["set_f1"]),
        interval(s.metrics["row_f1"]),
        share(s.metrics["abstained"].mean),
        share(s.metrics["valid"].mean),
        seconds(s.latency["p50"]),
        seconds(s.latency["p95"]),
        f"{tokens:,}" if tokens else "",
        "" if s.cost is None else f"{s.cost:.2f}",
    ]


def usage_rows(runs: Sequence[ReportedRun]) -> list[list[str]]:
    """Seconds, tokens and money of each run, one figure a row; figures that no run has are left out."""
    kinds = {"calls": "model calls", "input": "input tokens", "output": "output tokens"}
    kinds |= {"cache_read": "tokens read from the cache", "cache_write": "tokens written to the cache"}
    rows = [
        [f"{name} seconds a question", *(seconds(r.summary.latency[name]) for r in runs)]
        for name in ("p50", "p95", "p99")
    ]
    rows.append(["share repaired (more than one attempt)", *(share(r.summary.repaired) for r in runs)])
    for kind, title in kinds.items():
        rows.append([title, *(f"{r.summary.tokens[kind]:,}" if kind in r.summary.tokens else "" for r in runs)])
    rows.append(["cost", *("" if r.summary.cost is None else f"{r.summary.cost:.4f}" for r in runs)])
    return [row for row in rows if any(row[1:])]


def difference_row(c: Comparison) -> list[str]:
    """The cells of a comparison."""
    return [
        c.first, c.second, str(c.questions), interval(c.difference), p_value(c.p_match), p_value(c.p_row_f1),
        str(len(c.gained)), str(len(c.lost)),
    ]  # fmt: skip


def interval(e: Estimate) -> str:
    """Such as ``0.812 [0.750, 0.871]``; an empty text where there is nothing."""
    return "" if e.n == 0 else f"{e.mean:.3f} [{e.low:.3f}, {e.high:.3f}]"


def share(value: float) -> str:
    """Three digits; an empty text for nan."""
    return "" if math.isnan(value) else f"{value:.3f}"


def seconds(value: float) -> str:
    """Three digits behind the point; an empty text for nan."""
    return "" if math.isnan(value) else f"{value:.3f}"


def p_value(value: float) -> str:
    """Such as ``0.031``, ``< 0.001``."""
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def _group(run: ReportedRun, kind: str, name: str) -> str:
    found = run.summary.groups.get(kind, {}).get(name)
    return "" if found is None else f"{found.mean:.3f} ({found.n})"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    lines = ["| " + " | ".join(map(_cell, head)) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(map(_cell, row)) + " |" for row in rows]


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
