"""Runs: recorded, gone on with, refused when they would become another run."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from toy_dataset import QUESTIONS, SETTINGS, TableClient, write_dataset

from nlkgq.errors import ConfigError, ModelError, RecordingNotFound, UsageError
from nlkgq.evaluation.dataset import Dataset, load_dataset
from nlkgq.evaluation.prices import Prices
from nlkgq.evaluation.run_folder import RunFolder, read_records
from nlkgq.evaluation.runner import RunOptions, reopen, run

SUPPORT = Path(__file__).resolve().parents[1] / "support"


def options(client: TableClient | None = None, **more: Any) -> RunOptions:
    return RunOptions(settings=SETTINGS, client=client or TableClient(), **more)


def test_every_question_becomes_a_record(toy: Dataset, tmp_path: Path) -> None:
    told: list[tuple[str, int, int, float | None]] = []
    state = run(toy, tmp_path / "run", options(), progress=lambda *a: told.append(a))
    records = read_records(tmp_path / "run")
    assert (state.finished, state.wanted, state.added) == (6, 6, 6)
    assert {q for q, _ in records} == set(QUESTIONS)
    lamps = records["lamps", 0]
    assert (lamps.outcome, lamps.rows, lamps.model) == ("answered", 3, "table-1")
    assert lamps.tokens == {"calls": 1, "input": 100, "output": 10, "cache_read": 0, "cache_write": 0}
    assert lamps.query is not None
    assert "ex:Lamp" in lamps.query
    assert {"mask", "generate", "prepare", "query"} <= set(lamps.timings)
    assert lamps.request_hash is not None
    assert len(lamps.request_hash) == 64
    assert [finished for _, finished, _, _ in told] == [1, 2, 3, 4, 5, 6]
    assert told[-1][3] == 0.0


def test_what_a_system_does_wrong_is_an_outcome(toy: Dataset, tmp_path: Path) -> None:
    texts = [q for q, _ in QUESTIONS.values()]
    client = TableClient(
        {
            texts[0]: "I do not know.",
            texts[1]: "```sparql\nSELECT ?s { SERVICE <http://far.example/> { ?s ?p ?o } }\n```",
            texts[2]: "```sparql\nSELECT ?x { ?x <https://toy.example/unknown> ?y }\n```",
        }
    )

    def before(question: str) -> None:
        if question == texts[3]:
            raise ModelError("the model declines", kind="refusal")

    client.before = before
    run(toy, tmp_path / "run", options(client))
    records = read_records(tmp_path / "run")
    assert [records[q, 0].outcome for q in list(QUESTIONS)[:4]] == ["abstained", "refused", "answered", "model-failed"]
    assert "unknown" in records["count", 0].findings[0]["code"]
    assert len(records["count", 0].attempts) > 1, "the finding went back to the model"
    assert records["lamps", 0].error is not None
    assert records["lamps", 0].error["reply"] == "I do not know."


def test_a_run_goes_on_where_it_was(toy: Dataset, tmp_path: Path) -> None:
    client = TableClient()
    run(toy, tmp_path / "run", options(client, limit=2))
    state = run(toy, tmp_path / "run", options(client, limit=5), resume=True)
    assert (state.finished, state.added) == (5, 3)
    assert sorted(client.asked) == sorted(q for q, _ in list(QUESTIONS.values())[:5])


def test_a_run_is_not_overwritten(toy: Dataset, tmp_path: Path) -> None:
    run(toy, tmp_path / "run", options(limit=1))
    with pytest.raises(UsageError, match="holds a run already"):
        run(toy, tmp_path / "run", options(limit=1))


def test_a_run_that_never_began_binds_nobody(toy: Dataset, tmp_path: Path) -> None:
    no_key = RunOptions(settings={"model.name": "anthropic:some-model", "privacy.mode": "off"})
    with pytest.raises(ConfigError, match="ANTHROPIC_API_KEY"):
        run(toy, tmp_path / "run", no_key)
    assert run(toy, tmp_path / "run", options()).finished == 6


def test_repetitions_are_asked_each(toy: Dataset, tmp_path: Path) -> None:
    client = TableClient()
    state = run(toy, tmp_path / "run", options(client, repeat=3, limit=2))
    assert state.finished == 6
    assert Counter(client.asked) == {q: 3 for q, _ in list(QUESTIONS.values())[:2]}


def test_replies_that_were_paid_for_are_not_asked_again(toy: Dataset, tmp_path: Path) -> None:
    client = TableClient()
    run(toy, tmp_path / "run", options(client))
    (tmp_path / "run" / "records.jsonl").write_text("")
    run(toy, tmp_path / "run", options(client), resume=True)
    assert len(client.asked) == 6
    assert len(read_records(tmp_path / "run")) == 6


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"model.instructions": "procedural"}, r"model\.instructions: guardrails -> procedural"),
        ({"model.name": "openai:other"}, r"model\.name: openai:table -> openai:other"),
        ({"model.representation": "compact"}, r"ontology text of toy"),
        ({"endpoints.*.timeout": 7.0}, r"timeout: 30\.0 -> 7\.0"),
    ],
)
def test_changed_settings_are_refused(toy: Dataset, tmp_path: Path, change: dict[str, Any], told: str) -> None:
    run(toy, tmp_path / "run", options(limit=1))
    changed = RunOptions(settings={**SETTINGS, **change}, client=TableClient())
    with pytest.raises(ConfigError, match=told):
        run(toy, tmp_path / "run", changed, resume=True)


def test_changed_texts_are_refused(tmp_path: Path) -> None:
    folder = write_dataset(tmp_path / "toy")
    run(load_dataset(str(folder)), tmp_path / "run", options(limit=1))
    questions = folder / "questions.jsonl"
    before = questions.read_text()
    questions.write_text(before.replace("How many makers", "How many of the makers"))
    with pytest.raises(ConfigError, match="question count: "):
        run(load_dataset(str(folder)), tmp_path / "run", options(), resume=True)
    questions.write_text(before)
    ontology = folder / "ontology.ttl"
    ontology.write_text(ontology.read_text().replace('"watts"', '"power"'))
    with pytest.raises(ConfigError, match="ontology text of toy"):
        run(load_dataset(str(folder)), tmp_path / "run", options(), resume=True)


def test_a_changed_prompt_is_refused(toy: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(toy, tmp_path / "run", options(limit=1))
    from nlkgq.prompting import build

    render = build.render_block
    monkeypatch.setattr(
        build, "render_block", lambda f, name, v: render(f, name, v) + ("!" if name == "instructions" else "")
    )
    with pytest.raises(ConfigError, match="instructions of toy"):
        run(toy, tmp_path / "run", options(), resume=True)


def test_two_runs_in_one_folder_are_refused(toy: Dataset, tmp_path: Path) -> None:
    run(toy, tmp_path / "run", options(limit=1))
    with RunFolder(tmp_path / "run"), pytest.raises(UsageError, match=f"process {os.getpid()} is running"):
        run(toy, tmp_path / "run", options(), resume=True)
    assert run(toy, tmp_path / "run", options(), resume=True).finished == 6


def test_a_budget_in_tokens_stops_the_run(toy: Dataset, tmp_path: Path) -> None:
    state = run(toy, tmp_path / "run", options(budget_tokens=200, workers=1))
    assert (state.finished, state.stopped) == (2, "the budget of 200 tokens is used up (220)")
    assert run(toy, tmp_path / "run", options(budget_tokens=400, workers=1), resume=True).finished == 4


def test_a_budget_in_money_needs_prices(toy: Dataset, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="price list"):
        run(toy, tmp_path / "run", options(budget_money=1.0))
    (tmp_path / "prices.toml").write_text('currency = "USD"\n[table]\ninput = 1000.0\noutput = 10000.0\n')
    prices = Prices.read(tmp_path / "prices.toml")
    state = run(toy, tmp_path / "run", options(budget_money=0.5, prices=prices, workers=1))
    assert state.finished == 3
    assert [r.cost for r in read_records(tmp_path / "run").values()] == pytest.approx([0.2] * 3)


def test_no_key_ends_the_run_and_keeps_what_is_finished(toy: Dataset, tmp_path: Path) -> None:
    client = TableClient()
    seen: list[str] = []

    def before(question: str) -> None:
        seen.append(question)
        if len(seen) == 3:
            raise ModelError("no credit", kind="payment", status=402)

    client.before = before
    with pytest.raises(ModelError, match="no credit"):
        run(toy, tmp_path / "run", options(client, workers=1))
    assert len(read_records(tmp_path / "run")) == 2
    client.before = lambda question: None
    assert run(toy, tmp_path / "run", options(client), resume=True).finished == 6


def test_a_model_that_is_away_is_asked_again_later(toy: Dataset, tmp_path: Path) -> None:
    client = TableClient()

    def away(question: str) -> None:
        raise ModelError("overloaded", kind="overloaded")

    client.before = away
    state = run(toy, tmp_path / "run", options(client))
    assert (state.finished, state.added, state.away) == (0, 6, "overloaded")
    client.before = lambda question: None
    state = run(toy, tmp_path / "run", options(client), resume=True)
    assert (state.finished, state.away) == (6, None)
    assert {r.outcome for r in read_records(tmp_path / "run").values()} == {"answered"}


def test_a_replay_without_the_recording_ends_the_run(toy: Dataset, tmp_path: Path) -> None:
    (tmp_path / "none.jsonl").write_text("")
    with pytest.raises(RecordingNotFound):
        run(toy, tmp_path / "run", RunOptions(settings={**SETTINGS, "model.name": f"replay:{tmp_path / 'none.jsonl'}"}))


def test_options_come_back_from_the_folder(toy: Dataset, tmp_path: Path) -> None:
    run(toy, tmp_path / "run", options(limit=3, repeat=2))
    dataset, found = reopen(tmp_path / "run")
    assert dataset.name == "toy"
    assert found == replace(RunOptions(), settings=SETTINGS, limit=3, repeat=2)
    run(toy, tmp_path / "run", options(limit=4, per_graph=5, repeat=2), resume=True)
    assert reopen(tmp_path / "run")[1].limit == 4, "as it was last called"


def test_only_the_first_questions_of_each_graph(tmp_path: Path) -> None:
    more = (
        '[[graphs]]\nname = "second"\nfiles = ["graph.ttl"]\nontology = ["ontology.ttl"]\nquestions = "others.jsonl"\n'
    )
    folder = write_dataset(tmp_path / "toy", more)
    lines = (folder / "questions.jsonl").read_text().replace('"id": "', '"id": "second-')
    (folder / "others.jsonl").write_text(lines)
    run(load_dataset(str(folder)), tmp_path / "run", options(per_graph=2))
    asked = [r.question for r in read_records(tmp_path / "run").values()]
    assert sorted(asked) == ["lamps", "second-lamps", "second-watts", "watts"]


def test_a_run_of_one_graph_stays_one_of_that_graph(tmp_path: Path) -> None:
    more = (
        '[[graphs]]\nname = "second"\nfiles = ["graph.ttl"]\nontology = ["ontology.ttl"]\nquestions = "others.jsonl"\n'
    )
    folder = write_dataset(tmp_path / "toy", more)
    (folder / "others.jsonl").write_text("")
    run(load_dataset(str(folder), graphs=("toy",)), tmp_path / "run", options(limit=1))
    dataset, found = reopen(tmp_path / "run")
    assert list(dataset.graphs) == ["toy"]
    assert run(dataset, tmp_path / "run", replace(found, client=TableClient()), resume=True).finished == 1


def test_workers_wait_for_a_slow_model_together(toy: Dataset, tmp_path: Path) -> None:
    client = TableClient(seconds=0.4)
    run(toy, tmp_path / "warm", options(limit=1))
    begun = time.monotonic()
    run(toy, tmp_path / "run", options(client, workers=6))
    assert time.monotonic() - begun < 6 * 0.4


_CHILD = """
import os
import sys
from pathlib import Path
from nlkgq.evaluation.dataset import load_dataset
from nlkgq.evaluation.runner import RunOptions, run
from toy_dataset import SETTINGS, TableClient

