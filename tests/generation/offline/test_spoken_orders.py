"""Orders as people say them, and adjectives made of nouns."""

from __future__ import annotations

from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError
from nlkgq.generation.offline.tokens import tokenize
from nlkgq.generation.offline.wording.spoken_orders import with_plain_orders

BY_LENGTH = ["Little Auk", "Blue Petrel", "Grey Heron", "Storm Crow"]
BY_NAME = ["Blue Petrel", "Grey Heron", "Little Auk", "Storm Crow"]


def _first_column(harbour: Any, question: str) -> list[str]:
    return [row[0].value for row in harbour.answer(question).rows]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Longest to shortest, what are the names of the ships?", BY_LENGTH[::-1]),
        ("From shortest to longest, show the ship names", BY_LENGTH),
        ("Show the ship names from Z to A", BY_NAME[::-1]),
        ("List the names of ships in reverse alphabetical order", BY_NAME[::-1]),
        ("List the names of ships in descending alphabetical order", BY_NAME[::-1]),
        ("List the ship names in reverse alphabetical order of name", BY_NAME[::-1]),
        ("Ship names A to Z", BY_NAME),
        ("Sort the ships by length and show their names", BY_LENGTH),
        ("Sort all ships by length from longest to shortest and list the names", BY_LENGTH[::-1]),
        ("Sort the ships by name from Z to A and show me each ship's name and length", BY_NAME[::-1]),
        ("Show each ship's name and length sorted by name", BY_NAME),
        ("Which names do the ships have, ordered by length from longest to shortest?", BY_LENGTH[::-1]),
        ("List the names of ships, sorted by length, longest first and then by name", BY_LENGTH[::-1]),
        ("List the names and lengths of ships alphabetically descending", BY_NAME[::-1]),
    ],
)
def test_names_come_in_order(harbour: Any, question: str, names: list[str]) -> None:
    assert _first_column(harbour, question) == names


def test_what_is_told_with_an_order_is_no_key(harbour: Any) -> None:
    rows = harbour.answer("Ship names in reverse alphabetical order, with their length").rows
    assert [[c.value for c in row] for row in rows] == [
        *(["Storm Crow", "150"], ["Little Auk", "60"], ["Grey Heron", "120"], ["Blue Petrel", "85"]),
    ]


@pytest.mark.parametrize(
    "question", ["Sort the ships by length", "Sort the ships by length and give me the first two, shortest first"]
)
def test_other_orders_stay(question: str) -> None:
    said = tokenize(question)
    assert with_plain_orders(said) == tuple(said)


OWNING = "PREFIX : <http://example.org/harbour#> SELECT DISTINCT ?c { ?s :ownedBy ?c }"
IDLE = (
    "PREFIX : <http://example.org/harbour#> SELECT ?c { ?c a :Company FILTER NOT EXISTS { ?s a :Ship ; :ownedBy ?c } }"
)


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        ("Ship-owning companies", OWNING),
        ("List the ship-owning companies", OWNING),
        ("Which companies are shipless?", IDLE),
        ("Shipless companies", IDLE),
        ("Show all shipless companies", IDLE),
        ("Companies that do not own even one ship", IDLE),
    ],
)
def test_adjectives_made_of_nouns(harbour: Any, question: str, gold: str) -> None:
    harbour.assert_answers(question, gold)


def test_number_of_each(harbour: Any) -> None:
    gold = "PREFIX : <http://example.org/harbour#> SELECT ?c (COUNT(?s) AS ?n) { ?s a :Ship ; :ownedBy ?c } GROUP BY ?c"
    harbour.assert_answers("each company's number of ships", gold)


def test_whichever_has_it(harbour: Any) -> None:
    gold = "PREFIX : <http://example.org/harbour#> SELECT ?n { ?s :name ?n ; :length 150 }"
    harbour.assert_answers("Name of whichever ship is the longest", gold)


def test_a_ship_and_a_port_are_not_two_of_a_kind(harbour: Any) -> None:
    with pytest.raises(NotUnderstoodError):
        harbour.ask("Who designed Grey Heron and Velmora?")
