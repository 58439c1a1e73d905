"""Audits the gold of every data set, by a second engine as well, and makes `baselines/audit.md`.

    NLKGQ_DATA=... python benchmarks/audits.py [--data-set NAME ...] [--virtuoso] [--findings]

--virtuoso starts a Virtuoso of its own (`virtuoso-t`, `isql-vt`; Debian: virtuoso-opensource-7-bin), loads one graph
after the other and runs each gold there, too. Behind a wrapper nothing is compared: the gold is in other terms there.
Figures alone are written, and only when all sets are audited; --findings prints each finding as well.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import tempfile
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

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "support"))

from virtuoso import programs, running

HERE = Path(__file__).resolve().parent
GRAPH = "https://nlkgq.example/audited"
ROWS, SECONDS, BUFFERS = 200_000, 60, 40_000
"""Of Virtuoso: its limits for an answer, and its memory in pages of 8 kB."""
ENGINES = """\
By the embedded engine and by Virtuoso. Behind a wrapper the gold is in other terms than the graph: not compared. "The
recorded one" is the answer that comes with the data set."""


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
    if not args.data_set:
        # The file is about every set: of some alone only what is printed is told.
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
    if programs() is None:
        raise ConfigError(
            "no `virtuoso-t` and `isql-vt`", place="--virtuoso", hint="apt install virtuoso-opensource-7-bin"
        )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with running(folder, rows=ROWS, seconds=SECONDS, buffers=BUFFERS) as server:
            triples = (quad.triple for path in files for quad in read_quads(path))
            pyoxigraph.serialize(triples, str(folder / "graph.nt"), format=pyoxigraph.RdfFormat.N_TRIPLES)
            server.load(folder / "graph.nt", GRAPH, seconds=600)
            yield f"{server.base}/sparql?default-graph-uri={GRAPH}"


if __name__ == "__main__":
    sys.exit(main())
