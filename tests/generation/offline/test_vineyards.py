"""Tables of vineyards: what a clause tells of, years in short, values behind their owner, totals told again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError

COLUMNS = {
    "estate": ("estate_id", "estate_nm", "county"),
    "plot": ("plot_id", "plot_nm", "area", "ref-estate_id"),
    "grower": ("grower_id", "grower_nm", "surname", "joined_yr", "village", "ref-estate_id"),
    "course": ("course_id", "course_nm", "ref-estate_id"),
    "course_place": ("place_id", "ref-grower_id", "ref-course_id"),
    "picking": ("picking_id", "pick_dt", "sky", "weight", "ref-plot_id", "ref-picked_by"),
    "basket": ("basket_id", "colour", "ref-sender_id", "ref-receiver_id"),
}
ROWS = {
    "estate": [(1, "Oakhanger", "Kent"), (2, "Sellack", "Devon"), (3, "Nyewood", "Kent")],
    "plot": [
        (1, "Long Row", 30, "estate 1"),
        (2, "Chalk Top", 12, "estate 1"),
        (3, "Brook End", 25, "estate 2"),
        (4, "Stone Bank", 8, "estate 3"),
    ],
    "grower": [
        (1, "Mina", "Vale", 2011, "Oakhanger", "estate 1"),
        (2, "Odo", "Birch", 2015, "Selby", "estate 2"),
        (3, "Rhea", "Stone", 2015, "Selby", "estate 1"),
        (4, "Tove", "Lund", 2019, "Kirn", "estate 3"),
    ],
    "course": [(1, "Pruning", "estate 1"), (2, "Grafting", "estate 2")],
    "course_place": [(1, "grower 1", "course 1"), (2, "grower 2", "course 2"), (3, "grower 3", "course 2")],
    "picking": [
        (1, "2021-09-01", "rainy", 40, "plot 1", "grower 1"),
        (2, "2021-09-01", "bright", 55, "plot 2", "grower 1"),
        (3, "2021-09-02", "bright", 70, "plot 3", "grower 2"),
        (4, "2021-09-03", "rainy", 20, "plot 4", "grower 4"),
        (5, "2021-09-03", "bright", 35, "plot 1", "grower 2"),
        (6, "2021-09-04", "bright", 60, "plot 3", "grower 1"),
    ],
    "basket": [
        (1, "red", "grower 1", "grower 2"),
        (2, "blue", "grower 1", "grower 3"),
        (3, "red", "grower 2", "grower 1"),
    ],
}
PREFIXES = "BASE <http://example.org/vineyards/>\n" + "".join(
    f"PREFIX {table}: <http://example.org/vineyards/{table}#>\n" for table in COLUMNS
)


@pytest.fixture(scope="module")
def vineyards(world_of_tables: Callable[..., Any]) -> Any:
    return world_of_tables("vineyards", COLUMNS, ROWS)


NOT_IN_RAIN = "SELECT (?x AS ?n) { VALUES ?x { 'Chalk Top' } }"
GRAFTING = "SELECT (?x AS ?n) { VALUES ?x { 'Rhea' } }"


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        # the plots, not other plots of their estates
        ("Show the names of the plots of estates in Kent that were never picked in rainy skies.", NOT_IN_RAIN),
        ("Which plots of estates in Kent were never picked in rainy skies?", NOT_IN_RAIN),
        (
            "names of plots of estates in Kent that were picked in rainy skies",
            "SELECT ?n { VALUES ?n { 'Long Row' 'Stone Bank' } }",
        ),
        # people took a course, whatever their estate offers
        ("names of growers of the estate Oakhanger who took Grafting", GRAFTING),
        ("names of growers of the estate Oakhanger who never took Pruning", GRAFTING),
        # what is so is one of those that were named
        (
            "ids of pickings of plots of the estate Oakhanger that were bright",
            "SELECT ?i { VALUES ?i { 2 5 } }",
        ),
        # growers live somewhere, and so are plots: the plot is denied
        ("names of growers who have no picking in Oakhanger", "SELECT ?n { VALUES ?n { 'Rhea' 'Tove' } }"),
        ("names of plots whose pickings were all bright", "SELECT ?n { VALUES ?n { 'Chalk Top' 'Brook End' } }"),
        # who picked something is not who it is told of before
        (
            "names of plots in Kent that were picked by Odo",
            "SELECT ?n { VALUES ?n { 'Long Row' } }",
        ),
    ],
)
def test_a_clause_tells_of_what_it_is_said_of(vineyards: Any, question: str, gold: str) -> None:
    vineyards.assert_pair({"question": question, "gold": gold, "ordered": "ORDER BY" in gold}, PREFIXES)


def test_of_two_things_that_a_verb_may_deny_neither_is_guessed(vineyards: Any) -> None:
    with pytest.raises(NotUnderstoodError):
        vineyards.ask("names of growers of estates in Kent that never saw Grafting")


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        (
            "How many growers joined in each year, ordered by year?",
            "SELECT ?y (COUNT(*) AS ?n) { ?g grower:joined_yr ?y } GROUP BY ?y ORDER BY ?y",
        ),
        (
            "Show the names and villages of the growers, sorted by the year they joined.",
            "SELECT ?n ?v { ?g grower:grower_nm ?n ; grower:village ?v ; grower:joined_yr ?y } ORDER BY ?y",
        ),
        ("Which year had the most growers?", "SELECT (2015 AS ?y) {}"),
        ("names of growers who never sent a basket", "SELECT ?n { VALUES ?n { 'Rhea' 'Tove' } }"),
        ("Which growers have not received any basket? List their names.", "SELECT ?n { VALUES ?n { 'Tove' } }"),
    ],
)
def test_names_in_short_are_words(vineyards: Any, question: str, gold: str) -> None:
    vineyards.assert_pair({"question": question, "gold": gold, "ordered": "ORDER BY" in gold}, PREFIXES)


MEAN = "SELECT ?n (AVG(?w) AS ?m) { ?p picking:weight ?w ; picking:ref-plot_id/plot:plot_nm ?n } GROUP BY ?n"


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        ("Which plot has the highest average picking weight?", "SELECT ('Brook End' AS ?n) {}"),
        ("What is the highest picking weight?", "SELECT (70 AS ?n) {}"),
        ("names of plots sorted by plot area", "SELECT ?n { ?p plot:plot_nm ?n ; plot:area ?a } ORDER BY ?a"),
        (
            "picking ids sorted by picking weight",
            "SELECT ?i { ?p picking:picking_id ?i ; picking:weight ?a } ORDER BY ?a",
        ),
        ("picking ids sorted by weight", "SELECT ?i { ?p picking:picking_id ?i ; picking:weight ?a } ORDER BY ?a"),
        ("On which pick date was the total weight the highest?", "SELECT ('2021-09-01' AS ?d) {}"),
        ("For which plot is the average weight the lowest?", "SELECT ('Stone Bank' AS ?d) {}"),
        ("Which plot's average weight is the lowest?", "SELECT ('Stone Bank' AS ?d) {}"),
        (
            "Which plot has the highest average weight, and what is that average?",
            "SELECT ('Brook End' AS ?n) (65 AS ?m) {}",
        ),
        ("Which plot has the highest total weight, and that total?", "SELECT ('Brook End' AS ?n) (130 AS ?m) {}"),
        (
            "Show the plots with an average weight over 50, together with that average.",
            MEAN + " HAVING (AVG(?w) > 50)",
        ),
        ("villages with more than 1 grower, together with that number", "SELECT ('Selby' AS ?v) (2 AS ?n) {}"),
        (
            "Which village has the largest number of growers and how many growers does it have?",
            "SELECT ('Selby' AS ?v) (2 AS ?n) {}",
        ),
        ("Which sky was told of the most pickings, and how many times?", "SELECT ('bright' AS ?v) (4 AS ?n) {}"),
    ],
)
def test_totals_of_each_are_extreme_and_told(vineyards: Any, question: str, gold: str) -> None:
    vineyards.assert_pair({"question": question, "gold": gold, "ordered": "ORDER BY" in gold}, PREFIXES)
