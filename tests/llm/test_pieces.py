"""The parts that the clients share: streams, statuses, pauses, parameters."""

from __future__ import annotations

import time
from email.utils import formatdate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlkgq.errors import ModelError
from nlkgq.llm.bounds import Attempt, Deadline
from nlkgq.llm.faults import from_status, retry_after
from nlkgq.llm.parameters import TakenParameters
from nlkgq.llm.retry import RetryPolicy, retry
from nlkgq.llm.stream import DONE, documents


def read(data: bytes, size: int = 1_000) -> list[dict[str, object]]:
    return list(documents((data[i : i + size] for i in range(0, len(data), size)), lambda: None))


LINES = [
    "event: a",
    'data: {"n":',
    "data: 1}",
    "",
    ": ping",
    "",
    "id: 4",
    'data:{"n": "ü"}',
    "",
    "data: [DONE]",
    "",
    "",
]
STREAM = "\r\n".join(LINES).encode()


@given(st.integers(min_value=1, max_value=len(STREAM)))
def test_events_do_not_depend_on_pieces(size):
    assert read(STREAM, size) == [{"n": 1}, {"n": "ü"}, DONE]


def test_one_document_over_several_lines():
    assert read(b'\n {\n"n": [\n1]}\n') == [{"n": [1]}]


def test_what_follows_done_is_not_read():
    assert read(b"data: [DONE]\n\ndata: {broken\n\n") == [DONE]


def test_piece_that_was_cut_is_left_out():
    assert read(b'data: {"n": 1}\n\ndata: {"n":') == [{"n": 1}]


def test_retry_after_in_seconds_milliseconds_and_as_a_date():
    assert retry_after({"retry-after": "3"}) == 3.0
    assert retry_after({"retry-after-ms": "250", "retry-after": "3"}) == 0.25
    assert 5 < (retry_after({"retry-after": formatdate(time.time() + 8, usegmt=True)}) or 0) < 9
    assert retry_after({"retry-after": "-5"}) == 0.0
    assert retry_after({"retry-after": "soon"}) is None
    assert retry_after({}) is None


@pytest.mark.parametrize(
    "body", [b"", b"\xff\xfe", b"[1, 2]", b'{"error": null}', b'{"error": {"message": {"a": 1}}}', b"null"]
)
def test_any_error_body_makes_an_error(body):
    error = from_status(503, {}, body)
    assert (error.kind, error.status) == ("overloaded", 503)


def test_long_error_text_is_cut_to_one_line():
    error = from_status(400, {}, b'{"detail": "' + b"a\\n\\u001b[0m" * 500 + b'"}')
    assert len(error.message) < 400
    assert error.message.isprintable()


def test_retry_gives_up_when_the_pause_does_not_fit():
    calls = []

    def attempt(number):
        calls.append(number)
        raise ModelError("busy", kind="overloaded", retryable=True, retry_after=60)

    with pytest.raises(ModelError):
        retry(attempt, deadline=Deadline(0.5), policy=RetryPolicy())
    assert calls == [1]


def test_pauses_grow_and_vary_within_bounds():
    policy = RetryPolicy(first_pause=1, longest_pause=3)
    for attempt, longest in ((1, 1.0), (2, 2.0), (3, 3.0), (9, 3.0)):
        pauses = {policy.pause(attempt) for _ in range(20)}
        assert len(pauses) > 1
        assert all(longest / 2 <= pause <= longest for pause in pauses)


def test_work_s_own_errors_come_through():
    def work():
        raise TimeoutError("its own")

    with pytest.raises(TimeoutError, match="its own"):
        Attempt(Deadline(5)).run(work)


def test_abandoned_work_is_told():
    attempt = Attempt(Deadline(5))
    assert attempt.run(lambda: 3) == 3
    with pytest.raises(ModelError):
        attempt.check()


def test_parameter_is_given_up_once_and_only_when_rejected():
    taken = TakenParameters({"temperature": None, "max_tokens": "max_completion_tokens"})
    body = {"temperature": 0, "max_tokens": 5, "model": "m"}
    assert taken.fit(body) == body
    assert not taken.learn(ModelError("temperature must be between 0 and 1", kind="bad-request"))
    rejected = ModelError("`temperature` is deprecated for this model", kind="bad-request")
    assert taken.learn(rejected)
    assert not taken.learn(rejected)
    assert taken.learn(ModelError("Unsupported parameter: max_tokens", kind="bad-request"))
    assert taken.fit(body) == {"max_completion_tokens": 5, "model": "m"}
