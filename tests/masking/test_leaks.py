"""Thousands of hostile spellings of values: none may stand in a strictly masked question."""

from __future__ import annotations

import json
import random
from pathlib import Path
from types import ModuleType

from nlkgq.masking.mask import Masker
from nlkgq.ontology.lexicon import Lexicon
from nlkgq.ontology.model import Ontology, OwlClass
from nlkgq.values.build import build_index
from nlkgq.values.store import SqliteValueIndex

SCHEMA = ("Employee", "Department", "Manager", "Project", "Invoice", "Contract", "Salary", "Report", "Order", "Account")


def test_no_hostile_spelling_survives_strict_masking(privacy_benchmark: dict[str, ModuleType], tmp_path: Path) -> None:
    variants, leaks = privacy_benchmark["variants"], privacy_benchmark["leaks"]
    pairs = variants.values(5000)
    graph = tmp_path / "graph.nt"
    graph.write_text(
        "".join(
            f"<http://e/{n}> <http://e/{kind}> {json.dumps(v, ensure_ascii=False)} .\n"
            for n, (kind, v) in enumerate(pairs)
        ),
        encoding="utf-8",
    )
    ontology = Ontology(classes={f"http://e/{n}": OwlClass(iri=f"http://e/{n}") for n in SCHEMA})
    build_index([graph], tmp_path / "values.sqlite", ontology=ontology)
    leaked, seen = [], set()
    with SqliteValueIndex(tmp_path / "values.sqlite") as index:
        masker = Masker(ontology=ontology, lexicon=Lexicon(ontology), index=index, mode="strict", secret=b"k")
        cases = list(variants.cases(random.Random(2).sample(pairs, 150)))
        for case in cases:
            masked = masker.mask(case.question)
            seen.add(case.variant)
            if leaks.leaks(masked.text, case.written, case.template):
                leaked.append((case.variant, case.question, masked.text))
    assert len(cases) > 5000
    assert len(seen) > 60
    assert leaked == []


def test_the_leak_check_finds_what_is_not_masked(privacy_benchmark: dict[str, ModuleType]) -> None:
    variants, leaks = privacy_benchmark["variants"], privacy_benchmark["leaks"]
    cases = [case for case in variants.cases(variants.values(300)) if case.kind in {"person", "identifier", "number"}]
    missed = [c for c in cases if not leaks.leaks(c.question, c.written, c.template)]
    assert len(missed) < len(cases) / 100
