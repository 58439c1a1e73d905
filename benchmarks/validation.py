"""How good validation is: false alarms on right queries, mistakes found in wrong ones, time.

    NLKGQ_DATA=... python benchmarks/validation.py [--mutants 2000] [--seed 1] [--part gold|mutants|others|time]

A mutant counts when its answer on the graph is another than that of the right query (or it is refused, or takes more
than two seconds). It is found when validation reports an error or a warning that the right query does not get.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # the modules beside this script

from validation_gold import GoldSet, gold_sets
from validation_mutants import MUTATORS, Mutator
from validation_others import OTHERS, indexes, misplaced

from nlkgq.endpoints.embedded import EmbeddedEndpoint
from nlkgq.endpoints.protocol import Limits
from nlkgq.errors import NlkgqError
from nlkgq.iri import XSD, PrefixMap
from nlkgq.ontology.model import Ontology, OwlClass, Property, Text
from nlkgq.results.models import AskResult, SelectResult
from nlkgq.sparql import Query, parse_query
from nlkgq.validation.finding import Finding
from nlkgq.validation.gate import GatePolicy, gate
from nlkgq.validation.linter import Linter
from nlkgq.validation.validate import CHECKS, code_of, validate
from nlkgq.values.model import ValueIndex

LIMITS = Limits(seconds=2, rows=20_000)
POLICY = GatePolicy(max_length=100_000, max_patterns=1_000, max_operations=10_000)


@dataclass(frozen=True, kw_only=True)
class Tried:
    """A mutant that changes the answer, and the codes of what was newly found, by how much was known."""

    kind: str
    set_name: str
    text: str
    errors: dict[str, set[str]]
    warnings: dict[str, set[str]]
    all: dict[str, set[str]]


def findings(gold: GoldSet, tree: Query, known: str, question: str, index: ValueIndex | None) -> list[Finding]:
    """What is found in a query, with ``ontology``, ``profile`` or ``question`` known besides."""
    profile = None if known == "ontology" else gold.profile
    asked = question if known == "question" else None
    values = index if known == "question" else None
    return list(validate(tree, gold.ontology, profile, question=asked or None, index=values, policy=POLICY))


KNOWN = ("ontology", "profile", "question")


def precision(sets: list[GoldSet], index: dict[str, ValueIndex]) -> None:
    """False alarms: right queries with a finding, by severity, and each error with its message."""
    for given in (True, False):
        chosen = [s for s in sets if s.given is given]
        total = sum(len(s.queries) for s in chosen)
        print(f"\n## {total} right queries over ontologies {'given' if given else 'drafted from the data'}\n")
        print("| known | with an error | with a warning | with an info |\n|---|---|---|---|")
        told: dict[str, str] = {}
        for known in KNOWN:
            counts: Counter[str] = Counter()
            codes: Counter[str] = Counter()
            for gold in chosen:
                for query in gold.queries:
                    found = findings(gold, query.tree, known, query.question, index.get(gold.name))
                    counts.update({f.severity for f in found})
                    codes.update({f"{f.severity} {f.code}" for f in found})
                    for f in found:
                        if f.severity == "error":
                            told[f"{gold.name}/{query.name}"] = f"{f.code}: {f.message}"
            shares = [f"{counts[s]} ({100 * counts[s] / total:.2f} %)" for s in ("error", "warning", "info")]
            print(f"| {known} | {' | '.join(shares)} |")
            print(f"<!-- {known}: {dict(codes)} -->")
        for name, message in told.items():
            print(f"- {name}: {message}")


class Runner:
    """Answers of one set's graph."""

    def __init__(self, gold: GoldSet, folder: Path) -> None:
        self._endpoint = EmbeddedEndpoint(list(gold.graphs), name=gold.name, cache_dir=folder)
        self._kept: dict[str, object] = {}

    def answer(self, tree: Query) -> object:
        """Something equal for equal answers; None for a failure."""
        text = str(tree)
        if text not in self._kept:
            self._kept[text] = self._run(text)
        return self._kept[text]

    def _run(self, text: str) -> object:
        try:
            result = self._endpoint.run(gate(text, POLICY), limits=LIMITS)
        except NlkgqError:
            return None
        if isinstance(result, AskResult):
            return result.boolean
        if isinstance(result, SelectResult):
            return (len(result.variables), frozenset(Counter(result.rows).items()))
        return frozenset(result.triples)

    def close(self) -> None:
        """Ends its processes."""
        self._endpoint.close()


