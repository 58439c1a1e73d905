"""The gold queries of real data sets, run on pyoxigraph, give the recorded answers under the one comparison.

The data sets record their answers as bare strings, hence ``as_text``. Where an answer has more than 200 rows only
their number is recorded, and only that is checked here.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pyoxigraph as ox
import pytest

from nlkgq.iri import RDF, RDFS, XSD
from nlkgq.results.comparison import compare_answers, same_answer
from nlkgq.results.models import AskResult, RdfTerm, Result, Row, SelectResult
from nlkgq.results.terms import from_oxigraph, literal

# Some gold queries leave these prefixes undeclared, as the stores they were written for allow.
PREFIXES = {"rdf": RDF, "rdfs": RDFS, "xsd": XSD}
SETS = ["acme", "ck25", "metaqa"]
SPIDER = [
    *("concert_singer", "course_teach", "cre_doc_template_mgt", "flight_2", "museum_visit", "network_1", "orchestra"),
    *("pets_1", "real_estate_properties", "voter_1", "world_1", "wta_1"),
]


def _store(folder: Path) -> ox.Store:
    (path,) = folder.glob("graph.*")
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    store = ox.Store()
    store.bulk_load(input=data, format=ox.RdfFormat.TURTLE if path.suffix == ".ttl" else ox.RdfFormat.N_TRIPLES)
    return store


def _run(store: ox.Store, query: str) -> Result:
    found = store.query(query, prefixes=PREFIXES)
    if isinstance(found, ox.QueryBoolean):
        return AskResult(boolean=bool(found))
    assert isinstance(found, ox.QuerySolutions)
    rows = tuple(tuple(None if term is None else from_oxigraph(term) for term in row) for row in found)
    return SelectResult(variables=tuple(variable.value for variable in found.variables), rows=rows)


def _recorded(question: dict[str, Any]) -> Result:
    if isinstance(question["rows"], bool):
        return AskResult(boolean=question["rows"])
    rows: tuple[Row, ...] = tuple(
        tuple(None if cell is None else literal(str(cell)) for cell in row) for row in question["rows"]
    )
    return SelectResult(variables=tuple(f"c{n}" for n in range(len(rows[0]) if rows else 0)), rows=rows)


def _checked(folder: Path) -> Counter[str]:
    """Compares every question of a data set; how many were compared whole, as booleans, by their number of rows."""
    store, counts = _store(folder), Counter[str]()
    for line in (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines():
        question = json.loads(line)
        actual = _run(store, question["sparql"])
        if isinstance(actual, SelectResult):
            assert len(actual.rows) == question["n_rows"], question["id"]
        if "rows" not in question:
            counts["counted"] += 1
            continue
        expected = _recorded(question)
        if isinstance(expected, AskResult) or isinstance(actual, AskResult):
            assert expected == actual, question["id"]
            counts["boolean"] += 1
            continue
        assert isinstance(actual, SelectResult)
        assert isinstance(expected, SelectResult)
        comparison = compare_answers(expected, actual, as_text=True)
        assert comparison.same, (question["id"], comparison)
        counts["whole"] += 1
        _assert_a_change_is_seen(expected, actual)
    return counts


def _assert_a_change_is_seen(expected: SelectResult, actual: SelectResult) -> None:
    if not actual.rows or not actual.variables:
        return
    changed = (RdfTerm("uri", "urn:changed"), *actual.rows[0][1:])
    others = SelectResult(variables=actual.variables, rows=(changed, *actual.rows[1:]))
    assert not same_answer(expected, others, as_text=True)
    assert not same_answer(actual, SelectResult(variables=actual.variables, rows=actual.rows[1:]))


@pytest.mark.parametrize("name", SETS)
def test_gold(data: Path, name: str) -> None:
    counts = _checked(data / name)
    assert counts.total() > 10
    assert counts["whole"] > 0.9 * counts.total()


@pytest.mark.parametrize("name", SPIDER)
def test_spider_gold(data: Path, name: str) -> None:
    assert _checked(data / "spider4sparql" / name).total() > 0
