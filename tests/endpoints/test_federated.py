"""Several sources answer as one store with their merged data would."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pyoxigraph as ox
import pytest
from federated_parts import FILMS, LIMITS, P0, P1, PEOPLE, PLACES, Federation, film
from federation_cases import (
    NS,
    QueryMaker,
    StoreEndpoint,
    Triple,
    answer_of,
    merged,
    random_parts,
    store_of,
)
from servers import SparqlServer, oxigraph

from nlkgq.endpoints.federated import FederatedEndpoint
from nlkgq.endpoints.federation.sources import Source, service_iri
from nlkgq.endpoints.sparql_protocol import SparqlEndpoint
from nlkgq.errors import EndpointError, FederationError
from nlkgq.ontology.profile import profile_files
from nlkgq.results.comparison import compare_answers, same_answer
from nlkgq.results.models import GraphResult, SelectResult
from nlkgq.validation.gate import GatePolicy, gate


@pytest.mark.parametrize("seed", range(24))
def test_any_query_has_the_answer_of_one_store(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    with Federation(random_parts(rng), relabel=seed % 2 == 1, bind_size=rng.choice([1, 3, 100])) as federation:
        for _ in range(15):
            federation.check(QueryMaker(rng).query())


def test_the_generated_queries_say_something() -> None:
    rng, found, words = random.Random(5), 0, Counter[str]()
    for _ in range(20):
        single = merged(random_parts(rng))
        for _ in range(15):
            text = QueryMaker(rng).query()
            words.update(
                word
                for word in ("OPTIONAL", "MINUS", "UNION", "EXISTS", "VALUES", "BIND", "GROUP", "+", "*")
                if word in text
            )
            result = answer_of(single, text)
            found += bool(getattr(result, "rows", getattr(result, "triples", True)))
    assert found > 120
    assert all(words[word] > 10 for word in words)
    assert len(words) == 9


@pytest.mark.parametrize("seed", range(6))
def test_profiles_choose_sources_and_change_no_answer(seed: int, tmp_path: Path) -> None:
    rng = random.Random(100 + seed)
    parts = random_parts(rng)
    sources = []
    for i, part in enumerate(parts):
        file = tmp_path / f"{i}.nt"
        file.write_text("\n".join(" ".join(triple) + " ." for triple in part))
        endpoint = StoreEndpoint(f"s{i}", store_of(part))
        sources.append(
            Source(name=f"s{i}", endpoint=endpoint, trusted=True, profile=profile_files(file), stable_labels=True)
        )
    federated, single = FederatedEndpoint(sources, name="federation"), merged(parts)
    for _ in range(20):
        text = QueryMaker(rng).query()
        assert same_answer(answer_of(single, text), federated.run(gate(text), limits=LIMITS)), text
    federated.close()


def test_bound_values_go_out_in_blocks() -> None:
    with Federation([FILMS, PEOPLE, PLACES], bind_size=2) as federation:
        federation.check(f"SELECT * {{ ?f <{NS}director> ?p . ?p <{NS}name> ?n ; <{NS}born> <{NS}place1> }}")
    blocks = [text for text in federation.asked if "VALUES" in text]
    assert blocks
    assert all(text.count("<") <= 5 for text in blocks)


def test_what_one_source_holds_goes_there_whole() -> None:
    with Federation([FILMS, PEOPLE, PLACES]) as federation:
        text = f"SELECT (COUNT(*) AS ?n) {{ ?f <{NS}director> ?p }}"
        federation.check(text)
    assert federation.endpoints[0].asked[-1] == text


def test_patterns_of_one_source_are_asked_together() -> None:
    films = [*FILMS, *((film(n), f"<{NS}title>", f'"Film {n}"') for n in range(20))]
    with Federation([films, PEOPLE]) as federation:
        federation.check(f"SELECT * {{ ?f <{NS}director> ?p ; <{NS}title> 'Film 3' . ?p <{NS}name> ?n }}")
    assert any("director" in text and "title" in text for text in federation.endpoints[0].asked)


def test_limits_take_any_solutions_and_fetch_few() -> None:
    many: list[Triple] = [(f"<{NS}x{n}>", P0, f"<{NS}y{n % 500}>") for n in range(9_000)]
    names: list[Triple] = [(f"<{NS}y{n}>", P1, f'"{n}"') for n in range(500)]
    text = f"SELECT ?x ?n {{ ?x {P0} ?y . ?y {P1} ?n }} LIMIT 7"
    with Federation([many, names], fetch_rows=5_000) as federation:
        result = federation.federated.run(gate(text), limits=LIMITS)
        assert isinstance(result, SelectResult)
        whole = answer_of(federation.single, text.removesuffix(" LIMIT 7"))
        assert isinstance(whole, SelectResult)
        assert len(result.rows) == 7
        assert set(result.rows) <= set(whole.rows)
        with pytest.raises(EndpointError, match="more rows than are fetched") as caught:
            federation.federated.run(gate(f"SELECT * {{ ?x {P0} ?y . ?y {P1} ?n }} ORDER BY ?n LIMIT 7"), limits=LIMITS)
    assert (caught.value.kind, caught.value.endpoint) == ("too-large", "s0")


def test_a_limit_that_no_part_of_the_data_reaches_is_answered_from_all_of_it() -> None:
    many: list[Triple] = [(f"<{NS}x{n}>", P0, f"<{NS}y{n}>") for n in range(3_000)]
    names: list[Triple] = [(f"<{NS}y{n}>", P1, '"n"') for n in range(2_990, 3_000)]
    with Federation([many, names]) as federation:
        federation.check(f"SELECT ?x {{ ?x {P0} ?y . ?y {P1} ?n }} LIMIT 50")


@pytest.mark.parametrize(
    "text",
    [
        f"SELECT * {{ GRAPH <{NS}g> {{ ?s {P0} ?o }} ?o {P1} ?x }}",
        f"SELECT * {{ GRAPH ?g {{ ?s {P0} ?o }} ?o {P1} ?x }}",
        "SELECT ?g (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g",
        f"SELECT * {{ GRAPH ?g {{ ?s {P0}* ?o . ?s {P1} ?x }} }}",
    ],
)
def test_named_graphs_of_all_sources_are_merged(text: str) -> None:
    parts = random_parts(random.Random(3), blank=False)
    stores = []
    whole = ox.Store()
    for i, part in enumerate(parts):
        lines = [" ".join(t) + " ." for t in part] + [
            f"{' '.join(t)} <{NS}{'gh'[n % 2]}> ." for n, t in enumerate(part)
        ]
        stores.append(ox.Store())
        stores[i].load("\n".join(lines).encode(), ox.RdfFormat.N_QUADS)
        whole.load("\n".join(lines).encode(), ox.RdfFormat.N_QUADS)
    federated = FederatedEndpoint(
        [Source(name=f"s{i}", endpoint=StoreEndpoint(f"s{i}", s), trusted=True) for i, s in enumerate(stores)],
        name="federation",
    )
    assert same_answer(answer_of(whole, text), federated.run(gate(text), limits=LIMITS))
    federated.close()


def test_service_names_one_source() -> None:
    with Federation([FILMS, [*PEOPLE, *FILMS[:3]]]) as federation:
        service = service_iri("s1")
        text = f"SELECT ?f ?n {{ SERVICE <{service}> {{ ?f <{NS}director> ?p }} ?p <{NS}name> ?n }}"
        found = federation.federated.run(gate(text, GatePolicy(service=frozenset({service}))), limits=LIMITS)
        assert isinstance(found, SelectResult)
        assert len(found.rows) == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("SELECT * { GRAPH ?g {} }", "GRAPH"),
        ("SELECT * FROM <http://g.example/> { ?s ?p ?o }", "FROM"),
        ("SELECT * { SERVICE <http://elsewhere.example/> { ?s ?p ?o } }", "SERVICE"),
    ],
)
def test_what_belongs_to_one_endpoint_is_refused(text: str, message: str) -> None:
    allowed = GatePolicy(service=frozenset({"http://elsewhere.example/"}), graphs=frozenset({"http://g.example/"}))
    with Federation([FILMS, PEOPLE]) as federation, pytest.raises(FederationError, match=message) as caught:
        federation.federated.run(gate(text, allowed), limits=LIMITS)
    assert caught.value.code == "unsupported"


def test_describe_asks_every_source() -> None:
    with Federation([FILMS, PEOPLE, PLACES]) as federation:
        federation.check(f"DESCRIBE <{NS}person1>")
        federation.check(f"DESCRIBE ?p {{ <{NS}film1> <{NS}director> ?p . ?p <{NS}name> 'Person 1' }}")
        result = federation.federated.run(gate(f"DESCRIBE <{NS}person1>"), limits=LIMITS)
        assert isinstance(result, GraphResult)
        assert len(result.triples) == 2


# Three real servers


@pytest.fixture(scope="module")
def three(
    tmp_path_factory: pytest.TempPathFactory,
    require: Callable[[str, bool, str], None],
    virtuoso_server: SparqlServer,
) -> Iterator[tuple[SparqlServer, SparqlServer, SparqlServer]]:
    with ExitStack() as stack:
        first, second = (
            stack.enter_context(oxigraph(tmp_path_factory.mktemp(f"source{n}"), require)) for n in range(2)
        )
        yield first, second, virtuoso_server


def over(servers: Sequence[SparqlServer], parts: Sequence[Sequence[Triple]], graph: str) -> FederatedEndpoint:
    sources = []
    for number, (server, part) in enumerate(zip(servers, parts, strict=True)):
        if part:
            server.load("\n".join(" ".join(triple) + " ." for triple in part), graph)
        name = f"server{number}"
        endpoint = SparqlEndpoint(server.url, name=name, default_graphs=[graph])
        sources.append(Source(name=name, endpoint=endpoint, trusted=True, url=server.url, bind_size=50))
    return FederatedEndpoint(sources, name="federation")


@pytest.mark.parametrize("seed", range(8))
def test_three_servers_answer_as_one_store(seed: int, three: tuple[SparqlServer, ...]) -> None:
    rng = random.Random(1_000 + seed)
    parts = random_parts(rng, typed=False)
    federated, single = over(three, parts, f"{NS}random{seed}"), merged(parts)
    for _ in range(10):
        text = QueryMaker(rng).query()
        comparison = compare_answers(answer_of(single, text), federated.run(gate(text), limits=LIMITS))
        assert comparison.same, f"{text}\nmissing {comparison.missing[:3]}\nextra {comparison.extra[:3]}"
    federated.close()
