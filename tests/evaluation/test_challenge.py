"""Our numbers are those of the TEXT2SPARQL challenge's own client, on files that we write.

The client runs in a Python of its own, since what it pins clashes with ours: TEXT2SPARQL_PYTHON names it.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from servers import oxigraph
from toy_dataset import GRAPH, ONTOLOGY, PREFIX, QUESTIONS

from nlkgq.evaluation.challenge import result_set, write_answers
from nlkgq.evaluation.dataset import load_dataset
from nlkgq.evaluation.record import Record
from nlkgq.evaluation.scoring import score_run
from nlkgq.evaluation.set_metrics import official, official_ndcg, official_values
from nlkgq.evaluation.summary import summarize
from nlkgq.results.models import AskResult, RdfTerm, Result, SelectResult

RUN = "from text2sparql_client.commands.{0} import {0}_command as c; c()"


@pytest.fixture(scope="module")
def client(require: Callable[[str, bool, str], None]) -> Callable[..., None]:
    """``client("evaluate", arguments...)``: a command of the challenge's client."""
    python = os.environ.get("TEXT2SPARQL_PYTHON", "")
    require("text2sparql", bool(python), "TEXT2SPARQL_PYTHON names no Python with text2sparql-client")

    def run(command: str, *arguments: str | Path) -> None:
        done = subprocess.run(
            [python, "-W", "ignore", "-c", RUN.format(command), *map(str, arguments)], capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr

    return run


def random_results(count: int) -> list[tuple[str, Result]]:
    rng = random.Random(11)
    found: list[tuple[str, Result]] = []
    for n in range(count):
        rows = tuple(
            tuple(RdfTerm("literal", rng.choice("abcdeÄ東") + rng.choice("12")) for _ in range(2))
            for _ in range(rng.randint(1, 6))
        )
        result: Result = (
            AskResult(boolean=rng.random() < 0.5) if n % 10 == 9 else SelectResult(variables=("x", "y"), rows=rows)
        )
        found.append((f"toy:{n}-en", result))
    return found


def test_metrics_equal_the_clients(client: Callable[..., None], tmp_path: Path) -> None:
    gold, answers = random_results(200), random_results(230)[30:]
    answers = [(name, result) for (name, _), (_, result) in zip(gold, answers, strict=True)]
    ordered = [name for name, _ in gold[:40]]
    (tmp_path / "gold.json").write_text(result_set(gold, ordered=ordered))
    (tmp_path / "answers.json").write_text(result_set(answers))
    client("evaluate", "us", tmp_path / "gold.json", tmp_path / "answers.json", "-o", tmp_path / "scores.json")
    theirs = json.loads((tmp_path / "scores.json").read_text())
    for (name, wanted), (_, given) in zip(gold, answers, strict=True):
        values, found = official_values(wanted), official_values(given)
        ours = official(values, found)
        numbers = {"set_P": ours.precision, "set_recall": ours.recall, "set_F": ours.f1}
        if name in ordered:
            numbers["ndcg"] = official_ndcg(values, found)
        assert theirs[name] == pytest.approx(numbers, abs=1e-6)


def test_an_answers_file_of_ours_is_evaluated_to_our_scores(
    client: Callable[..., None], require: Callable[[str, bool, str], None], tmp_path: Path
) -> None:
    """The whole way: our answers file, their execution over HTTP, their evaluation."""
    predictions = {
        "lamps": "SELECT ?l { ?l ex:watts 60 }",
        "watts": "SELECT ?w ?l { ?l ex:watts ?w }",
        "count": "SELECT (COUNT(?m) AS ?n) { ?m a ex:Lamp }",
        "sorted": "SELECT ?t ?w { ?l ex:title ?t ; ex:watts ?w } ORDER BY DESC(?w)",
        "any": "ASK { ?l ex:watts 60 }",
    }
    questions = [
        {
            "id": n,
            "question": {"en": QUESTIONS[key][0]},
            "query": {"sparql": PREFIX + QUESTIONS[key][1]},
            "features": ["RESULT_ORDER_MATTERS"] if key == "sorted" else [],
        }
        for n, key in enumerate(predictions, 1)
    ]
    folder = tmp_path / "toy"
    folder.mkdir()
    (folder / "graph.ttl").write_text(GRAPH)
    (folder / "ontology.ttl").write_text(ONTOLOGY)
    # JSON is YAML
    (folder / "questions.yml").write_text(
        json.dumps({"dataset": {"id": "https://toy.example/", "prefix": "toy"}, "questions": questions})
    )
    (folder / "dataset.toml").write_text(
        'name = "toy"\nbase = "here"\nsource = "https://toy.example/"\n'
        '[questions]\nreader = "text2sparql"\nfile = "questions.yml"\n'
        '[[graphs]]\nname = "toy"\nfiles = ["graph.ttl"]\nontology = ["ontology.ttl"]\n'
    )
    dataset = load_dataset(str(folder))
    records = [
        Record(question=f"{n}-en", graph="toy", outcome="answered", query=PREFIX + text)
        for n, text in enumerate(predictions.values(), 1)
    ]
    assert write_answers(dataset, records, tmp_path / "answers.json", prefix="toy") == 5
    store = tmp_path / "server"
    store.mkdir()
    with oxigraph(store, require) as server:  # of its own: their client asks whatever the server holds
        server.load(GRAPH, "https://toy.example/graph")
        at = ("-e", server.url, "-o")
        client("query", folder / "questions.yml", *at, tmp_path / "true.json")
        client("query", folder / "questions.yml", "-a", tmp_path / "answers.json", *at, tmp_path / "pred.json")
    client("evaluate", "us", tmp_path / "true.json", tmp_path / "pred.json", "-o", tmp_path / "scores.json")
    theirs: dict[str, Any] = json.loads((tmp_path / "scores.json").read_text())
    scores = score_run(dataset, records)
    for score in scores:
        assert score.official is not None
        found = theirs[f"toy:{score.question}"]
        assert found["set_F"] == pytest.approx(score.official.f1)
        assert found["set_P"] == pytest.approx(score.official.precision)
        assert found["set_recall"] == pytest.approx(score.official.recall)
        assert found.get("ndcg") == (None if score.ndcg is None else pytest.approx(score.ndcg))
    summary = summarize("us", scores, records, {q.id: q for q in dataset.questions})
    assert theirs["average"]["set_F"] == pytest.approx(summary.metrics["set_f1"].mean)
    assert theirs["average"]["set_P"] == pytest.approx(summary.metrics["set_precision"].mean)
    assert 0 < summary.metrics["set_f1"].mean < 1
