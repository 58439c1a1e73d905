"""Records and gold -> scores, question by question."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final, Literal

from nlkgq.evaluation.answer_store import AnswerStore, StoredAnswer
from nlkgq.evaluation.assignment import row_assignment_f1
from nlkgq.evaluation.audit.forms import CLOCK
from nlkgq.evaluation.audit.ties import TopRows, top_rows
from nlkgq.evaluation.match import compare, matches_among_columns, row_keys
from nlkgq.evaluation.rig import open_source
from nlkgq.evaluation.set_metrics import NOTHING, SetScores, honest, official, official_ndcg, official_values
from nlkgq.evaluation.ties import tie_groups
from nlkgq.results.comparison import AnswerComparison
from nlkgq.results.models import AskResult, Result, Row, SelectResult

if TYPE_CHECKING:
    from nlkgq.evaluation.dataset import Dataset, Scoring
    from nlkgq.evaluation.question import BenchQuestion
    from nlkgq.evaluation.record import Outcome, Record

GOLD_SETTINGS: Final[Mapping[str, object]] = {
    "gate.max_length": 200_000,
    "gate.max_depth": 200,
    "gate.max_patterns": 2_000,
    "endpoints.*.row_cap": 200_000,
    "endpoints.*.timeout": 60.0,
    "model.name": "offline",
}
"""Under which gold and predictions are run for scoring: wide bounds, the same for both."""
_SHOWN = 3
_CELLS: Final = 2_000
"""Rows beyond which row-assignment F1 is not computed but taken from equal rows alone."""

ErrorClass = Literal[
    "no query", "refused", "query failed", "model failed", "leak blocked", "unknown terms", "other form",
    "too many columns", "other columns", "empty", "order", "rows missing", "rows too many", "other rows", "too large",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """How good one record is.

    Args:
        question, repeat, graph, outcome: Of the record.
        gold: None when the gold can be compared with; else why not, and the record counts nowhere.
        match: Whether the answer is the gold's.
        fair: Whether it is, or is another right choice among tied rows where the gold cuts an ordered answer.
        projection: Whether the gold's rows stand among the answer's columns.
        official: As the TEXT2SPARQL client computes it; None for an empty gold, which it leaves out.
        ndcg: The same, for questions that ask for an order; None for others.
        honest: Over values, a boolean right or wrong, an empty gold met by an empty answer.
        rows: Row-assignment F1.
        valid: Whether there is a query that the endpoint runs.
        unknown_terms: Whether the checks found terms that the ontology does not have.
        error: What is wrong with an answer that does not match; None when it does.
        missing, extra: Up to three rows that the answer lacks, and that it has beyond the gold.
    """

    question: str
    repeat: int
    graph: str
    outcome: Outcome
    gold: str | None
    match: bool = False
    fair: bool = False
    projection: bool = False
    official: SetScores | None = None
    ndcg: float | None = None
    honest: SetScores = NOTHING
    rows: float = 0.0
    valid: bool = False
    unknown_terms: bool = False
    error: ErrorClass | None = None
    missing: tuple[Row, ...] = ()
    extra: tuple[Row, ...] = ()


class GoldAnswers:
    """Gold answers of one graph, each run once.

    Args:
        store: Of the graph.
    """

    def __init__(self, store: AnswerStore) -> None:
        self._store = store
        self._known: dict[str, tuple[Result | None, str, bool]] = {}
        self._tops: dict[str, TopRows | None] = {}

    def of(self, question: BenchQuestion) -> tuple[Result | None, str, bool]:
        """The answer; or None and why; and whether it is a recorded one."""
        found = self._known.get(question.id)
        if found is None:
            found = self._known[question.id] = self._find(question)
        return found

    def top(self, question: BenchQuestion) -> TopRows | None:
        """The rows at the cut of a gold with LIMIT, where ties leave a choice; None elsewhere."""
        text = question.gold_text
        if text is None or "LIMIT" not in text.upper():
            return None
        if question.id not in self._tops:
            found = top_rows(text, self._store.run)
            self._tops[question.id] = found if found is not None and found.ambiguous else None
        return self._tops[question.id]

    def _find(self, question: BenchQuestion) -> tuple[Result | None, str, bool]:
        if question.gold_text is None:
            return question.answer, "" if question.answer is not None else "no gold", True
        answer = self._store.run(question.gold_text)
        if answer.result is None:
            if question.answer is not None:
                return question.answer, "", True
            return None, f"the gold {_why(answer)}", False
        if answer.cut:
            return None, "the gold has more rows than the cap", False
        return answer.result, "", False


def score_run(
    dataset: Dataset,
    records: Sequence[Record],
    *,
    workers: int = 2,
    progress: Callable[[str, float | None], None] | None = None,
) -> list[Score]:
    """The score of every record whose question is scored, in the order of the records.

    Gold and predictions are run on the graphs of the data set; what was run before comes from the cache.

    Raises:
        ConfigError, LoadError: A graph cannot be opened.
    """
    questions = {q.id: q for q in dataset.questions if q.excluded is None}
    wanted = [r for r in records if r.question in questions]
    found: dict[tuple[str, int], Score] = {}
    done = 0
    for name, source in dataset.graphs.items():
        mine = [r for r in wanted if questions[r.question].graph == name]
        if not mine:
            continue
        with open_source(source, GOLD_SETTINGS) as kg:
            store = AnswerStore.cached(kg, clock=CLOCK)
            golds = GoldAnswers(store)
            kg.rewrite("ASK {}")  # what threads share is made before they start
            try:
                with ThreadPoolExecutor(max_workers=workers) as pool:
                    judge = partial(_judge, questions, golds, store, dataset.scoring)
                    scored = pool.map(judge, mine)
                    for one in scored:
                        found[one.question, one.repeat] = one
                        done += 1
                        if progress is not None:
                            progress("scoring", done / len(wanted))
            finally:
                store.close()
    return [found[r.key] for r in wanted]


def _judge(
    questions: Mapping[str, BenchQuestion], golds: GoldAnswers, store: AnswerStore, how: Scoring, record: Record
) -> Score:
    return score(questions[record.question], record, golds, store, how)


def score(question: BenchQuestion, record: Record, golds: GoldAnswers, store: AnswerStore, how: Scoring) -> Score:
    """The score of one record."""
    gold, why, recorded = golds.of(question)
    base = Score(
        question=record.question, repeat=record.repeat, graph=record.graph, outcome=record.outcome, gold=why or None
    )
    if gold is None:
        return base
    answer = store.run(record.query) if record.query is not None else None
    result = answer.result if answer is not None and not answer.cut else None
    bare, flat = recorded and question.bare, recorded and question.flat
    ties: tuple[int, ...] = ()
    if question.ordered and not recorded and question.gold_text is not None:
        ties = tie_groups(question.gold_text, gold)
    found = (
        compare(gold, result, how, ordered=question.ordered, ties=ties, flat=flat, bare=bare)
        if result is not None
        else AnswerComparison(same=False)
    )
    values, given = official_values(gold), official_values(result)
    unknown = any(str(f.get("code", "")).startswith("unknown") for f in record.findings)
    return replace(
        base,
        match=found.same,
        fair=found.same or _is_another_choice(question, golds, result, how),
        projection=found.same or (result is not None and matches_among_columns(gold, result, how, bare=bare)),
        official=official(values, given) if values else None,
        ndcg=official_ndcg(values, given) if question.ordered and values else None,
        honest=honest(gold, result),
        rows=1.0 if found.same else _row_f1(gold, result, how, bare),
        valid=answer is not None and answer.result is not None,
        unknown_terms=unknown,
        error=None if found.same else _error(gold, record, answer, found, unknown, how, bare, question.ordered),
        missing=found.missing[:_SHOWN],
        extra=found.extra[:_SHOWN],
    )


def _is_another_choice(question: BenchQuestion, golds: GoldAnswers, result: Result | None, how: Scoring) -> bool:
    top = golds.top(question) if result is not None else None
    return top is not None and result is not None and top.accepts(result, how)


def _row_f1(gold: Result, result: Result | None, how: Scoring, bare: bool) -> float:
    if result is None or isinstance(gold, AskResult) or isinstance(result, AskResult) or type(gold) is not type(result):
        return 0.0
    ours, theirs = row_keys(gold, how, bare=bare), row_keys(result, how, bare=bare)
    if len(ours) > _CELLS or len(theirs) > _CELLS:
        equal = len(set(ours) & set(theirs))
        return 2 * equal / (len(ours) + len(theirs))
    return row_assignment_f1(ours, theirs)


def _error(
    gold: Result,
    record: Record,
    answer: StoredAnswer | None,
    found: AnswerComparison,
    unknown: bool,
    how: Scoring,
    bare: bool,
    ordered: bool,
) -> ErrorClass:
    """The first of these that holds: it names the cause nearest to the system."""
    if record.query is None:
        by_outcome: dict[str, ErrorClass] = {
            "refused": "refused",
            "model-failed": "model failed",
            "unavailable": "model failed",
            "blocked": "leak blocked",
        }
        return by_outcome.get(record.outcome, "no query")
    if answer is None or answer.result is None:
        return "refused" if answer is not None and answer.state == "refused" else "query failed"
    if answer.cut:
        return "too large"
    result = answer.result
    if unknown:
        return "unknown terms"
    if type(gold) is not type(result):
        return "other form"
    if isinstance(result, SelectResult) and isinstance(gold, SelectResult):
        return _table_error(gold, result, found, how, bare, ordered)
    return "other rows"


def _table_error(
    gold: SelectResult, result: SelectResult, found: AnswerComparison, how: Scoring, bare: bool, ordered: bool
) -> ErrorClass:
    if ordered and compare(gold, result, how, bare=bare).same:
        return "order"
    if gold.rows and not result.rows:
        return "empty"
    if matches_among_columns(gold, result, how, bare=bare):
        return "too many columns"
    if gold.rows and result.rows and len(gold.rows[0]) != len(result.rows[0]):
        return "other columns"
    if found.missing and not found.extra:
        return "rows missing"
    if found.extra and not found.missing:
        return "rows too many"
    return "other rows"


def _why(answer: StoredAnswer) -> str:
    told = {
        "refused": "is refused",
        "failed": "fails",
        "timeout": "takes too long",
        "too-large": "has too large an answer",
    }
    return f"{told.get(answer.state, answer.state)}: {answer.message}"
