"""The data sets of the project's own: reproducible, and their gold right in clean and in native terms."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pyoxigraph as ox

from nlkgq.evaluation.audit.audit import audit
from nlkgq.evaluation.dataset import Scoring, load_dataset
from nlkgq.evaluation.match import compare
from nlkgq.results.models import AskResult, Result, SelectResult
from nlkgq.results.terms import from_oxigraph

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks" / "datasets" / "semopenalex"


def test_the_library_is_made_again_as_it_is(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-B", str(FOLDER / "generate.py"), str(tmp_path)], check=True)
    for name in ("graph.ttl", "questions.jsonl"):
        assert (tmp_path / name).read_bytes() == (FOLDER / name).read_bytes()


def test_gold_in_clean_terms_answers_as_the_world_does() -> None:
    dataset = load_dataset("semopenalex")
    assert len(dataset.questions) == 30
    assert all(q.answer is not None for q in dataset.questions)
    assert audit(dataset) == []


def test_gold_in_native_terms_answers_as_the_world_does() -> None:
    store = ox.Store()
    store.load(path=str(FOLDER / "graph.ttl"), format=ox.RdfFormat.TURTLE)
    for question in load_dataset("semopenalex").questions:
        assert question.native_gold is not None
        found = store.query(question.native_gold)
        result: Result
        if isinstance(found, ox.QueryBoolean):
            result = AskResult(boolean=bool(found))
        else:
            assert isinstance(found, ox.QuerySolutions)
            rows = tuple(tuple(None if t is None else from_oxigraph(t) for t in row) for row in found)
            result = SelectResult(variables=tuple(v.value for v in found.variables), rows=rows)
        assert question.answer is not None
        assert compare(question.answer, result, Scoring()).same, question.id


def test_native_gold_holds_no_clean_term() -> None:
    for line in (FOLDER / "questions.jsonl").read_text().splitlines():
        assert "nlkgq.example" not in json.loads(line)["native"]
        assert "semopenalex.org" not in json.loads(line)["sparql"]


def test_the_films_gold_is_sound_in_both_disguises() -> None:
    for name in ("films", "films_opaque"):
        assert [f for f in audit(load_dataset(name)) if not f.code.startswith("unstated")] == []
