"""A Virtuoso of one's own, for a block: for the tests, and for benchmarks that compare engines."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from server_process import ServerFailedError, free_port, stop, wait_until_up

INI = """
[Database]
DatabaseFile = virtuoso.db
ErrorLogFile = virtuoso.log
LockFile = virtuoso.lck
TransactionFile = virtuoso.trx
xa_persistent_file = virtuoso.pxa
[TempDatabase]
DatabaseFile = virtuoso-temp.db
TransactionFile = virtuoso-temp.trx
[Parameters]
ServerPort = 127.0.0.1:{sql_port}
ServerThreads = 10
CheckpointInterval = 0
NumberOfBuffers = {buffers}
MaxDirtyBuffers = {dirty}
SchedulerInterval = 10
DirsAllowed = {folder}
[HTTPServer]
ServerPort = 127.0.0.1:{http_port}
ServerThreads = 5
[SPARQL]
ResultSetMaxRows = {rows}
MaxQueryExecutionTime = {seconds}
"""


@dataclass(frozen=True, kw_only=True)
class Virtuoso:
    """A running server: its address, its folder, and the port of its administration."""

    base: str
    folder: Path
    sql_port: int
    console: str

    def run_sql(self, statement: str, *, seconds: float = 60) -> None:
        """Runs a statement of its administration."""
        done = subprocess.run(
            [self.console, f"127.0.0.1:{self.sql_port}", "dba", "dba", "errors=stdout", f"exec={statement}"],
            capture_output=True,
            text=True,
            timeout=seconds,
            check=True,
        )
        if "Error" in done.stdout:
            raise ServerFailedError(done.stdout)

    def load(self, file: Path, graph: str, *, seconds: float = 60) -> None:
        """Puts a Turtle or N-Triples file of the server's folder into a graph."""
        self.run_sql(f"DB.DBA.TTLP(file_to_string_output('{file}'), '', '{graph}');", seconds=seconds)


def programs() -> tuple[str, str] | None:
    """Virtuoso and its console; None where they are not installed (Debian: virtuoso-opensource-7-bin)."""
    program, console = shutil.which("virtuoso-t"), shutil.which("isql-vt")
    return (program, console) if program is not None and console is not None else None


@contextlib.contextmanager
def running(folder: Path, *, rows: int, seconds: int, buffers: int = 4000) -> Iterator[Virtuoso]:
    """A server in an empty folder, with limits of rows and seconds for an answer.

    Raises:
        ServerFailedError: It is not installed, or does not start.
    """
    found = programs()
    if found is None:
        raise ServerFailedError("no `virtuoso-t` and `isql-vt`; apt install virtuoso-opensource-7-bin")
    sql_port, http_port = free_port(), free_port()
    (folder / "virtuoso.ini").write_text(
        INI.format(
            sql_port=sql_port,
            http_port=http_port,
            folder=folder,
            rows=rows,
            seconds=seconds,
            buffers=buffers,
            dirty=buffers * 3 // 4,
        )
    )
    log, base = folder / "output", f"http://127.0.0.1:{http_port}"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [found[0], "+foreground", "+configfile", "virtuoso.ini"],
            cwd=folder,
            stdout=output,
            stderr=output,
            env={**os.environ, "TZ": "UTC"},
        )
    try:
        wait_until_up(f"{base}/sparql", process, log)
        yield Virtuoso(base=base, folder=folder, sql_port=sql_port, console=found[1])
    finally:
        stop(process)
