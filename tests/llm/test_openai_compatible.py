"""The many dialects of chat completions."""

from __future__ import annotations

import pytest

from nlkgq.errors import ConfigError, MissingExtraError, ModelError
from nlkgq.llm import openai_compatible
from nlkgq.llm.openai_compatible import OpenAICompatibleClient


@pytest.fixture
def client(server, gate):
    client = OpenAICompatibleClient(gate=gate, base_url=server.url + "/v1", deadline=5)
    yield client
    client.close()


def test_body_and_headers(client, server, make_request, lb):
    server.plan(lb.stream(lb.openai_events("ASK {}")))
    request = make_request()
    client.complete(request)
    path, _, body = server.requests[0]
    assert path == "/v1/chat/completions"
    assert body == client.body(request)
    assert body == {
        "model": "tester",
        "messages": [
            {"role": "system", "content": "Write SPARQL.\n\nex:Film a owl:Class ."},
            {"role": "user", "content": "Which films?"},
        ],
        "max_tokens": 100,
        "stream": True,
        "stream_options": {"include_usage": True},
        "temperature": 0.0,
    }


def test_no_usage_no_done(client, server, make_request, lb):
    server.plan(lb.stream(lb.openai_events("ASK {}", usage=False, done=False)))
    reply = client.complete(make_request())
    assert (reply.text, reply.usage.input_tokens) == ("ASK {}", None)


def test_done_without_finish_reason(client, server, make_request, lb):
    server.plan(lb.stream(lb.openai_events("ASK {}", stop=None)))
    assert client.complete(make_request()).text == "ASK {}"


def test_no_blank_line_behind_done(client, server, make_request, lb):
    whole = b"".join(lb.openai_events("ASK {}", stop=None))
    server.plan(lb.stream([whole.rstrip(b"\n")]))
    assert client.complete(make_request()).text == "ASK {}"


def test_content_in_parts(client, server, make_request, lb):
    parts = [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "ASK {}"}]
    server.plan(lb.stream([lb.openai_event(choices=[{"delta": {"content": parts}, "finish_reason": "stop"}])]))
    assert client.complete(make_request()).text == "ASK {}"


@pytest.mark.parametrize("finish", ["stop", None])
def test_server_that_does_not_stream(client, server, make_request, lb, finish):
    choice = {"message": {"role": "assistant", "content": "ASK {}", "reasoning_content": "hm"}, "finish_reason": finish}
    server.plan(lb.status(200, {"choices": [choice], "usage": {"prompt_tokens": 1}, "model": None}))
    reply = client.complete(make_request())
    assert (reply.text, reply.model, reply.usage.input_tokens) == ("ASK {}", "tester", 1)


def test_refusal_field(client, server, make_request, lb):
    choice = {"delta": {"content": None, "refusal": "I cannot do that."}, "finish_reason": "stop"}
    server.plan(lb.stream([lb.openai_event(choices=[choice])]))
    with pytest.raises(ModelError) as caught:
        client.complete(make_request())
    assert caught.value.kind == "refusal"


def test_renamed_and_rejected_parameters(client, server, make_request, lb):
    def rejects(words):
        return lb.status(400, {"error": {"message": words, "type": "invalid_request_error", "param": None}})

    server.plan(
        rejects("Unsupported parameter: 'max_tokens' is not supported with this model."),
        rejects("Unsupported value: 'temperature' does not support 0. Only the default (1) value is supported."),
        lb.stream(lb.openai_events("ASK {}")),
    )
    assert client.complete(make_request()).attempts == 3
    assert server.bodies[2]["max_completion_tokens"] == 100
    assert not {"max_tokens", "temperature"} & server.bodies[2].keys()


def test_error_object_with_a_numeric_code(client, server, make_request, lb):
    error = lb.openai_event(error={"message": "Provider returned error", "code": 502})
    server.plan(lb.stream([error]), lb.stream(lb.openai_events("ASK {}")))
    assert client.complete(make_request()).attempts == 2


def test_address_of_the_environment(server, gate, make_request, monkeypatch, lb):
    monkeypatch.setenv("OPENAI_BASE_URL", server.url + "/v1")
    server.plan(lb.stream(lb.openai_events("ASK {}")))
    client = OpenAICompatibleClient(gate=gate, deadline=5)
    assert client.complete(make_request()).text == "ASK {}"
    client.close()


def test_address_is_needed(gate):
    with pytest.raises(ConfigError) as caught:
        OpenAICompatibleClient(gate=gate)
    assert caught.value.place == "model.base_url"


def test_library_not_installed(gate, monkeypatch):
    monkeypatch.setattr(openai_compatible, "find_spec", lambda name: None)
    with pytest.raises(MissingExtraError) as caught:
        OpenAICompatibleClient(gate=gate, base_url="http://localhost/v1")
    assert caught.value.hint == "pip install 'nlkgq[openai]'"
