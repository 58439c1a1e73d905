"""The bundled films graph: reproducible, true to its ontology, its gold answers right."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pyoxigraph as ox
import pytest

from nlkgq.results.comparison import compare_answers
from nlkgq.results.models import AskResult, Result, SelectResult
from nlkgq.results.reading import result_from_json
from nlkgq.results.terms import from_oxigraph

FOLDER = Path(__file__).resolve().parents[2] / "ontologies" / "films"
TERMS = "https://nlkgq.example/films#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
PREFIXES = {
    "films": TERMS,
    "owl": "http://www.w3.org/2002/07/owl#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}
QUESTIONS: list[dict[str, Any]] = [
    json.loads(line) for line in (FOLDER / "questions.jsonl").read_text(encoding="utf-8").splitlines()
]


def _store(*names: str) -> ox.Store:
    store = ox.Store()
    for name in names:
        store.bulk_load(path=str(FOLDER / name), format=ox.RdfFormat.TURTLE)
    return store


@pytest.fixture(scope="module")
def graph() -> ox.Store:
    return _store("graph.ttl")


@pytest.fixture(scope="module")
def both() -> ox.Store:
    return _store("graph.ttl", "ontology.ttl")


def _column(store: ox.Store, query: str) -> list[str]:
    solutions = store.query(query, prefixes=PREFIXES)
    assert isinstance(solutions, ox.QuerySolutions)
    return [solution[0].value for solution in solutions]


def _pairs(store: ox.Store, query: str) -> dict[str, set[str]]:
    solutions = store.query(query, prefixes=PREFIXES)
    assert isinstance(solutions, ox.QuerySolutions)
    found: dict[str, set[str]] = defaultdict(set)
    for solution in solutions:
        found[solution[0].value].add(solution[1].value)
    return found


def test_the_script_writes_the_committed_files(tmp_path: Path) -> None:
    copy = tmp_path / "films"
    shutil.copytree(FOLDER, copy, ignore=shutil.ignore_patterns("__pycache__", "graph.ttl"))
    questions = [{**question, "rows": None} for question in QUESTIONS]
    (copy / "questions.jsonl").write_text("".join(json.dumps(q) + "\n" for q in questions), encoding="utf-8")

    subprocess.run([sys.executable, "-B", str(copy / "generate.py")], check=True, cwd=tmp_path)

    for name in ("graph.ttl", "questions.jsonl"):
        assert (copy / name).read_bytes() == (FOLDER / name).read_bytes(), name


def test_size(graph: ox.Store) -> None:
    assert 4_500 < len(graph) < 5_500
    assert len(QUESTIONS) == 40
    assert len({question["id"] for question in QUESTIONS}) == 40
    assert len({question["question"] for question in QUESTIONS}) == 40


@pytest.mark.parametrize("kind", ["owl:Class", "owl:ObjectProperty", "owl:DatatypeProperty"])
@pytest.mark.parametrize("annotation", ["rdfs:label", "rdfs:comment", "skos:altLabel"])
def test_terms_are_annotated(both: ox.Store, kind: str, annotation: str) -> None:
    named = f"?term a {kind} . FILTER(isIRI(?term))"
    without = _column(both, f"SELECT ?term {{ {named} FILTER NOT EXISTS {{ ?term {annotation} ?text }} }}")
    bare = {name.removeprefix(TERMS) for name in without}
    # Stored nowhere or named by one plain word: nothing else to call them.
    assert bare <= ({"directed", "wrote", "hasRole", "nominatedFilm", "awardYear"} if "alt" in annotation else set())
    for language in ("en", "de") if annotation == "rdfs:label" else ("en",):
        missing = f'FILTER NOT EXISTS {{ ?term {annotation} ?text FILTER(lang(?text) = "{language}") }}'
        found = _column(both, f"SELECT ?term {{ {named} {missing} }}")
        assert {name.removeprefix(TERMS) for name in found} <= bare


def test_every_term_used_is_declared(both: ox.Store) -> None:
    for kinds, used in (
        ("owl:Class", "?s a ?term"),
        ("owl:ObjectProperty, owl:DatatypeProperty", "?s ?term ?o"),
    ):
        query = f"SELECT DISTINCT ?term {{ {used} FILTER(STRSTARTS(STR(?term), STR(films:)))"
        assert _column(both, f"{query} FILTER NOT EXISTS {{ ?term a ?kind FILTER(?kind IN ({kinds})) }} }}") == []


def test_facts_keep_domain_and_range(both: ox.Store) -> None:
    members = f"rdfs:%s/(owl:unionOf/(<{RDF}rest>*)/<{RDF}first>)? ?class FILTER(isIRI(?class))"
    allowed = {side: _pairs(both, f"SELECT ?p ?class {{ ?p {members % side} }}") for side in ("domain", "range")}
    types = _pairs(both, "SELECT ?s ?class { ?s a ?class }")
    checked = set()
    for quad in both:
        name = quad.predicate.value
        if not name.startswith(TERMS):
            continue
        checked.add(name)
        thing = quad.object
        theirs = {thing.datatype.value} if isinstance(thing, ox.Literal) else types[thing.value]
        assert allowed["domain"][name] & types[quad.subject.value], quad
        assert allowed["range"][name] & theirs, quad
    assert len(checked) > 40


def test_functional_properties_are_functional(both: ox.Store) -> None:
    query = "SELECT ?p { ?p a owl:FunctionalProperty . ?s ?p ?a, ?b FILTER(!sameTerm(?a, ?b)) }"
    assert _column(both, query) == []


def test_inverses_are_stored_once(both: ox.Store) -> None:
    assert _column(both, "SELECT ?p { ?q owl:inverseOf ?p . ?s ?p ?o }") == []


def test_cast_members_are_those_with_roles(graph: ox.Store) -> None:
    with_roles = _column(graph, "SELECT (CONCAT(STR(?f), STR(?p)) AS ?x) { ?f films:hasRole/films:playedBy ?p }")
    members = _column(graph, "SELECT (CONCAT(STR(?f), STR(?p)) AS ?x) { ?f films:hasCastMember ?p }")
    assert sorted(set(with_roles)) == sorted(members)
    assert len(members) > 150


def test_subclass_instances_are_stored_as_films_too(graph: ox.Store) -> None:
    query = "SELECT ?f { ?f a ?c FILTER(?c IN (films:AnimatedFilm, films:Documentary)) %s }"
    assert len(_column(graph, query % "")) > 10
    assert _column(graph, query % "FILTER NOT EXISTS { ?f a films:Film }") == []


def test_nobody_makes_films_as_a_child_or_after_death(graph: ox.Store) -> None:
    query = """
    SELECT ?f {
      ?f films:productionYear ?year .
      ?f films:directedBy|films:writtenBy|films:producedBy|films:composedBy|films:hasCastMember ?p .
      ?p films:birthDate ?born . OPTIONAL { ?p films:deathDate ?died }
      FILTER(YEAR(?born) + 16 > ?year || (BOUND(?died) && YEAR(?died) < ?year))
    }"""
    assert _column(graph, query) == []


def test_the_graph_holds_its_traps(graph: ox.Store) -> None:
    def ask(body: str) -> bool:
        return bool(graph.query(f"ASK {{ {body} }}", prefixes=PREFIXES))

    assert ask("?a a films:Person; films:name ?n. ?b a films:Person; films:name ?n FILTER(?a != ?b)")
    assert ask("?a films:title ?n. ?b films:title ?n FILTER(?a != ?b)")
    assert ask("?a films:title ?n. ?b a films:Person; films:name ?n")
    assert ask("?a a films:Film FILTER NOT EXISTS { ?a films:budget ?b }")
    assert ask("?a films:countryOfOrigin ?x, ?y FILTER(?x != ?y)")
    assert ask("?a films:remakeOf ?b. ?a films:title ?n. ?b films:title ?n")
    for character in ("'", '\\"', ",", ":", "&", "ó", "7"):
        assert ask(f'?a films:title ?n FILTER(CONTAINS(?n, "{character}"))'), character


@pytest.mark.parametrize("question", QUESTIONS, ids=[question["id"] for question in QUESTIONS])
def test_gold_query_gives_the_gold_answer(graph: ox.Store, question: dict[str, Any]) -> None:
    results = graph.query(question["sparql"])
    if isinstance(results, ox.QueryBoolean):
        actual: Result = AskResult(boolean=bool(results))
        document: dict[str, Any] = {"head": {}, "boolean": question["boolean"]}
    else:
        assert isinstance(results, ox.QuerySolutions)
        variables = tuple(variable.value for variable in results.variables)
        assert list(variables) == question["variables"]
        rows = tuple(tuple(from_oxigraph(term) for term in solution) for solution in results)
        actual = SelectResult(variables=variables, rows=rows)
        bindings = [dict(zip(question["variables"], row, strict=True)) for row in question["rows"]]
        document = {"head": {"vars": question["variables"]}, "results": {"bindings": bindings}}
        assert question["rows"], "an empty gold answer would be right by luck"
    expected = result_from_json(document, endpoint="gold")
    comparison = compare_answers(expected, actual, ordered=question["ordered"])
    assert comparison.same, comparison


def test_questions_spread_over_the_constructs() -> None:
    counts = Counter(feature for question in QUESTIONS for feature in question["features"])
    wanted = """
        listing lookup join-2 join-3 count sum average min max filter-number filter-date filter-string superlative ties
        top-n group having negation ask two-columns comparison class class-hierarchy inverse genre-hierarchy
        two-constraints or self-join order"""
    assert [feature for feature in wanted.split() if not counts[feature]] == []
