"""A clause with a subject of its own tells of the noun before it, and of nothing else."""

from __future__ import annotations

from typing import Any

import pytest

DESIGNED = """PREFIX : <http://example.org/harbour#>
SELECT DISTINCT ?c { ?s :captain ?c ; :designedBy ?d . ?d :name "Tobias Krell" }"""


@pytest.mark.parametrize(
    "question",
    [
        "Give me the captains of the ships that Tobias Krell designed.",
        "captains of ships which Tobias Krell designed",
        "Who are the captains of the ships Tobias Krell designed?",
    ],
)
def test_who_did_it_is_no_other_one(harbour: Any, question: str) -> None:
    harbour.assert_answers(question, DESIGNED)


@pytest.mark.parametrize("asking", ["Name the", "", "Who are the"])
def test_noun_in_a_clause_is_not_asked_for(harbour: Any, asking: str) -> None:
    gold = """PREFIX : <http://example.org/harbour#>
SELECT DISTINCT ?o { ?s :ownedBy ?o ; :crewMember ?m . ?m :name "Orla Venn" }"""
    harbour.assert_answers(f"{asking} owners of ships on which the sailor Orla Venn serves", gold)


@pytest.mark.parametrize("question", ["Which sailor commands which ship?", "Which ship has which captain?"])
def test_both_are_asked_for(harbour: Any, question: str) -> None:
    gold = "PREFIX : <http://example.org/harbour#> SELECT ?c ?s { ?s :captain ?c }"
    harbour.assert_answers(question, gold)
