"""The embedded store: its cache, its workers and what becomes of them."""

from __future__ import annotations

import gzip
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from nlkgq.endpoints.embedded import EmbeddedEndpoint
from nlkgq.endpoints.protocol import Limits
from nlkgq.endpoints.store_cache import MANIFEST, prepare_store
from nlkgq.errors import ConfigError, EndpointError, LoadError
from nlkgq.results.models import AskResult, Result, SelectResult
from nlkgq.validation.gate import GatePolicy, gate

Make = Callable[..., EmbeddedEndpoint]

PRODUCT = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?o ?p FILTER(STR(?c) < STR(?p)) }"
COUNT = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """``make(*texts, suffix=".ttl", ...)``: an endpoint over files with these texts."""
    made: list[EmbeddedEndpoint] = []

    def build(*texts: str, suffix: str = ".ttl", **settings: object) -> EmbeddedEndpoint:
        paths = []
        for number, text in enumerate(texts):
            path = tmp_path / f"graph{number}{suffix}"
            path.write_text(text, encoding="utf-8")
            paths.append(path)
        arguments = {"name": "test", "cache_dir": tmp_path / "stores", **settings}
        made.append(EmbeddedEndpoint(paths, **arguments))  # type: ignore[arg-type]
        return made[-1]

    yield build
    for endpoint in made:
        endpoint.close()


def ask(endpoint: EmbeddedEndpoint, text: str, policy: GatePolicy | None = None, **limits: float) -> Result:
    return endpoint.run(gate(text, policy), limits=Limits(**limits))  # type: ignore[arg-type]


def number(result: Result) -> int:
    assert isinstance(result, SelectResult)
    [[cell]] = result.rows
    assert cell is not None
    return int(cell.value)


def triples(count: int) -> str:
    return "".join(f"<http://e/s{n}> <http://e/p> 'o{n}' .\n" for n in range(count))


def workers_in(folder: Path) -> list[int]:
    """Process ids of the living workers whose store lies under a folder."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            command = stat.with_name("cmdline").read_bytes()
        except OSError:
            continue
        if b"endpoints/worker.py" in command and str(folder).encode() in command:
            found.append(int(stat.parent.name))
    return found


def gone(pid: int) -> bool:
    """Whether a process has ended, or is a zombie that its new parent has not fetched."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


def wait_until(condition: Callable[[], bool], seconds: float = 10) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.01)
    return condition()


# ---- the cache


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


# ---- bounds


def test_a_product_of_everything_stops_at_the_deadline_and_the_next_query_works(make: Make) -> None:
    endpoint = make(triples(500))
    ask(endpoint, COUNT)
    started = time.monotonic()
    with pytest.raises(EndpointError) as caught:
        ask(endpoint, PRODUCT, seconds=1)
    assert 0.9 < time.monotonic() - started < 2
    assert (caught.value.kind, caught.value.endpoint) == ("timeout", "test")
    assert number(ask(endpoint, COUNT)) == 500


def test_rows_without_end_stop_at_the_cap_at_once(make: Make) -> None:
    endpoint = make(triples(500))
    result = ask(endpoint, "SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }", rows=2_500, seconds=5)
    assert isinstance(result, SelectResult)
    assert len(result.rows) == 2_500
    assert [note.code for note in result.notes] == ["truncated"]


def test_a_query_that_wants_all_memory_is_stopped_and_the_next_one_works(make: Make) -> None:
    endpoint = make(triples(2_000), memory=300_000_000)
    with pytest.raises(EndpointError, match="memory") as caught:
        ask(endpoint, "SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } ORDER BY ?i", seconds=30)
    assert caught.value.kind == "too-large"
    assert number(ask(endpoint, COUNT)) == 2_000


def test_rows_without_columns_are_counted(make: Make) -> None:
    result = ask(make(triples(3)), "SELECT * { <http://e/s1> <http://e/p> 'o1' }")
    assert result == SelectResult(variables=(), rows=((),))


def test_service_reaches_nothing(make: Make) -> None:
    address = "http://127.0.0.1:9999/"
    endpoint = make(triples(1))
    query = f"SELECT * {{ ?s ?p ?o SERVICE SILENT <{address}> {{ ?s ?q ?r }} }}"
    with pytest.raises(EndpointError, match="SERVICE") as caught:
        ask(endpoint, query, GatePolicy(service=frozenset({address})))
    assert caught.value.kind == "bad-query"
    assert isinstance(ask(endpoint, "SELECT ?service { ?service ?p 'o0' }"), SelectResult)


@pytest.mark.skipif(sys.platform != "linux", reason="the filter is a Linux one")
def test_the_worker_has_no_network(make: Make, tmp_path: Path) -> None:
    endpoint = make(triples(1))
    ask(endpoint, COUNT)
    [worker] = workers_in(tmp_path)
    status = Path(f"/proc/{worker}/status").read_text()
    assert "Seccomp:\t2" in status


@pytest.mark.parametrize("inner", ["<http://e/c>", "'c'"])
def test_a_triple_term_is_refused(make: Make, inner: str) -> None:
    endpoint = make(f"<http://e/s> <http://e/p> <<( <http://e/a> <http://e/b> {inner} )>> .")
    with pytest.raises(EndpointError, match=r"RDF 1\.1") as caught:
        ask(endpoint, "SELECT * { ?s ?p ?o }")
    assert caught.value.kind == "server"
    assert number(ask(endpoint, COUNT)) == 1


# ---- workers


def test_start_makes_the_first_query_quick(make: Make, tmp_path: Path) -> None:
    endpoint = make(triples(100))
    endpoint.start()
    started = time.monotonic()
    ask(endpoint, COUNT)
    assert time.monotonic() - started < 0.5
    assert len(workers_in(tmp_path)) == 1


