"""Which column of one table is which column of another, when names and order say nothing.

Rows and columns are coloured together until no colour splits any more (colour refinement, as in tests of graph
isomorphism); columns of one colour are then tried in turn, each trial checked against the rows at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import Final, TypeAlias

KeyRow: TypeAlias = tuple[Hashable, ...]
_TRIALS: Final = 2_000
"""Far more than any real pair of tables needs; only tables built against the search reach it."""


def match_columns(left: Sequence[KeyRow], right: Sequence[KeyRow]) -> tuple[int, ...] | None:
    """A permutation that makes two tables equal as multisets of rows.

    Args:
        left: N rows x M columns of hashable cells.
        right: The other table, as wide and as long.

    Returns:
        For each column of ``left`` the number of its column in ``right``; None when no permutation fits. Tables
        whose symmetry defeats 2,000 trials count as different.

    >>> match_columns([("a", 1), ("b", 2)], [(2, "b"), (1, "a")])
    (1, 0)
    """
    if len(left) != len(right) or (left and len(left[0]) != len(right[0])):
        return None
    if not left:
        return ()
    identity = tuple(range(len(left[0])))
    if Counter(left) == Counter(right):
        return identity
    colours = _column_colours(left, right)
    if colours is None:
        return None
    ours, theirs = colours
    return _Search(left, right, ours, theirs).run()


def match_ordered(left: Sequence[KeyRow], right: Sequence[KeyRow]) -> tuple[int, ...] | None:
    """A permutation that makes two tables equal row by row, or None.

    >>> match_ordered([("a", 1), ("b", 2)], [(2, "b"), (1, "a")]) is None
    True
    """
    if len(left) != len(right) or (left and len(left[0]) != len(right[0])):
        return None
    free: dict[KeyRow, list[int]] = {}
    for number, column in enumerate(zip(*right, strict=True)):
        free.setdefault(column, []).append(number)
    chosen = []
    for column in zip(*left, strict=True):
        if not free.get(column):
            return None
        chosen.append(free[column].pop(0))
    return tuple(chosen)


def closest_columns(left: Sequence[KeyRow], right: Sequence[KeyRow]) -> tuple[int, ...] | None:
    """The pairing of columns that share most cells, taken greedily; None when the tables differ in width.

    It serves the report of a difference, where no permutation is right.
    """
    if not left or not right or len(left[0]) != len(right[0]):
        return None
    ours = [Counter(column) for column in zip(*left, strict=True)]
    theirs = [Counter(column) for column in zip(*right, strict=True)]
    pairs = sorted((-(a & b).total(), abs(i - j), i, j) for i, a in enumerate(ours) for j, b in enumerate(theirs))
    chosen: dict[int, int] = {}
    for _shared, _distance, i, j in pairs:
        if i not in chosen and j not in chosen.values():
            chosen[i] = j
    return tuple(chosen[i] for i in range(len(ours)))


def _column_colours(left: Sequence[KeyRow], right: Sequence[KeyRow]) -> tuple[list[int], list[int]] | None:
    """Stable colours of the columns of both tables in one numbering; None when they already tell them apart."""
    tables = (left, right)
    width = len(left[0])
    columns = [[0] * width, [0] * width]
    rows: list[list[int]] = [[0] * len(left), [0] * len(right)]
    kinds = 0
    while True:
        numbers: dict[Hashable, int] = {}
        columns = [
            [
                numbers.setdefault((old, _multiset(zip(rows[t], column, strict=True))), len(numbers))
                for old, column in zip(columns[t], zip(*table, strict=True), strict=True)
            ]
            for t, table in enumerate(tables)
        ]
        if sorted(columns[0]) != sorted(columns[1]):
            return None
        row_numbers: dict[Hashable, int] = {}
        rows = [
            [row_numbers.setdefault(_multiset(zip(columns[t], row, strict=True)), len(row_numbers)) for row in table]
            for t, table in enumerate(tables)
        ]
        if sorted(rows[0]) != sorted(rows[1]):
            return None
        if len(numbers) + len(row_numbers) <= kinds or len(numbers) == width:
            return columns[0], columns[1]
        kinds = len(numbers) + len(row_numbers)


def _multiset(items: Iterable[Hashable]) -> frozenset[tuple[Hashable, int]]:
    return frozenset(Counter(items).items())


class _Search:
    """Depth-first search over columns of one colour; ``_ids`` gives equal part-rows of both tables one number."""

    def __init__(self, left: Sequence[KeyRow], right: Sequence[KeyRow], ours: list[int], theirs: list[int]) -> None:
        self._left = list(zip(*left, strict=True))
        self._right = list(zip(*right, strict=True))
        self._candidates = [[j for j, colour in enumerate(theirs) if colour == mine] for mine in ours]
        self._order = sorted(range(len(ours)), key=lambda i: len(self._candidates[i]))
        self._trials = 0

    def run(self) -> tuple[int, ...] | None:
        start = [0] * len(self._left[0])
        chosen = self._extend(0, {}, start, list(start))
        return None if chosen is None else tuple(chosen[i] for i in range(len(self._left)))

    def _extend(
        self, depth: int, chosen: dict[int, int], left_ids: list[int], right_ids: list[int]
    ) -> dict[int, int] | None:
        if depth == len(self._order):
            return chosen
        i = self._order[depth]
        ids: dict[Hashable, int] = {}
        next_left = [ids.setdefault(pair, len(ids)) for pair in zip(left_ids, self._left[i], strict=True)]
        wanted = Counter(next_left)
        tried: set[KeyRow] = set()
        for j in self._candidates[i]:
            if j in chosen.values() or self._right[j] in tried or self._trials >= _TRIALS:
                continue
            self._trials += 1
            tried.add(self._right[j])
            next_right = [ids.setdefault(pair, len(ids)) for pair in zip(right_ids, self._right[j], strict=True)]
            if Counter(next_right) == wanted:
                found = self._extend(depth + 1, {**chosen, i: j}, next_left, next_right)
                if found is not None:
                    return found
        return None
