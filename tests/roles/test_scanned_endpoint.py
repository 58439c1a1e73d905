"""A role over an endpoint whose whole index lies in the cache: it has an index of its own, or none."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import servers

sys.path.insert(0, str(Path(__file__).resolve().parent))

from hospital import CANARY, GRAPH, write_hospital

from nlkgq import KnowledgeGraph


def test_the_index_of_the_whole_graph_is_not_the_roles(
    tmp_path: Path, require: Callable[[str, bool, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NLKGQ_CACHE_DIR", str(tmp_path / "cache"))
    write_hospital(tmp_path)
    with servers.oxigraph(tmp_path, require) as server:
        server.load(GRAPH, "http://hospital.example/graph")
        settings = tmp_path / "kg.toml"
        settings.write_text(settings.read_text().replace('files = ["graph.ttl"]', f'url = "{server.url}"'))
        with KnowledgeGraph.open(tmp_path, settings={"access.role": "chief"}) as kg:
            kg.index()
            assert kg.knowledge.index.lookup(f"{CANARY}-positive")
            whole = kg.knowledge.indexes[0].values
        with KnowledgeGraph.open(tmp_path, settings={"access.role": "clerk"}) as kg:
            assert kg.knowledge.indexes == ()
            assert not kg.knowledge.index.lookup(f"{CANARY}-positive")
            kg.index()
            assert kg.knowledge.index.lookup("Dora Wide")
            assert not kg.knowledge.index.lookup(f"{CANARY}-positive")
        with KnowledgeGraph.open(tmp_path, settings={"access.role": "chief"}) as kg:
            assert kg.knowledge.indexes[0].values == whole
