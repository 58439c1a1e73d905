"""A role behind a wrapper: over the graph cut down to it, and with conditions in native terms where there is none."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from nlkgq import KnowledgeGraph, NlkgqError, Translator
from nlkgq.endpoints.protocol import Limits
from nlkgq.errors import GateError
from nlkgq.resources import resource_root
from nlkgq.results.models import GraphResult, Result, SelectResult
from nlkgq.validation.gate import gate

CANARY = "CANARY"

QUERIES = (
    "SELECT ?t { ?f films:title ?t }",
    "SELECT ?n (COUNT(?f) AS ?k) { ?f films:directedBy/films:name ?n } GROUP BY ?n",
    "SELECT ?t ?u { ?f films:title ?t OPTIONAL { ?f films:sequelOf ?g . ?g films:title ?u } }",
    "SELECT ?t { ?f a films:Film ; films:title ?t FILTER NOT EXISTS { ?f films:sequelOf ?g } }",
    "SELECT ?n { ?f films:hasCastMember|films:directedBy ?p . ?p films:name ?n }",
    "SELECT ?t { ?f a/rdfs:subClassOf* films:Film ; films:title ?t }",
    "SELECT ?t { ?f films:title ?t MINUS { ?f films:sequelOf ?g } }",
    "SELECT ?c (COUNT(*) AS ?n) { ?f a ?c } GROUP BY ?c",
    "SELECT ?n { { SELECT ?c { ?r films:releaseCountry ?c } } ?c films:name ?n }",
)
OPEN = (
    "SELECT ?p ?o { ?f films:productionYear ?y ; ?p ?o }",
    "SELECT ?p (COUNT(*) AS ?n) { ?s ?p ?o } GROUP BY ?p",
    "SELECT ?o { ?f films:hasGenre ?g ; !(films:title|rdf:type) ?o }",
    "DESCRIBE ?f { ?f films:hasGenre ?g }",
    "SELECT ?f ?g { ?f films:subGenreOf+ ?g }",
    "SELECT ?g { ?f films:hasGenre ?x . ?x films:subGenreOf* ?g }",
)
DESK = """
[roles.desk]
hide_properties = ["films:budget", "films:boxOffice", "films:certificate"]
hide_classes = ["films:Nomination"]
[roles.desk.rows]
"films:Film" = "?this films:hasRelease ?r . ?r films:releaseCountry ?c ; films:boxOffice ?b . ?c films:name 'Germany'"
[roles.staff]
all = true
"""


def rows(result: Result) -> Counter[tuple[str | None, ...]]:
    if isinstance(result, GraphResult):
        return Counter(tuple(term.value for term in triple) for triple in result.triples)
    assert isinstance(result, SelectResult)
    return Counter(tuple(None if t is None else t.value for t in row) for row in result.rows)


@pytest.fixture(scope="module")
def opaque(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeGraph]:
    source = resource_root() / "ontologies"
    folder = tmp_path_factory.mktemp("graphs")
    for name in ("films", "films-opaque"):
        shutil.copytree(source / name, folder / name, ignore=shutil.ignore_patterns("*.py"))
    (folder / "films-opaque" / "roles.toml").write_text(DESK)
    with pytest.MonkeyPatch.context() as patch:
        for name in ("CACHE", "STATE"):
            patch.setenv(f"NLKGQ_{name}_DIR", str(tmp_path_factory.mktemp(name.lower())))
        with KnowledgeGraph.open(folder / "films-opaque", role="desk") as kg:
            yield kg


@pytest.fixture(scope="module")
def cut(opaque: KnowledgeGraph) -> Iterator[KnowledgeGraph]:
    """What the role leaves, as a graph in files."""
    ontology = resource_root() / "ontologies" / "films" / "ontology.ttl"
    with KnowledgeGraph.from_files(opaque.knowledge.data_files, [ontology]) as kg:
        yield kg


@pytest.fixture(params=["what is left", "conditions"])
def either(opaque: KnowledgeGraph, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> KnowledgeGraph:
    """The graph with either way of keeping a role."""
    assert opaque.knowledge.access is not None
    if request.param == "conditions":
        monkeypatch.setattr(opaque.knowledge.access, "cut", None)
    return opaque


@pytest.mark.parametrize("query", QUERIES)
def test_the_answer_is_that_over_what_is_left(either: KnowledgeGraph, cut: KnowledgeGraph, query: str) -> None:
    found = rows(either.query(query))
    # the hierarchy is the wrapper's there, and engines count an alternative differently
    ways = "{ ?f films:hasCastMember ?p } UNION { ?f films:directedBy ?p }"
    expected = query.replace("a/rdfs:subClassOf*", "a").replace("?f films:hasCastMember|films:directedBy ?p", ways)
    assert found == rows(cut.query(expected))
    assert found


@pytest.mark.parametrize("query", OPEN)
def test_any_property_and_paths_without_end(opaque: KnowledgeGraph, cut: KnowledgeGraph, query: str) -> None:
    found = rows(opaque.query(query))
    assert found == rows(cut.query(query))
    assert found


@pytest.mark.parametrize("query", [q for q in OPEN if "subGenreOf" not in q])
def test_conditions_in_native_terms_are_not_asked_of_every_property(
    opaque: KnowledgeGraph, query: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opaque.knowledge.access, "cut", None)
    with pytest.raises(GateError) as caught:
        opaque.query(query)
    assert caught.value.code == "role-open"
    assert "Name the property" in str(caught.value.hint)
    assert "Germany" not in str(vars(caught.value))


def test_native_terms_are_no_way_around(opaque: KnowledgeGraph) -> None:
    native = opaque.rewrite("SELECT ?t { ?f films:title ?t }")
    with pytest.raises(GateError) as caught:
        opaque.query(native)
    assert caught.value.code == "role-term"
    with pytest.raises(NlkgqError):
        opaque.query("SELECT ?b { ?f films:budget ?b }")
    with pytest.raises(GateError) as caught:
        opaque.knowledge.endpoint.run(gate(native.replace("?t", "?x"), opaque.knowledge.policy), limits=Limits())
    assert caught.value.code == "role-native"


def test_what_is_shown_of_a_native_query_has_no_condition(opaque: KnowledgeGraph) -> None:
    answer = Translator(opaque).ask("How many films are there?")
    assert "Germany" not in answer.to_json()
    assert "boxOffice" not in answer.to_json()


AGENTS = """
@prefix c: <http://clean.example/> . @prefix n: <http://native.example/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
c:Agent a owl:Class ; rdfs:label "agent" .
c:Person a owl:Class ; rdfs:label "person" ; rdfs:subClassOf c:Agent ; owl:equivalentClass n:T1 .
c:Firm a owl:Class ; rdfs:label "firm" ; rdfs:subClassOf c:Agent ; owl:equivalentClass n:T2 .
c:name a owl:DatatypeProperty ; rdfs:label "name" ; owl:equivalentProperty n:P1 .
"""


def test_a_class_that_only_stands_for_others_shows_nothing_hidden(tmp_path: Path) -> None:
    (tmp_path / "w.ttl").write_text(AGENTS)
    (tmp_path / "g.nt").write_text(
        "".join(
            f"<urn:{thing}> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://native.example/{kind}> .\n"
            f'<urn:{thing}> <http://native.example/P1> "{thing}" .\n'
            for thing, kind in (("CANARY", "T1"), ("Acme", "T2"))
        )
    )
    (tmp_path / "roles.toml").write_text("[roles.a]\nhide_classes = ['c:Person']")
    (tmp_path / "kg.toml").write_text('wrapper = ["w.ttl"]\n[endpoints.g]\nfiles = ["g.nt"]')
    with KnowledgeGraph.open(tmp_path, role="a") as kg:
        for query in ("SELECT ?n { ?x c:name ?n }", "SELECT ?n { ?x a c:Agent ; c:name ?n }"):
            assert rows(kg.query(query)) == {("Acme",): 1}
        assert CANARY not in kg.knowledge.data_files[0].read_text()
