"""Both clients against a server that behaves, and against one that does not: a typed error or a bounded retry."""

from __future__ import annotations

import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from nlkgq.errors import LeakBlocked, ModelError
from nlkgq.llm.retry import RetryPolicy


def test_reply_with_usage(protocol, server, make_request):
    server.plan(protocol.says("SELECT ?f WHERE { ?f a ex:Film }"))
    reply = protocol.client().complete(make_request())
    assert reply.text == "SELECT ?f WHERE { ?f a ex:Film }"
    assert (reply.model, reply.attempts) == ("tester-2", 1)
    assert (reply.usage.input_tokens, reply.usage.output_tokens, reply.usage.cache_read_tokens) == (11, 23, 7)
    assert reply.usage.cache_write_tokens == (5 if protocol.name == "anthropic" else None)
    assert reply.stop_reason in ("end_turn", "stop")
    assert reply.seconds > 0


def test_thoughts_are_left_out(protocol, server, make_request):
    server.plan(protocol.says("ASK {}", thinking="SELECT ?no WHERE {}"))
    assert protocol.client().complete(make_request()).text == "ASK {}"


def test_unicode_split_between_pieces(protocol, server, make_request, lb):
    whole = b"".join(protocol.events("ASK { ?s ex:név “ü” }"))
    pieces = [whole[i : i + 1] for i in range(len(whole))]
    server.plan(lb.stream(pieces))
    assert protocol.client().complete(make_request()).text == "ASK { ?s ex:név “ü” }"


def test_connection_is_used_again(protocol, server, make_request):
    server.plan(protocol.says("ASK {}"), protocol.says("ASK { ?s ?p ?o }"))
    client = protocol.client()
    assert [client.complete(make_request()).text for _ in range(2)] == ["ASK {}", "ASK { ?s ?p ?o }"]


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (400, "bad-request"),
        (401, "auth"),
        (402, "payment"),
        (403, "auth"),
        (404, "not-found"),
        (413, "too-large"),
        (422, "bad-request"),
        (302, "not-found"),
    ],
)
def test_final_statuses_are_not_tried_again(protocol, server, make_request, lb, code, kind):
    server.plan(lb.status(code, protocol.error("no such thing"), location="http://127.0.0.1:9/elsewhere"))
    with pytest.raises(ModelError) as caught:
        protocol.client().complete(make_request())
    assert (caught.value.kind, caught.value.status, caught.value.attempts) == (kind, code, 1)
    assert not caught.value.retryable
    assert caught.value.hint
    assert len(server.requests) == 1


def test_the_provider_s_words_are_in_the_message_but_never_those_about_a_key(protocol, server, make_request, lb):
    server.plan(
        lb.status(400, protocol.error("no model tester\x1b[31m")), lb.status(401, protocol.error("bad key: key"))
    )
    with pytest.raises(ModelError, match="no model tester"):
        protocol.client().complete(make_request())
    with pytest.raises(ModelError, match=r"401\Z"):
        protocol.client().complete(make_request())


@pytest.mark.parametrize("code", [429, 500, 502, 503, 529])
def test_passing_trouble_is_tried_again(protocol, server, make_request, lb, code):
    trouble = lb.status(code, protocol.error("busy", "overloaded_error"))
    server.plan(trouble, trouble, protocol.says("ASK {}"))
    reply = protocol.client().complete(make_request())
    assert (reply.text, reply.attempts) == ("ASK {}", 3)


@pytest.mark.parametrize(("code", "kind"), [(429, "rate-limit"), (500, "overloaded"), (529, "overloaded")])
def test_at_most_three_attempts(protocol, server, make_request, lb, code, kind):
    server.plan(*[lb.status(code, "<html>busy</html>")] * 3)
    with pytest.raises(ModelError) as caught:
        protocol.client().complete(make_request())
    assert (caught.value.kind, caught.value.attempts, caught.value.retryable) == (kind, 3, True)
    assert "html" not in caught.value.message


def test_retry_after_is_honoured(protocol, server, make_request, lb):
    server.plan(lb.status(429, protocol.error("slow down"), retry_after="0.4"), protocol.says("ASK {}"))
    start = time.monotonic()
    assert protocol.client().complete(make_request()).attempts == 2
    assert time.monotonic() - start >= 0.4


def test_retry_after_behind_the_deadline_ends_at_once(protocol, server, make_request, lb):
    server.plan(lb.status(429, protocol.error("slow down"), retry_after="30"))
    start = time.monotonic()
    with pytest.raises(ModelError) as caught:
        protocol.client(deadline=2.0).complete(make_request())
    assert (caught.value.kind, caught.value.retry_after, caught.value.attempts) == ("rate-limit", 30.0, 1)
    assert time.monotonic() - start < 1.5


def test_no_credit_is_not_tried_again(protocol, server, make_request, lb):
    server.plan(lb.status(429, protocol.error("You exceeded your current quota", "insufficient_quota")))
    with pytest.raises(ModelError) as caught:
        protocol.client().complete(make_request())
    assert caught.value.kind == "payment"


