"""Our mediator, SERVICE and an existing federation engine give the same answers over the same three servers.

Comunica is found in the node_modules of the folder named by COMUNICA_FOLDER (`npm install @comunica/query-sparql@4`).
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from federation_cases import NS, Triple, answer_of, merged
from server_process import free_port, wait_until_up
from servers import SparqlServer, oxigraph

from nlkgq import KnowledgeGraph
from nlkgq.endpoints.federated import FederatedEndpoint
from nlkgq.endpoints.federation.service import ServiceEndpoint
from nlkgq.endpoints.federation.sources import Source
from nlkgq.endpoints.protocol import Limits
from nlkgq.endpoints.sparql_protocol import SparqlEndpoint
from nlkgq.results.comparison import compare_answers
from nlkgq.results.reading import read_json
from nlkgq.validation.gate import gate

FOLDER = Path(os.environ.get("COMUNICA_FOLDER", "node_modules-are-nowhere"))
FILMS: list[Triple] = [
    triple
    for n in range(40)
    for triple in (
        (f"<{NS}film{n}>", f"<{NS}director>", f"<{NS}person{n % 7}>"),
        (f"<{NS}film{n}>", f"<{NS}year>", f'"{1990 + n % 11}"^^<http://www.w3.org/2001/XMLSchema#integer>'),
    )
]
PEOPLE: list[Triple] = [(f"<{NS}person{n}>", f"<{NS}name>", f'"Person {n}"') for n in range(6)]
PLACES: list[Triple] = [(f"<{NS}person{n}>", f"<{NS}born>", f"<{NS}place{n % 3}>") for n in range(7)]
# Comunica 4.5 evaluates NOT EXISTS within the source of the outer pattern, so no query here has it.
QUERIES = [
    "SELECT ?f ?n { ?f :director ?p . ?p :name ?n }",
    "SELECT ?f ?n ?c { ?f :director ?p ; :year ?y . ?p :name ?n ; :born ?c FILTER(?y > 1997) }",
    "SELECT ?f ?n { ?f :director ?p OPTIONAL { ?p :name ?n } }",
    "SELECT ?c (COUNT(*) AS ?k) { ?f :director ?p . ?p :born ?c } GROUP BY ?c",
    "SELECT ?p ?c { ?p :born ?c MINUS { ?p :name 'Person 2' } }",
    "SELECT DISTINCT ?x { { ?x :born :place1 } UNION { ?x :name 'Person 4' } }",
]
SCRIPT = """
const {QueryEngine} = require('@comunica/query-sparql');
(async () => {
  const engine = new QueryEngine(), answers = [];
  const {sources, queries} = JSON.parse(process.argv[1]);
  for (const query of queries) {
    const found = await engine.query(query, {sources});
    const {data} = await engine.resultToString(found, 'application/sparql-results+json');
    let text = '';
    for await (const chunk of data) text += chunk;
    answers.push(text);
  }
  console.log(JSON.stringify(answers));
})();
"""


@pytest.fixture(scope="module")
def three(
    tmp_path_factory: pytest.TempPathFactory, require: Callable[[str, bool, str], None]
) -> Iterator[list[SparqlServer]]:
    with ExitStack() as stack:
        servers = [stack.enter_context(oxigraph(tmp_path_factory.mktemp(f"s{n}"), require)) for n in range(3)]
        for server, part in zip(servers, (FILMS, PEOPLE, PLACES), strict=True):
            server.load("\n".join(" ".join(triple) + " ." for triple in part), f"{NS}graph")
        yield servers


@pytest.fixture(scope="module")
def node(require: Callable[[str, bool, str], None]) -> str:
    """The program; skips where Comunica is not there."""
    program, found = shutil.which("node"), (FOLDER / "node_modules" / "@comunica" / "query-sparql").is_dir()
    require("comunica", program is not None and found, "COMUNICA_FOLDER names no folder with @comunica/query-sparql")
    assert program is not None
    return program


def sources_of(urls: list[str]) -> list[Source]:
    return [
        Source(name=f"s{n}", endpoint=SparqlEndpoint(url, name=f"s{n}"), trusted=True, url=url)
        for n, url in enumerate(urls)
    ]


def test_three_ways_agree_with_one_store(three: list[SparqlServer], node: str) -> None:
    """Our mediator, SERVICE from the first server, and the other engine, over two and over three sources."""
    texts = [f"PREFIX : <{NS}> {query}" for query in QUERIES]
    urls = [server.url for server in three]
    asked = {"sources": [{"type": "sparql", "value": url} for url in urls], "queries": texts}
    done = subprocess.run(
        [node, "-e", SCRIPT, json.dumps(asked)], cwd=FOLDER, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    answers = [read_json(said, endpoint="comunica") for said in json.loads(done.stdout)]
    for parts, theirs in ([FILMS, PEOPLE, PLACES], answers), ([FILMS, PEOPLE], []):
        single = merged(parts)
        mediator = FederatedEndpoint(sources_of(urls[: len(parts)]), name="federation")
        service = ServiceEndpoint(sources_of(urls[: len(parts)]), name="federation")
        for number, text in enumerate(texts):
            expected = answer_of(single, text)
            assert compare_answers(expected, mediator.run(gate(text), limits=Limits())).same, text
            assert compare_answers(expected, service.run(gate(text), limits=Limits())).same, text
            assert not theirs or compare_answers(expected, theirs[number]).same, text
        mediator.close()
        service.close()


def test_another_engine_as_the_only_endpoint(three: list[SparqlServer], node: str, tmp_path: Path) -> None:
    """As the README says: its address in kg.toml, and no SERVICE is written."""
    port = free_port()
    program = FOLDER / "node_modules" / ".bin" / "comunica-sparql-http"
    log = tmp_path / "log"
    with log.open("wb") as output:
        command = [node, str(program), *(f"sparql@{server.url}" for server in three), "-p", str(port)]
        process = subprocess.Popen(command, stdout=output, stderr=output, start_new_session=True)
    try:
        wait_until_up(f"http://localhost:{port}/", process, log)
        text = f"PREFIX : <{NS}> {QUERIES[1]}"
        with KnowledgeGraph.from_endpoint(f"http://localhost:{port}/sparql") as kg:
            assert compare_answers(answer_of(merged([FILMS, PEOPLE, PLACES]), text), kg.query(text)).same
    finally:
        # it starts workers of its own
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
