"""Money: what counts, what it costs, and where a run stops."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from toy_dataset import PREFIX, QUESTIONS, SETTINGS, TableClient

from nlkgq.cli.main import cli
from nlkgq.errors import ConfigError, ModelError, UsageError
from nlkgq.evaluation.batches import write_requests
from nlkgq.evaluation.dataset import Dataset
from nlkgq.evaluation.prices import Prices
from nlkgq.evaluation.report.runs import read_run
from nlkgq.evaluation.run_folder import read_records
from nlkgq.evaluation.runner import RunOptions, reopen, run
from nlkgq.llm.protocol import ModelReply, ModelRequest, Usage

PRICES = Prices(currency="EUR", models={"table": {"input": 1000.0, "output": 10000.0, "batch": 0.5}})
BROKEN = "SELECT ?l { ?l a ex:Lmp }"


def options(client: TableClient | None = None, **more: Any) -> RunOptions:
    return RunOptions(settings=SETTINGS, client=client or TableClient(), **more)


def test_a_budget_holds_with_many_workers(toy: Dataset, tmp_path: Path) -> None:
    """Of 60 questions at 110 tokens, four fill 400 tokens; sixteen at once would have used 1,760."""
    state = run(toy, tmp_path / "run", options(TableClient(seconds=0.02), repeat=10, workers=16, budget_tokens=400))
    assert (state.finished, state.tokens) == (4, 440)
    assert state.stopped == "the budget of 400 tokens is used up (440)"
    again = run(
        toy,
        tmp_path / "run",
        options(TableClient(seconds=0.02), repeat=10, workers=16, budget_tokens=2000),
        resume=True,
    )
    assert 2000 <= again.tokens < 2000 + 2 * 110
    last = run(toy, tmp_path / "run", options(repeat=10, workers=16, budget_tokens=6600), resume=True)
    assert (last.finished, last.stopped, last.tokens) == (60, None, 6600)


def test_repairs_count(toy: Dataset, tmp_path: Path) -> None:
    lamps = QUESTIONS["lamps"][0]
    client = TableClient({lamps: f"```sparql\n{PREFIX}{BROKEN}\n```"})
    state = run(toy, tmp_path / "run", options(client, limit=1, prices=PRICES))
    record = read_records(tmp_path / "run")["lamps", 0]
    assert record.tokens["calls"] == 2, "the second reply is the first again: a third is not asked for"
    assert (state.tokens, state.cost) == (220, pytest.approx(0.4))
    assert record.cost == pytest.approx(0.4)


def test_what_was_cut_off_is_paid_for_once(toy: Dataset, tmp_path: Path) -> None:
    client = TableClient()

    def cut(question: str) -> None:
        raise ModelError("cut off", kind="cut-off", tokens={"input": 100, "output": 900})

    client.before = cut
    state = run(toy, tmp_path / "run", options(client, limit=1, prices=PRICES))
    record = read_records(tmp_path / "run")["lamps", 0]
    assert (record.outcome, record.tokens["output"], state.tokens) == ("model-failed", 900, 1000)
    assert record.cost == pytest.approx(9.1)
    (tmp_path / "run" / "records.jsonl").write_text("")
    again = run(toy, tmp_path / "run", options(client, limit=1), resume=True)
    assert (len(client.asked), again.tokens, again.cost) == (1, 1000, pytest.approx(9.1))


def test_a_model_that_goes_away_during_a_repair_leaves_the_question_open(toy: Dataset, tmp_path: Path) -> None:
    lamps = QUESTIONS["lamps"][0]
    client = TableClient({lamps: f"```sparql\n{PREFIX}{BROKEN}\n```"})

    def away(question: str) -> None:
        if client.asked.count(lamps) == 2:
            raise ModelError("overloaded", kind="overloaded")

    client.before = away
    first = run(toy, tmp_path / "run", options(client, limit=1))
    assert (first.finished, first.tokens, first.away) == (0, 110, "overloaded")
    client.before = lambda question: None
    second = run(toy, tmp_path / "run", options(client, limit=1), resume=True)
    assert (second.finished, second.tokens) == (1, 220), "the first call is there, and is not counted twice"


def test_credit_that_ends_during_a_repair_ends_the_run(toy: Dataset, tmp_path: Path) -> None:
    lamps = QUESTIONS["lamps"][0]
    client = TableClient({lamps: f"```sparql\n{PREFIX}{BROKEN}\n```"})

    def broke(question: str) -> None:
        if client.asked.count(lamps) == 2:
            raise ModelError("no credit", kind="payment", status=402)

    client.before = broke
    with pytest.raises(ModelError, match="no credit"):
        run(toy, tmp_path / "run", options(client, workers=1, limit=1))
    assert not read_records(tmp_path / "run")


class Silent(TableClient):
    """Tells no tokens."""

    def complete(self, request: ModelRequest) -> ModelReply:
        return replace(super().complete(request), usage=Usage())


def test_a_budget_that_cannot_be_kept_is_refused(toy: Dataset, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="does not count tokens"):
        run(toy, tmp_path / "a", options(Silent(), budget_tokens=100))
    assert run(toy, tmp_path / "a", options(Silent()), resume=True).finished == 6
    other = Prices(currency="EUR", models={"else": {"input": 1.0, "output": 1.0}})
    with pytest.raises(UsageError, match="no model like 'table-1'"):
        run(toy, tmp_path / "b", options(budget_money=1.0, prices=other))
    assert len(read_records(tmp_path / "b")) == 1, "the first alone was asked"
    state = run(toy, tmp_path / "b", options(prices=other), resume=True)
    assert (state.finished, state.cost, state.unpriced) == (6, None, ("table-1",))
    peer = RunOptions(settings={**SETTINGS, "model.name": "peer:text2sparql:http://127.0.0.1:1/"}, budget_tokens=9)
    with pytest.raises(UsageError, match="does not tell its tokens"):
        run(toy, tmp_path / "c", peer)
    assert not (tmp_path / "c").exists()


def test_prices_stay_with_the_run_and_may_change_later(toy: Dataset, tmp_path: Path) -> None:
    run(toy, tmp_path / "run", options(limit=2, prices=PRICES))
    assert reopen(tmp_path / "run")[1].prices == PRICES
    run(toy, tmp_path / "run", options(), resume=True)
    assert read_run(tmp_path / "run").summary.cost == pytest.approx(1.2)
    dearer = Prices(currency="USD", models={"table": {"input": 1000.0, "output": 20000.0}})
    other = read_run(tmp_path / "run", prices=dearer)
    assert (other.summary.cost, other.currency) == (pytest.approx(1.8), "USD")
    unknown = Prices(currency="USD", models={"else": {"input": 1.0, "output": 1.0}})
    assert read_run(tmp_path / "run", prices=unknown).summary.cost is None


def test_a_batch_costs_less(toy: Dataset, tmp_path: Path) -> None:
    folder, list_ = tmp_path / "run", tmp_path / "prices.toml"
    list_.write_text('currency = "EUR"\n[table]\ninput = 1000.0\noutput = 10000.0\nbatch = 0.5\n')
    file = write_requests(folder, run(toy, folder, options(limit=2), batch=True), "openai")
    assert file is not None
    replies = []
    for line in map(json.loads, file.read_text().splitlines()):
        first = line["body"]["messages"][-1]["content"]
        query = next(s for q, s in QUESTIONS.values() if q in first)
        message = {"role": "assistant", "content": f"```sparql\n{PREFIX}{query}\n```"}
        usage = {"prompt_tokens": 100, "completion_tokens": 10}
        body = {"model": "table-1", "choices": [{"message": message, "finish_reason": "stop"}], "usage": usage}
        replies.append({"custom_id": line["custom_id"], "response": {"status_code": 200, "body": body}})
    back = tmp_path / "replies.jsonl"
    back.write_bytes(b"\xef\xbb\xbf" + "\r\n".join(map(json.dumps, replies)).encode())
    done = CliRunner().invoke(
        cli, ["bench", "replies", str(folder), str(back), "--prices", str(list_)], standalone_mode=False
    )
    assert done.exception is None, done.output
    assert "2 of 2 questions finished, 2 now; 220 tokens, 0.2000 EUR" in done.output
    assert [r.cost for r in read_records(folder).values()] == pytest.approx([0.1, 0.1])
    run(toy, folder, options(), resume=True)  # the rest live
    found = read_run(folder)
    assert found.summary.cost == pytest.approx(2 * 0.1 + 4 * 0.2)
    assert sum(r.batch_tokens.get("input", 0) for r in found.records) == 200


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[gpt-4.1]\ninput = 1\noutput = 2", "gpt-4.1 is no price"),
        ("x = 1", "'x'"),
        ("", "no model has a price"),
        ("[a]\ninput = 1", "no price for output"),
        ("[a]\ninput = inf\noutput = 1", "a.input is no price"),
        ("[a]\ninput = -1\noutput = 1", "a.input is no price"),
        ('[a]\ninput = "1"\noutput = 1', "a.input is no price"),
        ("[a]\ninput = 1\noutput = 1\ncached = 2", "a.cached is no price"),
        ("[", "not readable"),
    ],
)
def test_a_wrong_price_list_is_one_clear_error(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "prices.toml").write_text(text)
    with pytest.raises(ConfigError, match=told):
        Prices.read(tmp_path / "prices.toml")


def test_the_first_question_under_a_budget_runs_alone(toy: Dataset, tmp_path: Path) -> None:
    """Nobody knows what one costs before the first is answered."""
    running, most, lock = 0, [0], threading.Lock()
    client = TableClient(seconds=0.02)
    first = threading.Event()

    def count(question: str) -> None:
        nonlocal running
        with lock:
            running += 1
            most.append(running if not first.is_set() else 0)
            first.set()

    client.before = count
    state = run(toy, tmp_path / "run", options(client, repeat=3, workers=8, budget_tokens=100))
    assert (state.finished, max(most), running) == (1, 1, 1)
