"""The embedded store on a graph of a million triples: first load, later starts, warm queries.

    python benchmarks/embedded_store.py [--triples 1000000] [--folder FOLDER]

The first load is compared with pyoxigraph's own bulk load of the same file in the same run, each in a process of its
own, so that their peak memory can be told apart. The ratio is one of CPU seconds, which other work on the machine does
not change; everything else is wall-clock time.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

TARGET_RATIO = 1.5
TARGET_START = 0.3
REPEATS = 25

EX = "http://example.org/"
QUERIES = {
    "one lookup": f"SELECT ?n {{ <{EX}person/17> <{EX}name> ?n }}",
    "two joins, 400 rows": f"SELECT ?a ?n {{ ?a <{EX}knows> ?b ; <{EX}name> ?n . ?b <{EX}city> <{EX}city/17> }}",
    "count of a class": f"SELECT (COUNT(?a) AS ?n) {{ ?a <{EX}city> <{EX}city/17> }}",
    "10,000 rows x 3 columns": f"SELECT ?a ?n ?c {{ ?a <{EX}name> ?n ; <{EX}city> ?c }} LIMIT 10000",
}


def write_graph(path: Path, triples: int) -> None:
    """People with a class, a name, an age, a city and somebody they know: five triples each."""
    chance = random.Random(1)
    people = triples // 5
    with path.open("w", encoding="utf-8") as file:
        for number in range(people):
            person = f"<{EX}person/{number}>"
            file.write(
                f"{person} <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <{EX}Person> .\n"
                f'{person} <{EX}name> "Person number {number}"@en .\n'
                f'{person} <{EX}age> "{chance.randrange(99)}"^^<http://www.w3.org/2001/XMLSchema#integer> .\n'
                f"{person} <{EX}knows> <{EX}person/{chance.randrange(people)}> .\n"
                f"{person} <{EX}city> <{EX}city/{chance.randrange(500)}> .\n"
            )


def load_by_engine(graph: str, target: str) -> None:
    """What pyoxigraph does when nobody helps."""
    import pyoxigraph as ox

    store = ox.Store(target)
    store.bulk_load(path=graph, format=ox.RdfFormat.N_TRIPLES)
    store.flush()


def load_by_endpoint(graph: str, target: str) -> None:
    """Our first load: key, load, checksums, manifest."""
    from nlkgq.endpoints.embedded import EmbeddedEndpoint

    EmbeddedEndpoint([Path(graph)], name="benchmark", cache_dir=Path(target)).prepare()


def measured(task: Callable[[str, str], None], graph: Path, target: Path) -> tuple[float, float, int]:
    """Wall-clock seconds, CPU seconds and peak MB of one task in a process of its own."""
    command = [sys.executable, __file__, "--task", task.__name__, str(graph), str(target)]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True)
    wall, cpu, megabytes = json.loads(done.stdout)
    return wall, cpu, megabytes


def run_task(name: str, graph: str, target: str) -> None:
    """The child's side of `measured`."""
    import resource

    task = {t.__name__: t for t in (load_by_engine, load_by_endpoint)}[name]
    started, cpu_before = time.perf_counter(), time.process_time()
    task(graph, target)
    wall, cpu = time.perf_counter() - started, time.process_time() - cpu_before
    print(json.dumps([wall, cpu, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024]))


def benchmark(graph: Path, folder: Path) -> None:
    """Runs everything and prints the table."""
    from nlkgq.endpoints.embedded import EmbeddedEndpoint
    from nlkgq.endpoints.protocol import Limits
    from nlkgq.validation.gate import gate

    rows: list[tuple[str, str, str]] = []
    wall, engine_cpu, memory = measured(load_by_engine, graph, folder / "engine")
    rows.append(("pyoxigraph bulk_load", f"{wall:.2f} s", f"{engine_cpu:.2f} s CPU, {memory} MB"))
    wall, our_cpu, memory = measured(load_by_endpoint, graph, folder / "stores")
    rows.append(("first load", f"{wall:.2f} s", f"{our_cpu:.2f} s CPU, {memory} MB"))
    rows.append(("first load / bulk_load", f"{our_cpu / engine_cpu:.2f}", f"target {TARGET_RATIO}"))

    starts = []
    for _ in range(5):
        started = time.perf_counter()
        endpoint = EmbeddedEndpoint([graph], name="benchmark", cache_dir=folder / "stores")
        endpoint.run(gate("ASK {}"), limits=Limits())
        starts.append(time.perf_counter() - started)
        endpoint.close()
    rows.append(("later start, first answer", f"{statistics.median(starts):.3f} s", f"target {TARGET_START} s"))

    endpoint = EmbeddedEndpoint([graph], name="benchmark", cache_dir=folder / "stores")
    for label, text in QUERIES.items():
        query = gate(text)
        times = []
        for _ in range(REPEATS):
            started = time.perf_counter()
            endpoint.run(query, limits=Limits())
            times.append(time.perf_counter() - started)
        rows.append((f"warm: {label}", f"{statistics.median(times) * 1_000:.2f} ms", f"median of {REPEATS}"))
    endpoint.close()

    width = max(len(row[0]) for row in rows)
    for name, value, note in rows:
        print(f"{name:<{width}}  {value:>10}  {note}")


def main() -> None:
    """Reads the arguments."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--triples", type=int, default=1_000_000)
    parser.add_argument("--folder", type=Path, help="where to work; a temporary folder by default")
    parser.add_argument("--task", nargs=3, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.task:
        run_task(*arguments.task)
        return
    with tempfile.TemporaryDirectory(dir=arguments.folder) as name:
        folder = Path(name)
        graph = folder / "graph.nt"
        write_graph(graph, arguments.triples)
        print(f"{arguments.triples} triples, {graph.stat().st_size / 1e6:.0f} MB of N-Triples")
        benchmark(graph, folder)


if __name__ == "__main__":
    main()
