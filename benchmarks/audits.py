"""Audits the gold of every data set, by a second engine as well, and makes `baselines/audit.md`.

    NLKGQ_DATA=... python benchmarks/audits.py [--data-set NAME ...] [--virtuoso] [--findings]

--virtuoso starts a Virtuoso of its own (`virtuoso-t`, `isql-vt`; Debian: virtuoso-opensource-7-bin), loads one graph
after the other and runs each gold there, too. Behind a wrapper nothing is compared: the gold is in other terms there.
Figures alone are written; --findings prints each finding as well.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pyoxigraph

from nlkgq.errors import ConfigError
from nlkgq.evaluation.audit.audit import audit, audit_table
from nlkgq.evaluation.audit.checks import GoldFinding
from nlkgq.evaluation.dataset import Dataset, GraphSource, dataset_names, load_dataset
from nlkgq.evaluation.rig import open_source
from nlkgq.evaluation.run_folder import write_whole
from nlkgq.evaluation.scoring import GOLD_SETTINGS
from nlkgq.rdf_files.reading import read_quads

HERE = Path(__file__).resolve().parent
GRAPH = "https://nlkgq.example/audited"
SECONDS_TO_START = 120
ENGINES = """\
By the embedded engine and by Virtuoso. Behind a wrapper the gold is in other terms than the graph: not compared. "The
recorded one" is the answer that comes with the data set."""
INI = """\
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
ServerPort = 127.0.0.1:{sql}
ServerThreads = 10
CheckpointInterval = 0
NumberOfBuffers = 40000
MaxDirtyBuffers = 30000
DirsAllowed = {folder}
[HTTPServer]
ServerPort = 127.0.0.1:{http}
ServerThreads = 5
[SPARQL]
ResultSetMaxRows = 200000
MaxQueryExecutionTime = 60
"""


def main() -> int:
    """Audits and writes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data-set", action="append", choices=dataset_names(), default=[])
    parser.add_argument("--virtuoso", action="store_true")
    parser.add_argument("--findings", action="store_true", help="print them; the texts are the data sets' own")
    args = parser.parse_args()
    data = Path(os.environ["NLKGQ_DATA"])
    tables = ["# Audits of gold", "", ENGINES if args.virtuoso else "By the embedded engine alone.", ""]
    for name in args.data_set or dataset_names():
        dataset = load_dataset(name, data=data)
        findings, compared = audited(dataset, second=args.virtuoso)
        heard = f"; {compared} of {len(dataset.graphs)} graphs by Virtuoso, too" if args.virtuoso else ""
        first, _, rest = audit_table(dataset, findings).partition("\n")
        whose = Counter(f.message.partition("; ")[2] for f in findings if f.code == "engines")
        told = [f"Engines: {count} times {side or 'nothing is recorded'}." for side, count in whose.most_common()]
        tables += [first + heard, rest, *([*told, ""] if told else [])]
        print(first + heard, flush=True)
        for f in findings if args.findings else ():
            print(f"{f.question}: {f.code}: {f.message}")
    write_whole(HERE / "baselines" / "audit.md", "\n".join(tables).rstrip() + "\n")
    return 0


def audited(dataset: Dataset, *, second: bool) -> tuple[list[GoldFinding], int]:
    """The findings of a data set, and how many of its graphs were asked of the second engine."""
    if not second:
        return audit(dataset), 0
    found: list[GoldFinding] = []
    compared = 0
    for name, source in dataset.graphs.items():
        questions = tuple(q for q in dataset.questions if q.graph == name)
        part = replace(dataset, graphs={name: source}, questions=questions)
        files = comparable_files(source)
        compared += files is not None
        if files is None:
            found += audit(part)
            continue
        with virtuoso(files) as address:
            found += audit(part, second={name: address})
    return found, compared


def comparable_files(source: GraphSource) -> Sequence[Path] | None:
    """The files of a graph in its own terms; None behind a wrapper, or with several endpoints."""
    with open_source(source, GOLD_SETTINGS) as kg:
        endpoints = kg.settings.asked_endpoints
        if kg.knowledge.wrapper is not None or len(endpoints) != 1 or not endpoints[0].files:
            return None
        return endpoints[0].files


@contextlib.contextmanager
def virtuoso(files: Sequence[Path]) -> Iterator[str]:
    """A Virtuoso that holds the triples of some files, for the block; yields its address."""
    program, console = shutil.which("virtuoso-t"), shutil.which("isql-vt")
    if program is None or console is None:
        raise ConfigError(
            "no `virtuoso-t` and `isql-vt`", place="--virtuoso", hint="apt install virtuoso-opensource-7-bin"
        )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sql, http = free_port(), free_port()
        (folder / "virtuoso.ini").write_text(INI.format(sql=sql, http=http, folder=folder))
        address = f"http://127.0.0.1:{http}/sparql"
        with (folder / "output").open("wb") as output:
            process = subprocess.Popen(
                [program, "+foreground", "+configfile", "virtuoso.ini"],
                cwd=folder,
                stdout=output,
                stderr=output,
                env={**os.environ, "TZ": "UTC"},
            )
        try:
            wait_until_up(address, process)
            load(files, folder / "graph.nt", [console, f"127.0.0.1:{sql}", "dba", "dba", "errors=stdout"])
            yield f"{address}?default-graph-uri={GRAPH}"
        finally:
            process.kill()
            process.wait(timeout=30)


def load(files: Sequence[Path], file: Path, console: Sequence[str]) -> None:
    """Puts the triples of some files into the server, by way of N-Triples."""
    triples = (quad.triple for path in files for quad in read_quads(path))
    pyoxigraph.serialize(triples, str(file), format=pyoxigraph.RdfFormat.N_TRIPLES)
    statement = f"DB.DBA.TTLP(file_to_string_output('{file}'), '', '{GRAPH}');"
    done = subprocess.run([*console, f"exec={statement}"], capture_output=True, text=True, timeout=600, check=True)
    if "Error" in done.stdout:
        raise ConfigError(f"Virtuoso does not take {files[0]}: {done.stdout[:400]}", place=str(files[0]))


def wait_until_up(address: str, process: subprocess.Popen[bytes]) -> None:
    """Waits for any HTTP answer.

    Raises:
        ConfigError: The server ends, or takes too long.
    """
    end = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except urllib.error.HTTPError as answer:
            answer.close()
            return
        except OSError:
            time.sleep(0.2)
    raise ConfigError("Virtuoso does not start", place="--virtuoso")


def free_port() -> int:
    """A port of the loopback interface that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


if __name__ == "__main__":
    sys.exit(main())