def test_prompt_too_long(protocol, server, make_request, lb):
    server.plan(lb.status(400, protocol.error("prompt is too long: 300000 tokens > 200000 maximum")))
    with pytest.raises(ModelError) as caught:
        protocol.client().complete(make_request())
    assert caught.value.kind == "too-large"


def test_connection_refused(protocol, make_request):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
    with pytest.raises(ModelError) as caught:
        protocol.client(address=address).complete(make_request())
    assert (caught.value.kind, caught.value.attempts) == ("network", 3)


def test_unknown_host(protocol, make_request):
    with pytest.raises(ModelError) as caught:
        protocol.client(address="http://model.invalid").complete(make_request())
    assert caught.value.kind == "network"


def test_hang_up_without_an_answer(protocol, server, make_request, lb):
    server.plan(lb.hang_up(), protocol.says("ASK {}"))
    assert protocol.client().complete(make_request()).attempts == 2


@pytest.mark.parametrize("clean", [True, False], ids=["ended", "broken"])
def test_cut_stream_is_tried_again(protocol, server, make_request, lb, clean):
    start = list(protocol.events("SELECT ?f WHERE { ?f a ex:Film }"))[:4]
    server.plan(lb.stream(start, cut=not clean), protocol.says("ASK {}"))
    reply = protocol.client().complete(make_request())
    assert (reply.text, reply.attempts) == ("ASK {}", 2)


