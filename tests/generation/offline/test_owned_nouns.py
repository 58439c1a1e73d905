"""What is told of those that somebody has, who could be told of as well."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def choir(world_of: Callable[[Path | None, Path], Any]) -> Any:
    """Singers with their friends, who are singers."""
    return world_of(None, HERE / "choir_graph.ttl")


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        ("Which pieces did Runa Osei's friends sing?", "SELECT DISTINCT ?p { ?s :friend ?f . ?p :sungBy ?f }"),
        ("What are the towns of Runa Osei's friends?", "SELECT DISTINCT ?t { ?s :friend/:town ?t }"),
        ("Which towns do the friends of Runa Osei live in?", "SELECT DISTINCT ?t { ?s :friend/:town ?t }"),
        ("How old are Runa Osei's friends?", "SELECT DISTINCT ?a { ?s :friend/:age ?a }"),
        ("Who are Runa Osei's friends?", "SELECT ?f { ?s :friend ?f }"),
        ("How many friends does Runa Osei have?", "SELECT (COUNT(?f) AS ?n) { ?s :friend ?f }"),
    ],
)
def test_friends_are_told_of(choir: Any, question: str, gold: str) -> None:
    known = gold.replace("{ ", '{ ?s :fullName "Runa Osei" . ', 1)
    choir.assert_answers(question, f"PREFIX : <http://example.org/choir#>\n{known}")


def test_a_verb_with_its_preposition_owns_nothing(world_of: Callable[[Path, Path], Any]) -> None:
    gallery = world_of(HERE / "gallery_ontology.ttl", HERE / "gallery_graph.ttl")
    gallery.assert_answers(
        "Which pictures hang in room 3?",
        'PREFIX : <http://example.org/gallery#> SELECT ?p { ?p :hangsIn/:roomNumber "3" }',
    )
