"""Who came in where, what was spent in a year, who owns whom, and what a word only says of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError
from nlkgq.generation.offline.tokens import tokenize
from nlkgq.generation.offline.wording.of_each import with_their

REGATTA = """
@prefix : <http://example.org/regatta#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:g1 a :Cup ; :title "Moon Cup" ; :startDate "2021-05-01"^^xsd:date ; :entryFee 20 .
:g2 a :Cup ; :title "Reed Cup" ; :startDate "2021-08-11"^^xsd:date ; :entryFee 35 .
:g3 a :Cup ; :title "Ice Cup" ; :startDate "2022-01-30"^^xsd:date ; :entryFee 90 .
:s1 a :Person ; :name "Enna Brook" .
:s2 a :Person ; :name "Tor Aske" .
:s3 a :Person ; :name "Liv Moss" .
:e1 a :Start ; :inCup :g1 ; :steeredBy :s1 ; :finalPosition 1 .
:e2 a :Start ; :inCup :g1 ; :steeredBy :s2 ; :finalPosition 2 .
:e3 a :Start ; :inCup :g2 ; :steeredBy :s2 ; :finalPosition 1 .
:e4 a :Start ; :inCup :g2 ; :steeredBy :s3 ; :finalPosition 2 .
:e5 a :Start ; :inCup :g3 ; :steeredBy :s2 ; :finalPosition 1 .
:e6 a :Start ; :inCup :g3 ; :steeredBy :s1 ; :finalPosition 3 .
:c1 a :Club ; :name "Heron Club" .
:c2 a :Club ; :name "Gull Club" ; :ownedBy :c1 .
:c3 a :Club ; :name "Tern Club" ; :ownedBy :c2 .
:k1 a :HullCheck ; :checkedPerson :s1 ; :doneBy :m1 .
:m1 a :Surveyor ; :name "Ode Pell" .
"""


@pytest.fixture(scope="module")
def regatta(world_of_text: Callable[..., Any]) -> Any:
    """Cups, who sailed in them and where they came in."""
    return world_of_text(REGATTA)


def _told(world: Any, question: str) -> list[str]:
    return sorted(row[0].value.rpartition("#")[2] for row in world.answer(question).rows)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who came first in the Moon Cup?", ["s1"]),
        ("Who finished second in the Reed Cup?", ["s3"]),
        ("Who came in third in the Ice Cup?", ["s1"]),
        ("Which people took second place?", ["s2", "s3"]),
        ("Who won the Moon Cup?", ["s1"]),
        ("Which cups did Tor Aske win?", ["g2", "g3"]),
        ("In which cups did Enna Brook come third?", ["g3"]),
        ("total entry fee of the cups in 2021", ["55"]),
        ("What was the highest entry fee of cups held in 2021?", ["35"]),
        ("entry fees of the cups in 2022", ["90"]),
        ("Which club owns Gull Club?", ["c1"]),
        ("Who owns Tern Club?", ["c2"]),
        ("Which club is owned by Heron Club?", ["c2"]),
    ],
)
def test_is_read(regatta: Any, question: str, answer: list[str]) -> None:
    assert _told(regatta, question) == answer


@pytest.mark.parametrize("question", ["Which hull checked Enna Brook?", "How often did Tor Aske come first?"])
def test_is_not_answered_by_something_else(regatta: Any, question: str) -> None:
    """A hull is no hull check, and places are not what somebody came first in."""
    with pytest.raises(NotUnderstoodError):
        regatta.ask(question)


@pytest.mark.parametrize(
    ("said", "put"),
    [
        ("ships with the number of each", "ships with the number of each"),
        ("the ships and the flag of each port", "the ships and the flag of each port"),
        ("ships and the flag and port of each one, please", "ships and their flag and port , please"),
    ],
)
def test_what_is_told_of_each_is_theirs(said: str, put: str) -> None:
    assert " ".join(t.text for t in with_their(tokenize(said))) == put
