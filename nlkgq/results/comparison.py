"""Whether two answers are the same: the one measure of tests and benchmarks.

Rows are compared as multisets after `canonical_key`; the names and the order of columns are free, the order of rows
too unless asked for. Graphs are compared up to the names of blank nodes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from nlkgq.results.canonical import Key, canonical_key
from nlkgq.results.columns import closest_columns, match_columns, match_ordered
from nlkgq.results.models import AskResult, GraphResult, RdfTerm, Result, Row, SelectResult


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerComparison:
    """What sets an answer apart from the expected one.

    ``missing`` are expected rows that the answer lacks, ``extra`` rows that it has beyond them, each with its
    multiplicity and as the tables hold them. ``columns`` says for each expected column which column of the answer
    was taken for it: the permutation that fits when ``same``, else the closest; None when the widths differ or a
    table has no rows. Booleans and graphs count as tables of one and three columns.
    """

    same: bool
    missing: tuple[Row, ...] = ()
    extra: tuple[Row, ...] = ()
    columns: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Equality:
    decimals: int
    ignore_language: bool
    as_text: bool

    def key(self, term: RdfTerm | None) -> Key:
        return canonical_key(term, decimals=self.decimals, ignore_language=self.ignore_language, as_text=self.as_text)

    def rows(self, rows: Sequence[Row]) -> list[tuple[Key, ...]]:
        known: dict[RdfTerm | None, Key] = {}
        for row in rows:
            for term in row:
                if term not in known:
                    known[term] = self.key(term)
        return [tuple(known[term] for term in row) for row in rows]


def same_answer(
    a: Result,
    b: Result,
    *,
    ordered: bool = False,
    decimals: int = 4,
    ignore_language: bool = False,
    as_text: bool = False,
) -> bool:
    """Whether two results say the same; see `compare_answers` for the settings.

    >>> one = SelectResult(variables=("n",), rows=((RdfTerm("literal", "1"),),))
    >>> two = SelectResult(variables=("count",), rows=((RdfTerm("literal", "1"),),))
    >>> same_answer(one, two)
    True
    """
    equality = _Equality(decimals=decimals, ignore_language=ignore_language, as_text=as_text)
    return _compare(a, b, ordered, equality, explain=False).same


def compare_answers(
    expected: Result,
    actual: Result,
    *,
    ordered: bool = False,
    decimals: int = 4,
    ignore_language: bool = False,
    as_text: bool = False,
) -> AnswerComparison:
    """Compares an answer with the expected one and tells the difference.

    Args:
        expected: The gold answer.
        actual: The answer to judge.
        ordered: Whether the order of rows counts.
        decimals: Numbers are equal when they agree to this many places after the point.
        ignore_language: Whether strings are equal whatever their language tags.
        as_text: Whether terms are compared as bare text and numbers, as where a data set records strings.

    Returns:
        The comparison. Two tables without rows are the same, whatever their columns. A table never equals a
        boolean or a graph.

    >>> def rows(*values): return tuple((RdfTerm("literal", value),) for value in values)
    >>> gold = SelectResult(variables=("name",), rows=rows("Ann", "Bo"))
    >>> found = compare_answers(gold, SelectResult(variables=("x",), rows=rows("Bo", "Cy")))
    >>> found.same, found.missing[0][0].value, found.extra[0][0].value
    (False, 'Ann', 'Cy')
    """
    equality = _Equality(decimals=decimals, ignore_language=ignore_language, as_text=as_text)
    return _compare(expected, actual, ordered, equality, explain=True)


def _compare(
    expected: Result, actual: Result, ordered: bool, equality: _Equality, *, explain: bool
) -> AnswerComparison:
    if isinstance(expected, SelectResult) and isinstance(actual, SelectResult):
        return _tables(expected.rows, actual.rows, ordered, equality, explain=explain)
    if isinstance(expected, AskResult) and isinstance(actual, AskResult):
        return AnswerComparison(same=expected.boolean == actual.boolean)
    if isinstance(expected, GraphResult) and isinstance(actual, GraphResult):
        return _graphs(expected, actual, equality)
    return AnswerComparison(same=False)


def _tables(
    expected: Sequence[Row], actual: Sequence[Row], ordered: bool, equality: _Equality, *, explain: bool
) -> AnswerComparison:
    if not expected and not actual:
        return AnswerComparison(same=True)
    ours, theirs = equality.rows(expected), equality.rows(actual)
    columns = (match_ordered if ordered else match_columns)(ours, theirs)
    if columns is not None:
        return AnswerComparison(same=True, columns=columns)
    if not explain:
        return AnswerComparison(same=False)
    columns = match_columns(ours, theirs) if ordered else None
    columns = columns or closest_columns(ours, theirs)
    if columns is None:
        return AnswerComparison(same=False, missing=tuple(expected), extra=tuple(actual))
    turned = [tuple(row[j] for j in columns) for row in theirs]
    missing = _beyond(expected, ours, Counter(turned))
    extra = _beyond(actual, turned, Counter(ours))
    return AnswerComparison(same=False, missing=missing, extra=extra, columns=columns)


def _beyond(rows: Sequence[Row], keys: Sequence[tuple[Key, ...]], others: Counter[tuple[Key, ...]]) -> tuple[Row, ...]:
    """The rows whose key the others do not hold as often."""
    left = Counter(others)
    found = []
    for row, key in zip(rows, keys, strict=True):
        if left[key]:
            left[key] -= 1
        else:
            found.append(row)
    return tuple(found)


def _graphs(expected: GraphResult, actual: GraphResult, equality: _Equality) -> AnswerComparison:
    """Graphs as sets of triples; the difference is told with all blank nodes alike."""
    first, second = tuple(dict.fromkeys(expected.triples)), tuple(dict.fromkeys(actual.triples))
    ours, theirs = equality.rows(first), equality.rows(second)
    missing, extra = _beyond(first, ours, Counter(theirs)), _beyond(second, theirs, Counter(ours))
    same = not missing and not extra
    if same and any(term.kind == "bnode" for triple in first for term in triple):
        same = _canonical_triples(first, ours) == _canonical_triples(second, theirs)
    return AnswerComparison(same=same, missing=missing, extra=extra)


def _canonical_triples(triples: Sequence[Row], keys: Sequence[tuple[Key, ...]]) -> set[str]:
    """Triples as texts in which blank nodes have canonical names (RDF Dataset Canonicalization, W3C 2024)."""
    import pyoxigraph as ox

    def node(term: RdfTerm | None, key: Key) -> ox.NamedNode | ox.BlankNode:
        if term is not None and term.kind == "bnode":
            return ox.BlankNode("n" + term.value.encode().hex())
        return ox.NamedNode("urn:" + repr(key).encode().hex())

    dataset = ox.Dataset()
    for triple, row in zip(triples, keys, strict=True):
        subject, predicate, thing = (node(term, key) for term, key in zip(triple, row, strict=True))
        assert isinstance(predicate, ox.NamedNode), "no blank node is a predicate"
        dataset.add(ox.Quad(subject, predicate, thing))
    dataset.canonicalize(ox.CanonicalizationAlgorithm.RDFC_1_0)
    return {str(quad) for quad in dataset}
