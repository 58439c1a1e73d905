"""Every place of a value in a query is grounded; the query stays one, and what others say of it stays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pyoxigraph
import pytest

from nlkgq.grounding import Candidate, Question, ground
from nlkgq.ontology.model import Ontology, Property
from nlkgq.sparql import parse_query
from nlkgq.values.build import build_index
from nlkgq.values.store import SqliteValueIndex
from nlkgq.values.synonyms import SynonymValueIndex

V = "http://e/"
PREFIXES = f"PREFIX : <{V}> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> "
GRAPH = f"""
@prefix : <{V}> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
:mj :name "Michael Jordan"@en ; :team :bulls ; :born "1963-02-17"^^xsd:date ; :number 23 ; :country "United States" .
:dj :name "DeAndre Jordan"@en ; :team :nets ; :since "2010"^^xsd:gYear ; :height "2.11"^^xsd:decimal .
:sp :name "Scottie Pippen" ; :team :bulls ; :since "1987"^^xsd:gYear .
:bulls :name "Chicago Bulls" ; skos:altLabel "The Red" . :nets :name "Brooklyn Nets" .
"""


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteValueIndex]:
    folder: Path = tmp_path_factory.mktemp("places")
    (folder / "graph.ttl").write_text(GRAPH, encoding="utf-8")
    build_index([folder / "graph.ttl"], folder / "values.sqlite")
    with SqliteValueIndex(folder / "values.sqlite") as opened:
        yield opened


@pytest.fixture(scope="module")
def store() -> pyoxigraph.Store:
    made = pyoxigraph.Store()
    made.load(GRAPH.encode(), format=pyoxigraph.RdfFormat.TURTLE)
    return made


@pytest.fixture(scope="module")
def ontology() -> Ontology:
    kinds = {"name": "datatype", "team": "object", "born": "datatype", "since": "datatype", "number": "datatype"}
    return Ontology(properties={V + n: Property(iri=V + n, kind=k) for n, k in kinds.items()})


@pytest.mark.parametrize(
    ("pattern", "expected", "codes"),
    [
        # triple patterns
        ('?x :name "Michael Jordna"', "mj", ["value-close"]),
        ('?x :name "Jordan, Michael"', "mj", ["value-spelling"]),
        ('?x :name "M. Jordan"', "mj", ["value-close"]),
        ('?x :name "Pippen"', "sp", ["value-close"]),
        ('?x :name "Jordan"', "dj mj", ["value-ambiguous"]),
        ('?x :team "Chicago Buls"', "mj sp", ["value-close"]),
        ('?x :team "Bulls"', "mj sp", ["value-close"]),
        ('?x :team "The Red"', "mj sp", ["value-spelling"]),
        ("?x :team :Chicago_Bulls", "mj sp", ["value-spelling"]),
        ('?x ?p "Scotie Pippen"', "sp", ["value-close"]),
        ('?x :team/:name "brooklyn nets"', "dj", ["value-spelling"]),
        ('?x :country "united STATES"', "mj", ["value-spelling"]),
        ('[] :name "Scotie Pippen" ; :team ?t . ?x :team ?t', "mj sp", ["value-close"]),
        # datatypes
        ('?x :since "2010"', "dj", ["value-spelling"]),
        ("?x :since 2010", "dj", ["value-spelling"]),
        ('?x :born "17 February 1963"', "mj", ["value-spelling"]),
        ('?x :born "1963-02-17"^^xsd:dateTime', "mj", ["value-spelling"]),
        ("?x :number 23.0", "mj", ["value-spelling"]),
        ("?x :height 2.110", "dj", ["value-spelling"]),
        ("?x :number 24", "", []),
        # comparisons
        ('?x :name ?n FILTER(?n = "michael jordan")', "mj", ["value-spelling"]),
        ('?x :name ?n FILTER(STR(?n) = "Michael Jordna")', "mj", ["value-close"]),
        ('?x :name ?n FILTER(LCASE(STR(?n)) = "michael jordna")', "mj", ["value-close"]),
        ('?x :name ?n FILTER(LCASE(?n) = "michael jordna")', "mj", ["value-close"]),
        ('?x :name ?n FILTER(UCASE(STR(?n)) = "MICHAEL JORDAN")', "mj", []),
        ('?x :name ?n FILTER("jordan" = LCASE(STR(?n)))', "dj mj", ["value-ambiguous"]),
        ('?x :name ?n ; :team ?t FILTER(?n != "Scotie Pippen")', "dj mj", ["value-close"]),
        ('?x :name ?n ; :team ?t FILTER(LCASE(STR(?n)) != "jordan")', "sp", ["value-ambiguous"]),
        ('?x :name ?n FILTER(?n IN ("Scotie Pippen", "Jordan"))', "dj mj sp", ["value-close", "value-ambiguous"]),
        ('?x :name ?n ; :team ?t FILTER(?n NOT IN ("Jordan"))', "sp", ["value-ambiguous"]),
        ('?x :team ?t . ?t :name ?n FILTER(STR(?n) IN ("chicago bulls"))', "mj sp", ["value-spelling"]),
        ("?x :since ?y FILTER(?y = 2010)", "dj", ["value-spelling"]),
        ("?x :number ?n FILTER(?n = 23.0)", "mj", []),
        # data
        ('VALUES ?n { "Scotie Pippen" "Jordan" } ?x :name ?n', "dj mj sp", ["value-close", "value-ambiguous"]),
        ('VALUES (?n ?t) { ("Scotie Pippen" UNDEF) } ?x :name ?n ; :team ?t', "sp", ["value-close"]),
        ('BIND("Scotie Pippen" AS ?n) ?x :name ?n', "sp", ["value-close"]),
        ('BIND("Jordan" AS ?n) ?x :name ?n', "dj mj", ["value-ambiguous"]),
        ('VALUES ?m { "Scotie Pippen" } ?x :name ?n FILTER(?n = ?m)', "sp", ["value-close"]),
        # within: nothing is replaced
        ('?x :name ?n FILTER(CONTAINS(LCASE(STR(?n)), "jordan"))', "dj mj", []),
        ('?x :name ?n FILTER(CONTAINS(LCASE(STR(?n)), "pipen"))', "", ["value-ambiguous"]),
        ('?x :name ?n FILTER(REGEX(STR(?n), "^Mich"))', "mj", []),
        # elsewhere in the query
        ('?x :team ?t FILTER NOT EXISTS { ?x :name "Scotie Pippen" }', "dj mj", ["value-close"]),
        ('?x :team ?t MINUS { ?x :name "Jordan" }', "sp", ["value-ambiguous"]),
        ('{ SELECT ?x { ?x :name "Scotie Pippen" } }', "sp", ["value-close"]),
        ('{ ?x :name "Scotie Pippen" } UNION { ?x :name "M. Jordan" }', "mj sp", ["value-close", "value-close"]),
        ('?x :team :bulls OPTIONAL { ?x :name "Scotie Pippen" }', "mj sp", ["value-close"]),
        # nothing to do
        ('?x :name "Scottie Pippen"', "sp", []),
        ("?x :team :bulls", "mj sp", []),
        ('?x :name "Somebody Else"', "", ["value-unknown"]),
        ('?x :name "United States"', "", ["value-elsewhere"]),
    ],
)
def test_the_answer_is_that_of_the_value_that_was_meant(
    index: SqliteValueIndex,
    ontology: Ontology,
    store: pyoxigraph.Store,
    pattern: str,
    expected: str,
    codes: list[str],
) -> None:
    tree, findings, groundings = ground(parse_query(f"{PREFIXES}SELECT DISTINCT ?x {{ {pattern} }}"), index, ontology)
    solutions = store.query(str(tree))
    assert isinstance(solutions, pyoxigraph.QuerySolutions)
    found = sorted(str(s[0].value).removeprefix(V) for s in solutions if s[0] is not None)
    assert " ".join(found) == expected, str(tree)
    assert [f.code for f in findings] == codes
    assert [f"value-{g.outcome}" for g in groundings] == codes


def test_two_values_of_one_row_stay_one_row(index: SqliteValueIndex, ontology: Ontology) -> None:
    query = parse_query(f'{PREFIXES}SELECT ?x {{ VALUES (?n ?t) {{ ("Jordan" UNDEF) }} ?x :name ?n ; :team ?t }}')
    tree, findings, (grounding,) = ground(query, index, ontology)
    assert (tree, [f.code for f in findings], grounding.taken) == (query, ["value-ambiguous"], ())


def test_a_select_all_gets_no_column_more(index: SqliteValueIndex, ontology: Ontology) -> None:
    tree = ground(parse_query(f'{PREFIXES}SELECT * {{ ?x :name "Jordan" }}'), index, ontology).tree
    assert tree.variables == ("x",)


def test_the_rest_of_the_text_stays_as_it_was(index: SqliteValueIndex, ontology: Ontology) -> None:
    text = f'{PREFIXES}SELECT ?x  {{ # Jordan\n ?x :name\t"Scotie Pippen" .   }} # "Scotie Pippen"'
    tree = ground(parse_query(text), index, ontology).tree
    assert str(tree) == text.replace('\t"Scotie Pippen"', '\t"Scottie Pippen"')


def test_a_callback_chooses(index: SqliteValueIndex, ontology: Ontology) -> None:
    asked: list[Question] = []

    def choose(question: Question) -> Sequence[Candidate]:
        asked.append(question)
        return [c for c in question.choices if c.text.startswith("Michael")]

    query = parse_query(f'{PREFIXES}SELECT ?x {{ ?x :name "Jordan" , "Scotie Pippen" }}')
    tree, findings, _ = ground(query, index, ontology, choose=choose)
    assert '"Michael Jordan"@en' in str(tree)
    assert "DeAndre" not in str(tree)
    assert [(q.text, q.property, len(q.choices)) for q in asked] == [("Jordan", V + "name", 2)]
    assert [f.code for f in findings] == ["value-spelling", "value-close"]


def test_a_callback_may_leave_it(index: SqliteValueIndex, ontology: Ontology) -> None:
    query = parse_query(f'{PREFIXES}SELECT ?x {{ ?x :name "Jordan" }}')
    assert "VALUES" in str(ground(query, index, ontology, choose=lambda question: None).tree)
    assert ground(query, index, ontology, choose=lambda question: ()).tree == query


def test_nothing_of_a_value_shows_by_accident(index: SqliteValueIndex, ontology: Ontology) -> None:
    query = parse_query(f'{PREFIXES}SELECT ?x {{ ?x :name "Jordan" }}')
    _, findings, groundings = ground(query, index, ontology)
    assert "Jordan" not in repr(groundings)
    assert "Jordan" not in repr(findings)
    assert all(f.reveals for f in findings)


def test_other_services_are_left_alone(index: SqliteValueIndex, ontology: Ontology) -> None:
    query = parse_query(f'{PREFIXES}SELECT ?x {{ SERVICE <http://o/> {{ ?x :name "Scotie Pippen" }} }}')
    assert ground(query, index, ontology) == (query, (), ())


def test_the_owner_s_names_of_values_are_taken(index: SqliteValueIndex, ontology: Ontology) -> None:
    names = SynonymValueIndex(index, {"His Airness": "Michael Jordan", "Windy City Team": "Chicago Bulls"})
    query = parse_query(f'{PREFIXES}SELECT ?x {{ ?x :name "his airness" ; :team "Windy City Team" }}')
    tree, findings, _ = ground(query, names, ontology)
    assert '"Michael Jordan"@en' in str(tree)
    assert f"<{V}bulls>" in str(tree)
    assert [f.code for f in findings] == ["value-spelling", "value-spelling"]


def test_another_name_of_the_same_thing_names_it(tmp_path: Path, ontology: Ontology) -> None:
    graph = f"""@prefix : <{V}> . @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
:nyc :name "New York City" ; skos:altLabel "Gotham" . :la :name "Los Angeles" ."""
    (tmp_path / "graph.ttl").write_text(graph, encoding="utf-8")
    build_index([tmp_path / "graph.ttl"], tmp_path / "values.sqlite")
    store = pyoxigraph.Store()
    store.load(graph.encode(), format=pyoxigraph.RdfFormat.TURTLE)
    with SqliteValueIndex(tmp_path / "values.sqlite") as own:
        for pattern in ('?x :name "Gotham"', '?x :name ?n FILTER(?n = "Gotham")', '?x :name ?n FILTER(?n != "Gotham")'):
            tree, findings, _ = ground(parse_query(f"{PREFIXES}SELECT ?x {{ {pattern} }}"), own, ontology)
            solutions = store.query(str(tree))
            assert isinstance(solutions, pyoxigraph.QuerySolutions)
            assert [str(s[0]) for s in solutions] == [f"<{V}la>" if "!=" in pattern else f"<{V}nyc>"]
            assert [f.code for f in findings] == ["value-spelling"]
