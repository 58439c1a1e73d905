"""NIDM-Results and OpenNeuro in clean terms: the clean queries give the answers of hand-written native ones."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyoxigraph as ox
import pytest

from nlkgq.ontology.loader import load_ontology
from nlkgq.rewrite.rules import rewrite
from nlkgq.sparql import parse_query
from nlkgq.wrapper import Wrapper, make_back
from nlkgq.wrapper.check import check_wrapper
from nlkgq.wrapper.load import load_wrapper

ONTOLOGIES = Path(__file__).resolve().parents[2] / "ontologies"
GRAPHS = {
    "nidm-results": ("nidm_results/graphs/*.ttl", "nidm_results/terms.ttl"),
    "openneuro": ("openneuro_nidm/*.ttl",),
}


def _questions(name: str) -> list[dict[str, Any]]:
    lines = (ONTOLOGIES / name / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.fixture(scope="module")
def wrappers() -> dict[str, Wrapper]:
    return {name: load_wrapper([ONTOLOGIES / name / "wrapper.ttl"]) for name in GRAPHS}


@pytest.fixture(scope="module")
def stores(data: Path) -> dict[str, ox.Store]:
    found: dict[str, ox.Store] = {}
    for name, patterns in GRAPHS.items():
        found[name] = ox.Store()
        for pattern in patterns:
            for file in sorted(data.glob(pattern)):
                found[name].bulk_load(path=str(file), format=ox.RdfFormat.TURTLE)
    return found


def _term(term: object, back: Callable[[str], str]) -> object:
    if term is None:
        return None
    if isinstance(term, ox.NamedNode):
        return {"type": "uri", "value": back(term.value)}
    assert isinstance(term, ox.Literal)
    found = {"type": "literal", "value": term.value}
    if term.language:
        found["xml:lang"] = term.language
    elif term.datatype.value != "http://www.w3.org/2001/XMLSchema#string":
        found["datatype"] = term.datatype.value
    return found


def _rows(store: ox.Store, text: str, back: Callable[[str], str] = str) -> list[dict[str, Any]]:
    result = store.query(text)
    if isinstance(result, ox.QueryBoolean):
        return [{"": bool(result)}]
    assert isinstance(result, ox.QuerySolutions)
    return [{v.value: _term(row[v], back) for v in result.variables} for row in result]


def _bag(rows: list[dict[str, Any]]) -> Counter[str]:
    return Counter(json.dumps(row, sort_keys=True) for row in rows)


CASES = [(name, question) for name in GRAPHS for question in _questions(name)]


@pytest.mark.parametrize(("name", "question"), CASES, ids=[f"{n}-{q['id']}" for n, q in CASES])
def test_same_answers(
    name: str, question: dict[str, Any], wrappers: dict[str, Wrapper], stores: dict[str, ox.Store], data: Path
) -> None:
    native = question["native"]
    if native.endswith(".rq"):
        native = (data / "nidm_results" / "queries" / native).read_text(encoding="utf-8")
    rewritten = str(rewrite(parse_query(question["sparql"]), wrappers[name]).tree)
    found = _rows(stores[name], rewritten)
    expected = _rows(stores[name], native, make_back(wrappers[name]))
    assert (found == expected) if question["ordered"] else (_bag(found) == _bag(expected))
    if "rows" in question and question["variables"]:
        given = [dict(zip(question["variables"], row, strict=True)) for row in question["rows"]]
        assert _bag(found) == _bag(given)


def test_there_are_enough() -> None:
    for name in GRAPHS:
        questions = _questions(name)
        assert len({question["id"] for question in questions}) == len(questions) >= 20
    assert sum(question["native"].endswith(".rq") for question in _questions("nidm-results")) == 5


def test_a_kind_that_is_stored_as_a_code_has_the_name_of_the_code(
    wrappers: dict[str, Wrapper], stores: dict[str, ox.Store]
) -> None:
    query = """PREFIX c: <https://nlkgq.example/nidm-results#>
        SELECT DISTINCT ?kind ?name WHERE { ?map a c:StatisticMap ; c:statisticType ?kind . ?kind c:name ?name }"""
    found = _rows(stores["nidm-results"], str(rewrite(parse_query(query), wrappers["nidm-results"]).tree))
    told = {(row["kind"]["value"].partition("#")[2], row["name"]["value"]) for row in found}
    assert told == {("tStatistic", "t-statistic"), ("zStatistic", "Z-statistic")}


@pytest.mark.parametrize("name", GRAPHS)
def test_the_wrapper_is_sound(name: str) -> None:
    file = ONTOLOGIES / name / "wrapper.ttl"
    found = check_wrapper(load_wrapper([file]), load_ontology([file]))
    assert [finding for finding in found if finding.severity != "info"] == []


def test_openneuro_uses_each_kind(wrappers: dict[str, Wrapper]) -> None:
    wrapper = wrappers["openneuro"]
    assert {form.kind for _, form in wrapper.forms()} >= {"iri", "inverse", "path", "pattern"}
    ends = {form.object.kind for forms in wrapper.properties.values() for form in forms if form.object is not None}
    assert "values" in ends


@pytest.mark.parametrize("name", GRAPHS)
def test_no_clean_query_names_a_native_term(name: str) -> None:
    for question in _questions(name):
        assert "nidm:" not in question["sparql"]
        assert "prov" not in question["sparql"]
