"""Reports: self-contained, readable without colour, without texts where they must not be published."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner
from toy_dataset import QUESTIONS, SETTINGS, TableClient, write_dataset

from nlkgq.cli.main import cli
from nlkgq.errors import ConfigError
from nlkgq.evaluation.dataset import load_dataset
from nlkgq.evaluation.record import Record
from nlkgq.evaluation.report.charts import scatter_chart
from nlkgq.evaluation.report.markdown import write_markdown
from nlkgq.evaluation.report.page import write_page
from nlkgq.evaluation.report.runs import ReportedRun, read_run
from nlkgq.evaluation.runner import RunOptions, run
from nlkgq.evaluation.scoring import Score
from nlkgq.evaluation.summary import summarize

WRONG = "```sparql\nPREFIX ex: <https://toy.example/> SELECT ?l { ?l ex:title '<script>alert(1)</script>' }\n```"
VOID = {"meta", "link", "br", "line", "circle", "path"}


class Page(HTMLParser):
    """Checks that tags close, and keeps what a page asks from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.asked: list[str] = []
        self.anchors: list[str] = []
        self.links: list[str] = []
        self.tags: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.asked += [
            v or "" for k, v in attributes if k in ("src", "href", "data", "action", "poster") and v[:1] != "#"
        ]
        self.anchors += [v or "" for k, v in attributes if k == "id"]
        self.links += [v[1:] for k, v in attributes if k == "href" and v is not None]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


@pytest.fixture
def runs(tmp_path: Path) -> list[ReportedRun]:
    dataset = load_dataset(str(write_dataset(tmp_path / "toy")))
    run(dataset, tmp_path / "good", RunOptions(settings=SETTINGS, client=TableClient()))
    worse = TableClient({QUESTIONS["lamps"][0]: WRONG, QUESTIONS["watts"][0]: "No idea."})
    run(dataset, tmp_path / "worse", RunOptions(settings={**SETTINGS, "model.repair": 0}, client=worse))
    return [read_run(tmp_path / "good"), read_run(tmp_path / "worse")]


def test_the_page_needs_nothing_else(runs: list[ReportedRun]) -> None:
    text = write_page(runs, "A & B")
    page = Page()
    page.feed(text)
    assert page.open == []
    assert page.asked == []
    assert len(set(page.anchors)) == len(page.anchors)
    assert set(page.links) <= set(page.anchors)
    assert "script" not in page.tags
    assert "<script>alert" not in text
    assert re.findall(r"url\(|@import|https?://(?!www\.w3\.org/2000/svg|toy\.example)", text) == []
    assert "A & B" in page.text


def test_charts_say_in_words_what_they_show(runs: list[ReportedRun]) -> None:
    text = write_page(runs, "x")
    charts = re.findall(r"<svg role=\"img\".*?</svg>", text, re.DOTALL)
    assert len(charts) >= 2
    for chart in charts:
        assert re.search(r"aria-label=\"[^\"]+\"", chart)
        assert re.search(r"<desc>[^<]*\d[^<]*</desc>", chart)
        assert re.search(r'aria-label="[^"]*\d', chart), "told in words to those who cannot see it"
        assert set(re.findall(r"(?:stroke|fill)=\"(\S+?)\"", chart)) <= {"#000", "#ccc", "#fff", "none"}


def test_the_difference_of_two_runs_is_shown_question_by_question(runs: list[ReportedRun]) -> None:
    text = write_page(runs, "x")
    assert "good and worse, question by question" in text
    pair = text.split("question by question</summary>")[1].split("</details>")[0]
    for name, error in (("watts", "no query"), ("lamps", "empty")):
        assert f"{QUESTIONS[name][0]}</th><td>match</td><td>{error}</td>" in pair.replace("\n", "")
    markdown = write_markdown(runs, "x")
    assert "| good | worse | 6 | -0.333 " in markdown


def test_time_and_cost_are_told(runs: list[ReportedRun]) -> None:
    for text in (write_page(runs, "x"), write_markdown(runs, "x")):
        assert "p99 s" in text
        assert "input tokens" in text
        assert "share repaired" in text
    told = write_markdown(runs, "x").split("## Time and cost")[1].split("## ")[0]
    assert re.search(r"\| good \| toy \|.*\| 6 \| 600 \| 60 \|", told)
    assert "| cost |" not in told, "no price list, no cost"


