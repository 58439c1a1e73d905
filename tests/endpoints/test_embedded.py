"""The cache of the embedded store: loaded once, shared, healed."""

from __future__ import annotations

import gzip
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from embedded_store import COUNT, Make, ask, number, triples

from nlkgq.endpoints.embedded import EmbeddedEndpoint
from nlkgq.endpoints.store_cache import MANIFEST, prepare_store
from nlkgq.errors import ConfigError, EndpointError, LoadError


def test_files_are_loaded_once(make: Make) -> None:
    told: list[float | None] = []
    assert number(ask(make(triples(5), progress=told.append), COUNT)) == 5
    assert told == [1.0]
    assert number(ask(make(triples(5), progress=told.append), COUNT)) == 5
    assert told == [1.0]


def test_other_content_is_another_store(make: Make) -> None:
    assert number(ask(make(triples(5)), COUNT)) == 5
    assert number(ask(make(triples(6)), COUNT)) == 6


def test_an_empty_graph(make: Make) -> None:
    assert number(ask(make("# nothing"), COUNT)) == 0


def test_several_batches(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nlkgq.endpoints.store_cache.QUADS_PER_BATCH", 10)
    told: list[float | None] = []
    assert number(ask(make(triples(35), progress=told.append), COUNT)) == 35
    assert len(told) == 4
    assert told == sorted(told, key=lambda share: share or 0)


def test_compressed_files_tell_no_share(make: Make, tmp_path: Path) -> None:
    path = tmp_path / "packed.ttl.gz"
    path.write_bytes(gzip.compress(triples(3).encode()))
    told: list[float | None] = []
    with_gzip = EmbeddedEndpoint([path], name="gz", cache_dir=tmp_path / "stores", progress=told.append)
    assert number(ask(with_gzip, COUNT)) == 3
    assert told == [None]
    with_gzip.close()


def test_blank_nodes_of_two_files_stay_apart(make: Make) -> None:
    endpoint = make("_:a <http://e/p> 1 .", "_:a <http://e/p> 2 .")
    assert number(ask(endpoint, "SELECT (COUNT(DISTINCT ?s) AS ?n) { ?s ?p ?o }")) == 2


QUADS = "<http://e/s> <http://e/p> 1 <http://e/g1> .\n<http://e/s> <http://e/p> 1 <http://e/g2> .\n"


def test_the_default_graph_holds_a_triple_of_two_graphs_once(make: Make) -> None:
    quads = QUADS.replace(" 1 ", ' "1" ')
    endpoint = make(quads, suffix=".nq")
    assert number(ask(endpoint, COUNT)) == 1
    assert number(ask(endpoint, "SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } }")) == 2


def test_named_graphs_may_stay_out_of_the_default_graph(make: Make) -> None:
    quads = QUADS.replace(" 1 ", ' "1" ')
    assert number(ask(make(quads, suffix=".nq", union_default_graph=False), COUNT)) == 0
    assert number(ask(make(quads, suffix=".nq"), COUNT)) == 1


def test_a_broken_file_is_a_load_error_and_leaves_no_store(make: Make, tmp_path: Path) -> None:
    endpoint = make(triples(3) + "<http://e/s> <http://e/p> ")
    for _ in range(2):
        with pytest.raises(LoadError) as caught:
            ask(endpoint, COUNT)
        assert caught.value.line == 4
    assert not [p for p in (tmp_path / "stores").iterdir() if p.is_dir()]


def test_a_missing_file_is_a_load_error(tmp_path: Path) -> None:
    with pytest.raises(LoadError, match=r"nowhere\.ttl"):
        EmbeddedEndpoint([tmp_path / "nowhere.ttl"], name="x", cache_dir=tmp_path).start()


def test_a_cache_that_cannot_be_written_is_a_configuration_error(tmp_path: Path) -> None:
    (tmp_path / "graph.ttl").write_text(triples(1))
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(ConfigError, match="cannot be written") as caught:
        EmbeddedEndpoint([tmp_path / "graph.ttl"], name="x", cache_dir=tmp_path / "file" / "stores").start()
    assert "NLKGQ_CACHE_DIR" in str(caught.value.hint)


def test_an_interrupted_load_leaves_nothing_that_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nlkgq.endpoints.store_cache.QUADS_PER_BATCH", 10)
    graph = tmp_path / "graph.ttl"
    graph.write_text(triples(50))

    def interrupt(share: float | None) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        prepare_store([graph], tmp_path / "stores", union_default_graph=True, progress=interrupt)
    assert not [p for p in (tmp_path / "stores").iterdir() if p.is_dir()]
    assert prepare_store([graph], tmp_path / "stores", union_default_graph=True).is_dir()


def test_a_load_killed_half_way_is_done_again(tmp_path: Path) -> None:
    graph = tmp_path / "graph.ttl"
    graph.write_text(triples(50))
    script = f"""
        import os, pathlib, nlkgq.endpoints.store_cache as cache
        cache.QUADS_PER_BATCH = 10
        cache.prepare_store([pathlib.Path({str(graph)!r})], pathlib.Path({str(tmp_path / "stores")!r}),
                            union_default_graph=True, progress=lambda share: os.kill(os.getpid(), 9))
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], timeout=60)
    assert done.returncode == -signal.SIGKILL
    assert list((tmp_path / "stores").glob("*.partial"))
    endpoint = EmbeddedEndpoint([graph], name="x", cache_dir=tmp_path / "stores")
    assert number(ask(endpoint, COUNT)) == 50
    assert not list((tmp_path / "stores").glob("*.partial"))
    endpoint.close()


def test_processes_that_start_together_share_one_load(tmp_path: Path) -> None:
    graph = tmp_path / "graph.ttl"
    graph.write_text(triples(20_000))
    script = f"""
        import pathlib
        from nlkgq.endpoints.embedded import EmbeddedEndpoint
        from nlkgq.endpoints.protocol import Limits
        from nlkgq.validation.gate import gate
        told = []
        endpoint = EmbeddedEndpoint([pathlib.Path({str(graph)!r})], name="x",
                                    cache_dir=pathlib.Path({str(tmp_path / "stores")!r}), progress=told.append)
        result = endpoint.run(gate({COUNT!r}), limits=Limits())
        print(result.rows[0][0].value, 1.0 in told)
    """
    together = [
        subprocess.Popen([sys.executable, "-c", textwrap.dedent(script)], stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    answers = sorted(process.communicate(timeout=60)[0].split() for process in together)
    assert answers == [["20000", "False"], ["20000", "False"], ["20000", "True"]]


@pytest.mark.parametrize("damage", ["truncate", "remove", "overwrite", "manifest"])
def test_a_damaged_store_is_loaded_again(make: Make, damage: str) -> None:
    endpoint = make(triples(2_000))
    store = endpoint.prepare()
    [largest] = sorted(store.glob("*.sst"), key=lambda f: f.stat().st_size)[-1:]
    content = largest.read_bytes()
    match damage:
        case "truncate":
            largest.write_bytes(content[: len(content) // 2])
        case "remove":
            largest.unlink()
        case "overwrite":
            largest.write_bytes(b"\0" * len(content))
        case _:
            (store.parent / MANIFEST).write_text("{")
    again = make(triples(2_000))
    assert number(ask(again, COUNT)) == 2_000


def test_damage_that_shows_while_a_query_runs_heals(make: Make) -> None:
    endpoint = make(triples(50_000), workers=1, memory=300_000_000)
    store = endpoint.prepare()
    for table in (t for t in store.glob("*.sst") if t.stat().st_size > 100_000):
        content = table.read_bytes()
        third = len(content) // 3  # the store opens: its directories lie at the end
        table.write_bytes(b"\xff" * third + content[third:])
    with pytest.raises(EndpointError, match="damaged") as caught:
        ask(endpoint, COUNT)
    assert (caught.value.kind, caught.value.retryable) == ("server", True)
    assert number(ask(endpoint, COUNT)) == 50_000
