"""Rows of tables in the words of people who do not see the tables: a haulier with shops, vans, crews and loads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

BASE = "http://example.org/haulier/"
PREFIXES = f"PREFIX : <{BASE}>\n" + "".join(
    f"PREFIX {table}: <{BASE}{table}#>\n" for table in ("depot", "van", "driver", "trip")
)
COLUMNS = {
    "depot": ("depot_id", "depot_name", "town", "opened_year"),
    "van": ("van_no", "make", "colour", "built_year", "mileage", "ref-depot_id"),
    "driver": ("driver_id", "name", "town", "hourly_rate", "yrs_exp"),
    "trip": ("trip_id", "cargo", "cargo_kg", "trip_year", "outcome", "ref-van_no", "ref-driver_id"),
}
ROWS = {
    "depot": (
        (1, "North Yard", "Harle", 1990),
        (2, "Quay Shed", "Selby", 2018),
        (3, "Mill Yard", "Harle", 2005),
        (4, "Toll House", "Corve", 2011),
    ),
    "van": (
        (11, "Bran", "red", 2021, 4000, "depot 1"),
        (12, "Bran", "blue", 2012, 90000, "depot 2"),
        (13, "Tove", "red", 2015, 61000, "depot 2"),
        (14, "Tove", "white", 2009, 120000, "depot 1"),
        (15, "Osk", "blue", 2016, 52000, "depot 3"),
    ),
    "driver": (
        (21, "Ida Holm", "Harle", 19, 4),
        (22, "Per Lund", "Selby", 24, 20),
        (23, "Una Reed", "Wick", 21, 9),
        (24, "Tor Vane", "Corve", 17, 2),
    ),
    "trip": (
        (31, "oats", 900, 2020, "fail", "van 11", "driver 21"),
        (32, "oats", 400, 2021, "arrive", "van 12", "driver 21"),
        (33, "coal", 1500, 2021, "fail", "van 13", "driver 22"),
        (34, "salt", 700, 2021, "arrive", "van 14", "driver 23"),
        (35, "oats", 650, 2022, "arrive", "van 11", "driver 23"),
        (36, "salt", 300, 2022, "arrive", "van 11", "driver 24"),
    ),
}


@pytest.fixture(scope="module")
def haulier(world_of_tables: Callable[..., Any]) -> Any:
    """The haulier."""
    return world_of_tables("haulier", COLUMNS, ROWS)


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        # of the whole
        ("How many vans does the company own?", "SELECT (COUNT(?v) AS ?n) WHERE { ?v a :van }"),
        ("How many drivers work for the firm?", "SELECT (COUNT(?v) AS ?n) WHERE { ?v a :driver }"),
        ("How many depots are there in the database?", "SELECT (COUNT(?v) AS ?n) WHERE { ?v a :depot }"),
        # amounts in all
        (
            "How much cargo was moved in total in 2021?",
            "SELECT (SUM(?w) AS ?t) WHERE { ?x trip:cargo_kg ?w ; trip:trip_year 2021 }",
        ),
        (
            "How many kilograms of cargo did Ida Holm carry altogether?",
            "SELECT (SUM(?w) AS ?t) WHERE { ?x trip:cargo_kg ?w ; trip:ref-driver_id/driver:name 'Ida Holm' }",
        ),
        (
            "total kilograms of trips by Una Reed",
            "SELECT (SUM(?w) AS ?t) WHERE { ?x trip:cargo_kg ?w ; trip:ref-driver_id/driver:name 'Una Reed' }",
        ),
        # measured by its own
        (
            "What is the name of the depot with the newest van?",
            "SELECT ?n WHERE { ?v van:built_year 2021 ; van:ref-depot_id/depot:depot_name ?n }",
        ),
        ("Which van has been driven the least?", "SELECT ?n WHERE { ?v van:van_no ?n ; van:mileage 4000 }"),
        ("What is the cargo of the largest single trip?", "SELECT ?c WHERE { ?t trip:cargo ?c ; trip:cargo_kg 1500 }"),
        ("Who is the most expensive driver per hour?", "SELECT ?n WHERE { ?d driver:name ?n ; driver:hourly_rate 24 }"),
        # what happened, where a state is stored
        (
            "How many trips failed in 2021?",
            "SELECT (COUNT(?t) AS ?n) WHERE { ?t trip:outcome 'fail' ; trip:trip_year 2021 }",
        ),
        (
            "Give the names of drivers whose trips have arrived.",
            "SELECT DISTINCT ?n WHERE { ?t trip:outcome 'arrive' ; trip:ref-driver_id/driver:name ?n }",
        ),
        # values that two kinds have
        (
            "Which towns have both a depot and a driver?",
            "SELECT DISTINCT ?t WHERE { ?d depot:town ?t . ?e driver:town ?t }",
        ),
        (
            "In which towns do drivers live but there is no depot?",
            "SELECT DISTINCT ?t WHERE { ?e driver:town ?t FILTER NOT EXISTS { ?d depot:town ?t } }",
        ),
        (
            "List the towns that have drivers but no depot.",
            "SELECT DISTINCT ?t WHERE { ?e driver:town ?t FILTER NOT EXISTS { ?d depot:town ?t } }",
        ),
        # values that nothing has together
        (
            "Which makes have no red van?",
            "SELECT DISTINCT ?m WHERE { ?v van:make ?m MINUS { ?w van:make ?m ; van:colour 'red' } }",
        ),
        (
            "What are the makes that were never built in 2015?",
            "SELECT DISTINCT ?m WHERE { ?v van:make ?m MINUS { ?w van:make ?m ; van:built_year 2015 } }",
        ),
        (
            "What are the makes of vans that are not red?",
            "SELECT ?m WHERE { ?v van:make ?m ; van:colour ?c FILTER(?c != 'red') }",
        ),
        (
            "Which makes are found in red vans as well as in blue vans?",
            "SELECT DISTINCT ?m WHERE { ?v van:make ?m ; van:colour 'red' . ?w van:make ?m ; van:colour 'blue' }",
        ),
        # said afterwards
        (
            "How many vans does each depot have? Only show depots with more than 1 van.",
            "SELECT ?n (COUNT(?v) AS ?c) WHERE { ?v van:ref-depot_id ?d . ?d depot:depot_name ?n } GROUP BY ?d ?n "
            "HAVING (COUNT(?v) > 1)",
        ),
        (
            "For each colour, what is the average mileage of the vans? Keep only colours whose average is over 60000.",
            "SELECT ?c (AVG(?m) AS ?a) WHERE { ?v van:colour ?c ; van:mileage ?m } GROUP BY ?c "
            "HAVING (AVG(?m) > 60000)",
        ),
        (
            "Which drivers took oats in 2020? Give their names.",
            "SELECT ?n WHERE { ?t trip:cargo 'oats' ; trip:trip_year 2020 ; trip:ref-driver_id/driver:name ?n }",
        ),
        # measures by verbs and units
        (
            "Who earns more per hour than Una Reed?",
            "SELECT ?n WHERE { ?d driver:name ?n ; driver:hourly_rate ?r FILTER(?r > 21) }",
        ),
        ("Which cargo was moved the most times?", "SELECT ?c WHERE { VALUES ?c { 'oats' } }"),
        (
            "What are the two oldest vans? Give make and mileage.",
            "SELECT ?m ?k WHERE { VALUES ?y { 2009 2012 } ?v van:built_year ?y ; van:make ?m ; van:mileage ?k }",
        ),
        (
            "What is the difference in mileage between the oldest and the newest van?",
            "SELECT (116000 AS ?d) {}",
        ),
        (
            "What is the difference between the maximum and the minimum hourly rate?",
            "SELECT (7 AS ?d) {}",
        ),
        (
            "Which drivers have driven at least two different vans?",
            "SELECT ?n WHERE { ?t trip:ref-driver_id ?d ; trip:ref-van_no ?v . ?d driver:name ?n } GROUP BY ?d ?n "
            "HAVING (COUNT(DISTINCT ?v) > 1)",
        ),
        (
            "Tell me the colour kinds and how many vans have each.",
            "SELECT ?c (COUNT(?v) AS ?n) WHERE { ?v van:colour ?c } GROUP BY ?c",
        ),
        (
            "For each depot, give the number of vans, including those without any.",
            "SELECT ?n (COUNT(?v) AS ?c) WHERE { ?d depot:depot_name ?n OPTIONAL { ?v van:ref-depot_id ?d } } "
            "GROUP BY ?d ?n",
        ),
        (
            "What is the average opening year of depots that have at least one van?",
            "SELECT (AVG(?y) AS ?a) WHERE { ?d depot:opened_year ?y FILTER EXISTS { ?v van:ref-depot_id ?d } }",
        ),
        (
            "How many trips were taken by each driver? Include their town.",
            "SELECT (COUNT(?t) AS ?c) ?w WHERE { ?t trip:ref-driver_id ?d . ?d driver:town ?w } GROUP BY ?d ?w",
        ),
        (
            "Find the name of the driver with the most years of experience.",
            "SELECT ?n WHERE { ?d driver:name ?n ; driver:yrs_exp 20 }",
        ),
        # keys
        ("Show the numbers of vans that are blue.", "SELECT ?n WHERE { ?v van:van_no ?n ; van:colour 'blue' }"),
        (
            "Which drivers had a trip in 2021 but none in 2022? Give their names.",
            "SELECT ?n WHERE { ?d driver:name ?n FILTER EXISTS { ?t trip:ref-driver_id ?d ; trip:trip_year 2021 } "
            "MINUS { ?u trip:ref-driver_id ?d ; trip:trip_year 2022 } }",
        ),
    ],
)
def test_question_is_answered(haulier: Any, question: str, gold: str) -> None:
    assert haulier.run(PREFIXES + gold).rows
    haulier.assert_answers(question, PREFIXES + gold)


@pytest.mark.parametrize(
    "question",
    [
        "Sort the cargos by how many trips have them, from the rarest to the most frequent.",
        "List the cargos from the least common to the most common.",
    ],
)
def test_what_is_counted_orders_from_one_end_to_the_other(haulier: Any, question: str) -> None:
    assert "ORDER BY ASC(COUNT(" in haulier.ask(question).query
