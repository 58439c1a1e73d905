"""The report as one page: everything in it, nothing asked from elsewhere."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from nlkgq.errors import ConfigError
from nlkgq.evaluation.report.charts import Chart
from nlkgq.evaluation.report.runs import ReportedRun, changed_questions, examples
from nlkgq.evaluation.report.sections import Section, sections
from nlkgq.evaluation.report.tables import Table
from nlkgq.evaluation.summary import METRICS

_PUBLISHED: Final = ("system", "dataset", "metric", "value", "source")


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

    def drawn(chart: Chart) -> dict[str, Any]:
        return {"svg": Markup(chart.svg), "legend": chart.legend}  # noqa: S704 - our own SVG, texts escaped

    def shown(section: Section) -> dict[str, Any]:
        return {
            "title": section.title,
            "level": section.level,
            "anchor": f"s{found.index(section)}",
            "tables": section.tables,
            "charts": [drawn(c) for c in section.charts if c.svg],
            "pairs": _pairs(runs, section, with_texts),
            "examples": _examples(runs, section) if with_texts else [],
        }

    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("nlkgq.evaluation.report", "."),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.tests["figure"] = lambda text: text[:1].isdigit() or text[:1] in ("-", "<")
    found = sections(runs)
    return environment.get_template("page.html.j2").render(
        title=title,
        made=datetime.now(UTC).strftime("%Y-%m-%d"),
        sections=[shown(s) for s in found],
        metrics={name: told for name, (told, _) in METRICS.items()},
        published=_published(published),
    )


def _pairs(runs: Sequence[ReportedRun], section: Section, with_texts: bool) -> list[dict[str, Any]]:
    """Under the differences of a data set: question by question."""
    if not section.title.endswith(": differences"):
        return []
    first, *others = [r for r in runs if r.dataset.name == section.dataset]
    texts = {q.id: q.text if with_texts else q.id for q in first.dataset.questions}
    found = []
    for other in others:
        changed = changed_questions(first, other)
        rows = [[texts[c.question], c.first, c.second] for c in changed]
        caption = "Questions that one of them answers better"
        table = Table(caption=caption, head=["question", first.name, other.name], rows=rows)
        found.append({"title": f"{first.name} and {other.name}, question by question", "table": table})
    return found


def _examples(runs: Sequence[ReportedRun], section: Section) -> list[Any]:
    if not section.title.endswith(": outcomes and errors"):
        return []
    return [e for r in runs if r.dataset.name == section.dataset for e in examples(r)]


def _published(path: Path | None) -> Table | None:
    if path is None:
        return None
    try:
        figures = tomllib.loads(path.read_text(encoding="utf-8"))["figure"]
        rows = [[str(figure[name]) for name in _PUBLISHED] for figure in figures]
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise ConfigError(f"{path} holds no published figures: {error}", place=str(path)) from None
    caption = "As their sources state them; other graphs, snapshots and metrics may have been used"
    return Table(caption=caption, head=_PUBLISHED, rows=rows)