def new_codes(before: Iterable[Finding], after: Iterable[Finding], severities: set[str]) -> set[str]:
    """Codes of findings of these severities whose code and message were not there before."""
    known = {(f.code, f.message) for f in before}
    return {f.code for f in after if f.severity in severities and (f.code, f.message) not in known}


def mutate(
    sets: list[GoldSet], mutators: dict[str, Mutator], count: int, seed: int, folder: Path, index: dict[str, ValueIndex]
) -> Iterator[tuple[str, Tried | None]]:
    """``count`` mutants, equally many of each kind; None for those that leave the answer as it is."""
    rng = random.Random(seed)
    runners = {gold.name: Runner(gold, folder) for gold in sets}
    right: dict[tuple[str, str], dict[str, list[Finding]]] = {}
    for kind, mutator in mutators.items():
        made = tries = 0
        seen: set[str] = set()
        while made < count // len(mutators) and tries < 60 * count:
            tries += 1
            gold = rng.choice(sets)
            query = rng.choice(gold.queries)
            tree = query.tree
            mutant = mutator(tree, gold.ontology, rng)
            if mutant is None or str(mutant) in seen:
                continue
            runner = runners[gold.name]
            answer = runner.answer(tree)
            if answer is None:
                continue
            seen.add(str(mutant))
            made += 1
            if runner.answer(mutant) == answer:
                yield kind, None
                continue
            values = index.get(gold.name)
            key = (gold.name, query.name)
            if key not in right:
                right[key] = {k: findings(gold, tree, k, query.question, values) for k in KNOWN}
            after = {k: findings(gold, mutant, k, query.question, values) for k in KNOWN}
            yield (
                kind,
                Tried(
                    kind=kind,
                    set_name=gold.name,
                    text=str(mutant),
                    errors={k: new_codes(right[key][k], after[k], {"error"}) for k in KNOWN},
                    warnings={k: new_codes(right[key][k], after[k], {"error", "warning"}) for k in KNOWN},
                    all={k: new_codes(right[key][k], after[k], {"error", "warning", "info"}) for k in KNOWN},
                ),
            )
    for runner in runners.values():
        runner.close()


def recall(tried: list[tuple[str, Tried | None]], missed: Path | None) -> None:
    """The table by kind of mistake."""
    print("| mistake | made | change the answer | " + " | ".join(f"{k}: errors" for k in KNOWN) + " | ", end="")
    print(" | ".join(f"{k}: errors and warnings" for k in KNOWN) + " |")
    print("|---" * (3 + 2 * len(KNOWN)) + "|")
    for kind in [*dict.fromkeys(k for k, _ in tried), "all"]:
        made = [t for k, t in tried if kind in {k, "all"}]
        counted = [t for t in made if t is not None]
        cells = [f"{100 * sum(bool(t.errors[k]) for t in counted) / max(1, len(counted)):.1f} %" for k in KNOWN]
        cells += [f"{100 * sum(bool(t.warnings[k]) for t in counted) / max(1, len(counted)):.1f} %" for k in KNOWN]
        print(f"| {kind} | {len(made)} | {len(counted)} | {' | '.join(cells)} |")
    if missed is not None:
        lost = [t for _, t in tried if t is not None and not t.warnings["profile"]]
        missed.write_text("\n\n".join(f"# {t.kind}, {t.set_name}\n{t.text}" for t in lost), encoding="utf-8")


def unique(tried: list[Tried]) -> None:
    """For each check, how many mutants it finds, and how many no other finds, with the same knowledge at hand."""
    print("\n| check | finds | alone |\n|---|---|---|")
    finds: Counter[str] = Counter(code for t in tried for code in set().union(*t.all.values()))
    alone: Counter[str] = Counter()
    for t in tried:
        # what is only worth knowing does not stand beside an error or a warning
        told = [t.warnings[k] or t.all[k] for k in KNOWN]
        alone.update({next(iter(found)) for found in told if len(found) == 1})
    for check in CHECKS:
        code = code_of(check)
        print(f"| {code} | {finds[code]} | {alone[code]} |")


