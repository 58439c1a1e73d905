"""Where no word tells connections apart, the one that holds whatever the others hold is meant."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError

ONTOLOGY = """
@prefix : <http://example.org/hymns#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Hymn a owl:Class ; rdfs:label "hymn"@en . :Monk a owl:Class ; rdfs:label "monk"@en .
:name a owl:DatatypeProperty ; rdfs:label "name"@en ; rdfs:domain :Monk ; rdfs:range xsd:string .
:metre a owl:DatatypeProperty ; rdfs:label "metre"@en ; rdfs:domain :Hymn ; rdfs:range xsd:string .
:copiedBy a owl:ObjectProperty ; rdfs:label "copied by"@en ; rdfs:domain :Hymn ; rdfs:range :Monk .
:handledBy a owl:ObjectProperty ; rdfs:label "handled by"@en ; rdfs:domain :Hymn ; rdfs:range :Monk .
:bound a owl:ObjectProperty ; rdfs:label "bound"@en ; rdfs:domain :Monk ; rdfs:range :Hymn .
"""
GRAPH = """
@prefix : <http://example.org/hymns#> .
:ulf a :Monk ; :name "Ulf Brandt" ; :bound :h2 . :per a :Monk ; :name "Per Lind" ; :bound :h1 .
:h1 a :Hymn ; :metre "long" ; :copiedBy :ulf ; :handledBy :ulf , :per .
:h2 a :Hymn ; :metre "short" ; :copiedBy :per ; :handledBy :ulf , :per .
:h3 a :Hymn ; :metre "common" ; :copiedBy :per ; :handledBy :per .
"""
GOLD = """PREFIX : <http://example.org/hymns#>
SELECT DISTINCT ?m { ?h a :Hymn ; :metre ?m ; :handledBy/:name "Ulf Brandt" }"""


def _world(world_of: Callable[[Path, Path], Any], folder: Path, graph: str) -> Any:
    (folder / "ontology.ttl").write_text(ONTOLOGY)
    (folder / "graph.ttl").write_text(graph)
    return world_of(folder / "ontology.ttl", folder / "graph.ttl")


@pytest.mark.parametrize("question", ["What metres do the hymns by Ulf Brandt have?", "Metres of Ulf Brandt's hymns"])
def test_the_widest_is_meant(world_of: Callable[[Path, Path], Any], tmp_path: Path, question: str) -> None:
    world = _world(world_of, tmp_path, GRAPH)
    world.assert_answers(question, GOLD)


def test_a_word_that_names_one_decides(world_of: Callable[[Path, Path], Any], tmp_path: Path) -> None:
    world = _world(world_of, tmp_path, GRAPH)
    world.assert_answers("What metres do the hymns copied by Ulf Brandt have?", GOLD.replace("handledBy", "copiedBy"))


def test_where_none_holds_the_others_none_is_meant(world_of: Callable[[Path, Path], Any], tmp_path: Path) -> None:
    # somebody copied what he did not handle
    world = _world(world_of, tmp_path, GRAPH + ":h3 :copiedBy :ulf . :h3 :metre 'plain' .")
    with pytest.raises(NotUnderstoodError, match="several things"):
        world.ask("What metres do the hymns by Ulf Brandt have?")
