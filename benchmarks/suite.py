"""How many mutants of gold queries one graph lets through, and how many a suite does.

    NLKGQ_DATA=... python benchmarks/suite.py [DATASET | DATASET/GRAPH ...] [--per-graph N] [--share 1.0]

All data sets where none is named.

The suite is distilled with one family of mutation operators and judged with another, which shares none with it. A
mutant that the suite lets through is then tried on 400 further graphs: where none tells it from its gold, it may be
the same query written otherwise ("not told by any"). Other ways to write each gold must all pass.
"""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
import os
import random
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from nlkgq.errors import NlkgqError
from nlkgq.evaluation.answer_store import AnswerStore
from nlkgq.evaluation.dataset import Scoring, dataset_names, load_dataset
from nlkgq.evaluation.match import compare
from nlkgq.evaluation.rig import open_source
from nlkgq.evaluation.scoring import GOLD_SETTINGS
from nlkgq.evaluation.suite.distil import SuiteEntry, agrees, entry_for, maker_for
from nlkgq.evaluation.suite.engine import SuiteEngine, n_triples
from nlkgq.evaluation.suite.graphs import GraphMaker
from nlkgq.evaluation.suite.mutations import JUDGING, Mutant, mutants
from nlkgq.evaluation.suite.rewritings import rewritings
from nlkgq.evaluation.suite.vocabulary import read_vocabulary

FURTHER = range(1_000_000, 1_000_400)
SETTINGS = {**GOLD_SETTINGS, "endpoints.*.timeout": 10.0}
"""A mutant that takes longer than this on the real graph is told by it."""


@dataclass(frozen=True, kw_only=True)
class Part:
    """Questions of one graph, for one process: the ``number``-th of every ``of``."""

    dataset: str
    graph: str
    data: Path
    share: float
    per_graph: int | None
    number: int
    of: int


def measure(part: Part) -> tuple[Counter[str], Counter[str]]:
    """The counts of a part, and what the suite lets through by operator."""
    count: Counter[str] = Counter()
    operators: Counter[str] = Counter()
    dataset = load_dataset(part.dataset, data=part.data, graphs=(part.graph,))
    questions = [q for q in dataset.questions if q.gold_text is not None and q.excluded is None]
    questions.sort(key=lambda q: hashlib.sha256(q.id.encode()).digest())
    with ExitStack() as stack:
        kg = stack.enter_context(open_source(dataset.graphs[part.graph], SETTINGS))
        store = AnswerStore.cached(kg)
        stack.callback(store.close)
        engine = stack.enter_context(SuiteEngine(dataset.scoring))
        vocabulary = read_vocabulary(store.run)
        for question in questions[: part.per_graph][part.number :: part.of]:
            entry = entry_for(question, kg, vocabulary, engine)
            if not entry.graphs:
                count["gold skipped"] += 1
                continue
            count["gold"] += 1
            count["graphs"] += len(entry.graphs)
            count["distilling mutants"] += entry.mutants
            count["distilling mutants told"] += entry.told
            others = rewritings(entry.gold)
            kept = agrees(entry, others, engine)
            count["rewritings"] += len(others)
            count["rewritings refused"] += len(kept) - sum(kept)
            if not all(kept) and os.environ.get("SHOW"):
                print("REFUSED", entry.gold, others[kept.index(False)], sep="\n", file=sys.stderr)
            try:
                found = mutants(entry.gold, vocabulary, JUDGING)
            except NlkgqError:
                continue
            rng = random.Random(question.id)
            chosen = [m for m in found if rng.random() < part.share]
            left = judged(entry, chosen, engine, store, dataset.scoring, count)
            told = told_by_further(entry, [m.text for m in left], engine, maker_for(entry.gold, vocabulary, kg))
            for mutant, known in zip(left, told, strict=True):
                count["suite lets through" if known else "not told by any"] += 1
                operators[mutant.operator] += known
                if known and os.environ.get("SHOW"):
                    print(f"--- {mutant.operator} {question.id}\n{entry.gold}\n->\n{mutant.text}", file=sys.stderr)
    return count, operators


