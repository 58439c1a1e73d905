"""Metrics against brute force, known values and each other."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlkgq.evaluation.assignment import row_assignment_f1
from nlkgq.evaluation.dataset import Scoring
from nlkgq.evaluation.intervals import bootstrap, mcnemar, percentile, permutation, wilson
from nlkgq.evaluation.match import compare, matches_among_columns
from nlkgq.evaluation.set_metrics import honest, official, official_ndcg, official_values
from nlkgq.evaluation.ties import sort_variables, tie_groups
from nlkgq.iri import XSD
from nlkgq.results.models import AskResult, RdfTerm, SelectResult
from nlkgq.sparql import parse_query

YES, NO = AskResult(boolean=True), AskResult(boolean=False)


def table(*rows: tuple[str, ...], names: str = "abcdef") -> SelectResult:
    width = len(rows[0]) if rows else 1
    return SelectResult(
        variables=tuple(names[:width]), rows=tuple(tuple(RdfTerm("literal", v) for v in row) for row in rows)
    )


def test_columns_may_have_any_order_and_more_may_stand_beside() -> None:
    gold = table(("x", "1"), ("y", "2"))
    assert compare(gold, table(("1", "x"), ("2", "y")), Scoring()).same
    wide = table(("1", "?", "x"), ("2", "!", "y"))
    assert not compare(gold, wide, Scoring()).same
    assert matches_among_columns(gold, wide, Scoring())
    assert not matches_among_columns(gold, table(("2", "?", "x"), ("1", "!", "y")), Scoring())
    assert not matches_among_columns(wide, gold, Scoring()), "fewer columns are no answer"
    assert not matches_among_columns(gold, table(("1", "?", "x"), ("2", "!", "y"), ("2", "!", "y")), Scoring())


def test_settings_of_a_data_set_count() -> None:
    gold = SelectResult(variables=("a",), rows=((RdfTerm("literal", "x", None, "en"),),))
    plain = table(("x",))
    assert not compare(gold, plain, Scoring()).same
    assert compare(gold, plain, Scoring(ignore_language=True)).same
    number = SelectResult(variables=("a",), rows=((RdfTerm("literal", "1.50", XSD + "decimal"),),))
    assert compare(number, table(("1.5",)), Scoring(as_text=True)).same


def test_a_flat_gold_is_a_set_of_values() -> None:
    gold = table(("x",), ("y",), ("z",))
    assert compare(gold, table(("y", "z"), ("x", "z")), Scoring(), flat=True, bare=True).same
    assert not compare(gold, table(("y", "z"), ("y", "z")), Scoring(), flat=True, bare=True).same


def test_rows_of_equal_rank_may_change_places() -> None:
    gold = table(("x", "1"), ("y", "1"), ("z", "2"))
    ties = tie_groups("SELECT ?a ?b { ?a <x:p> ?b } ORDER BY ?b", gold)
    assert ties == (0, 0, 1)
    swapped, wrong = table(("y", "1"), ("x", "1"), ("z", "2")), table(("z", "2"), ("x", "1"), ("y", "1"))
    assert compare(gold, swapped, Scoring(), ordered=True, ties=ties).same
    assert not compare(gold, swapped, Scoring(), ordered=True).same
    assert not compare(gold, wrong, Scoring(), ordered=True, ties=ties).same
    assert compare(gold, wrong, Scoring()).same


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("SELECT ?a { ?a <x:p> ?b }", ()),
        ("SELECT ?a { ?a <x:p> ?b } ORDER BY ?b DESC(?a) ASC (?c)", ("b", "a", "c")),
        ("SELECT ?a { ?a <x:p> ?b } ORDER BY DESC(?b + 1)", None),
        ("SELECT ?a { { SELECT ?a { ?a <x:p> ?b } ORDER BY ?b } }", ()),
        ("SELECT ?a { ?a <x:p> ?b } ORDER BY STR(?b) LIMIT 3", None),
    ],
)
def test_sort_variables(text: str, names: tuple[str, ...] | None) -> None:
    assert sort_variables(parse_query(text)) == names


def test_booleans_and_empty_answers_are_judged_honestly() -> None:
    empty = SelectResult(variables=("a",), rows=())
    assert official(official_values(YES), official_values(NO)).f1 == 1.0, "as the challenge's client has it"
    assert official(official_values(NO), official_values(NO)).f1 == 0.0, "as the challenge's client has it"
    assert [honest(g, a).f1 for g, a in ((YES, YES), (NO, NO), (YES, NO), (NO, YES))] == [1.0, 1.0, 0.0, 0.0]
    assert [honest(empty, a).f1 for a in (empty, table(("x",)), None, NO)] == [1.0, 0.0, 0.0, 0.0]
    assert honest(table(("x",), ("y",)), table(("x",))).recall == 0.5


def test_ndcg_by_hand() -> None:
    assert official_ndcg({"a": 1, "b": 1}, {"b": 1, "a": 1}) == 1.0
    assert official_ndcg({"a": 1}, {"a": 1, "b": 1}) == pytest.approx(1 / math.log2(3)), "b is ranked before a"
    assert official_ndcg({"a": 1}, {}) == 0.0


def brute_force(gold: list[tuple[str, ...]], answer: list[tuple[str, ...]]) -> float:
    if not gold or not answer:
        return float(gold == answer)
    short, long = (gold, answer) if len(gold) <= len(answer) else (answer, gold)
    best = 0.0
    for chosen in itertools.permutations(range(len(long)), len(short)):
        total = 0.0
        for i, j in enumerate(chosen):
            ours, theirs = (short[i], long[j]) if short is gold else (long[j], short[i])
            total += (Counter(ours) & Counter(theirs)).total() / len(ours)
        best = max(best, total)
    return 2 * best / (len(gold) + len(answer))


cells = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), max_size=5)
wide_cells = st.lists(st.tuples(*[st.sampled_from("abc")] * 3), max_size=5)


@given(cells, cells | wide_cells)
def test_row_assignment_is_the_best_pairing(gold: list[tuple[str, ...]], answer: list[tuple[str, ...]]) -> None:
    assert row_assignment_f1(gold, answer) == pytest.approx(brute_force(gold, answer))


def test_row_assignment_of_large_tables_is_quick_and_exact_for_equal_rows() -> None:
    rows = [(str(n), str(n * 7 % 501)) for n in range(2000)]
    shuffled = rows[:]
    random.Random(1).shuffle(shuffled)
    assert row_assignment_f1(rows, shuffled) == 1.0
    assert row_assignment_f1(rows, shuffled[:1000]) == pytest.approx(2 / 3, abs=0.2)


def test_bootstrap_covers_and_repeats() -> None:
    rng = random.Random(3)
    hits = 0
    for _ in range(200):
        values = [float(rng.random() < 0.7) for _ in range(60)]
        e = bootstrap(values)
        hits += e.low <= 0.7 <= e.high
    assert 180 <= hits <= 200
    assert bootstrap([0.0, 1.0, 1.0]) == bootstrap([0.0, 1.0, 1.0])
    assert bootstrap([1.0] * 20).low == pytest.approx(wilson(20, 20)[0])
    assert math.isnan(bootstrap([]).mean)
    assert bootstrap([0.5, 0.5]).high == 0.5


def test_paired_tests_by_hand() -> None:
    # 10 questions differ, 9 of them one way: 2 * (1 + 10) / 1024
    first = [True] * 9 + [False] + [True] * 20
    second = [False] * 9 + [True] + [True] * 20
    assert mcnemar(first, second) == pytest.approx(22 / 1024)
    assert permutation([float(x) for x in first], [float(x) for x in second]) == pytest.approx(22 / 1024)
    many = [float(n % 3 == 0) for n in range(300)]
    assert permutation(many, many[1:] + many[:1]) > 0.5
    assert permutation([1.0] * 100, [0.0] * 100) < 0.01
    assert mcnemar([True] * 2000, [False] * 2000) == pytest.approx(0, abs=1e-12)


def test_percentiles() -> None:
    assert [percentile([5, 1, 4, 2, 3], s) for s in (0.0, 0.5, 0.95, 1.0)] == [1, 3, 5, 5]
