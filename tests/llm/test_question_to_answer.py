"""The whole path with a model: a real server on the loopback interface writes the query, and the answer is right."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from nlkgq import KnowledgeGraph, LeakBlocked, ModelError, Translator
from nlkgq.errors import GateError, NoQueryError, RecordingNotFound
from nlkgq.generation.protocol import Generation
from nlkgq.llm.protocol import ModelReply
from nlkgq.resources import graph_folder

QUESTION = "Which films did Mara O'Tierne direct?"
RIGHT = 'SELECT DISTINCT ?film WHERE { ?film films:directedBy ?p . ?p films:name "PLACEHOLDER" }'
WRONG = RIGHT.replace("films:directedBy", "films:madeBy")


def placeholder(text: str) -> str:
    """The one placeholder of the last question in a request's text."""
    return re.findall(r"VALUE_[A-Z0-9]{4,}", text.rpartition("<question>")[2] or text)[0]


def answering(protocol, query: str):
    """A move that reads the placeholder out of the request, as a model does, and writes it into ``query``."""

    def move(handler) -> None:
        asked = json.dumps(handler.asked, ensure_ascii=False)
        question = asked[asked.index("<question>") :]
        text = query.replace("PLACEHOLDER", placeholder(question))
        protocol.says(f"Here it is:\n```sparql\n{text}\n```")(handler)

    return move


