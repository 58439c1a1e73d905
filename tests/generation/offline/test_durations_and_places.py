"""``made in 1990`` is no relation to a second thing; ``run for at least 40 minutes`` is a verb, and no noun."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

ONTOLOGY = """
@prefix : <http://example.org/ferries#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Ferry a owl:Class ; rdfs:label "ferry"@en . :Town a owl:Class ; rdfs:label "town"@en .
:name a owl:DatatypeProperty ; rdfs:label "name"@en ; rdfs:range xsd:string .
:runtime a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:label "running time"@en ; skos:altLabel "minutes"@en ;
    rdfs:domain :Ferry ; rdfs:range xsd:integer .
:buildYear a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:label "build year"@en ; skos:altLabel "year"@en ;
    rdfs:domain :Ferry ; rdfs:range xsd:integer .
:townOfOrigin a owl:ObjectProperty ; rdfs:label "town of origin"@en ; skos:altLabel "built in"@en, "made in"@en ;
    rdfs:domain :Ferry ; rdfs:range :Town .
"""
GRAPH = """
@prefix : <http://example.org/ferries#> .
:f1 a :Ferry ; :name "Grey Gull" ; :runtime 25 ; :buildYear 1990 ; :townOfOrigin :t1 .
:f2 a :Ferry ; :name "Sea Rose" ; :runtime 40 ; :buildYear 1994 ; :townOfOrigin :t1 .
:f3 a :Ferry ; :name "Old Anchor" ; :runtime 55 ; :buildYear 1990 ; :townOfOrigin :t2 .
:f4 a :Ferry ; :name "North Wind" ; :runtime 70 ; :buildYear 2003 ; :townOfOrigin :t2 .
:t1 a :Town ; :name "Holm" . :t2 a :Town ; :name "Brekke" .
"""


@pytest.fixture(scope="module")
def ferries(world_of_text: Callable[..., Any]) -> Any:
    """Ferries, how long they run, when and where they were made."""
    return world_of_text(GRAPH, ONTOLOGY)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which ferries were made in 1990?", ["f1", "f3"]),
        ("Show the name of all ferries built in 1994.", ["Sea Rose"]),
        ("Show the name of every ferry made in 2003.", ["North Wind"]),
        ("Which ferries were made in Holm?", ["f1", "f2"]),
        ("Which ferries built in Brekke were made in 1990?", ["f3"]),
        ("Which ferries run for at least 40 minutes?", ["f2", "f3", "f4"]),
        ("Which ferries run for less than 30 minutes?", ["f1"]),
        ("Which ferries run for 55 minutes?", ["f3"]),
        ("Which ferries run more than 55 minutes?", ["f4"]),
    ],
)
def test_verbs_tell_of_what_is_asked_for(ferries: Any, question: str, answer: list[str]) -> None:
    assert sorted(row[0].value.rpartition("#")[2] for row in ferries.answer(question).rows) == answer
