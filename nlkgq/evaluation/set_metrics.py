"""Precision, recall, F1 and nDCG over sets of values, as the TEXT2SPARQL challenge computes them.

Its client turns a result into the set of all values in all columns, whatever their kind, and lets trec_eval compare
them. That gives a wrong ``true`` or ``false`` credit in one direction, and nothing for an empty gold; `honest` has
neither.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from nlkgq.results.models import AskResult, Result, SelectResult


@dataclass(frozen=True, slots=True, kw_only=True)
class SetScores:
    """Each in [0, 1]."""

    precision: float
    recall: float
    f1: float


NOTHING: Final = SetScores(precision=0.0, recall=0.0, f1=0.0)


def official_values(result: Result | None) -> dict[str, int]:
    """The values that the client sees in a result, each with its weight; {} without a result."""
    if isinstance(result, AskResult):
        return {"true": 1 if result.boolean else 0}
    if not isinstance(result, SelectResult):
        return {}
    columns = zip(*result.rows, strict=True) if result.rows else ()
    return dict.fromkeys((t.value for column in columns for t in column if t is not None), 1)


def official(gold: Mapping[str, int], answer: Mapping[str, int]) -> SetScores:
    """Set precision, recall and F1 as trec_eval computes them from the client's dictionaries.

    >>> official({"a": 1, "b": 1}, {"a": 1, "c": 1}).f1
    0.5
    """
    relevant = {value for value, weight in gold.items() if weight > 0}
    hits = len(relevant & set(answer))
    precision = hits / len(answer) if answer else 0.0
    recall = hits / len(relevant) if relevant else 0.0
    return SetScores(precision=precision, recall=recall, f1=_f1(precision, recall))


def official_ndcg(gold: Mapping[str, int], answer: Mapping[str, int]) -> float:
    """nDCG as trec_eval computes it: ties in weight are ranked by the values' bytes, last first.

    The client gives every value of an answer the same weight, so this rests on the values, not on the order of rows.
    """
    ranked = sorted(answer, key=lambda value: (answer[value], value.encode()), reverse=True)
    gained = sum(gold.get(value, 0) / math.log2(rank + 1) for rank, value in enumerate(ranked, 1))
    ideal = sorted((weight for weight in gold.values() if weight > 0), reverse=True)
    best = sum(weight / math.log2(rank + 1) for rank, weight in enumerate(ideal, 1))
    return gained / best if best else 0.0


def honest(gold: Result, answer: Result | None) -> SetScores:
    """The same over values, except that a boolean is right or wrong, and an empty gold is met by an empty answer."""
    if isinstance(gold, AskResult) or isinstance(answer, AskResult):
        same = isinstance(gold, AskResult) and isinstance(answer, AskResult) and gold.boolean == answer.boolean
        return _all(same)
    wanted, found = official_values(gold), official_values(answer)
    if not wanted:
        return _all(answer is not None and not found)
    return official(wanted, found)


def _all(right: bool) -> SetScores:
    value = 1.0 if right else 0.0
    return SetScores(precision=value, recall=value, f1=value)


def _f1(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0
