"""An endpoint is read page by page, and a cut scan is gone on with."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path

import pyoxigraph
import pytest

from nlkgq.errors import ConfigError, EndpointError
from nlkgq.results.models import RdfTerm, ResultNote, SelectResult
from nlkgq.values import endpoint_scan
from nlkgq.values.endpoint_scan import scan_endpoint
from nlkgq.values.model import StoredValue
from nlkgq.values.store import SqliteValueIndex


def as_term(term: pyoxigraph.NamedNode | pyoxigraph.BlankNode | pyoxigraph.Literal) -> RdfTerm:
    if isinstance(term, pyoxigraph.NamedNode):
        return RdfTerm("uri", term.value)
    if isinstance(term, pyoxigraph.BlankNode):
        return RdfTerm("bnode", term.value)
    return RdfTerm("literal", term.value, term.datatype.value, term.language)


class FakeEndpoint:
    """An embedded store that counts what it is asked and fails or cuts when told to."""

    def __init__(self, graph: Path) -> None:
        self.store = pyoxigraph.Store()
        self.store.bulk_load(path=str(graph), format=pyoxigraph.RdfFormat.TURTLE)
        self.asked = 0
        self.queries: list[str] = []
        self.fail_after: int | None = None
        self.most_rows: int | None = None

    def run(self, query: str) -> SelectResult:
        self.asked += 1
        self.queries.append(query)
        if self.fail_after is not None and self.asked > self.fail_after:
            raise EndpointError("gone", kind="network", endpoint="fake")
        solutions = self.store.query(query)
        assert isinstance(solutions, pyoxigraph.QuerySolutions)
        names = tuple(v.value for v in solutions.variables)
        rows = tuple(tuple(as_term(s[n]) for n in names) for s in solutions)
        notes = ()
        if self.most_rows is not None and len(rows) > self.most_rows:
            rows, notes = rows[: self.most_rows], (ResultNote(code="endpoint-cap", message="cut"),)
        return SelectResult(variables=names, rows=rows, notes=notes)


@pytest.fixture
def endpoint(graph: Path) -> FakeEndpoint:
    return FakeEndpoint(graph)


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "values.sqlite"


TEXTS = ("Baldwin Dirksen", "sankt alban", "41", "muller and son", "Анна Орлова")


def found(index: SqliteValueIndex) -> dict[str, list[StoredValue]]:
    return {text: list(index.lookup(text)) for text in TEXTS}


def scanned(target: Path) -> dict[str, list[StoredValue]]:
    with SqliteValueIndex(target, key="k") as index:
        return found(index)


def test_an_endpoint_gives_the_same_index_as_its_file(
    endpoint: FakeEndpoint, target: Path, index: SqliteValueIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoint_scan, "PAGE", 3)
    summary = scan_endpoint(endpoint.run, target, key="k")
    assert summary.complete
    assert summary.triples == len(endpoint.store)
    assert scanned(target) == found(index)
    assert {p.name for p in target.parent.iterdir()} == {"values.sqlite", "values.sqlite.pages.gz"}
    assert {stat.S_IMODE(p.stat().st_mode) for p in target.parent.iterdir()} == {0o600}


def test_a_cap_of_the_endpoint_hides_nothing(endpoint: FakeEndpoint, target: Path, index: SqliteValueIndex) -> None:
    endpoint.most_rows = 2
    assert scan_endpoint(endpoint.run, target, key="k").triples == len(endpoint.store)
    assert scanned(target) == found(index)


def test_a_cut_scan_goes_on_where_it_stopped(
    endpoint: FakeEndpoint, target: Path, index: SqliteValueIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoint_scan, "PAGE", 3)
    scan_endpoint(endpoint.run, target.with_name("whole"), key="k")
    needed, endpoint.asked, endpoint.fail_after = endpoint.asked, 0, 12
    with pytest.raises(EndpointError):
        scan_endpoint(endpoint.run, target, key="k")
    pages = target.with_name("values.sqlite.pages")
    assert stat.S_IMODE(pages.stat().st_mode) == 0o600
    with pages.open("a", encoding="utf-8") as file:
        file.write('{"property": "cut in the mid')
    endpoint.asked, endpoint.fail_after = 0, None
    assert scan_endpoint(endpoint.run, target, key="k").complete
    assert endpoint.asked <= needed - 4
    assert scanned(target) == found(index)
    assert not pages.exists()


def test_two_scans_of_one_endpoint_at_once_are_refused(endpoint: FakeEndpoint, target: Path) -> None:
    refused: list[str] = []

    def run(query: str) -> SelectResult:
        if not refused:
            with pytest.raises(ConfigError, match="another") as found:
                scan_endpoint(endpoint.run, target, key="k")
            refused.append(found.value.hint or "")
        return endpoint.run(query)

    assert scan_endpoint(run, target, key="k").triples == len(endpoint.store)
    assert refused[0]
    assert scan_endpoint(endpoint.run, target, key="k").complete


def test_a_later_scan_reads_only_what_has_changed(endpoint: FakeEndpoint, target: Path) -> None:
    scan_endpoint(endpoint.run, target, key="k")
    before = target.stat().st_mtime_ns
    endpoint.queries.clear()
    again = scan_endpoint(endpoint.run, target, key="k")
    assert (again.complete, again.kept, again.triples) == (True, len(endpoint.store), len(endpoint.store))
    assert target.stat().st_mtime_ns == before
    assert all("COUNT" in query or "DISTINCT" in query for query in endpoint.queries)
    endpoint.store.update(
        "PREFIX : <http://example.org/v#> INSERT DATA { <http://example.org/i/1> :name 'Newcomer Quent' }"
    )
    endpoint.queries.clear()
    changed = scan_endpoint(endpoint.run, target, key="k")
    assert changed.triples == len(endpoint.store)
    assert [q for q in endpoint.queries if "ORDER BY ?s ?o" in q and "#name>" not in q] == []
    with SqliteValueIndex(target, key="k") as index:
        assert index.lookup("newcomer quent")
        assert found(index)["Baldwin Dirksen"][0].classes == ()
        assert found(index)["Baldwin Dirksen"][0].holders[0].subject_class == "http://example.org/v#Person"


def test_a_fresh_scan_sees_what_was_changed_in_place(endpoint: FakeEndpoint, target: Path) -> None:
    scan_endpoint(endpoint.run, target, key="k")
    endpoint.store.update(
        "PREFIX : <http://example.org/v#> DELETE { ?s :name 'Eva Dirksen' } INSERT { ?s :name 'Eva Changed' }"
        " WHERE { ?s :name 'Eva Dirksen' }"
    )
    scan_endpoint(endpoint.run, target, key="k")
    with SqliteValueIndex(target, key="k") as index:
        assert not index.lookup("Eva Changed")  # as many triples as before
    assert scan_endpoint(endpoint.run, target, key="k", fresh=True).kept == 0
    with SqliteValueIndex(target, key="k") as index:
        assert index.lookup("Eva Changed")
        assert not index.lookup("Eva Dirksen")


def test_damaged_pages_are_read_again(endpoint: FakeEndpoint, target: Path) -> None:
    scan_endpoint(endpoint.run, target, key="k")
    packed = target.with_name("values.sqlite.pages.gz")
    packed.write_bytes(packed.read_bytes()[:-20])
    again = scan_endpoint(endpoint.run, target, key="k")
    assert (again.kept, again.triples) == (0, len(endpoint.store))


def test_an_endpoint_that_stops_leaves_the_old_index(endpoint: FakeEndpoint, target: Path) -> None:
    scan_endpoint(endpoint.run, target, key="k")
    before = target.read_bytes()
    endpoint.asked, endpoint.fail_after = 0, 3
    with pytest.raises(EndpointError, match="gone"):
        scan_endpoint(endpoint.run, target, key="k", fresh=True)
    assert target.read_bytes() == before


def test_pages_of_another_endpoint_are_dropped(endpoint: FakeEndpoint, target: Path, index: SqliteValueIndex) -> None:
    endpoint.fail_after = 4
    with pytest.raises(EndpointError):
        scan_endpoint(endpoint.run, target, key="other")
    endpoint.asked, endpoint.fail_after = 0, None
    assert scan_endpoint(endpoint.run, target, key="k").triples == len(endpoint.store)


def test_time_running_out_leaves_what_was_read(endpoint: FakeEndpoint, target: Path) -> None:
    times = iter([0.0, *[float(n) for n in range(100)]])
    clock: Callable[[], float] = lambda: next(times)  # noqa: E731 - a clock in one line
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(endpoint_scan.time, "monotonic", clock)
        summary = scan_endpoint(endpoint.run, target, key="k", seconds=3)
    assert not summary.complete
    assert 0 < summary.triples < len(endpoint.store)
    assert scan_endpoint(endpoint.run, target, key="k").complete
