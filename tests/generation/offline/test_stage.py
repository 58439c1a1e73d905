"""Questions that newcomers ask about plays: when they came out and where, who won, what two have in common."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError

HERE = Path(__file__).parent
PAIRS = tomllib.loads((HERE / "stage.toml").read_text(encoding="utf-8"))["pair"]
PREFIX = "PREFIX : <http://example.org/stage#>\n"


@pytest.fixture(scope="session")
def stage(world_of: Callable[[Path, Path], Any]) -> Any:
    """The plays."""
    return world_of(HERE / "stage_ontology.ttl", HERE / "stage_graph.ttl")


@pytest.mark.parametrize("pair", PAIRS, ids=[p["question"] for p in PAIRS])
def test_question_is_answered(stage: Any, pair: dict[str, str]) -> None:
    stage.assert_pair(pair, PREFIX)


@pytest.mark.parametrize(
    "question",
    [
        "Which their own staged by its stager",
        "What won the Tin Mask?",
        "How many medals are there and what are they called?",
        "Which plays were released in the country of their writer?",
        "Who has the same birthday as Eva Brandt?",
        "Which Polish people were born before 1950?",
        "Which medals are still open?",
        "Who died the youngest?",
        "Which living writers won a medal?",
        "Which people are in their nineties?",
        "Who is Bo Stork?",
        "Which plays are older than 20 years?",
        "Which mood takes most on average?",
        "Who has never worked in Norway?",
        "Show each play with its original.",
        "When did Ada Lunde make her first play?",
        "Which stagers never made a play?",
        "Who wrote their last play before 1992?",
        "Which countries have plays by different writers?",
        "Who wrote both a play and its sequel?",
        "Which stars were born for each other?",
        "Which plays got a 12?",
        "Which writers have only made farces?",
    ],
)
def test_what_may_mean_something_else_is_not_answered(stage: Any, question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        stage.ask(question)
