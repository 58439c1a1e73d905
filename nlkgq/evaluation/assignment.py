"""Row-assignment F1: rows of the answer paired with rows of the gold so that most cells agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Final

_EXACT: Final = 80
"""Most rows on a side, beyond equal ones, for which the best pairing is searched; more are paired greedily."""

Cells = Sequence[Hashable]


def row_assignment_f1(gold: Sequence[Cells], answer: Sequence[Cells]) -> float:
    """F1 of the best one-to-one pairing of rows, in [0, 1]; 1 for two empty tables.

    A pair counts the share of the gold row's cells that the answer's row holds, in whatever columns; precision is the
    sum of all pairs over the answer's rows, recall over the gold's. Equal rows are paired first, which never hurts:
    for tables of equal rows A, B, C, |A & B| + |A & C| <= |A| + |B & C|. Beyond 80 other rows on a side the pairing
    is greedy, and the value a lower bound.

    >>> row_assignment_f1([("a", 1), ("b", 2)], [(1, "a")])
    0.6666666666666666
    """
    if not gold and not answer:
        return 1.0
    if not gold or not answer:
        return 0.0
    ours, theirs = [Counter(row) for row in gold], [Counter(row) for row in answer]
    left, right, equal = _without_equal(ours, theirs)
    total = equal + _paired(left, right)
    precision, recall = total / len(answer), total / len(gold)
    return 2 * precision * recall / (precision + recall) if total else 0.0


def _without_equal(
    ours: list[Counter[Hashable]], theirs: list[Counter[Hashable]]
) -> tuple[list[Counter[Hashable]], list[Counter[Hashable]], int]:
    waiting = Counter(frozenset(row.items()) for row in ours)
    rest = []
    equal = 0
    for row in theirs:
        key = frozenset(row.items())
        if waiting[key]:
            waiting[key] -= 1
            equal += 1
        else:
            rest.append(row)
    left = [Counter(dict(key)) for key, count in waiting.items() for _ in range(count)]
    return left, rest, equal


def _paired(left: list[Counter[Hashable]], right: list[Counter[Hashable]]) -> float:
    """The sum of shares in the best pairing."""
    holders: dict[Hashable, list[int]] = {}
    for j, row in enumerate(right):
        for cell in row:
            holders.setdefault(cell, []).append(j)
    shares: dict[tuple[int, int], float] = {}
    for i, row in enumerate(left):
        size = row.total()
        near = {j for cell in row for j in holders.get(cell, ())[:1000]}
        shares.update({(i, j): (row & right[j]).total() / size for j in near})
    if not shares:
        return 0.0
    if len(left) <= _EXACT and len(right) <= _EXACT:
        return _best_assignment([[shares.get((i, j), 0.0) for j in range(len(right))] for i in range(len(left))])
    total, taken, used = 0.0, set(), set()
    for (i, j), share in sorted(shares.items(), key=lambda item: (-item[1], item[0])):
        if i not in taken and j not in used:
            taken.add(i)
            used.add(j)
            total += share
    return total


def _best_assignment(gain: list[list[float]]) -> float:
    """The largest sum of one-to-one picks of a matrix (the Hungarian method, with potentials)."""
    if len(gain) > len(gain[0]):
        gain = [list(column) for column in zip(*gain, strict=True)]
    rows, columns = len(gain), len(gain[0])
    infinity = float("inf")
    u, v = [0.0] * (rows + 1), [0.0] * (columns + 1)
    owner = [0] * (columns + 1)
    for row in range(1, rows + 1):
        owner[0], column = row, 0
        least, way, used = [infinity] * (columns + 1), [0] * (columns + 1), [False] * (columns + 1)
        while owner[column]:
            used[column] = True
            current, delta, following = owner[column], infinity, 0
            for j in range(1, columns + 1):
                if used[j]:
                    continue
                slack = -gain[current - 1][j - 1] - u[current] - v[j]
                if slack < least[j]:
                    least[j], way[j] = slack, column
                if least[j] < delta:
                    delta, following = least[j], j
            for j in range(columns + 1):
                if used[j]:
                    u[owner[j]] += delta
                    v[j] -= delta
                else:
                    least[j] -= delta
            column = following
        while column:
            before = way[column]
            owner[column] = owner[before]
            column = before
    return sum(gain[owner[j] - 1][j - 1] for j in range(1, columns + 1) if owner[j])
