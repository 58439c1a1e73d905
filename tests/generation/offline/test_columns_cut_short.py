"""Columns whose names are cut short: by general lists, by their beginning, by the units that end them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError


@pytest.fixture(scope="module")
def walks(world_of_tables: Callable[..., Any]) -> Any:
    """Audio walks through towns, cut into stops."""
    return world_of_tables(
        "walks",
        {
            "walk": ("walk_id", "title", "lang", "dl_cnt", "estab_yr", "fee_usd"),
            "stop": ("stop_id", "desig", "dur_min", "play_sec", "ref-walk_id"),
        },
        {
            "walk": [(1, "Old Port", "Welsh", 90, 2011, 4), (2, "Mill Lane", "Dutch", 310, 2016, 9)],
            "stop": [
                (1, "P-1", 4, 200, "walk 1"),
                (2, "P-2", 11, 640, "walk 1"),
                (3, "M-1", 7, 410, "walk 2"),
            ],
        },
    )


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the designation of the stop with the longest duration?", ["P-2"]),
        ("designations of the stops of Mill Lane", ["M-1"]),
        ("Which walk has the highest download count? Show its title.", ["Mill Lane"]),
        ("titles of walks with more than 100 downloads", ["Mill Lane"]),
        ("What is the playing time of stop M-1?", ["410"]),
        ("In which language is Old Port?", ["Welsh"]),
        ("What is the average duration of the stops in minutes?", ["7.333333333333333333"]),
        ("titles of the walks established after 2012", ["Mill Lane"]),
        ("What is the fee of Mill Lane in US dollars?", ["9"]),
    ],
)
def test_a_name_cut_short_is_written_out(walks: Any, question: str, answer: list[str]) -> None:
    assert [row[0].value for row in walks.answer(question).rows] == answer


@pytest.mark.parametrize(
    "question", ["What is the desire of stop M-1?", "languor of the walks", "stopwatches of Old Port"]
)
def test_another_word_that_begins_alike_is_none(walks: Any, question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        walks.ask(question)


def test_a_short_form_of_english_is_no_german_word(walks: Any) -> None:
    # `lang` is a language, "longest" is "am längsten"
    with pytest.raises(NotUnderstoodError) as caught:
        walks.ask("Which is the longest walk?")
    assert not any("lang" in choice for choice in caught.value.choices)
