"""Those of the one without those of the other: ``who serve on X but not on Y``, read as two questions alike."""

from __future__ import annotations

from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError

PREFIX = "PREFIX : <http://example.org/harbour#>\n"
BLUE_ONLY = "SELECT DISTINCT ?s { ?s :name 'Orla Venn' }"


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        ("Which sailors serve on Blue Petrel but not on Grey Heron?", BLUE_ONLY),
        ("Which sailors serve on Blue Petrel and not on Grey Heron?", BLUE_ONLY),
        ("Which sailors serve on the ship Blue Petrel but not on the ship Grey Heron?", BLUE_ONLY),
        ("How many sailors serve on Blue Petrel but not on Grey Heron?", "SELECT (1 AS ?n) {}"),
        (
            "Which ports are the destination of a voyage of Grey Heron but not of Blue Petrel?",
            "SELECT DISTINCT ?p { ?p a :Port ; :name ?n FILTER(?n IN ('Skarnholm', 'Quint Bay')) }",
        ),
    ],
)
def test_those_of_the_other_are_left_out(harbour: Any, question: str, gold: str) -> None:
    harbour.assert_answers(question, PREFIX + gold)


def test_what_something_does_is_asked(harbour: Any) -> None:
    gold = "SELECT (7500000 AS ?p) {}"
    harbour.assert_answers("What does the longest ship cost?", gold)


@pytest.mark.parametrize(
    "question",
    [
        "Which ships are longer than Little Auk and Blue Petrel?",  # both, or one of them?
        "Which ships are longer than Little Auk or Blue Petrel?",
    ],
)
def test_two_that_are_compared_with_are_not_one(harbour: Any, question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        harbour.ask(question)


def test_a_total_is_compared_as_a_whole(harbour: Any) -> None:
    query = harbour.ask("Is the total price of the ships of Nordlys Lines more than 6000000?").query
    assert harbour.run(query).boolean, query
