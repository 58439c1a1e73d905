"""Tables whose columns are called by words cut short, and that refer to one another twice, compared by rows."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError

HERE = Path(__file__).parent
PAIRS = tomllib.loads((HERE / "bakery.toml").read_text(encoding="utf-8"))["pair"]
BASE = "http://example.org/bakery/"
PREFIXES = f"PREFIX : <{BASE}>\nPREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n" + "".join(
    f"PREFIX {table}: <{BASE}{table}#>\n"
    for table in (
        "bakery",
        "employee",
        "grade",
        "grainery",
        "supply",
        "sale",
        "delivery",
        "apprentice",
        "course",
        "record",
    )
)


@pytest.fixture(scope="module")
def bakeries(world_of: Callable[[Path | None, Path], Any]) -> Any:
    return world_of(None, HERE / "bakery_graph.ttl")


@pytest.mark.parametrize("pair", PAIRS, ids=[p["question"] for p in PAIRS])
def test_question_is_answered(bakeries: Any, pair: dict[str, str]) -> None:
    bakeries.assert_pair(pair, PREFIXES)


@pytest.mark.parametrize("word", ["harlequins", "shriek", "spectres", "milestones"])
def test_words_that_only_begin_alike_are_not_cut_short_so(bakeries: Any, word: str) -> None:
    # `mkt`, `hq` and `spec` stand in names of columns
    with pytest.raises(NotUnderstoodError):
        bakeries.ask(f"How many bakeries have {word}?")


def test_a_verb_may_be_a_small_word_of_another_language(
    world_of: Callable[[Path | None, Path], Any], tmp_path: Path
) -> None:
    ontology, graph = tmp_path / "crew_terms.ttl", tmp_path / "crew.ttl"
    ontology.write_text(
        "@prefix : <http://example.org/crew#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .\n"
        "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
        ":Sailor a owl:Class . :name a owl:DatatypeProperty . :deathDate a owl:DatatypeProperty ;"
        ' rdfs:label "death"@en .',
        encoding="utf-8",
    )
    graph.write_text(
        '@prefix : <http://example.org/crew#> . :p1 a :Sailor ; :name "Ada Birk" ; :deathDate "1901-02-03" .',
        encoding="utf-8",
    )
    # "die" is a German article as well
    rows = world_of(ontology, graph).answer("When did Ada Birk die?").rows
    assert [row[0].value for row in rows] == ["1901-02-03"]


def test_names_are_not_added_up(bakeries: Any) -> None:
    with pytest.raises(NotUnderstoodError):
        bakeries.ask("What is the sum of the last names of the employees of each bakery?")


def test_a_thing_is_not_told_by_the_name_of_somebody(bakeries: Any) -> None:
    # sellers have names, sales only numbers
    query = bakeries.ask("Which sale has the highest quantity?").query
    assert "sale:sale_id" in query
    assert "seller_name" not in query