def test_cut_in_the_middle_of_an_event(protocol, server, make_request, lb):
    whole = b"".join(protocol.events("SELECT ?f WHERE { ?f a ex:Film }"))
    server.plan(*[lb.stream([whole[: len(whole) // 2]])] * 3)
    with pytest.raises(ModelError) as caught:
        protocol.client().complete(make_request())
    assert (caught.value.kind, caught.value.attempts) == ("network", 3)


def test_reply_cut_off_at_max_tokens(protocol, server, make_request):
    server.plan(protocol.says("SELECT ?f", stop="max_tokens" if protocol.name == "anthropic" else "length"))
    with pytest.raises(ModelError) as caught:
        protocol.client().complete(make_request())
    assert (caught.value.kind, caught.value.attempts) == ("cut-off", 1)


def test_refusal(protocol, server, make_request):
    server.plan(protocol.says("I cannot", stop="refusal" if protocol.name == "anthropic" else "content_filter"))
    with pytest.raises(ModelError) as caught:
        protocol.client().complete(make_request())
    assert caught.value.kind == "refusal"


@pytest.mark.parametrize("text", ["", " \n"])
def test_empty_content(protocol, server, make_request, text):
    server.plan(protocol.says(text, thinking="only thoughts"))
    with pytest.raises(ModelError) as caught:
        protocol.client().complete(make_request())
    assert caught.value.kind == "bad-reply"


@pytest.mark.parametrize(
    "body", ["<html>Sign in</html>", "", "null", "[1]", '{"ok": true}', "data: {broken\n\n", "[" * 100_000]
)
def test_200_that_is_not_the_protocol(protocol, server, make_request, lb, body):
    server.plan(lb.status(200, body))
    with pytest.raises(ModelError) as caught:
        protocol.client().complete(make_request())
    assert (caught.value.kind, caught.value.attempts) == ("bad-reply", 1)


def test_error_inside_the_stream(protocol, server, make_request, lb):
    start = list(protocol.events("SELECT ?f"))[:3]
    error = protocol.error("Overloaded", "overloaded_error")
    event = (
        lb.anthropic_event("error", error=error["error"]) if protocol.name == "anthropic" else lb.openai_event(**error)
    )
    server.plan(lb.stream([*start, event]), protocol.says("ASK {}"))
    assert protocol.client().complete(make_request()).attempts == 2


def _ends_at_the_deadline(protocol, request, seconds: float = 0.6) -> None:
    client = protocol.client(deadline=seconds)
    start = time.monotonic()
    with pytest.raises(ModelError) as caught:
        client.complete(request)
    assert caught.value.kind == "timeout"
    assert seconds * 0.9 <= time.monotonic() - start < seconds + 1.0  # some of it for a busy machine


def test_endless_stream_of_text(protocol, server, make_request, lb):
    server.plan(lb.endless(protocol.text_event()))
    _ends_at_the_deadline(protocol, make_request())


def test_endless_stream_of_nothing(protocol, server, make_request, lb):
    server.plan(lb.endless(protocol.event()))
    _ends_at_the_deadline(protocol, make_request())


def test_endless_line(protocol, server, make_request, lb):
    server.plan(lb.endless(b"data: x" * 100))
    _ends_at_the_deadline(protocol, make_request())


def test_fast_endless_stream_ends_at_the_byte_cap(protocol, server, make_request, lb):
    server.plan(lb.endless(protocol.text_event() * 2000, pause=0.0))
    with pytest.raises(ModelError) as caught:
        protocol.client(deadline=20).complete(make_request())
    assert caught.value.kind == "bad-reply"


def test_stalled_stream(protocol, server, make_request, lb):
    server.plan(lb.silence(list(protocol.events("SELECT ?f"))[:3]))
    _ends_at_the_deadline(protocol, make_request())


def test_stall_late_in_a_slow_stream(protocol, server, make_request, lb):
    """A read time-out alone would begin anew with each piece."""

    def move(handler):
        handler.begin()
        for event in list(protocol.events("SELECT ?f WHERE"))[:3]:
            handler.piece(event)
            handler.wait(0.5)
        handler.wait(30)

    server.plan(move)
    _ends_at_the_deadline(protocol, make_request(), 1.6)  # 3.1 with such a time-out


def test_no_headers_at_all(protocol, server, make_request, lb):
    server.plan(lb.silence(headers=False))
    _ends_at_the_deadline(protocol, make_request())


def test_endless_error_page_is_not_read_to_its_end(protocol, server, make_request, lb):
    server.plan(lb.endless_error_page(400))
    start = time.monotonic()
    with pytest.raises(ModelError) as caught:
        protocol.client().complete(make_request())
    assert caught.value.kind == "bad-request"
    assert time.monotonic() - start < 2


def test_slow_stream_within_the_deadline(protocol, server, make_request, lb):
    server.plan(lb.stream(protocol.events("ASK { ?s ?p ?o }"), pause=0.02))
    assert protocol.client().complete(make_request()).text == "ASK { ?s ?p ?o }"


def test_deadline_counts_attempts_and_pauses_together(protocol, server, make_request, lb):
    server.plan(*[lb.status(529, protocol.error("busy"))] * 2)
    # Between 0.5 and 1 second behind the first attempt; at least 1 behind the second, which no longer fits.
    client = protocol.client(deadline=1.4, policy=RetryPolicy(first_pause=1.0, longest_pause=10))
    start = time.monotonic()
    with pytest.raises(ModelError) as caught:
        client.complete(make_request())
    assert (caught.value.kind, caught.value.attempts) == ("overloaded", 2)
    assert time.monotonic() - start < 2.4


def test_no_thread_stays_behind(protocol, server, make_request, lb):
    before = set(threading.enumerate())
    server.plan(lb.endless(protocol.text_event()))
    _ends_at_the_deadline(protocol, make_request(), 0.3)
    end = time.monotonic() + 3
    while calls := [t for t in threading.enumerate() if t not in before and t.name == "nlkgq-model-call"]:
        assert time.monotonic() < end, calls
        time.sleep(0.02)


def test_temperature_is_left_out_once_a_model_rejects_it(protocol, server, make_request, lb):
    rejects = lb.status(400, protocol.error("`temperature` is not supported with this model"))
    server.plan(rejects, protocol.says("ASK {}"), protocol.says("ASK {}"))
    client = protocol.client()
    assert [client.complete(make_request()).attempts for _ in range(2)] == [2, 1]
    assert ["temperature" in body for body in server.bodies] == [True, False, False]


def test_wrong_value_of_a_parameter_is_no_reason_to_leave_it_out(protocol, server, make_request, lb):
    server.plan(lb.status(400, protocol.error("temperature: must be at most 1")))
    with pytest.raises(ModelError):
        protocol.client().complete(make_request(temperature=7.0))


def test_temperature_none_is_not_sent(protocol, server, make_request):
    server.plan(protocol.says())
    protocol.client().complete(make_request(temperature=None))
    assert "temperature" not in server.bodies[0]


def test_every_body_passes_the_gate(protocol, server, gate, make_request, lb):
    server.plan(lb.status(529, protocol.error("busy")), protocol.says())
    protocol.client().complete(make_request(private=("Zdeněk",)))
    assert len(gate.seen) == 2
    assert all(private == ("Zdeněk",) for _, private in gate.seen)
    assert b"Which films?" in gate.seen[0][0]


def test_what_the_gate_refuses_opens_no_connection(protocol, server, make_request):
    request = make_request("Which films are by Quibblewort?", private=("Quibblewort",))
    with pytest.raises(LeakBlocked) as caught:
        protocol.client().complete(request)
    assert server.requests == []
    assert "Quibblewort" not in str(caught.value)


def test_proxy_of_the_environment_is_not_used(protocol, server, make_request, monkeypatch):
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    server.plan(protocol.says())
    assert protocol.client().complete(make_request()).attempts == 1


def test_calls_from_many_threads_keep_apart(protocol, server, gate, make_request, lb):
    def echo(handler):
        lb.stream(protocol.events(handler.asked["messages"][-1]["content"]))(handler)

    server.plan(*[echo] * 8)
    client = protocol.client()
    requests = [make_request(f"question {i}", private=(f"secret-{i}",)) for i in range(8)]
    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(client.complete, requests))
    assert [reply.text for reply in replies] == [f"question {i}" for i in range(8)]
    for body, private in gate.seen:
        assert private[0].replace("secret-", "question ").encode() in body
