"""Tables of a regatta: whose name and number something is, deeds of which one is denied, values that go together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError

COLUMNS = {
    "boat": ("boat_id", "boat_nm", "built_yr", "sail_area"),
    "sailor": ("sailor_id", "first_name", "last_name", "home", "num_cups"),
    "race": ("race_id", "season", "race_yr", "sky", "mark"),
    "entry": ("entry_id", "place", "ref-boat_id", "ref-race_id", "ref-helm_id", "ref-crew_id"),
    "prize": ("prize_id", "prize", "ref-race_id"),
    "buoy": ("buoy_id", "colour", "ref-race_id"),
}
ROWS = {
    "boat": [(1, "Tern", 2021, 20), (2, "Smew", 2019, 35), (3, "Knot", 2022, 12)],
    "sailor": [
        (1, "Ana", "Holt", "Looe", 5),
        (2, "Ben", "Ruck", "Looe", 1),
        (3, "Cal", "Dunn", "Fowey", 6),
    ],
    "race": [
        (11, "Spring", 2021, "grey", "buoy"),
        (12, "Spring", 2022, "clear", "rock"),
        (13, "Autumn", 2022, "grey", "buoy"),
    ],
    "entry": [
        (21, 1, "boat 1", "race 12", "sailor 1", "sailor 2"),
        (22, 2, "boat 2", "race 11", "sailor 1", "sailor 3"),
        (23, 1, "boat 3", "race 11", "sailor 3", "sailor 2"),
        (24, 3, "boat 3", "race 13", "sailor 3", "sailor 1"),
    ],
    "prize": [(31, "cup", "race 11"), (32, "plate", "race 11"), (33, "cup", "race 13")],
    "buoy": [(41, "red", "race 12"), (42, "blue", "race 11")],
}
PREFIXES = "BASE <http://example.org/regatta/>\n" + "".join(
    f"PREFIX {table}: <http://example.org/regatta/{table}#>\n" for table in COLUMNS
)


@pytest.fixture(scope="module")
def regatta(world_of_tables: Callable[..., Any]) -> Any:
    return world_of_tables("regatta", COLUMNS, ROWS)


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        (
            "Which sailors were the crew of an entry but never the helm of one?",
            "SELECT ?f ?l { VALUES (?f ?l) { ('Ben' 'Ruck') ('Ben' 'Ruck') } }",
        ),
        ("Which boats had an entry in Spring 2021?", "SELECT ?n { VALUES ?n { 'Smew' 'Knot' } }"),
        ("Which boats had an entry in Spring 2021 but not in Autumn 2022?", "SELECT ('Smew' AS ?n) {}"),
        (
            "For each season, count the prizes.",
            "SELECT ?m (COUNT(*) AS ?n) { ?p prize:ref-race_id/race:season ?m } GROUP BY ?m",
        ),
        ("How many races are there whose mark was a buoy?", "SELECT (2 AS ?n) {}"),
        ("How many races are there whose mark is not a buoy?", "SELECT (1 AS ?n) {}"),
        (
            "homes whose average num_cups is over 3",
            "SELECT ?h { ?s sailor:home ?h ; sailor:num_cups ?c } GROUP BY ?h HAVING (AVG(?c) > 3)",
        ),
        ("the sail areas of the largest and the smallest boat", "SELECT (35 AS ?a) (12 AS ?b) {}"),
        ("race ids among those whose sky was grey", "SELECT ?i { VALUES ?i { 11 13 } }"),
        (
            "names of boats whose sail area is above the average sail area of boats built after 2020",
            "SELECT ?n { VALUES ?n { 'Tern' 'Smew' } }",
        ),
    ],
)
def test_what_goes_together(regatta: Any, question: str, gold: str) -> None:
    regatta.assert_pair({"question": question, "gold": gold}, PREFIXES)


@pytest.mark.parametrize(
    "question",
    [
        "names of the races",  # boats have names, and several of them were in a race
        "What is the sky of race 2?",  # a boat has this number
    ],
)
def test_what_others_are_called_is_not_told(regatta: Any, question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        regatta.ask(question)
