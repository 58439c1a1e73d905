"""How many made something is told of all who did, also where one of them is named; whom somebody made it with, not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

MURALS = """@prefix : <http://example.org/murals#> .
:p1 a :Painter ; :fullName "Ida Brandt" . :p2 a :Painter ; :fullName "Olav Reiss" .
:p3 a :Painter ; :fullName "Nora Quist" . :p4 a :Painter ; :fullName "Tom Vale" .
:m1 a :Mural ; :paintedBy :p1 . :m2 a :Mural ; :paintedBy :p1, :p2, :p3 . :m3 a :Mural ; :paintedBy :p1, :p2 .
:m4 a :Mural ; :paintedBy :p2, :p3, :p4 .
"""


@pytest.fixture(scope="module")
def murals(world_of_text: Callable[..., Any]) -> Any:
    """Murals with who painted them."""
    return world_of_text(MURALS)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which of Ida Brandt's murals has the most painters?", {"m2"}),
        ("Which murals by Ida Brandt have more than two painters?", {"m2"}),
        ("Which murals by Ida Brandt have at least 2 painters?", {"m2", "m3"}),
    ],
)
def test_all_who_made_it_are_counted(murals: Any, question: str, expected: set[str]) -> None:
    rows = murals.run(murals.ask(question).query).rows
    assert {row[0].value.rpartition("#")[2] for row in rows} == expected


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("How many painters have painted murals with Ida Brandt?", 2),
        ("With how many painters has Ida Brandt painted?", 2),
        ("How many painters has Ida Brandt painted murals with?", 2),
    ],
)
def test_nobody_makes_it_with_oneself(murals: Any, question: str, count: int) -> None:
    rows = murals.run(murals.ask(question).query).rows
    assert [int(row[0].value) for row in rows] == [count]
