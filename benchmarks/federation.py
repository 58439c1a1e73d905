"""Federation: a graph of a million triples over three sources against the same graph in one.

    python benchmarks/federation.py [--triples 1000000] [--servers] [--comunica FOLDER] [--folder FOLDER]

Films, people and places lie in three sources; ``--servers`` puts them behind three oxigraph servers and the whole
behind a fourth, otherwise all are embedded stores. ``--comunica`` names a folder with `@comunica/query-sparql` in its
node_modules; it asks the same servers. Every answer is compared with the single store's.

A selective query should take at most ten times as long as on the single store, or 10 ms more a source, whichever is
larger; unselective ones are stated, with the time to their first rows and the largest memory of this process.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "support"))

from server_process import free_port, stop, wait_until_up

if TYPE_CHECKING:
    from nlkgq.endpoints.protocol import Endpoint
    from nlkgq.results.models import Result

EX = "http://example.org/"
TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
NUMBER = "http://www.w3.org/2001/XMLSchema#integer"
SOURCES = ("films", "people", "places")
REPEATS = 9
TIMES, MILLISECONDS = 10, 10
SECONDS = 120.0

SELECTIVE = {
    "a film's director": "SELECT ?n { ?f :title 'Film number 17' ; :director ?d . ?d :name ?n }",
    "films of a person, with places": "SELECT ?t ?p { ?d :name 'Person number 44' . ?f :director ?d ; :title ?t ; "
    ":madeIn ?c . ?c :placeName ?p }",
    "three sources, OPTIONAL, FILTER": "SELECT ?t ?n ?p { ?c :placeName 'Place number 7' . ?d :birthPlace ?c ; "
    ":name ?n . ?f :director ?d ; :title ?t ; :year ?y FILTER(?y > 2010) "
    "OPTIONAL { ?f :madeIn ?m . ?m :placeName ?p } }",
    "count for one place": "SELECT (COUNT(DISTINCT ?f) AS ?n) { ?c :placeName 'Place number 9' . ?d :birthPlace ?c . "
    "?f :director ?d }",
    "without a partner": "SELECT ?n { ?c :placeName 'Place number 11' . ?d :birthPlace ?c ; :name ?n "
    "FILTER NOT EXISTS { ?f :director ?d } }",
    "a path": "SELECT DISTINCT ?n { ?f :title 'Film number 99' ; :director/:knows/:birthPlace/:placeName ?n }",
    "one film, everything": "SELECT ?p ?o { ?f :title 'Film number 5' ; ?p ?o }",
}
UNSELECTIVE = {
    "ten rows of a join of all": "SELECT ?t ?n { ?f :director ?d ; :title ?t . ?d :name ?n } LIMIT 10",
    "films by place of birth, counted": "SELECT ?p (COUNT(?f) AS ?n) { ?f :director ?d . ?d :birthPlace ?c . "
    "?c :placeName ?p } GROUP BY ?p",
    "films of one year with names": "SELECT ?t ?n { ?f :year 2001 ; :title ?t ; :director ?d . ?d :name ?n }",
    "all of one source, counted": "SELECT (COUNT(*) AS ?n) { ?f :director ?d }",
    "every film with its director": "SELECT ?t ?n { ?f :director ?d ; :title ?t . ?d :name ?n }",
}


def write_graph(folder: Path, triples: int) -> None:
    """Films (5 triples each), people (5 each, as many) and places (2 each), one file a source and one for all."""
    chance = random.Random(1)
    count = triples // 10
    places = count // 20
    with contextlib.ExitStack() as stack:
        open_file = {n: stack.enter_context((folder / f"{n}.nt").open("w")) for n in (*SOURCES, "all")}

        def put(source: str, subject: str, predicate: str, target: str) -> None:
            line = f"<{EX}{subject}> <{predicate if ':' in predicate else EX + predicate}> {target} .\n"
            open_file[source].write(line)
            open_file["all"].write(line)

        for n in range(count):
            film, person = f"film/{n}", f"person/{n}"
            put("films", film, TYPE, f"<{EX}Film>")
            put("films", film, "title", f'"Film number {n}"')
            put("films", film, "year", f'"{chance.randrange(1920, 2026)}"^^<{NUMBER}>')
            put("films", film, "director", f"<{EX}person/{chance.randrange(count)}>")
            put("films", film, "madeIn", f"<{EX}place/{chance.randrange(places)}>")
            put("people", person, TYPE, f"<{EX}Person>")
            put("people", person, "name", f'"Person number {n}"')
            put("people", person, "birthPlace", f"<{EX}place/{chance.randrange(places)}>")
            put("people", person, "knows", f"<{EX}person/{chance.randrange(count)}>")
            put("people", person, "born", f'"{chance.randrange(1900, 2006)}"^^<{NUMBER}>')
        for n in range(places):
            put("places", f"place/{n}", TYPE, f"<{EX}Place>")
            put("places", f"place/{n}", "placeName", f'"Place number {n}"')


@contextlib.contextmanager
def served(graph: Path, store: Path) -> Iterator[str]:
    """The address of an oxigraph server over a graph."""
    beside = Path(sys.executable).with_name("oxigraph")
    program = str(beside) if beside.exists() else shutil.which("oxigraph")
    assert program is not None, "pip install oxigraph"
    location = ["--location", str(store)]
    subprocess.run([program, "load", *location, "--file", str(graph)], check=True, capture_output=True)
    bind = f"127.0.0.1:{free_port()}"
    command = [program, "serve-read-only", *location, "--bind", bind]
    log = store.with_suffix(".log")
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output)
    try:
        wait_until_up(f"http://{bind}/", process, log)
        yield f"http://{bind}/query"
    finally:
        stop(process)


def measured(run: Callable[[], Result], repeats: int) -> tuple[float, Result]:
    """Median milliseconds of warm runs, and the answer."""
    result = run()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        run()
        times.append(1000 * (time.perf_counter() - start))
    return statistics.median(times), result


def comunica(folder: Path, addresses: list[str], text: str) -> tuple[float, int]:
    """Median milliseconds of a warm engine, and rows; the engine runs in a process that asks each query ten times."""
    script = """
