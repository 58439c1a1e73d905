"""From records to scores: what is right, what is wrong and why, and gold that cannot be compared with."""

from __future__ import annotations

import errno
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from toy_dataset import PREFIX, QUESTIONS, SETTINGS, TableClient, write_dataset

from nlkgq import KnowledgeGraph
from nlkgq.cli.main import cli
from nlkgq.errors import ConfigError
from nlkgq.evaluation.answer_store import AnswerStore
from nlkgq.evaluation.dataset import Dataset, load_dataset
from nlkgq.evaluation.record import Record
from nlkgq.evaluation.run_folder import read_records
from nlkgq.evaluation.runner import RunOptions, run
from nlkgq.evaluation.scores_file import scores_of
from nlkgq.evaluation.scoring import Score, score_run
from nlkgq.evaluation.summary import METRICS, compare_runs, summarize


def scored(tmp_path: Path, predictions: dict[str, str | None], more: str = "") -> dict[str, Score]:
    dataset = load_dataset(str(write_dataset(tmp_path / "toy", more)))
    records = [
        Record(
            question=question,
            graph="toy",
            outcome="abstained" if query is None else "answered",
            query=None if query is None else PREFIX + query,
        )
        for question, query in predictions.items()
    ]
    return {s.question: s for s in score_run(dataset, records)}


def test_the_gold_itself_scores_full(tmp_path: Path) -> None:
    for score in scored(tmp_path, {q: sparql for q, (_, sparql) in QUESTIONS.items()}).values():
        assert score.match
        assert score.projection
        assert score.rows == score.honest.f1 == 1.0
        assert score.valid
        assert score.error is None
        assert (score.official is None) == (score.question == "none"), "an empty gold has no official score"
        assert (score.ndcg is None) == (score.question != "sorted")


