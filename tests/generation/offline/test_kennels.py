"""Kennels: tables whose keys are called after who does something, whose rows refer to others of their kind."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
PAIRS = tomllib.loads((HERE / "kennels.toml").read_text(encoding="utf-8"))["pair"]
BASE = "http://example.org/kennels/"
PREFIXES = "".join(
    f"PREFIX {table}: <{BASE}{table}#>\n" for table in ("dogkeeper", "kennel", "dog", "trial", "trial_run")
)


@pytest.fixture(scope="module")
def kennels(world_of: Callable[[Path | None, Path], Any]) -> Any:
    return world_of(None, HERE / "kennels_graph.ttl")


@pytest.mark.parametrize("pair", PAIRS, ids=[p["question"] for p in PAIRS])
def test_question_is_answered(kennels: Any, pair: dict[str, Any]) -> None:
    kennels.assert_pair(pair, PREFIXES)
