"""Who does what no person does, shares said with any verb, people with their people, pieces that are no amounts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError

ONTOLOGY = """
@prefix : <http://example.org/crews#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Tool a owl:Class ; rdfs:label "tool"@en . :Vendor a owl:Class ; rdfs:label "vendor"@en .
:Person a owl:Class ; rdfs:label "person"@en .
:Employee a owl:Class ; rdfs:label "employee"@en ; rdfs:subClassOf :Person .
:Manager a owl:Class ; rdfs:label "manager"@en ;
    rdfs:subClassOf :Employee .
:Crew a owl:Class ; rdfs:label "crew"@en . :Kit a owl:Class ; rdfs:label "kit"@en .
:KitPiece a owl:Class ; rdfs:label "kit piece"@en .
:hasVendor a owl:ObjectProperty ; rdfs:label "vended by"@en, "vendor"@en ; rdfs:domain :Tool ; rdfs:range :Vendor .
:hasToolManager a owl:ObjectProperty ; rdfs:label "has tool manager"@en ; rdfs:domain :Tool ; rdfs:range :Employee .
:hasManager a owl:ObjectProperty ; rdfs:label "has manager"@en ; rdfs:domain :Employee ; rdfs:range :Manager .
:inCrew a owl:ObjectProperty ; rdfs:label "in crew"@en ; rdfs:domain :Employee ; rdfs:range :Crew .
:hasPiece a owl:ObjectProperty ; rdfs:label "has piece"@en ; rdfs:domain :Kit ; rdfs:range :KitPiece .
:ofTool a owl:ObjectProperty ; rdfs:label "of tool"@en ; rdfs:domain :KitPiece ; rdfs:range :Tool .
:quantity a owl:DatatypeProperty ; rdfs:label "quantity"@en ; rdfs:domain :KitPiece ; rdfs:range xsd:integer .
:name a owl:DatatypeProperty ; rdfs:label "name"@en ; rdfs:range xsd:string .
:town a owl:DatatypeProperty ; rdfs:label "town"@en ; rdfs:domain :Vendor ; rdfs:range xsd:string .
"""
GRAPH = """
@prefix : <http://example.org/crews#> .
:t1 a :Tool ; :name "Awl Nine" ; :hasVendor :v1 ; :hasToolManager :e1 .
:t2 a :Tool ; :name "Rasp Two" ; :hasVendor :v1 ; :hasToolManager :e2 .
:t3 a :Tool ; :name "Plane Six" ; :hasVendor :v2 ; :hasToolManager :m1 .
:t4 a :Tool ; :name "Vice One" ; :hasVendor :v2 ; :hasToolManager :e1 .
:v1 a :Vendor ; :name "Orrin Works" ; :town "Velm" . :v2 a :Vendor ; :name "Skarn Forge" ; :town "Holm" .
:e1 a :Employee ; :name "Ada Quent" ; :hasManager :m1 ; :inCrew :c1 .
:e2 a :Employee ; :name "Bo Lind" ; :hasManager :m1 ; :inCrew :c2 .
:m1 a :Manager ; :name "Mirte Oss" ; :inCrew :c1 .
:c1 a :Crew ; :name "Red Crew" . :c2 a :Crew ; :name "Blue Crew" .
:k1 a :Kit ; :name "Joinery Kit" ; :hasPiece :p1, :p2 . :k2 a :Kit ; :name "Farm Kit" ; :hasPiece :p3 .
:p1 a :KitPiece ; :ofTool :t1 ; :quantity 2 . :p2 a :KitPiece ; :ofTool :t2 ; :quantity 5 .
:p3 a :KitPiece ; :ofTool :t1 ; :quantity 2 .
"""
PREFIX = "PREFIX : <http://example.org/crews#>\n"


@pytest.fixture(scope="module")
def crews(world_of_text: Callable[..., Any]) -> Any:
    """Tools, who makes and who keeps them."""
    return world_of_text(GRAPH, ONTOLOGY)


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        ("Who vended the Rasp Two?", "SELECT (:v1 AS ?v) {}"),
        ("Who is the vendor of the Rasp Two?", "SELECT (:v1 AS ?v) {}"),
        ("What share of the tools comes from Holm?", "SELECT (0.5 AS ?n) {}"),
        (
            "List the employees with their crews and managers.",
            "SELECT ?e ?c ?m { ?e :inCrew ?c ; :hasManager ?m }",
        ),
        ("Which tools are in more than one kit?", "SELECT (:t1 AS ?t) {}"),
        ("Whose manager is Mirte Oss?", "SELECT ?e { ?e :hasManager :m1 }"),
        (
            "How many tools does Ada Quent manage compared to Bo Lind?",
            "SELECT (2 AS ?a) (1 AS ?b) {}",
        ),
    ],
)
def test_question_is_answered(crews: Any, question: str, gold: str) -> None:
    crews.assert_answers(question, PREFIX + gold)


def test_the_manager_of_somebody_is_not_whom_they_manage(crews: Any) -> None:
    with pytest.raises(NotUnderstoodError):
        crews.ask("Who is the manager of Mirte Oss?")


def test_a_first_name_is_no_first_of_all(crews: Any) -> None:
    with pytest.raises(NotUnderstoodError):
        crews.ask("Which employees have the first name Ada?")
