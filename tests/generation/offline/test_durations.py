"""How long things were so, told by the date when they started and the date when they ended."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError

ONTOLOGY = """
@prefix : <http://example.org/docks#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Repair a owl:Class ; rdfs:label "repair"@en . :Crane a owl:Class ; rdfs:label "crane"@en .
:usesCrane a owl:ObjectProperty ; rdfs:label "uses crane"@en ; rdfs:domain :Repair ; rdfs:range :Crane .
:name a owl:DatatypeProperty ; rdfs:label "name"@en ; rdfs:range xsd:string .
:cost a owl:DatatypeProperty ; rdfs:label "cost"@en ; rdfs:domain :Repair ; rdfs:range xsd:integer .
:repairStartDate a owl:DatatypeProperty ; rdfs:label "repair start date"@en ; rdfs:domain :Repair ;
    rdfs:range xsd:date .
:repairEndDate a owl:DatatypeProperty ; rdfs:label "repair end date"@en ; rdfs:domain :Repair ; rdfs:range xsd:date .
:craneBuiltDate a owl:DatatypeProperty ; rdfs:label "crane built date"@en ; rdfs:domain :Crane ; rdfs:range xsd:date .
"""
GRAPH = """
@prefix : <http://example.org/docks#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:r1 a :Repair ; :name "Keel Job" ; :cost 900 ; :usesCrane :c1 ;
    :repairStartDate "2020-03-01"^^xsd:date ; :repairEndDate "2020-03-11"^^xsd:date .
:r2 a :Repair ; :name "Mast Job" ; :cost 400 ; :usesCrane :c1 ;
    :repairStartDate "2021-05-01"^^xsd:date ; :repairEndDate "2023-05-01"^^xsd:date .
:c1 a :Crane ; :name "Old Bess" ; :craneBuiltDate "1950-01-01"^^xsd:date .
"""


@pytest.fixture(scope="module")
def docks(world_of_text: Callable[..., Any]) -> Any:
    """Repairs from a date to a date."""
    return world_of_text(GRAPH, ONTOLOGY)


@pytest.mark.parametrize(
    ("question", "numbers"),
    [
        ("How long did the repair Keel Job take?", [10]),
        ("How many days did it take to end the repair Keel Job?", [10]),
        ("How many years was the repair Mast Job going on?", [2]),
        ("How long did each repair last?", [10, 730]),
        ("How long was the repair with the highest cost?", [10]),
    ],
)
def test_the_time_between_the_two_dates_is_told(docks: Any, question: str, numbers: list[int]) -> None:
    assert sorted(int(row[-1].value) for row in docks.answer(question).rows) == numbers


@pytest.mark.parametrize(
    "question", ["How long was the crane Old Bess built?", "How long did the crane Old Bess take?"]
)
def test_a_date_is_no_time(docks: Any, question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        docks.ask(question)
