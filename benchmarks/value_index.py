"""The value index at 1,000,000 values: build time, memory, opening, look-ups.

    python benchmarks/value_index.py [VALUES] [--files N]

Values are made up, seeded: names and titles of two to four words out of a vocabulary used as unevenly as real ones
(rank to the power of -0.8), codes, dates and amounts. Look-ups are timed one question at a time, on questions of 8 to
20 words that hold one or two values as stored, in other spellings, in part or misspelt. With ``--files`` the same graph
is built from so many files instead, and built again after one of them has changed.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import accumulate
from pathlib import Path

SYLLABLES = [c + v + e for c in "bdfghklmnprstvz" for v in "aeiou" for e in ("", "n", "r", "s", "l")]
_TALK = """
which what who list show all the of and in for with how many is are there that have been more than between
department project manager status amount order customer invoice date name city film actor started owner total
"""
TALK = _TALK.split()


def vocabulary(random_source: random.Random, size: int) -> list[str]:
    """``size`` different made-up words."""
    found: dict[str, None] = {}
    while len(found) < size:
        found["".join(random_source.choices(SYLLABLES, k=random_source.choice((2, 2, 3, 3, 4)))).capitalize()] = None
    return list(found)


def values(count: int, seed: int = 7) -> Iterator[tuple[str, str]]:
    """(property, text), all different."""
    chance = random.Random(seed)
    words = vocabulary(chance, max(1000, count // 8))
    weights = list(accumulate((rank + 1) ** -0.8 for rank in range(len(words))))
    seen: set[int] = set()
    while len(seen) < count:
        kind = chance.random()
        if kind < 0.75:
            size = chance.choice((2, 2, 2, 3, 4))
            name, text = "name", " ".join(chance.choices(words, cum_weights=weights, k=size))
        elif kind < 0.88:
            name, text = (
                "code",
                f"{chance.choice(('INC', 'PO', 'CASE'))}-{chance.randint(2000, 2026)}-{chance.randint(0, 9999999):07d}",
            )
        elif kind < 0.95:
            name, text = "amount", f"{chance.randint(1, 10**8) / 100:.2f}"
        else:
            name, text = "note", " ".join(chance.choices(words, cum_weights=weights, k=9))
        if hash(text) not in seen:
            seen.add(hash(text))
            yield name, text


def write_graph(target: Path, count: int) -> list[str]:
    """An N-Triples file; returns a sample of its values."""
    chance = random.Random(1)
    sample = []
    with target.open("w", encoding="utf-8") as file:
        for number, (name, text) in enumerate(values(count)):
            subject = f"<http://example.org/thing/{number // 3:08x}>"
            if number % 3 == 0:
                kind = f"<http://example.org/Class{number % 11}>"
                file.write(f"{subject} <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> {kind} .\n")
            file.write(f'{subject} <http://example.org/{name}> "{text}" .\n')
            if chance.random() < 2000 / count:
                sample.append(text)
    return sample


def questions(sample: list[str]) -> list[str]:
    """Questions that hold values in several spellings."""
    chance = random.Random(3)
    made = []
    for text in sample:
        spelt = [text, text.lower(), text.upper(), text.split()[-1], text[:-2] + text[-1:], text[0] + text[2:]]
        talk = chance.choices(TALK, k=chance.randint(7, 15))
        talk.insert(chance.randrange(len(talk)), chance.choice(spelt))
        made.append(" ".join(talk))
    return made


def build(graphs: list[Path], target: Path) -> None:
    """Runs alone in a process, so that its peak memory is its own."""
    from nlkgq.ontology.model import Ontology
    from nlkgq.values.build import build_index

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    started = time.process_time()
    summary = build_index(graphs, target, ontology=Ontology())
    used = time.process_time() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"build: {summary.values:,} values of {summary.triples:,} triples in {summary.seconds:.1f} s", end=" ")
    print(f"({used:.1f} s of our own CPU time),", end=" ")
    print(f"peak {peak:.0f} MB ({peak - before:.0f} MB over the imports), file {target.stat().st_size / 1e6:.0f} MB")


def cut(graph: Path, count: int) -> list[Path]:
    """The graph in so many files of like size."""
    made = [graph.with_name(f"part{number}.nt") for number in range(count)]
    share = graph.stat().st_size // count + 1
    with graph.open("rb") as source:
        for path in made:
            path.write_bytes(source.read(share) + source.readline())
    return made


def build_apart(graphs: list[Path], target: Path) -> None:
    """`build` in a process of its own."""
    subprocess.run([sys.executable, __file__, "--build", str(target), *map(str, graphs)], check=True)


def measure(label: str, ask_one: Callable[[str], object], made: list[str]) -> None:
    """Prints p50 and p99 of a question, wall and our own CPU time, first and second round."""
    for state in ("first", "second"):
        wall, cpu = [], []
        for question in made:
            started, used = time.perf_counter(), time.thread_time()
            ask_one(question)
            cpu.append((time.thread_time() - used) * 1000)
            wall.append((time.perf_counter() - started) * 1000)
        figures = [f"{sorted(t)[len(t) * p // 100]:.2f}" for t in (wall, cpu) for p in (50, 99)]
        print(f"{label} ({state} round): wall p50, p99 {figures[0]}, {figures[1]} ms", end="; ")
        print(f"CPU {figures[2]}, {figures[3]} ms")


def ask(target: Path, made: list[str]) -> None:
    """Opening, resident memory, percentiles."""
    from nlkgq.values.scan import whole_values
    from nlkgq.values.store import SqliteValueIndex

    def resident() -> float:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

    before, started = resident(), time.perf_counter()
    with SqliteValueIndex(target) as index:
        print(f"open: {time.perf_counter() - started:.3f} s, {resident() - before:.1f} MB more resident")
        values = [question.split()[len(question.split()) // 2] for question in made]
        measure("lookup of a word", index.lookup, values)
        measure("whole values in a question: exact, folded", lambda question: whole_values(index, question), made)
        measure("scan: exact, folded, parts", lambda question: index.scan(question, fuzzy=False), made)
        measure("scan: with fuzzy", index.scan, made)
        print(f"after: {resident() - before:.1f} MB more resident than before opening")


def main() -> None:
    """Makes the graph, builds in a child process, asks here."""
    if sys.argv[1:2] == ["--build"]:
        build([Path(name) for name in sys.argv[3:]], Path(sys.argv[2]))
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("values", nargs="?", type=int, default=1_000_000)
    parser.add_argument("--files", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        graph, target = Path(folder, "graph.nt"), Path(folder, "index", "values.sqlite")
        made = questions(write_graph(graph, options.values))
        if options.files == 1:
            build_apart([graph], target)
            ask(target, made)
            return
        files = cut(graph, options.files)
        build_apart(files, target)
        files[0].write_text(files[0].read_text(encoding="utf-8").replace('"CASE-', '"FILE-'), encoding="utf-8")
        print("one file has changed", flush=True)
        build_apart(files, target)


if __name__ == "__main__":
    main()
