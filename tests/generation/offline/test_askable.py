"""What is no question to a graph, and what people are told then."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError
from nlkgq.generation.offline.askable import refuse
from nlkgq.generation.offline.tokens import tokenize


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ("Why is Grey Heron so expensive?", "this asks for a reason or a way, and the graph only holds facts"),
        ("How do I buy a ship?", "this asks for a reason or a way, and the graph only holds facts"),
        ("What is a ship?", "this asks what “ship” means, not what the graph holds"),
        ("What did he command?", "the question does not tell who or what is meant by “he”"),
        ("What is the length of it?", "the question does not tell who or what is meant by “it”"),
        ("the longest", "the question does not tell who or what is meant by “longest”"),
        ("Sort by price", "the question does not tell who or what is meant by “price”"),
        ("Which ships are long?", "the question does not tell who or what is meant by “long”"),
        ("Welche Schiffe sind lang?", "the question does not tell who or what is meant by “lang”"),
        ("Sort by", "the question breaks off"),
        ("Take the ships:", "the question breaks off"),
        ("Which ships are longer than the", "the question breaks off"),
        ("Grey Heron is a ship.", "this states something and asks for nothing"),
        ("All ships are expensive", "this states something and asks for nothing"),
        ("Grey Heron ist ein Schiff.", "this states something and asks for nothing"),
        ("Which ⛵ were launched in 2014?", "this graph knows nothing called “⛵”, so the question cannot be answered"),
    ],
)
def test_it_is_told_what_is_wrong(harbour: Any, question: str, message: str) -> None:
    with pytest.raises(NotUnderstoodError) as caught:
        harbour.ask(question)
    assert caught.value.message == message


@pytest.mark.parametrize(
    "question",
    [
        "Is a ship a port?",  # what kinds are, not whether there is one
        "ships that are not ships",
        "Which ships took place in Velmora?",  # what has to do with a port does not happen there
        "Who is the captain of the Longest Heron?",  # nothing called so
        "Who commands the Oldest Heron?",
    ],
)
def test_another_question_is_not_answered(harbour: Any, question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        harbour.ask(question)


def test_a_word_is_explained_by_what_the_ontology_says(harbour: Any) -> None:
    with pytest.raises(NotUnderstoodError) as caught:
        harbour.ask("What is a length?")
    assert caught.value.hint == "From bow to stern, in metres."


def test_what_is_no_sentence_states_nothing(harbour: Any) -> None:
    refuse(tokenize("oldest ship, and the date it was launched"), harbour.translator.vocabulary)


def test_a_pronoun_may_stand_for_what_was_named(harbour: Any) -> None:
    assert harbour.ask("Who is the captain of Grey Heron and when was it launched?").query


def test_a_kind_is_not_counted_for_the_things_of_it(
    world_of: Callable[[Path | None, Path], Any], tmp_path: Path
) -> None:
    graph = tmp_path / "shelf.ttl"
    graph.write_text(
        "@prefix : <http://example.org/shelf#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
        ':k1 a :Kind ; rdfs:label "Ballad" . :k2 a :Kind ; rdfs:label "Waltz" .\n'
        ':s1 a :Song ; rdfs:label "Low Tide" ; :ofKind :k1 . :s2 a :Song ; rdfs:label "Rye" ; :ofKind :k1 .\n',
        encoding="utf-8",
    )
    with pytest.raises(NotUnderstoodError):
        world_of(None, graph).ask("How many ballads are there?")


TWO_SHEETS = """@prefix : <http://example.org/a#> . @prefix b: <http://example.org/b#> .
:s1 a :Sheet ; :name "Rent" ; :code "A1" . :s2 a :Sheet ; :name "Heat" ; :code "A2" . :s3 a b:Sheet ; :code "A3" .
:i1 a :Item ; :onSheet :s1 ; :amount 5 . :i2 a :Item ; :onSheet :s2 ; :amount 7 .
"""


def test_two_classes_of_one_name_are_not_chosen_between(
    world_of: Callable[[Path | None, Path], Any], tmp_path: Path
) -> None:
    graph = tmp_path / "sheets.ttl"
    graph.write_text(TWO_SHEETS, encoding="utf-8")
    sheets = world_of(None, graph)
    with pytest.raises(NotUnderstoodError):
        sheets.ask("How many sheets are there?")
    # of two of the name, one is on what items are
    assert len(sheets.answer("What is the code of Rent?").rows) == 1


def test_the_same_thing_is_not_two(world_of: Callable[[Path | None, Path], Any], tmp_path: Path) -> None:
    graph = tmp_path / "songs.ttl"
    graph.write_text(
        "@prefix : <http://example.org/s#> .\n"
        ':p a :Person ; :name "Ada" . :q a :Person ; :name "Bo" .\n'
        ':x a :Song ; :title "Low Tide" ; :composedBy :p ; :performedBy :p .\n'
        ':y a :Song ; :title "Rye" ; :composedBy :q ; :performedBy :p .\n'
        ':z a :Song ; :title "Ash" ; :composedBy :p ; :performedBy :q .\n',
        encoding="utf-8",
    )
    try:
        rows = world_of(None, graph).answer("Which people composed and performed the same song?").rows
    except NotUnderstoodError:
        return
    assert [row[0].value for row in rows] == ["http://example.org/s#p"]


@pytest.mark.parametrize(
    "question", ["Which ships are 85 metres long?", "Which ship is 85 m long?", "Welche Schiffe sind 85 Meter lang?"]
)
def test_what_is_long_by_a_number(harbour: Any, question: str) -> None:
    harbour.assert_answers(question, "PREFIX : <http://example.org/harbour#> SELECT ?s { ?s a :Ship ; :length 85 }")
