"""Numbers are compared in the unit that the ontology states, whatever unit the question has."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError
from nlkgq.results.comparison import same_answer

ONTOLOGY = """
@prefix : <http://example.org/hikes#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Hike a owl:Class ; rdfs:label "hike"@en .
:length a owl:DatatypeProperty ; rdfs:label "length"@en ; rdfs:comment "Length in metres."@en ; rdfs:domain :Hike ;
  rdfs:range xsd:integer .
:duration a owl:DatatypeProperty ; rdfs:label "duration"@en ; rdfs:comment "Time in minutes."@en ; rdfs:domain :Hike ;
  rdfs:range xsd:integer .
:load a owl:DatatypeProperty ; rdfs:label "load"@en ; rdfs:domain :Hike ; rdfs:range xsd:integer .
"""
GRAPH = """
@prefix : <http://example.org/hikes#> .
:a a :Hike ; :length 900 ; :duration 30 ; :load 3 .
:b a :Hike ; :length 5200 ; :duration 95 ; :load 9 .
:c a :Hike ; :length 14000 ; :duration 300 ; :load 2 .
"""


@pytest.fixture
def hikes(world_of: Callable[[Path, Path], Any], tmp_path: Path) -> Any:
    """Hikes have lengths in metres, durations in minutes, and loads in nobody says what."""
    (tmp_path / "ontology.ttl").write_text(ONTOLOGY)
    (tmp_path / "graph.ttl").write_text(GRAPH)
    return world_of(tmp_path / "ontology.ttl", tmp_path / "graph.ttl")


@pytest.mark.parametrize(
    ("question", "condition"),
    [
        ("Which hikes have a length over 5 km?", "?l > 5000"),
        ("Which hikes have a length of at most 1 kilometre?", "?l <= 1000"),
        ("Which hikes have a length over 900 metres?", "?l > 900"),
        ("Which hikes have a length over 3.5 miles?", "?l > 5632.704"),
        ("Which hikes have a duration of more than two hours?", "?d > 120"),
        ("Which hikes have a duration under 1.5 hours?", "?d < 90"),
    ],
)
def test_numbers_are_told_in_the_stated_unit(hikes: Any, question: str, condition: str) -> None:
    query = hikes.ask(question).query
    gold = f"PREFIX : <http://example.org/hikes#> SELECT ?h {{ ?h :length ?l ; :duration ?d FILTER({condition}) }}"
    assert same_answer(hikes.run(gold), hikes.run(query)), query


@pytest.mark.parametrize(
    "question",
    ["Which hikes have a duration over 2 miles?", "Which hikes have a length of more than two hours?"],
)
def test_what_measures_something_else_is_refused(hikes: Any, question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        hikes.ask(question)
