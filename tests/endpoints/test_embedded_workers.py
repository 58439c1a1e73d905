"""The workers of the embedded store: their bounds, their lives and their ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest
from embedded_store import COUNT, PRODUCT, Make, ask, gone, number, triples, wait_until, workers_in

from nlkgq.endpoints.embedded import EmbeddedEndpoint
from nlkgq.endpoints.store_cache import MANIFEST
from nlkgq.errors import EndpointError
from nlkgq.results.models import AskResult, SelectResult
from nlkgq.validation.gate import GatePolicy

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
