"""Superlatives with ties: which rows any right answer has, and among which it may choose."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from nlkgq.errors import NlkgqError
from nlkgq.evaluation.answer_store import StoredAnswer
from nlkgq.evaluation.audit.forms import SORT_COLUMN, with_sort_columns
from nlkgq.evaluation.dataset import Scoring
from nlkgq.evaluation.match import row_keys
from nlkgq.results.canonical import Key, canonical_key
from nlkgq.results.models import Result, Row, SelectResult
from nlkgq.sparql import parse_query


@dataclass(frozen=True, slots=True, kw_only=True)
class TopRows:
    """The best rows of an ordered answer that was cut.

    Args:
        variables: The columns.
        sure: Rows that are before the cut whatever the order of ties.
        tied: Rows with the sort key at the cut.
        taken: How many of ``tied`` the gold has.
    """

    variables: tuple[str, ...]
    sure: tuple[Row, ...]
    tied: tuple[Row, ...]
    taken: int

    @property
    def ambiguous(self) -> bool:
        """Whether there is a choice."""
        return len(self.tied) > self.taken

    def accepts(self, answer: Result, scoring: Scoring) -> bool:
        """Whether an answer is one of the right ones: all sure rows, and as many tied ones as the gold has, or all."""
        if not isinstance(answer, SelectResult):
            return False
        width = len(self.variables)
        given = row_keys(answer, scoring)
        if not given or len(given[0]) != width or width > 6:
            return False
        sure, tied = (
            Counter(row_keys(SelectResult(variables=self.variables, rows=rows), scoring))
            for rows in (self.sure, self.tied)
        )
        for order in itertools.permutations(range(width)):
            rest = Counter(tuple(row[j] for j in order) for row in given)
            if rest >= sure:
                chosen = rest - sure
                if chosen <= tied and chosen.total() in (self.taken, tied.total()):
                    return True
        return False


def top_rows(gold: str, run: Callable[[str], StoredAnswer]) -> TopRows | None:
    """The rows at the cut of a gold query with ORDER BY and LIMIT.

    Args:
        gold: The query.
        run: Executes a query.

    Returns:
        None where the query has no such cut, or its sort keys cannot be seen.
    """
    try:
        query = parse_query(gold, undeclared_prefixes=True)
        whole = with_sort_columns(query)
    except (NlkgqError, ValueError):
        return None
    if whole is None or query.limit is None or query.limit == 0:
        return None
    answer = run(str(whole[0]))
    if not isinstance(answer.result, SelectResult) or answer.cut:
        return None
    result, limit = answer.result, query.limit
    width = sum(not v.startswith(SORT_COLUMN) for v in result.variables)
    places = [result.variables.index(name) for name in whole[1]]
    distinct = query.body.node("SelectClause")
    rows = _without_repeats(result, width) if distinct is not None and distinct.token("DISTINCT") else list(result.rows)
    variables = result.variables[:width]
    if len(rows) <= limit:
        return TopRows(variables=variables, sure=tuple(r[:width] for r in rows), tied=(), taken=0)
    cut = _sort_key(rows[limit - 1], places)
    sure = [r for r in rows[:limit] if _sort_key(r, places) != cut]
    tied = [r for r in rows if _sort_key(r, places) == cut]
    return TopRows(
        variables=variables,
        sure=tuple(r[:width] for r in sure),
        tied=tuple(r[:width] for r in tied),
        taken=limit - len(sure),
    )


def _without_repeats(result: SelectResult, width: int) -> list[Row]:
    """One row for each answer, the first in order: the sort keys must not make repeats different."""
    seen: dict[Row, Row] = {}
    for row in result.rows:
        seen.setdefault(row[:width], row)
    return list(seen.values())


def _sort_key(row: Row, places: Sequence[int]) -> tuple[Key, ...]:
    return tuple(canonical_key(row[j], decimals=12) for j in places)
