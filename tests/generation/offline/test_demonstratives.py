"""``this season``: the season that was named before, also where another thing has it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

ONTOLOGY = """
@prefix : <http://example.org/print#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Poster a owl:Class ; rdfs:label "poster"@en . :Leaflet a owl:Class ; rdfs:label "leaflet"@en .
:Press a owl:Class ; rdfs:label "press"@en .
:season a owl:DatatypeProperty ; rdfs:label "season"@en ; rdfs:range xsd:string .
:posterFrom a owl:ObjectProperty ; rdfs:label "poster from"@en ; rdfs:domain :Poster ; rdfs:range :Press .
:printed a owl:ObjectProperty ; rdfs:label "printed"@en ; rdfs:domain :Press ; rdfs:range :Leaflet .
"""
GRAPH = """
@prefix : <http://example.org/print#> .
:a a :Press ; :printed :l1 , :l2 . :b a :Press ; :printed :l3 .
:l1 a :Leaflet ; :season "spring" . :l2 a :Leaflet ; :season "autumn" . :l3 a :Leaflet ; :season "autumn" .
:p1 a :Poster ; :posterFrom :a ; :season "spring" . :p2 a :Poster ; :posterFrom :a ; :season "winter" .
:p3 a :Poster ; :posterFrom :b ; :season "spring" . :p4 a :Poster ; :posterFrom :b ; :season "autumn" .
"""
GOLD = """PREFIX : <http://example.org/print#>
SELECT ?s (COUNT(DISTINCT ?p) AS ?n)
{ ?p a :Poster ; :season ?s ; :posterFrom/:printed ?l . ?l a :Leaflet ; :season ?s }
GROUP BY ?s"""
QUESTION = "For each season of a poster, how many posters are from a press that printed a leaflet of this season?"


def test_this_value_is_that_of_another_thing(world_of: Callable[[Path, Path], Any], tmp_path: Path) -> None:
    (tmp_path / "ontology.ttl").write_text(ONTOLOGY)
    (tmp_path / "graph.ttl").write_text(GRAPH)
    world = world_of(tmp_path / "ontology.ttl", tmp_path / "graph.ttl")
    world.assert_answers(QUESTION, GOLD)
