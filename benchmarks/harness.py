"""How fast the harness itself is: scoring, running with many workers, reporting.

    NLKGQ_DATA=... python benchmarks/harness.py

Wall time. The model is a stand-in that answers each request after one second; it measures nothing about models.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from nlkgq.evaluation.dataset import load_dataset
from nlkgq.evaluation.question import BenchQuestion
from nlkgq.evaluation.record import Record
from nlkgq.evaluation.report.markdown import write_markdown
from nlkgq.evaluation.report.page import write_page
from nlkgq.evaluation.report.runs import ReportedRun
from nlkgq.evaluation.runner import RunOptions, run
from nlkgq.evaluation.scoring import score_run
from nlkgq.evaluation.summary import summarize
from nlkgq.llm.protocol import ModelReply, ModelRequest, Usage

DATA = Path(os.environ["NLKGQ_DATA"])


class SlowClient:
    """Answers each request after a second, always the same."""

    def complete(self, request: ModelRequest) -> ModelReply:
        """The reply."""
        time.sleep(1)
        text = "```sparql\nSELECT DISTINCT ?film WHERE { ?film a films:Film }\n```"
        return ModelReply(text=text, model="stand-in", usage=Usage(input_tokens=1, output_tokens=1))


def scoring() -> None:
    """1,000 records on MetaQA's 220,096 triples, each another query text; gold run before, as a first score does."""
    dataset = load_dataset("metaqa", data=DATA)
    gold = [Record(question=q.id, graph=q.graph, outcome="answered", query=q.gold_text) for q in dataset.questions]
    score_run(dataset, gold)
    records = [
        replace(r, repeat=n, query=f"{r.query}\n# {os.getpid()} {n}") for n in range(1, 5) for r in gold
    ][:1000]  # fmt: skip
    begun = time.perf_counter()
    scores = score_run(dataset, records)
    seconds = time.perf_counter() - begun
    print(
        f"scoring 1,000 records on 220,096 triples, gold cached: {seconds:.1f} s; {sum(s.match for s in scores)} match"
    )


def running(folder: Path) -> None:
    """The films questions, eight times, by 16 workers of a model that takes a second."""
    dataset = load_dataset("films")
    settings = {"model.name": "openai:stand-in", "model.base_url": "http://127.0.0.1:1/v1", "model.repair": 0}
    options = RunOptions(settings=settings, repeat=8, workers=16, client=SlowClient())
    run(dataset, folder / "warm", replace(options, repeat=1, limit=1))
    begun = time.perf_counter()
    state = run(dataset, folder / "run", options)
    seconds = time.perf_counter() - begun
    print(f"running with 16 workers and a model of 1 s: {state.finished / seconds:.1f} questions a second")


def reporting() -> None:
    """10,000 records of MetaQA, every third right."""
    dataset = load_dataset("metaqa", data=DATA)
    questions: dict[str, BenchQuestion] = {q.id: q for q in dataset.questions}
    base = [
        Record(question=q.id, graph=q.graph, outcome="answered", seconds=0.1, query=q.gold_text if n % 3 else "ASK {}")
        for n, q in enumerate(dataset.questions)
    ]
    first = score_run(dataset, base)
    records = [replace(r, repeat=n) for n in range(34) for r in base][:10_000]
    scores = [replace(s, repeat=n) for n in range(34) for s in first][:10_000]
    begun = time.perf_counter()
    summary = summarize("large", scores, records, questions)
    made = ReportedRun(name="large", dataset=dataset, settings={}, records=records, scores=scores, summary=summary)
    size = len(write_page([made, replace(made, name="again")], "x")) + len(write_markdown([made], "x"))
    print(f"report of 10,000 records: {time.perf_counter() - begun:.1f} s, {size:,} characters")


def main() -> int:
    """Prints the figures."""
    with tempfile.TemporaryDirectory() as name:
        scoring()
        running(Path(name))
        reporting()
    return 0


if __name__ == "__main__":
    sys.exit(main())
