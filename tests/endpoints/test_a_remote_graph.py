"""A question over a remote endpoint: unknown until it is indexed, then as over files."""

from __future__ import annotations

from pathlib import Path

import pytest

from nlkgq import KnowledgeGraph, NotUnderstoodError, Translator
from nlkgq.errors import ConfigError
from nlkgq.resources import graph_folder

FILMS = graph_folder("films")
GRAPH = "https://nlkgq.example/films/graph"
QUESTION = "Which films did Mara O'Tierne direct?"


@pytest.fixture(params=["oxigraph_server", "virtuoso_server"])
def films_url(request: pytest.FixtureRequest) -> str:
    server = request.getfixturevalue(request.param)
    server.load((FILMS / "graph.ttl").read_text(encoding="utf-8"), GRAPH)
    return server.url


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NLKGQ_CACHE_DIR", str(tmp_path / "cache"))


SETTINGS = {"endpoints.endpoint.default_graphs": [GRAPH]}


@pytest.mark.usefixtures("own_cache")
def test_an_endpoint_is_scanned_only_when_asked(films_url: str) -> None:
    with KnowledgeGraph.from_endpoint(films_url, ontology=[FILMS / "ontology.ttl"], settings=SETTINGS) as kg:
        masked = kg.mask(QUESTION)
        assert {p.kind.value for p in masked.placeholders} == {"unknown"}
        assert "Tierne" not in masked.text
        report = kg.index(seconds=120)
        assert report.complete
        assert report.values > 500
    with KnowledgeGraph.from_endpoint(films_url, ontology=[FILMS / "ontology.ttl"], settings=SETTINGS) as kg:
        (placeholder,) = kg.mask(QUESTION).placeholders
        assert placeholder.kind.value == "string"
        remote = Translator(kg).ask(QUESTION)
    with KnowledgeGraph.open("films") as kg:
        local = Translator(kg).ask(QUESTION)
    assert sorted(map(str, remote.rows)) == sorted(map(str, local.rows))
    assert remote.rows


@pytest.mark.usefixtures("own_cache")
def test_an_endpoint_without_ontology_gets_a_drafted_one(films_url: str) -> None:
    with KnowledgeGraph.from_endpoint(films_url, settings=SETTINGS) as kg:
        with pytest.raises(ConfigError, match="no ontology"):
            _ = kg.ontology
        kg.index(seconds=120)
        assert kg.ontology.drafted
        assert Translator(kg).ask("How many films are there?").rows
    with pytest.raises(NotUnderstoodError), KnowledgeGraph.from_endpoint(films_url, settings=SETTINGS) as kg:
        Translator(kg).ask("Will it rain tomorrow?")
