"""Shared fixtures: the data folder, required parts, an isolated cache."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

pytest_plugins = ["servers", "wire_record"]  # tests/support


def pytest_configure() -> None:
    """A run that a script starts behind itself ignores interrupts; the programs that tests interrupt must not."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def required(part: str) -> bool:
    """Whether `.ci/run` demands this part, so that a skip would be a failure."""
    return part in os.environ.get("NLKGQ_REQUIRE", "").replace(",", " ").split()


def require(part: str, found: bool, reason: str) -> None:
    """Skip where an optional part is missing; fail where it is required."""
    if found:
        return
    if required(part):
        pytest.fail(f"{part} is required here: {reason}")
    pytest.skip(f"{part}: {reason}")


@pytest.fixture(scope="session", name="require")
def _require() -> Callable[[str, bool, str], None]:
    """`require(part, found, reason)` for tests and fixtures of other modules."""
    return require


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder with real graphs, ontologies and questions."""
    folder = os.environ.get("NLKGQ_DATA", "")
    require("data", bool(folder) and Path(folder).is_dir(), "NLKGQ_DATA names no folder")
    return Path(folder)


@pytest.fixture(autouse=True)
def isolated_environment(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads the user's configuration or keys; caches live in a folder of the test run."""
    for name in list(os.environ):
        if name.startswith(("ANTHROPIC_", "OPENAI_")) or (
            name.startswith("NLKGQ_") and name not in {"NLKGQ_DATA", "NLKGQ_REQUIRE"}
        ):
            monkeypatch.delenv(name)
    for folder in ("CACHE", "STATE"):
        monkeypatch.setenv(f"NLKGQ_{folder}_DIR", str(tmp_path_factory.getbasetemp() / folder.lower()))
