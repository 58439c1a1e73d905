"""A disk without room: one clear error, and nothing half-made left behind."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from nlkgq.errors import ConfigError
from nlkgq.values.private_database import private_database


def test_no_room_is_one_clear_error(tmp_path: Path) -> None:
    target = tmp_path / "deep" / "index.sqlite"

    def fill() -> None:
        with private_database(target) as database:
            database.executescript("CREATE TABLE t (x TEXT); PRAGMA max_page_count = 3")
            database.execute("INSERT INTO t VALUES (?)", ("x" * 100_000,))

    with pytest.raises(ConfigError, match=r"index\.sqlite cannot be written: database or disk is full") as caught:
        fill()
    assert "NLKGQ_CACHE_DIR" in (caught.value.hint or "")
    assert list(target.parent.iterdir()) == []


def test_a_mistake_in_a_statement_is_not_taken_for_a_full_disk(tmp_path: Path) -> None:
    with pytest.raises(sqlite3.OperationalError), private_database(tmp_path / "index.sqlite") as database:
        database.execute("SELECT * FROM nothing")
