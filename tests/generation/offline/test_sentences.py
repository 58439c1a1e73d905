"""Questions with sentences beside them: what is kept, left out, only said; values that may be missing."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError
from nlkgq.generation.offline.sentences import split_request
from nlkgq.generation.offline.tokens import tokenize

HERE = Path(__file__).parent
PAIRS = tomllib.loads((HERE / "hives.toml").read_text(encoding="utf-8"))["pair"]
PREFIX = "PREFIX : <http://example.org/hives#>\nPREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>\n"


@pytest.fixture(scope="session")
def hives(world_of: Callable[[Path, Path], Any]) -> Any:
    """The hives."""
    return world_of(HERE / "hives_ontology.ttl", HERE / "hives_graph.ttl")


@pytest.mark.parametrize("pair", PAIRS, ids=[p["question"] for p in PAIRS])
def test_question_is_answered(hives: Any, pair: dict[str, str]) -> None:
    hives.assert_pair(pair, PREFIX)


@pytest.mark.parametrize(
    "question",
    [
        "How many hives does each apiary have? Leave out the red ones. Return title and number of hives.",
        "How many hives does each apiary have? Count a hive only if it was moved. Return title and number of hives.",
        "How many hives does each apiary have? Divide by ten. Return title and number of hives.",
        "How many hives are red? Keep hives without inspections.",
    ],
)
def test_what_would_change_the_answer_and_is_not_understood_is_not_passed_over(hives: Any, question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        hives.ask(question)


def test_a_sentence_that_is_only_told_makes_less_sure(hives: Any) -> None:
    question = "How many inspections were there for each colour?"
    plain = hives.ask(f"{question} Return colour and number of inspections.")
    told = hives.ask(
        f"{question} Inspections count for the colour of the hive. Return colour and number of inspections."
    )
    assert told.confidence < plain.confidence
    assert told.query == plain.query


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Which films were shot in St. Ives? Return title.", []),
        ("Who is it? Name and age.", []),
        ("I like films. Which is the longest?", []),
        ("Which films are long? Return title. Leave out films without a year; keep those without a rating.", 2 * [1]),
        ("How many are there? Each name once.", []),
    ],
)
def test_sentences_are_told_apart(text: str, kinds: list[int]) -> None:
    _, request = split_request(tokenize(text))
    assert len(request.remarks if request is not None else ()) == len(kinds)


def test_a_share_that_something_else_is_found_by_is_not_told(hives: Any) -> None:
    with pytest.raises(NotUnderstoodError):
        hives.ask("In which apiary is the percentage of red hives highest?")
