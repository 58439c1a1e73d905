"""One graph behind every kind of endpoint."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from servers import SparqlServer

from nlkgq.endpoints.embedded import EmbeddedEndpoint
from nlkgq.endpoints.protocol import Endpoint, Limits
from nlkgq.endpoints.sparql_protocol import SparqlEndpoint
from nlkgq.results.models import Result
from nlkgq.validation.gate import GatePolicy, gate

GRAPH = "http://example.org/contract"
FOLDER = Path(__file__).parent / "contract"

Ask = Callable[..., Result]


@pytest.fixture(scope="session")
def contract_graph() -> str:
    """120 items with a number each, and one item for each kind of cell."""
    items = "".join(f'e:item{n} a e:Item ; e:number {n} ; e:name "item {n}"@en .\n' for n in range(120))
    return (FOLDER / "graph.ttl").read_text(encoding="utf-8") + items


@pytest.fixture(scope="session")
def embedded(tmp_path_factory: pytest.TempPathFactory, contract_graph: str) -> Iterator[Endpoint]:
    folder = tmp_path_factory.mktemp("embedded")
    (folder / "graph.ttl").write_text(contract_graph, encoding="utf-8")
    endpoint = EmbeddedEndpoint([folder / "graph.ttl"], name="embedded", cache_dir=folder / "stores")
    yield endpoint
    endpoint.close()


@pytest.fixture(scope="session")
def oxigraph(oxigraph_server: SparqlServer, contract_graph: str) -> Iterator[Endpoint]:
    oxigraph_server.load(contract_graph, GRAPH)
    endpoint = SparqlEndpoint(oxigraph_server.url, name="oxigraph", default_graphs=[GRAPH])
    yield endpoint
    endpoint.close()


@pytest.fixture(scope="session")
def virtuoso(virtuoso_server: SparqlServer, contract_graph: str) -> Iterator[Endpoint]:
    virtuoso_server.load(contract_graph, GRAPH)
    endpoint = SparqlEndpoint(virtuoso_server.url, name="virtuoso", default_graphs=[GRAPH])
    yield endpoint
    endpoint.close()


@pytest.fixture(scope="session")
def virtuoso_by_get(virtuoso_server: SparqlServer, virtuoso: Endpoint) -> Iterator[Endpoint]:
    endpoint = SparqlEndpoint(
        f"{virtuoso_server.url}?timeout=0", name="virtuoso by GET", default_graphs=[GRAPH], method="get"
    )
    yield endpoint
    endpoint.close()


@pytest.fixture(params=["embedded", "oxigraph", "virtuoso", "virtuoso_by_get"])
def endpoint(request: pytest.FixtureRequest) -> Endpoint:
    """Every kind in turn."""
    found: Endpoint = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def ask() -> Ask:
    """``ask(endpoint, text, **limits)``: through the gate and the endpoint."""

    def run(endpoint: Endpoint, text: str, **limits: float) -> Result:
        prefixes = "PREFIX e: <http://example.org/>\nPREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n"
        return endpoint.run(gate(prefixes + text, GatePolicy()), limits=Limits(**limits))  # type: ignore[arg-type]  # keywords of one constructor, passed through

    return run


@pytest.fixture(params=["embedded", "oxigraph"])
def endpoint_to_close(request: pytest.FixtureRequest, tmp_path: Path, contract_graph: str) -> Endpoint:
    """An endpoint of the test's own."""
    if request.param == "oxigraph":
        server: SparqlServer = request.getfixturevalue("oxigraph_server")
        return SparqlEndpoint(server.url, name="own")
    (tmp_path / "graph.ttl").write_text(contract_graph, encoding="utf-8")
    return EmbeddedEndpoint([tmp_path / "graph.ttl"], name="own", cache_dir=tmp_path / "stores")


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Callable[..., EmbeddedEndpoint]]:
    """``make(*texts, suffix=".ttl", ...)``: an endpoint over files with these texts."""
    made: list[EmbeddedEndpoint] = []

    def build(*texts: str, suffix: str = ".ttl", **settings: object) -> EmbeddedEndpoint:
        paths = []
        for number, text in enumerate(texts):
            path = tmp_path / f"graph{number}{suffix}"
            path.write_text(text, encoding="utf-8")
            paths.append(path)
        arguments = {"name": "test", "cache_dir": tmp_path / "stores", **settings}
        made.append(EmbeddedEndpoint(paths, **arguments))  # type: ignore[arg-type]  # keywords of one constructor, passed through
        return made[-1]

    yield build
    for endpoint in made:
        endpoint.close()
