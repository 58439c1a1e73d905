"""dblp in clean terms: each clean query finds what a hand-written native one finds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from public_graphs import PublicGraph, assert_made_again, open_public, read_questions

from nlkgq.config import load_settings

FOLDER = Path(__file__).resolve().parents[2] / "ontologies" / "dblp"
QUESTIONS = read_questions(FOLDER)


@pytest.fixture(scope="module")
def graph() -> PublicGraph:
    return open_public(FOLDER, [FOLDER / "sample.ttl"])


@pytest.mark.parametrize("question", QUESTIONS, ids=[question["id"] for question in QUESTIONS])
def test_same_answers(question: dict[str, Any], graph: PublicGraph) -> None:
    graph.assert_same(question)


def test_the_folder_is_whole(graph: PublicGraph) -> None:
    graph.assert_whole()
    assert len(graph.store) < 2_000
    assert load_settings(FOLDER).endpoints[0].url == "https://sparql.dblp.org/sparql"


def test_each_term_finds_something_once(graph: PublicGraph) -> None:
    graph.assert_each_term_finds_something_once()


def test_the_script_writes_the_sample(tmp_path: Path) -> None:
    assert_made_again(FOLDER, tmp_path)


def test_it_uses_conditions_paths_patterns_inverses_and_conversions(graph: PublicGraph) -> None:
    forms = [form for _, form in graph.wrapper.forms()]
    assert {form.kind for form in forms} == {"iri", "condition", "inverse", "path", "pattern"}
    year = graph.rewritten("SELECT ?p { ?p <https://nlkgq.example/dblp#year> 2018 }")
    assert '"2018"^^<http://www.w3.org/2001/XMLSchema#gYear>' in year
