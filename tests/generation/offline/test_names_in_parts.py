"""People of a relational graph whose names stand in two columns, asked for and shown by both; and other small words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError

GRAPH = """
@base <http://example.org/ferry/> .
<sailor> a <http://www.w3.org/2002/07/owl#Class> .
<s/1> a <sailor> ; <sailor#sailor_id> 1 ; <sailor#fname> "Ada" ; <sailor#surname> "Quent" ; <sailor#wage> 30 .
<s/2> a <sailor> ; <sailor#sailor_id> 2 ; <sailor#fname> "Ada" ; <sailor#surname> "Brook" ; <sailor#wage> 40 .
<s/3> a <sailor> ; <sailor#sailor_id> 3 ; <sailor#fname> "Imre" ; <sailor#surname> "Quent" ; <sailor#wage> 50 .
<t/1> a <trip> ; <trip#trip_id> 1 ; <trip#port> "Sandvig" ; <trip#ref-sailor_id> <s/1> .
<t/2> a <trip> ; <trip#trip_id> 2 ; <trip#port> "Sandvig" ; <trip#ref-sailor_id> <s/2> .
<t/3> a <trip> ; <trip#trip_id> 3 ; <trip#port> "Lerno" ; <trip#ref-sailor_id> <s/2> .
<b/1> a <boat> ; <boat#knots> 12 ; <boat#berths> 4 ; <boat#boat_label> "the Gull" .
<b/2> a <boat> ; <boat#knots> 9 ; <boat#berths> 6 ; <boat#boat_label> "the Tern" .
"""
PREFIXES = (
    "PREFIX b: <http://example.org/ferry/boat#>\n"
    "PREFIX s: <http://example.org/ferry/sailor#>\nPREFIX t: <http://example.org/ferry/trip#>\n"
)


@pytest.fixture(scope="module")
def ferry(world_of_text: Callable[..., Any]) -> Any:
    return world_of_text(GRAPH)


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        (
            "Which sailors have a wage above 35?",
            "SELECT ?f ?l { ?s s:fname ?f ; s:surname ?l ; s:wage ?w FILTER(?w > 35) }",
        ),
        (
            "How many trips does each sailor have?",
            "SELECT ?f ?l (COUNT(*) AS ?n) { ?t t:ref-sailor_id ?s . ?s s:fname ?f ; s:surname ?l } GROUP BY ?s ?f ?l",
        ),
        ("What is the wage of Ada Quent?", "SELECT ?w { ?s s:fname 'Ada' ; s:surname 'Quent' ; s:wage ?w }"),
        ("How many trips did Ada Brook make?", "SELECT (COUNT(*) AS ?n) { ?t t:ref-sailor_id/s:surname 'Brook' }"),
        ("What is the surname of the sailor of trip 3?", "SELECT ?l { ?t t:trip_id 3 ; t:ref-sailor_id/s:surname ?l }"),
        ("overall average wage", "SELECT (AVG(?w) AS ?a) { ?s s:wage ?w }"),
        ("On average, how many knots do boats have?", "SELECT (AVG(?k) AS ?a) { ?b b:knots ?k }"),
        ("Which boat has the most knots?", "SELECT ('the Gull' AS ?n) {}"),
    ],
)
def test_both_parts_are_one_name(ferry: Any, question: str, gold: str) -> None:
    ferry.assert_answers(question, PREFIXES + gold)


def test_parts_of_two_names_are_not_one(ferry: Any) -> None:
    try:
        query = ferry.ask("What is the wage of Imre Brook?").query
    except NotUnderstoodError:
        return
    assert not ferry.run(query).rows
