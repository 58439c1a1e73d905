"""Sums and quotients as people define them, over the bills of leases."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nlkgq.generation.offline.phrases import phrase_arcs
from nlkgq.generation.offline.spoken_formulas import plainly_defined
from nlkgq.generation.offline.tokens import tokenize

COLUMNS = {
    "stall": ("stall_id", "name", "owner"),
    "bill": ("bill_id", "rent", "heating", "cleaning", "ref-stall_id"),
}
ROWS: dict[str, list[tuple[object, ...]]] = {
    "stall": [(1, "Fern", "Ida"), (2, "Moss", "Ida"), (3, "Reed", "Olaf")],
    "bill": [(11, 300, 40, 20, "stall 1"), (12, 500, 60, 25, "stall 2"), (13, 410, 30, 10, "stall 3")],
}
PREFIXES = "".join(f"PREFIX {t}: <http://example.org/market/{t}#>\n" for t in COLUMNS)
PER_STALL = """SELECT ?n (SUM(?r + ?h + ?c) AS ?t) {
  ?b bill:rent ?r ; bill:heating ?h ; bill:cleaning ?c ; bill:ref-stall_id/stall:name ?n
} GROUP BY ?n"""
TWO = """SELECT ?n (SUM(?r + ?h) AS ?t) { ?b bill:rent ?r ; bill:heating ?h ; bill:ref-stall_id/stall:name ?n }
GROUP BY ?n"""


@pytest.fixture(scope="module")
def market(world_of_tables: Callable[..., Any]) -> Any:
    return world_of_tables("market", COLUMNS, ROWS)


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        ("Show the total due of each stall; the due is made up of rent, heating and cleaning.", PER_STALL),
        ("Show each stall's total due, where the due adds together rent, heating and cleaning.", PER_STALL),
        ("What is the total due of each stall, if the due is rent, heating and cleaning added together?", PER_STALL),
        ("Taking due as rent + heating + cleaning, how big is it for each stall?", PER_STALL),
        ("What is the total due per stall, counting rent, heating and cleaning together as the due?", PER_STALL),
        ("For each stall, what do rent and heating come to together?", TWO),
        ("What do rent and heating add up to for each stall?", TWO),
        ("Divide the total rent by how many stalls there are.", "SELECT ((1210 / 3) AS ?n) {}"),
    ],
)
def test_question_is_answered(market: Any, question: str, gold: str) -> None:
    market.assert_answers(question, PREFIXES + gold)


@pytest.mark.parametrize(
    "question",
    [
        "Which stalls are owned by Ida and Olaf together?",
        "Show the name of the stall that comprises most.",
        "What does Ida own?",
        "How many bills are there, counting each stall once?",
    ],
)
def test_others_are_as_they_were(question: str) -> None:
    assert plainly_defined(question) == question


PARCELS = """
@prefix : <http://example.org/leases#> .
:l1 a :Parcel . :l2 a :Parcel .
:s1 a :Share ; :ofParcel :l1 ; :hasRentAmount :r1 ; :hasParcelAmount :a1 .
:s2 a :Share ; :ofParcel :l2 ; :hasRentAmount :r2 ; :hasParcelAmount :a2 .
:r1 a :Rent ; :rentAmount 30 . :r2 a :Rent ; :rentAmount 50 .
:a1 a :ParcelAmount ; :parcelAmount 900 . :a2 a :ParcelAmount ; :parcelAmount 700 .
"""


def test_a_name_is_not_torn_apart(world_of: Callable[..., Any], tmp_path: Path) -> None:
    """The rent amount of parcels is no parcel amount."""
    path = tmp_path / "graph.ttl"
    path.write_text(PARCELS, encoding="utf-8")
    vocabulary = world_of(None, path).reader().vocabulary
    small = vocabulary.lexicon.function_words
    for question, names in (("amount of parcels", 1), ("rent amount of parcels", 0)):
        tokens = tokenize(question)
        arcs = phrase_arcs(len(tokens) - 3, tokens, vocabulary, small)
        assert sum(end == len(tokens) for end, _, _ in arcs) == names, question
