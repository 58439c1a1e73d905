"""A zoo: events between people, animals and departments; amounts with units; labels in two languages, no domains."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError

HERE = Path(__file__).parent
PAIRS = tomllib.loads((HERE / "zoo.toml").read_text(encoding="utf-8"))["pair"]
PREFIXES = "PREFIX z: <http://example.org/zoo/v#>\nPREFIX d: <http://example.org/zoo/d/>\n"


@pytest.fixture(scope="module")
def zoo(world_of: Callable[[Path | None, Path], Any]) -> Any:
    return world_of(HERE / "zoo_ontology.ttl", HERE / "zoo_graph.ttl")


@pytest.mark.parametrize("pair", PAIRS, ids=[p["question"] for p in PAIRS])
def test_question_is_answered(zoo: Any, pair: dict[str, Any]) -> None:
    zoo.assert_pair(pair, PREFIXES)


@pytest.mark.parametrize(
    "question",
    [
        # To live in the zoo is not to be born there.
        "How many big cats live in the zoo?",
        # An employment leaves nothing.
        "Who left the Carnivore Department in 2023?",
    ],
)
def test_what_nothing_tells_is_not_guessed(zoo: Any, question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        zoo.ask(question)
