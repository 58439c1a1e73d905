"""When two answers are the same, and what differs when they are not."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nlkgq.iri import XSD
from nlkgq.results.columns import match_columns
from nlkgq.results.comparison import compare_answers, same_answer
from nlkgq.results.models import AskResult, GraphResult, RdfTerm, Row, SelectResult
from nlkgq.results.terms import literal


def _typed(value: str, datatype: str) -> RdfTerm:
    return literal(value, datatype=XSD + datatype)


def _table(*rows: Row, names: str = "abcdefghij") -> SelectResult:
    return SelectResult(variables=tuple(names[: len(rows[0])]) if rows else ("a",), rows=rows)


def _words(*rows: str) -> SelectResult:
    """One row a string, one cell a letter."""
    return _table(*(tuple(literal(letter) for letter in row) for row in rows))


SAME = [
    (_typed("5", "integer"), _typed("5.0", "decimal")),
    (_typed("5", "integer"), _typed("5.0E0", "double")),
    (_typed("05", "int"), _typed("+5", "long")),
    (_typed("33.33333333333333333", "decimal"), _typed("33.333333333333336", "double")),
    (_typed("0.12345", "decimal"), _typed("0.12344999999999999", "double")),
    (_typed("-0.0", "double"), _typed("0", "integer")),
    (_typed("0.00001", "decimal"), _typed("-0.00001", "decimal")),
    (_typed("1e30", "double"), _typed("1" + "0" * 30, "integer")),
    (_typed("INF", "double"), _typed("+INF", "float")),
    (_typed("NaN", "double"), _typed("NaN", "float")),
    (literal("a"), _typed("a", "string")),
    (literal("a", language="EN"), literal("a", language="en")),
    (_typed("1", "boolean"), _typed("true", "boolean")),
    (_typed("2020-01-01T10:00:00Z", "dateTime"), _typed("2020-01-01T12:00:00.000+02:00", "dateTime")),
    (RdfTerm("bnode", "x"), RdfTerm("bnode", "y")),
    (None, None),
]
DIFFERENT = [
    (_typed("5", "integer"), literal("5")),
    (_typed("5", "integer"), _typed("6", "integer")),
    (_typed("12345678901234567890", "integer"), _typed("12345678901234567891", "integer")),
    (_typed("1.001", "decimal"), _typed("1.0012", "decimal")),
    (_typed("abc", "integer"), literal("abc")),
    (_typed("1e999999999", "double"), _typed("1e999999998", "double")),
    (_typed("1e" + "9" * 30, "double"), _typed("1e" + "9" * 31, "double")),
    (literal("a"), literal("A")),
    (literal("a"), literal("a ")),
    (literal("e\u0301"), literal("é")),
    (literal("a", language="en"), literal("a", language="de")),
    (literal("a", language="en"), literal("a")),
    (literal("urn:a"), RdfTerm("uri", "urn:a")),
    (RdfTerm("uri", "http://a.example/"), RdfTerm("uri", "http://a.example")),
    (RdfTerm("bnode", "x"), RdfTerm("uri", "x")),
    (_typed("2020-01-01", "date"), _typed("2020-01-01T00:00:00", "dateTime")),
    (_typed("2020-01-01", "date"), literal("2020-01-01")),
    (_typed("2020-01-01T10:00:00", "dateTime"), _typed("2020-01-01T10:00:00Z", "dateTime")),
    (_typed("true", "boolean"), literal("true")),
    (literal(""), None),
]


@pytest.mark.parametrize(("a", "b"), SAME)
def test_equal_terms(a: RdfTerm | None, b: RdfTerm | None) -> None:
    assert same_answer(_table((a,)), _table((b,)))
    assert same_answer(_table((b,)), _table((a,)))


@pytest.mark.parametrize(("a", "b"), DIFFERENT)
def test_different_terms(a: RdfTerm | None, b: RdfTerm | None) -> None:
    assert not same_answer(_table((a,)), _table((b,)))
    assert not same_answer(_table((b,)), _table((a,)))


def test_settings() -> None:
    english, german, plain = literal("a", language="en"), literal("a", language="de"), literal("a")
    assert same_answer(_table((english,)), _table((german,)), ignore_language=True)
    assert same_answer(_table((english,)), _table((plain,)), ignore_language=True)
    pi, more = _typed("3.1415", "decimal"), _typed("3.1417", "decimal")
    assert not same_answer(_table((pi,)), _table((more,)))
    assert same_answer(_table((pi,)), _table((more,)), decimals=2)
    assert same_answer(_table((RdfTerm("uri", "urn:a"),)), _table((literal("urn:a"),)), as_text=True)
    assert same_answer(_table((_typed("5", "integer"),)), _table((literal("5.0"),)), as_text=True)
    assert not same_answer(_table((_typed("5", "integer"),)), _table((literal("five"),)), as_text=True)


def test_rows_are_a_multiset() -> None:
    assert same_answer(_words("a", "b", "a"), _words("a", "a", "b"))
    assert not same_answer(_words("a", "b", "a"), _words("a", "b", "b"))
    assert not same_answer(_words("a", "a"), _words("a"))


def test_order_counts_only_when_asked() -> None:
    assert same_answer(_words("ax", "by"), _words("yb", "xa"))
    assert same_answer(_words("ax", "by"), _words("xa", "yb"), ordered=True)
    assert not same_answer(_words("ax", "by"), _words("yb", "xa"), ordered=True)
    assert not same_answer(_words("aa", "bc"), _words("bc", "aa"), ordered=True)


def test_columns_move_as_a_whole() -> None:
    # Each column has the same values on both sides, the rows do not.
    assert not same_answer(_words("ax", "by"), _words("ay", "bx"))
    assert not same_answer(_words("ab", "ba", "aa"), _words("ab", "ab", "aa"))
    # Both columns hold a, a, b; only the swap of a whole column is allowed.
    assert same_answer(_words("abx", "bay", "aaz"), _words("xba", "yab", "zaa"))
    assert not same_answer(_words("ab"), _words("abc"))


def test_no_rows() -> None:
    empty = SelectResult(variables=("a", "b"), rows=())
    assert same_answer(empty, SelectResult(variables=("x",), rows=()))
    assert not same_answer(empty, _words("ab"))
    assert compare_answers(_words("ab"), empty).missing == _words("ab").rows
    nothing = SelectResult(variables=(), rows=((), ()))
    assert same_answer(nothing, nothing)
    assert not same_answer(nothing, SelectResult(variables=(), rows=((),)))


def test_booleans_and_mixed_kinds() -> None:
    assert same_answer(AskResult(boolean=True), AskResult(boolean=True))
    assert not same_answer(AskResult(boolean=True), AskResult(boolean=False))
    assert not same_answer(AskResult(boolean=False), SelectResult(variables=(), rows=()))
    assert not same_answer(AskResult(boolean=True), _table((_typed("true", "boolean"),)))


def _graph(*triples: str) -> GraphResult:
    def term(word: str) -> RdfTerm:
        return RdfTerm("bnode", word[2:]) if word.startswith("_:") else RdfTerm("uri", f"urn:{word}")

    return GraphResult(triples=tuple((term(s), term(p), term(o)) for s, p, o in (t.split() for t in triples)))


def test_graphs_up_to_blank_nodes() -> None:
    assert same_answer(_graph("_:a p _:b", "_:b q c"), _graph("_:x q c", "_:y p _:x", "_:y p _:x"))
    assert not same_answer(_graph("_:a p _:b", "_:b p _:a"), _graph("_:a p _:a", "_:b p _:b"))
    assert not same_answer(_graph("a p b"), _graph("a p c"))
    two, three = _graph("_:a p b", "_:c p b"), _graph("_:a p b", "_:c p b", "_:d p b")
    assert not same_answer(two, three)
    number = GraphResult(triples=((RdfTerm("uri", "urn:a"), RdfTerm("uri", "urn:p"), _typed("5", "integer")),))
    same = GraphResult(triples=((RdfTerm("uri", "urn:a"), RdfTerm("uri", "urn:p"), _typed("5.0", "decimal")),))
    assert same_answer(number, same)


def test_the_difference_is_told() -> None:
    expected, actual = _words("ax", "ax", "by", "cz"), _words("xa", "yb", "wd")
    comparison = compare_answers(expected, actual)
    assert not comparison.same
    assert comparison.columns == (1, 0)
    assert comparison.missing == (expected.rows[1], expected.rows[3])
    assert comparison.extra == (actual.rows[2],)

    graphs = compare_answers(_graph("a p b", "a p c"), _graph("a p c", "a p d"))
    assert (graphs.missing, graphs.extra) == (_graph("a p b").triples, _graph("a p d").triples)

    wider = compare_answers(_words("a"), _words("ab"))
    assert (wider.columns, wider.missing, wider.extra) == (None, _words("a").rows, _words("ab").rows)

    order = compare_answers(_words("a", "b"), _words("b", "a"), ordered=True)
    assert (order.same, order.missing, order.extra) == (False, (), ())


@st.composite
def _shuffled(draw: st.DrawFn) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]], random.Random]:
    width, seed = draw(st.integers(1, 6)), draw(st.integers(0, 10_000))
    row = st.tuples(*[st.integers(0, draw(st.sampled_from([1, 2, 9])))] * width)
    table = draw(st.lists(row, min_size=1, max_size=12))
    rng = random.Random(seed)
    order = list(range(width))
    rng.shuffle(order)
    other = [tuple(cells[i] for i in order) for cells in table]
    rng.shuffle(other)
    return table, other, rng


@settings(deadline=None)
@given(_shuffled())
def test_any_permutation_is_found(tables: tuple[list[tuple[int, ...]], list[tuple[int, ...]], random.Random]) -> None:
    left, right, rng = tables
    found = match_columns(left, right)
    assert found is not None
    assert sorted(tuple(row[j] for j in found) for row in right) == sorted(left)

    changed = list(right)
    row = rng.randrange(len(changed))
    column = rng.randrange(len(left[0]))
    changed[row] = tuple(99 if i == column else cell for i, cell in enumerate(changed[row]))
    assert match_columns(left, changed) is None


@pytest.mark.parametrize("values", [2, 10, 1_000_000])
def test_ten_columns_of_ten_thousand_rows(values: int) -> None:
    rng = random.Random(7)
    left = [tuple(rng.randrange(values) for _ in range(10)) for _ in range(10_000)]
    order = list(range(10))
    rng.shuffle(order)
    right = [tuple(row[i] for i in order) for row in left]
    rng.shuffle(right)
    started = time.process_time()
    found = match_columns(left, right)
    assert time.process_time() - started < 5
    assert found is not None
    assert [order[j] for j in found] == list(range(10))


def test_columns_that_only_the_search_can_tell_apart() -> None:
    # Cycles of six against two cycles of three, as edge lists: refinement sees no difference, the search does.
    def incidence(edges: list[tuple[int, int]]) -> list[tuple[bool, ...]]:
        return [tuple(node in edge for node in range(6)) for edge in edges]

    six = incidence([(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0)])
    threes = incidence([(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)])
    other_six = incidence([(0, 3), (3, 1), (1, 4), (4, 2), (2, 5), (5, 0)])
    assert match_columns(six, threes) is None
    assert match_columns(six, other_six) is not None
