"""A small data set of the tests' own."""

from __future__ import annotations

from pathlib import Path

import pytest
from toy_dataset import write_dataset

from nlkgq.evaluation.dataset import Dataset, load_dataset


@pytest.fixture
def toy(tmp_path: Path) -> Dataset:
    return load_dataset(str(write_dataset(tmp_path / "toy")))
