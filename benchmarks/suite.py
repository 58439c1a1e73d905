"""How many mutants of gold queries one graph lets through, and how many a suite does.

    NLKGQ_DATA=... python benchmarks/suite.py [DATASET | DATASET/GRAPH ...] [--share 1.0]

The suite is distilled with one family of mutation operators and judged with another, which shares none with it. A
mutant that the suite lets through is then tried on 400 further graphs: where none tells it from its gold, it may be
the same query written otherwise ("not told by any"). Other ways to write each gold must all pass.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from nlkgq.errors import NlkgqError
from nlkgq.evaluation.answer_store import AnswerStore
from nlkgq.evaluation.dataset import Dataset, load_dataset
from nlkgq.evaluation.match import compare
from nlkgq.evaluation.rig import open_source
from nlkgq.evaluation.scoring import GOLD_SETTINGS
from nlkgq.evaluation.suite.distil import SuiteEntry, agrees, entry_for, maker_for
from nlkgq.evaluation.suite.engine import SuiteEngine, n_triples
from nlkgq.evaluation.suite.graphs import GraphMaker
from nlkgq.evaluation.suite.mutations import JUDGING, mutants
from nlkgq.evaluation.suite.rewritings import rewritings
from nlkgq.evaluation.suite.vocabulary import read_vocabulary

FURTHER = range(1_000_000, 1_000_400)


def measure(dataset: Dataset, share: float, count: Counter[str], operators: Counter[str]) -> None:
    """Adds the counts of one data set."""
    for name, source in dataset.graphs.items():
        with ExitStack() as stack:
            kg = stack.enter_context(open_source(source, GOLD_SETTINGS))
            store = AnswerStore.cached(kg)
            stack.callback(store.close)
            engine = stack.enter_context(SuiteEngine(dataset.scoring))
            vocabulary = read_vocabulary(store.run)
            for question in dataset.questions:
                if question.graph != name or question.gold_text is None:
                    continue
                entry = entry_for(question, kg, vocabulary, engine)
                if not entry.graphs:
                    count["gold skipped"] += 1
                    continue
                count["gold"] += 1
                count["graphs"] += len(entry.graphs)
                count["distilling mutants"] += entry.mutants
                count["distilling mutants told"] += entry.told
                try:
                    found = mutants(entry.gold, vocabulary, JUDGING)
                except NlkgqError:
                    continue
                rng = random.Random(question.id)
                chosen = [m for m in found if rng.random() < share]
                through = agrees(entry, [m.text for m in chosen], engine)
                gold = store.run(entry.gold).result
                left = []
                for mutant, passed in zip(chosen, through, strict=True):
                    count["mutants"] += 1
                    answer = store.run(mutant.text).result
                    same = gold is not None and answer is not None and compare(gold, answer, dataset.scoring).same
                    count["one graph lets through"] += same
                    if passed:
                        left.append(mutant)
                further = told_by_further(entry, [m.text for m in left], engine, maker_for(entry.gold, vocabulary, kg))
                for mutant, told in zip(left, further, strict=True):
                    count["suite lets through" if told else "not told by any"] += 1
                    operators[mutant.operator] += told
                    if told and os.environ.get("SHOW"):
                        print(f"--- {mutant.operator} {question.id}\n{entry.gold}\n->\n{mutant.text}", file=sys.stderr)
                others = rewritings(entry.gold)
                kept = agrees(entry, others, engine)
                count["rewritings"] += len(others)
                count["rewritings refused"] += len(kept) - sum(kept)
                if not all(kept) and os.environ.get("SHOW"):
                    print("REFUSED", entry.gold, others[kept.index(False)], sep="\n", file=sys.stderr)


def told_by_further(
    entry: SuiteEntry, mutated: Sequence[str], engine: SuiteEngine, maker: GraphMaker
) -> list[bool]:
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


def main() -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("datasets", nargs="*", default=["films", "acme", "ck25", "spider4sparql"])
    parser.add_argument("--share", type=float, default=1.0, help="of each gold's mutants, at random")
    args = parser.parse_args()
    data = Path(os.environ["NLKGQ_DATA"])
    print("| data set | gold (skipped) | graphs | mutants | one graph | suite | not told by any | rewritings refused |")
    print("|---|---|---|---|---|---|---|---|")
    total: Counter[str] = Counter()
    operators: Counter[str] = Counter()
    for name in args.datasets:
        count: Counter[str] = Counter()
        dataset, _, graph = name.partition("/")
        loaded = load_dataset(dataset, data=data, graphs=(graph,) if graph else ())
        measure(loaded, args.share, count, operators)
        total += count
        print(row(name, count), flush=True)
    print(row("all", total))
    print("let through, by operator:", dict(operators))
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
