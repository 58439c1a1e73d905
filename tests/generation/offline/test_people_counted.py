"""People who are only told as a number, numbers that nothing is the sum of, and all there are."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError

BASE = "http://example.org/plays/"
PREFIXES = f"PREFIX play: <{BASE}play#>\n"
GRAPH = f"""@base <{BASE}> .
<play/1> a <play> ; <play#genre> "farce" ; <play#play_id> 1 ; <play#title> "Moth" ; <play#attendance> 120 ;
  <play#year> "2019" .
<play/2> a <play> ; <play#genre> "satire" ; <play#play_id> 2 ; <play#title> "Lamp" ; <play#attendance> 80 ;
  <play#year> "2020" .
<play/3> a <play> ; <play#genre> "satire" ; <play#play_id> 3 ; <play#title> "Wick" ; <play#attendance> 80 ;
  <play#year> "2020" .
"""


@pytest.fixture(scope="module")
def plays(world_of_text: Callable[..., Any]) -> Any:
    return world_of_text(GRAPH)


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        ("On average, how many people attend a play?", "SELECT (AVG(?a) AS ?m) { ?p play:attendance ?a }"),
        ("How many people attend a play on average?", "SELECT (AVG(?a) AS ?m) { ?p play:attendance ?a }"),
        ("How many genres do the plays have?", "SELECT (COUNT(DISTINCT ?g) AS ?n) { ?p play:genre ?g }"),
        ("How many people attended the plays in total?", "SELECT (SUM(?a) AS ?m) { ?p play:attendance ?a }"),
        ("the average number of people attending a play", "SELECT (AVG(?a) AS ?m) { ?p play:attendance ?a }"),
        ("What is the number of people who attended each play?", "SELECT ?a { ?p play:attendance ?a }"),
        ("What is the overall number of plays?", "SELECT (COUNT(*) AS ?n) { ?p play:title ?t }"),
        ("What is the exact count of plays?", "SELECT (COUNT(*) AS ?n) { ?p play:title ?t }"),
        ("plays held in 2020", "SELECT ?t { ?p play:title ?t ; play:year '2020' }"),
    ],
)
def test_number_is_told(plays: Any, question: str, gold: str) -> None:
    plays.assert_answers(question, PREFIXES + gold)


def test_keys_are_not_added_up(plays: Any) -> None:
    assert "SUM" not in plays.ask("What is the overall number of plays?").query


def test_no_number_is_above_and_below(plays: Any) -> None:
    with pytest.raises(NotUnderstoodError):
        plays.ask("Are there plays with an attendance over 100 and an attendance under 90?")


def test_a_kind_may_be_called_as_an_order_is(
    world_of: Callable[[Path | None, Path], Any], tmp_path_factory: pytest.TempPathFactory
) -> None:
    graph = tmp_path_factory.mktemp("shows") / "graph.ttl"
    graph.write_text(GRAPH.replace("play", "show"), encoding="utf-8")
    shows = world_of(None, graph)
    prefixes = PREFIXES.replace("play", "show")
    shows.assert_answers("What is the attendance of each show?", prefixes + "SELECT ?a { ?p show:attendance ?a }")
    shows.assert_answers("Show the title of the show with the highest attendance", "SELECT ('Moth' AS ?t) {}")


def test_who_put_on_none_did_not_put_on_one(
    world_of: Callable[[Path | None, Path], Any], tmp_path_factory: pytest.TempPathFactory
) -> None:
    rows = "\n".join(
        [
            *(f'<hall/{n}> a <hall> ; <hall#name> "{name}" .' for n, name in ((1, "Elm"), (2, "Oak"))),
            '<gig/1> a <gig> ; <gig#year> "2014" ; <gig#ref-hall_id> <hall/1> .',
            '<gig/2> a <gig> ; <gig#year> "2015" ; <gig#ref-hall_id> <hall/2> .',
        ]
    )
    graph = tmp_path_factory.mktemp("halls") / "graph.ttl"
    graph.write_text(f"@base <{BASE}> .\n{rows}\n", encoding="utf-8")
    halls = world_of(None, graph)
    halls.assert_answers("Names of the halls that hosted no gig in 2014", "SELECT ('Oak' AS ?n) {}")
