"""The tables of a report: what Markdown and the page show alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from nlkgq.evaluation.intervals import Estimate
from nlkgq.evaluation.report.cells import interval, money, p_value, seconds, share
from nlkgq.evaluation.report.runs import ReportedRun, comparisons, shown_settings
from nlkgq.evaluation.report.settings import SettingGroup
from nlkgq.evaluation.summary import METRICS, Comparison, compare_runs

DIFFERENCE_HEAD: Final = (
    "first", "second", "questions", "difference of match", "p (match)", "p (row F1)", "gained", "lost"
)  # fmt: skip
FEWEST: Final = 3
"""Questions in a group below which it has neither interval nor place in a chart."""
_ALWAYS: Final = ("system",)
"""Settings with a column of their own even where all runs share them."""
_TOKENS: Final = {
    "calls": "model calls",
    "input": "input tokens",
    "output": "output tokens",
    "cache_read": "read from the cache",
    "cache_write": "written to the cache",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows of cells under a head; the first cell names its row. ``caption`` is a sentence, without its full stop."""

    caption: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]


def leader_table(runs: Sequence[ReportedRun]) -> Table:
    """One run a row, data sets together, best match first. Settings that are the same wherever they say something are
    told in the caption."""
    order = list(dict.fromkeys(r.dataset.name for r in runs))
    ranked = sorted(runs, key=lambda r: (order.index(r.dataset.name), -_rank(r.summary.metrics["match"])))
    settings = {r.name: shown_settings(r) for r in ranked}
    names = list(dict.fromkeys(n for found in settings.values() for n in found))
    values = {n: {s[n] for s in settings.values() if s.get(n)} for n in names}
    shared = [n for n in names if n not in _ALWAYS and len(values[n]) < 2]
    columns = [n for n in names if n not in shared]
    head = ["run", "data set", *columns, "questions", "match", "match of answered", "set F1", "row F1", "abstained"]
    rows = []
    for run in ranked:
        s = run.summary
        figures = [interval(e) for e in (s.metrics["match"], s.answered_match, s.metrics["set_f1"])]
        rows.append(
            [
                run.name,
                run.dataset.name,
                *(settings[run.name].get(n, "") for n in columns),
                str(s.questions),
                *figures,
                interval(s.metrics["row_f1"]),
                share(s.metrics["abstained"].mean),
                share(s.metrics["valid"].mean),
                money(s.cost, run.currency),
            ]
        )
    told = [f"{n} {value}" for n in shared for value in values[n]]
    caption = "One run a line, the best match of a data set first"
    if told:
        caption += f"; everywhere, as far as it applies: {', '.join(told)}"
    return _without_empty(Table(caption=caption, head=[*head, "valid", "cost"], rows=rows))


def setting_table(group: SettingGroup) -> Table:
    """What one setting changes, everything else being equal: each run against the first of its set."""
    rows = []
    for one in group.members:
        c = one.comparison
        rows.append(
            [
                one.value,
                one.run.dataset.name,
                one.run.name,
                str(one.run.summary.questions),
                interval(one.run.summary.metrics["match"]),
                "" if c is None else interval(c.difference),
                "" if c is None else p_value(c.p_match),
            ]
        )
    head = [group.title.lower(), "data set", "run", "questions", "match", "difference to the first", "p"]
    return Table(caption=group.caption, head=head, rows=rows)


def metric_table(runs: Sequence[ReportedRun]) -> Table:
    """All metrics of the runs of one data set."""
    rows = [[name, *(interval(r.summary.metrics[name]) for r in runs)] for name in METRICS]
    return Table(caption="Means over questions", head=["metric", *names_of(runs)], rows=[r for r in rows if any(r[1:])])


def group_table(runs: Sequence[ReportedRun], kind: str) -> Table | None:
    """Match by ``graph``, ``level`` or ``feature`` of one data set; the largest groups first. None without any."""
    sizes: dict[str, int] = {}
    for run in runs:
        for name, found in run.summary.groups.get(kind, {}).items():
            sizes[name] = max(sizes.get(name, 0), found.n)
    if not sizes:
        return None
    ranked = sorted(sizes, key=lambda name: (-sizes[name], name)) if kind == "feature" else sorted(sizes)
    rows = [[name, str(sizes[name]), *(_group_cell(r, kind, name, sizes[name]) for r in runs)] for name in ranked]
    return Table(caption=f"Match by {kind}", head=[kind, "questions", *names_of(runs)], rows=rows)


