"""The generator over a language model: request, gate, reply, query."""

from __future__ import annotations

import json

import pytest

from nlkgq.errors import LeakBlocked, NoQueryError
from nlkgq.generation.llm import LlmGenerator
from nlkgq.generation.protocol import Attempt
from nlkgq.iri import PrefixMap
from nlkgq.llm.protocol import ModelReply, Usage
from nlkgq.masking.model import MaskedText, Placeholder, PlaceholderKind
from nlkgq.prompting.build import PromptBuilder

BUILDER = PromptBuilder(ontology_text="ex:Film a owl:Class .", prefixes=PrefixMap(), model="m")
MASKED = MaskedText(
    text="Films by VALUE_QW3R?",
    mode="strict",
    placeholders=(
        Placeholder(name="VALUE_QW3R", kind=PlaceholderKind(value="unknown"), start=9, original="Quibblewort"),
    ),
)


class Says:
    """A client of the user's own: one method."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.requests = []

    def complete(self, request):
        self.requests.append(request)
        return ModelReply(text=self.text, model="m-1", usage=Usage(input_tokens=5), seconds=0.25)


class Gate:
    def __init__(self, refuses: str = "") -> None:
        self.refuses = refuses
        self.seen = []

    def check(self, body, private, *, echoed=()):
        self.seen.append((body, tuple(private)))
        if self.refuses and self.refuses.encode() in body:
            raise LeakBlocked("a value would have left")


def test_query_reply_and_counts():
    client, gate = Says("Here:\n```sparql\nASK { ?f a ex:Film }\n```"), Gate()
    generation = LlmGenerator(client, BUILDER, gate).generate(MASKED)
    assert generation.query == "ASK { ?f a ex:Film }"
    assert generation.reply == client.text
    assert generation.request is client.requests[0]
    assert (generation.model, generation.usage.input_tokens, generation.seconds) == ("m-1", 5, 0.25)
    assert generation.confidence is None
    body, private = gate.seen[0]
    assert json.loads(body) == client.requests[0].payload()
    assert private == ("Quibblewort",)


def test_what_the_gate_refuses_reaches_no_client():
    client = Says("ASK {}")
    with pytest.raises(LeakBlocked):
        LlmGenerator(client, BUILDER, Gate("VALUE_QW3R")).generate(MASKED)
    assert client.requests == []


def test_reply_without_a_query():
    with pytest.raises(NoQueryError) as caught:
        LlmGenerator(Says("NO QUERY: nothing about songs"), BUILDER, Gate()).generate(MASKED)
    assert caught.value.text == "NO QUERY: nothing about songs"


def test_history_goes_into_the_request():
    client = Says("ASK {}")
    LlmGenerator(client, BUILDER, Gate()).generate(MASKED, (Attempt(query="ASK { wrong }", findings=()),))
    assert [m.role for m in client.requests[0].messages] == ["user", "assistant", "user"]
