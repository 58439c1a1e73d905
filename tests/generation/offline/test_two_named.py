"""Two things that are named: what they have in common, which of them is more so, and what one quotes of both."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nlkgq.generation.offline.tokens import tokenize
from nlkgq.generation.offline.wording.of_two import of_two
from nlkgq.results.models import AskResult

HERE = Path(__file__).parent
BELLS = """
@prefix : <http://example.org/bells#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:f1 a :Founder ; rdfs:label "Berta Klang" ; :birthPlace "Ulm" .
:f2 a :Founder ; rdfs:label "Odo Erz" ; :birthPlace "Ulm" .
:t1 a :Tower ; rdfs:label "North Tower" ; :height 61 .
:t2 a :Tower ; rdfs:label "Gate Tower" ; :height 34 .
:b1 a :Bell ; rdfs:label "Old Maud" ; :castBy :f1 ; :hangsIn :t1 ; :castingYear 1512 ; :weight 900 .
:b2 a :Bell ; rdfs:label "Silver Ann" ; :castBy :f1 ; :hangsIn :t2 ; :castingYear 1640 ; :weight 310 .
:b3 a :Bell ; rdfs:label "Great Wenna" ; :castBy :f2 ; :hangsIn :t1 ; :castingYear 1640 ; :weight 2400 .
"""
# Of some of these notes the title is told, of others only a label that holds it.
NOTES = """
@prefix : <http://example.org/notes#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:n1 a :Note ; rdfs:label "Ida Rook: The Winter Market at Low Tide. (1931)" ;
  :printedIn "Quay Post" ; :yearOfPrinting "1931" ;
  :title "The Winter Market at Low Tide." .
:n2 a :Note ; rdfs:label "Sven Aber: A Short Account of Ropes. (1952)" ;
  :printedIn "Harbour Leaf" ; :yearOfPrinting "1952" .
:n3 a :Note ; rdfs:label "Ida Rook: On Lanterns and Their Oil. (1944)" ;
  :printedIn "Quay Post" ; :yearOfPrinting "1944" .
"""


@pytest.fixture(scope="module")
def bells(world_of_text: Callable[..., Any]) -> Any:
    """Bells in towers."""
    return world_of_text(BELLS)


@pytest.fixture(scope="module")
def notes(world_of_text: Callable[..., Any]) -> Any:
    """Printed notes."""
    return world_of_text(NOTES)


def _names(world: Any, question: str) -> list[str]:
    return sorted(row[0].value.rpartition("#")[2] for row in world.answer(question).rows)


def _is_so(world: Any, question: str) -> bool:
    answer = world.answer(question)
    assert isinstance(answer, AskResult)
    return answer.boolean


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Do Old Maud and Great Wenna hang in the same tower?", True),
        ("Do Old Maud and Silver Ann hang in the same tower?", False),
        ("Were the bells Silver Ann and Great Wenna cast in the same year?", True),
        ("Were Silver Ann and Great Wenna both cast by the same founder?", False),
        ("Do Old Maud and Silver Ann have the same founder?", True),
        ("Was Old Maud cast earlier than Silver Ann?", True),
        ("Was the bell Great Wenna cast before the bell Silver Ann?", False),
        ("Was Silver Ann cast later than Old Maud?", True),
    ],
)
def test_two_bells_are_compared(bells: Any, question: str, answer: bool) -> None:
    assert _is_so(bells, question) is answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which of the two is heavier, Old Maud or Silver Ann?", ["b1"]),
        ("Which of Silver Ann and Old Maud was cast first?", ["b1"]),
        ("Which of these bells was cast last, Silver Ann or Old Maud?", ["b2"]),
        ("Which bells were cast later than Old Maud?", ["b2", "b3"]),
    ],
)
def test_one_of_two_bells_is_chosen(bells: Any, question: str, answer: list[str]) -> None:
    assert _names(bells, question) == answer


def test_whether_both_were_born_in_one_place(bells: Any) -> None:
    assert _is_so(bells, "Were Berta Klang and Odo Erz born in the same place?")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("When were 'The Winter Market at Low Tide' and 'A Short Account of Ropes' printed?", ["1931", "1952"]),
        ("Which note was printed first, 'A Short Account of Ropes' or 'The Winter Market at Low Tide'?", ["n1"]),
        ("Which of 'The Winter Market at Low Tide' and 'On Lanterns and Their Oil' was printed last?", ["n3"]),
    ],
)
def test_titles_told_in_different_ways_are_read_alike(notes: Any, question: str, answer: list[str]) -> None:
    assert _names(notes, question) == answer


def test_titles_told_in_different_ways_are_compared(notes: Any) -> None:
    assert _is_so(notes, "Was 'The Winter Market at Low Tide' printed before 'A Short Account of Ropes'?")
    assert not _is_so(
        notes, "Were 'The Winter Market at Low Tide' and 'On Lanterns and Their Oil' printed in the same year?"
    )


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Didn't Berta Klang cast Old Maud?", False),
        ("Wasn't Great Wenna cast by Berta Klang?", True),
        ("Isn't Old Maud cast by Berta Klang?", False),
        ("Didn't Berta Klang not cast Old Maud?", True),
    ],
)
def test_what_is_denied_in_a_question_is_asked_denied(bells: Any, question: str, answer: bool) -> None:
    assert _is_so(bells, question) is answer


@pytest.mark.parametrize(
    "said",
    ["Which of the bells Old Maud?", "Which of the ships sank first?", "Which of 'Ebb' and 'Flow' is longer?"],
)
def test_what_chooses_otherwise_stays(said: str) -> None:
    assert of_two(tokenize(said)) == tokenize(said)
