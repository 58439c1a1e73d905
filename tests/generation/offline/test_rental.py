"""Forms of questions over a shop that lends tools, which has no ontology, compared by rows."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError

HERE = Path(__file__).parent
PAIRS = tomllib.loads((HERE / "rental.toml").read_text(encoding="utf-8"))["pair"]
PREFIXES = "PREFIX : <http://example.org/rental#>\nPREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n"


@pytest.fixture(scope="module")
def rental(world_of: Callable[[Path | None, Path], Any]) -> Any:
    return world_of(None, HERE / "rental_graph.ttl")


@pytest.mark.parametrize("pair", PAIRS, ids=[p["question"] for p in PAIRS])
def test_question_is_answered(rental: Any, pair: dict[str, str]) -> None:
    rental.assert_pair(pair, PREFIXES)


def test_what_is_corrected_is_told_and_less_sure(rental: Any) -> None:
    typed, meant = rental.ask("Which catgory is Belt Sander of?"), rental.ask("Which category is Belt Sander of?")
    assert typed.query == meant.query
    assert "“catgory” is read as “category”." in typed.notes
    assert (typed.confidence or 1.0) < (meant.confidence or 0.0)


@pytest.mark.parametrize("word", ["dialect", "Damagge", "fees4", "stardate", "daymate"])
def test_words_of_their_own_names_and_far_ones_are_not_corrected(rental: Any, word: str) -> None:
    with pytest.raises(NotUnderstoodError) as caught:
        rental.ask(f"How many loans have a {word}?")
    assert word in caught.value.unread


def test_an_adjective_measures_the_thing_itself(rental: Any) -> None:
    # shelves have a length, tools have none
    with pytest.raises(NotUnderstoodError):
        rental.ask("Which tools are longer than 150?")


@pytest.mark.parametrize(
    "question",
    [
        "How many tools were bought each month?",  # of which year?
        "In which month did Ines Falk join?",  # only the year is known
        "Which month has the most loans?",  # by which of two dates?
    ],
)
def test_a_part_that_the_dates_do_not_have_is_not_told(rental: Any, question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        rental.ask(question)


TEXTS = """@prefix : <http://example.org/log#> .
:e1 a :Entry ; :title "Calm" ; :entryDate "2019-02-11" . :e2 a :Entry ; :title "Squall" ; :entryDate "2019-07-02" .
:e3 a :Entry ; :title "May" ; :entryDate "2021-02-28" .
"""


def test_dates_that_are_texts_have_years_and_months(
    world_of: Callable[[Path | None, Path], Any], tmp_path: Path
) -> None:
    graph = tmp_path / "log.ttl"
    graph.write_text(TEXTS, encoding="utf-8")
    log = world_of(None, graph)
    for question, titles in (
        ("Which entries have an entry date in February?", {"e1", "e3"}),
        ("Which entries have an entry date in 2019?", {"e1", "e2"}),
        ("Which entries have an entry date after June 2019?", {"e2", "e3"}),
        ("Which entry has the entry date 2 July 2019?", {"e2"}),
    ):
        rows = log.answer(question).rows
        assert {row[0].value.rpartition("#")[2] for row in rows} == titles, question


def test_words_that_say_nothing_are_not_told_as_read(rental: Any) -> None:
    told = {reading.text for reading in rental.ask("Which tools were bought in 2018?").readings}
    assert told == {"tools", "bought", "2018"}


def test_a_date_without_a_word_of_its_own_is_told(rental: Any) -> None:
    generation = rental.ask("Which tools were shown in Quell after 2010?")
    assert "“2010” is taken for the showing date." in generation.notes
    assert [r.role for r in generation.readings if r.text == "2010"] == ["number"]
