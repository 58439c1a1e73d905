"""What is told beside what is asked for: of theirs, of each, in a year or not in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

BRIDGES = """
@prefix : <http://example.org/quarries#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:c1 a :Land ; :name "Norland" . :c2 a :Land ; :name "Sudland" .
:p1 a :Mason ; :name "Ulla Stern" ; :birthYear 1801 ; :homeLand :c2 .
:p2 a :Mason ; :name "Piet Hahn" ; :birthYear 1822 ; :homeLand :c1 .
:p3 a :Mason ; :name "Rosa Vik" ; :birthYear 1830 ; :homeLand :c2 .
:b1 a :Bridge ; :name "Otter Bridge" ; :builtBy :p1, :p3 ; :ownedBy :p2 ; :landOfBridge :c1 ; :openedIn "Mill Lane" ;
  :openingYear "1850" .
:b2 a :Bridge ; :name "Heron Bridge" ; :builtBy :p1 ; :ownedBy :p2 ; :landOfBridge :c2 ; :openingYear "1861" .
:b3 a :Bridge ; :name "Crane Bridge" ; :builtBy :p3 ; :ownedBy :p1 ; :landOfBridge :c2 ; :openedIn "Quay" ;
  :openingYear "1870" .
"""


@pytest.fixture(scope="module")
def bridges(world_of_text: Callable[..., Any]) -> Any:
    """Bridges, who built and who owns them."""
    return world_of_text(BRIDGES)


def _rows(world: Any, question: str) -> list[tuple[str, ...]]:
    return sorted(tuple(v.value.rpartition("#")[2] for v in row) for row in world.answer(question).rows)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Name the builders of Otter Bridge and their birth years.", [("p1", "1801"), ("p3", "1830")]),
        ("Give the builders of Otter Bridge along with their birth years.", [("p1", "1801"), ("p3", "1830")]),
        ("List the owners of Crane Bridge and their home land.", [("p1", "c2")]),
        (
            "Show the bridges of Sudland and the opening year of each.",
            [("b2", "1861"), ("b3", "1870")],
        ),
        ("bridges of Sudland with the builder of each of them", [("b2", "p1"), ("b3", "p3")]),
        ("bridges of Norland with their builders", [("b1", "p1"), ("b1", "p3")]),
    ],
)
def test_is_told_of_what_is_asked_for(bridges: Any, question: str, rows: list[tuple[str, ...]]) -> None:
    assert _rows(bridges, question) == rows


def test_what_is_listed_is_ordered_and_not_who_made_it(world_of_text: Callable[..., Any]) -> None:
    world = world_of_text("""
@prefix : <http://example.org/plays#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:w1 a :Writer ; :name "Ada Moor" ; :age 59 . :w2 a :Writer ; :name "Bo Lund" ; :age 80 .
:x1 a :Play ; :title "Mist" ; :writtenBy :w1, :w2 ; :premiereDate "1950-05-01"^^xsd:date .
:x2 a :Play ; :title "Frost" ; :writtenBy :w1 ; :premiereDate "1931-05-01"^^xsd:date .
:x3 a :Play ; :title "Thaw" ; :writtenBy :w2 ; :premiereDate "1920-05-01"^^xsd:date .
""")
    query = world.ask("plays written by Ada Moor, oldest first").query
    assert "ORDER BY ASC(?premiereDate)" in query
    assert [row[0].value.rpartition("#")[2] for row in world.run(query).rows] == ["x2", "x1"]


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Which bridges built by Ulla Stern were not opened in 1850?", [("b2",)]),
        ("Which bridges were not opened in 1861?", [("b1",), ("b3",)]),
        ("How many bridges were not opened in 1870?", [("2",)]),
    ],
)
def test_a_year_is_denied_and_not_that_it_was_done_at_all(
    bridges: Any, question: str, rows: list[tuple[str, ...]]
) -> None:
    """Not all bridges tell where they were opened."""
    assert _rows(bridges, question) == rows
