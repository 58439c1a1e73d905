"""Leaks and over-masking, counted.

    python benchmarks/privacy/masking.py leaks [--values 100000] [--sample 2000] [--mode strict|values]
    python benchmarks/privacy/masking.py over [--mode strict|values] [--words]

``leaks``: values of eleven locales in a graph, questions with one of them each in every disguise of `variants`; a leak
is a telling word of the value that stands in the masked question (`leaks`). ``over``: the questions of the shared data
(``NLKGQ_DATA``); a question is over-masked when a word is masked that is neither part of a stored value or of a text in
its gold query nor written with a capital, a digit or in brackets.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from leaks import leaks, pieces
from variants import Case, cases, values

from nlkgq.masking.mask import Masker
from nlkgq.masking.model import MaskedText, MaskingMode
from nlkgq.ontology.lexicon import Lexicon
from nlkgq.ontology.model import Ontology, OwlClass, Property
from nlkgq.values.build import build_index
from nlkgq.values.store import SqliteValueIndex

NAMESPACE = "http://example.org/v#"
CLASSES = (
    "Employee",
    "Department",
    "Manager",
    "Project",
    "Invoice",
    "Contract",
    "Supplier",
    "Order",
    "Account",
    "City",
)
PROPERTIES = ("name", "salary", "report", "status", "total", "amount", "owner", "sales", "located", "signed", "endDate")


def ontology() -> Ontology:
    """The schema that the questions speak of."""
    return Ontology(
        classes={NAMESPACE + n: OwlClass(iri=NAMESPACE + n) for n in CLASSES},
        properties={NAMESPACE + n: Property(iri=NAMESPACE + n) for n in PROPERTIES},
    )


def write_graph(path: Path, pairs: Iterable[tuple[str, str]]) -> None:
    """One subject a value, the kind as its property."""
    with path.open("w", encoding="utf-8") as file:
        for number, (kind, value) in enumerate(pairs):
            text = json.dumps(value, ensure_ascii=False)
            file.write(f"<http://example.org/i/{number:x}> <{NAMESPACE}{kind}> {text} .\n")


def masker(index: SqliteValueIndex, mode: MaskingMode, known: Ontology) -> Masker:
    """With a fixed key, so that runs are alike."""
    return Masker(ontology=known, lexicon=Lexicon(known), index=index, mode=mode, secret=b"benchmark")


def leaking(found: Masker, questions: Iterable[Case]) -> Iterator[tuple[Case, MaskedText, list[str]]]:
    """Each case with its masked question and what leaks."""
    for case in questions:
        masked = found.mask(case.question)
        yield case, masked, leaks(masked.text, case.written, case.template)


def run_leaks(count: int, sample_size: int, mode: MaskingMode) -> int:
    """Prints leaks by variant; returns how many."""
    pairs = values(count)
    sample = random.Random(3).sample(pairs, sample_size)
    known = ontology()
    total, bad, examples, taken = Counter[str](), Counter[str](), {}, []
    with tempfile.TemporaryDirectory() as folder:
        graph, target = Path(folder, "graph.nt"), Path(folder, "values.sqlite")
        write_graph(graph, pairs)
        print(build_index([graph], target, ontology=known))
        with SqliteValueIndex(target) as index:
            found = masker(index, mode, known)
            started = time.perf_counter()
            for case, masked, leaked in leaking(found, cases(sample)):
                taken.append(time.perf_counter() - started)
                total[case.variant] += 1
                if leaked:
                    bad[case.variant] += 1
                    examples.setdefault(case.variant, (case.question, masked.text, leaked))
                started = time.perf_counter()
    taken.sort()
    print(f"mode {mode}: {sum(bad.values())} leaks in {sum(total.values())} questions, {len(total)} variants")
    print(f"p50 {taken[len(taken) // 2] * 1000:.1f} ms, p99 {taken[len(taken) * 99 // 100] * 1000:.1f} ms a question")
    for variant, number in bad.most_common():
        print(f"  {variant}: {number} of {total[variant]}; such as {examples[variant]}")
    return sum(bad.values())


def data_sets(data: Path) -> Iterator[tuple[str, Path, Path, Path]]:
    """(name, graph, ontology, questions)"""
    for name, graph in (("ck25", "graph.ttl"), ("acme", "graph.nt"), ("metaqa", "graph.nt.gz")):
        yield name, data / name / graph, data / name / "ontology.ttl", data / name / "questions.jsonl"
    for folder in sorted((data / "spider4sparql").iterdir()):
        if folder.is_dir():
            yield (
                f"spider4sparql/{folder.name}",
                folder / "graph.nt.gz",
                folder / "ontology.owl",
                folder / "questions.jsonl",
            )


def over_masked(masked: MaskedText, gold: str) -> list[str]:
    """Masked words that no reader would take for a value."""
    texts = re.findall(r"\"([^\"]*)\"|'([^']*)'|<([^>]*)>", gold)
    wanted = set(pieces(" ".join(text for groups in texts for text in groups)))
    found = []
    for place in masked.placeholders:
        for word in re.findall(r"[^\W_]+", place.original):
            plain = word.islower() and not any(c.isdigit() for c in word)
            if plain and not set(pieces(word)) <= wanted and f"[{place.original}]" not in masked.original:
                found.append(word)
    return found


def run_over(mode: MaskingMode, *, words: bool) -> None:
    """Prints the share of over-masked questions of each data set."""
    from nlkgq.ontology.loader import load_ontology

    totals: dict[str, list[int]] = {}
    lost = Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        for name, graph, schema, questions in data_sets(Path(os.environ["NLKGQ_DATA"])):
            known = load_ontology([schema])
            target = Path(folder, name.replace("/", "-"))
            build_index([graph], target, ontology=known)
            with SqliteValueIndex(target) as index:
                found = masker(index, mode, known)
                for line in questions.read_text(encoding="utf-8").splitlines():
                    item = json.loads(line)
                    over = over_masked(found.mask(item["question"]), item.get("sparql", ""))
                    lost.update(over)
                    count = totals.setdefault(name.split("/")[0], [0, 0])
                    count[0] += bool(over)
                    count[1] += 1
    for name, (over_count, number) in totals.items():
        print(f"{name}: {over_count} of {number} questions over-masked in {mode} ({over_count / number:.1%})")
    if words:
        print(lost.most_common(60))


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("leaks", "over"))
    parser.add_argument("--values", type=int, default=100_000)
    parser.add_argument("--sample", type=int, default=2_000)
    parser.add_argument("--mode", choices=("strict", "values"), default="strict")
    parser.add_argument("--words", action="store_true", help="list the words that over-masking takes")
    chosen = parser.parse_args()
    if chosen.what == "leaks":
        sys.exit(1 if run_leaks(chosen.values, chosen.sample, chosen.mode) and chosen.mode == "strict" else 0)
    run_over(chosen.mode, words=chosen.words)


if __name__ == "__main__":
    main()
