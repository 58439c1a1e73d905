"""Whether a prediction's answer is the gold answer, strictly and among more columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from nlkgq.evaluation.dataset import Scoring
from nlkgq.results.canonical import Key, canonical_key
from nlkgq.results.comparison import AnswerComparison, compare_answers
from nlkgq.results.models import AskResult, RdfTerm, Result, Row, SelectResult

_TRIALS = 2_000


def compare(
    gold: Result,
    answer: Result,
    scoring: Scoring,
    *,
    ordered: bool = False,
    ties: Sequence[int] = (),
    flat: bool = False,
    bare: bool = False,
) -> AnswerComparison:
    """The comparison that `match` rests on.

    Args:
        gold: The expected answer.
        answer: The one to judge.
        scoring: How terms are compared.
        ordered: Whether rows must come in the gold's order.
        ties: With ``ordered``: for each gold row the number of its group; rows of one group may change places.
            () when none may.
        flat: Whether the gold is one list of values: the set of all cells is then compared.
        bare: Whether the gold is bare text.
    """
    options: dict[str, Any] = {
        "decimals": scoring.decimals,
        "ignore_language": scoring.ignore_language,
        "as_text": scoring.as_text or bare,
    }
    if flat and isinstance(gold, SelectResult) and isinstance(answer, SelectResult):
        gold, answer = _cells(gold), _cells(answer)
    if ordered and ties and isinstance(gold, SelectResult) and isinstance(answer, SelectResult):
        found = compare_answers(gold, answer, **options)
        if not found.same or found.columns is None or _in_order(gold, answer, found.columns, ties, options):
            return found
        return compare_answers(gold, answer, ordered=True, **options)
    return compare_answers(gold, answer, ordered=ordered, **options)


def matches_among_columns(gold: Result, answer: Result, scoring: Scoring, *, bare: bool = False) -> bool:
    """Whether some columns of an answer, in some order, are the gold's rows as a multiset.

    >>> def table(*rows): return SelectResult(variables=("a",) * len(rows[0]),
    ...     rows=tuple(tuple(RdfTerm("literal", v) for v in row) for row in rows))
    >>> matches_among_columns(table(["1"], ["2"]), table(["x", "2"], ["y", "1"]), Scoring())
    True
    """
    if not isinstance(gold, SelectResult) or not isinstance(answer, SelectResult):
        return compare(gold, answer, scoring, bare=bare).same
    if len(gold.rows) != len(answer.rows):
        return False
    if not gold.rows:
        return True
    ours, theirs = _keys(gold, scoring, bare), _keys(answer, scoring, bare)
    if len(ours[0]) > len(theirs[0]):
        return False
    theirs_by_column = [Counter(column) for column in zip(*theirs, strict=True)]
    candidates = [
        [j for j, found in enumerate(theirs_by_column) if found == Counter(column)]
        for column in zip(*ours, strict=True)
    ]
    wanted = Counter(ours)
    trials = 0

    def search(chosen: tuple[int, ...]) -> bool:
        nonlocal trials
        if len(chosen) == len(candidates):
            trials += 1
            return Counter(tuple(row[j] for j in chosen) for row in theirs) == wanted
        free = (j for j in candidates[len(chosen)] if j not in chosen)
        return any(trials < _TRIALS and search((*chosen, j)) for j in free)

    return search(())


def row_keys(result: Result, scoring: Scoring, *, bare: bool = False) -> list[tuple[Key, ...]]:
    """The rows of a result as comparable keys; a boolean is one row, a graph its triples."""
    if isinstance(result, AskResult):
        return [(("boolean", str(result.boolean).lower()),)]
    return _keys(result, scoring, bare)


def _keys(result: Result, scoring: Scoring, bare: bool) -> list[tuple[Key, ...]]:
    rows: Sequence[Row] = result.rows if isinstance(result, SelectResult) else getattr(result, "triples", ())
    known: dict[RdfTerm | None, Key] = {}

    def key(term: RdfTerm | None) -> Key:
        if term not in known:
            known[term] = canonical_key(
                term,
                decimals=scoring.decimals,
                ignore_language=scoring.ignore_language,
                as_text=scoring.as_text or bare,
            )
        return known[term]

    return [tuple(key(term) for term in row) for row in rows]


def _cells(result: SelectResult) -> SelectResult:
    cells = dict.fromkeys(cell for row in result.rows for cell in row if cell is not None)
    return SelectResult(variables=("value",), rows=tuple((cell,) for cell in cells), notes=result.notes)


def _in_order(
    gold: SelectResult, answer: SelectResult, columns: Sequence[int], ties: Sequence[int], options: dict[str, Any]
) -> bool:
    """Whether the answer's rows come in the gold's order, up to rows of one group."""

    def keys(rows: Sequence[Row], order: Sequence[int]) -> list[tuple[Key, ...]]:
        return [tuple(canonical_key(row[j], **options) for j in order) for row in rows]

    ours, theirs = keys(gold.rows, range(len(columns))), keys(answer.rows, columns)
    start = 0
    for end in range(1, len(ours) + 1):
        if end == len(ours) or ties[end] != ties[start]:
            if Counter(ours[start:end]) != Counter(theirs[start:end]):
                return False
            start = end
    return True
