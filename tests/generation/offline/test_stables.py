"""Stables: things are known by titles, individuals by names that only the ontology has, numbers are stored as text."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError
from nlkgq.masking.model import MaskedText

HERE = Path(__file__).parent
PAIRS = tomllib.loads((HERE / "stables.toml").read_text(encoding="utf-8"))["pair"]
PREFIX = "PREFIX : <http://example.org/stables#>\nPREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n"


@pytest.fixture(scope="session")
def stables(world_of: Callable[[Path, Path], Any]) -> Any:
    """The stables, read as what lies behind a wrapper: nothing is tried on the graph."""
    world = world_of(HERE / "stables_ontology.ttl", HERE / "stables_graph.ttl")
    world.translator = world.reader(named=True, probe=None)
    return world


@pytest.mark.parametrize("pair", PAIRS, ids=[p["question"] for p in PAIRS])
def test_question_is_answered(stables: Any, pair: dict[str, Any]) -> None:
    stables.assert_pair(pair, PREFIX)


@pytest.mark.parametrize("question", ["Which yards have both sexes?", "Which yards have both tags?"])
def test_both_of_what_is_not_told(stables: Any, question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        stables.ask(question)


def test_things_are_told_by_themselves_where_no_wrapper_hides_them(stables: Any) -> None:
    question = "Which yards have the permit Alpha 3?"
    text = MaskedText(text=question, mode="off", original=question)
    assert ":title" in stables.translator.generate(text).query
    assert ":title" not in stables.reader(probe=None).generate(text).query
