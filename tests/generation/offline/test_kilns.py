"""Questions about a pottery: what is said of columns and rows, verbs of the documentation, counts that are stored."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError

HERE = Path(__file__).parent
PAIRS = tomllib.loads((HERE / "kilns.toml").read_text(encoding="utf-8"))["pair"]
PREFIX = "PREFIX : <http://example.org/kilns#>\n"


@pytest.fixture(scope="session")
def kilns(world_of: Callable[[Path, Path], Any]) -> Any:
    """The pottery."""
    return world_of(HERE / "kilns_ontology.ttl", HERE / "kilns_graph.ttl")


@pytest.mark.parametrize("pair", PAIRS, ids=[p["question"] for p in PAIRS])
def test_question_is_answered(kilns: Any, pair: dict[str, Any]) -> None:
    kilns.assert_pair(pair, PREFIX)


@pytest.mark.parametrize(
    "question",
    [
        "Which firings praise a witness cone?",
        "How many pots came from each firing? Count each kiln once and return firing number and number of pots.",
        "What lining does the kiln Vesta spread on the lids?",
        "Which witness cones are watches?",
        "Which cracks have a place depth over 1?",
        "Which pots have a glaze size over 20?",
        "Is there a pot with a glaze size over 20?",
        "Which pots were not hardened in firing number 12 and were hardened in firing number 12?",
        "Pots other than",
    ],
)
def test_what_no_comment_says_is_not_understood(kilns: Any, question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        kilns.ask(question)
