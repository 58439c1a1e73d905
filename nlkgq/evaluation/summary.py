"""Scores -> figures: means with intervals, percentiles, counts, groups; and two runs against each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from nlkgq.evaluation.intervals import Estimate, bootstrap, mcnemar, percentile, permutation
from nlkgq.evaluation.question import BenchQuestion
from nlkgq.evaluation.record import Record
from nlkgq.evaluation.scoring import Score

METRICS: Final[Mapping[str, tuple[str, Callable[[Score], float | None]]]] = {
    "match": ("the gold's rows, columns and values", lambda s: float(s.match)),
    "fair_match": ("or another choice among tied rows", lambda s: float(s.fair)),
    "projection": ("the gold's rows among more columns", lambda s: float(s.projection)),
    "row_f1": ("rows paired so that most cells agree", lambda s: s.rows),
    "set_precision": ("TEXT2SPARQL", lambda s: None if s.official is None else s.official.precision),
    "set_recall": ("TEXT2SPARQL", lambda s: None if s.official is None else s.official.recall),
    "set_f1": ("TEXT2SPARQL", lambda s: None if s.official is None else s.official.f1),
    "ndcg": ("TEXT2SPARQL, questions that ask for an order", lambda s: s.ndcg),
    "honest_f1": ("over values; booleans and empty answers right or wrong", lambda s: s.honest.f1),
    "valid": ("a query that runs", lambda s: float(s.valid)),
    "unknown_terms": ("a query with terms that the ontology lacks", lambda s: float(s.unknown_terms)),
    "abstained": ("no query, and said so", lambda s: float(s.outcome == "abstained")),
    "refused": ("a query that the gate stops", lambda s: float(s.outcome == "refused")),
}
"""Name -> what it means, and its value of a score; None where the score has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The figures of one run.

    Args:
        name: Of the run.
        metrics: Name in `METRICS` -> estimate over questions; repetitions of a question are averaged first.
        answered_match: Match among records with an answer, by question: how far an answer can be trusted.
        questions: How many count.
        unscored: Why questions do not count -> how many.
        errors: Error class -> records.
        outcomes: Outcome -> records.
        latency: ``p50``, ``p95``, ``p99`` -> seconds.
        tokens: Kind -> tokens in all; {} without a model.
        cost: In all; None where a record that used tokens has none.
        repaired: Share of records with more than one attempt.
        groups: ``level``, ``feature``, ``graph`` -> value -> match.
    """

    name: str
    metrics: Mapping[str, Estimate]
    answered_match: Estimate
    questions: int
    unscored: Mapping[str, int]
    errors: Mapping[str, int]
    outcomes: Mapping[str, int]
    latency: Mapping[str, float]
    tokens: Mapping[str, int]
    cost: float | None
    repaired: float
    groups: Mapping[str, Mapping[str, Estimate]]


def summarize(
    name: str, scores: Sequence[Score], records: Sequence[Record], questions: Mapping[str, BenchQuestion]
) -> Summary:
    """The figures of a run.

    Args:
        name: Of the run.
        scores: Of its records.
        records: All of them.
        questions: By id; for levels and features.
    """
    counted = [s for s in scores if s.gold is None]
    answered = [s for s in counted if s.outcome == "answered"]
    seconds = [r.seconds for r in records if r.outcome != "unavailable"]
    costs = [r.cost for r in records if r.tokens]
    tokens: Counter[str] = Counter()
    for r in records:
        tokens.update(r.tokens)
    return Summary(
        name=name,
        metrics={key: bootstrap(list(by_question(counted, value).values())) for key, (_, value) in METRICS.items()},
        answered_match=bootstrap(list(by_question(answered, METRICS["match"][1]).values())),
        questions=len({s.question for s in counted}),
        unscored=dict(Counter(s.gold.partition(":")[0] for s in scores if s.gold is not None)),
        errors=dict(Counter(s.error for s in counted if s.error is not None).most_common()),
        outcomes=dict(Counter(r.outcome for r in records).most_common()),
        latency={f"p{share}": percentile(seconds, share / 100) for share in (50, 95, 99)},
        tokens=dict(tokens),
        cost=None if not costs or None in costs else sum(c for c in costs if c is not None),
        repaired=sum(len(r.attempts) > 1 for r in records) / len(records) if records else 0.0,
        groups=_groups(counted, questions),
    )


def by_question(scores: Sequence[Score], value: Callable[[Score], float | None]) -> dict[str, float]:
    """Question id -> the mean of a value over its repetitions; questions without one are left out."""
    values: dict[str, list[float]] = {}
    for score in scores:
        found = value(score)
        if found is not None:
            values.setdefault(score.question, []).append(found)
    return {question: sum(found) / len(found) for question, found in values.items()}


def _groups(scores: Sequence[Score], questions: Mapping[str, BenchQuestion]) -> dict[str, dict[str, Estimate]]:
    members: dict[str, dict[str, list[Score]]] = {"level": {}, "feature": {}, "graph": {}}
    for score in scores:
        question = questions[score.question]
        if question.level is not None:
            members["level"].setdefault(question.level, []).append(score)
        for feature in question.features:
            members["feature"].setdefault(feature, []).append(score)
        members["graph"].setdefault(question.graph, []).append(score)
    if len(members["graph"]) < 2:
        members["graph"] = {}
    match = METRICS["match"][1]
    return {
        kind: {name: bootstrap(list(by_question(found, match).values())) for name, found in sorted(groups.items())}
        for kind, groups in members.items()
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two runs on the same questions.

    Args:
        first, second: Names.
        questions: How many both were asked.
        match: Mean match of each.
        difference: Of match, second minus first, with its interval.
        p_match: Exact McNemar test where every question was asked once, permutation test otherwise.
        p_row_f1: Permutation test on row-assignment F1.
        gained: Questions that the second answers and the first does not.
        lost: The reverse.
    """

    first: str
    second: str
    questions: int
    match: tuple[float, float]
    difference: Estimate
    p_match: float
    p_row_f1: float
    gained: tuple[str, ...]
    lost: tuple[str, ...]


def compare_runs(first: str, a: Sequence[Score], second: str, b: Sequence[Score]) -> Comparison:
    """Two runs, question by question; only questions that both were asked, and whose gold can be compared with."""
    match, row_f1 = METRICS["match"][1], METRICS["row_f1"][1]
    left = by_question([s for s in a if s.gold is None], match)
    right = by_question([s for s in b if s.gold is None], match)
    both = [q for q in left if q in right]
    x, y = [left[q] for q in both], [right[q] for q in both]
    rows_left, rows_right = by_question(a, row_f1), by_question(b, row_f1)
    once = all(v in (0.0, 1.0) for v in (*x, *y))
    return Comparison(
        first=first,
        second=second,
        questions=len(both),
        match=(bootstrap(x).mean, bootstrap(y).mean),
        difference=bootstrap([w - v for v, w in zip(x, y, strict=True)], signed=True),
        p_match=mcnemar([v == 1 for v in x], [v == 1 for v in y]) if once else permutation(x, y),
        p_row_f1=permutation([rows_left[q] for q in both], [rows_right[q] for q in both]),
        gained=tuple(q for q in both if right[q] > left[q]),
        lost=tuple(q for q in both if right[q] < left[q]),
    )
