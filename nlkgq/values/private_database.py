"""New SQLite files that only their owner can read, whole or not at all."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from nlkgq.errors import ConfigError
from nlkgq.values.schema import APPLICATION_ID, VERSION

_OF_THE_DISK: Final = ("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_READONLY", "SQLITE_CANTOPEN")


@contextmanager
def private_database(target: Path) -> Iterator[sqlite3.Connection]:
    """A new database that becomes ``target`` when the block ends well, and vanishes otherwise.

    Raises:
        ConfigError: There is no room for it, or it may not be written there.
    """
    try:
        with _whole(target) as database:
            yield database
    except sqlite3.OperationalError as error:
        if not str(getattr(error, "sqlite_errorname", "")).startswith(_OF_THE_DISK):
            raise
        raise ConfigError(
            f"{target} cannot be written: {error}",
            place=str(target),
            hint="Make room, or name another folder in NLKGQ_CACHE_DIR.",
        ) from None


@contextmanager
def _whole(target: Path) -> Iterator[sqlite3.Connection]:
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    temporary = target.with_name(f"{target.name}.{os.getpid()}-{threading.get_ident()}.new")
    temporary.unlink(missing_ok=True)
    os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        database = sqlite3.connect(temporary, isolation_level=None)
        try:
            database.executescript(
                "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -32000;"
                f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION};"
            )
            yield database
            database.commit()
        finally:
            database.close()
        os.replace(temporary, target)
    finally:
        temporary.unlink(missing_ok=True)
