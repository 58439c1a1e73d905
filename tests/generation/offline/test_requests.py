"""Orders of rows, ranges, relations over several steps and what is denied of a verb, in a world of lighthouses."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError
from nlkgq.masking.model import MaskedText
from nlkgq.results.comparison import same_answer

HERE = Path(__file__).parent
PAIRS = tomllib.loads((HERE / "beacons.toml").read_text(encoding="utf-8"))["pair"]
PREFIX = "PREFIX : <http://example.org/beacons#>\n"


@pytest.fixture(scope="session")
def beacons(world_of: Callable[[Path, Path], Any]) -> Any:
    """The lighthouses."""
    return world_of(HERE / "beacons_ontology.ttl", HERE / "beacons_graph.ttl")


@pytest.mark.parametrize("pair", PAIRS, ids=[p["question"] for p in PAIRS])
def test_question_is_answered(beacons: Any, pair: dict[str, Any]) -> None:
    beacons.assert_pair(pair, PREFIX)


def test_no_text_is_before_a_year(beacons: Any) -> None:
    with pytest.raises(NotUnderstoodError):
        beacons.ask("Which mottos are there before 1900?")


def test_what_is_named_is_not_what_stands_somewhere_to_it(beacons: Any) -> None:
    with pytest.raises(NotUnderstoodError):
        beacons.ask("Which pilots are at Ines Roder?")


@pytest.mark.parametrize("question", ["Which keepers keep Harrow Light, directly or through others?"])
def test_a_relation_between_two_kinds_goes_over_one_step(beacons: Any, question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        beacons.ask(question)


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        ("Which lighthouses answer Dun Point?", "SELECT ?n { ?l :name ?n ; :answers/:name 'Dun Point' }"),
        (
            "How many lighthouses does each keeper keep?",
            "SELECT ?n (COUNT(?l) AS ?c) { ?k :keeps ?l ; :name ?n } GROUP BY ?k ?n",
        ),
        (
            "Which lighthouses warn which pilots? Return height and the pilot's name.",
            "SELECT ?h ?n { ?l :height ?h ; :warns/:name ?n }",
        ),
        ("What is the record of Pell Tower?", "SELECT ?r { ?l :name 'Pell Tower' ; :record ?r }"),
    ],
)
def test_names_stand_for_things_where_they_are_wanted(beacons: Any, question: str, gold: str) -> None:
    wanted = beacons.reader(named=True).generate(MaskedText(text=question, mode="off", original=question))
    assert same_answer(beacons.run(PREFIX + gold), beacons.run(wanted.query)), wanted.query


@pytest.mark.parametrize(
    "question",
    [
        "Which lighthouses does Signe Brandt keep, from when to when?",
        "From which year to which year did Signe Brandt keep Dun Point?",
        "Which keepers have a parent? Return the names of both keepers.",
    ],
)
def test_two_values_of_which_nothing_says_which_are_not_guessed(beacons: Any, question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        beacons.ask(question)


def test_another_unit_than_the_stated_one_is_not_passed_over(beacons: Any) -> None:
    with pytest.raises(NotUnderstoodError):
        beacons.ask("Which lighthouses have a reach of more than 100 miles?")
