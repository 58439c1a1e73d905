"""The same question put otherwise: what is counted as a noun, orders and topics first, words for none and for that."""

from __future__ import annotations

from collections.abc import Callable
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
