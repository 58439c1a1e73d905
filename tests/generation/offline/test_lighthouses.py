"""Ranges, texts within names, comparisons with all of some things, and who works where: over tables of lighthouses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError

COLUMNS = {
    "keeper": ("keeper_id", "keeper_name", "home_town", "birth_year", "years_served"),
    "lighthouse": ("lighthouse_id", "lighthouse_name", "region", "num_steps", "num_staff", "price"),
    "shift": ("shift_id", "ref-keeper_id", "ref-lighthouse_id", "nights"),
    "magazine": ("magazine_id", "title", "genre", "num_subscribers"),
}
ROWS = {
    "keeper": [
        (1, "Ada Quent", "Lerno", 1961, 31),
        (2, "Bo Brook", "Sandvig", 1975, 12),
        (3, "Cy Marsh", "Lerno", 1970, 16),
        (4, "Di Roth", "Orm", 1988, 4),
    ],
    "lighthouse": [
        (1, "The Needle", "North", 210, 3, 120000),
        (2, "Old Kettle", "South", 95, 5, 150000),
        (3, "Red Needle", "South", 140, 4, 260000),
        (4, "Moth", "East", 60, 2, 90000),
    ],
    "shift": [
        (1, "keeper 1", "lighthouse 1", 20),
        (2, "keeper 1", "lighthouse 2", 35),
        (3, "keeper 2", "lighthouse 2", 12),
        (4, "keeper 3", "lighthouse 3", 40),
        (5, "keeper 1", "lighthouse 3", 8),
    ],
    "magazine": [(1, "The Beam", "needle", 900), (2, "Needle Work", "craft", 1500), (3, "Fog", "craft", 400)],
}
PREFIXES = "".join(f"PREFIX {t[0]}: <http://example.org/coast/{t}#>\n" for t in COLUMNS)
NAMES = "SELECT ?n { ?x k:keeper_name ?n ; "
HOUSES = "SELECT ?n { ?x l:lighthouse_name ?n ; "
SOUTHERNERS = "SELECT ?n { ?s s:ref-lighthouse_id/l:region 'South' ; s:ref-keeper_id/k:keeper_name ?n }"
MEANS = "SELECT ?r (AVG(?p) AS ?a) { ?x l:region ?r ; l:?k ?p } GROUP BY ?r"
OF_REGIONS = "SELECT ?r (AVG(?p) AS ?a) { ?x l:region ?r ; l:price ?p } GROUP BY ?r HAVING(COUNT(*) > 1)"
TITLES = "SELECT ?n { ?x m:title ?n "


@pytest.fixture(scope="module")
def coast(world_of_tables: Callable[..., Any]) -> Any:
    return world_of_tables("coast", COLUMNS, ROWS)


SERVED = NAMES + "k:years_served ?y FILTER(?y >= 10 && ?y <= 20) }"
BORN = NAMES + "k:birth_year ?y FILTER(?y >= 1970 && ?y <= 1980) }"
STEPS = HOUSES + "l:num_steps ?y FILTER(?y >= 90 && ?y <= 150) }"
PRICED = HOUSES + "l:price ?y FILTER(?y >= 100000 && ?y <= 200000) }"


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        ("Which keepers have served 10 to 20 years?", SERVED),
        ("keepers with 10 to 20 years served", SERVED),
        ("keepers born 1970-1980", BORN),
        ("Which keepers were born in 1970 to 1980?", BORN),
        ("List the lighthouses with 90 to 150 steps.", STEPS),
        ("lighthouses of 90–150 steps", STEPS),
        ("How many lighthouses have 90-150 steps?", "SELECT (2 AS ?n) {}"),
        ("lighthouses priced at 100,000 to 200,000", PRICED),
        ("Which lighthouses have a price between 100,000 and 200,000?", PRICED),
    ],
)
def test_ranges_need_no_word_for_it(coast: Any, question: str, gold: str) -> None:
    coast.assert_answers(question, PREFIXES + gold)


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        ("Find the titles of all magazines that contain the word 'The'.", "SELECT ('The Beam' AS ?n) {}"),
        ("magazines whose title contains the word 'the'", "SELECT ('The Beam' AS ?n) {}"),
        ("lighthouses containing the word needle", HOUSES + "a ?t FILTER(CONTAINS(?n, 'Needle')) }"),
        ("lighthouses that start with the letter O", "SELECT ('Old Kettle' AS ?n) {}"),
        # also the name of a genre
        ("magazines whose title contains 'needle'", "SELECT ('Needle Work' AS ?n) {}"),
        ("titles of magazines containing 'needle'", "SELECT ('Needle Work' AS ?n) {}"),
    ],
)
def test_texts_are_looked_for_in_names(coast: Any, question: str, gold: str) -> None:
    coast.assert_answers(question, PREFIXES + gold)


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        ("Which keeper works on the most lighthouses?", "SELECT ('Ada Quent' AS ?n) {}"),
        (
            "Which keepers worked at lighthouses in the South?",
            SOUTHERNERS,
        ),
        ("Who works on more than one lighthouse?", "SELECT ('Ada Quent' AS ?n) {}"),
    ],
)
def test_who_works_is_no_number_of_staff(coast: Any, question: str, gold: str) -> None:
    coast.assert_answers(question, PREFIXES + gold)


MOST = "{ SELECT (MAX(?o) AS ?m) { ?y l:region 'South' ; l:num_steps ?o } }"
LEAST = "{ SELECT (MIN(?o) AS ?m) { ?y l:region 'South' ; l:num_steps ?o } }"
OLDEST = "{ SELECT (MIN(?o) AS ?m) { ?y k:home_town 'Lerno' ; k:birth_year ?o } }"
YOUNGEST = "{ SELECT (MAX(?o) AS ?m) { ?y k:home_town 'Lerno' ; k:birth_year ?o } }"


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        (
            "lighthouses with more steps than every lighthouse in the South",
            f"{HOUSES} l:num_steps ?y FILTER(?y > ?m) {MOST} }}",
        ),
        (
            "Which lighthouses have fewer steps than all lighthouses in the South?",
            f"{HOUSES} l:num_steps ?y FILTER(?y < ?m) {LEAST} }}",
        ),
        (
            "Which keepers are younger than all keepers from Lerno?",
            f"{NAMES} k:birth_year ?y FILTER(?y > ?m) {YOUNGEST} }}",
        ),
        ("keepers older than every keeper from Lerno", f"{NAMES} k:birth_year ?y FILTER(?y < ?m) {OLDEST} }}"),
        ("lighthouses with more steps than Red Needle", "SELECT ('The Needle' AS ?n) {}"),
        (
            "lighthouses that cost more than every lighthouse in the North",
            "SELECT ?n { VALUES ?n {'Old Kettle' 'Red Needle'} }",
        ),
    ],
)
def test_what_is_more_than_all_of_some_is_more_than_the_most(coast: Any, question: str, gold: str) -> None:
    coast.assert_answers(question, PREFIXES + gold)


def test_all_are_not_left_out(coast: Any) -> None:
    with pytest.raises(NotUnderstoodError):
        coast.ask("Which lighthouses have more shifts than all lighthouses built by Ada?")


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        ("List titles and subscriber numbers of the magazines.", TITLES + "; m:num_subscribers ?k }"),
        ("titles and subscribers of all magazines", TITLES + "; m:num_subscribers ?k }"),
        ("What is the mean number of nights per keeper?", ""),
        (
            "Give the average number of prices per region.",
            "SELECT ?r (AVG(?p) AS ?a) { ?x l:region ?r ; l:price ?p } GROUP BY ?r",
        ),
        (
            "region and mean number of staff per region",
            "SELECT ?r (AVG(?p) AS ?a) { ?x l:region ?r ; l:num_staff ?p } GROUP BY ?r",
        ),
    ],
)
def test_numbers_that_are_stored(coast: Any, question: str, gold: str) -> None:
    gold = gold.replace("SELECT ?n { ?x m", "SELECT ?n ?k { ?x m")
    gold = gold or "SELECT ?n (AVG(?k) AS ?a) { ?x s:ref-keeper_id/k:keeper_name ?n ; s:nights ?k } GROUP BY ?n"
    coast.assert_answers(question, PREFIXES + gold)


BY_STEPS = HOUSES + "l:num_steps ?y } ORDER BY DESC(?y)"


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        ("List the lighthouses, starting with the most steps.", BY_STEPS),
        ("lighthouses, most steps first", BY_STEPS),
        ("lighthouses, highest number of steps first", BY_STEPS),
        ("Show the lighthouses, beginning with the cheapest one", HOUSES + "l:price ?y } ORDER BY ?y"),
        (
            "Which regions do the lighthouses have, ordered by price?",
            "SELECT ?r { ?x l:region ?r ; l:price ?y } ORDER BY ?y",
        ),
    ],
)
def test_rows_are_told_in_their_order(coast: Any, question: str, gold: str) -> None:
    coast.assert_pair({"question": question, "gold": gold, "ordered": True}, PREFIXES)


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        ("regions with two or more lighthouses, and how expensive these are on average", OF_REGIONS),
        ("Which regions have at least two lighthouses, and how expensive are they on average?", OF_REGIONS),
        ("regions with two or more lighthouses and their average name", None),
        ("Which keepers with 12 years served were not born in 1960?", "SELECT ('Bo Brook' AS ?n) {}"),
    ],
)
def test_means_are_of_numbers(coast: Any, question: str, gold: str | None) -> None:
    if gold is None:
        with pytest.raises(NotUnderstoodError):
            coast.ask(question)
    else:
        coast.assert_answers(question, PREFIXES + gold)
