"""Verbs that share what they act on: together, and not, themselves, by a word for who did it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

STAGE = """@prefix : <http://example.org/stage#> .
:p1 a :Person ; :fullName "Tove Lindqvist" .
:p2 a :Person ; :fullName "Aron Beck" .
:p3 a :Person ; :fullName "Mira Solheim" .
:o1 a :Opera ; :title "Glass Harbour" ; :composedBy :p1, :p3 ; :conductedBy :p2 .
:o2 a :Opera ; :title "The Amber Road" ; :composedBy :p2 ; :conductedBy :p1 .
:o3 a :Opera ; :title "Nine Lanterns" ; :composedBy :p1 ; :conductedBy :p1 .
:n1 :enteredOpera :o1 ; :won false .
:n2 :enteredOpera :o1 ; :won true .
:n3 :enteredOpera :o2 ; :won false .
:n1 a :Contest . :n2 a :Contest . :n3 a :Contest .
:s1 a :Subject ; :fullName "tove lindqvist" .
:o2 :subject :s1 .
"""


@pytest.fixture(scope="module")
def stage(world_of: Callable[[Path | None, Path], Any], tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Operas with who composed and who conducted them, and the contests that they were entered for."""
    graph = tmp_path_factory.mktemp("stage") / "stage.ttl"
    graph.write_text(STAGE, encoding="utf-8")
    return world_of(None, graph)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who composed with Tove Lindqvist?", ["p3"]),
        ("Which operas did Tove Lindqvist compose but not conduct?", ["o1"]),
        ("operas that Tove Lindqvist composed and conducted", ["o3"]),
        ("Which people conducted an opera they also composed?", ["p1"]),
        ("operas made by the conductor Aron Beck", ["o1"]),
        ("Which operas were entered but never won?", ["o2"]),
        ("Which operas won no contest?", ["o2", "o3"]),
        ("operas composed by tove lindqvist", ["o1", "o3"]),
    ],
)
def test_verbs_share_their_ends(stage: Any, question: str, answer: list[str]) -> None:
    assert sorted(row[0].value.rpartition("#")[2] for row in stage.answer(question).rows) == answer
