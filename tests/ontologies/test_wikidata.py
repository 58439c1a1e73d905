"""Wikidata in clean terms: each clean query finds what a hand-written native one finds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from public_graphs import PublicGraph, assert_made_again, open_public, read_questions

from nlkgq.config import load_settings

FOLDER = Path(__file__).resolve().parents[2] / "ontologies" / "wikidata"
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
    assert load_settings(FOLDER).endpoints[0].url == "https://query.wikidata.org/sparql"


def test_each_term_finds_something_once(graph: PublicGraph) -> None:
    graph.assert_each_term_finds_something_once()


def test_the_script_writes_the_sample(tmp_path: Path) -> None:
    assert_made_again(FOLDER, tmp_path)


def test_it_uses_every_kind_of_form(graph: PublicGraph) -> None:
    classes = {form.kind for forms in graph.wrapper.classes.values() for form in forms}
    properties = {form.kind for forms in graph.wrapper.properties.values() for form in forms}
    assert classes == {"type-path", "condition", "pattern"}
    assert properties == {"iri", "inverse", "path", "pattern"}
    ends = {form.object.kind for forms in graph.wrapper.properties.values() for form in forms if form.object}
    assert ends == {"template", "datatype", "values"}


def test_names_fall_back_and_come_once(graph: PublicGraph) -> None:
    rows = graph.rows(graph.rewritten("SELECT ?s ?name { ?s <https://nlkgq.example/wikidata#name> ?name }"))
    names = {row[0][1]: row[1][1] for row in rows}
    assert len(names) == len(rows)
    assert {'"Grenholm"', '"Tidewick"', '"Kleinmoor"'} <= set(names.values())
    assert '"Grünholm"' not in names.values()
