"""Leaks and over-masking, counted.

    python benchmarks/privacy/masking.py leaks [--values 100000] [--questions 70000] [--first 0] [--mode MODE] [--all]
        [--seed 11] [--keep FOLDER]
    python benchmarks/privacy/masking.py over [--mode strict|values] [--words]

``leaks``: values of eleven locales in a graph, questions with one to five of them, each in a disguise (`variants`, and
`blind_variants` where it is there); a leak is a telling word of a value that stands in the masked question (`leaks`).
A long run can be asked in parts: ``--first`` leaves out what another one asks, ``--keep`` builds the index once.
``over``: the questions of the shared data (``NLKGQ_DATA``); a question is over-masked when a word is masked that is
neither part of a stored value or of a text in its gold query nor written with a capital, a digit or in brackets.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from hostile_questions import Question, fuzzy_classes, questions
from leaks import leaks, pieces
from private_values import SCHEMA_VALUES, values

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
            file.write(f"<http://example.org/i/{number}> <{NAMESPACE}{kind}> {text} .\n")


def masker(index: SqliteValueIndex, mode: MaskingMode, known: Ontology) -> Masker:
    """With a fixed key, so that runs are alike."""
    return Masker(ontology=known, lexicon=Lexicon(known), index=index, mode=mode, secret=b"benchmark")


def leaking(found: Masker, asked: Iterable[Question]) -> Iterator[tuple[Question, MaskedText, list[tuple[int, str]]]]:
    """Each question, masked, with what leaks: which of its values, and the word."""
    for question in asked:
        masked = found.mask(question.text)
        # a value that is a word of the schema may pass
        written = ["" if v.value in SCHEMA_VALUES else v.written for v in question.values]
        yield question, masked, leaks(masked.text, written, question.template, [v.added for v in question.values])


def run_leaks(
    count: int, number: int, mode: MaskingMode, *, every: bool, first: int = 0, seed: int = 11, keep: Path | None = None
) -> int:
    """Prints leaks by variant; returns how many questions leak in classes that a rule undoes."""
    pairs = values(count)
    known = ontology()
    seen, bad, taken = Counter[str](), Counter[str](), list[float]()
    examples: dict[str, list[tuple[str, str, str]]] = {}
    leaky = strictly = held = 0
    fuzzy = fuzzy_classes()
    with tempfile.TemporaryDirectory() as folder:
        graph, target = Path(folder, "graph.nt"), (keep or Path(folder)) / f"values-{count}.sqlite"
        if not target.exists():
            write_graph(graph, pairs)
            print(build_index([graph], target, ontology=known))
        with SqliteValueIndex(target) as index:
            found = masker(index, mode, known)
            started = time.perf_counter()
            for question, masked, leaked in leaking(found, islice(questions(pairs, first + number, seed), first, None)):
                taken.append(time.perf_counter() - started)
                seen.update(v.variant for v in question.values)
                held += len(question.values)
                variants = {question.values[place].variant: word for place, word in leaked}
                bad.update(variants.keys())
                leaky += bool(variants)
                strictly += bool(variants.keys() - fuzzy)
                for variant, word in variants.items():
                    examples.setdefault(variant, []).append((question.text, masked.text, word))
                started = time.perf_counter()
    taken.sort()
    print(
        f"mode {mode}: {leaky} of {number} questions leak ({leaky / number:.3%}), {strictly} of them in classes that a"
    )
    print(f"rule undoes; {held} values in {len(seen)} variants ({len(fuzzy & seen.keys())} fuzzy)")
    print(f"p50 {taken[len(taken) // 2] * 1000:.1f} ms, p99 {taken[len(taken) * 99 // 100] * 1000:.1f} ms a question")
    for variant, times in bad.most_common():
        kind = "fuzzy" if variant in fuzzy else "by rule"
        print(f"  {variant} ({kind}): {times} of {seen[variant]}")
        for example in examples[variant] if every else examples[variant][:1]:
            print(f"    {example}")
    return strictly


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
    parser.add_argument("--questions", type=int, default=70_000)
    parser.add_argument("--mode", choices=("strict", "values"), default="strict")
    parser.add_argument("--first", type=int, default=0, help="leave out so many questions, which another run asks")
    parser.add_argument("--seed", type=int, default=11, help="of the questions")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="build the index there, and take what is there")
    parser.add_argument("--all", action="store_true", help="show every leak, not one a class")
    parser.add_argument("--words", action="store_true", help="list the words that over-masking takes")
    chosen = parser.parse_args()
    if chosen.what == "leaks":
        leaked = run_leaks(
            chosen.values,
            chosen.questions,
            chosen.mode,
            every=chosen.all,
            first=chosen.first,
            seed=chosen.seed,
            keep=chosen.keep,
        )
        sys.exit(1 if leaked and chosen.mode == "strict" else 0)
    run_over(chosen.mode, words=chosen.words)


if __name__ == "__main__":
    main()