def error_table(runs: Sequence[ReportedRun]) -> Table:
    """Outcomes and error classes of the runs of one data set, in records."""
    rows = []
    for what in ("outcomes", "errors"):
        kinds = dict.fromkeys(k for r in runs for k in getattr(r.summary, what))
        word = what.removesuffix("s")
        rows += [[f"{word}: {k}", *(str(getattr(r.summary, what).get(k, 0)) for r in runs)] for k in kinds]
    return Table(caption="Records of each outcome and each class of error", head=["kind", *names_of(runs)], rows=rows)


def gold_table(runs: Sequence[ReportedRun]) -> Table | None:
    """Questions of one data set that do not count, and gold that was replaced, with the reason; None without any."""
    rows = []
    for q in runs[0].dataset.questions:
        if q.excluded is not None:
            rows.append([q.id, "left out", q.excluded])
        elif q.corrected is not None:
            rows.append([q.id, "gold replaced", q.corrected])
    unscored = {s.question: s.gold.partition(":")[0] for r in runs for s in r.scores if s.gold is not None}
    rows += [[question, "not scored", reason] for question, reason in unscored.items()]
    if not rows:
        return None
    caption = "What is wrong with the gold; questions left out or not scored count nowhere"
    return Table(caption=caption, head=["question", "what", "why"], rows=rows)


def usage_table(runs: Sequence[ReportedRun]) -> Table:
    """Seconds, tokens and money of each run; figures that no run has are left out."""
    head = ["run", "data set", "p50 s", "p95 s", "p99 s", "share repaired", *_TOKENS.values(), "cost"]
    rows = [
        [
            run.name,
            run.dataset.name,
            *(seconds(run.summary.latency[name]) for name in ("p50", "p95", "p99")),
            share(run.summary.repaired),
            *(f"{run.summary.tokens[kind]:,}" if kind in run.summary.tokens else "" for kind in _TOKENS),
            money(run.summary.cost, run.currency),
        ]
        for run in runs
    ]
    caption = (
        "Wall time of a question; share of questions with more than one attempt; tokens and money of the whole run"
    )
    return _without_empty(Table(caption=caption, head=head, rows=rows))


def difference_table(runs: Sequence[ReportedRun]) -> Table | None:
    """Each later run of a data set against its first; None where there is one run alone."""
    rows = [difference_row(c) for c in comparisons(runs)]
    caption = "Each run against the first of its data set; gained and lost count questions"
    return Table(caption=caption, head=DIFFERENCE_HEAD, rows=rows) if rows else None


def restated_table(runs: Sequence[ReportedRun]) -> Table | None:
    """Runs over restated questions, each against the run over the original ones under the same settings; None where
    there is no such pair."""
    rows = []
    for second in runs:
        alike = (r for r in runs if r.dataset.name == second.dataset.of and _system(r) == _system(second))
        first = next(alike, None)
        if first is not None:
            c = compare_runs(first.name, first.scores, second.name, second.scores)
            rows.append([c.first, c.second, str(c.questions), *map(share, c.match), *difference_row(c)[3:]])
    head = [*DIFFERENCE_HEAD[:3], "match before", "match restated", *DIFFERENCE_HEAD[3:]]
    caption = "The same system on the questions as they were and as they were restated to say what their gold asks"
    return Table(caption=caption, head=head, rows=rows) if rows else None


def _system(run: ReportedRun) -> dict[str, Any]:
    return {k: v for k, v in run.settings.items() if k.startswith(("model.", "privacy."))}


def difference_row(c: Comparison) -> list[str]:
    """The cells of a comparison."""
    return [
        c.first, c.second, str(c.questions), interval(c.difference), p_value(c.p_match), p_value(c.p_row_f1),
        str(len(c.gained)), str(len(c.lost)),
    ]  # fmt: skip


def names_of(runs: Iterable[ReportedRun]) -> list[str]:
    """Their names, in order."""
    return [run.name for run in runs]


def _group_cell(run: ReportedRun, kind: str, name: str, size: int) -> str:
    found = run.summary.groups.get(kind, {}).get(name)
    if found is None:
        return ""
    # an interval over one or two questions says nothing
    figure = interval(found) if found.n >= FEWEST else share(found.mean)
    return figure if found.n == size else f"{figure} ({found.n})"


def _rank(e: Estimate) -> float:
    return e.mean if e.n else -1.0


def _without_empty(table: Table) -> Table:
    """Without columns in which no row has anything."""
    kept = [n for n in range(len(table.head)) if any(row[n] for row in table.rows)]
    head = [table.head[n] for n in kept]
    return Table(caption=table.caption, head=head, rows=[[row[n] for n in kept] for row in table.rows])
