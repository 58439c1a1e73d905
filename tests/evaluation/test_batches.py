"""Requests out, replies in: both forms, repair rounds, and every way a file of replies can be wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from toy_dataset import PREFIX, QUESTIONS, SETTINGS, TableClient

from nlkgq.errors import ConfigError, UsageError
from nlkgq.evaluation.batches import take_replies, write_requests
from nlkgq.evaluation.dataset import Dataset
from nlkgq.evaluation.run_folder import read_records
from nlkgq.evaluation.runner import RunOptions, RunState, run
from nlkgq.llm.protocol import Message, ModelRequest

OPTIONS = RunOptions(settings=SETTINGS)


def batch(toy: Dataset, folder: Path) -> RunState:
    return run(toy, folder, OPTIONS, resume=True, batch=True)


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def serve(line: dict[str, Any], client: TableClient) -> dict[str, Any]:
    """What a provider would give back for a line of a request file."""
    if "params" in line:
        texts = [m["content"] for m in line["params"]["messages"]]
    else:
        texts = [m["content"] for m in line["body"]["messages"] if m["role"] != "system"]
    roles = ("user", "assistant")
    messages = tuple(Message(role=roles[n % 2], text=t) for n, t in enumerate(texts))  # type: ignore[arg-type]  # in turn
    reply = client.complete(ModelRequest(model="table", system=(), messages=messages))
    if "params" in line:
        message = {
            "type": "message",
            "model": "table-1",
            "content": [{"type": "text", "text": reply.text}],
            "stop_reason": "end_turn",
            "usage": {"input_tokens": 100, "output_tokens": 10},
        }
        return {"custom_id": line["custom_id"], "result": {"type": "succeeded", "message": message}}
    completion = {
        "model": "table-1",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": reply.text}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10},
    }
    return {"custom_id": line["custom_id"], "response": {"status_code": 200, "body": completion}, "error": None}


def write(path: Path, entries: list[dict[str, Any]]) -> Path:
    path.write_text("\n".join(map(json.dumps, entries)))
    return path


@pytest.mark.parametrize("form", ["messages", "openai"])
def test_a_run_by_batches_is_the_run_by_calls(toy: Dataset, tmp_path: Path, form: Any) -> None:
    folder = tmp_path / "batch"
    file = write_requests(folder, batch(toy, folder), form)
    assert file is not None
    asked = lines(file)
    assert len(asked) == 6
    assert all(len(line["custom_id"]) <= 64 for line in asked)
    replies = write(tmp_path / "replies.jsonl", [serve(line, TableClient()) for line in reversed(asked)])
    taken = take_replies(folder, replies)
    assert (taken.taken, taken.missing, taken.failed) == (6, (), ())
    state = batch(toy, folder)
    assert (state.finished, state.open) == (6, ())
    assert write_requests(folder, state, form) is None
    run(toy, tmp_path / "calls", replace(OPTIONS, client=TableClient()))
    by_batch, by_call = read_records(folder), read_records(tmp_path / "calls")
    for key, record in by_call.items():
        other = by_batch[key]
        assert (record.query, record.answer, record.request_hash) == (other.query, other.answer, other.request_hash)
        assert other.tokens["input"] == 100


def test_requests_are_those_that_a_call_would_send(toy: Dataset, tmp_path: Path) -> None:
    folder = tmp_path / "batch"
    state = batch(toy, folder)
    file = write_requests(folder, state, "messages")
    assert file is not None
    line = lines(file)[0]
    request = state.open[0][2]
    assert line["params"]["messages"] == [{"role": "user", "content": request.messages[0].text}]
    assert [b["text"] for b in line["params"]["system"]] == [b.text for b in request.system]
    assert line["params"]["temperature"] == 0.0
    assert line["custom_id"].startswith(request.hash[:56])


def test_queries_that_need_repair_are_open_again(toy: Dataset, tmp_path: Path) -> None:
    question = QUESTIONS["lamps"][0]
    wrong = f"```sparql\n{PREFIX}SELECT ?l {{ ?l ex:nothing ?x }}\n```"
    client = TableClient({question: wrong, f"{question} again": f"```sparql\n{PREFIX}{QUESTIONS['lamps'][1]}\n```"})
    folder = tmp_path / "batch"
    rounds = 0
    file = write_requests(folder, batch(toy, folder), "messages")
    while file is not None:
        rounds += 1
        replies = write(tmp_path / f"replies-{rounds}.jsonl", [serve(line, client) for line in lines(file)])
        take_replies(folder, replies)
        state = batch(toy, folder)
        file = write_requests(folder, state, "messages")
    assert rounds == 2
    record = read_records(folder)["lamps", 0]
    assert (len(record.attempts), record.outcome, record.rows) == (2, "answered", 3)
    assert record.tokens["calls"] == 2


def test_failed_and_missing_requests_stay_open(toy: Dataset, tmp_path: Path) -> None:
    folder = tmp_path / "batch"
    file = write_requests(folder, batch(toy, folder), "messages")
    assert file is not None
    answered = [serve(line, TableClient()) for line in lines(file)]
    answered[0]["result"] = {"type": "errored", "error": {"type": "error"}}
    answered[1]["result"]["message"]["stop_reason"] = "refusal"
    taken = take_replies(folder, write(tmp_path / "replies.jsonl", answered[:5]))
    assert (taken.taken, len(taken.failed), len(taken.missing)) == (4, 1, 1)
    state = batch(toy, folder)
    assert (state.finished, len(state.open)) == (4, 2)
    assert sorted(r.outcome for r in read_records(folder).values()) == ["answered"] * 3 + ["model-failed"]


def test_what_is_asked_already_is_not_written_again(toy: Dataset, tmp_path: Path) -> None:
    """A round that were sent twice would be paid for twice."""
    folder = tmp_path / "batch"
    first = write_requests(folder, batch(toy, folder), "messages")
    assert first is not None
    assert write_requests(folder, batch(toy, folder), "messages") == first
    first.unlink()
    assert write_requests(folder, batch(toy, folder), "messages") == first
    assert len(lines(first)) == 6
    other = write_requests(folder, batch(toy, folder), "openai")
    assert other == folder / "requests" / "round-2.jsonl", "another form is another round"


def test_requests_need_a_model(toy: Dataset, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="without a model there are no requests"):
        run(toy, tmp_path / "batch", RunOptions(settings={"model.name": "offline"}), resume=True, batch=True)
    assert not (tmp_path / "batch").exists()


def test_what_was_answered_is_neither_failed_nor_missing(toy: Dataset, tmp_path: Path) -> None:
    folder = tmp_path / "batch"
    file = write_requests(folder, batch(toy, folder), "messages")
    assert file is not None
    answered = [serve(line, TableClient()) for line in lines(file)]
    error = {"custom_id": answered[0]["custom_id"], "result": {"type": "expired"}}
    taken = take_replies(folder, write(tmp_path / "replies.jsonl", [error, *answered, error]))
    assert (taken.taken, taken.failed, taken.missing) == (6, (), ())
    again = take_replies(folder, write(tmp_path / "some.jsonl", answered[:2]))
    assert (again.taken, again.known, again.missing) == (0, 2, ())


def edited(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    entries[0]["result"]["message"]["content"][0]["text"] = "other"
    return entries


WRONG: dict[str, tuple[Callable[[list[dict[str, Any]]], list[dict[str, Any]]], str]] = {
    "foreign": (lambda e: [*e, {**e[0], "custom_id": "f" * 56 + "-0"}], "answers no request of this run"),
    "double": (lambda e: [*e, *edited([json.loads(json.dumps(e[0]))])], "a second time, differently"),
    "shapeless": (lambda e: [{"custom_id": e[0]["custom_id"]}], "no known form"),
    "nameless": (lambda e: [{"result": {}}], "answers no request of this run: None"),
}


@pytest.mark.parametrize("kind", WRONG)
def test_wrong_replies_are_refused_whole(toy: Dataset, tmp_path: Path, kind: str) -> None:
    folder = tmp_path / "batch"
    file = write_requests(folder, batch(toy, folder), "messages")
    assert file is not None
    change, told = WRONG[kind]
    entries = change([serve(line, TableClient()) for line in lines(file)])
    with pytest.raises(ConfigError, match=told):
        take_replies(folder, write(tmp_path / "replies.jsonl", entries))
    assert len(batch(toy, folder).open) == 6


def test_edited_replies_are_refused(toy: Dataset, tmp_path: Path) -> None:
    folder = tmp_path / "batch"
    file = write_requests(folder, batch(toy, folder), "messages")
    assert file is not None
    entries = [serve(line, TableClient()) for line in lines(file)]
    take_replies(folder, write(tmp_path / "replies.jsonl", entries))
    assert take_replies(folder, tmp_path / "replies.jsonl").known == 6
    with pytest.raises(ConfigError, match="differs from the one taken before"):
        take_replies(folder, write(tmp_path / "replies.jsonl", edited(entries)))


def test_an_edited_request_file_is_refused(toy: Dataset, tmp_path: Path) -> None:
    folder = tmp_path / "batch"
    file = write_requests(folder, batch(toy, folder), "messages")
    assert file is not None
    replies = write(tmp_path / "replies.jsonl", [serve(line, TableClient()) for line in lines(file)])
    file.write_text(file.read_text().replace("lamps", "Lamps", 1))
    with pytest.raises(ConfigError, match="changed after it was written"):
        take_replies(folder, replies)


def test_replies_need_requests(toy: Dataset, tmp_path: Path) -> None:
    run(toy, tmp_path / "run", replace(OPTIONS, client=TableClient(), limit=1))
    with pytest.raises(UsageError, match="no requests were written"):
        take_replies(tmp_path / "run", write(tmp_path / "replies.jsonl", []))
