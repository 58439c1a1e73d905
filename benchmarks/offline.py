"""Measures the offline translator on the shared question sets.

    NLKGQ_DATA=... python benchmarks/offline.py [SET ...] [--half development|reserved] [--show wrong]
                                                [--synonyms drafted|FOLDER]

One half of every set was put aside unread before the translator was written, chosen by hash; both are reported.
Times are the 95th percentile of a question, graphs loaded: by the clock, and of the processor with the queries that
try candidates, which does not depend on what else the machine does.
An answer is right when it is the same multiset of rows as the gold query's (numbers to four decimals).
``--synonyms``: those that `nlkgq ontology synonyms` drafts, proposals included, or FOLDER/GRAPH.toml; none by default.
"""

from __future__ import annotations

import argparse
import math
import os
import re
import resource
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import pyoxigraph as ox
from offline_runner import Runner
from offline_sets import SETS, Graph, Question, graphs

from nlkgq.errors import NlkgqError, NotUnderstoodError
from nlkgq.generation.offline import OfflineTranslator
from nlkgq.iri import WELL_KNOWN
from nlkgq.masking.model import MaskedText
from nlkgq.ontology.draft import draft_ontology, extend_ontology
from nlkgq.ontology.lexicon import Lexicon
from nlkgq.ontology.loader import load_ontology
from nlkgq.ontology.model import Ontology
from nlkgq.ontology.profile import profile_files
from nlkgq.ontology.synonyms import Synonyms, read_synonyms, with_synonyms
from nlkgq.ontology.synonyms_draft import draft_synonyms
from nlkgq.results.comparison import same_answer
from nlkgq.results.models import AskResult, Result, SelectResult
from nlkgq.values.build import open_index
from nlkgq.values.model import ValueIndex
from nlkgq.values.synonyms import SynonymValueIndex


