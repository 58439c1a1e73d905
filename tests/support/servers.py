"""SPARQL servers for tests, one of each for a test run: fixtures `oxigraph_server` and `virtuoso_server`.

Each is private to the run: its own folder, its own free ports on the loopback interface, ended with the run.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

SECONDS_TO_START = 60
VIRTUOSO_MAX_ROWS = 500
VIRTUOSO_SECONDS = 3
OXIGRAPH_SECONDS = 2

VIRTUOSO_INI = """
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
NumberOfBuffers = 4000
MaxDirtyBuffers = 3000
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
class SparqlServer:
    """A running server: where it answers queries, and how a graph gets into it."""

    url: str
    load: Callable[[str, str], None]
    """``load(turtle, graph_iri)``; on oxigraph the triples go into the default graph, too."""
    auth_url: str = ""
    """Where it wants digest authentication as dba, dba; Virtuoso only."""
    run_sql: Callable[[str], None] | None = None
    """Runs a statement of its own administration; Virtuoso only."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_until_up(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    """Waits for any HTTP answer; fails with the server's log when it ends or takes too long."""
    end = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except urllib.error.HTTPError as answer:
            answer.close()
            return
        except OSError:
            time.sleep(0.05)
    pytest.fail(f"the server at {url} does not start: {log.read_text(errors='replace')[-2000:]}")


def stop(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait(timeout=30)


@pytest.fixture(scope="session")
def oxigraph_server(
    tmp_path_factory: pytest.TempPathFactory, require: Callable[[str, bool, str], None]
) -> Iterator[SparqlServer]:
    """A real oxigraph, in memory, with a time limit of its own: 2 seconds an answer."""
    with oxigraph(tmp_path_factory.mktemp("oxigraph"), require) as server:
        yield server


@contextlib.contextmanager
def oxigraph(folder: Path, require: Callable[[str, bool, str], None]) -> Iterator[SparqlServer]:
    """A running oxigraph, private to the block."""
    beside_python = Path(sys.executable).with_name("oxigraph")
    program = str(beside_python) if beside_python.exists() else shutil.which("oxigraph")
    require("oxigraph", program is not None, "no `oxigraph` program; pip install oxigraph")
    assert program is not None
    base = f"http://127.0.0.1:{free_port()}"
    log = folder / "log"

    def load(turtle: str, graph: str) -> None:
        for target in ("default", f"graph={urllib.parse.quote(graph, safe='')}"):
            request = urllib.request.Request(
                f"{base}/store?{target}", turtle.encode(), {"Content-Type": "text/turtle"}, method="POST"
            )
            urllib.request.urlopen(request, timeout=30).close()

    with log.open("wb") as output:
        command = [program, "serve", "--bind", base.removeprefix("http://"), "--timeout-s", str(OXIGRAPH_SECONDS)]
        process = subprocess.Popen(command, stdout=output, stderr=output)
    try:
        wait_until_up(f"{base}/", process, log)
        yield SparqlServer(url=f"{base}/query", load=load)
    finally:
        stop(process)


@pytest.fixture(scope="session")
def virtuoso_server(
    tmp_path_factory: pytest.TempPathFactory, require: Callable[[str, bool, str], None]
) -> Iterator[SparqlServer]:
    """A real Virtuoso with small limits of its own: 500 rows and 3 seconds an answer."""
    program, console = shutil.which("virtuoso-t"), shutil.which("isql-vt")
    require(
        "virtuoso", bool(program and console), "no `virtuoso-t` and `isql-vt`; apt install virtuoso-opensource-7-bin"
    )
    assert program is not None
    assert console is not None
    folder = tmp_path_factory.mktemp("virtuoso")
    sql_port, http_port = free_port(), free_port()
    base = f"http://127.0.0.1:{http_port}"
    (folder / "virtuoso.ini").write_text(
        VIRTUOSO_INI.format(
            sql_port=sql_port, http_port=http_port, folder=folder, rows=VIRTUOSO_MAX_ROWS, seconds=VIRTUOSO_SECONDS
        )
    )

    def load(turtle: str, graph: str) -> None:
        file = folder / "load.ttl"
        file.write_text(turtle, encoding="utf-8")
        run_sql(f"DB.DBA.TTLP(file_to_string_output('{file}'), '', '{graph}');")

    def run_sql(statement: str) -> None:
        done = subprocess.run(
            [console, f"127.0.0.1:{sql_port}", "dba", "dba", "errors=stdout", f"exec={statement}"],
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
        assert "Error" not in done.stdout, done.stdout

    log = folder / "output"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [program, "+foreground", "+configfile", "virtuoso.ini"],
            cwd=folder,
            stdout=output,
            stderr=output,
            env={**os.environ, "TZ": "UTC"},
        )
    try:
        wait_until_up(f"{base}/sparql", process, log)
        yield SparqlServer(url=f"{base}/sparql", load=load, auth_url=f"{base}/sparql-auth", run_sql=run_sql)
    finally:
        stop(process)