folder, out, log = map(Path, sys.argv[1:])
client = TableClient(seconds=0.02)
def note(question):
    with log.open("a") as file:
        file.write(question + "\\n")
client.before = note
run(load_dataset(str(folder)), out, RunOptions(settings=SETTINGS, client=client, repeat=5, workers=3), resume=True)
print("done")
"""


def test_kills_lose_nothing_and_repeat_nothing(tmp_path: Path) -> None:
    """`benchmarks/kills.py` does the same 200 times."""
    folder, out, log = write_dataset(tmp_path / "toy"), tmp_path / "run", tmp_path / "log"
    rng = random.Random(7)
    environment = {**os.environ, "PYTHONPATH": str(SUPPORT)}
    finished: set[tuple[str, int]] = set()
    for attempt in range(40):
        child = subprocess.Popen(
            [sys.executable, "-c", _CHILD, str(folder), str(out), str(log)],
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        # the first rounds are killed at random, the last may end
        try:
            text, _ = child.communicate(timeout=rng.uniform(0.5, 1.3) if attempt < 6 else 60)
        except subprocess.TimeoutExpired:
            child.send_signal(signal.SIGKILL)
            child.communicate()
            text = ""
        now = set(read_records(out)) if (out / "manifest.json").exists() else set()
        assert finished <= now, "a finished record was lost"
        finished = now
        if "done" in text:
            break
    assert len(finished) == 30
    lines = (out / "records.jsonl").read_text().splitlines()
    assert len(lines) == 30, "a finished question was recorded twice"


_SLOW = """
import os
import sys
from pathlib import Path
from nlkgq.evaluation.dataset import load_dataset
from nlkgq.evaluation.runner import RunOptions, run
from toy_dataset import SETTINGS, TableClient

client = TableClient(seconds=120)
client.before = lambda question: os.write(1, b"asked\\n")  # one write: several threads ask at once
run(load_dataset(sys.argv[1]), Path(sys.argv[2]), RunOptions(settings=SETTINGS, client=client))
"""


def test_an_interrupt_does_not_wait_for_the_model(tmp_path: Path) -> None:
    folder = write_dataset(tmp_path / "toy")
    with subprocess.Popen(
        [sys.executable, "-c", _SLOW, str(folder), str(tmp_path / "run")],
        env={**os.environ, "PYTHONPATH": str(SUPPORT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stdout is not None
        said = child.stdout.readline()
        child.send_signal(signal.SIGINT)
        _, told = child.communicate(timeout=30)
    assert said == "asked\n"
    assert "KeyboardInterrupt" in told
