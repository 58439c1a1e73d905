"""Questions over the tables of a relational database, whose rows are told by their names."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nlkgq.errors import NotUnderstoodError

HERE = Path(__file__).parent
PAIRS = tomllib.loads((HERE / "allotment.toml").read_text(encoding="utf-8"))["pair"]
BASE = "http://example.org/allotment/"
PREFIXES = f"PREFIX : <{BASE}>\n" + "".join(
    f"PREFIX {table}: <{BASE}{table}#>\n"
    for table in ("grower", "garden", "plot", "tree", "help", "neighbour", "supplier", "delivery")
)


@pytest.fixture(scope="module")
def allotment(world_of: Callable[[Path | None, Path], Any]) -> Any:
    """The allotments."""
    return world_of(None, HERE / "allotment_graph.ttl")


@pytest.mark.parametrize("pair", PAIRS, ids=[p["question"] for p in PAIRS])
def test_question_is_answered(allotment: Any, pair: dict[str, str]) -> None:
    allotment.assert_pair(pair, PREFIXES)


@pytest.mark.parametrize("question", ["top 10 % of gardens by size", "the top 10 percent of the plots by rent"])
def test_abstains(allotment: Any, question: str) -> None:
    with pytest.raises(NotUnderstoodError):
        allotment.ask(question)


@pytest.mark.parametrize(
    ("question", "order"),
    [
        ("names of the gardens, largest first", "DESC(?size)"),
        ("List the name and town of every garden, oldest garden first.", "ASC(?openedYear)"),
        ("List the name and town of every garden, most recent first.", "DESC(?openedYear)"),
    ],
)
def test_what_is_wanted_first_orders_the_answer(allotment: Any, question: str, order: str) -> None:
    query = allotment.ask(question).query
    assert query.rstrip().endswith(f"ORDER BY {order}"), query
