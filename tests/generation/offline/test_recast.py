"""The same question put otherwise: what is counted as a noun, orders and topics first, words for none and for that."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nlkgq.results.comparison import same_answer

COLUMNS = {
    "potter": ("potter_id", "name", "age", "town"),
    "vase": ("vase_id", "title", "height", "handle_count", "ref-potter_id"),
    "sponsor": ("sponsor_id", "ref-potter_id", "amount"),
}
ROWS: dict[str, list[tuple[object, ...]]] = {
    "potter": [(1, "Ulla", 61, "Linz"), (2, "Bert", 34, "Graz"), (3, "Yves", 47, "Linz"), (4, "Cleo", 34, "Wels")],
    "vase": [
        (11, "Tall Blue", 40, 3, "potter 1"),
        (12, "Small Owl", 12, 0, "potter 1"),
        (13, "Urn", 55, 2, "potter 3"),
    ],
    "sponsor": [(21, "potter 1", 500), (22, "potter 2", 700), (23, "potter 2", 100)],
}
PREFIXES = "".join(f"PREFIX {t}: <http://example.org/pottery/{t}#>\n" for t in COLUMNS)
PER_TOWN = "SELECT ?t (COUNT(*) AS ?n) { ?p potter:town ?t } GROUP BY ?t"
PER_POTTER = "SELECT ?n (COUNT(*) AS ?c) { ?v vase:ref-potter_id/potter:name ?n } GROUP BY ?n"
NAMES = "SELECT ?n { ?p potter:name ?n ; potter:age ?a }"
NONE = "SELECT ?n { ?p potter:name ?n FILTER NOT EXISTS { ?v vase:ref-potter_id ?p } }"
NO_SPONSOR = "SELECT ?n { ?p potter:name ?n FILTER NOT EXISTS { ?s sponsor:ref-potter_id ?p } }"
IDS = NONE.replace("?n {", "?i {").replace("potter:name ?n", "potter:potter_id ?i")


@pytest.fixture(scope="module")
def pottery(world_of_tables: Callable[..., Any]) -> Any:
    return world_of_tables("pottery", COLUMNS, ROWS)


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        # How many there are, as a noun
        ("potter count per town", PER_TOWN),
        ("Potter counts by town", PER_TOWN),
        ("Vase count for each potter, by name", PER_POTTER),
        ("What is the headcount of potters?", "SELECT (COUNT(*) AS ?n) { ?p potter:name ?x }"),
        ("the overall number of vases", "SELECT (COUNT(*) AS ?n) { ?v vase:title ?x }"),
        ("town with the highest potter count", "SELECT ('Linz' AS ?t) {}"),
        ("Which town has the most potters, and what is that number?", "SELECT ('Linz' AS ?t) (2 AS ?n) {}"),
        ("Show the town with the most potters and that count.", "SELECT ('Linz' AS ?t) (2 AS ?n) {}"),
        ("What is the handle count of Urn?", "SELECT (2 AS ?n) {}"),
        (
            "Which town has the largest number of potters, and what is that number?",
            "SELECT ('Linz' AS ?t) (2 AS ?n) {}",
        ),
        ("How many towns do the potters have, counting each one once?", "SELECT (3 AS ?n) {}"),
        # A number belongs to the value before it
        (
            "vases with a handle count of 2 or lower",
            "SELECT ?t { ?v vase:title ?t ; vase:handle_count ?c FILTER(?c <= 2) }",
        ),
        # Several of one value, one of two
        (
            "What are the mean age, the lowest age and the highest age of the potters?",
            "SELECT (44 AS ?a) (34 AS ?b) (61 AS ?c) {}",
        ),
        (
            "the smallest height and the largest height of the vases of each potter",
            """SELECT ?n (MIN(?h) AS ?a) (MAX(?h) AS ?b) { ?v vase:height ?h ; vase:ref-potter_id/potter:name ?n }
            GROUP BY ?n""",
        ),
        ("Of Ulla and Bert, which potter has the lower age?", "SELECT ('Bert' AS ?n) {}"),
        ("Of Ulla and Yves, who is younger?", "SELECT ('Yves' AS ?n) {}"),
        # None
        ("potters who don't have even one vase", NONE),
        ("Which potters are without a single vase?", NONE),
        ("Vaseless potters: what are their names?", NONE),
        ("List sponsorless potters.", NO_SPONSOR),
        ("Which potters are without a single vase? Give their ids.", IDS),
        ("Is there a potter without vases? What is he called?", NONE),
        # That, each one
        ("Name Yves's town.", "SELECT ('Linz' AS ?t) {}"),
        ("A potter called Yves made a vase. What is that vase's title?", "SELECT ('Urn' AS ?t) {}"),
        ("For the potter who made the vase Urn, what is his town?", "SELECT ('Linz' AS ?t) {}"),
        (
            "Potters without a vase: what is each one's town and age?",
            NONE.replace("?n {", "?t ?a {").replace("potter:name ?n", "potter:town ?t ; potter:age ?a"),
        ),
        ("Name of whichever potter has the highest age", "SELECT ('Ulla' AS ?n) {}"),
        (
            "Considering only potters from Linz, how old are they on average?",
            "SELECT (54 AS ?a) {}",
        ),
    ],
)
def test_question_is_answered(pottery: Any, question: str, gold: str) -> None:
    pottery.assert_answers(question, PREFIXES + gold)


@pytest.mark.parametrize(
    ("question", "key"),
    [
        ("Youngest to oldest, list the names of the potters.", "?a"),
        ("From the oldest to the youngest, who are the potters?", "DESC(?a)"),
        ("Oldest first, list the names of the potters.", "DESC(?a)"),
        ("Give the names of the potters sorted by age, highest first.", "DESC(?a)"),
        ("Rank the potters by age, from most to least, and give their names.", "DESC(?a)"),
        ("List the names of the potters from Z to A.", "DESC(?n)"),
        ("List the names and ages of the potters in reverse alphabetical order.", "DESC(?n)"),
    ],
)
def test_order_may_stand_first(pottery: Any, question: str, key: str) -> None:
    """And run backwards through the alphabet."""
    result = pottery.run(pottery.ask(question).query)
    wanted = NAMES.replace("?n {", "?n ?a {") if "ages" in question else NAMES
    gold = pottery.run(f"{PREFIXES}{wanted} ORDER BY {key}")
    assert same_answer(result, gold)
    ages = {n: a for _, n, a, _ in ROWS["potter"]}
    told = [row[0].value for row in result.rows]
    told = [ages[n] for n in told] if "?a" in key else told
    assert told == sorted(told, reverse="DESC" in key), told


BOATS = """
@prefix : <http://example.org/hire#> .
:b1 a :Boat ; :name "Wren" ; :price [ a :Price ; :amount 40 ; :currency "EUR" ] .
:b2 a :Boat ; :name "Teal" ; :price [ a :Price ; :amount 75 ; :currency "EUR" ] .
:b3 a :Boat ; :name "Coot" ; :price [ a :Price ; :amount 20 ; :currency "EUR" ] .
"""


@pytest.mark.parametrize(
    ("question", "boat"),
    [
        ("Which boat costs the most?", "b2"),
        ("Out of all our boats, which costs the least?", "b3"),
        ("the boat that costs the most", "b2"),
    ],
)
def test_price_may_be_a_thing(world_of: Callable[..., Any], tmp_path: Path, question: str, boat: str) -> None:
    """What costs the most has the highest amount, not the most prices."""
    path = tmp_path / "graph.ttl"
    path.write_text(BOATS, encoding="utf-8")
    world_of(None, path).assert_answers(question, f"SELECT (<http://example.org/hire#{boat}> AS ?b) {{}}")
