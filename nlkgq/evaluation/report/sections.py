"""What a report says, in order: sections with their tables and charts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from nlkgq.evaluation.report.charts import Chart, interval_chart, scatter_chart
from nlkgq.evaluation.report.runs import ReportedRun
from nlkgq.evaluation.report.settings import SettingGroup, setting_groups
from nlkgq.evaluation.report.tables import (
    FEWEST,
    Table,
    difference_table,
    error_table,
    gold_table,
    group_table,
    leader_table,
    metric_table,
    restated_table,
    setting_table,
    usage_table,
)

_CHARTED = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A heading (``level`` 2 or 3) with what stands under it; ``dataset`` names the set it is about, "" for all."""

    title: str
    level: int = 2
    tables: Sequence[Table] = ()
    charts: Sequence[Chart] = field(default_factory=tuple)
    dataset: str = ""


def sections(runs: Sequence[ReportedRun]) -> list[Section]:
    """The whole report without texts of questions."""
    match = [(_label(r, runs), r.summary.metrics["match"]) for r in runs]
    found = [
        Section(
            title="Runs",
            tables=[leader_table(runs)],
            charts=[interval_chart("Match, with 95 % intervals", match), _cost_chart(runs)],
        )
    ]
    found += [_setting_section(group) for group in setting_groups(runs)]
    told = restated_table(runs)
    if told is not None:
        found.append(Section(title="Restated questions", tables=[told]))
    found.append(Section(title="Time and cost", tables=[usage_table(runs)]))
    names = list(dict.fromkeys(r.dataset.name for r in runs))
    for name in names:
        of_set = [r for r in runs if r.dataset.name == name]
        found.append(Section(title=f"Data set {name}", dataset=name, tables=[metric_table(of_set)]))
        found += _parts(of_set, name)
    return found


def _parts(runs: Sequence[ReportedRun], name: str) -> list[Section]:
    found = []
    for kind in ("graph", "level", "feature"):
        table = group_table(runs, kind)
        if table is not None:
            chart = _group_chart(runs[0], kind)
            found.append(Section(title=f"{name}: by {kind}", level=3, tables=[table], charts=[chart], dataset=name))
    gold = gold_table(runs)
    if gold is not None:
        found.append(Section(title=f"{name}: questions and gold", level=3, tables=[gold], dataset=name))
    found.append(Section(title=f"{name}: outcomes and errors", level=3, tables=[error_table(runs)], dataset=name))
    told = difference_table(runs)
    if told is not None:
        found.append(Section(title=f"{name}: differences", level=3, tables=[told], dataset=name))
    return found


def _setting_section(group: SettingGroup) -> Section:
    rows = [(f"{m.value} ({m.run.name})", m.run.summary.metrics["match"]) for m in group.members]
    chart = interval_chart(f"Match by {group.title[0].lower()}{group.title[1:]}", rows)
    return Section(title=f"By {group.title[0].lower()}{group.title[1:]}", tables=[setting_table(group)], charts=[chart])


def _group_chart(run: ReportedRun, kind: str) -> Chart:
    groups = run.summary.groups.get(kind, {})
    large = sorted((n for n in groups if groups[n].n >= FEWEST), key=lambda n: (-groups[n].n, n))[:_CHARTED]
    few = "" if len(large) == len(groups) else f", groups of {FEWEST} questions or more"
    rows = [(f"{n} ({groups[n].n})", groups[n]) for n in large]
    return interval_chart(f"Match by {kind}: {run.name}{few}", rows)


def _cost_chart(runs: Sequence[ReportedRun]) -> Chart:
    priced = [r for r in runs if r.summary.cost]
    currencies = {r.currency for r in priced}
    if len(priced) > 1 and len(currencies) == 1:
        # runs may have been asked different numbers of questions
        costs = [(r.summary.cost or 0.0) / len(r.records) for r in priced]
        points = [(_label(r, runs), c, r.summary.metrics["match"].mean) for r, c in zip(priced, costs, strict=True)]
        return scatter_chart("Match against cost", f"cost of a question, {currencies.pop()}".rstrip(", "), points)
    timed = [r for r in runs if not math.isnan(r.summary.latency["p50"])]
    points = [(_label(r, runs), r.summary.latency["p50"], r.summary.metrics["match"].mean) for r in timed]
    return scatter_chart("Match against time", "median seconds a question", points)


def _label(run: ReportedRun, runs: Sequence[ReportedRun]) -> str:
    several = len({r.dataset.name for r in runs}) > 1 and run.dataset.name not in run.name
    return f"{run.name} ({run.dataset.name})" if several else run.name
