"""Thousands of hostile spellings of values: none may stand in a strictly masked question."""

from __future__ import annotations

import json
from collections.abc import Iterator
from types import ModuleType

import pytest

from nlkgq.masking.mask import Masker
from nlkgq.ontology.lexicon import Lexicon
from nlkgq.ontology.model import Ontology, OwlClass
from nlkgq.values.build import build_index
from nlkgq.values.store import SqliteValueIndex

SCHEMA = ("Employee", "Department", "Manager", "Project", "Invoice", "Contract", "Salary", "Report", "Order", "Account")
SCHEMA_TOO = ("Supplier", "City", "Status", "Owner", "Name", "Total", "Amount", "Sales", "Located", "Signed", "EndDate")
Modules = dict[str, ModuleType]


@pytest.fixture(scope="module")
def pairs(privacy_benchmark: Modules) -> list[tuple[str, str]]:
    made: list[tuple[str, str]] = privacy_benchmark["private_values"].values(5000)
    return made


@pytest.fixture(scope="module")
def masker(pairs: list[tuple[str, str]], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Masker]:
    folder = tmp_path_factory.mktemp("leaks")
    graph = folder / "graph.nt"
    lines = (f"<http://e/{n}> <http://e/{k}> {json.dumps(v, ensure_ascii=False)} .\n" for n, (k, v) in enumerate(pairs))
    graph.write_text("".join(lines), encoding="utf-8")
    ontology = Ontology(classes={f"http://e/{n}": OwlClass(iri=f"http://e/{n}") for n in (*SCHEMA, *SCHEMA_TOO)})
    build_index([graph], folder / "values.sqlite", ontology=ontology)
    with SqliteValueIndex(folder / "values.sqlite") as index:
        yield Masker(ontology=ontology, lexicon=Lexicon(ontology), index=index, mode="strict", secret=b"k")


@pytest.mark.parametrize("part", range(4))
def test_no_hostile_spelling_survives_strict_masking(
    privacy_benchmark: Modules, pairs: list[tuple[str, str]], masker: Masker, part: int
) -> None:
    hostile, leaks = privacy_benchmark["hostile_questions"], privacy_benchmark["leaks"]
    schema = privacy_benchmark["private_values"].SCHEMA_VALUES
    fuzzy = hostile.fuzzy_classes()
    leaked, guessed, seen = [], 0, set()
    for question in hostile.questions(pairs, 1250, seed=part):
        masked = masker.mask(question.text)
        written = ["" if v.value in schema else v.written for v in question.values]
        found = leaks.leaks(masked.text, written, question.template, [v.added for v in question.values])
        seen.update(v.variant for v in question.values)
        leaked += [
            (question.values[place].variant, word, question.text, masked.text)
            for place, word in found
            if question.values[place].variant not in fuzzy
        ]
        guessed += any(question.values[place].variant in fuzzy for place, _ in found)
    assert len(seen) > 120
    assert leaked == []
    assert guessed <= 1


def test_the_leak_check_finds_what_is_not_masked(privacy_benchmark: Modules, pairs: list[tuple[str, str]]) -> None:
    hostile, leaks = privacy_benchmark["hostile_questions"], privacy_benchmark["leaks"]
    schema = privacy_benchmark["private_values"].SCHEMA_VALUES
    values, missed = 0, 0
    for question in hostile.questions(pairs, 600):
        telling = {n for n, v in enumerate(question.values) if v.value not in schema}
        added = [v.added for v in question.values]
        found = leaks.leaks(question.text, [v.written for v in question.values], question.template, added)
        values += len(telling)
        missed += len(telling - {place for place, _ in found})
    assert missed < values / 50
