"""An ontology without a graph, an endpoint without an ontology, files that are none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from fault_server import answer, fault_server, sends

ONTOLOGY = """@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix z: <http://zoo.example/> . z:Animal a owl:Class ; rdfs:label "animal"@en ; rdfs:comment "A being."@en .
z:species a owl:DatatypeProperty ; rdfs:domain z:Animal ; rdfs:range rdfs:Literal ; rdfs:label "species"@en ;
  rdfs:comment "Its species."@en .
"""


@pytest.fixture
def ontology(tmp_path: Path) -> Path:
    file = tmp_path / "zoo.ttl"
    file.write_text(ONTOLOGY, encoding="utf-8")
    return file


@pytest.mark.parametrize("command", ["ontology show", "ontology check", "ontology render", "wrapper draft"])
@pytest.mark.parametrize("here", [False, True])
def test_an_ontology_alone_is_all_that_is_shown(nlkgq, ontology, tmp_path, monkeypatch, command, here):
    if here:
        (tmp_path / "kg.toml").write_text('[endpoints.a]\nfiles = ["other.ttl"]\n', encoding="utf-8")
        (tmp_path / "other.ttl").write_text("<http://other.example/s> <http://other.example/p> 1 .", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    done = nlkgq(*command.split(), "--ontology", ontology)
    assert done.code == 0
    assert "other.example" not in done.out
    assert "films" not in done.out
    assert "species" in done.out or command == "ontology check"


def test_counting_terms_needs_a_graph(nlkgq, ontology, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = nlkgq("ontology", "profile", "--ontology", ontology)
    assert done.code == 2
    assert "--graph" in done.err


def test_a_query_of_ones_own_needs_no_ontology(nlkgq, tmp_path):
    file = tmp_path / "q.rq"
    file.write_text("SELECT ?x { ?x a ?c }", encoding="utf-8")
    with fault_server(sends(answer())) as server:
        done = nlkgq("query", file, "--endpoint", server.url, "--format", "csv")
    assert done.code == 0
    assert done.out.split() == ["x", "v"]


def test_a_question_to_an_endpoint_without_ontology_says_what_is_missing(nlkgq):
    done = nlkgq("ask", "How many animals are there?", "--endpoint", "http://127.0.0.1:9/")
    assert done.code == 3
    assert "ontology" in done.err


@pytest.mark.parametrize("words", [["ask", "Which books?"], ["ontology", "show"]])
def test_a_pipe_is_no_graph(nlkgq, tmp_path, words):
    os.mkfifo(tmp_path / "pipe.ttl")
    done = nlkgq(*words, "--graph", tmp_path / "pipe.ttl")
    assert done.code == 3
    assert "pipe" in done.err


@pytest.mark.parametrize("target", ["folder", "nowhere/trace.json"])
@pytest.mark.parametrize("command", ["ask", "translate"])
def test_a_trace_that_cannot_be_written_is_known_before_any_work(nlkgq, tmp_path, target, command):
    (tmp_path / "folder").mkdir()
    done = nlkgq(command, "How many films are there?", "--trace", tmp_path / target)
    assert done.code == 3
    assert done.out == ""
    assert "cannot be written" in done.err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[endpoint]\nurl = "http://e.example/"', "endpoints.NAME.url"),
        ('url = "http://e.example/"', "endpoints.NAME.url"),
        ('[endpoints."a.b"]\nurl = "http://e.example/"', "'a.b'"),
        ('rider = "no.md"\n[endpoints.a]\nurl = "http://e.example/"', "no.md"),
    ],
)
def test_a_kg_toml_that_is_nearly_right(nlkgq, tmp_path, text, said):
    (tmp_path / "kg.toml").write_text(text, encoding="utf-8")
    done = nlkgq("ask", "--kg", tmp_path, "How many films are there?")
    assert done.code == 3
    assert said in done.err


def test_one_finding_is_one_finding(nlkgq, ontology):
    ontology.write_text(ONTOLOGY.replace('rdfs:label "animal"@en ; ', ""), encoding="utf-8")
    done = nlkgq("ontology", "check", "--ontology", ontology)
    number = len([line for line in done.out.splitlines() if not line.startswith(" ")])
    assert f"{number} finding" + ("s" if number != 1 else "") + ", 0 errors" in done.err
    assert number == 1


@pytest.mark.parametrize("debug", [False, True])
def test_an_endpoints_own_words_are_shown_when_asked_for(nlkgq, tmp_path, monkeypatch, debug):
    file = tmp_path / "q.rq"
    file.write_text("SELECT ?x { ?x a ?c }", encoding="utf-8")
    if debug:
        monkeypatch.setenv("NLKGQ_DEBUG", "1")
    with fault_server(sends(answer(b"no such value: Ann Smith", status="400 Bad Request"))) as server:
        done = nlkgq("query", file, "--endpoint", server.url)
    assert done.code == 5
    assert ("Ann Smith" in done.err) is debug
    assert "HTTP 400" in done.err