def test_runs_are_ranked_and_what_they_share_is_told_once(runs: list[ReportedRun]) -> None:
    told = write_markdown(list(reversed(runs)), "x").split("## ")[0]
    assert told.index("| good |") < told.index("| worse |")
    assert "ontology full, instructions guardrails, masking off" in told
    assert "| repair |" in told
    assert "| worse | toy | openai:table | 0 |" in told


def test_what_one_setting_changes_is_paired(runs: list[ReportedRun], tmp_path: Path) -> None:
    def variant(name: str, **settings: str) -> ReportedRun:
        return replace(runs[0], name=name, settings={**runs[0].settings, **settings})

    masked = variant("masked", **{"privacy.mode": "strict"})
    names = variant("names", **{"model.representation": "schema-list"})
    both = variant("both", **{"privacy.mode": "strict", "model.representation": "schema-list"})
    elsewhere = variant("elsewhere", **{"model.base_url": "http://b.example/v1"})
    text = write_markdown([masked, runs[0], names, both, elsewhere], "x")
    by_masking = text.split("## By masking")[1].split("## ")[0]
    rows = [line.split(" | ")[:3] for line in by_masking.splitlines() if line.startswith(("| off", "| strict"))]
    assert rows == [
        ["| off", "toy", "good"], ["| strict", "toy", "masked"], ["| off", "toy", "names"], ["| strict", "toy", "both"],
    ]  # fmt: skip
    assert "0.000 [-0.390, 0.390] | 1.000 |" in by_masking
    assert "| full | toy | masked |" in text.split("## By ontology representation")[1]
    assert "By system" not in text
    page = write_page([masked, runs[0], names, both], "x")
    assert "Match by masking" in page


def test_a_report_does_not_depend_on_what_was_finished_first(runs: list[ReportedRun], tmp_path: Path) -> None:
    before = write_markdown(runs, "x")
    for name in ("good", "worse"):
        lines = (tmp_path / name / "records.jsonl").read_text().splitlines(keepends=True)
        (tmp_path / name / "records.jsonl").write_text("".join(reversed(lines)))
    again = [read_run(tmp_path / "good"), read_run(tmp_path / "worse")]
    assert write_markdown(again, "x") == before
    assert write_page(again, "x") == write_page(runs, "x")


def test_each_data_set_has_its_own_tables(runs: list[ReportedRun]) -> None:
    other = replace(runs[0], name="other", dataset=replace(runs[0].dataset, name="second"))
    text = write_markdown([*runs, other], "x")
    metrics = text.split("## Data set second")[1].splitlines()
    assert "| metric | other |" in metrics
    assert "differences" not in text.split("## Data set second")[1]


def test_errors_come_with_examples(runs: list[ReportedRun]) -> None:
    text = write_page(runs, "x")
    assert "First rows missing" in text
    assert "https://toy.example/a" in text
    assert "no query" in text


def test_without_texts_nothing_of_the_questions_is_there(runs: list[ReportedRun]) -> None:
    for text in (write_page(runs, "x", with_texts=False), write_markdown(runs, "x")):
        for question, sparql in QUESTIONS.values():
            assert question not in text
            assert sparql not in text


def test_published_figures_are_marked(runs: list[ReportedRun], tmp_path: Path) -> None:
    file = tmp_path / "published.toml"
    file.write_text('[[figure]]\nsystem = "S"\ndataset = "D"\nmetric = "F1"\nvalue = "0.5"\nsource = "a paper"\n')
    assert "not run here" in write_page(runs, "x", published=file)
    ours = Path(__file__).resolve().parents[2] / "benchmarks" / "published.toml"
    assert "10.1109/BigData59044.2023.10386182" in write_page(runs, "x", published=ours)
    file.write_text("[[figure]]\nsystem = 1\n")
    with pytest.raises(ConfigError, match="no published figures"):
        write_page(runs, "x", published=file)


def test_ten_thousand_records_are_reported_in_time(runs: list[ReportedRun]) -> None:
    base = runs[1]
    records: list[Record] = []
    scores: list[Score] = []
    for repeat in range(1700):
        records += [replace(r, repeat=repeat) for r in base.records]
        scores += [replace(s, repeat=repeat) for s in base.scores]
    questions = {q.id: q for q in base.dataset.questions}
    begun = time.process_time()
    large = replace(base, records=records, scores=scores, summary=summarize("large", scores, records, questions))
    assert len(large.records) > 10_000
    assert write_page([large], "x")
    assert write_markdown([large], "x")
    assert time.process_time() - begun < 10


