"""A user's own recognisers mask on top of the masker; what fails stops the question."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from nlkgq.errors import ConfigError, MissingExtraError
from nlkgq.masking.mask import Masker
from nlkgq.masking.model import MaskingMode
from nlkgq.masking.recogniser import Recogniser, load_recogniser
from nlkgq.ontology.lexicon import Lexicon
from nlkgq.ontology.model import Ontology
from nlkgq.values.empty import EmptyValueIndex

Require = Callable[[str, bool, str], None]


def masked(recogniser: Recogniser, question: str, ontology: Ontology, mode: MaskingMode = "strict") -> list[str]:
    masker = Masker(
        ontology=ontology,
        lexicon=Lexicon(ontology),
        index=EmptyValueIndex(),
        mode=mode,
        secret=b"k",
        recognisers=[recogniser],
    )
    return [p.original for p in masker.mask(question).placeholders]


def installed(library: str) -> bool:
    return importlib.util.find_spec(library) is not None


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    text = (
        "def companies(text):\n"
        "    place = text.find('red company')\n"
        "    return [] if place < 0 else [(place, place + len('red company'))]\n"
        "def broken(text):\n    raise KeyError(text)\n"
        "def outside(text):\n    return [(3, 10_000)]\n"
        "def words(text):\n    return ['ab', 'cd']\n"
    )
    (tmp_path / "own_names.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "own_names", raising=False)
    return "python:own_names"


@pytest.mark.parametrize("mode", ["strict", "values"])
def test_a_function_masks_what_the_masker_would_let_pass(module: str, ontology: Ontology, mode: MaskingMode) -> None:
    question = "the salary in the red company of Orsolya"
    assert masked(load_recogniser(f"{module}:companies"), question, ontology, mode) == ["red company", "Orsolya"]


def test_mode_off_asks_no_recogniser(module: str, ontology: Ontology) -> None:
    assert masked(load_recogniser(f"{module}:companies"), "the red company", ontology, "off") == []


@pytest.mark.parametrize(
    ("name", "message"),
    [("broken", "failed: KeyError"), ("outside", r"returned \(3, 10000\)"), ("words", "failed: ValueError")],
)
def test_a_function_that_fails_stops_the_question(module: str, name: str, message: str, ontology: Ontology) -> None:
    with pytest.raises(ConfigError, match=message) as caught:
        masked(load_recogniser(f"{module}:{name}"), "the salary of Orsolya", ontology)
    assert "Orsolya" not in caught.value.message


@pytest.mark.parametrize(
    "name",
    ["python:own_names:missing", "python:no_such_module:f", "python:f", "spacy", "stanza:de", "", "python:..x:f"],
)
def test_what_is_no_recogniser_is_refused(module: str, name: str) -> None:
    with pytest.raises(ConfigError, match=r"privacy\.recognisers"):
        load_recogniser(name)


@pytest.fixture
def pipeline(require: Require, tmp_path: Path) -> str:
    require("ner", installed("spacy"), "spaCy is not installed")
    import spacy

    made = spacy.blank("en")
    ruler = made.add_pipe("entity_ruler")
    patterns = [
        {"label": "ORG", "pattern": [{"LOWER": "red"}, {"LOWER": "company"}]},
        {"label": "DATE", "pattern": [{"LOWER": "today"}]},
    ]
    ruler.add_patterns(patterns)  # type: ignore[attr-defined]  # spaCy types pipes as plain callables
    made.to_disk(tmp_path / "pipeline")
    return str(tmp_path / "pipeline")


def test_a_spacy_pipeline_masks_its_entities(pipeline: str, ontology: Ontology) -> None:
    question = "the salary of Orsolya in the red company today"
    assert masked(load_recogniser(f"spacy:{pipeline}"), question, ontology) == ["Orsolya", "red company"]


def test_a_pipeline_that_is_missing_or_finds_nothing_is_refused(require: Require, tmp_path: Path) -> None:
    require("ner", installed("spacy"), "spaCy is not installed")
    import spacy

    with pytest.raises(ConfigError, match="no spaCy pipeline 'xx_nowhere'"):
        load_recogniser("spacy:xx_nowhere")
    spacy.blank("en").to_disk(tmp_path / "blank")
    with pytest.raises(ConfigError, match="finds no entities"):
        load_recogniser(f"spacy:{tmp_path / 'blank'}")


def test_presidio_masks_with_its_patterns_and_a_pipelines_names(
    require: Require, pipeline: str, ontology: Ontology
) -> None:
    require("ner", installed("presidio_analyzer"), "Presidio is not installed")
    question = "the salary in the red company behind 4111 1111 1111 1111"
    assert masked(load_recogniser("presidio"), question, ontology) == ["4111 1111 1111 1111"]
    found = masked(load_recogniser(f"presidio:{pipeline}"), question, ontology)
    assert found == ["red company", "4111 1111 1111 1111"]


@pytest.mark.parametrize(("name", "library"), [("spacy:en", "spacy"), ("presidio", "presidio_analyzer")])
def test_a_missing_library_names_the_extra(monkeypatch: pytest.MonkeyPatch, name: str, library: str) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(MissingExtraError) as caught:
        load_recogniser(name)
    assert caught.value.hint == "pip install 'nlkgq[ner]'"
