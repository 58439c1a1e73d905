"""Readings that join what nobody means are not given."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError

ONTOLOGY = """
@prefix : <http://example.org/parks#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Park a owl:Class ; rdfs:label "park"@en .
:parkName a owl:DatatypeProperty ; rdfs:label "park name"@en ; rdfs:domain :Park ; rdfs:range xsd:string .
:parkSize a owl:DatatypeProperty ; rdfs:label "park size"@en ; rdfs:domain :Park ; rdfs:range xsd:integer .
:hasFountain a owl:ObjectProperty ; rdfs:label "has fountain"@en ; rdfs:domain :Park .
:flow a owl:DatatypeProperty ; rdfs:label "flow"@en ; rdfs:range xsd:integer .
:meter a owl:DatatypeProperty ; rdfs:label "meter"@en ; rdfs:range xsd:string .
:FlowMeter a owl:Class ; rdfs:label "flow meter"@en .
:keeper a owl:DatatypeProperty ; rdfs:label "keeper"@en ; rdfs:domain :Park ; rdfs:range xsd:string .
:builder a owl:DatatypeProperty ; rdfs:label "builder"@en ; rdfs:range xsd:string .
"""
GRAPH = """
@prefix : <http://example.org/parks#> .
:a a :Park ; :parkName "North Park" ; :parkSize 12 ; :hasFountain :f1 , :f2 .
:b a :Park ; :parkName "South Park" ; :parkSize 40 ; :hasFountain :f3 .
:f1 :flow 9 ; :meter "m1" . :f2 :flow 3 ; :meter "m2" . :f3 :flow 5 . :m1 a :FlowMeter .
:a :keeper "Reed" . :b :keeper "Marsh" . :f1 :builder "Reed" . :f2 :builder "Marsh" . :f3 :builder "Reed" .
"""
LARGEST = """PREFIX : <http://example.org/parks#>
SELECT ?n { ?p a :Park ; :parkName ?n ; :parkSize ?s } ORDER BY DESC(?s) LIMIT 1"""

BUILT = """PREFIX : <http://example.org/parks#>
SELECT DISTINCT ?f { ?t :flow ?f ; :builder 'Reed' MINUS { ?t :builder 'Marsh' } }"""


@pytest.fixture
def parks(world_of: Callable[[Path, Path], Any], tmp_path: Path) -> Any:
    """Parks have sizes, fountains have none."""
    (tmp_path / "ontology.ttl").write_text(ONTOLOGY)
    (tmp_path / "graph.ttl").write_text(GRAPH)
    return world_of(tmp_path / "ontology.ttl", tmp_path / "graph.ttl")


@pytest.mark.parametrize("question", ["What is the largest fountain flow?", "Which is the largest fountain?"])
def test_what_has_no_size_is_not_measured_by_its_owners(parks: Any, question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        parks.ask(question)


def test_what_has_a_size_is_measured(parks: Any) -> None:
    parks.assert_answers("What is the name of the largest park?", LARGEST)


def test_a_name_of_two_words_is_not_taken_apart(parks: Any) -> None:
    with pytest.raises(NotUnderstoodError):
        parks.ask("How many flow meters does North Park have?")


def test_what_is_denied_is_denied_of_the_same_property(parks: Any) -> None:
    parks.assert_answers("Which flows are of Reed but not of Marsh?", BUILT)


def test_two_things_said_of_one_who_is_asked_for_may_be_one(
    world_of: Callable[[Path, Path], Any], tmp_path: Path
) -> None:
    (tmp_path / "ontology.ttl").write_text(ONTOLOGY)
    names = ':f1 :fountainName "Swan" . :f2 :fountainName "Bell" . :f3 :fountainName "Crane" .'
    more = ':fountainName a owl:DatatypeProperty ; rdfs:label "fountain name"@en .'
    (tmp_path / "ontology.ttl").write_text(ONTOLOGY + more)
    (tmp_path / "graph.ttl").write_text(GRAPH + names)
    parks = world_of(tmp_path / "ontology.ttl", tmp_path / "graph.ttl")
    gold = "PREFIX : <http://example.org/parks#> SELECT ?n { ?p :hasFountain :f1 ; :parkName ?n }"
    parks.assert_answers("Which parks that have a fountain with a flow above 8 have the fountain Swan?", gold)