def test_the_commands_work_together(tmp_path: Path) -> None:
    folder = write_dataset(tmp_path / "toy")
    runner = CliRunner()

    def call(*arguments: str | Path, code: int = 0) -> str:
        done = runner.invoke(cli, ["bench", *map(str, arguments)], standalone_mode=False)
        assert done.exception is None, done.output
        assert (done.return_value or 0) == code, done.output
        return done.output

    out = tmp_path / "run"
    common = ("--privacy", "off", "--model", "offline")
    assert "2 of 2 questions finished" in call("run", folder, "--out", out, "--limit", 2, *common)
    assert "6 of 6 questions finished, 4 now" in call("run", folder, "--out", out, "--resume", *common)
    assert "| run | toy | offline | 6 |" in call("score", out)
    call("report", out, "--out", tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text().startswith("<!DOCTYPE html>")
    assert (tmp_path / "page.md").read_text().startswith("# Benchmark report")
    assert "difference of match" in call("compare", out, out)
    assert "answers" in call("answers", out, tmp_path / "answers.json", "--prefix", "toy")
    model = ("--privacy", "off", "--model", "anthropic:some-model")
    listed = call("requests", folder, "--out", tmp_path / "batch", *model)
    assert "round-1.jsonl" in listed
    assert "6 open, 0 of 6 finished" in listed
    assert "films" in call("list")


def test_bad_input_of_the_commands_is_one_clear_error(tmp_path: Path) -> None:
    folder = write_dataset(tmp_path / "toy")
    other = write_dataset(tmp_path / "other")
    (other / "questions.jsonl").write_text('{"id": "else", "question": "Which lamps are there?", "sparql": "ASK {}"}')
    runner = CliRunner()

    def call(*arguments: str | Path) -> str:
        done = runner.invoke(cli, ["bench", *map(str, arguments)], standalone_mode=False)
        return f"{done.output}{done.exception or ''}"

    common = ("--privacy", "off", "--model", "offline")
    call("run", folder, "--out", tmp_path / "a" / "run", *common)
    call("run", other, "--out", tmp_path / "b" / "run", *common)
    assert "no question in common" in call("compare", tmp_path / "a" / "run", tmp_path / "b" / "run")
    told = call("run", other, "--out", tmp_path / "a" / "run", "--resume", *common)
    assert "question lamps" in told
    assert told.count("->") == 5
    assert "and 2 more" in told
    assert "holds no run" in call("score", tmp_path / "a" / "run" / "records.jsonl")
    call("run", folder, "--out", tmp_path / "c" / "run", *common)
    both = call("score", tmp_path / "a" / "run", tmp_path / "c" / "run")
    assert f"| {tmp_path / 'a' / 'run'} | toy |" in both
    assert f"| {tmp_path / 'c' / 'run'} | toy |" in both


def test_points_that_lie_together_share_a_label() -> None:
    chart = scatter_chart("Match against cost", "cost", [("a", 1.0, 0.5), ("b", 1.001, 0.5), ("c", 4.0, 0.9)])
    assert ">1, 2</text>" in chart.svg
    assert ">3</text>" in chart.svg
    assert chart.legend == ["a", "b", "c"]
    assert scatter_chart("x", "y", [("a", 1.0, 0.5)]).svg == ""


def test_gold_that_does_not_count_is_told_with_the_reason(tmp_path: Path) -> None:
    overrides = (
        '[[overrides]]\nid = "none"\nreason = "nothing to compare"\nexclude = true\n'
        '[[overrides]]\nid = "lamps"\nreason = "counts twice"\nsparql = "ASK {}"\n'
        '[[overrides]]\nid = "watts"\nreason = "elsewhere"\nsparql = "SELECT ?x { SERVICE <http://x/> {} }"\n'
    )
    dataset = load_dataset(str(write_dataset(tmp_path / "toy", overrides)))
    run(dataset, tmp_path / "run", RunOptions(settings=SETTINGS, client=TableClient()))
    made = read_run(tmp_path / "run")
    text = write_markdown([made], "x")
    assert "| none | left out | nothing to compare |" in text
    assert "| lamps | gold replaced | counts twice |" in text
    assert "| watts | not scored | the gold is refused |" in text
    assert "questions and gold" in write_page([made], "x")
