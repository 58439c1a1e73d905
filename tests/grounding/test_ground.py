"""Literals become the terms that the graph stores, and doubtful ones are reported."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pyoxigraph
import pytest

from nlkgq.grounding import ground
from nlkgq.ontology.model import Ontology, Property, Text
from nlkgq.sparql import parse_query
from nlkgq.values.build import build_index
from nlkgq.values.empty import EmptyValueIndex
from nlkgq.values.store import SqliteValueIndex

V = "http://e/"
PREFIXES = f"PREFIX : <{V}> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> "
GRAPH = f"""
@prefix : <{V}> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:ada :name "Ada Quent"@en ; :nick "Quennie" ; :year "2014" ; :size "7"^^xsd:int ; :works :ostmark .
:eva :name "Eva Quent" ; :year "2016" ; :works :ostmark ; :motto "Ostmark" .
:bob :name "Müller", "muller" ; :year "2016" .
:ostmark :name "Ostmark" .
:tia :name "Tiamat Brandywine" . :tib :name "Tiamat Brandywina" .
"""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("grounding")
    (folder / "graph.ttl").write_text(GRAPH, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def index(files: Path) -> Iterator[SqliteValueIndex]:
    build_index([files / "graph.ttl"], files / "values.sqlite")
    with SqliteValueIndex(files / "values.sqlite") as opened:
        yield opened


@pytest.fixture(scope="module")
def ontology() -> Ontology:
    found = [
        Property(iri=V + "name", kind="datatype", labels=(Text(value="full name", language="en"),)),
        Property(iri=V + "called", kind="datatype"),
        Property(iri=V + "nick", kind="datatype", parents=(V + "called",)),
        Property(iri=V + "works", kind="object"),
    ]
    return Ontology(properties={p.iri: p for p in found})


@pytest.fixture(scope="module")
def store() -> pyoxigraph.Store:
    made = pyoxigraph.Store()
    made.load(GRAPH.encode(), format=pyoxigraph.RdfFormat.TURTLE)
    return made


@pytest.mark.parametrize(
    ("pattern", "expected", "codes"),
    [
        ('?x :name "Eva Quent"', ["eva"], []),
        ('?x :name "Ada Quent"', ["ada"], ["value-spelling"]),
        ('?x :name "ada quent"@en', ["ada"], ["value-spelling"]),
        ("?x :name 'ADA  QUENT'", ["ada"], ["value-spelling"]),
        ('?x :name "MULLER"', ["bob", "bob"], ["value-spelling"]),
        ('?x :name "Ada Qent"', ["ada"], ["value-close"]),
        ('?x :name "Tiamat Brandywin"', ["tia", "tib"], ["value-several"]),
        ('?x :name "Nobody at all"', [], ["value-unknown"]),
        ('?x :name "Quennie"', [], ["value-elsewhere"]),
        ('?x :nick "quennie"', ["ada"], ["value-spelling"]),
        ('?x :works "Ostmark"', ["ada", "eva"], ["value-spelling"]),
        ('?x :motto "ostmark"', ["eva"], ["value-spelling"]),
        ("?x :year 2014", ["ada"], ["value-spelling"]),
        ("?x :size 7", ["ada"], ["value-spelling"]),
        ("?x :size ?n FILTER(?n = 7)", ["ada"], []),
        ("?x :year ?y FILTER(?y = 2014)", ["ada"], ["value-spelling"]),
        ('?x :name ?n FILTER(?n = "ada quent")', ["ada"], ["value-spelling"]),
        ('?x :name ?n FILTER("ada quent" = ?n)', ["ada"], ["value-spelling"]),
        ('?x :name ?n FILTER(?n = "MULLER")', ["bob", "bob"], ["value-spelling"]),
        ('?x :name ?n ; :year ?y FILTER(?n != "MULLER")', ["ada", "eva"], ["value-spelling"]),
        ('?x :name ?n FILTER(?n IN ("ada quent", "Eva Quent"))', ["ada", "eva"], ["value-spelling"]),
        ('?x :name ?n FILTER(?n IN ("MULLER", "Eva Quent"))', ["bob", "bob", "eva"], ["value-spelling"]),
        ('?x :name ?n FILTER(CONTAINS(?n, "Quent"))', ["ada", "eva"], []),
        ('?x :motto ?m FILTER(?m = "x"^^xsd:anyURI)', [], ["value-unknown"]),
    ],
)
def test_literals_are_grounded_in_their_property(
    index: SqliteValueIndex,
    ontology: Ontology,
    store: pyoxigraph.Store,
    pattern: str,
    expected: list[str],
    codes: list[str],
) -> None:
    tree, findings, _ = ground(parse_query(f"{PREFIXES}SELECT ?x {{ {pattern} }}"), index, ontology)
    assert [f.code for f in findings] == codes
    solutions = store.query(str(tree))
    assert isinstance(solutions, pyoxigraph.QuerySolutions)
    found = sorted(str(s[0].value).removeprefix(V) for s in solutions if s[0] is not None)
    assert found == expected


def test_an_ancestor_property_counts_the_values_of_its_children(index: SqliteValueIndex, ontology: Ontology) -> None:
    tree, findings, _ = ground(parse_query(f'{PREFIXES}SELECT ?x {{ ?x :called "quennie" }}'), index, ontology)
    assert '"Quennie"' in str(tree)
    assert [f.code for f in findings] == ["value-spelling"]


def test_findings_name_terms_never_values(index: SqliteValueIndex, ontology: Ontology) -> None:
    text = f'{PREFIXES}SELECT ?x {{ ?x :name "Nobody at all" , "ada quent" , "Quennie" }}'
    _, findings, _ = ground(parse_query(text), index, ontology)
    said = " ".join(f"{f.message} {f.suggestion} {f.terms}" for f in findings)
    assert "full name" in said
    for value in ("Nobody", "Ada", "ada", "Quen"):
        assert value not in said
    assert [text[f.start : f.end] for f in findings] == ['"Nobody at all"', '"ada quent"', '"Quennie"']
    assert findings[2].terms == (V + "name", V + "nick")


def test_templates_and_an_unknowing_index_change_nothing(index: SqliteValueIndex, ontology: Ontology) -> None:
    query = parse_query(f'{PREFIXES}CONSTRUCT {{ ?x :name "ada quent" }} WHERE {{ ?x :name ?n }}')
    assert ground(query, index, ontology) == (query, (), ())
    query = parse_query(f'{PREFIXES}SELECT ?x {{ ?x :name "ada quent" }}')
    assert ground(query, EmptyValueIndex(), ontology) == (query, (), ())
