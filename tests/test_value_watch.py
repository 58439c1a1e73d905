"""What is watched for follows the graph, its rules and its owner's names of values."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from nlkgq import KnowledgeGraph, LeakBlocked, Translator
from nlkgq.resources import cache_dir

GRAPH = """
@prefix ex: <http://e.org/> .
ex:Velvet_Harbour a ex:Town ; ex:name "Velvet Harbour" ; ex:country "Quentland" .
ex:p_77421 a ex:Person ; ex:name "Orsolya Quent" ; ex:country "Quentland" ; ex:age 48213577 .
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "graph.ttl").write_text(GRAPH, encoding="utf-8")
    (tmp_path / "kg.toml").write_text('[endpoints.m]\nfiles = ["graph.ttl"]\n', encoding="utf-8")
    return tmp_path


def found(folder: Path, text: str, **settings: object) -> list[str]:
    with KnowledgeGraph.open(folder, settings=settings) as kg:
        watched = Translator(kg).outgoing.watched
        return [] if watched is None else [text[f.start : f.end] for f in watched.find(text)]


TEXT = "velvet harbour, Quentland, orsolya-quent, 48213577 and p_77421 but no name of a town, country, person or age"
ALL = ["velvet harbour", "Quentland", "orsolya-quent", "48213577", "p_77421"]


def test_every_literal_and_name_of_an_individual_is_watched(folder: Path) -> None:
    assert found(folder, TEXT) == ALL


def test_what_a_rule_makes_public_is_not(folder: Path) -> None:
    rules = {"privacy.public.properties": ["country"]}
    assert found(folder, TEXT, **rules) == [value for value in ALL if value != "Quentland"]
    assert found(folder, TEXT, **{"privacy.exempt": ["Quentland"]}) == [v for v in ALL if v != "Quentland"]


def test_names_that_the_owner_gives_are(folder: Path) -> None:
    (folder / "synonyms.toml").write_text('[values]\n"Big Blue" = "Velvet Harbour"\n', encoding="utf-8")
    assert found(folder, "the big blue", synonyms=folder / "synonyms.toml") == ["big blue"]
    assert found(folder, "the big blue") == []


def test_nothing_is_where_the_graph_is_public(folder: Path) -> None:
    assert found(folder, TEXT, **{"privacy.mode": "off"}) == []


def test_a_graph_that_has_changed_is_read_again(folder: Path) -> None:
    assert found(folder, "the new Amber Mill") == []
    (folder / "graph.ttl").write_text(GRAPH + '<http://e.org/m> ex:name "Amber Mill" .', encoding="utf-8")
    assert found(folder, "the new Amber Mill") == ["Amber Mill"]


def test_a_damaged_cache_is_read_again(folder: Path) -> None:
    assert found(folder, TEXT) == ALL
    for path in (cache_dir() / "watched").iterdir():
        assert os.stat(path).st_mode & 0o777 == 0o600
        path.write_bytes(path.read_bytes()[:-20])
    assert found(folder, TEXT) == ALL


def test_the_gate_of_a_question_knows_values_that_it_does_not_name(folder: Path) -> None:
    with KnowledgeGraph.open(folder) as kg:
        way = Translator(kg, model="anthropic:tester").outgoing
        way.check(way.builder.request(kg.mask("How many towns are there?")))
        with pytest.raises(LeakBlocked):
            way.gate.check(b'{"content": "towns such as velvet harbour"}', ())


def test_indexing_reads_what_is_watched_for(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NLKGQ_CACHE_DIR", str(folder / "cache"))
    with KnowledgeGraph.open(folder) as kg:
        kg.index()
    assert len(list((folder / "cache" / "watched").iterdir())) == 1
    with KnowledgeGraph.open(folder) as kg, monkeypatch.context() as nothing:
        nothing.setattr("nlkgq.value_watch._texts", lambda *_: pytest.fail("read twice"))
        assert Translator(kg).outgoing.watched is not None


def test_a_synonym_that_holds_a_value_is_dropped_and_its_question_sent_without_it(folder: Path) -> None:
    """The owner's names of terms stand in the prompt; the ontology's own may hold what they like."""
    (folder / "synonyms.toml").write_text(
        '[terms]\n"Quent place" = "ex:Town"\n"small city" = "ex:Town"\n', encoding="utf-8"
    )
    with KnowledgeGraph.open(folder, settings={"synonyms": folder / "synonyms.toml"}) as kg:
        translator = Translator(kg, model="anthropic:tester")
        request = translator.request("How many quent places and small cities are there?")
        sent = "\n".join((*(block.text for block in request.system), *(message.text for message in request.messages)))
        assert "quent" not in sent.casefold().replace("quentland", "")
        assert "small city" in sent
        assert [note.what for note in translator.outgoing.material.withheld] == ["synonym"]


def test_files_that_have_not_changed_are_not_indexed_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NLKGQ_CACHE_DIR", str(folder / "cache"))
    with KnowledgeGraph.open(folder) as kg:
        first = kg.index()
    (index,) = (folder / "cache" / "values").glob("*.sqlite")
    made = index.stat().st_mtime_ns
    with KnowledgeGraph.open(folder) as kg:
        assert kg.index() == first
    assert index.stat().st_mtime_ns == made
    with KnowledgeGraph.open(folder) as kg:
        assert kg.index(fresh=True) == first
    assert index.stat().st_mtime_ns != made