const {QueryEngine} = require('@comunica/query-sparql');
(async () => {
  const [sources, text, repeats] = JSON.parse(process.argv[1]);
  const engine = new QueryEngine();
  const times = []; let rows = 0;
  for (let i = 0; i <= repeats; i++) {
    const start = performance.now();
    const found = await (await engine.queryBindings(text, {sources})).toArray();
    rows = found.length; if (i) times.push(performance.now() - start);
    if (performance.now() - start > 30000) { if (!i) times.push(performance.now() - start); break; }
  }
  times.sort((a, b) => a - b);
  console.log(JSON.stringify([times[Math.floor(times.length / 2)], rows]));
})().catch(e => { console.error(String(e)); process.exit(1); });
"""
    sources = [{"type": "sparql", "value": address} for address in addresses]
    node = shutil.which("node")
    assert node is not None
    asked = json.dumps([sources, text, REPEATS])
    done = subprocess.run([node, "-e", script, asked], cwd=folder, capture_output=True, text=True, timeout=90)
    if done.returncode:
        raise RuntimeError(done.stderr[-300:])
    median, rows = json.loads(done.stdout)
    return float(median), int(rows)


def main() -> None:
    """Prints one line a query; ends with 1 when an answer is wrong or a selective query too slow."""
    from nlkgq.endpoints.embedded import EmbeddedEndpoint
    from nlkgq.endpoints.federated import FederatedEndpoint, FederationLimits
    from nlkgq.endpoints.federation.sources import Source
    from nlkgq.endpoints.protocol import Limits
    from nlkgq.endpoints.sparql_protocol import SparqlEndpoint
    from nlkgq.errors import NlkgqError
    from nlkgq.ontology.profile import profile_files
    from nlkgq.results.comparison import same_answer
    from nlkgq.validation.gate import gate

    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--triples", type=int, default=1_000_000)
    options.add_argument("--servers", action="store_true")
    options.add_argument("--comunica", type=Path)
    options.add_argument("--folder", type=Path)
    given = options.parse_args()
    limits = Limits(seconds=SECONDS, rows=1_000_000, bytes=10**9)
    failed = False
    with contextlib.ExitStack() as stack:
        folder = given.folder or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / "all.nt").exists():
            write_graph(folder, given.triples)
        addresses: dict[str, str] = {}
        if given.servers:
            for name in (*SOURCES, "all"):
                store = Path(stack.enter_context(tempfile.TemporaryDirectory()))
                addresses[name] = stack.enter_context(served(folder / f"{name}.nt", store))

        def endpoint(name: str) -> Endpoint:
            if name in addresses:
                return SparqlEndpoint(addresses[name], name=name)
            return EmbeddedEndpoint([folder / f"{name}.nt"], name=name, cache_dir=folder / "stores")

        single = endpoint("all")
        federated = FederatedEndpoint(
            [
                Source(
                    name=name,
                    endpoint=endpoint(name),
                    trusted=True,
                    url=addresses.get(name),
                    profile=profile_files(folder / f"{name}.nt"),
                    seconds=SECONDS,
                    bind_size=100 if given.servers else 1_000,
                    stable_labels=not given.servers,
                )
                for name in SOURCES
            ],
            name="federation",
            limits=FederationLimits(fetch_rows=500_000),
        )
        print(f"{'milliseconds, median':36} {'single':>9} {'federated':>10} {'ratio':>6}   rows")
        for kind, queries in (("selective", SELECTIVE), ("unselective", UNSELECTIVE)):
            for name, body in queries.items():
                text = f"PREFIX : <{EX}> {body}"
                query = gate(text)
                repeats = REPEATS if kind == "selective" else 1
                one, expected = measured(partial(single.run, query, limits=limits), repeats)
                try:
                    many, answer = measured(partial(federated.run, query, limits=limits), repeats)
                except NlkgqError as error:
                    print(f"{name:36} {one:9.1f} {'refused':>10}   {error.message}")
                    continue
                same = same_answer(expected, answer) or "LIMIT" in text
                allowed = max(TIMES * one, one + MILLISECONDS * len(SOURCES))
                slow = kind == "selective" and many > allowed
                failed |= slow or not same
                rows = len(getattr(answer, "rows", ()))
                marks = ("  WRONG" if not same else "") + (f"  over {allowed:.0f}" if slow else "")
                print(f"{name:36} {one:9.1f} {many:10.1f} {many / one:6.1f}   {rows}{marks}", end="")
                if kind == "unselective":
                    start = time.perf_counter()
                    next(federated.stream(query, limits=limits))
                    first = 1000 * (time.perf_counter() - start)
                    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
                    print(f"   first part {first:.0f} ms, {memory} MB", end="")
                if given.comunica is not None and addresses:
                    try:
                        took, found = comunica(given.comunica, [addresses[s] for s in SOURCES], text)
                        print(f"   Comunica {took:.1f} ms, {found} rows", end="")
                    except (RuntimeError, subprocess.TimeoutExpired) as error:
                        print(f"   Comunica: {str(error)[:80]}", end="")
                print(flush=True)
        federated.close()
        single.close()
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
