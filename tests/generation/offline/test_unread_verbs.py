"""Everyday verbs that no term is called by: they may only say that the things beside them belong together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError
from nlkgq.generation.offline.tokens import tokenize
from nlkgq.generation.offline.verb_forms import verb_forms
from nlkgq.generation.offline.verbs import is_used_as_verb


@pytest.fixture(scope="module")
def depots(world_of_tables: Callable[..., Any]) -> Any:
    """Depots and their drivers."""
    return world_of_tables(
        "depots",
        {
            "depot": ("depot_id", "name", "num_of_staff", "built_in"),
            "driver": ("driver_id", "name", "age", "shift", "ref-depot_id"),
        },
        {
            "depot": [(1, "North", 12, "Fell"), (2, "Quay", 40, "Moor"), (3, "Mill", 7, "Moor")],
            "driver": [
                (1, "Ola", 31, "night", "depot 1"),
                (2, "Pim", 45, "day", "depot 2"),
                (3, "Rue", 28, "night", "depot 2"),
            ],
        },
    )


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which depot employs the most staff?", ["Quay"]),
        ("Which shift does Ola prefer?", ["night"]),
        ("names of the drivers that tolerate the night shift", ["Ola", "Rue"]),
        ("What shift does driver Pim like?", ["day"]),
        ("names of depots that entrust drivers of the day shift", ["Quay"]),
        ("Which depots welcomed the driver Rue? Names only", ["Quay"]),
    ],
)
def test_a_verb_joins_what_stands_beside_it(depots: Any, question: str, answer: list[str]) -> None:
    generation = depots.ask(question)
    assert sorted(row[0].value for row in depots.run(generation.query).rows) == answer
    assert generation.confidence < 0.85
    assert any("belong together" in note for note in generation.notes)


@pytest.mark.parametrize(
    "question",
    [
        "Which drivers resigned?",
        "Which depots hate drivers of the night shift?",
        "names of drivers who left their depot",
        "Which drivers refuse the night shift?",
        "How many retired drivers are there?",
        "the admired depots",
        "the top rated drivers of depot Quay",
        "names of the trusted drivers of the night shift",
        "Which depots were painted in Moor?",
        "names of the drivers retired",
        "names of the joyous drivers of depot Quay",
        "Which drivers of the display?",
    ],
)
def test_what_tells_which_of_them_is_not_left_out(depots: Any, question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        depots.ask(question)


@pytest.mark.parametrize(
    ("text", "word", "used"),
    [
        ("Which shift does Ola prefer?", "prefer", True),
        ("drivers who contribute to routes", "contribute", True),
        ("the routes brought by Ola", "brought", True),
        ("on display in the depot", "display", False),
        ("How many orders has Ola?", "orders", False),
        ("the lead of the crew", "lead", False),
        ("Which Reading depots are there?", "Reading", False),
    ],
)
def test_a_verb_is_told_by_its_place(text: str, word: str, used: bool) -> None:
    tokens = tokenize(text)
    place = next(n for n, token in enumerate(tokens) if token.text == word)
    assert is_used_as_verb(place, tokens) is used


def test_forms_of_verbs_are_spelt_right() -> None:
    forms = verb_forms()
    assert {"participle"} <= forms["submitted"]
    assert "submited" not in forms
    assert forms["lying"] == {"gerund"}
    assert forms["seeing"] == {"gerund"}
    assert forms["studied"] == {"past", "participle"}
    assert forms["teaches"] == {"third"}
    assert forms["visited"]
    assert forms["preferring"]
    assert "visitted" not in forms
    assert "makeing" not in forms


@pytest.mark.parametrize(
    "question",
    ["Which yard employs the most people?", "Which ships does the yard of Velmora teach?", "Which yard paid ships?"],
)
def test_where_relations_have_names_a_verb_is_another_one(harbour: Any, question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        harbour.ask(question)
