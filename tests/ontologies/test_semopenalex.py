"""SemOpenAlex in clean terms: each clean query finds what a hand-written native one finds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from public_graphs import PublicGraph, assert_made_again, open_public, read_questions

from nlkgq.config import load_settings

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "ontologies" / "semopenalex"
LIBRARY = ROOT / "benchmarks" / "datasets" / "semopenalex"
QUESTIONS = [*read_questions(FOLDER), *read_questions(LIBRARY)]
SCHOLAR = "https://nlkgq.example/scholar#"


@pytest.fixture(scope="module")
def graph() -> PublicGraph:
    return open_public(FOLDER, [FOLDER / "sample.ttl", LIBRARY / "graph.ttl"])


@pytest.mark.parametrize("question", QUESTIONS, ids=[question["id"] for question in QUESTIONS])
def test_same_answers(question: dict[str, Any], graph: PublicGraph) -> None:
    graph.assert_same(question)


def test_the_folder_is_whole(graph: PublicGraph) -> None:
    graph.assert_whole()
    assert load_settings(FOLDER).endpoints[0].url == "https://semopenalex.org/sparql"


def test_each_term_finds_something_once(graph: PublicGraph) -> None:
    graph.assert_each_term_finds_something_once()


def test_the_script_writes_the_sample(tmp_path: Path) -> None:
    assert_made_again(FOLDER, tmp_path)


def test_codes_and_identifiers_are_turned_before_they_are_asked_for(graph: PublicGraph) -> None:
    status = graph.rewritten(f"SELECT ?w {{ ?w <{SCHOLAR}accessStatus> <{SCHOLAR}gold> }}")
    assert '"gold"' in status
    assert "scholar#" not in status
    entity = graph.rewritten(f"SELECT ?a {{ ?a <{SCHOLAR}magEntity> <https://makg.org/entity/70007> }}")
    assert "70007" in entity
    assert "makg.org" not in entity


def test_it_has_every_term_of_the_benchmark(graph: PublicGraph) -> None:
    smaller = open_public(LIBRARY, []).wrapper
    assert {*smaller.classes, *smaller.properties} <= {*graph.wrapper.classes, *graph.wrapper.properties}