@pytest.mark.parametrize(
    ("question", "prediction", "error"),
    [
        ("lamps", None, "no query"),
        ("lamps", "SELECT ?l { ?l a ex:Lamp", "refused"),
        ("lamps", "SELECT ?l { SERVICE <http://far.example/> { ?l a ex:Lamp } }", "refused"),
        ("lamps", "ASK { ?l a ex:Lamp }", "other form"),
        ("lamps", "SELECT ?l ?t { ?l a ex:Lamp ; ex:title ?t }", "too many columns"),
        ("lamps", "SELECT ?l ?t { ?l a ex:Maker ; ex:title ?t }", "other columns"),
        ("lamps", "SELECT ?l { ?l ex:watts 60 }", "rows missing"),
        ("lamps", "SELECT ?l { ?l ex:title ?t }", "rows too many"),
        ("lamps", "SELECT ?l { ?l a ex:Nothing }", "empty"),
        ("lamps", "SELECT ?l { ?l a ex:Maker }", "other rows"),
        ("sorted", "SELECT ?t ?w { ?l ex:title ?t ; ex:watts ?w } ORDER BY DESC(?w)", "order"),
        ("any", "ASK { ?l ex:watts ?w FILTER(?w > 500) }", "other rows"),
        ("none", "SELECT ?l { ?l ex:watts 60 }", "rows too many"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, question: str, prediction: str | None, error: str) -> None:
    score = scored(tmp_path, {question: prediction})[question]
    assert (score.match, score.error) == (False, error)
    assert score.projection == (error in ("too many columns", "order"))


def test_the_first_rows_that_differ_are_kept(tmp_path: Path) -> None:
    score = scored(tmp_path, {"watts": "SELECT ?l ?w { ?l ex:watts ?w FILTER(?w < 50) }"})["watts"]
    assert len(score.missing) == 2
    assert score.extra == ()
    assert score.rows == pytest.approx(2 * 1 / 4)


def test_ties_in_a_sorted_gold_may_change_places(tmp_path: Path) -> None:
    text = "SELECT ?t ?w { ?l ex:title ?t ; ex:watts ?w } ORDER BY ?w DESC(?t)"
    assert scored(tmp_path, {"sorted": text})["sorted"].match


@pytest.mark.parametrize(
    ("gold", "why"),
    [
        ("SELECT ?l { SERVICE <http://far.example/> { ?l ?p ?o } }", "the gold is refused: "),
        ("SELECT ?a { ?a ?p ?b . ?c ?q ?d . ?e ?r ?f }", "the gold has more rows than the cap"),
        (
            "SELECT (COUNT(*) AS ?n) { " + " . ".join(f"?a{n} ?p{n} ?b{n}" for n in range(9)) + " }",
            "the gold takes too long: ",
        ),
    ],
)
def test_gold_that_cannot_be_compared_with_counts_nowhere(tmp_path: Path, gold: str, why: str) -> None:
    from nlkgq.evaluation import scoring

    settings = {**scoring.GOLD_SETTINGS, "endpoints.*.timeout": 2.0, "endpoints.*.row_cap": 100}
    more = f'[[overrides]]\nid = "lamps"\nreason = "a test"\nsparql = """{PREFIX}{gold}"""\n'
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scoring, "GOLD_SETTINGS", settings)
        scores = scored(tmp_path, {"lamps": "SELECT ?l { ?l a ex:Lamp }", "watts": QUESTIONS["watts"][1]}, more)
    assert scores["lamps"].gold is not None
    assert scores["lamps"].gold.startswith(why)
    summary = summarize(
        "x", list(scores.values()), [], {q.id: q for q in load_dataset(str(tmp_path / "toy")).questions}
    )
    assert (summary.questions, summary.metrics["match"].mean) == (1, 1.0)
    assert summary.unscored == {why.removesuffix(": "): 1}


def test_gold_that_is_no_query_counts_nowhere(tmp_path: Path) -> None:
    folder = write_dataset(tmp_path / "toy")
    (folder / "questions.jsonl").write_text(json.dumps({"id": "q", "question": "?q", "sparql": "SELECT ?l { ?l"}))
    record = Record(question="q", graph="toy", outcome="answered", query="ASK {}")
    (score,) = score_run(load_dataset(str(folder)), [record])
    assert score.gold is not None
    assert score.gold.startswith("the gold is refused: ")


def test_excluded_questions_are_not_scored(tmp_path: Path) -> None:
    more = '[[overrides]]\nid = "lamps"\nreason = "a test"\nexclude = true\n'
    assert set(scored(tmp_path, {"lamps": "ASK {}", "watts": "ASK {}"}, more)) == {"watts"}


def test_scores_are_kept_until_records_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dataset = load_dataset(str(write_dataset(tmp_path / "toy")))
    folder = tmp_path / "run"
    options = RunOptions(settings=SETTINGS, client=TableClient(), limit=3)
    run(dataset, folder, options)
    records, scores = scores_of(folder, dataset)
    assert len(records) == len(scores) == 3
    from nlkgq.evaluation import scores_file

    with monkeypatch.context() as patch:
        patch.setattr(scores_file, "score_run", lambda *a, **k: pytest.fail("scored again"))
        assert scores_of(folder, dataset) == (records, scores)
    run(dataset, folder, RunOptions(settings=SETTINGS, client=TableClient()), resume=True)
    assert len(scores_of(folder, dataset)[1]) == 6
    (folder / "scores.json").write_text("torn {")
    assert len(scores_of(folder, dataset)[1]) == 6


def test_a_full_disk_keeps_no_scores_and_tells_them(
    toy: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(toy, tmp_path / "run", RunOptions(settings=SETTINGS, client=TableClient()))

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("nlkgq.evaluation.run_folder.os.fsync", full)
    done = CliRunner().invoke(cli, ["bench", "score", str(tmp_path / "run")], standalone_mode=False)
    assert done.exception is None, done.output
    assert "| run | toy |" in done.output
    assert not list((tmp_path / "run").glob("*scores.json*"))
    page = tmp_path / "page.html"
    done = CliRunner().invoke(
        cli, ["bench", "report", str(tmp_path / "run"), "--out", str(page)], standalone_mode=False
    )
    assert isinstance(done.exception, ConfigError)
    assert done.exception.message == f"{page} cannot be written: No space left on device"
    assert not list(tmp_path.glob("*page.html*"))


def test_damaged_records_are_told(tmp_path: Path) -> None:
    dataset = load_dataset(str(write_dataset(tmp_path / "toy")))
    run(dataset, tmp_path / "run", RunOptions(settings=SETTINGS, client=TableClient(), limit=1))
    with (tmp_path / "run" / "records.jsonl").open("a") as file:
        file.write(json.dumps({"question": "x"}) + "\n")
    with pytest.raises(ConfigError, match="not a record"):
        read_records(tmp_path / "run")


def test_figures_of_a_run(tmp_path: Path) -> None:
    scores = scored(tmp_path, {"lamps": QUESTIONS["lamps"][1], "watts": None, "count": "SELECT ?m { ?m a ex:Maker }"})
    questions = {q.id: q for q in load_dataset(str(tmp_path / "toy")).questions}
    records = [
        Record(question=q, graph="toy", outcome=s.outcome, seconds=float(n), tokens={"input": 5}, cost=0.5)
        for n, (q, s) in enumerate(scores.items(), 1)
    ]
    summary = summarize("x", list(scores.values()), records, questions)
    assert summary.metrics["match"].mean == pytest.approx(1 / 3)
    assert summary.answered_match.mean == 0.5
    assert summary.latency["p50"] == 2.0
    assert (summary.tokens, summary.cost) == ({"input": 15}, 1.5)
    assert set(summary.metrics) == set(METRICS)


def test_two_runs_side_by_side(tmp_path: Path) -> None:
    first = list(scored(tmp_path / "a", {"lamps": QUESTIONS["lamps"][1], "watts": None, "count": None}).values())
    second = list(scored(tmp_path / "b", {"lamps": None, "watts": QUESTIONS["watts"][1], "any": "ASK {}"}).values())
    found = compare_runs("a", first, "b", second)
    assert (found.questions, found.gained, found.lost) == (2, ("watts",), ("lamps",))
    assert found.p_match == 1.0


def test_a_cache_without_room_is_given_up_and_scoring_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = sqlite3.connect

    def small(*arguments: Any, **options: Any) -> sqlite3.Connection:
        made = connect(*arguments, **options)
        made.execute("PRAGMA max_page_count = 4")
        return made

    folder = write_dataset(tmp_path / "toy")
    monkeypatch.setattr(sqlite3, "connect", small)
    with KnowledgeGraph.from_files([folder / "graph.ttl"], [folder / "ontology.ttl"]) as kg:
        store = AnswerStore(kg, tmp_path / "cache.sqlite")
        columns = " ".join(f"(SHA512(CONCAT(?n, '{c}')) AS ?v{c})" for c in range(8))
        queries = [f'SELECT {columns} {{ VALUES ?n {{ "{n}" }} }}' for n in range(40)]  # more than four pages hold
        assert {store.run(query).state for query in queries} == {"ok"}
        store.close()
    assert (tmp_path / "cache.sqlite").stat().st_size <= 4 * 4096