def placeholders(sets: list[GoldSet], seed: int) -> list[Tried]:
    """Masked queries: mistakes with placeholders, and false alarms without one."""
    rng = random.Random(seed)
    tried: list[Tried] = []
    alarms = right = 0
    for gold in sets:
        for mistake, tree, masked in misplaced(rng, gold):
            found = {f.code for f in validate(tree, gold.ontology, gold.profile, masked=masked) if f.severity != "info"}
            if not mistake:
                right += 1
                alarms += bool({code for code in found if "placeholder" in code})
                continue
            nothing: dict[str, set[str]] = {k: set() for k in KNOWN}
            told = {**nothing, "question": found}
            tried.append(
                Tried(kind=mistake, set_name=gold.name, text=str(tree), errors=nothing, warnings=told, all=told)
            )
    print(f"\n{right} right masked queries, {alarms} with a finding about a placeholder\n")
    for kind in dict.fromkeys(t.kind for t in tried):
        made = [t for t in tried if t.kind == kind]
        found_ones = sum(bool(t.warnings["question"]) for t in made)
        print(f"- {kind}: {len(made)} made, {100 * found_ones / len(made):.1f} % found")
    return tried


def latency() -> None:
    """A query of 20 lines over an ontology of 1,000 terms; with and without a misspelt term."""
    base = "http://example.org/v#"
    classes = {
        f"{base}Class{n}": OwlClass(iri=f"{base}Class{n}", labels=(Text(value=f"class {n}"),)) for n in range(300)
    }
    properties = {
        f"{base}property{n}": Property(
            iri=f"{base}property{n}",
            kind="object" if n % 2 else "datatype",
            domain=((f"{base}Class{n % 300}",),),
            range=((f"{base}Class{(n + 1) % 300}",) if n % 2 else (f"{XSD}integer",),),
            labels=(Text(value=f"property number {n}"),),
            comments=(Text(value=f"What things of class {n % 300} have: a relation to others of its kind."),),
        )
        for n in range(700)
    }
    ontology = Ontology(prefixes=PrefixMap({"v": base}), classes=classes, properties=properties)
    lines = [f"  ?x{n} a v:Class{n} ; v:property{n} ?x{n + 1} ." for n in range(1, 17, 2)]
    lines += [f"  ?x{n} v:property{n} ?y{n} FILTER(?y{n} > {n})" for n in range(2, 16, 2)]
    body = "\n".join(["PREFIX v: <http://example.org/v#>", "SELECT ?x1 ?y2 {", *lines, "}", "ORDER BY ?y2", "LIMIT 5"])
    for name, text in (("known terms", body), ("a misspelt term", body.replace("property5 ", "proprety5 "))):
        linter = Linter(ontology=ontology)
        start = time.process_time()
        linter.lint(text)
        first = 1000 * (time.process_time() - start)
        times = []
        for _ in range(50):
            start = time.process_time()
            linter.lint(text)
            times.append(1000 * (time.process_time() - start))
        median = statistics.median(times)
        print(f"{len(text.splitlines())} lines, {len(list(ontology))} terms, {name}:")
        print(f"  with parsing and the gate: median {median:.1f} ms of CPU, the first time {first:.1f} ms")
        tree = parse_query(text)
        start = time.process_time()
        for _ in range(50):
            validate(tree, ontology)
        print(f"  the checks alone: {1000 * (time.process_time() - start) / 50:.1f} ms")


def main() -> int:
    """Prints the tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--mutants", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", choices=["gold", "mutants", "others", "time"], action="append")
    parser.add_argument("--missed", type=Path, help="write the mutants that were not found")
    options = parser.parse_args()
    parts = options.part or ["gold", "mutants", "others", "time"]
    if "time" in parts:
        latency()
    if parts == ["time"]:
        return 0
    sets = list(gold_sets(Path(os.environ["NLKGQ_DATA"])))
    if "gold" in parts:
        with tempfile.TemporaryDirectory() as name, indexes(sets, Path(name)) as index:
            precision(sets, index)
    runnable = [s for s in sets if s.name not in {"openneuro", "films-opaque"}]
    everything: list[Tried] = []
    with tempfile.TemporaryDirectory() as name:
        if "mutants" in parts:
            print(f"\n## {options.mutants} mutants, seed {options.seed}\n")
            tried = list(mutate(runnable, MUTATORS, options.mutants, options.seed, Path(name), {}))
            recall(tried, options.missed)
            everything += [t for _, t in tried if t is not None]
        if "others" in parts:
            print(f"\n## Other mistakes, seed {options.seed}\n")
            small = [
                s
                for s in runnable
                if s.name in {"films", "ck25", "acme", "world_1", "pets_1", "flight_2", "nidm_results"}
            ]
            with indexes(small, Path(name)) as index:
                others = list(mutate(small, OTHERS, 20 * len(OTHERS), options.seed, Path(name), index))
            recall(others, None)
            everything += [t for _, t in others if t is not None]
            everything += placeholders([s for s in runnable if s.name in {"films", "ck25"}], options.seed)
    if everything:
        unique(everything)
    return 0


if __name__ == "__main__":
    sys.exit(main())
