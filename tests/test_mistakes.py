"""A model makes each kind of mistake, corrects what the message tells it and nothing else, and ends right."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from mistaken_model import MistakenModel, corrected, read_message
from mistakes import BY, MISTAKES, Mistake

from nlkgq import KnowledgeGraph, Translator
from nlkgq.egress.gate import WireGate
from nlkgq.llm.anthropic import AnthropicClient
from nlkgq.results.models import SelectResult

CALLS = 2
"""Most calls of the model, the first one included."""


@pytest.fixture(scope="module")
def films(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeGraph]:
    with pytest.MonkeyPatch.context() as patch:
        for folder in ("CACHE", "STATE"):
            patch.setenv(f"NLKGQ_{folder}_DIR", str(tmp_path_factory.getbasetemp() / folder.lower()))
        with KnowledgeGraph.open("films") as kg:
            yield kg


def rows(result: object) -> list[list[str]]:
    assert isinstance(result, SelectResult)
    return sorted([cell.value if cell is not None else "" for cell in row] for row in result.rows)


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.kind.replace(" ", "-"))
def test_every_kind_ends_right_in_two_calls(films: KnowledgeGraph, mistake: Mistake) -> None:
    names = [p.name for p in films.mask(mistake.question).placeholders]
    with MistakenModel(mistake.reply(names), mistake.filled(mistake.in_mind, names)) as model:
        client = AnthropicClient(api_key="none", gate=WireGate(), base_url=model.url, deadline=20.0, proxy=None)
        answer = Translator(films, model="anthropic:mistaken", client=client).ask(mistake.question)
        client.close()
    expected = rows(films.query(mistake.gold))
    assert expected
    assert rows(answer.result) == expected
    assert len(model.bodies) <= CALLS
    assert len(set(model.bodies)) == len(model.bodies)
    assert len(answer.trace.attempts) == len(model.bodies)
    assert not any(f.severity == "error" for f in answer.trace.attempts[-1].findings)
    # what was masked in the question leaves in no message
    for body in model.bodies:
        for placeholder in films.mask(mistake.question).placeholders:
            said = json.loads(body)["messages"][0]
            assert placeholder.original.casefold() not in json.dumps(said).casefold()


def test_there_are_thirty_kinds() -> None:
    assert len({mistake.kind for mistake in MISTAKES}) == len(MISTAKES) >= 30


def test_the_model_knows_nothing_but_what_it_is_told() -> None:
    query = "SELECT ?film WHERE { ?film films:director ?p }"
    assert corrected(query, read_message("1. unknown-property at line 1, `films:director`: It is wrong.")) == query
    told = "1. unknown-property at line 1, `films:director`: No such property. Did you mean films:directedBy?"
    assert corrected(query, read_message(told)) == query.replace("films:director", "films:directedBy")


def test_a_model_that_is_told_nothing_it_can_read_is_not_asked_for_ever(films: KnowledgeGraph) -> None:
    names = [p.name for p in films.mask(BY).placeholders]
    prefix = "PREFIX films: <https://nlkgq.example/films#>"
    text = f'{prefix}\nSELECT ?film WHERE {{ ?film films:qqqq ?p ; films:title "{names[0]}" }}'
    with MistakenModel(f"```sparql\n{text}\n```") as model:
        client = AnthropicClient(api_key="none", gate=WireGate(), base_url=model.url, deadline=20.0, proxy=None)
        translation = Translator(films, model="anthropic:mistaken", client=client).translate(BY)
        client.close()
    assert len(model.bodies) == 2
    assert [f.code for f in translation.findings if f.severity == "error"] == ["unknown-property"]
