"""Recorded replies: written durably, found by hash, and missed with a helpful error."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from nlkgq.errors import ConfigError, ModelError, RecordingNotFound, ResourceNotFound
from nlkgq.llm.protocol import ModelReply, Usage
from nlkgq.llm.record import RecordingClient
from nlkgq.llm.recordings import Recording, read_recordings
from nlkgq.llm.replay import ReplayClient


class Echo:
    """A client that repeats the question."""

    def complete(self, request):
        if "fail" in request.messages[0].text:
            raise ModelError("failed", kind="overloaded")
        usage = Usage(input_tokens=3, output_tokens=4)
        return ModelReply(
            text=f"ASK # {request.messages[0].text}\u2028ü", model="echo-1", usage=usage, stop_reason="end"
        )


@pytest.fixture
def recorded(tmp_path, make_request):
    path = tmp_path / "new" / "replies.jsonl"
    client = RecordingClient(Echo(), path, prompt_hash="p" * 64)
    for question in ("Which films?", "Which people directed films?"):
        client.complete(make_request(question))
    return path


def test_what_is_recorded_is_replayed(recorded, make_request):
    replay = ReplayClient(recorded)
    reply = replay.complete(make_request("Which films?"))
    assert reply.text == "ASK # Which films?\u2028ü"
    assert (reply.model, reply.usage.output_tokens, reply.stop_reason) == ("tester", 4, "end")
    assert [r.question for r in replay.unused()] == ["Which people directed films?"]


def test_fields_of_a_recording(recorded, make_request):
    lines = recorded.read_text(encoding="utf-8").split("\n")
    assert len(lines) == 3
    first = json.loads(lines[0])
    assert first["kind"] == "recorded"
    assert first["request_hash"] == make_request("Which films?").hash
    assert first["prompt_hash"] == "p" * 64
    assert first["date"].startswith("20")
    assert oct(recorded.stat().st_mode & 0o777) == "0o600"


def test_a_failure_is_not_recorded(recorded, make_request):
    with pytest.raises(ModelError):
        RecordingClient(Echo(), recorded).complete(make_request("fail"))
    assert len(read_recordings(recorded)) == 2


def test_nothing_masked_is_recorded(tmp_path, make_request):
    path = tmp_path / "r.jsonl"
    RecordingClient(Echo(), path).complete(make_request("By VALUE_K3QX?", private=("Quibblewort",)))
    assert "Quibblewort" not in path.read_text()


def test_model_of_the_recording_counts_not_the_name_of_the_file(recorded, make_request):
    assert ReplayClient(recorded).complete(make_request("Which films?", model="replies.jsonl")).text.startswith("ASK")


def test_missing_recording_shows_the_nearest(recorded, make_request):
    request = make_request("Which films are there?")
    with pytest.raises(RecordingNotFound) as caught:
        ReplayClient(recorded).complete(request)
    assert caught.value.request_hash == request.hash
    assert caught.value.nearest == make_request("Which films?").hash
    assert "Which films?" in caught.value.message
    assert caught.value.exit_code == 5


def test_same_question_under_another_prompt(recorded, make_request):
    with pytest.raises(RecordingNotFound, match="the same messages"):
        ReplayClient(recorded).complete(make_request("Which films?", max_tokens=5))


def test_latest_of_several_wins(recorded, make_request):
    request = make_request("Which films?")
    last = replace(read_recordings(recorded)[0], reply="ASK {}", kind="handwritten")
    with recorded.open("a", encoding="utf-8") as file:
        file.write(last.to_line() + "\n\n")
    assert ReplayClient(recorded).complete(request).text == "ASK {}"


def test_empty_file(tmp_path, make_request):
    path = tmp_path / "empty.jsonl"
    path.touch()
    with pytest.raises(RecordingNotFound, match="empty"):
        ReplayClient(path).complete(make_request())


def test_missing_file(tmp_path):
    with pytest.raises(ResourceNotFound):
        ReplayClient(tmp_path / "none.jsonl")


GOOD = Recording(kind="handwritten", date="d", request_hash="h", model="m", question="q", reply="r").to_line()


@pytest.mark.parametrize(
    "line",
    ["{", "[]", "3", "{}", GOOD.replace("handwritten", "real"), GOOD.replace('"r"', "null"), "[" * 100_000, '{"x": 1}'],
)
def test_broken_line_is_named(tmp_path, line):
    path = tmp_path / "broken.jsonl"
    path.write_text(f"{GOOD}\n{line}\n")
    with pytest.raises(ConfigError) as caught:
        ReplayClient(path)
    assert caught.value.place == f"{path}:2"


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", None])
def test_unreadable_file(tmp_path, content):
    path = tmp_path / "binary.jsonl"
    path.mkdir() if content is None else path.write_bytes(content)
    with pytest.raises(ConfigError):
        ReplayClient(path)


def test_file_that_cannot_be_written_is_said_before_the_call(tmp_path):
    class Never:
        def complete(self, request):
            raise AssertionError("the call is paid for, the reply lost")

    with pytest.raises(ConfigError):
        RecordingClient(Never(), tmp_path)
