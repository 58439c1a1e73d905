"""Questions over an archive that has no ontology: what its data use is all that the translator knows."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError

HERE = Path(__file__).parent
PAIRS = tomllib.loads((HERE / "archive.toml").read_text(encoding="utf-8"))["pair"]
PREFIXES = "PREFIX : <http://example.org/archive#>\nPREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>\n"


@pytest.fixture(scope="module")
def archive(world_of: Callable[[Path | None, Path], Any]) -> Any:
    """The archive of radio plays."""
    return world_of(None, HERE / "archive_graph.ttl")


@pytest.mark.parametrize("pair", PAIRS, ids=[p["question"] for p in PAIRS])
def test_question_is_answered(archive: Any, pair: dict[str, str]) -> None:
    archive.assert_pair(pair, PREFIXES)


def test_known_names_come_first_in_what_must_not_exist(archive: Any) -> None:
    query = archive.ask("Was the play 'A Season of Small Clocks' not written by Runa Osei?").query
    inside = query.partition("NOT EXISTS")[2]
    assert inside.index("Small Clocks") < inside.index("writtenBy") < inside.index(" a ")
    assert inside.index("Runa Osei") < inside.index("writtenBy")


def test_it_is_said_of_whom_nothing_is_told(archive: Any) -> None:
    generation = archive.ask("Which plays did Hannes Quist and Greta Unbekannt write?")
    assert "Nothing here is called “Greta Unbekannt”; nothing is told of it." in generation.notes
    assert generation.confidence < 0.9


@pytest.mark.parametrize(
    ("question", "unheld"),
    [
        ("Which plays did Hannes Quist and Greta Unbekannt write together?", "Greta Unbekannt"),
        ("Was 'The Clockmaker Sleeps' written by Clara von Tessin and Otto Nemo?", "Otto Nemo"),
        ("Did the writers of 'Rats of the Harbour' also write 'The Clockmaker Sleeps'?", "Rats of the Harbour"),
    ],
)
def test_what_is_asked_of_all_is_not_answered_without_one_of_them(archive: Any, question: str, unheld: str) -> None:
    with pytest.raises(NotUnderstoodError, match=unheld):
        archive.ask(question)


SPELT = """@prefix : <http://example.org/stage#> .
:o1 a :Opera ; :title "Glass Harbour" ; :numberOfActs "10" .
:o2 a :Opera ; :title "The Amber Road" ; :numberOfActs "9" ; :composedBy :p1 .
:o3 a :Opera ; :title "Ebb" ; :composedBy :p2 .
:p1 a :Person ; :fullName "Tove Lindqvist" .
:p2 a :Person ; :fullName "Aron Beck" .
"""


def test_numbers_stored_as_text_are_compared_as_numbers(
    world_of: Callable[[Path | None, Path], Any], tmp_path: Path
) -> None:
    graph = tmp_path / "stage.ttl"
    graph.write_text(SPELT, encoding="utf-8")
    stage = world_of(None, graph)
    assert stage.answer("Does the opera 'Glass Harbour' have more acts than the opera 'The Amber Road'?").boolean
    assert not stage.answer("Does the opera 'Glass Harbour' have fewer acts than the opera 'The Amber Road'?").boolean


def test_a_mean_of_nothing_is_no_answer(world_of: Callable[[Path | None, Path], Any], tmp_path: Path) -> None:
    graph = tmp_path / "stage.ttl"
    graph.write_text(SPELT, encoding="utf-8")
    stage = world_of(None, graph)
    assert "AVG" in stage.ask("What is the average number of acts of operas composed by Tove Lindqvist?").query
    with pytest.raises(NotUnderstoodError, match="finds nothing"):
        stage.ask("What is the average number of acts of operas composed by Aron Beck?")


TWO_ROLES = """@prefix : <http://example.org/stage#> .
:p1 a :Person ; :fullName "Tove Lindqvist" .
:p2 a :Person ; :fullName "Aron Beck" .
:o1 a :Opera ; :title "Glass Harbour" ; :composedBy :p1 ; :conductedBy :p2 .
:o2 a :Opera ; :title "The Amber Road" ; :composedBy :p2 ; :conductedBy :p1 .
"""


def test_a_thing_of_somebody_is_not_guessed(world_of: Callable[[Path | None, Path], Any], tmp_path: Path) -> None:
    graph = tmp_path / "stage.ttl"
    graph.write_text(TWO_ROLES, encoding="utf-8")
    stage = world_of(None, graph)
    with pytest.raises(NotUnderstoodError) as caught:
        stage.ask("operas by Tove Lindqvist")
    assert len(caught.value.choices) == 2
    assert "Glass Harbour" in str(stage.answer("titles of operas composed by Tove Lindqvist"))


def test_can_you_asks_politely(archive: Any) -> None:
    found = archive.answer("Can you name a play written by Hannes Quist?")
    assert len(found.rows) == 1


@pytest.mark.parametrize("word", ["cowriters", "co-writers"])
def test_one_word_for_those_who_did_so_together(archive: Any, word: str) -> None:
    found = archive.answer(f"Name all {word} of Runa Osei.")
    assert sorted(row[0].value[-2:] for row in found.rows) == ["p2", "p7"]


def test_more_than_what_is_not_counted_is_not_ignored(archive: Any) -> None:
    with pytest.raises(NotUnderstoodError):
        archive.ask("Which writers have more plays than Runa Osei and Hannes Quist?")


@pytest.mark.parametrize("question", ["plays plays plays plays", "Who has Runa Osei written?"])
def test_no_question_is_not_answered(archive: Any, question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        archive.ask(question)


SERIES = """@prefix : <http://example.org/shelf#> .
:v1 a :Volume ; :heading "Tides" ; :series "Lore (2)" .
:v2 a :Volume ; :heading "Moors" ; :series "Lore" .
:v4 a :Volume ; :heading "Becks" ; :series "Fjäll, North" .
:v5 a :Volume ; :heading "Tarns" ; :series "Fjall, North" .
:v3 a :Volume ; :heading "Who Calls?" ; :series "Lore (3)" ; :pages 2 .
"""


def test_marks_around_a_value_belong_to_it(world_of: Callable[[Path | None, Path], Any], tmp_path: Path) -> None:
    graph = tmp_path / "shelf.ttl"
    graph.write_text(SERIES, encoding="utf-8")
    shelf = world_of(None, graph)
    assert [row[0].value[-2:] for row in shelf.answer("Which volumes have the series Lore (2)?").rows] == ["v1"]
    assert [row[0].value for row in shelf.answer("What is the series of Who Calls??").rows] == ["Lore (3)"]
    assert [row[0].value[-2:] for row in shelf.answer("Which volumes have the series Fjäll, North?").rows] == ["v4"]


LABELS = """@prefix : <http://example.org/log#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:a a :Author . :b a :Author .
:r1 a :Report ; rdfs:label "Ada Berg and Bo Lund: Tides of the Cold North. (2001)" ;
  :authoredBy :a ; :yearOfIssue "2001" ; :numberOfAuthors 2 .
:r2 a :Report ; rdfs:label "Ada Berg: Tides of the Cold North Revisited: A View. (2004)" ;
  :authoredBy :b ; :yearOfIssue "2004" ; :numberOfAuthors 1 .
"""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("When was Tides of the Cold North issued?", "2001"),
        ("Who authored Tides of the Cold North Revisited?", "http://example.org/log#b"),
        ("How many authors wrote 'Tides of the Cold North'?", "2"),
    ],
)
def test_titles_without_quotes_are_found_in_labels(
    world_of: Callable[[Path | None, Path], Any], tmp_path: Path, question: str, answer: str
) -> None:
    graph = tmp_path / "log.ttl"
    graph.write_text(LABELS, encoding="utf-8")
    assert [row[0].value for row in world_of(None, graph).answer(question).rows] == [answer]
