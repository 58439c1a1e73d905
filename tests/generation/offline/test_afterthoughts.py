"""What is said around a question and makes it another one; days, ids, and sums that numbers are compared with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

GRAPH = """
@base <http://example.org/library/> .
<h/1> a <hall> ; <hall#hall_id> 1 ; <hall#name> "Ash" ; <hall#quarter> "North" .
<h/2> a <hall> ; <hall#hall_id> 2 ; <hall#name> "Birch" ; <hall#quarter> "North" .
<h/3> a <hall> ; <hall#hall_id> 3 ; <hall#name> "Cedar" ; <hall#quarter> "South" .
<r/1> a <reading> ; <reading#rdg_id> 11 ; <reading#held_date> "2020-03-05" ; <reading#num_seats> 40 ;
    <reading#hall_id> 1 ; <reading#ref-hall_id> <h/1> .
<r/2> a <reading> ; <reading#rdg_id> 12 ; <reading#held_date> "2020-06-15" ; <reading#num_seats> 50 ;
    <reading#hall_id> 1 ; <reading#ref-hall_id> <h/1> .
<r/3> a <reading> ; <reading#rdg_id> 13 ; <reading#held_date> "2021-01-20" ; <reading#num_seats> 60 ;
    <reading#hall_id> 2 ; <reading#ref-hall_id> <h/2> .
"""
PREFIXES = "PREFIX h: <http://example.org/library/hall#>\nPREFIX r: <http://example.org/library/reading#>\n"
PER_QUARTER = "SELECT ?q (COUNT(*) AS ?n) { ?h h:quarter ?q } GROUP BY ?q"
IDLE = "SELECT ?n { ?h h:name ?n FILTER NOT EXISTS { ?r r:ref-hall_id ?h } }"
LATE = "SELECT ?i ?s { ?r r:rdg_id ?i ; r:num_seats ?s ; r:held_date ?d FILTER(?d > '2020-05-31') }"
FULL = "SELECT ?n { ?r r:num_seats ?s ; r:ref-hall_id/h:name ?n } GROUP BY ?n HAVING(SUM(?s) > 70)"


@pytest.fixture(scope="module")
def library(world_of_text: Callable[..., Any]) -> Any:
    return world_of_text(GRAPH)


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        ("halls by quarter, count them", PER_QUARTER),
        ("Halls by quarter; just count them.", PER_QUARTER),
        ("By quarter, how many halls are there?", PER_QUARTER),
        ("By quarter, what is the number of halls?", PER_QUARTER),
        ("Is there a hall without readings? Name it.", IDLE),
        ("Are there any halls without readings? Which ones?", IDLE),
        ("Is there a hall without a reading? Which is it?", IDLE),
        ("Show the ids and num seats of the readings after 2020-05-31.", LATE),
        ("ids and num seats of the readings since 2020-06-01", LATE),
        ("num seats of the reading on 2020-06-15", "SELECT ?s { ?r r:held_date '2020-06-15' ; r:num_seats ?s }"),
        ("Which halls have more than 70 seats in total?", FULL),
        ("names of halls with more than 70 seats altogether", FULL),
        ("Among the halls with readings, which of them have more than 70 seats in all?", FULL),
        (
            "For each number of seats, show the number of seats and how many readings there are.",
            "SELECT ?s (COUNT(*) AS ?n) { ?r r:num_seats ?s } GROUP BY ?s",
        ),
    ],
)
def test_question_is_answered(library: Any, question: str, gold: str) -> None:
    library.assert_answers(question, PREFIXES + gold)


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("halls whose name begins with C", "Cedar"),
        ("Which halls have a name that starts with the letter B?", "Birch"),
        ("names of halls with a name ending in ar", "Cedar"),
        ("halls whose name starts with the letters 'As'", "Ash"),
    ],
)
def test_texts_need_no_quotes(library: Any, question: str, name: str) -> None:
    """Where a name is spoken of."""
    generation = library.ask(question)
    assert [[t.value for t in row] for row in library.run(generation.query).rows] == [[name]], generation.query
