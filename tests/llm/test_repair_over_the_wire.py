"""A model, played by the loopback server, makes mistakes and corrects what the message tells it."""

from __future__ import annotations

import re

import pytest

from nlkgq.errors import SparqlSyntaxError
from nlkgq.generation.llm import LlmGenerator
from nlkgq.iri import PrefixMap
from nlkgq.masking.model import MaskedText, Placeholder, PlaceholderKind
from nlkgq.prompting.build import PromptBuilder
from nlkgq.repair import CheckedQuery, generate_valid
from nlkgq.sparql import parse_query
from nlkgq.validation.finding import Finding

EX = "http://example.org/"
TERMS = {"Film", "director", "name"}
QUESTION = MaskedText(
    text="Which films are by VALUE_QW3R?",
    mode="strict",
    placeholders=(
        Placeholder(name="VALUE_QW3R", kind=PlaceholderKind(value="string"), start=19, original="Quibblewort"),
    ),
)


def check(text: str) -> CheckedQuery:
    """Syntax, then terms: what the validator does, in small."""
    try:
        parse_query(text)
    except SparqlSyntaxError as error:
        return CheckedQuery(
            query=text, findings=(Finding(code="syntax", severity="error", message=error.message),), error=error
        )
    unknown = [m for m in re.finditer(r"\bex:(\w+)", text) if m.group(1) not in TERMS]
    findings = tuple(
        Finding(
            code="unknown-term",
            severity="error",
            message=f"{m.group()} is not in the ontology.",
            start=m.start(),
            end=m.end(),
            suggestion="Did you mean ex:director?",
        )
        for m in unknown
    )
    return CheckedQuery(query=text, findings=findings)


@pytest.fixture
def generator(protocol):
    builder = PromptBuilder(
        ontology_text="ex:Film a owl:Class .", prefixes=PrefixMap({"ex": EX}), model="tester", max_tokens=500
    )
    return LlmGenerator(protocol.client(), builder, protocol.gate)


def fenced(query: str) -> str:
    return f"```sparql\nPREFIX ex: <{EX}>\n{query}\n```"


def test_mistakes_are_corrected_as_told(protocol, server, generator, lb):
    def corrects(handler):
        """Reads the message, and does exactly what it says."""
        messages = handler.asked["messages"]
        earlier, told = messages[-2]["content"], messages[-1]["content"]
        if "syntax" in told:
            answer = earlier.replace("?p )", "?p }").replace("name VALUE", 'name "VALUE')
        else:
            wrong, right = re.search(r"(ex:\w+) is not.*mean (ex:\w+)\?", told).groups()
            answer = earlier.replace(wrong, right)
        lb.stream(protocol.events(answer))(handler)

    first = protocol.says(fenced('SELECT ?f WHERE { ?p ex:name "VALUE_QW3R" . ?f ex:directedBy ?p )'))
    server.plan(first, corrects, corrects)
    outcome = generate_valid(generator, QUESTION, check)
    assert outcome.checked.findings == ()
    assert 'SELECT ?f WHERE { ?p ex:name "VALUE_QW3R" . ?f ex:director ?p }' in outcome.checked.query
    assert [[f.code for f in a.findings] for a in outcome.attempts] == [["syntax"], ["unknown-term"], []]
    assert [len([m for m in b["messages"] if m["role"] != "system"]) for b in server.bodies] == [1, 3, 5]
    assert "Quibblewort" not in str(server.requests)
    assert len({str(body) for body in server.bodies}) == 3


def test_model_that_does_not_learn(protocol, server, generator):
    wrong = fenced("SELECT ?f WHERE { ?f ex:directedBy ?p }")
    server.plan(protocol.says(wrong), protocol.says(wrong))
    outcome = generate_valid(generator, QUESTION, check, max_rounds=5)
    assert len(outcome.attempts) == 2
    assert outcome.checked.findings[0].code == "unknown-term"


def test_model_that_fails_on_the_way(protocol, server, generator, lb):
    refused = lb.status(401, protocol.error("no"))
    server.plan(protocol.says(fenced("SELECT ?f WHERE { ?f ex:directedBy ?p }")), refused)
    outcome = generate_valid(generator, QUESTION, check)
    assert outcome.stopped_by is not None
    assert "ex:directedBy" in outcome.checked.query
