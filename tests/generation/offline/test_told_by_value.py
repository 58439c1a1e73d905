"""What a verb of making says of a value, over a shelf of books: ``made in Norway``, ``made in Dutch``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

SHELF = """
@prefix : <http://example.org/shelf#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Book a owl:Class . :Tongue a owl:Class . :Land a owl:Class .
:madeIn a owl:ObjectProperty ; rdfs:label "made in"@en ; rdfs:domain :Book ; rdfs:range :Land .
:firstTongue a owl:ObjectProperty ; rdfs:label "first tongue"@en ; rdfs:domain :Book ; rdfs:range :Tongue .
:name a owl:DatatypeProperty ; rdfs:label "name"@en .
:b1 a :Book ; :name "Dikes" ; :madeIn :l1 ; :firstTongue :t1 .
:b2 a :Book ; :name "Fjords" ; :madeIn :l2 ; :firstTongue :t2 .
:b3 a :Book ; :name "Ports" ; :madeIn :l1 ; :firstTongue :t2 .
:l1 a :Land ; :name "Holland" . :l2 a :Land ; :name "Norway" .
:t1 a :Tongue ; :name "Dutch" . :t2 a :Tongue ; :name "Danish" .
"""


@pytest.fixture(scope="module")
def shelf(world_of: Callable[[Path | None, Path], Any], tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("shelf") / "graph.ttl"
    path.write_text(SHELF, encoding="utf-8")
    return world_of(path, path)


@pytest.mark.parametrize(
    ("question", "books"),
    [
        ("books made in Danish", "b2 b3"),
        ("Which books were originally made in Dutch?", "b1"),
        ("If a book was made in either Dutch or Danish, list it.", "b1 b2 b3"),
        ("books made in Norway", "b2"),
        ("Which books were made in Holland?", "b1 b3"),
    ],
)
def test_value_tells_what_is_said(shelf: Any, question: str, books: str) -> None:
    values = " ".join(f"<http://example.org/shelf#{b}>" for b in books.split())
    shelf.assert_answers(question, f"SELECT ?b {{ VALUES ?b {{ {values} }} }}")
