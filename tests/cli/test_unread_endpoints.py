"""A model elsewhere is not asked over an endpoint whose values nobody has read, unless the owner says so."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import loopback
import pytest
import servers

from nlkgq import KnowledgeGraph, LeakBlocked, Translator
from nlkgq.cli.main import run
from nlkgq.resources import cache_dir

GRAPH = """
@prefix ex: <http://e.org/v#> .
ex:i1 a ex:Clerk ; ex:name "Orsolya Quent" ; ex:town "Velvet Harbour" .
ex:i2 a ex:Clerk ; ex:name "Zdenek Quibbleworth" .
"""
ONTOLOGY = """
@prefix ex: <http://e.org/v#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
ex:Clerk a owl:Class ; rdfs:label "clerk"@en ; rdfs:comment "Who keeps the books, as Orsolya Quent does to this day." .
ex:name a owl:DatatypeProperty ; rdfs:label "name"@en ; rdfs:domain ex:Clerk .
ex:town a owl:DatatypeProperty ; rdfs:label "town"@en ; rdfs:domain ex:Clerk .
"""
REPLY = "```sparql\nSELECT ?c { ?c a ex:Clerk }\n```"
QUESTION = "Which clerks are there?"
ELSEWHERE = "http://model.example"


@pytest.fixture(scope="module")
def sparql(
    tmp_path_factory: pytest.TempPathFactory, require: Callable[[str, bool, str], None]
) -> Iterator[servers.SparqlServer]:
    with servers.oxigraph(tmp_path_factory.mktemp("unread"), require) as server:
        server.load(GRAPH, "http://e.org/g")
        yield server


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[loopback.Loopback]:
    """A model's server on this machine; as a proxy, it stands for one elsewhere."""
    server = loopback.Loopback()
    monkeypatch.setenv("ANTHROPIC_API_KEY", "key")
    yield server
    server.stop()


@pytest.fixture
def folder(tmp_path: Path, sparql: servers.SparqlServer, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NLKGQ_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "ontology.ttl").write_text(ONTOLOGY, encoding="utf-8")
    (tmp_path / "kg.toml").write_text(
        f'ontology = ["ontology.ttl"]\n[endpoints.office]\nurl = "{sparql.url}"\n', encoding="utf-8"
    )
    return tmp_path


def ask(folder: Path, model: loopback.Loopback, *more: str, command: str = "ask") -> int:
    """Asks a model elsewhere, by way of the server as a proxy."""
    model.plan(loopback.stream(loopback.anthropic_events(REPLY)))
    options = ("--kg", str(folder), "--model", "anthropic:tester", "--base-url", ELSEWHERE)
    return run([command, *options, *more, QUESTION])


@pytest.fixture
def by_proxy(model: loopback.Loopback, monkeypatch: pytest.MonkeyPatch) -> loopback.Loopback:
    monkeypatch.setenv("NLKGQ_MODEL_PROXY", model.url)
    return model


