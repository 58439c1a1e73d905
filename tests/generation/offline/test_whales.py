"""Questions about whale watching: what is told of the one with the most, units, pairs, frequencies, persons by kind."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError

HERE = Path(__file__).parent
PAIRS = tomllib.loads((HERE / "whales.toml").read_text(encoding="utf-8"))["pair"]
PREFIX = "PREFIX : <http://example.org/whales#>\n"


@pytest.fixture(scope="session")
def whales(world_of: Callable[[Path, Path], Any]) -> Any:
    """The cruises."""
    return world_of(HERE / "whales_ontology.ttl", HERE / "whales_graph.ttl")


@pytest.mark.parametrize("pair", PAIRS, ids=[p["question"] for p in PAIRS])
def test_question_is_answered(whales: Any, pair: dict[str, Any]) -> None:
    whales.assert_pair(pair, PREFIX)


@pytest.mark.parametrize(
    "question",
    [
        "Which pods have calves? Give species and hands.",
        "Which charts were praised?",
        "Which crews worked more than twice?",
    ],
)
def test_what_cannot_be_told_is_not_left_out(whales: Any, question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        whales.ask(question)
