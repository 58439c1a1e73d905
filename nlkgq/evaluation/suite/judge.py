"""A run judged by a suite."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nlkgq.errors import UsageError
from nlkgq.evaluation.intervals import bootstrap
from nlkgq.evaluation.report.cells import interval
from nlkgq.evaluation.suite.distil import SuiteEntry, gold_hash, suite_accuracy

if TYPE_CHECKING:
    from nlkgq.evaluation.report.runs import ReportedRun


def judge_run(entries: Sequence[SuiteEntry], run: ReportedRun) -> list[str]:
    """Lines that tell suite accuracy beside match, and the questions that were right by luck.

    The first repetition counts. A question without graphs is left out of both figures.

    Raises:
        UsageError: The suite was made for other gold than that of the run's data set.
    """
    golds = {q.id: gold_hash(q) for q in run.dataset.questions}
    other = [e.question for e in entries if e.made_for and e.made_for != golds.get(e.question)]
    if other:
        raise UsageError(
            f"the suite was made for other gold: {len(other)} of {len(entries)} questions, such as {other[0]}",
            hint="Make it anew, in another file.",
        )
    predictions = {r.question: r.query for r in run.records if r.repeat == 0 and r.query is not None}
    right = suite_accuracy(entries, predictions, run.dataset.scoring)
    match = {s.question: s.match for s in run.scores if s.repeat == 0 and s.gold is None and s.question in right}
    both = [q for q in right if q in match]
    lines = [
        f"match          {interval(bootstrap([float(match[q]) for q in both]))}  ({len(both)} questions)",
        f"suite accuracy {interval(bootstrap([float(right[q]) for q in both]))}",
    ]
    lucky = [q for q in both if match[q] and not right[q]]
    lines += [f"right on one graph and wrong on the suite: {q}" for q in lucky]
    return lines + [f"right on the suite and wrong on the graph: {q}" for q in both if right[q] and not match[q]]
