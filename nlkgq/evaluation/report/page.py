"""The report as one page: everything in it, nothing asked from elsewhere."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from nlkgq.errors import ConfigError
from nlkgq.evaluation.report.charts import interval_chart, scatter_chart
from nlkgq.evaluation.report.markdown import (
    DIFFERENCE_HEAD,
    LEADER_HEAD,
    difference_row,
    interval,
    leader_row,
    usage_rows,
)
from nlkgq.evaluation.report.runs import ReportedRun, comparisons, examples
from nlkgq.evaluation.summary import METRICS


def write_page(
    runs: Sequence[ReportedRun], title: str, *, with_texts: bool = True, published: Path | None = None
) -> str:
    """The HTML of a report.

    Args:
        runs: In the order of the table.
        title: Of the page.
        with_texts: Whether questions, queries and rows are shown; without them the page holds figures alone.
        published: A TOML file of figures of others (``[[figure]]`` with system, dataset, metric, value, source).

    Raises:
        ConfigError: ``published`` cannot be read.
    """
    import jinja2
    from markupsafe import Markup

    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("nlkgq.evaluation.report", "."),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
    )
    match = [(f"{r.name} ({r.dataset.name})", r.summary.metrics["match"]) for r in runs]
    return environment.get_template("page.html.j2").render(
        title=title,
        made=datetime.now(UTC).strftime("%Y-%m-%d"),
        unscored={r.name: r.summary.unscored for r in runs if r.summary.unscored},
        leader={
            "head": LEADER_HEAD,
            "rows": [leader_row(r) for r in runs],
            "chart": Markup(interval_chart("Match, with 95 % intervals", match)),  # noqa: S704 - our own SVG, texts escaped
        },
        cost_chart=Markup(_cost_chart(runs)),  # noqa: S704 - our own SVG, texts escaped
        sections=[{**s, "chart": Markup(s["chart"])} for s in _sections(runs)],  # noqa: S704 - our own SVG
        differences=_differences(runs, with_texts),
        examples=[e for r in runs for e in examples(r)] if with_texts else [],
        published=_published(published),
    )


def _cost_chart(runs: Sequence[ReportedRun]) -> str:
    if any(r.summary.cost for r in runs):
        points = [(r.name, r.summary.cost or 0.0, r.summary.metrics["match"].mean) for r in runs]
        return scatter_chart("Match against cost", "cost of the run", points)
    points = [(r.name, r.summary.latency["p50"], r.summary.metrics["match"].mean) for r in runs]
    return scatter_chart("Match against time", "median seconds a question", points)


def _sections(runs: Sequence[ReportedRun]) -> list[dict[str, Any]]:
    names = [r.name for r in runs]
    found: list[dict[str, Any]] = [
        {
            "title": "Metrics",
            "head": ["metric", *names],
            "rows": [[name, *(interval(r.summary.metrics[name]) for r in runs)] for name in METRICS],
            "caption": "; ".join(f"{name}: {told}" for name, (told, _) in METRICS.items()),
            "chart": "",
        }
    ]
    for kind, title in (("graph", "By graph"), ("level", "By level"), ("feature", "By feature of the question")):
        groups = sorted({n for r in runs for n in r.summary.groups.get(kind, {})})
        if not groups:
            continue
        rows = []
        for group in groups:
            estimates = [r.summary.groups.get(kind, {}).get(group) for r in runs]
            rows.append([group, *("" if e is None else f"{interval(e)} ({e.n})" for e in estimates)])
        first = runs[0].summary.groups.get(kind, {})
        chart = interval_chart(f"Match {title.lower()}: {runs[0].name}", list(first.items()))
        found.append({"title": title, "head": [kind, *names], "rows": rows, "caption": "Match", "chart": chart})
    head = ["figure", *names]
    found.append(
        {"title": "Time and cost", "head": head, "rows": usage_rows(runs), "caption": "Wall time", "chart": ""}
    )
    for title, field in (("Outcomes", "outcomes"), ("Errors", "errors")):
        kinds = list(dict.fromkeys(k for r in runs for k in getattr(r.summary, field)))
        rows = [[k, *(str(getattr(r.summary, field).get(k, 0)) for r in runs)] for k in kinds]
        if rows:
            found.append({"title": title, "head": ["kind", *names], "rows": rows, "caption": "Records", "chart": ""})
    return found


def _differences(runs: Sequence[ReportedRun], with_texts: bool) -> dict[str, Any] | None:
    told = comparisons(runs)
    if not told:
        return None
    texts = {q.id: q.text for r in runs for q in r.dataset.questions}
    pairs = [
        {
            "first": c.first,
            "second": c.second,
            "gained": [texts[q] if with_texts else q for q in c.gained],
            "lost": [texts[q] if with_texts else q for q in c.lost],
        }
        for c in told
    ]
    return {"head": DIFFERENCE_HEAD, "rows": [difference_row(c) for c in told], "pairs": pairs}


def _published(path: Path | None) -> dict[str, Any] | None:
    if path is None:
        return None
    head = ["system", "dataset", "metric", "value", "source"]
    try:
        figures = tomllib.loads(path.read_text(encoding="utf-8"))["figure"]
        return {"head": head, "rows": [[str(figure[name]) for name in head] for figure in figures]}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise ConfigError(f"{path} holds no published figures: {error}", place=str(path)) from None
