"""`ask --interactive`: choices are shown on standard error, and the answer is that of what was chosen."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from mistaken_model import MistakenModel

from nlkgq import KnowledgeGraph

GRAPH = """
@prefix : <http://e/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Film a owl:Class ; rdfs:label "film" . :Person a owl:Class ; rdfs:label "person" .
:by a owl:ObjectProperty ; rdfs:label "directed by" ; rdfs:domain :Film ; rdfs:range :Person .
:name a owl:DatatypeProperty ; rdfs:label "name" ; rdfs:domain :Person .
:f1 a :Film ; :by :ada . :f2 a :Film ; :by :bob .
:ada a :Person ; :name "Ada Quent" . :bob a :Person ; :name "Bob Quent" .
"""
REPLY = '```sparql\nPREFIX : <http://e/>\nSELECT ?f { ?f :by ?p . ?p :name "Quent" }\n```'


@pytest.fixture
def words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "graph.ttl").write_text(GRAPH, encoding="utf-8")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "none")
    with MistakenModel(REPLY) as model:
        graph = tmp_path / "graph.ttl"
        yield ("ask", "--graph", graph, "--model", "anthropic:m", "--base-url", model.url, "--privacy", "off")


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


@pytest.mark.parametrize(
    ("text", "films"), [("1\n", ["f1"]), ("2\n", ["f2"]), ("1, 2\n", ["f1", "f2"]), ("\n", ["f1", "f2"]), ("0\n", [])]
)
def test_the_choice_is_taken(nlkgq, words, monkeypatch, text, films):
    typed(monkeypatch, text)
    done = nlkgq(*words, "--interactive", "--format", "csv", "Which films did Quent direct?")
    assert sorted(line.rpartition("/")[2] for line in done.out.splitlines()[1:]) == films
    assert "1. Ada Quent" in done.err
    assert "2. Bob Quent" in done.err
    assert done.code == (0 if films else 1)


def test_without_asking_the_choices_are_shown_before_the_answer(nlkgq, words):
    done = nlkgq(*words, "Which films did Quent direct?")
    assert "may mean several stored ones" in done.err
    assert "1. Ada Quent" in done.err


def test_a_question_from_standard_input_leaves_nothing_to_ask_on(nlkgq, words, monkeypatch):
    typed(monkeypatch, "Which films did Quent direct?")
    done = nlkgq(*words, "--interactive", "-")
    assert done.code == 2
    assert "standard input" in done.err


def test_python_asks_by_a_callback():
    with KnowledgeGraph.open("films") as kg:
        from nlkgq import Translator

        assert Translator(kg, choose=lambda question: None).ask("How many studios are there?").rows
