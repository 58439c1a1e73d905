"""The invented words of `benchmarks/offline_invented.py`: alike in ontology, graph, questions and gold."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pyoxigraph as ox
import pytest

from nlkgq.ontology.loader import load_ontology
from nlkgq.rdf_files import read_quads

ROOT = Path(__file__).resolve().parents[3]
FILMS = ROOT / "ontologies" / "films"


def _module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "benchmarks" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    import sys

    sys.modules[name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def words() -> ModuleType:
    return _module("invented_words")


def test_forms_of_a_word_change_alike_and_names_stay(words: ModuleType) -> None:
    made = words.Invention(load_ontology([FILMS / "ontology.ttl"]), 7)
    film, directed, country = made.word("film"), made.word("directed"), made.word("country")
    assert len({film, directed, country, "film", "directed", "country"}) == 6
    assert made.word("Films") == f"{film}s".capitalize()
    assert made.word("director") == directed.removesuffix("ed") + "or"
    assert made.word("countries") == country.removesuffix("y") + "ies"
    assert made.word("wrote") == made.word("written") != "wrote"
    assert made.question("Who directed Best Film?", ["Best Film"]) == f"Who {directed} Best Film?"


def test_a_seed_gives_the_same_words_and_another_one_others(words: ModuleType) -> None:
    ontology = load_ontology([FILMS / "ontology.ttl"])
    assert words.Invention(ontology, 7).text("film") == words.Invention(ontology, 7).text("film")
    assert words.Invention(ontology, 7).text("film") != words.Invention(ontology, 8).text("film")


def test_gold_gives_as_many_rows_in_invented_words(words: ModuleType) -> None:
    made = words.Invention(load_ontology([FILMS / "ontology.ttl"]), 7)
    gold = 'PREFIX films: <https://nlkgq.example/films#>\nSELECT ?f { ?f films:countryOfOrigin/films:name "Norway" }'
    quads = list(read_quads(FILMS / "graph.ttl"))
    plain, invented = ox.Store(), ox.Store()
    plain.extend(quads)
    invented.extend(made.quads(quads, labels=False))
    assert len(list(plain.query(gold))) == len(list(invented.query(made.query(gold)))) > 0  # type: ignore[arg-type]  # SELECT
    assert not any("nlkgq.example" in str(q) for q in invented)
