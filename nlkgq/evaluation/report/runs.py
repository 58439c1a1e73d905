"""What a report shows: runs with their scores, figures and examples."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from nlkgq.evaluation.dataset import Dataset
from nlkgq.evaluation.prices import Prices
from nlkgq.evaluation.question import BenchQuestion
from nlkgq.evaluation.record import Record
from nlkgq.evaluation.run_folder import read_manifest
from nlkgq.evaluation.runner import reopen
from nlkgq.evaluation.scores_file import scores_of
from nlkgq.evaluation.scoring import Score
from nlkgq.evaluation.summary import Comparison, Summary, compare_runs, summarize
from nlkgq.results.models import Row

_EXAMPLES = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedRun:
    """A run with its figures; ``settings`` are those by which runs of one data set may differ, ``currency`` is that of
    its costs."""

    name: str
    dataset: Dataset
    settings: Mapping[str, Any]
    records: Sequence[Record]
    scores: Sequence[Score]
    summary: Summary
    currency: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A question whose answer does not match: gold and prediction, and the first rows that differ."""

    run: str
    question: str
    error: str
    gold: str
    prediction: str
    missing: str
    extra: str


def read_run(
    folder: Path,
    *,
    data: Path | None = None,
    prices: Prices | None = None,
    workers: int = 2,
    progress: Callable[[str, float | None], None] | None = None,
) -> ReportedRun:
    """A run, scored now where it was not yet; its costs by ``prices``, or by the price list that it was last given.

    Raises:
        ResourceNotFound, ConfigError, LoadError: The run or its data set cannot be read.
    """
    dataset, options = reopen(folder, data=data)
    prices = prices or options.prices
    records, scores = scores_of(folder, dataset, workers=workers, progress=progress)
    if prices is not None:  # tokens are what was recorded; their price is looked up
        records = [replace(r, cost=prices.of_record(r)) for r in records]
    # records lie as they were finished; a report reads as the data set does, whatever was quicker
    order = {q.id: number for number, q in enumerate(dataset.questions)}
    records.sort(key=lambda r: (order.get(r.question, len(order)), r.repeat))
    scores.sort(key=lambda s: (order.get(s.question, len(order)), s.repeat))
    questions = {q.id: q for q in dataset.questions}
    identity = read_manifest(folder)["identity"]
    return ReportedRun(
        name=folder.name,
        dataset=dataset,
        settings=identity,
        records=records,
        scores=scores,
        summary=summarize(folder.name, scores, records, questions),
        currency=prices.currency if prices is not None else "",
    )


def named_apart(runs: Sequence[ReportedRun], folders: Sequence[Path]) -> list[ReportedRun]:
    """The runs, those of one name under the paths of their folders."""
    names = [run.name for run in runs]
    return [
        run if names.count(run.name) == 1 else replace(run, name=str(folder))
        for run, folder in zip(runs, folders, strict=True)
    ]


def shown_settings(run: ReportedRun) -> dict[str, str]:
    """The settings that a table of runs shows."""
    names = {
        "system": "model.name",
        "ontology": "model.representation",
        "instructions": "model.instructions",
        "masking": "privacy.mode",
        "repair": "model.repair",
        "temperature": "model.temperature",
    }
    found = {title: str(run.settings.get(key, "")) for title, key in names.items()}
    if found["system"] == "offline":
        # none of them reaches the offline translator
        found |= {"ontology": "", "instructions": "", "repair": "", "temperature": ""}
    return found


def comparisons(runs: Sequence[ReportedRun]) -> list[Comparison]:
    """Each later run of a data set against the first one."""
    found = []
    first: dict[str, ReportedRun] = {}
    for run in runs:
        base = first.setdefault(run.dataset.name, run)
        if base is not run:
            found.append(compare_runs(base.name, base.scores, run.name, run.scores))
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedQuestion:
    """A question that two runs answer differently well: what became of it in each, ``match`` or the class of error."""

    question: str
    first: str
    second: str


def changed_questions(first: ReportedRun, second: ReportedRun) -> list[ChangedQuestion]:
    """The questions that the second run gained, then those that it lost."""
    told = compare_runs(first.name, first.scores, second.name, second.scores)
    left, right = _became(first), _became(second)
    return [ChangedQuestion(question=q, first=left[q], second=right[q]) for q in (*told.gained, *told.lost)]


def _became(run: ReportedRun) -> dict[str, str]:
    """Question id -> what became of it, each of several repetitions named once."""
    found: dict[str, dict[str, None]] = {}
    for score in run.scores:
        found.setdefault(score.question, {})["match" if score.match else score.error or "no match"] = None
    return {question: ", ".join(kinds) for question, kinds in found.items()}


def examples(run: ReportedRun) -> list[Example]:
    """Up to two questions of each error class, in the order of the questions."""
    questions: dict[str, BenchQuestion] = {q.id: q for q in run.dataset.questions}
    records = {r.key: r for r in run.records}
    count: dict[str, int] = {}
    found = []
    for score in run.scores:
        if score.error is None or score.gold is not None or count.get(score.error, 0) >= _EXAMPLES:
            continue
        count[score.error] = count.get(score.error, 0) + 1
        record, question = records[score.question, score.repeat], questions[score.question]
        found.append(
            Example(
                run=run.name,
                question=question.text,
                error=score.error,
                gold=(question.gold or "").strip(),
                prediction=(record.query or (record.error or {}).get("message", "")).strip(),
                missing=_rows(score.missing),
                extra=_rows(score.extra),
            )
        )
    return sorted(found, key=lambda e: list(count).index(e.error))


def _rows(rows: Sequence[Row]) -> str:
    return "\n".join(" | ".join("" if t is None else t.value for t in row) for row in rows)