@pytest.fixture
def kg(protocol, server, monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", "key")
    monkeypatch.setenv("OPENAI_API_KEY", "key")
    address = server.url if protocol.name == "anthropic" else server.url + "/v1"
    settings = {"model.name": f"{protocol.name}:tester", "model.base_url": address, "model.timeout": 10.0}
    with KnowledgeGraph.open("films", settings=settings) as opened:
        yield opened


@pytest.fixture(scope="module")
def expected():
    with KnowledgeGraph.open("films") as opened:
        result = opened.query('SELECT ?f { ?f films:directedBy/films:name "Mara O\'Tierne" }')
    return sorted(row[0].value for row in result.rows)


def iris(answer):
    return sorted(str(row[0]) for row in answer.rows)


def test_the_right_answer_and_no_value_on_the_wire(kg, protocol, server, expected):
    server.plan(answering(protocol, RIGHT))
    answer = Translator(kg).ask(QUESTION)
    assert iris(answer) == expected
    assert "Mara O'Tierne" in answer.query
    assert "VALUE_" not in answer.native_query
    assert "VALUE_" in answer.trace.attempts[0].query
    sent = json.dumps([body for _, _, body in server.requests], ensure_ascii=False)
    assert "Mara" not in sent
    assert "Tierne" not in sent
    assert answer.confidence is None
    assert answer.trace.request_hash
    assert server.unplanned == 0


def test_the_request_shown_is_the_request_sent(kg, protocol, server):
    request = Translator(kg).request(QUESTION)
    server.plan(answering(protocol, RIGHT))
    answer = Translator(kg).ask(QUESTION)
    assert answer.trace.request_hash == request.hash
    sent = json.dumps(server.requests[0][2], ensure_ascii=False)
    for text in [b.text for b in request.system] + [m.text for m in request.messages]:
        assert json.dumps(text, ensure_ascii=False)[1:-1] in sent


def test_a_wrong_term_goes_back_and_is_corrected(kg, protocol, server, expected):
    server.plan(answering(protocol, WRONG), answering(protocol, RIGHT))
    answer = Translator(kg).ask(QUESTION)
    assert iris(answer) == expected
    assert [any(f.code == "unknown-property" for f in a.findings) for a in answer.trace.attempts] == [True, False]
    second = json.dumps(server.requests[1][2], ensure_ascii=False)
    assert "films:madeBy" in second
    assert "Mara" not in second


def test_a_query_that_stays_wrong_is_returned_with_its_findings(kg, protocol, server):
    server.plan(*[answering(protocol, WRONG)] * 3)
    translation = Translator(kg).translate(QUESTION)
    assert any(f.severity == "error" for f in translation.findings)
    assert len(server.requests) <= 3


def test_a_model_that_obeys_an_attacker_does_not_reach_an_endpoint(kg, protocol, server):
    server.plan(*[answering(protocol, "SELECT * { SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }")] * 3)
    with pytest.raises(GateError):
        Translator(kg).ask(QUESTION)


def test_an_explanation_is_no_query(kg, protocol, server):
    server.plan(protocol.says("NO QUERY: nothing about weather here."))
    with pytest.raises(NoQueryError):
        Translator(kg).ask(QUESTION)


def test_a_failing_model_is_a_typed_error(kg, protocol, server, lb):
    server.plan(*[lb.status(401, protocol.error("no"))])
    with pytest.raises(ModelError) as caught:
        Translator(kg).ask(QUESTION)
    assert caught.value.kind == "auth"


def test_recorded_replies_answer_without_a_server(kg, protocol, server, expected, tmp_path):
    recording = tmp_path / "replies.jsonl"
    server.plan(answering(protocol, RIGHT))
    Translator(kg, record=recording).ask(QUESTION)
    server.stop()
    replayed = Translator(kg, model=f"replay:{recording}").ask(QUESTION)
    assert iris(replayed) == expected
    with pytest.raises(RecordingNotFound):
        Translator(kg, model=f"replay:{recording}").ask("Which films did Jorun Askeby direct?")


def test_a_value_in_the_rider_is_blocked_at_the_door(protocol, server, monkeypatch, tmp_path):
    monkeypatch.setenv(f"{protocol.name.upper()}_API_KEY", "key")
    folder = tmp_path / "films"
    shutil.copytree(graph_folder("films"), folder)
    (folder / "rider.md").write_text("Ask Mara O'Tierne when in doubt.", encoding="utf-8")
    settings = {"model.name": f"{protocol.name}:tester", "model.base_url": server.url}
    with KnowledgeGraph.open(folder, settings=settings) as opened, pytest.raises(LeakBlocked) as caught:
        Translator(opened).ask(QUESTION)
    assert server.requests == []
    assert "Tierne" not in f"{caught.value} {caught.value.hint}"


class Scripted:
    """A client of one's own: one method."""

    def complete(self, request) -> ModelReply:
        text = request.messages[-1].text
        return ModelReply(text=RIGHT.replace("PLACEHOLDER", placeholder(text)), model="scripted")


class Fixed:
    """A generator of one's own: one method."""

    def generate(self, question, history=()) -> Generation:
        return Generation(query=RIGHT.replace("PLACEHOLDER", question.placeholders[0].name), model="fixed")


@pytest.mark.parametrize("model", [Scripted(), Fixed()])
def test_a_model_of_ones_own(model, expected):
    with KnowledgeGraph.open("films") as opened:
        assert iris(Translator(opened, model=model).ask(QUESTION)) == expected


def test_a_reply_obtained_elsewhere_takes_the_rest_of_the_path():
    with KnowledgeGraph.open("films") as opened:
        translator = Translator(opened, model="anthropic:tester")
        request = translator.request(QUESTION)
        reply = f"```\n{RIGHT.replace('PLACEHOLDER', placeholder(request.messages[-1].text))}\n```"
        translation = translator.complete(QUESTION, reply)
    assert "Mara O'Tierne" in translation.query


@pytest.mark.parametrize("folder", ["ck25", "acme"])
def test_prompts_of_real_graphs_hold_no_answer(data: Path, folder: str):
    """What `request` shows for real questions holds none of the words that the masker took out."""
    root = data / folder
    graph = next(p for p in root.iterdir() if p.stem == "graph")
    questions = [json.loads(line)["question"] for line in (root / "questions.jsonl").read_text("utf-8").splitlines()]
    with KnowledgeGraph.from_files([graph], ontology=[root / "ontology.ttl"]) as opened:
        translator = Translator(opened, model="anthropic:tester")
        for question in questions[:10]:
            request = translator.request(question)
            text = json.dumps(request.payload(), ensure_ascii=False).casefold()
            masked = opened.mask(question)
            assert all(p.original.casefold() not in text for p in masked.placeholders if len(p.original) > 5)
