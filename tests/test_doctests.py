"""Every example in a docstring is run."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import sys
from pathlib import Path

import pytest

import nlkgq

MODULES = sorted(m.name for m in pkgutil.walk_packages(nlkgq.__path__, "nlkgq.") if not m.name.endswith("__main__"))


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    if name == "nlkgq.endpoints.worker":
        monkeypatch.setattr(sys, "argv", ["worker"])
    results = doctest.testmod(
        importlib.import_module(name), optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    )
    assert results.failed == 0
