"""A graph of invented people and firms, its index and maskers over it."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from nlkgq.masking.mask import Masker
from nlkgq.masking.model import MaskingMode
from nlkgq.masking.rules import ValueRules
from nlkgq.ontology.lexicon import Lexicon
from nlkgq.ontology.model import Ontology, OwlClass, Property, Text
from nlkgq.values.build import build_index
from nlkgq.values.store import SqliteValueIndex

V = "http://example.org/v#"
GRAPH = """
@prefix : <http://example.org/v#> .
@prefix i: <http://example.org/i/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
i:1 a :Person ; :name "Orsolya Quent" ; :salary 52000 ; :born "1980-02-03"^^xsd:date ; :worksFor i:4 .
i:2 a :Person ; :name "Ada Quent"@en ; :email "ada.quent@corp.example" ; :salary 61000.50 ; :worksFor i:4 .
i:3 a :Person ; :name "Zdeněk Quibblewörth" ; :founded "2014" .
i:4 a :Company ; :name "Müller & Søn A/S" , "Marketing" ; :city i:Sankt_Alban .
i:5 a :Company ; :name "film" , "Salary" , "Fall" , "in" , "SELECT" , "VALUE_K3QX" , "The Actor" .
i:6 a :Company ; :name "say \\"hi\\"\\nnow" , "😀" , "東京商事" , "شركة الاختبار" .
"""


@pytest.fixture(scope="session")
def ontology() -> Ontology:
    classes = {V + n: OwlClass(iri=V + n, labels=(Text(value=n.lower()),)) for n in ("Person", "Company", "Actor")}
    names = ("name", "salary", "born", "email", "city", "founded", "worksFor")
    return Ontology(classes=classes, properties={V + n: Property(iri=V + n, kind="datatype") for n in names})


@pytest.fixture(scope="session")
def index(ontology: Ontology, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteValueIndex]:
    folder = tmp_path_factory.mktemp("masking")
    (folder / "graph.ttl").write_text(GRAPH, encoding="utf-8")
    build_index([folder / "graph.ttl"], folder / "values.sqlite", ontology=ontology)
    with SqliteValueIndex(folder / "values.sqlite") as opened:
        yield opened


MakeMasker = Callable[..., Masker]


@pytest.fixture(scope="session")
def make(ontology: Ontology, index: SqliteValueIndex) -> MakeMasker:
    lexicon = Lexicon(ontology)

    def masker(mode: MaskingMode = "strict", secret: bytes = b"key", rules: ValueRules | None = None) -> Masker:
        return Masker(ontology=ontology, lexicon=lexicon, index=index, mode=mode, secret=secret, rules=rules)

    return masker


@pytest.fixture(scope="session")
def privacy_benchmark() -> dict[str, ModuleType]:
    """The generator and the leak check of `benchmarks/privacy`, which share no code with the masker."""
    folder = Path(__file__).parents[2] / "benchmarks" / "privacy"
    names = ("hostile_questions", "leaks", "private_values", "variants")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        return {name: importlib.import_module(name) for name in names}


@pytest.fixture(scope="session")
def masker_over(ontology: Ontology, tmp_path_factory: pytest.TempPathFactory) -> MakeMasker:
    """Makes maskers over a graph that holds these names and nothing else."""
    held: dict[tuple[str, ...], SqliteValueIndex] = {}

    def masker(
        names: tuple[str, ...], mode: MaskingMode = "strict", secret: bytes = b"k", rules: ValueRules | None = None
    ) -> Masker:
        if names not in held:
            folder = tmp_path_factory.mktemp("names")
            listed = " , ".join(f'"{name}"' for name in names)
            (folder / "graph.ttl").write_text(f"@prefix : <{V}> . :a :name {listed} .", encoding="utf-8")
            build_index([folder / "graph.ttl"], folder / "values.sqlite", ontology=ontology)
            held[names] = SqliteValueIndex(folder / "values.sqlite")
        lexicon = Lexicon(ontology)
        return Masker(ontology=ontology, lexicon=lexicon, index=held[names], mode=mode, secret=secret, rules=rules)

    return masker
