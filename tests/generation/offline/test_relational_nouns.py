"""``X is a sequel to Y``: a noun with "to" tells of X, as with "of"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nlkgq.results.models import AskResult

GRAPH = """
@prefix : <http://example.org/plays#> .
:p1 a :Play ; :title "Ebb Tide" . :p2 a :Play ; :title "Far Bell" ; :sequelOf :p1 . :p3 a :Play ; :title "Glass Road" .
"""


@pytest.fixture(scope="module")
def plays(world_of_text: Callable[..., Any]) -> Any:
    return world_of_text(GRAPH)


@pytest.mark.parametrize(
    ("question", "holds"),
    [
        ("Is Far Bell a sequel to Ebb Tide?", True),
        ("Is Far Bell the sequel of Ebb Tide?", True),
        ("Is Ebb Tide a sequel to Far Bell?", False),
        ("Is Glass Road a sequel to Ebb Tide?", False),
    ],
)
def test_a_noun_with_to_tells_of_the_first(plays: Any, question: str, holds: bool) -> None:
    answer = plays.run(plays.ask(question).query)
    assert isinstance(answer, AskResult)
    assert answer.boolean is holds
