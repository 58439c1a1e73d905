"""An ontology full of values: none of them is in the prompt, and what was withheld is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nlkgq import KnowledgeGraph, LeakBlocked, Translator
from nlkgq.cli.main import run

VALUES = ("Orsolya Quent", "Zdenek Quibbleworth", "Velvet Harbour", "INC-2031-77421", "48213577", "Ada Lumen")
ONTOLOGY = """
@prefix ex: <http://e.org/v#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<http://e.org/v> a owl:Ontology ; rdfs:label "Cases of Orsolya Quent" ;
  rdfs:comment "Kept by Zdenek Quibbleworth since the flood, in the old town hall, with great care." .
ex:Person a owl:Class ; rdfs:label "person" ;
  rdfs:comment "Someone with a role in a case, such as Orsolya Quent or zdenek_quibbleworth." ;
  skos:example "Orsolya Quent" ; skos:note "Ask Orsolya Quent" .
ex:Case a owl:Class ; rdfs:label "case" ; rdfs:comment "INC-2031-77421" ;
  skos:scopeNote "Numbers look like INC 2031 77421 or 48213577, as every clerk in the office knows by heart." ;
  rdfs:subClassOf [ a owl:Restriction ; owl:onProperty ex:town ; owl:hasValue "Velvet Harbour" ] ;
  rdfs:subClassOf [ a owl:Restriction ; owl:onProperty ex:clerk ; owl:hasValue ex:Ada_Lumen ] .
ex:Clerk a owl:Class ; rdfs:label "clerk" ; owl:equivalentClass [ a owl:Class ; owl:oneOf ( ex:Ada_Lumen ex:p2 ) ] .
ex:Town a rdfs:Datatype ; owl:equivalentClass [ a rdfs:Datatype ; owl:oneOf ( "Velvet Harbour" ) ] .
ex:name a owl:DatatypeProperty ; rdfs:label "name" ; rdfs:domain ex:Person ; rdfs:range xsd:string .
ex:town a owl:DatatypeProperty ; rdfs:label "town" ; rdfs:domain ex:Case ;
  rdfs:range [ a rdfs:Datatype ; owl:oneOf ( "Velvet Harbour" "Elsewhere" ) ] .
ex:number a owl:DatatypeProperty ; rdfs:label "number" ; rdfs:domain ex:Case ; rdfs:range xsd:string .
ex:clerk a owl:ObjectProperty ; rdfs:label "handled by" ; rdfs:domain ex:Case ; rdfs:range ex:Clerk .
ex:Ada_Lumen a ex:Clerk , owl:NamedIndividual ; rdfs:label "Ada Lumen" ; rdfs:comment "Sits beside Orsolya Quent." .
ex:p2 a ex:Clerk ; rdfs:label "Zdenek Quibbleworth" .
"""
GRAPH = """
@prefix ex: <http://e.org/v#> .
ex:i1 a ex:Person ; ex:name "Orsolya Quent" .
ex:i2 a ex:Person ; ex:name "Zdenek Quibbleworth" .
ex:c1 a ex:Case ; ex:number "INC-2031-77421" , "48213577" ; ex:town "Velvet Harbour" ; ex:clerk ex:Ada_Lumen .
ex:Ada_Lumen a ex:Clerk ; ex:name "Ada Lumen" .
"""


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    (tmp_path / "graph.ttl").write_text(GRAPH, encoding="utf-8")
    (tmp_path / "ontology.ttl").write_text(ONTOLOGY, encoding="utf-8")
    return tmp_path / "graph.ttl", tmp_path / "ontology.ttl"


def plain(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalnum())


@pytest.mark.parametrize(
    "representation",
    ["full", "no-comments", "compact", "compact-typed", "compact-grouped", "raw-graph", "abstract-dictionary"],
)
def test_no_value_of_the_ontology_is_in_the_request(files: tuple[Path, Path], representation: str) -> None:
    settings = {"model.representation": representation}
    with KnowledgeGraph.from_files([files[0]], ontology=[files[1]], settings=settings) as kg:
        request = Translator(kg, model="anthropic:tester").request("Which cases did Ada Lumen handle?")
        sent = plain(json.dumps(request.payload(), ensure_ascii=False))
        assert [value for value in VALUES if plain(value) in sent] == []
        assert [value for value in VALUES if plain(value) in plain(kg.render_ontology(representation))] == []
        if representation == "full":
            assert "Someone with a role in a case, such as (...) or (...)." in kg.render_ontology()
            assert "as every clerk in the office knows by heart" in kg.render_ontology()


def test_the_command_shows_it_and_says_what_was_withheld(
    files: tuple[Path, Path], capsys: pytest.CaptureFixture
) -> None:
    code = run(["prompt", "--graph", str(files[0]), "--ontology", str(files[1]), "Who handled INC-2031-77421?"])
    shown = capsys.readouterr()
    assert code == 0
    assert [value for value in VALUES if plain(value) in plain(shown.out)] == []
    assert "not sent: 2 x individual" in shown.err
    assert "not sent: 2 x hasValue: <http://e.org/v#Case>" in shown.err or "2 x hasValue: ex:Case" in shown.err
    assert "comment in part" in shown.err
    assert [value for value in VALUES if plain(value) in plain(shown.err)] == []


def test_a_rider_with_a_value_is_refused_whatever_is_asked(
    files: tuple[Path, Path], capsys: pytest.CaptureFixture
) -> None:
    folder = files[0].parent
    (folder / "kg.toml").write_text(
        'ontology = ["ontology.ttl"]\nrider = "rider.md"\n[endpoints.main]\nfiles = ["graph.ttl"]\n', encoding="utf-8"
    )
    (folder / "rider.md").write_text("Ask orsolya   QUENT when in doubt.", encoding="utf-8")
    with KnowledgeGraph.open(folder) as kg, pytest.raises(LeakBlocked, match="the rider holds 1 value"):
        Translator(kg, model="anthropic:tester").request("How many cases are there?")
    assert run(["prompt", "--kg", str(folder), "How many cases are there?"]) == 6
    assert "the rider holds 1 value of the graph" in capsys.readouterr().err


def test_nothing_is_blotted_out_where_the_graph_is_public(files: tuple[Path, Path]) -> None:
    settings = {"privacy.mode": "off"}
    with KnowledgeGraph.from_files([files[0]], ontology=[files[1]], settings=settings) as kg:
        assert "such as Orsolya Quent" in kg.render_ontology()
        assert "Ada_Lumen" not in kg.render_ontology()
