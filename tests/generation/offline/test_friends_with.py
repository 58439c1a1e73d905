"""Who is friends with whom, where a table has the friends and where a property leads to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

BASE = "http://example.org/den/"
PREFIXES = f"PREFIX fox: <{BASE}fox#>\nPREFIX pal: <{BASE}pal#>\nPREFIX : <{BASE}>\n"
TABLES = f"""@base <{BASE}> .
<fox/1> a <fox> ; <fox#id> 1 ; <fox#name> "Rust" . <fox/2> a <fox> ; <fox#id> 2 ; <fox#name> "Ember" .
<fox/3> a <fox> ; <fox#id> 3 ; <fox#name> "Sorrel" .
<pal/1-2> a <pal> ; <pal#fox_id> 1 ; <pal#pal_id> 2 ; <pal#ref-fox_id> <fox/1> ; <pal#ref-pal_id> <fox/2> .
<pal/2-1> a <pal> ; <pal#fox_id> 2 ; <pal#pal_id> 1 ; <pal#ref-fox_id> <fox/2> ; <pal#ref-pal_id> <fox/1> .
<pal/3-1> a <pal> ; <pal#fox_id> 3 ; <pal#pal_id> 1 ; <pal#ref-fox_id> <fox/3> ; <pal#ref-pal_id> <fox/1> .
"""
ONTOLOGY = f"""@prefix : <{BASE}> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Fox a owl:Class ; rdfs:label "fox"@en .
:pal a owl:ObjectProperty ; rdfs:label "pal"@en ; rdfs:domain :Fox ; rdfs:range :Fox .
:name a owl:DatatypeProperty ; rdfs:label "name"@en ; rdfs:domain :Fox .
"""
GRAPH = f"""@prefix : <{BASE}> .
:a a :Fox ; :name "Rust" ; :pal :b . :b a :Fox ; :name "Ember" ; :pal :c . :c a :Fox ; :name "Sorrel" .
"""
ASKED = [
    "Ember is pals with whom?",
    "Who is Ember pals with?",
    "With whom is Ember pals?",
    "The fox Ember is pals with which foxes?",
    "Which foxes is Ember pals with?",
    "names of the foxes that Ember is pals with",
]


@pytest.fixture(scope="module")
def tables(world_of_text: Callable[..., Any]) -> Any:
    return world_of_text(TABLES)


@pytest.fixture(scope="module")
def den(world_of_text: Callable[..., Any]) -> Any:
    return world_of_text(GRAPH, ONTOLOGY)


@pytest.mark.parametrize("question", ASKED)
def test_friends_of_a_row(tables: Any, question: str) -> None:
    tables.assert_answers(question, PREFIXES + "SELECT ?n { <http://example.org/den/fox/1> fox:name ?n }")


@pytest.mark.parametrize("question", ASKED)
def test_friends_that_a_property_leads_to(den: Any, question: str) -> None:
    assert [[c.value for c in row] for row in den.answer(question).rows] in ([["Sorrel"]], [[f"{BASE}c"]])
