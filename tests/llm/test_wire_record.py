"""The recorder of what tests send: it sees requests, finds a value in one, and finds a gate that is blind."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
import wire_record

from nlkgq import KnowledgeGraph, Translator

pytestmark = pytest.mark.parametrize("protocol", ["anthropic"], indirect=True)
REPLY = "```sparql\nSELECT ?f { ?f a films:Film }\n```"


@pytest.fixture
def translator(protocol: Any, server: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Translator]:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "key")
    monkeypatch.setenv("OPENAI_API_KEY", "key")
    settings = {"model.name": f"{protocol.name}:tester", "model.base_url": server.url + "/v1"}
    with KnowledgeGraph.open("films", settings=settings) as kg:
        yield Translator(kg)


def test_every_request_is_recorded_and_clean(translator: Translator, protocol: Any, server: Any) -> None:
    server.plan(protocol.says(REPLY), protocol.says(REPLY))
    translator.translate("Which films did Mara O'Tierne direct?")
    translator.translate("How many films are there?")
    assert len(wire_record.RECORDED) == len(server.requests) == 2
    assert [json.loads(body) for _, _, body in wire_record.RECORDED] == server.bodies
    assert wire_record.check(wire_record.RECORDED) == []


def test_a_value_in_a_request_is_found(translator: Translator, protocol: Any, server: Any) -> None:
    server.plan(protocol.says(REPLY))
    translator.translate("How many films are there?")
    gate, before, body = wire_record.RECORDED[0]
    leaked = body.replace(b"How many films", b"How many films by mara o'tierne")
    assert wire_record.check([(gate, before, leaked)]) == ["sent to a model: 'mara o tierne'"]
    assert wire_record.check([(gate, before + " X-Name: Mara O'Tierne", body)]) == ["sent to a model: 'mara o tierne'"]


def test_a_blind_gate_is_found(
    translator: Translator, protocol: Any, server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.plan(protocol.says(REPLY))
    translator.translate("How many films are there?")
    gate, before, body = wire_record.RECORDED[0]
    with monkeypatch.context() as blind:
        blind.setattr(type(gate._watched.values), "find", lambda self, text, allowed=None: ())
        assert "a planted value passes the wire gate" in wire_record.check([(gate, before, body)])[0]
