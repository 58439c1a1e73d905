"""Our mediator and an existing federation engine give the same answers over the same three servers.

Comunica is found in the node_modules of the folder named by COMUNICA_FOLDER (`npm install @comunica/query-sparql@4`).
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from federation_cases import NS, Triple, answer_of, merged
from servers import SparqlServer, oxigraph

from nlkgq.endpoints.federated import FederatedEndpoint
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


def test_comunica_agrees(three: list[SparqlServer], require: Callable[[str, bool, str], None]) -> None:
    node, found = shutil.which("node"), (FOLDER / "node_modules" / "@comunica" / "query-sparql").is_dir()
    require("comunica", node is not None and found, "COMUNICA_FOLDER names no folder with @comunica/query-sparql")
    assert node is not None
    texts = [f"PREFIX : <{NS}> {query}" for query in QUERIES]
    urls = [server.url for server in three]
    asked = {"sources": [{"type": "sparql", "value": url} for url in urls], "queries": texts}
    done = subprocess.run(
        [node, "-e", SCRIPT, json.dumps(asked)], cwd=FOLDER, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    federated = FederatedEndpoint(
        [
            Source(name=f"s{n}", endpoint=SparqlEndpoint(url, name=f"s{n}"), trusted=True, url=url)
            for n, url in enumerate(urls)
        ],
        name="federation",
    )
    single = merged([FILMS, PEOPLE, PLACES])
    for text, said in zip(texts, json.loads(done.stdout), strict=True):
        ours, theirs = federated.run(gate(text), limits=Limits()), read_json(said, endpoint="comunica")
        assert compare_answers(answer_of(single, text), ours).same, text
        assert compare_answers(theirs, ours).same, text
    federated.close()
