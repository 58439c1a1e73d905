"""Each command does its job, and says where things go: answers to standard output, talk to standard error."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

import pytest

QUESTION = "How many films are there?"
LIBRARY = Path(__file__).resolve().parent.parent / "readme" / "library.ttl"


def test_ask_separates_answer_and_talk(nlkgq):
    done = nlkgq("ask", QUESTION)
    assert done.code == 0
    assert "77" in done.out
    assert "SELECT" not in done.out
    assert "SELECT" in done.err


def test_ask_quietly_in_formats(nlkgq):
    as_json = nlkgq("ask", "-q", "--format", "json", QUESTION)
    assert as_json.err == ""
    (binding,) = json.loads(as_json.out)["results"]["bindings"]
    (term,) = binding.values()
    assert (term["value"], term["datatype"].rpartition("#")[2]) == ("77", "integer")
    assert nlkgq("ask", "-q", "--format", "csv", QUESTION).out.splitlines()[1] == "77"
    assert nlkgq("ask", "-q", "--format", "tsv", QUESTION).out.splitlines()[1] == "77"


def test_ask_reads_standard_input(nlkgq, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(QUESTION.encode())))
    assert "77" in nlkgq("ask", "-").out


def test_ask_explains_in_plain_words(nlkgq):
    done = nlkgq("ask", "--explain", "Which films are longer than 155 minutes?")
    assert "runtime" in done.err
    assert "155" in done.err
    assert "Confidence" in done.err


def test_ask_writes_a_trace_only_the_user_can_read(nlkgq, tmp_path):
    target = tmp_path / "trace.json"
    assert nlkgq("ask", "--trace", target, QUESTION).code == 0
    trace = json.loads(target.read_text(encoding="utf-8"))
    assert target.stat().st_mode & 0o077 == 0
    assert trace["question"] == QUESTION
    assert trace["native_query"].startswith("PREFIX")
    assert {"mask", "generate", "query"} <= set(trace["timings_seconds"])


def test_translate_asks_no_endpoint(nlkgq):
    done = nlkgq("translate", QUESTION)
    assert done.code == 0
    assert "COUNT" in done.out
    assert "LIMIT" not in done.out
    listing = nlkgq("translate", "--native", "List all documentaries.")
    assert "LIMIT 10001" in listing.out


def test_query_of_ones_own(nlkgq, tmp_path):
    file = tmp_path / "q.rq"
    file.write_text("SELECT (COUNT(*) AS ?n) { ?f a films:Film }", encoding="utf-8")
    done = nlkgq("query", "--format", "csv", file)
    assert (done.code, done.out.splitlines()) == (0, ["n", "77"])
    file.write_text("CONSTRUCT { ?f a films:Film } { ?f films:title 'Kite Season' }", encoding="utf-8")
    assert nlkgq("query", "--format", "ntriples", file).out.count("\n") == 1
    file.write_text("ASK { ?f a films:Film }", encoding="utf-8")
    assert nlkgq("query", file).out.strip() == "Yes."


def test_a_cut_answer_is_marked(nlkgq, tmp_path):
    file = tmp_path / "q.rq"
    file.write_text("SELECT ?f { ?f a films:Film }", encoding="utf-8")
    done = nlkgq("query", "--row-cap", "5", "--format", "csv", file)
    assert len(done.out.splitlines()) == 6
    assert "5" in done.err


def test_prompt_shows_what_would_leave_and_no_value(nlkgq):
    done = nlkgq("prompt", "Which films did Mara O'Tierne direct?")
    assert done.code == 0
    assert "Mara" not in done.out
    assert "Tierne" not in done.out
    assert "VALUE_" in done.out
    assert "films:directedBy" in done.out
    as_json = json.loads(nlkgq("prompt", "--json", "Which films did Mara O'Tierne direct?").out)
    assert {"model", "system", "messages", "max_tokens", "temperature"} == set(as_json)


def test_the_same_question_gives_the_same_request(nlkgq):
    first, second = (nlkgq("prompt", "--json", "Who wrote Ilse Morvan?").out for _ in range(2))
    assert first == second


def test_ontology_commands(nlkgq):
    assert "films:Film  film" in nlkgq("ontology", "show").out
    details = nlkgq("ontology", "show", "director")
    assert details.code in (0, 2)
    assert "domain: films:Film" in nlkgq("ontology", "show", "films:directedBy").out
    near = nlkgq("ontology", "show", "directd by")
    assert near.code == 2
    assert "films:directedBy" in near.err
    assert nlkgq("ontology", "check").code == 0
    assert nlkgq("ontology", "render", "--representation", "compact").out.strip()
    over = nlkgq("ontology", "render", "--budget", "10")
    assert over.code == 3
    assert "10" in over.err
    profile = nlkgq("ontology", "profile").out
    assert "films:Film" in profile
    assert "Kite Season" not in profile


def test_a_graph_of_ones_own_without_configuration(nlkgq, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = nlkgq("ask", "--graph", LIBRARY, "--format", "csv", "How many books are there?")
    assert (done.code, done.out.splitlines()[1]) == (0, "3")


def test_init_writes_a_folder_that_answers(nlkgq, tmp_path):
    folder = tmp_path / "mine"
    assert nlkgq("init", folder, "--graph", LIBRARY).code == 0
    assert nlkgq("ask", "--kg", folder, "--format", "csv", "How many readers are there?").out.splitlines()[1] == "2"
    again = nlkgq("init", folder, "--graph", LIBRARY)
    assert again.code == 3
    assert "--force" in again.err
    assert nlkgq("init", folder, "--graph", LIBRARY, "--force").code == 0


def test_every_key_of_an_initial_file_is_a_known_key(nlkgq, tmp_path):
    """Each commented line, taken out of its comment, is read without an error."""
    folder = tmp_path / "mine"
    nlkgq("init", folder, "--graph", LIBRARY)
    lines = (folder / "kg.toml").read_text(encoding="utf-8").splitlines()
    live = [re.sub(r"^# (?=[a-z_]+ = )", "", line) for line in lines]
    live = [line for line in live if not line.endswith('= ""') and not line.startswith("url = ")]
    assert len(live) > 30
    (folder / "kg.toml").write_text("\n".join(live), encoding="utf-8")
    assert nlkgq("config", "--kg", folder).code == 0


def test_config_names_origins_and_no_secret(nlkgq, tmp_path, monkeypatch):
    monkeypatch.setenv("TOKEN_FOR_TEST", "s3cr3t")
    monkeypatch.setenv("NLKGQ_MODEL_REPAIR", "1")
    (tmp_path / "kg.toml").write_text(
        '[endpoints.a]\nurl = "http://127.0.0.1:1/"\nheaders = { Authorization = "env:TOKEN_FOR_TEST" }\n', "utf-8"
    )
    done = nlkgq("config", "--kg", tmp_path, "--timeout", "3")
    assert done.code == 0
    assert "s3cr3t" not in done.out + done.err
    assert "TOKEN_FOR_TEST" in done.out
    assert "(NLKGQ_MODEL_REPAIR)" in done.out
    assert "(flag)" in done.out


def test_index_reports_what_it_read(nlkgq):
    done = nlkgq("index")
    assert done.code == 0
    assert "values" in done.out


@pytest.mark.parametrize(
    "command", ["ask", "translate", "query", "prompt", "ontology", "endpoint", "index", "init", "config"]
)
def test_every_command_has_help(nlkgq, command):
    done = nlkgq(command, "--help")
    assert done.code == 0
    assert "Usage" in done.out


def test_config_shows_an_address_without_the_values_of_its_parameters(nlkgq):
    done = nlkgq("config", "--endpoint", "http://127.0.0.1:9/sparql?api_key=s3cr3t&graph=x")
    assert done.code == 0
    assert "s3cr3t" not in done.out
    assert "http://127.0.0.1:9/sparql?api_key=...&graph=..." in done.out


def test_the_command_that_init_proposes_can_be_pasted(nlkgq, tmp_path):
    done = nlkgq("init", tmp_path / "my library", "--graph", LIBRARY)
    assert f"--kg '{tmp_path / 'my library'}'" in done.err


@pytest.fixture
def steering(tmp_path):
    """A graph with an ontology whose labels would set a terminal's title."""
    file = tmp_path / "steering.ttl"
    file.write_text(
        "@prefix e: <http://e.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> ."
        "@prefix owl: <http://www.w3.org/2002/07/owl#> ."
        r'e:A a owl:Class ; rdfs:label "book\u001b]0;x\u0007" . e:B a owl:Class ; rdfs:label "book\u001b]0;x\u0007" .'
        r'e:note a owl:DatatypeProperty ; rdfs:label "note\u001b[2J" . e:x a e:A ; e:note "a\u001b[31mb" .',
        encoding="utf-8",
    )
    return file


@pytest.mark.parametrize(
    "words",
    [
        ("ontology", "show"),
        ("ontology", "check"),
        ("ontology", "render"),
        ("wrapper", "draft"),
        ("prompt", "Which books?"),
        ("query", "--format", "csv", "q.rq"),
        ("query", "--format", "tsv", "q.rq"),
    ],
)
def test_what_a_graph_says_does_not_steer_the_terminal(nlkgq, steering, monkeypatch, words):
    monkeypatch.chdir(steering.parent)
    Path("q.rq").write_text("SELECT ?x ?n { ?x <http://e.example/note> ?n }", encoding="utf-8")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    done = nlkgq(*words, "--graph", steering, "--ontology", steering)
    assert done.out, done.err
    assert "\x1b" not in done.out
    assert "\n" in done.out
    assert any(written in done.out for written in ("\\u001B", "\\U0000001B", "\\x1b"))
