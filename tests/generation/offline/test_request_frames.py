"""What people say around a question, of what they take first, and of the look of the answer: done or dropped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError

COLUMNS = {
    "bakery": ("bakery_id", "name", "town", "opened", "ovens"),
    "loaf": ("loaf_id", "title", "weight", "flour", "ref-bakery_id"),
}
ROWS = {
    "bakery": [
        (1, "Crumb", "Aldmoor", 1990, 3),
        (2, "Rise", "Aldmoor", 2004, 5),
        (3, "Hearth", "Brix", 2011, 2),
        (4, "Quern", "Brix", 2015, 8),
        (5, "Stale", "Cold End", 2018, 1),
    ],
    "loaf": [
        (11, "Longbread", 900, "rye", "bakery 1"),
        (12, "Cobble", 500, "wheat", "bakery 1"),
        (13, "Milkloaf", 400, "wheat", "bakery 2"),
        (14, "Brick", 1200, "rye", "bakery 3"),
        (15, "Feather", 250, "spelt", "bakery 4"),
    ],
}
PREFIXES = "PREFIX b: <http://example.org/bakeries/bakery#>\nPREFIX l: <http://example.org/bakeries/loaf#>\n"
HOW_MANY = "SELECT (COUNT(*) AS ?c) { ?x b:name ?n }"
PER_TOWN = "SELECT ?t (COUNT(*) AS ?c) { ?x b:town ?t } GROUP BY ?t"
OVENS_PER_TOWN = "SELECT ?t (AVG(?o) AS ?a) { ?x b:town ?t ; b:ovens ?o } GROUP BY ?t"
NAMES_IN_BRIX = "SELECT ?n { ?x b:town 'Brix' ; b:name ?n }"
NAMES_AND_OVENS = "SELECT ?n ?o { ?x b:name ?n ; b:ovens ?o }"
MOST_OVENS = "SELECT ?n ?t { ?x b:name ?n ; b:town ?t ; b:ovens 8 }"
OLD_OVENS = "SELECT (AVG(?o) AS ?a) { ?x b:opened ?y ; b:ovens ?o FILTER(?y < 2010) }"
RYE = "SELECT ?n { ?l l:flour 'rye' ; l:ref-bakery_id/b:name ?n }"
IDLE = "SELECT ?n { ?x b:name ?n FILTER NOT EXISTS { ?l l:ref-bakery_id ?x } }"
LOAVES = "SELECT ?n ?t (COUNT(*) AS ?c) { ?l l:ref-bakery_id ?x . ?x b:name ?n ; b:town ?t } GROUP BY ?n ?t"
BOUNDS = "SELECT (MAX(?o) AS ?a) (MIN(?o) AS ?b) { ?x b:ovens ?o }"
TOP_PER_TOWN = "SELECT ?t (MAX(?o) AS ?a) { ?x b:town ?t ; b:ovens ?o } GROUP BY ?t"
TOWNS = "SELECT (COUNT(DISTINCT ?t) AS ?c) { ?x b:town ?t }"
HEARTH = "SELECT ?n ?f { ?l l:title ?n ; l:flour ?f ; l:ref-bakery_id/b:name 'Hearth' }"
BY_OVENS = f"{NAMES_AND_OVENS} ORDER BY DESC(?o)"


@pytest.fixture(scope="module")
def bakeries(world_of_tables: Callable[..., Any]) -> Any:
    """Bakeries and their loaves."""
    return world_of_tables("bakeries", COLUMNS, ROWS)


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        ("Need the bakery total please.", HOW_MANY),
        ("What's our headcount of bakeries?", HOW_MANY),
        ("Hi, could you work out how many bakeries we have?", HOW_MANY),
        ("What I want to know is how many bakeries there are.", HOW_MANY),
        ("We'd like a tally of all bakeries, thanks.", HOW_MANY),
        ("Count our bakeries.", HOW_MANY),
        ("I'm after the names of the bakeries in Brix.", NAMES_IN_BRIX),
        ("Looking for the bakeries in Brix. I only need their names.", NAMES_IN_BRIX),
        ("If a bakery is in Brix, I want that bakery's name.", NAMES_IN_BRIX),
        ("Take the bakeries in Brix and tell me what they are called.", NAMES_IN_BRIX),
        ("I want the bakeries in Brix, names only.", NAMES_IN_BRIX),
        ("Which bakeries are in Brix? Names will do.", NAMES_IN_BRIX),
        ("Break the bakeries down by town and tell me how many each has.", PER_TOWN),
        ("Can you split the bakeries by town and say how many there are in each?", PER_TOWN),
        ("Give me a breakdown of the bakeries by town.", PER_TOWN),
        ("Group the bakeries by town. How many are in each?", PER_TOWN),
        ("Bakery count, broken down by town", PER_TOWN),
        ("I'd like the bakeries grouped by town, with a count for each town.", PER_TOWN),
        ("Group the bakeries by town and work out the average ovens in each.", OVENS_PER_TOWN),
        ("Average ovens of the bakeries, split by town", OVENS_PER_TOWN),
        ("Put each bakery's name beside its ovens.", NAMES_AND_OVENS),
        ("Pair each bakery's name with its ovens.", NAMES_AND_OVENS),
        ("For every bakery I need two things: what it is called and its ovens.", NAMES_AND_OVENS),
        ("Could you give me a table of the bakeries (name, ovens)?", NAMES_AND_OVENS),
        ("List every bakery by name with its ovens next to it.", NAMES_AND_OVENS),
        ("Which bakery has the most ovens? What's it called, and what is its town?", MOST_OVENS),
        ("Take the bakery with the most ovens: what are its name and town?", MOST_OVENS),
        ("Looking for the bakery with the most ovens. Please return its name and its town.", MOST_OVENS),
        ("Take the bakeries that opened before 2010: how many ovens do they have on average?", OLD_OVENS),
        ("Considering only bakeries that opened before 2010, what is the average number of ovens?", OLD_OVENS),
        ("If a bakery made a loaf whose flour is rye, I need its name.", RYE),
        ("For every bakery I need three things: what it is called, its town, and how many loaves it has.", LOAVES),
        ("For all bakeries, give the largest ovens and the smallest ovens.", BOUNDS),
        ("For each town, show the highest ovens followed by the town.", TOP_PER_TOWN),
        ("In how many towns are our bakeries, counting each one once?", TOWNS),
        (
            "List the bakeries with the town each of them is in next to the name.",
            "SELECT ?n ?t { ?x b:name ?n; b:town ?t }",
        ),
        ("Which loaf does Hearth make, and what is its flour? I need the title and the flour.", HEARTH),
        ("Name of whichever bakery has the most ovens", "SELECT ?n { ?x b:name ?n ; b:ovens 8 }"),
        ("I want to know two things about the bakery with the most ovens: name and town.", MOST_OVENS),
        ("Which bakery has the most ovens? Also give the town.", MOST_OVENS),
        ("There is one bakery with the most ovens. What is that bakery's name and town?", MOST_OVENS),
        ("My boss wants the name and the town of the bakery with the most ovens.", MOST_OVENS),
        ("Town by town, how many bakeries are there?", PER_TOWN),
        ("Bakeries per town: give me the count.", PER_TOWN),
        ("How do the bakeries split by town? Give a count for each.", PER_TOWN),
        ("If you add up the ovens of all bakeries, what do you get?", "SELECT (SUM(?o) AS ?s) { ?x b:ovens ?o }"),
        ("Bakeries: average and maximum ovens?", "SELECT (AVG(?o) AS ?a) (MAX(?o) AS ?b) { ?x b:ovens ?o }"),
        ("In total, how many bakeries do we have on file?", HOW_MANY),
        ("Find the bakeries in Brix, then give me their names.", NAMES_IN_BRIX),
        ("Do you know the town of Quern?", "SELECT ?t { ?x b:name 'Quern' ; b:town ?t }"),
        ("Are there bakeries without loaves? Tell me which ones.", IDLE),
        ("Is there any bakery without a loaf? What's it called?", IDLE),
    ],
)
def test_frame_is_carried_out_or_dropped(bakeries: Any, question: str, gold: str) -> None:
    bakeries.assert_answers(question, PREFIXES + gold)


@pytest.mark.parametrize(
    "question",
    [
        "I want a table of every bakery (name, ovens) with the most ovens on top.",
        "I'd like each bakery's name next to its ovens, most ovens first.",
    ],
)
def test_what_is_on_top_comes_first(bakeries: Any, question: str) -> None:
    query = bakeries.ask(question).query
    assert bakeries.run(PREFIXES + BY_OVENS).rows == bakeries.run(query).rows, query


@pytest.mark.parametrize(
    "question",
    [
        "Take the bakeries in Brix and what about the weather?",
        "If a bakery is in Brix, who baked the first cake?",
        "What do I need?",
    ],
)
def test_what_follows_a_frame_is_not_guessed(bakeries: Any, question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        bakeries.ask(question)
