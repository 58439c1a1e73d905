"""What goes to Anthropic: body, cache marks, headers, address."""

from __future__ import annotations

import pytest

from nlkgq.errors import ConfigError, ModelError
from nlkgq.llm.anthropic import AnthropicClient
from nlkgq.llm.protocol import Message


@pytest.fixture
def client(server, gate):
    client = AnthropicClient(api_key=" key-1 ", gate=gate, base_url=server.url + "/", deadline=5)
    yield client
    client.close()


def test_body_and_headers(client, server, make_request, lb):
    server.plan(lb.stream(lb.anthropic_events("ASK {}")))
    turns = (Message(role="user", text="q"), Message(role="assistant", text="a"), Message(role="user", text="r"))
    request = make_request(messages=turns)
    client.complete(request)
    path, headers, body = server.requests[0]
    assert path == "/v1/messages"
    # The SDK has sent keys under either name.
    assert {headers.get("x-api-key"), headers.get("authorization")} & {"key-1", "Bearer key-1"}
    assert body == client.body(request)
    assert body == {
        "model": "tester",
        "max_tokens": 100,
        "system": [
            {"type": "text", "text": "Write SPARQL."},
            {"type": "text", "text": "ex:Film a owl:Class .", "cache_control": {"type": "ephemeral"}},
        ],
        "messages": [
            {"role": "user", "content": "q"},
            {"role": "assistant", "content": "a"},
            {"role": "user", "content": "r"},
        ],
        "stream": True,
        "temperature": 0.0,
    }


def test_server_that_does_not_stream(client, server, make_request, lb):
    message = {
        "type": "message",
        "model": "tester-3",
        "content": [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "ASK {}"}],
        "stop_reason": "end_turn",
        "usage": {"input_tokens": 1, "output_tokens": 2},
    }
    server.plan(lb.status(200, message))
    reply = client.complete(make_request())
    assert (reply.text, reply.model, reply.usage.output_tokens) == ("ASK {}", "tester-3", 2)


def test_full_context_window(client, server, make_request, lb):
    server.plan(lb.stream(lb.anthropic_events("SELECT", stop="model_context_window_exceeded")))
    with pytest.raises(ModelError) as caught:
        client.complete(make_request())
    assert caught.value.kind == "too-large"


def test_address_of_the_environment_is_not_asked(server, gate, make_request, monkeypatch, lb):
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "other")
    server.plan(lb.stream(lb.anthropic_events("ASK {}")))
    client = AnthropicClient(api_key="key", gate=gate, base_url=server.url, deadline=5)
    client.complete(make_request())
    assert "other" not in str(server.requests[0][1])
    client.close()


@pytest.mark.parametrize("key", ["", "  ", "two words", "schlüssel", "a\nb"])
def test_key_that_cannot_be_one(gate, key):
    with pytest.raises(ConfigError) as caught:
        AnthropicClient(api_key=key, gate=gate)
    assert caught.value.place == "model.api_key_env"
    assert not key.strip() or key not in str(caught.value)


@pytest.mark.parametrize("address", ["localhost:8000", "ftp://x", "http://", "http://me:secret@x/v1"])
def test_address_that_cannot_be_one(gate, address):
    with pytest.raises(ConfigError) as caught:
        AnthropicClient(api_key="key", gate=gate, base_url=address)
    assert "secret" not in str(caught.value)
