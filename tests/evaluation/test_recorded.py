"""Recorded replies: written from a run, replayed without the model, refused when they were edited or have drifted."""

from __future__ import annotations

import hashlib
import importlib.util
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
from toy_dataset import QUESTIONS, SETTINGS, TableClient

from nlkgq.errors import ConfigError, RecordingNotFound, UsageError
from nlkgq.evaluation.dataset import Dataset
from nlkgq.evaluation.recorded import check_recordings, write_recordings
from nlkgq.evaluation.run_folder import read_records
from nlkgq.evaluation.runner import RunOptions, run
from nlkgq.llm.recordings import read_recordings
from nlkgq.llm.replay import ReplayClient

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
OPTIONS = RunOptions(settings=SETTINGS, client=TableClient())


@pytest.fixture(scope="module")
def replies() -> ModuleType:
    """`benchmarks/replies.py`."""
    spec = importlib.util.spec_from_file_location("benchmark_replies", BENCHMARKS / "replies.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def recorded(toy: Dataset, tmp_path: Path) -> Path:
    run(toy, tmp_path / "live", OPTIONS)
    assert write_recordings(tmp_path / "live", tmp_path / "recorded.jsonl") == 6
    return tmp_path / "recorded.jsonl"


def test_a_replay_is_the_run_that_was_recorded(toy: Dataset, tmp_path: Path, recorded: Path) -> None:
    settings = {**SETTINGS, "model.name": f"replay:{recorded}"}
    assert run(toy, tmp_path / "again", RunOptions(settings=settings)).finished == 6
    live, again = read_records(tmp_path / "live"), read_records(tmp_path / "again")
    for key, record in live.items():
        assert (record.query, record.answer) == (again[key].query, again[key].answer)
        assert record.tokens == again[key].tokens


def test_recordings_hold_replies_and_no_questions(recorded: Path) -> None:
    text = recorded.read_text(encoding="utf-8")
    assert not any(question in text for question, _ in QUESTIONS.values())
    for recording in read_recordings(recorded):
        assert recording.model == "table"
        assert recording.date > "2025"
        assert len(recording.request_hash) == 64
        assert "```sparql" in recording.reply


def test_recordings_are_not_written_over(toy: Dataset, tmp_path: Path, recorded: Path) -> None:
    with pytest.raises(UsageError, match="not edited"):
        write_recordings(tmp_path / "live", recorded)


def test_a_run_that_cannot_be_replayed_is_not_recorded(toy: Dataset, tmp_path: Path) -> None:
    run(toy, tmp_path / "offline", RunOptions(settings={"model.name": "offline", "privacy.mode": "off"}, limit=1))
    with pytest.raises(UsageError, match="no replies"):
        write_recordings(tmp_path / "offline", tmp_path / "none.jsonl")
    run(toy, tmp_path / "twice", replace(OPTIONS, repeat=2, limit=1))
    with pytest.raises(UsageError, match="more than once"):
        write_recordings(tmp_path / "twice", tmp_path / "none.jsonl")
    assert not (tmp_path / "none.jsonl").exists()


def test_a_model_file_is_asked_with_its_grammar(toy: Dataset, tmp_path: Path) -> None:
    settings = {"model.name": f"gguf:{tmp_path / 'none.gguf'}", "privacy.mode": "off"}
    with pytest.raises(ConfigError, match=r"none\.gguf cannot be read"):
        run(toy, tmp_path / "run", RunOptions(settings=settings))


def test_the_committed_recording_of_films(replies: ModuleType, tmp_path: Path) -> None:
    found = replies.replay("films", tmp_path / "films")
    assert len(found.records) == 12
    assert {r.model for r in found.records} == {"SmolLM2-135M-Instruct.Q4_1.gguf"}
    assert all(r.query is not None for r in found.records)
    assert {s.valid for s in found.scores} == {True}


def test_every_committed_recording_is_as_it_was_recorded(replies: ModuleType) -> None:
    told = replies.recorded()["sets"]
    assert set(told) == {f.stem for f in replies.FOLDER.glob("*.jsonl")}
    for name, entry in told.items():
        assert replies.digest(replies.file_of(name)) == entry["sha256"]
        assert all(r.kind == "recorded" and r.question == "" for r in read_recordings(replies.file_of(name)))


def other_reply(text: str) -> str:
    first, rest = text.split("\n", 1)
    return json.dumps({**json.loads(first), "reply": "```sparql\nASK {}\n```"}) + "\n" + rest


def one_more(text: str) -> str:
    first = json.loads(text.split("\n", 1)[0])
    return text + json.dumps({**first, "request_hash": "0" * 64}) + "\n"


def one_less(text: str) -> str:
    return text.split("\n", 1)[1]


@pytest.mark.parametrize(
    ("change", "error", "told"),
    [
        (other_reply, ConfigError, "edited after it was recorded"),
        (one_more, ConfigError, "edited after it was recorded"),
        (one_less, RecordingNotFound, "no recording of request"),
    ],
)
def test_a_recording_that_was_edited_is_refused(
    replies: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[str], str],
    error: type[Exception],
    told: str,
) -> None:
    text = replies.file_of("films").read_text(encoding="utf-8")
    copy = tmp_path / "films.jsonl"
    copy.write_text(change(text), encoding="utf-8")
    monkeypatch.setattr(replies, "file_of", lambda name: copy)
    with pytest.raises(error, match=told):
        replies.replay("films", tmp_path / "run")


def test_a_recording_that_answers_nothing_is_told(toy: Dataset, tmp_path: Path, recorded: Path) -> None:
    client = ReplayClient(recorded)
    run(toy, tmp_path / "some", replace(OPTIONS, client=client, limit=4))
    with pytest.raises(ConfigError, match="2 of 6 recordings answered nothing"):
        check_recordings(client, recorded, hashlib.sha256(recorded.read_bytes()).hexdigest())
