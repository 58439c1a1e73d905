"""Questions restated: what a model is told, what comes back, and the data set that is made of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from toy_dataset import PREFIX, QUESTIONS, write_dataset

from nlkgq.cli.main import cli
from nlkgq.errors import ConfigError, UsageError
from nlkgq.evaluation.audit.clarify import read_names, take_clarified
from nlkgq.evaluation.dataset import Dataset, load_dataset
from nlkgq.evaluation.restated import restated, write_restated

CLEAR = {"watts": "Which lamps are there, each with its watts?", "none": "List all lamps of 99 watts sorted by title."}


def bench(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["bench", *map(str, arguments)], standalone_mode=False)


def asked(toy: Dataset, folder: Path, form: str = "messages") -> list[dict[str, Any]]:
    file = folder / "requests.jsonl"
    done = bench("clarify", toy.file, "--model", "m", "--form", form, "--out", file)
    assert done.exception is None, done.output
    return [json.loads(line) for line in file.read_text().splitlines()]


def reply(line: Mapping[str, Any], text: str) -> dict[str, Any]:
    if "params" in line:
        content = [{"type": "text", "text": text}]
        message = {"type": "message", "model": "m", "content": content, "stop_reason": "end_turn"}
        return {"custom_id": line["custom_id"], "result": {"type": "succeeded", "message": message}}
    choice = {"message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    return {"custom_id": line["custom_id"], "response": {"status_code": 200, "body": {"choices": [choice]}}}


def write(path: Path, entries: list[dict[str, Any]]) -> Path:
    path.write_bytes(b"\xef\xbb\xbf" + "\r\n".join(map(json.dumps, entries)).encode())
    return path


@pytest.mark.parametrize("form", ["messages", "openai"])
def test_from_requests_to_a_run_over_the_restated_questions(toy: Dataset, tmp_path: Path, form: str) -> None:
    lines = asked(toy, tmp_path, form)
    assert len(lines) == 6
    assert all(len(line["custom_id"]) <= 64 for line in lines)
    texts = [CLEAR.get(name, question) for name, (question, _) in QUESTIONS.items()]
    replies = write(tmp_path / "replies.jsonl", [reply(*pair) for pair in zip(lines, texts, strict=True)])
    done = bench("clarify", toy.file, "--replies", replies, "--out", tmp_path / "clear")
    assert done.exception is None, done.output
    assert "2 restated, 4 left as they were" in done.output
    clear = load_dataset(str(tmp_path / "clear"))
    assert (clear.name, clear.of, list(clear.graphs)) == ("toy_restated", "toy", ["toy"])
    assert [q.gold_text for q in clear.questions] == [q.gold_text for q in toy.questions]
    assert {q.id: q.text for q in clear.questions if q.id in CLEAR} == CLEAR
    beside = [json.loads(line) for line in (tmp_path / "clear" / "restated.jsonl").read_text().splitlines()]
    assert beside[1] == {"id": "watts", "question": CLEAR["watts"], "original": QUESTIONS["watts"][0]}
    for folder, out in ((toy.file, "before"), (tmp_path / "clear", "after")):
        assert bench("run", folder, "--out", tmp_path / out, "--model", "offline").exception is None
    told = bench("score", tmp_path / "before", tmp_path / "after").output
    assert "## Restated questions" in told
    assert "| before | after | 6 |" in told
    assert bench("compare", tmp_path / "before", tmp_path / "after").exception is None


def test_a_model_is_told_what_opaque_things_are_called(tmp_path: Path) -> None:
    folder = write_dataset(tmp_path / "toy")
    gold = f"{PREFIX}SELECT ?l {{ ?l ex:maker ex:n ; ex:watts 40 }}"
    (folder / "questions.jsonl").write_text(json.dumps({"id": "q", "question": "Lamps by N?", "sparql": gold}))
    toy = load_dataset(str(folder))
    assert dict(read_names(toy)["q"]) == {
        "https://toy.example/maker": "maker of",
        "https://toy.example/n": "Nettle",
        "https://toy.example/watts": "watts",
    }
    line = asked(toy, tmp_path)[0]["params"]
    text = json.dumps(line["messages"])
    assert "<https://toy.example/n>: Nettle" in text
    assert "the gold asks for '40', which the question does not say" in text
    assert "Answer with the question alone" in json.dumps(line["system"])


def test_what_has_no_usable_reply_is_asked_again(toy: Dataset, tmp_path: Path) -> None:
    lines = asked(toy, tmp_path)
    bad = ["SELECT ?l WHERE { ?l a ex:Lamp }", "See https://toy.example/", "What are ?l and ?w?", "x" * 2001]
    expired = {"custom_id": lines[4]["custom_id"], "result": {"type": "expired"}}
    first = write(tmp_path / "1.jsonl", [*(reply(*p) for p in zip(lines[:4], bad, strict=True)), expired])
    done = bench("clarify", toy.file, "--model", "m", "--replies", first, "--out", tmp_path / "clear")
    assert done.exception is None, done.output
    assert "2 without a reply, as they were: any, none" in done.output
    assert "4 with a reply that is no question, as they were: lamps, watts, count, sorted" in done.output
    assert [q.text for q in load_dataset(str(tmp_path / "clear")).questions] == [q.text for q in toy.questions]
    again = [json.loads(t) for t in (tmp_path / "clear" / "requests.jsonl").read_text().splitlines()]
    assert [line["custom_id"] for line in again] == [line["custom_id"] for line in lines]
    second = write(tmp_path / "2.jsonl", [reply(line, "Clear?") for line in again])
    found = take_clarified(toy, [first, second], tmp_path / "clear")
    assert (found.changed, found.missing, found.unusable) == (6, (), ())


def test_wrong_replies_are_refused_whole(toy: Dataset, tmp_path: Path) -> None:
    lines = asked(toy, tmp_path)
    foreign = {**reply(lines[0], "Clear?"), "custom_id": "0" * 64}
    twice = [reply(lines[0], "Clear?"), reply(lines[0], "Clearer?")]
    for entries, told in (([foreign], "answers no question"), (twice, "a second time, differently")):
        with pytest.raises(ConfigError, match=told):
            take_clarified(toy, [write(tmp_path / "r.jsonl", entries)], tmp_path / "clear")
    assert not (tmp_path / "clear").exists()
    done = bench("clarify", toy.file, "--out", tmp_path / "x")
    assert isinstance(done.exception, UsageError)


def test_questions_that_changed_since_are_told(toy: Dataset, tmp_path: Path) -> None:
    write_restated(toy, CLEAR, tmp_path / "clear")
    questions = toy.file.parent / "questions.jsonl"
    questions.write_text(questions.read_text().replace("How many watts has", "How much has"))
    with pytest.raises(ConfigError, match="watts was another question"):
        load_dataset(str(tmp_path / "clear"))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ({"id": "lamps", "original": QUESTIONS["lamps"][0]}, "no question"),
        ({"id": "lamp", "question": "x", "original": "x"}, "has no question lamp"),
    ],
)
def test_a_wrong_line_is_one_clear_error(toy: Dataset, tmp_path: Path, line: dict[str, str], told: str) -> None:
    file = tmp_path / "restated.jsonl"
    file.write_text(json.dumps(line))
    with pytest.raises(ConfigError, match=told):
        restated(toy.questions, file)


def test_a_restated_question_may_ask_for_the_order_of_its_gold(toy: Dataset, tmp_path: Path) -> None:
    folder = toy.file.parent
    gold = f"{PREFIX}SELECT ?t {{ ?l ex:title ?t }} ORDER BY ?t"
    (folder / "questions.jsonl").write_text(json.dumps({"id": "q", "question": "Titles?", "sparql": gold}))
    plain = load_dataset(str(folder))
    assert not plain.questions[0].ordered
    write_restated(plain, {"q": "What are the titles, sorted alphabetically?"}, tmp_path / "clear")
    assert load_dataset(str(tmp_path / "clear")).questions[0].ordered


def test_another_data_set_is_not_overwritten(toy: Dataset, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="is there already"):
        write_restated(toy, CLEAR, toy.file.parent)
    write_restated(toy, CLEAR, tmp_path / "clear")
    clear = load_dataset(str(tmp_path / "clear"))
    write_restated(clear, {"watts": "And now?"}, tmp_path / "twice")
    with pytest.raises(ConfigError, match="is restated itself"):
        load_dataset(str(tmp_path / "twice"))
