"""An operator that has nothing to act on, wherever it stands, is answered or refused, never an exception."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError

HERE = Path(__file__).parent
OPERATORS = tomllib.loads(files("nlkgq.generation.offline").joinpath("operators_en.toml").read_text(encoding="utf-8"))
PHRASES = {name: phrases.split(" | ")[0] for name, phrases in OPERATORS.items() if isinstance(phrases, str)}


@pytest.fixture(scope="module")
def kilns(world_of: Callable[[Path, Path], Any]) -> Any:
    """The pottery."""
    return world_of(HERE / "kilns_ontology.ttl", HERE / "kilns_graph.ttl")


def test_the_operators_are_read() -> None:
    assert len(PHRASES) > 40


@pytest.mark.parametrize(
    "place", ["{} pots of the kiln Vesta", "Which pots {} have a glaze?", "Which pots have a glaze {}"]
)
def test_a_lone_operator_is_no_exception(kilns: Any, place: str) -> None:
    for name, phrase in PHRASES.items():
        question = place.format(phrase)
        try:
            query = kilns.ask(question).query
        except NotUnderstoodError:
            continue
        assert kilns.run(query) is not None, (name, question)
