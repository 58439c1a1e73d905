"""What is high or low of things that stand for an amount, and verbs whose noun is in the name of a date."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError

ONTOLOGY = """
@prefix : <http://example.org/passes#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Pass a owl:Class ; rdfs:label "pass"@en . :Fare a owl:Class ; rdfs:label "fare"@en .
:Rider a owl:Class ; rdfs:label "rider"@en .
:hasFare a owl:ObjectProperty ; rdfs:label "has fare"@en ; rdfs:domain :Pass ; rdfs:range :Fare .
:heldBy a owl:ObjectProperty ; rdfs:label "held by"@en ; rdfs:domain :Pass ; rdfs:range :Rider .
:name a owl:DatatypeProperty ; rdfs:label "name"@en ; rdfs:range xsd:string .
:fareAmount a owl:DatatypeProperty ; rdfs:label "fare amount"@en ; rdfs:domain :Fare ; rdfs:range xsd:decimal .
:fareZones a owl:DatatypeProperty ; rdfs:label "zones"@en ; rdfs:domain :Fare ; rdfs:range xsd:integer .
:passExpirationDate a owl:DatatypeProperty ; rdfs:label "pass expiration date"@en ; rdfs:domain :Pass ;
    rdfs:range xsd:date .
"""
GRAPH = """
@prefix : <http://example.org/passes#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:p1 a :Pass ; :name "Blue" ; :hasFare :f1 ; :heldBy :r1 ; :passExpirationDate "2021-05-01"^^xsd:date .
:p2 a :Pass ; :name "Red" ; :hasFare :f2 ; :heldBy :r1 ; :passExpirationDate "2022-05-01"^^xsd:date .
:p3 a :Pass ; :name "Gold" ; :hasFare :f3 ; :heldBy :r2 ; :passExpirationDate "2023-05-01"^^xsd:date .
:p4 a :Pass ; :name "Green" ; :hasFare :f4 ; :passExpirationDate "2021-06-01"^^xsd:date .
:p5 a :Pass ; :name "Green" ; :hasFare :f5 ; :passExpirationDate "2021-07-01"^^xsd:date .
:f4 a :Fare ; :fareAmount 20.0 ; :fareZones 2 . :f5 a :Fare ; :fareAmount 22.0 ; :fareZones 2 .
:f1 a :Fare ; :fareAmount 12.5 ; :fareZones 2 . :f2 a :Fare ; :fareAmount 30.0 ; :fareZones 3 .
:f3 a :Fare ; :fareAmount 9.0 ; :fareZones 1 .
:r1 a :Rider ; :name "Ada Quent" . :r2 a :Rider ; :name "Bo Lind" .
"""


@pytest.fixture(scope="module")
def passes(world_of_text: Callable[..., Any]) -> Any:
    """Passes of riders, what they cost and when they expire."""
    return world_of_text(GRAPH, ONTOLOGY)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which pass has the highest fare?", ["p2"]),
        ("Which rider has the pass with the lowest fare?", ["r2"]),
        ("Which pass has the higher fare, Blue or Gold?", ["p1"]),
        ("Which of Blue and Gold has the lower fare?", ["p3"]),
        ("Which passes have a higher fare amount than Blue?", ["p2", "p4", "p5"]),
        ("Which riders have more passes than Bo Lind?", ["r1"]),
        ("Which pass expires last?", ["p3"]),
        ("Which passes expire in 2022?", ["p2"]),
        ("Which pass is the one that expired first?", ["p1"]),
    ],
)
def test_what_is_asked_for_is_told(passes: Any, question: str, answer: list[str]) -> None:
    assert sorted(row[0].value.rpartition("#")[2] for row in passes.answer(question).rows) == answer


@pytest.mark.parametrize(
    "question",
    [
        "Which passes have a higher fare amount than Green?",  # which of the two?
        "How much higher is the fare amount of Red than that of Green?",
    ],
)
def test_one_of_several_of_a_name_is_not_compared_with(passes: Any, question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        passes.ask(question)
