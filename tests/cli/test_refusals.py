"""Bad input: one clear message with the place and the remedy, the right exit code, no traceback."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
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
        (["--ontology", LIBRARY], 2, "--graph"),
        (["--endpoint", "ftp://example.org/"], 3, "http"),
        (["--endpoint", "http://127.0.0.1:9/"], 3, "ontology"),
        (["--model", "anthropic:some-model"], 3, "ANTHROPIC_API_KEY"),
        (["--model", "telepathy:x"], 2, "telepathy"),
        (["--model", "anthropic"], 2, "anthropic"),
        (["--model", "replay:nowhere.jsonl"], 3, "nowhere.jsonl"),
        (["--endpoint", "http://[::1"], 3, "http"),
        (["--graph", "."], 3, "folder"),
        (["--timeout", "-1"], 3, "timeout"),
        (["--timeout", "inf"], 3, "timeout"),
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


@pytest.mark.parametrize(
    ("variable", "command"), [("NLKGQ_CACHE_DIR", "ask"), ("NLKGQ_STATE_DIR", "prompt"), ("NLKGQ_CACHE_DIR", "prompt")]
)
def test_a_folder_that_cannot_be_written_names_its_variable(nlkgq, tmp_path, monkeypatch, variable, command):
    # a file where a folder must be made: file modes would not stop a test that runs as root
    for name in ("profiles", "secrets"):
        (tmp_path / name).write_text("")
    monkeypatch.setenv(variable, str(tmp_path))
    done = nlkgq(command, "How many films are there?")
    assert (done.code, done.out) == (3, ""), done.err
    assert str(tmp_path) in done.err
    assert variable in done.err


def test_a_folder_that_cannot_be_made_is_a_message(nlkgq, tmp_path):
    (tmp_path / "file").write_text("")
    done = nlkgq("init", tmp_path / "file" / "kg", "--graph", LIBRARY)
    assert done.code == 3
    assert done.err.startswith("nlkgq: ")
    assert "file" in done.err


def test_init_with_what_is_no_address_writes_nothing(nlkgq, tmp_path):
    done = nlkgq("init", tmp_path / "kg", "--endpoint", "example.org/sparql")
    assert done.code == 3
    assert not (tmp_path / "kg").exists()


@pytest.mark.parametrize("command", ["ask", "translate", "prompt"])
def test_a_question_that_is_not_utf8(nlkgq, command):
    done = nlkgq(command, b"Which films \xff".decode("utf-8", "surrogateescape"))
    assert (done.code, done.out) == (2, "")
    assert "UTF-8" in done.err


@pytest.mark.parametrize("name", ["nowhere.rq", ".", "binary"])
def test_a_query_file_that_is_none(nlkgq, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    done = nlkgq("query", name)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"nlkgq: {name} ")
    assert "Errno" not in done.err


def _shell(redirections: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = f'exec "$@" {redirections}'
    return subprocess.run(  # our own interpreter and words
        ["/bin/sh", "-c", command, "sh", sys.executable, "-m", "nlkgq", *words],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no device that is always full")
@pytest.mark.parametrize("form", ["table", "json"])
def test_an_output_that_is_full_is_a_message(form):
    done = _shell(">/dev/full", "ask", "--format", form, "How many films are there?")
    assert done.returncode == 3
    assert "Traceback" not in done.stderr
    assert "nlkgq: " in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
def test_closed_streams_are_streams_that_nobody_reads():
    done = _shell(">&- 2>&-", "ask", "How many films are there?")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_reader_that_has_gone_is_no_error():
    read, write = os.pipe()
    os.close(read)
    try:
        done = subprocess.run(  # our own interpreter and words
            [sys.executable, "-m", "nlkgq", "translate", "Which films are there?"],
            stdout=write,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    finally:
        os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")