@pytest.mark.parametrize("mode", ["strict", "values"])
def test_a_model_elsewhere_is_not_asked(
    folder: Path, by_proxy: loopback.Loopback, mode: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ask(folder, by_proxy, "--privacy", mode) == 6
    said = capsys.readouterr()
    assert by_proxy.requests == []
    assert said.out == ""
    assert "the values of the graph (office) are not known" in said.err
    assert "`nlkgq index`" in said.err
    assert "unwatched = true" in said.err
    assert "warning" not in said.err


def test_a_prompt_is_shown_and_said_not_to_be_sent(
    folder: Path, by_proxy: loopback.Loopback, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ask(folder, by_proxy, command="prompt") == 6
    said = capsys.readouterr()
    assert "clerks are there" in said.out
    assert "are not known" in said.err


def test_after_one_index_it_is_asked_and_the_values_are_watched_for(
    folder: Path, by_proxy: loopback.Loopback, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["index", "--kg", str(folder)]) == 0
    assert ask(folder, by_proxy) == 0
    assert len(by_proxy.requests) == 1
    assert by_proxy.requests[0][0] == "http://model.example/v1/messages"
    assert b"Orsolya" not in by_proxy.raw[0]
    assert "as (...) does to this day" in by_proxy.raw[0].decode()
    assert "not known" not in capsys.readouterr().err


def test_the_owner_may_say_that_nothing_need_be_watched(
    folder: Path, by_proxy: loopback.Loopback, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = folder / "kg.toml"
    settings.write_text(settings.read_text() + "[privacy]\nunwatched = true\n", encoding="utf-8")
    assert ask(folder, by_proxy) == 0
    assert len(by_proxy.requests) == 1
    assert "not known" not in capsys.readouterr().err


@pytest.mark.parametrize("settings", ["", "[privacy]\nunwatched = true\n"])
def test_a_report_for_an_auditor_says_what_is_not_watched_for(
    folder: Path, settings: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = folder / "kg.toml"
    file.write_text(file.read_text() + settings, encoding="utf-8")
    report = ["privacy", "report", "--kg", str(folder), QUESTION]
    assert run(report) == 0
    assert "NOT WATCHED FOR: values of office" in capsys.readouterr().out
    assert run(["index", "--kg", str(folder)]) == 0
    assert run(report) == 0
    assert "NOT WATCHED FOR" not in capsys.readouterr().out


def test_nothing_is_refused_where_nothing_is_private(folder: Path, by_proxy: loopback.Loopback) -> None:
    assert ask(folder, by_proxy, "--privacy", "off") == 0
    assert len(by_proxy.requests) == 1


def test_a_server_on_this_machine_is_asked_with_a_warning(
    folder: Path, model: loopback.Loopback, capsys: pytest.CaptureFixture[str]
) -> None:
    model.plan(loopback.stream(loopback.anthropic_events(REPLY)))
    options = ["--kg", str(folder), "--model", "anthropic:tester", "--base-url", f"{model.url}/v1"]
    assert run(["ask", *options, QUESTION]) == 0
    assert len(model.requests) == 1
    assert "warning: the values of the graph (office) are not known" in capsys.readouterr().err


def test_a_server_on_this_machine_behind_a_proxy_elsewhere_is_elsewhere(
    folder: Path, model: loopback.Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NLKGQ_MODEL_PROXY", "http://proxy.example:3128")
    options = ["--kg", str(folder), "--model", "anthropic:tester", "--base-url", f"{model.url}/v1"]
    assert run(["ask", *options, QUESTION]) == 6


def test_the_offline_translator_needs_no_index(folder: Path) -> None:
    assert run(["ask", "--kg", str(folder), QUESTION]) == 0


def test_a_client_of_ones_own_may_be_anywhere(folder: Path) -> None:
    class Client:
        def complete(self, request: Any) -> Any:
            pytest.fail("it was asked")

    with KnowledgeGraph.open(folder) as kg, pytest.raises(LeakBlocked):
        Translator(kg, model=Client()).ask(QUESTION)


def test_one_unread_endpoint_of_several_is_enough(
    folder: Path, by_proxy: loopback.Loopback, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = folder / "kg.toml"
    (folder / "other.ttl").write_text('<http://e.org/x> <http://e.org/v#name> "Amber Mill" .', encoding="utf-8")
    settings.write_text(settings.read_text() + '[endpoints.cellar]\nfiles = ["other.ttl"]\n', encoding="utf-8")
    assert ask(folder, by_proxy) == 6
    assert "(office)" in capsys.readouterr().err


def test_a_scan_that_was_cut_short_is_not_enough(
    folder: Path, by_proxy: loopback.Loopback, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["index", "--kg", str(folder)]) == 0
    (index,) = (cache_dir() / "values").glob("*.sqlite")
    with sqlite3.connect(index) as database:
        database.execute("UPDATE meta SET value = '0' WHERE name = 'complete'")
    database.close()
    assert ask(folder, by_proxy) == 6
    assert "goes on where it was cut short" in capsys.readouterr().err
    assert run(["index", "--kg", str(folder)]) == 0
    assert ask(folder, by_proxy) == 0


def test_an_index_of_an_older_version_is_refused_and_made_anew(
    folder: Path, by_proxy: loopback.Loopback, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["index", "--kg", str(folder)]) == 0
    (index,) = (cache_dir() / "values").glob("*.sqlite")
    with sqlite3.connect(index) as database:
        database.execute("PRAGMA user_version = 3")
    database.close()
    assert ask(folder, by_proxy) == 3
    assert "a value index of version 3" in capsys.readouterr().err
    assert by_proxy.requests == []
    assert run(["index", "--kg", str(folder)]) == 0
    assert ask(folder, by_proxy) == 0


def test_names_for_opaque_terms_are_not_asked_for_either(
    folder: Path, by_proxy: loopback.Loopback, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--kg", str(folder), "--model", "anthropic:tester", "--base-url", ELSEWHERE]
    opaque = ONTOLOGY.replace('rdfs:label "clerk"@en ; ', "").replace("ex:Clerk", "ex:Q17")
    opaque = opaque.replace(
        "Who keeps", "Whoever has kept for at least ten years, and more, after their end, in an office"
    )
    (folder / "ontology.ttl").write_text(opaque, encoding="utf-8")
    assert run(["wrapper", "draft", *options, "--ontology", str(folder / "ontology.ttl")]) == 6
    assert by_proxy.requests == []
    assert "are not known" in capsys.readouterr().err
