"""What a role costs: milliseconds of its check and of its conditions, on the gold queries of the corporate graph.

    NLKGQ_DATA=DIR python benchmarks/privacy/roles_speed.py [--repeat 5]

Each gold query runs for who sees everything and for a clerk, who sees no names of people but those of one department
and neither prices nor telephones. The clerk's answers are compared with those over the file of what is left.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import TypeVar

from nlkgq import KnowledgeGraph, NlkgqError
from nlkgq.results.models import AskResult, Result, SelectResult
from nlkgq.sparql import parse_query

T = TypeVar("T")
ROLES = """
[roles.chief]
all = true
[roles.clerk]
hide_properties = ["pv:phone", "pv:price"]
hide_classes = ["pv:Price"]
[roles.clerk.rows]
"pv:Employee" = "?this pv:memberOf ?d . ?d pv:name ?n FILTER(CONTAINS(?n, 'ing'))"
"""


def timed(work: Callable[[], T], repeat: int) -> tuple[T, float]:
    """The result, and the median of milliseconds."""
    taken = []
    for _ in range(repeat):
        start = time.perf_counter()
        found = work()
        taken.append(1000 * (time.perf_counter() - start))
    return found, median(taken)


def plain(result: Result) -> Counter[object]:
    """A result for comparing."""
    if isinstance(result, SelectResult):
        return Counter(result.rows)
    return Counter([result.boolean]) if isinstance(result, AskResult) else Counter(result.triples)


def main() -> int:
    """Runs the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repeat", type=int, default=5)
    repeat = parser.parse_args().repeat
    source = Path(os.environ["NLKGQ_DATA"]) / "ck25"
    folder = Path(tempfile.mkdtemp())
    (folder / "roles.toml").write_text(ROLES)
    files = f'ontology = ["{source / "ontology.ttl"}"]\n[endpoints.ck25]\nfiles = ["{source / "graph.ttl"}"]\n'
    (folder / "kg.toml").write_text(f'name = "ck25"\n{files}')
    start = time.perf_counter()
    clerk, chief = (KnowledgeGraph.open(folder, role=role) for role in ("clerk", "chief"))
    print(f"the role is read and looked up in {time.perf_counter() - start:.2f} s", end=", ")
    start = time.perf_counter()
    view = clerk.knowledge.data_files
    print(f"what it sees is read out in {time.perf_counter() - start:.2f} s")
    left = KnowledgeGraph.from_files(view, [source / "ontology.ttl"])
    checks, whole, cut, wrong, refused = [], [], [], 0, Counter[str]()
    for line in (source / "questions.jsonl").read_text(encoding="utf-8").splitlines():
        query = json.loads(line)["sparql"]
        _, before = timed(lambda query=query: chief.query(query), repeat)
        try:
            found, after = timed(lambda query=query: clerk.query(query), repeat)
        except NlkgqError as error:
            refused[getattr(error, "code", type(error).__name__)] += 1
            continue
        access = clerk.knowledge.access
        assert access is not None
        checks.append(timed(lambda query=query, a=access: a.guard(parse_query(query)), repeat)[1])
        whole.append(before)
        cut.append(after)
        if plain(found) != plain(left.query(query)):
            wrong += 1
            print("differs:", query)
    print(f"{len(cut)} answered, {wrong} differ from what is left, refused {dict(refused)}")
    print(f"check and conditions: median {median(checks):.2f} ms, most {max(checks):.2f} ms")
    print(f"query: median {median(whole):.1f} ms without a role, {median(cut):.1f} ms with one, most {max(cut):.1f}")
    for kg in (clerk, chief, left):
        kg.close()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
