"""Mills: an ontology of identifiers with comments, verbs as names of properties, events with a start and an end."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError

HERE = Path(__file__).parent
PAIRS = tomllib.loads((HERE / "mills.toml").read_text(encoding="utf-8"))["pair"]
PREFIXES = """PREFIX : <http://example.org/mills#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
"""


@pytest.fixture(scope="module")
def mills(world_of: Callable[[Path | None, Path], Any]) -> Any:
    return world_of(HERE / "mills_ontology.ttl", HERE / "mills_graph.ttl")


@pytest.mark.parametrize("pair", PAIRS, ids=[p["question"] for p in PAIRS])
def test_question_is_answered(mills: Any, pair: dict[str, Any]) -> None:
    mills.assert_pair(pair, PREFIXES)


@pytest.mark.parametrize(
    "question",
    [
        # A distance from something else than its comment says.
        "Which mill is farthest from the forest?",
        # No verb of mills and amounts of overhauls.
        "Which guild caused the longest standstill?",
        # No number follows "up to".
        "Which mills walk up to the brook?",
    ],
)
def test_what_nothing_tells_is_not_guessed(mills: Any, question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        mills.ask(question)


def test_whether_somebody_is_what_a_comment_says_of_those_without_a_value(mills: Any) -> None:
    assert mills.answer("Is Ada Quern still alive?").boolean
    assert not mills.answer("Is Eli Bran still alive?").boolean
