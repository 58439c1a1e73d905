"""Things of a vocabulary whose IRIs are codes are told by their names; others by what they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nlkgq.results.comparison import same_answer

ONTOLOGY = """
@prefix : <http://example.org/hides#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Hide a owl:Class ; rdfs:label "hide"@en . :Tanning a owl:Class ; rdfs:label "tanning process"@en .
:Grade a owl:Class ; rdfs:label "grade"@en . :prime a :Grade ; rdfs:label "prime"@en .
:tannedBy a owl:ObjectProperty ; rdfs:label "tanned by"@en ; rdfs:domain :Hide ; rdfs:range :Tanning .
:graded a owl:ObjectProperty ; rdfs:label "graded as"@en ; rdfs:domain :Hide ; rdfs:range :Grade .
:name a owl:DatatypeProperty ; rdfs:label "name"@en ; rdfs:range xsd:string .
"""
GRAPH = """
@prefix : <http://example.org/hides#> . @prefix t: <http://example.org/terms/> .
:h1 a :Hide ; :name "Elk 1" ; :tannedBy t:TAN_0000012 ; :graded :prime .
:h2 a :Hide ; :name "Elk 2" ; :tannedBy t:TAN_0000012 ; :graded :prime .
:h3 a :Hide ; :name "Roe 7" ; :tannedBy t:TAN_0000047 .
t:TAN_0000012 a :Tanning ; :name "oak bark tanning" . t:TAN_0000047 a :Tanning ; :name "brain tanning" .
:prime a :Grade ; :name "Prime" .
"""
PREFIX = "PREFIX : <http://example.org/hides#>\n"


@pytest.fixture(scope="module")
def hides(world_of_text: Callable[..., Any]) -> Any:
    """Hides, how they were tanned and graded."""
    return world_of_text(GRAPH, ONTOLOGY)


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        ("Which tanning processes are there?", "SELECT ?n { ?t a :Tanning ; :name ?n }"),
        (
            "How many hides are there per tanning process?",
            "SELECT ?n (COUNT(?h) AS ?c) { ?h :tannedBy/:name ?n } GROUP BY ?n",
        ),
        ("By which tanning process was Roe 7 tanned?", "SELECT ?n { ?h :name 'Roe 7' ; :tannedBy/:name ?n }"),
        ("Which hides were tanned by brain tanning?", "SELECT ?h { ?h :tannedBy/:name 'brain tanning' }"),
        ("Which grades are there?", "SELECT ?g { ?g a :Grade }"),
    ],
)
def test_codes_are_told_by_their_names(hides: Any, question: str, gold: str) -> None:
    found = hides.ask(question)
    assert same_answer(hides.run(PREFIX + gold), hides.run(found.query)), found.query
