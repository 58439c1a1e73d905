"""Values that only the ontology's files name do not leave either, and are masked."""

from __future__ import annotations

from pathlib import Path

import pytest

from nlkgq import KnowledgeGraph, LeakBlocked, Translator
from nlkgq.outgoing import ontology_material

ONTOLOGY = """
@prefix ex: <http://e.org/v#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<http://e.org/v> a owl:Ontology ; rdfs:label "Offices" .
ex:Town a owl:Class ; rdfs:label "town" ; rdfs:comment "Where an office is, as in Velvet Harbour and Quentland." .
ex:Rank a owl:Class ; rdfs:label "rank" ; owl:oneOf ( ex:Overseer ex:Deputy_Warden ) .
ex:Clerk a owl:Class ; rdfs:label "clerk" ;
    rdfs:subClassOf [ a owl:Restriction ; owl:onProperty ex:badge ; owl:hasValue "INC-2031-77421" ] ,
        [ a owl:Restriction ; owl:onProperty ex:town ; owl:hasValue ex:Amber_Mill ] .
[] a owl:Axiom ; owl:annotatedSource ex:Clerk ; owl:annotatedProperty rdfs:label ;
    owl:annotatedTarget "clerk" ; rdfs:comment "Said of whoever keeps the books of the house." .
ex:badge a owl:DatatypeProperty ; rdfs:label "badge" ;
    rdfs:range [ a rdfs:Datatype ; owl:oneOf ( "vermilion" "ochre" ) ] .
ex:town a owl:ObjectProperty ; rdfs:label "town of" ; rdfs:domain ex:Clerk ; rdfs:range ex:Town .
ex:t1 a ex:Town , owl:NamedIndividual ; rdfs:label "Velvet Harbour" ; ex:badge "48213577" .
ex:Calm_Lake a ex:Town ; rdfs:label "Brown" .
ex:t2 a ex:Country ; rdfs:label "Quentland" .
"""
GRAPH = '@prefix ex: <http://e.org/v#> . ex:c1 a ex:Clerk ; ex:badge "Orsolya Quent" .'
VALUES = (
    *("Velvet Harbour", "48213577", "Calm Lake", "Brown", "Quentland", "Overseer", "Deputy Warden"),
    *("INC-2031-77421", "Amber Mill", "vermilion", "ochre", "Orsolya Quent"),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "ontology.ttl").write_text(ONTOLOGY, encoding="utf-8")
    (tmp_path / "graph.ttl").write_text(GRAPH, encoding="utf-8")
    (tmp_path / "kg.toml").write_text(
        'ontology = ["ontology.ttl"]\n[endpoints.m]\nfiles = ["graph.ttl"]\n', encoding="utf-8"
    )
    return tmp_path


def watched(folder: Path, **settings: object) -> list[str]:
    """Which of the values would be refused."""
    with KnowledgeGraph.open(folder, settings=settings) as kg:
        gate = Translator(kg, model="anthropic:tester").outgoing.gate
        refused = []
        for value in VALUES:
            try:
                gate.check(f'{{"content": "as in {value}"}}'.encode(), ())
            except LeakBlocked:
                refused.append(value)
        gate.check(b'{"content": "said of whoever keeps the books of the house, in which town of a clerk"}', ())
    return refused


def test_individuals_and_what_restrictions_name_are_watched(folder: Path) -> None:
    assert watched(folder) == list(VALUES)


def test_what_a_rule_makes_public_is_not(folder: Path) -> None:
    left = watched(folder, **{"privacy.public.classes": ["Town", "Rank"]})
    assert left == ["Quentland", "INC-2031-77421", "Amber Mill", "vermilion", "ochre", "Orsolya Quent"]
    assert "48213577" not in watched(folder, **{"privacy.public.properties": ["badge"]})


def test_the_graph_says_what_is_public_of_what_it_stores(folder: Path) -> None:
    more = ' ex:c1 ex:town ex:t1 . ex:t1 a ex:Isle ; ex:badge "48213577" .'
    (folder / "graph.ttl").write_text(GRAPH + more, encoding="utf-8")
    ontology = ONTOLOGY + "ex:Isle a owl:Class .\n"
    (folder / "ontology.ttl").write_text(ontology, encoding="utf-8")
    assert "48213577" in watched(folder)
    assert "48213577" not in watched(folder, **{"privacy.public.classes": ["Isle"]})


def test_an_endpoint_that_was_never_read_is_no_reason_not_to_watch(folder: Path) -> None:
    (folder / "kg.toml").write_text(
        'ontology = ["ontology.ttl"]\n[privacy]\nunwatched = true\n[endpoints.m]\nurl = "http://127.0.0.1:9/"\n',
        "utf-8",
    )
    assert watched(folder) == [value for value in VALUES if value != "Orsolya Quent"]


def test_they_are_blotted_out_of_comments(folder: Path) -> None:
    with KnowledgeGraph.open(folder) as kg:
        material = ontology_material(kg.knowledge)
    comment = material.ontology.classes["http://e.org/v#Town"].comments[0].value
    assert comment == "Where an office is, as in (...) and (...)."


@pytest.mark.parametrize("mode", ["strict", "values"])
def test_they_are_masked_in_questions_and_nothing_is_refused(folder: Path, mode: str) -> None:
    questions = (
        "Which clerks are in the town of Velvet Harbour or brown?",
        "Which clerks have the badge ochre, vermilion or INC-2031-77421?",
        "Is an overseer a deputy-warden of Amber Mill?",
        "How many clerks are in each town by Calm Lake, 48213577 and quentland?",
    )
    with KnowledgeGraph.open(folder, settings={"privacy.mode": mode}) as kg:
        translator = Translator(kg, model="anthropic:tester")
        for question in questions:
            sent = "\n".join(message.text for message in translator.request(question).messages).casefold()
            assert [value for value in VALUES if value.casefold() in sent] == []


def test_a_changed_ontology_is_read_again(folder: Path) -> None:
    assert "Velvet Harbour" in watched(folder)
    (folder / "ontology.ttl").write_text(ONTOLOGY.replace("Velvet Harbour", "Kite Season"), encoding="utf-8")
    assert "Velvet Harbour" not in watched(folder)