def judged(
    entry: SuiteEntry,
    chosen: Sequence[Mutant],
    engine: SuiteEngine,
    store: AnswerStore,
    scoring: Scoring,
    count: Counter[str],
) -> list[Mutant]:
    """The mutants that the suite lets through; counts those that the real graph does."""
    gold = store.run(entry.gold).result
    for mutant in chosen:
        count["mutants"] += 1
        answer = store.run(mutant.text).result
        same = gold is not None and answer is not None and compare(gold, answer, scoring).same
        count["one graph lets through"] += same
    through = agrees(entry, [m.text for m in chosen], engine)
    return [mutant for mutant, passed in zip(chosen, through, strict=True) if passed]


def told_by_further(entry: SuiteEntry, mutated: Sequence[str], engine: SuiteEngine, maker: GraphMaker) -> list[bool]:
    """For each mutant whether any of the further graphs tells it from its gold."""
    told = [False] * len(mutated)
    for seed in FURTHER:
        left = [i for i, t in enumerate(told) if not t]
        if not left:
            break
        state, verdicts = engine.judge(n_triples(maker.make(seed)), entry.gold, [mutated[i] for i in left])
        if state in ("ok", "empty"):
            for i, verdict in zip(left, verdicts, strict=True):
                told[i] = verdict != "same"
    return told


def parts(name: str, args: argparse.Namespace, data: Path) -> list[Part]:
    """The work on a data set, or on one graph of it."""
    dataset, _, graph = name.partition("/")
    graphs = (graph,) if graph else tuple(load_dataset(dataset, data=data, read=False).graphs)
    return [
        Part(
            dataset=dataset,
            graph=one,
            data=data,
            share=args.share,
            per_graph=args.per_graph,
            number=number,
            of=args.workers,
        )
        for one in graphs
        for number in range(args.workers)
    ]


def main() -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("datasets", nargs="*", default=dataset_names())
    parser.add_argument("--share", type=float, default=1.0, help="of each gold's mutants, at random")
    parser.add_argument("--per-graph", type=int, metavar="N", help="at most so many questions of a graph, at random")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 2, metavar="N")
    args = parser.parse_args()
    data = Path(os.environ["NLKGQ_DATA"])
    print("| data set | gold (skipped) | graphs | mutants | one graph | suite | not told by any | rewritings refused |")
    print("|---|---|---|---|---|---|---|---|")
    total: Counter[str] = Counter()
    operators: Counter[str] = Counter()
    with ProcessPoolExecutor(args.workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        work = [(name, [pool.submit(measure, part) for part in parts(name, args, data)]) for name in args.datasets]
        for name, running in work:
            count: Counter[str] = Counter()
            for counts, by_operator in (one.result() for one in running):
                count += counts
                operators += by_operator
            total += count
            print(row(name, count), flush=True)
    print(row("all", total))
    print("let through, by operator:", dict(operators.most_common()))
    print(f"distilling mutants told: {total['distilling mutants told']} of {total['distilling mutants']}")
    return 0


def row(name: str, c: Counter[str]) -> str:
    """A line of the table."""
    provable = c["mutants"] - c["not told by any"]

    def share(key: str) -> str:
        return f"{c[key]} ({c[key] / max(1, provable):.1%})"

    one = c["one graph lets through"] - c["not told by any"]
    cells = [
        name,
        f"{c['gold']} ({c['gold skipped']})",
        str(c["graphs"]),
        str(c["mutants"]),
        f"{one} ({one / max(1, provable):.1%})",
        share("suite lets through"),
        str(c["not told by any"]),
        f"{c['rewritings refused']} of {c['rewritings']}",
    ]
    return "| " + " | ".join(cells) + " |"


if __name__ == "__main__":
    sys.exit(main())