@dataclass
class Tally:
    """Counts of one set and half."""

    asked: int = 0
    right: int = 0
    wrong: int = 0
    seconds: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    confidences: list[tuple[float, bool]] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Adds the counts of another tally."""
        self.asked += other.asked
        self.right += other.right
        self.wrong += other.wrong
        self.seconds += other.seconds
        self.cpu += other.cpu
        self.confidences += other.confidences


def wilson(successes: int, trials: int, z: float = 1.96) -> tuple[float, float]:
    """The Wilson 95 % interval of a share (Wilson 1927); (0, 1) without trials."""
    if not trials:
        return 0.0, 1.0
    share = successes / trials
    centre = share + z * z / (2 * trials)
    spread = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    return max(0.0, (centre - spread) / (1 + z * z / trials)), min(1.0, (centre + spread) / (1 + z * z / trials))


class Rig:
    """A graph that is loaded, with its translator."""

    def __init__(self, graph: Graph, cache: Path, *, threshold: float | None, synonyms: str | None = None) -> None:
        from nlkgq.rdf_files import read_quads

        self.store = ox.Store()
        for path in graph.files:
            self.store.bulk_extend(ox.Quad(q.subject, q.predicate, q.object) for q in read_quads(path))
        self.runner = Runner(self.store)
        profile = profile_files(graph.files)
        ontology = (
            extend_ontology(load_ontology(graph.ontology), profile) if graph.ontology else draft_ontology(profile)
        )
        index: ValueIndex = open_index(graph.files, cache / f"{graph.name}.values", ontology=ontology)
        if synonyms is not None:
            own = read_own_words(graph.name, synonyms, ontology, cache)
            ontology = with_synonyms(ontology, own)
            index = SynonymValueIndex(index, own.values)
        options = {} if threshold is None else {"threshold": threshold}
        self.translator = OfflineTranslator(
            ontology=ontology, lexicon=Lexicon(ontology), index=index, profile=profile, probe=self.probe, **options
        )

    def probe(self, query: str) -> bool:
        """Whether a query returns anything; one that takes longer than a second says nothing and counts as yes."""
        found = self.runner.run(query, 1.0, rows=1)
        if isinstance(found, AskResult):
            return found.boolean
        if isinstance(found, SelectResult):
            return any(any(v is not None for v in row) for row in found.rows)
        return found is None

    def run(self, query: str) -> Result | None:
        """The result of a query as plain values; None when it is broken or takes more than ten seconds."""
        for prefix in ("rdf", "rdfs", "xsd"):
            if f"{prefix}:" in query and f"PREFIX {prefix}:" not in query:
                query = f"PREFIX {prefix}: <{WELL_KNOWN[prefix]}>\n{query}"
        found = self.runner.run(query, 10.0)
        return None if isinstance(found, str) else found


def read_own_words(name: str, source: str, ontology: Ontology, cache: Path) -> Synonyms:
    """The synonyms of a graph: drafted, with every proposal taken, or from a folder; none where it has no file."""
    prefixes = ontology.prefixes.merged(WELL_KNOWN)
    path = Path(source) / f"{name}.toml"
    if source == "drafted":
        path = cache / f"{name}.synonyms.toml"
        path.write_text(re.sub(r'(?m)^# (?=")', "", draft_synonyms(ontology, prefixes)), encoding="utf-8")
    return read_synonyms(path, ontology, prefixes) if path.exists() else Synonyms()


def matches(question: Question, gold: Result | None, answer: Result) -> bool:
    """Whether an answer is the gold one."""
    if question.values is not None and (gold is None or isinstance(question.values, bool)):
        if isinstance(question.values, bool):
            return isinstance(answer, AskResult) and answer.boolean == question.values
        cells = [c.value for row in answer.rows for c in row if c] if isinstance(answer, SelectResult) else []
        return sorted(cells) == sorted(question.values)
    return gold is not None and same_answer(gold, answer)


def measure(graph: Graph, rig: Rig, args: argparse.Namespace) -> dict[str, Tally]:
    """Tallies by half."""
    found = {"development": Tally(), "reserved": Tally()}
    for q in graph.questions:
        half = "reserved" if q.reserved else "development"
        if args.half and half != args.half:
            continue
        tally = found[half]
        tally.asked += 1
        gold = rig.run(q.gold)
        begun, worked = time.perf_counter(), time.process_time() + rig.runner.cpu
        query, confidence, reason = None, 0.0, ""
        try:
            generation = rig.translator.generate(MaskedText(text=q.text, mode="off", original=q.text))
            query, confidence = generation.query, generation.confidence or 0.0
        except NotUnderstoodError as error:
            reason = f"{error.message} unread={error.unread} choices={error.choices[:1]}"
        tally.seconds.append(time.perf_counter() - begun)
        tally.cpu.append(time.process_time() + rig.runner.cpu - worked)
        verdict = "abstained"
        if query is not None:
            answer = rig.run(query)
            right = answer is not None and matches(q, gold, answer)
            verdict = "right" if right else "wrong"
            tally.right += right
            tally.wrong += not right
            tally.confidences.append((confidence, right))
        if args.show and (args.show == "all" or verdict in args.show.split(",")) and half == "development":
            print(f"--- {graph.name} {q.identifier} {verdict} {confidence:.2f}: {q.text}\n{query or reason}")
            print("GOLD", " ".join(line for line in q.gold.split("\n") if not line.upper().startswith("PREFIX")), "\n")
    return found


def report(tallies: dict[str, dict[str, Tally]], half: str) -> None:
    """Prints the table of one half."""
    print(f"\n{half} half")
    print(
        f"{'set':18} {'asked':>5} {'given':>5} {'right':>5} {'wrong':>5} {'accuracy':>8} {'95 % interval':>15}", end=""
    )
    print(f" {'wrong of given':>14} {'95 % interval':>15} {'p95 ms':>7} {'CPU ms':>7}")
    total = Tally()
    for name, halves in tallies.items():
        total.add(halves[half])
        _row(name, halves[half])
    _row("all", total)
    bins: dict[int, list[bool]] = {}
    for confidence, right in total.confidences:
        bins.setdefault(min(int(confidence * 10), 9), []).append(right)
    print("reliability:", ", ".join(f"{b / 10:.1f}+ {sum(r)}/{len(r)}" for b, r in sorted(bins.items())))


def _row(name: str, t: Tally) -> None:
    if not t.asked:
        return
    given = t.right + t.wrong
    low, high = wilson(t.right, t.asked)
    wlow, whigh = wilson(t.wrong, given)
    slow, busy = (sorted(times)[min(len(times) - 1, int(0.95 * len(times)))] * 1000 for times in (t.seconds, t.cpu))
    print(
        f"{name:18} {t.asked:5} {given:5} {t.right:5} {t.wrong:5} {t.right / t.asked:8.3f}   [{low:.3f}, {high:.3f}]"
        f" {t.wrong / max(given, 1):14.3f}   [{wlow:.3f}, {whigh:.3f}] {slow:7.0f} {busy:7.0f}"
    )


def main() -> int:
    """Runs the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", default=list(SETS), help="sets, or spider4sparql/<graph>")
    parser.add_argument("--half", choices=("development", "reserved"))
    parser.add_argument("--show", default="", help="right, wrong, abstained or all: print them (development only)")
    parser.add_argument("--threshold", type=float)
    parser.add_argument("--synonyms", metavar="drafted|FOLDER")
    args = parser.parse_args()
    data = Path(os.environ["NLKGQ_DATA"])
    cache = Path(os.environ.get("NLKGQ_CACHE_DIR", tempfile.mkdtemp()))
    tallies: dict[str, dict[str, Tally]] = {}
    rigs: dict[str, Rig] = {}
    for graph in graphs(data, args.sets):
        if graph.name not in rigs:
            try:
                for old in rigs.values():
                    old.runner.close()
                rigs = {graph.name: Rig(graph, cache, threshold=args.threshold, synonyms=args.synonyms)}
            except NlkgqError as error:
                print(f"{graph.name}: {error}", file=sys.stderr)
                continue
        found = measure(graph, rigs[graph.name], args)
        kept = tallies.setdefault(graph.group, {"development": Tally(), "reserved": Tally()})
        for half, tally in found.items():
            kept[half].add(tally)
    for half in ("development", "reserved"):
        if not args.half or args.half == half:
            report(tallies, half)
    print(f"peak memory, graphs and store included: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