def test_a_worker_that_is_killed_is_replaced(make: Make, tmp_path: Path) -> None:
    endpoint = make(triples(10))
    ask(endpoint, COUNT)
    [worker] = workers_in(tmp_path)
    os.kill(worker, signal.SIGKILL)
    assert wait_until(lambda: gone(worker))
    assert number(ask(endpoint, COUNT)) == 10
    assert workers_in(tmp_path) != [worker]


def test_a_worker_that_dies_as_it_is_asked_is_replaced(make: Make, tmp_path: Path) -> None:
    endpoint = make(triples(10))
    for _ in range(8):
        ask(endpoint, COUNT)
        [worker] = [pid for pid in workers_in(tmp_path) if not gone(pid)]
        os.kill(worker, signal.SIGKILL)  # whether the endpoint sees it in time is chance
        assert number(ask(endpoint, COUNT)) == 10


def test_a_worker_killed_in_the_middle_of_a_query(make: Make, tmp_path: Path) -> None:
    endpoint = make(triples(500))
    ask(endpoint, COUNT)
    [worker] = workers_in(tmp_path)
    killer = threading.Timer(0.3, os.kill, (worker, signal.SIGKILL))
    killer.start()
    with pytest.raises(EndpointError) as caught:
        ask(endpoint, PRODUCT, seconds=20)
    killer.join()
    assert caught.value.kind == "server"
    assert number(ask(endpoint, COUNT)) == 500


def test_threads_share_an_endpoint(make: Make, tmp_path: Path) -> None:
    endpoint = make(triples(300), workers=2)
    wrong: list[object] = []

    def many(mine: int) -> None:
        for _ in range(15):
            result = ask(endpoint, f"SELECT ?o {{ <http://e/s{mine}> ?p ?o }}")
            if not isinstance(result, SelectResult) or [r[0] and r[0].value for r in result.rows] != [f"o{mine}"]:
                wrong.append(result)

    threads = [threading.Thread(target=many, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert not wrong
    assert len(workers_in(tmp_path)) <= 2


def test_when_every_worker_is_busy_waiting_ends_at_the_deadline(make: Make) -> None:
    endpoint = make(triples(500), workers=1)
    ask(endpoint, COUNT)
    errors: list[EndpointError] = []

    def long() -> None:
        with pytest.raises(EndpointError) as caught:
            ask(endpoint, PRODUCT, seconds=2)
        errors.append(caught.value)

    thread = threading.Thread(target=long)
    thread.start()
    time.sleep(0.3)
    with pytest.raises(EndpointError) as caught:
        ask(endpoint, COUNT, seconds=0.2)
    assert (caught.value.kind, caught.value.retryable) == ("busy", True)
    thread.join(timeout=30)
    assert [error.kind for error in errors] == ["timeout"]
    assert number(ask(endpoint, COUNT)) == 500


def test_close_ends_the_workers(make: Make, tmp_path: Path) -> None:
    endpoint = make(triples(10))
    ask(endpoint, COUNT)
    [worker] = workers_in(tmp_path)
    endpoint.close()
    assert gone(worker)


def test_an_endpoint_that_nobody_closes_ends_its_workers(make: Make, tmp_path: Path) -> None:
    store = make(triples(10))
    store.prepare()
    endpoint = EmbeddedEndpoint([tmp_path / "graph0.ttl"], name="forgotten", cache_dir=tmp_path / "stores")
    assert ask(endpoint, "ASK { }") == AskResult(boolean=True)
    [worker] = workers_in(tmp_path)
    del endpoint
    assert wait_until(lambda: gone(worker))


PARENT = """
    import pathlib, sys
    from nlkgq.endpoints.embedded import EmbeddedEndpoint
    from nlkgq.endpoints.protocol import Limits
    from nlkgq.validation.gate import gate
    endpoint = EmbeddedEndpoint([pathlib.Path(sys.argv[1])], name="x", cache_dir=pathlib.Path(sys.argv[2]))
    endpoint.run(gate("ASK {}"), limits=Limits())
    print("ready", flush=True)
    try:
        endpoint.run(gate(sys.argv[3]), limits=Limits(seconds=60))
    except KeyboardInterrupt:
        sys.exit(130)
"""


@pytest.mark.parametrize(
    ("sent", "status"),
    [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM), (signal.SIGKILL, -signal.SIGKILL)],
)
def test_no_worker_outlives_its_parent(tmp_path: Path, sent: signal.Signals, status: int) -> None:
    graph = tmp_path / "graph.ttl"
    graph.write_text(triples(500))
    command = [sys.executable, "-c", textwrap.dedent(PARENT), str(graph), str(tmp_path / "stores"), PRODUCT]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == "ready\n"
        time.sleep(0.3)  # the product is being computed
        [worker] = workers_in(tmp_path)
        started = time.monotonic()
        parent.send_signal(sent)
        assert parent.wait(timeout=10) == status
        assert wait_until(lambda: gone(worker), 5)
        assert time.monotonic() - started < 3


def test_stores_that_nobody_opens_are_removed_after_a_month(make: Make, tmp_path: Path) -> None:
    old, used = make(triples(1)).prepare(), make(triples(2)).prepare()
    month_ago = time.time() - 31 * 86_400
    for store in (old, used):
        os.utime(store.parent / MANIFEST, (month_ago, month_ago))
    make(triples(2)).prepare()  # opening counts as use
    make(triples(3)).prepare()
    assert not old.exists()
    assert used.exists()
