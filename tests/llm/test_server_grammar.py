"""Servers that take a grammar get that of the question, in the parameter that they read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from nlkgq import KnowledgeGraph, Translator
from nlkgq.grammar.matcher import Matcher
from nlkgq.grammar.places import slot
from nlkgq.grammar.source import GrammarSource
from nlkgq.iri import PrefixMap
from nlkgq.llm.openai_compatible import OpenAICompatibleClient
from nlkgq.llm.server_grammar import ServerGrammar
from nlkgq.ontology.model import Ontology, OwlClass

FILM = "http://example.org/Film"


@pytest.fixture
def source() -> GrammarSource:
    ontology = Ontology(classes={FILM: OwlClass(iri=FILM)}, prefixes=PrefixMap({"e": "http://example.org/"}))
    return GrammarSource(ontology, ontology.prefixes, "short")


@pytest.mark.parametrize(
    ("form", "field", "parameter", "beginning"),
    [
        ("gbnf", "auto", "grammar", "root ::="),
        ("lark", "auto", "structured_outputs", "start:"),
        ("ebnf", "auto", "structured_outputs", "root ::="),
        ("lark", "grammar", "grammar", "%llguidance {}\nstart:"),
        ("lark", "guided_grammar", "guided_grammar", "start:"),
        ("gbnf", "guided_grammar", "guided_grammar", "root ::="),
    ],
)
def test_parameters_on_the_wire(
    server: Any,
    gate: Any,
    lb: Any,
    make_request: Any,
    source: GrammarSource,
    form: str,
    field: str,
    parameter: str,
    beginning: str,
) -> None:
    server.plan(lb.stream(lb.openai_events("ASK WHERE { ?f a e:Film . }")))
    grammar = ServerGrammar(source=source, form=form, field=field)
    client = OpenAICompatibleClient(gate=gate, base_url=server.url + "/v1", grammar=grammar, deadline=20)
    assert client.complete(make_request(slots=(slot("VALUE_K3QX", "date"),))).text == "ASK WHERE { ?f a e:Film . }"
    client.close()
    sent = server.bodies[0].pop(parameter)
    text = sent["grammar"] if parameter == "structured_outputs" else sent
    assert text.startswith(beginning)
    assert "e:Film" in text
    assert "VALUE_K3QX" in text
    assert not {"grammar", "guided_grammar", "structured_outputs", "response_format"} & set(server.bodies[0])


def test_a_schema_goes_out_as_response_format_and_its_tree_comes_back(
    server: Any, gate: Any, lb: Any, make_request: Any, source: GrammarSource
) -> None:
    tree = {"query": {"form": "ASK", "where": [{"subject": "?f", "property": "a", "object": {"class": "e:Film"}}]}}
    server.plan(lb.stream(lb.openai_events(json.dumps(tree))))
    grammar = ServerGrammar(source=source, form="json-schema")
    client = OpenAICompatibleClient(gate=gate, base_url=server.url + "/v1", grammar=grammar, deadline=20)
    assert client.complete(make_request()).text == "ASK WHERE { ?f a e:Film . }"
    client.close()
    sent = server.bodies[0]["response_format"]
    assert sent["type"] == "json_schema"
    assert sent["json_schema"]["strict"] is True
    assert "e:Film" in json.dumps(sent["json_schema"]["schema"])


def test_by_setting(server: Any, lb: Any) -> None:
    server.plan(lb.stream(lb.openai_events("SELECT ?f WHERE { ?f a films:Film . }")))
    settings = {"model.base_url": server.url + "/v1", "model.grammar": "gbnf", "model.grammar_profile": "short"}
    with KnowledgeGraph.open("films", settings=settings) as kg:
        translation = Translator(kg, model="openai:any").translate("Which films did Mara O'Tierne direct?")
        names = [p.name for p in kg.mask("Which films did Mara O'Tierne direct?").placeholders]
    assert "films:Film" in translation.query
    grammar = server.bodies[0]["grammar"]
    assert grammar.startswith("root ::=")
    assert all(name in grammar for name in names)
    assert "Tierne" not in json.dumps(server.bodies[0])


def test_recent_grammars_are_kept(source: GrammarSource) -> None:
    one = (slot("VALUE_K3QX", "date"),)
    first = source.matcher(one)
    assert isinstance(first, Matcher)
    assert source.matcher(one) is first
    for name in "BCDFGHJK":
        source.matcher((slot(f"VALUE_BBB{name}", "date"),))
    assert source.matcher(one) is not first
