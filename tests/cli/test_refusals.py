"""Bad input: one clear message with the place and the remedy, the right exit code, no traceback."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

LIBRARY = Path(__file__).resolve().parent.parent / "readme" / "library.ttl"


@pytest.mark.parametrize("question", ["", "   ", "???", "a" * 100_000])
def test_a_question_that_is_none(nlkgq, question):
    done = nlkgq("ask", question)
    assert done.code == 2
    assert done.out == ""
    assert len(done.err) < 400


def test_a_question_about_something_else_is_not_answered(nlkgq):
    done = nlkgq("ask", "Will it rain tomorrow?")
    assert done.code == 1
    assert done.out == ""
    assert "rain" in done.err


def test_no_result_is_said_and_is_exit_code_1(nlkgq, tmp_path):
    file = tmp_path / "q.rq"
    file.write_text("SELECT ?f { ?f films:title 'No such film' }", encoding="utf-8")
    done = nlkgq("query", file)
    assert done.code == 1
    assert done.out.strip() == "No results."


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--graph", "nowhere.ttl"], 3, "nowhere.ttl"),
        (["--graph", LIBRARY, "--ontology", "nowhere.owl"], 3, "nowhere.owl"),
        (["--kg", "nowhere"], 3, "films"),
        (["--kg", "films", "--graph", LIBRARY], 2, "exclude"),
        (["--endpoint", "ftp://example.org/"], 3, "http"),
        (["--endpoint", "http://127.0.0.1:9/"], 3, "ontology"),
        (["--model", "anthropic:some-model"], 3, "ANTHROPIC_API_KEY"),
        (["--model", "telepathy:x"], 2, "telepathy"),
        (["--model", "anthropic"], 2, "anthropic"),
        (["--model", "replay:nowhere.jsonl"], 3, "nowhere.jsonl"),
        (["--timeout", "-1"], 3, "timeout"),
        (["--on", "nowhere"], 3, "films"),
    ],
)
def test_options_that_make_no_sense(nlkgq, tmp_path, monkeypatch, words, code, said):
    monkeypatch.chdir(tmp_path)
    done = nlkgq("ask", *words, "How many films are there?")
    assert (done.code, done.out) == (code, ""), done.err
    assert said in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "empty"),
        (b"<!DOCTYPE html><html><body>Not found</body></html>", "HTML"),
        (bytes(range(256)) * 8, ""),
        (b"@prefix : <http://e/> .\n:a :b :c ;\n", "line"),
        (b"\x1f\x8b\x08\x00cut", ""),
    ],
)
def test_a_graph_file_that_is_none(nlkgq, tmp_path, content, said):
    file = tmp_path / "graph.ttl"
    file.write_bytes(content)
    done = nlkgq("ask", "--graph", file, "How many films are there?")
    assert done.code == 3, done.err
    assert "graph.ttl" in done.err
    assert said in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    "text",
    [
        "DELETE WHERE { ?s ?p ?o }",
        "DROP ALL",
        "SELECT * FROM <file:///etc/passwd> { ?s ?p ?o }",
        "SELECT * { SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }",
        "SELECT * { ?s ?p",
        "",
    ],
)
def test_a_query_that_is_refused(nlkgq, tmp_path, text):
    file = tmp_path / "q.rq"
    file.write_text(text, encoding="utf-8")
    done = nlkgq("query", file)
    assert (done.code, done.out) == (4, ""), done.err


def test_an_endpoint_that_is_not_there(nlkgq, tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    file = tmp_path / "q.rq"
    file.write_text("ASK { ?s ?p ?o }", encoding="utf-8")
    ontology = Path(__file__).resolve().parents[2] / "ontologies" / "films" / "ontology.ttl"
    done = nlkgq(
        "query", "--endpoint", f"http://127.0.0.1:{port}/sparql", "--ontology", ontology, "--timeout", "2", file
    )
    assert done.code == 5
    assert str(port) in done.err


def test_an_unknown_command_names_the_nearest(nlkgq):
    done = nlkgq("aks", "x")
    assert done.code == 2
    assert "'ask'" in done.err


def test_control_characters_in_a_message_are_shown_escaped(nlkgq):
    done = nlkgq("ask", "--kg", "a\x1b[31mb", "x")
    assert "\x1b[31m" not in done.err
