"""How many mutants of gold queries one graph lets through, and how many a suite does: makes `baselines/suite.md`.

    NLKGQ_DATA=... python benchmarks/suite.py [--per-graph N] [--share 1.0] [DATASET | DATASET/GRAPH ...]
    NLKGQ_DATA=... python benchmarks/suite.py --judge

All data sets where none is named; what was measured before of others stays. The suite is distilled with one family of
mutation operators and judged with another, which shares none with it. A mutant that the suite lets through is then
tried on 400 further graphs: where neither they nor the real graph tell it from its gold, it may be the same query
written otherwise ("not told by any"). Other ways to write each gold must all pass. --judge measures nothing and judges
by the suites that are there the runs of `baselines.py`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import os
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from nlkgq.errors import NlkgqError
from nlkgq.evaluation.answer_store import AnswerStore
from nlkgq.evaluation.dataset import Scoring, dataset_names, load_dataset
from nlkgq.evaluation.match import compare
from nlkgq.evaluation.report.runs import read_run
from nlkgq.evaluation.rig import open_source
from nlkgq.evaluation.run_folder import MANIFEST, write_whole
from nlkgq.evaluation.scoring import GOLD_SETTINGS
from nlkgq.evaluation.suite.distil import SuiteEntry, agrees, entry_for, maker_for, read_suite, write_suite
from nlkgq.evaluation.suite.engine import SuiteEngine, n_triples
from nlkgq.evaluation.suite.graphs import GraphMaker
from nlkgq.evaluation.suite.judge import judge_run
from nlkgq.evaluation.suite.mutations import JUDGING, Mutant, mutants
from nlkgq.evaluation.suite.rewritings import rewritings
from nlkgq.evaluation.suite.vocabulary import read_vocabulary

HERE = Path(__file__).resolve().parent
FOLDER = HERE / "results" / "suites"
TEXT = """\
# Suites: what one graph lets through, and what a suite does

Made by `python benchmarks/suite.py`, with at most {per_graph} questions of a graph. The suite is distilled with one
family of mutation operators and judged with another that shares none with it. Shares are of the mutants that any graph
tells from their gold; the others ("not told by any": not by the suite, 400 further graphs or the real one) may be the
same query written otherwise, where the laws of the data hold. The last column counts other ways to write the gold.

| data set | gold (skipped) | graphs | mutants | one graph lets through | the suite does | not told by any | refused |
|---|---|---|---|---|---|---|---|"""
JUDGED = """\
The offline translator (the runs of `offline.md`) judged by these suites:

| data set | questions | match | suite accuracy | right on one graph and wrong on the suite |
|---|---|---|---|---|"""
LAWS = """\
A suite keeps the laws that it sees in the data: classes that follow from a property, classes that nothing has together,
properties with one value, values that nobody shares. It does not know that two properties always hold the same text (a
label and a name, in ck25): a query that names a thing by the other one is then refused, rightly or not.
"""
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


def measure(part: Part) -> tuple[Counter[str], Counter[str], list[SuiteEntry]]:
    """The counts of a part, what the suite lets through by operator, and the suite."""
    count: Counter[str] = Counter()
    suite: list[SuiteEntry] = []
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
            suite.append(entry)
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
            told = told_by_further(entry, [m.text for m, _ in left], engine, maker_for(entry.gold, vocabulary, kg))
            for (mutant, same), further in zip(left, told, strict=True):
                known = further or not same
                count["suite lets through" if known else "not told by any"] += 1
                operators[mutant.operator] += known
                if known and os.environ.get("SHOW"):
                    print(f"--- {mutant.operator} {question.id}\n{entry.gold}\n->\n{mutant.text}", file=sys.stderr)
    return count, operators, suite


def judged(
    entry: SuiteEntry,
    chosen: Sequence[Mutant],
    engine: SuiteEngine,
    store: AnswerStore,
    scoring: Scoring,
    count: Counter[str],
) -> list[tuple[Mutant, bool]]:
    """The mutants that the suite lets through, and whether the real graph does, too; counts those that it does."""
    gold = store.run(entry.gold).result
    alike = []
    for mutant in chosen:
        count["mutants"] += 1
        answer = store.run(mutant.text).result
        same = gold is not None and answer is not None and compare(gold, answer, scoring).same
        count["one graph lets through"] += same
        alike.append(same)
    through = agrees(entry, [m.text for m in chosen], engine)
    return [(mutant, same) for mutant, same, passed in zip(chosen, alike, through, strict=True) if passed]


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
    """Measures what is asked for, and writes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("datasets", nargs="*", default=dataset_names())
    parser.add_argument("--share", type=float, default=1.0, help="of each gold's mutants, at random")
    parser.add_argument("--per-graph", type=int, metavar="N", help="at most so many questions of a graph, at random")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 2, metavar="N")
    parser.add_argument("--judge", action="store_true", help="measure nothing")
    args = parser.parse_args()
    data = Path(os.environ["NLKGQ_DATA"])
    with ProcessPoolExecutor(args.workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        names = () if args.judge else args.datasets
        work = [(name, [pool.submit(measure, part) for part in parts(name, args, data)]) for name in names]
        for name, running in work:
            count: Counter[str] = Counter()
            operators: Counter[str] = Counter()
            suite: list[SuiteEntry] = []
            for counts, by_operator, entries in (one.result() for one in running):
                count += counts
                operators += by_operator
                suite += entries
            kept = FOLDER / name.replace("/", ".")
            write_suite(suite, kept.with_suffix(".jsonl"))
            found = {"set": name, "per_graph": args.per_graph, "count": count, "operators": operators}
            write_whole(kept.with_suffix(".json"), json.dumps(found))
            print(row(name, count), flush=True)
    write_whole(HERE / "baselines" / "suite.md", text(data))
    return 0


def text(data: Path) -> str:
    """The page, of everything that was measured."""
    found = [json.loads(file.read_text(encoding="utf-8")) for file in sorted(FOLDER.glob("*.json"))]
    total = sum((Counter(f["count"]) for f in found), Counter[str]())
    operators = sum((Counter(f["operators"]) for f in found), Counter[str]())
    through = ", ".join(f"{name} {n}" for name, n in operators.most_common()) or "none"
    most = max((f["per_graph"] or 0 for f in found), default=0) or "all"
    lines = [
        TEXT.format(per_graph=most),
        *(row(f["set"], Counter(f["count"])) for f in found),
        row("all of these", total),
        "",
    ]
    told = f"{total['distilling mutants told']:,} of {total['distilling mutants']:,}"
    lines += [
        f"Let through, by operator: {through}. Told of the mutants that the suites were distilled with: {told}.",
        "",
    ]
    lines += [JUDGED, *judgements(data), "", LAWS]
    return "\n".join(lines)


def judgements(data: Path) -> Iterator[str]:
    """A line for each data set with a suite and a run of the offline translator."""
    for file in sorted(FOLDER.glob("*.jsonl")):
        folder = HERE / "results" / f"offline-{file.stem}"
        if (folder / MANIFEST).exists():
            match, suite, *rest = judge_run(read_suite(file), read_run(folder, data=data))
            lucky = sum("wrong on the suite" in line for line in rest)
            questions = match.rpartition("(")[2].removesuffix(" questions)")
            cells = [file.stem, questions, match.removeprefix("match").partition("(")[0].strip()]
            yield "| " + " | ".join([*cells, suite.removeprefix("suite accuracy").strip(), str(lucky)]) + " |"


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
