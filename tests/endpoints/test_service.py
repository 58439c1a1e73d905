"""SERVICE blocks written from one of three servers: the same answers as one store, or a refusal."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from urllib.parse import quote

import pytest
from fault_server import answer, fault_server, sends
from federation_cases import NS, QueryMaker, StoreEndpoint, Triple, answer_of, merged, random_parts, store_of
from server_process import free_port
from servers import SparqlServer, oxigraph

from nlkgq.endpoints.federation.service import ServiceEndpoint
from nlkgq.endpoints.federation.sources import Source, service_iri
from nlkgq.endpoints.protocol import Limits
from nlkgq.endpoints.sparql_protocol import SparqlEndpoint
from nlkgq.errors import EndpointError, FederationError
from nlkgq.results.comparison import compare_answers
from nlkgq.results.models import AskResult, Result, SelectResult
from nlkgq.validation.gate import GatedQuery, GatePolicy, gate

LIMITS = Limits(rows=1_000_000, seconds=20)
FILMS: list[Triple] = [(f"<{NS}film{n}>", f"<{NS}director>", f"<{NS}person{n % 7}>") for n in range(20)]
PEOPLE: list[Triple] = [(f"<{NS}person{n}>", f"<{NS}name>", f'"Person {n}"') for n in range(7)]
PLACES: list[Triple] = [(f"<{NS}person{n}>", f"<{NS}born>", f"<{NS}place{n % 3}>") for n in range(7)]


@pytest.fixture(scope="module")
def three(
    tmp_path_factory: pytest.TempPathFactory, require: Callable[[str, bool, str], None]
) -> Iterator[tuple[SparqlServer, ...]]:
    with ExitStack() as stack:
        yield tuple(stack.enter_context(oxigraph(tmp_path_factory.mktemp(f"s{n}"), require)) for n in range(3))


def over(servers: Sequence[SparqlServer], parts: Sequence[Sequence[Triple]], graph: str) -> ServiceEndpoint:
    sources = []
    for number, (server, part) in enumerate(zip(servers, parts, strict=True)):
        if part:
            server.load("\n".join(" ".join(triple) + " ." for triple in part), graph)
        url = f"{server.url}?default-graph-uri={quote(graph, safe='')}"
        name = f"server{number}"
        sources.append(Source(name=name, endpoint=SparqlEndpoint(url, name=name), trusted=True, url=url))
    return ServiceEndpoint(sources, name="federation")


def test_generated_queries_have_the_answer_of_one_store_or_none(three: tuple[SparqlServer, ...]) -> None:
    outcomes: Counter[str] = Counter()
    for seed in range(6):
        rng = random.Random(seed)
        parts = random_parts(rng, blank=seed % 2 == 1)
        federated, single = over(three, parts, f"{NS}random{seed}"), merged(parts)
        for _ in range(12):
            text = QueryMaker(rng).query()
            try:
                got = federated.run(gate(text), limits=LIMITS)
            except FederationError as refused:
                outcomes[refused.code] += 1
                continue
            outcomes["answered"] += 1
            comparison = compare_answers(answer_of(single, text), got)
            assert comparison.same, f"{text}\nmissing {comparison.missing[:3]}\nextra {comparison.extra[:3]}"
        federated.close()
    assert outcomes["answered"] >= 15
    assert set(outcomes) == {"answered", "service"}


@pytest.mark.parametrize(
    "body",
    [
        "SELECT * { ?f :director ?p . ?p :name ?n }",
        "SELECT ?f ?n ?c { ?f :director ?p . ?p :name ?n ; :born ?c FILTER(?n != 'Person 1') }",
        "SELECT ?f ?n { ?f :director ?p OPTIONAL { ?p :name ?n FILTER(?n != 'Person 1') } }",
        "SELECT ?c (COUNT(*) AS ?n) { ?f :director/:born ?c } GROUP BY ?c",
        "SELECT ?p { ?p :born ?c MINUS { ?p :name 'Person 2' } }",
        "SELECT ?n { ?p :name ?n . ?p :born :place1 }",
        "ASK { ?f :director [ :name 'Person 3' ] }",
        "SELECT DISTINCT ?x { { ?x :born ?c } UNION { ?x :name 'Person 4' } }",
    ],
)
def test_queries_over_two_and_three_servers(three: tuple[SparqlServer, ...], body: str) -> None:
    text = f"PREFIX : <{NS}> {body}"
    federated = over(three, [FILMS, PEOPLE, PLACES], f"{NS}films")
    comparison = compare_answers(
        answer_of(merged([FILMS, PEOPLE, PLACES]), text), federated.run(gate(text), limits=LIMITS)
    )
    assert comparison.same, comparison
    federated.close()


@pytest.mark.parametrize(
    "body",
    [
        "CONSTRUCT WHERE { ?f :director ?p . ?p :name ?n }",
        "DESCRIBE :person1",
        "DESCRIBE ?p { ?p :name 'Person 1' }",
        "SELECT * { ?x :sequel* ?y }",
        "SELECT * { ?x :director/:sequel* ?y . ?z :director* ?a }",
        "SELECT * { { ?x :name ?n } { ?x :sequel*/:director* ?y } }",
        "SELECT ?g { GRAPH ?g { ?p :name ?n } ?f :director ?p }",
    ],
)
def test_what_the_asked_endpoint_would_answer_from_its_own_data_alone_is_refused(
    three: tuple[SparqlServer, ...], body: str
) -> None:
    federated = over(three, [FILMS, PEOPLE, PLACES], f"{NS}films")
    with pytest.raises(FederationError, match="SERVICE cannot answer this"):
        federated.run(gate(f"PREFIX : <{NS}> {body}"), limits=LIMITS)
    federated.close()


@pytest.mark.parametrize(
    "body",
    [
        "SELECT * { ?f :director ?p . ?p :director* ?x }",
        "SELECT * { ?f :director/:sequel*/:director* ?x }",
        "SELECT * { :film1 :director*/:sequel? ?x }",
    ],
)
def test_a_path_that_may_have_no_step_is_answered_where_it_starts_at_known_nodes(
    three: tuple[SparqlServer, ...], body: str
) -> None:
    text = f"PREFIX : <{NS}> {body}"
    federated = over(three, [FILMS, PEOPLE, PLACES], f"{NS}films")
    comparison = compare_answers(
        answer_of(merged([FILMS, PEOPLE, PLACES]), text), federated.run(gate(text), limits=LIMITS)
    )
    assert comparison.same, comparison
    federated.close()


def test_what_the_asked_endpoint_holds_comes_first_in_a_select_of_its_own() -> None:
    class Recorded(StoreEndpoint):
        """Writes down what it is asked; nobody is at the other address."""

        def run(self, query: GatedQuery, *, limits: Limits) -> Result:
            self.asked.append(query.text)
            return AskResult(boolean=True)

    first = Recorded("films", store_of(FILMS))
    sources = [
        Source(
            name="films", endpoint=first, trusted=True, url="http://films.example/", vocabularies=(f"{NS}director",)
        ),
        Source(
            name="people",
            endpoint=StoreEndpoint("people", store_of(PEOPLE)),
            trusted=True,
            url="http://people.example/",
            vocabularies=(f"{NS}name",),
        ),
    ]
    federated = ServiceEndpoint(sources, name="federation")
    federated.run(gate(f"SELECT ?n {{ ?p <{NS}name> ?n . ?f <{NS}director> ?p }}"), limits=LIMITS)
    local = f"{{ SELECT ?f ?p WHERE {{ ?f <{NS}director> ?p . }} }}"
    remote = f"SERVICE <http://people.example/> {{ ?p <{NS}name> ?n . }}"
    assert first.asked == [f"SELECT ?n {{ {local} {remote} }}"]


def test_a_service_block_of_the_query_is_addressed(three: tuple[SparqlServer, ...]) -> None:
    federated = over(three, [FILMS, [*PEOPLE, *FILMS[:3]], PLACES], f"{NS}pinned")
    service = service_iri("server1")
    text = f"SELECT ?f ?n {{ SERVICE <{service}> {{ ?f <{NS}director> ?p . ?p <{NS}name> ?n }} }}"
    result = federated.run(gate(text, GatePolicy(service=frozenset({service}))), limits=LIMITS)
    assert isinstance(result, SelectResult)
    assert len(result.rows) == 3
    federated.close()


def test_trusted_and_untrusted_endpoints_are_not_mixed() -> None:
    sources = [
        Source(name=name, endpoint=StoreEndpoint(name, store_of(FILMS)), trusted=trusted, url=f"http://{name}.example/")
        for name, trusted in (("one", True), ("two", False))
    ]
    with pytest.raises(FederationError) as caught:
        ServiceEndpoint(sources, name="federation")
    assert caught.value.code == "trust"


def test_files_have_no_address() -> None:
    sources = [
        Source(name="one", endpoint=StoreEndpoint("one", store_of(FILMS)), trusted=True, url="http://one.example/"),
        Source(name="two", endpoint=StoreEndpoint("two", store_of(FILMS)), trusted=True),
    ]
    with pytest.raises(FederationError, match="two") as caught:
        ServiceEndpoint(sources, name="federation")
    assert caught.value.code == "service"


def test_an_endpoint_that_wants_credentials_cannot_be_called() -> None:
    sources = [
        Source(
            name=name,
            endpoint=StoreEndpoint(name, store_of(FILMS)),
            trusted=True,
            url=f"http://{name}.example/",
            credentials=True,
        )
        for name in ("one", "two")
    ]
    assert ServiceEndpoint(sources[:1], name="federation").home is sources[0]
    with pytest.raises(FederationError, match="two wants headers or signatures, which one cannot send"):
        ServiceEndpoint(sources, name="federation")


# Servers that cannot do it


def pair(home: str, called: str) -> ServiceEndpoint:
    urls = {"home": f"{home}?default-graph-uri={quote(NS, safe='')}", "called": called}
    return ServiceEndpoint(
        [
            Source(
                name=name,
                endpoint=SparqlEndpoint(url, name=name),
                trusted=True,
                url=url,
                vocabularies=(f"{NS}director",) if name == "home" else (f"{NS}name",),
            )
            for name, url in urls.items()
        ],
        name="federation",
    )


JOIN = f"SELECT ?n {{ ?f <{NS}director> ?p . ?p <{NS}name> ?n }}"


def test_a_virtuoso_is_not_called_by_a_server_that_it_never_answers(
    three: tuple[SparqlServer, ...], virtuoso_server: SparqlServer
) -> None:
    federated = pair(three[0].url, virtuoso_server.url)
    with pytest.raises(FederationError, match=r"called.*never answers") as caught:
        federated.run(gate(JOIN), limits=LIMITS)
    assert "mediator" in (caught.value.hint or "")
    federated.close()


def test_a_virtuoso_is_not_asked_to_join(three: tuple[SparqlServer, ...], virtuoso_server: SparqlServer) -> None:
    federated = pair(virtuoso_server.url, three[0].url)
    with pytest.raises(FederationError, match="joins SERVICE blocks wrongly"):
        federated.run(gate(JOIN), limits=LIMITS)
    federated.close()


@pytest.mark.parametrize("seen", [False, True])
def test_the_endpoint_that_fails_is_named_not_the_one_that_called_it(
    three: tuple[SparqlServer, ...], seen: bool
) -> None:
    three[0].load("\n".join(" ".join(triple) + " ." for triple in FILMS), NS)
    federated = pair(three[0].url, f"http://127.0.0.1:{free_port()}/sparql")
    called = federated.sources["called"].endpoint
    assert isinstance(called, SparqlEndpoint)
    called.software = "Seen/1.0" if seen else None
    with pytest.raises(EndpointError) as caught:
        federated.run(gate(JOIN), limits=LIMITS)
    assert (caught.value.endpoint, caught.value.kind) == ("called", "network")
    federated.close()


def test_an_endpoint_that_cannot_call_says_what_to_do(three: tuple[SparqlServer, ...]) -> None:
    """The called one answers every query as if it were ASK, which the calling engine cannot read as a table."""
    ask = b'{"head": {}, "boolean": true}'

    three[0].load("\n".join(" ".join(triple) + " ." for triple in FILMS), NS)
    with fault_server(sends(answer(ask))) as server:
        federated = pair(three[0].url, server.url)
        with pytest.raises(EndpointError) as caught:
            federated.run(gate(JOIN), limits=LIMITS)
    assert caught.value.endpoint == "home"
    assert "called" in (caught.value.hint or "")
    federated.close()
