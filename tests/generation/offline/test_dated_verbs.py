"""``staged in 2005``: the year of the date that the verb tells, though things have another year of their own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nlkgq.results.models import SelectResult

GRAPH = """
@prefix : <http://example.org/plays#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:p1 a :Play ; :title "Ebb Tide" ; :yearOfWriting 2001 ; :hasStaging :s1 .
:p2 a :Play ; :title "Far Bell" ; :yearOfWriting 2005 ; :hasStaging :s2 .
:s1 a :Staging ; :stagedOn "2005-03-01"^^xsd:date . :s2 a :Staging ; :stagedOn "2008-09-12"^^xsd:date .
"""


@pytest.mark.parametrize(
    ("question", "play"),
    [
        ("Which plays were staged in 2005?", "p1"),
        ("Which plays were staged in 2008?", "p2"),
        ("Which plays were written in 2005?", "p2"),
        ("Which plays were staged after 2006?", "p2"),
    ],
)
def test_a_year_is_that_of_the_verb(
    world_of: Callable[[Path | None, Path], Any], tmp_path: Path, question: str, play: str
) -> None:
    (tmp_path / "graph.ttl").write_text(GRAPH, encoding="utf-8")
    world = world_of(None, tmp_path / "graph.ttl")
    answer = world.run(world.ask(question).query)
    assert isinstance(answer, SelectResult)
    assert [row[0].value for row in answer.rows if row[0] is not None] == [f"http://example.org/plays#{play}"]
