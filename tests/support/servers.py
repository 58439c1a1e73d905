"""SPARQL servers for tests, one of each for a test run: fixtures `oxigraph_server` and `virtuoso_server`.

Each is private to the run: its own folder, its own free ports on the loopback interface, ended with the run.
"""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import sys
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from server_process import free_port, stop, wait_until_up
from virtuoso import programs, running

VIRTUOSO_MAX_ROWS = 500
VIRTUOSO_SECONDS = 3
OXIGRAPH_SECONDS = 2


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
    require("virtuoso", programs() is not None, "no `virtuoso-t` and `isql-vt`; apt install virtuoso-opensource-7-bin")
    folder = tmp_path_factory.mktemp("virtuoso")
    with running(folder, rows=VIRTUOSO_MAX_ROWS, seconds=VIRTUOSO_SECONDS) as server:

        def load(turtle: str, graph: str) -> None:
            file = folder / "load.ttl"
            file.write_text(turtle, encoding="utf-8")
            server.load(file, graph)

        base = server.base
        yield SparqlServer(url=f"{base}/sparql", load=load, auth_url=f"{base}/sparql-auth", run_sql=server.run_sql)
