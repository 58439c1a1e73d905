"""Several sources answer as one store with their merged data would."""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pyoxigraph as ox
import pytest
from fault_server import answer, fault_server, hangs, sends
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
from servers import SparqlServer, free_port, oxigraph

from nlkgq.endpoints.federated import FederatedEndpoint, FederationLimits
from nlkgq.endpoints.federation.sources import Source, Sources, service_iri
from nlkgq.endpoints.protocol import Limits
from nlkgq.endpoints.sparql_protocol import SparqlEndpoint
from nlkgq.errors import EndpointError, FederationError
from nlkgq.ontology.profile import profile_files
from nlkgq.results.comparison import compare_answers, same_answer
from nlkgq.results.models import GraphResult, RdfTerm, SelectResult
from nlkgq.validation.gate import GatePolicy, gate

LIMITS = Limits(rows=1_000_000, seconds=60)
P0, P1, P2 = (f"<{NS}p{i}>" for i in range(3))


def film(n: int) -> str:
    return f"<{NS}film{n}>"


FILMS: list[Triple] = [(film(n), f"<{NS}director>", f"<{NS}person{n % 7}>") for n in range(20)]
PEOPLE: list[Triple] = [(f"<{NS}person{n}>", f"<{NS}name>", f'"Person {n}"') for n in range(7)]
PLACES: list[Triple] = [(f"<{NS}person{n}>", f"<{NS}born>", f"<{NS}place{n % 3}>") for n in range(7)]


class Federation:
    """A federation over stores in this process, and the same data in one."""

    def __init__(self, parts: Sequence[Sequence[Triple]], **options: object) -> None:
        settings = {"trusted": True, "relabel": False, "profiles": False, "cap": None, "bind_size": 100, **options}
        trusted = settings["trusted"]
        self.endpoints = [
            StoreEndpoint(f"s{i}", store_of(part), relabel=bool(settings["relabel"]), cap=settings["cap"])  # type: ignore[arg-type]  # as given
            for i, part in enumerate(parts)
        ]
        self.single = merged(parts)
        self.federated = FederatedEndpoint(
            [
                Source(
                    name=endpoint.name,
                    endpoint=endpoint,
                    trusted=trusted[i] if isinstance(trusted, tuple) else bool(trusted),
                    url="http://127.0.0.1/" if settings["relabel"] else None,
                    stable_labels=not settings["relabel"],
                    bind_size=int(str(settings["bind_size"])),
                )
                for i, endpoint in enumerate(self.endpoints)
            ],
            name="federation",
            limits=FederationLimits(
                fetch_rows=int(str(settings.get("fetch_rows", 200_000))), partial=bool(settings.get("partial"))
            ),
        )

    def __enter__(self) -> Federation:
        return self

    def __exit__(self, *exception: object) -> None:
        self.federated.close()

    def check(self, text: str) -> None:
        got = self.federated.run(gate(text), limits=LIMITS)
        comparison = compare_answers(answer_of(self.single, text), got)
        assert comparison.same, f"{text}\nmissing {comparison.missing[:3]}\nextra {comparison.extra[:3]}"

    @property
    def asked(self) -> list[str]:
        return [text for endpoint in self.endpoints for text in endpoint.asked]


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


# Values that must not travel


def mentions(texts: Sequence[str], name: str) -> bool:
    return any(name in text for text in texts)


def test_values_of_a_trusted_source_never_reach_an_untrusted_one() -> None:
    """Whatever the query, the untrusted source sees nothing but the query's own terms and values of its own."""
    for seed in range(12):
        rng = random.Random(seed)
        secret: list[Triple] = [(f"<{NS}n{n}>", P0, f'"secret-{n}"') for n in range(5)]
        secret += [(f"<{NS}hidden{n}>", P1, f"<{NS}n{n}>") for n in range(5)]
        public = [t for part in random_parts(rng, blank=False) for t in part if "hidden" not in t[0]]
        public += [(f"<{NS}n{n}>", P2, f"<{NS}hidden{n}>") for n in range(3)]
        with Federation([secret, public], trusted=(True, False)) as federation:
            for _ in range(15):
                text = QueryMaker(rng).query()
                federation.endpoints[1].asked.clear()
                federation.check(text)
                sent = " ".join(federation.endpoints[1].asked)
                assert "secret" not in sent
                known = {term for triple in public for term in triple}
                for term in {f"<{NS}{kind}{n}>" for kind in ("n", "hidden") for n in range(11)}:
                    assert term not in sent or term in text or term in known


def test_a_join_that_only_a_forbidden_value_could_make_small_is_refused() -> None:
    secret: list[Triple] = [(f"<{NS}n1>", P0, '"secret"')]
    public: list[Triple] = [(f"<{NS}n{n}>", P1, f'"{n}"') for n in range(500)]
    text = f"SELECT * {{ ?s {P0} ?o . ?s {P1} ?x }}"
    with Federation([secret, public], trusted=(True, False), fetch_rows=100) as federation:
        with pytest.raises(FederationError, match="s1") as caught:
            federation.federated.run(gate(text), limits=LIMITS)
        assert caught.value.code == "trust"
        assert not mentions(federation.endpoints[1].asked, "VALUES")
    with Federation([secret, public], fetch_rows=100) as federation:
        federation.check(text)


def test_a_value_that_the_query_names_is_not_sent_where_it_must_not_go() -> None:
    """Also the query's own terms, when a trusted source has them as values."""
    hidden = {f"<{NS}person3>", '"Person 3"'}
    queries = [
        f"SELECT * {{ ?f <{NS}director> <{NS}person3> . <{NS}person3> <{NS}name> ?n }}",
        f"SELECT * {{ ?f <{NS}director> ?p . ?p <{NS}name> 'Person 3' }}",
        f"SELECT * {{ VALUES ?p {{ <{NS}person3> <{NS}person4> }} ?f <{NS}director> ?p . ?p <{NS}name> ?n }}",
        f"SELECT * {{ <{NS}person3> (^<{NS}director>)+ ?f . ?f <{NS}director> ?p . ?p <{NS}name> ?n }}",
        f"SELECT ?f {{ ?f <{NS}director> <{NS}person3> }}",
        f"ASK {{ <{NS}person3> <{NS}name> 'Person 3' . <{NS}film3> <{NS}director> <{NS}person3> }}",
    ]
    with Federation([PEOPLE, FILMS], trusted=(True, False)) as federation:
        federation.federated._private = lambda term: term.value in {"Person 3", f"{NS}person3"}
        for text in queries:
            federation.check(text)
        assert federation.endpoints[1].asked
        assert not any(term in text for term in hidden for text in federation.endpoints[1].asked)
        with pytest.raises(FederationError):
            federation.federated.run(gate(f"DESCRIBE <{NS}person3>"), limits=LIMITS)


def test_describe_names_no_found_thing_to_an_untrusted_source() -> None:
    with Federation([FILMS, PEOPLE], trusted=(True, False)) as federation:
        with pytest.raises(FederationError) as caught:
            federation.federated.run(gate(f"DESCRIBE ?p {{ <{NS}film1> <{NS}director> ?p }}"), limits=LIMITS)
        assert caught.value.code == "trust"
        assert not mentions(federation.endpoints[1].asked, "person")


def test_names_for_an_answer_are_asked_from_trusted_sources_only() -> None:
    with Federation([FILMS, PEOPLE], trusted=(True, False)) as federation:
        part = federation.federated.trusted_part()
        part.run(gate(f"SELECT * {{ VALUES ?s {{ {film(1)} }} ?s ?p ?o }}"), limits=LIMITS)
        assert not federation.endpoints[1].asked


# Sources that fail


def remote(url: str, *, name: str = "broken", partial: bool = False, seconds: float = 30.0) -> FederatedEndpoint:
    broken = Source(
        name=name,
        endpoint=SparqlEndpoint(url, name=name),
        trusted=True,
        url=url,
        seconds=seconds,
        vocabularies=(f"{NS}name",),
    )
    films = Source(name="films", endpoint=StoreEndpoint("films", store_of(FILMS)), trusted=True, stable_labels=True)
    return FederatedEndpoint([films, broken], name="federation", limits=FederationLimits(partial=partial))


JOIN = f"SELECT ?f ?n {{ ?f <{NS}director> ?p OPTIONAL {{ ?p <{NS}name> ?n }} }}"
FAULTS = {
    "html": (sends(answer(b"<html><title>Welcome</title></html>", content_type="text/html")), "not-sparql"),
    "refusing": (sends(answer(b"no", status="403 Forbidden", content_type="text/plain")), "auth"),
    "broken": (sends(answer(b"no", status="500 Internal Server Error", content_type="text/plain")), "server"),
    "cut": (sends(answer(b'{"head": {"vars": ["n", "p"]}, "results": {"bindings": [')), "server"),
    "slow": (hangs, "timeout"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_source_that_fails_is_named(fault: str) -> None:
    behaviour, kind = FAULTS[fault]
    with fault_server(behaviour) as server:
        federated = remote(server.url, seconds=1.0)
        with pytest.raises(EndpointError) as caught:
            federated.run(gate(JOIN), limits=Limits(seconds=3))
        federated.close()
    assert (caught.value.endpoint, caught.value.kind) == ("broken", kind)
    assert caught.value.message.startswith("broken: ")


@pytest.mark.parametrize("fault", FAULTS)
def test_a_partial_answer_says_what_it_lacks(fault: str) -> None:
    behaviour, _ = FAULTS[fault]
    with fault_server(behaviour) as server:
        federated = remote(server.url, partial=True, seconds=1.0)
        result = federated.run(gate(JOIN), limits=Limits(seconds=4))
        federated.close()
    assert isinstance(result, SelectResult)
    assert len(result.rows) == len(FILMS)
    assert [note.code for note in result.notes] == ["partial"]
    assert "broken" in result.notes[0].message


def test_a_source_that_is_down_is_named() -> None:
    url = f"http://127.0.0.1:{free_port()}/"
    federated = remote(url)
    with pytest.raises(EndpointError) as caught:
        federated.run(gate(JOIN), limits=Limits(seconds=5))
    federated.close()
    assert (caught.value.endpoint, caught.value.kind) == ("broken", "network")


def test_an_answer_without_any_source_is_no_answer() -> None:
    text = f"SELECT * {{ ?p <{NS}name> ?n }}"
    federated = remote(f"http://127.0.0.1:{free_port()}/", partial=True)
    result = federated.run(gate(text), limits=Limits(seconds=5))
    federated.close()
    assert isinstance(result, SelectResult)
    assert (result.rows, [note.code for note in result.notes]) == ((), ["partial"])


def test_an_answer_that_a_source_cuts_is_asked_again_in_smaller_blocks() -> None:
    with Federation([FILMS, PEOPLE], cap=5) as federation:
        people = " ".join(f"<{NS}person{n}>" for n in range(7))
        with pytest.raises(EndpointError, match="at most so many"):
            federation.check(f"SELECT * {{ ?f <{NS}director> ?p . ?p <{NS}name> ?n }}")
        federation.check(
            f"SELECT * {{ VALUES ?p {{ {people} }} ?p <{NS}name> ?n . OPTIONAL {{ ?p <{NS}director> ?f }} }}"
        )


def test_the_deadline_stops_the_join_itself() -> None:
    many: list[Triple] = [(f"<{NS}a{n}>", P0, f"<{NS}b{n}>") for n in range(3_000)]
    other: list[Triple] = [(f"<{NS}c{n}>", P1, f"<{NS}d{n}>") for n in range(3_000)]
    text = f"SELECT (COUNT(*) AS ?n) {{ ?a {P0} ?b . ?c {P1} ?d FILTER(STRLEN(CONCAT(STR(?a), STR(?c))) > 9000) }}"
    with Federation([many, other]) as federation, pytest.raises(EndpointError) as caught:
        federation.federated.run(gate(text), limits=Limits(seconds=1.5))
    assert caught.value.kind == "timeout"


def test_threads_share_a_federation() -> None:
    with Federation([FILMS, PEOPLE, PLACES]) as federation:
        text = f"SELECT * {{ ?f <{NS}director> ?p . ?p <{NS}name> ?n ; <{NS}born> ?c }}"
        expected = answer_of(federation.single, text)
        found: list[bool] = []

        def ask() -> None:
            found.append(same_answer(expected, federation.federated.run(gate(text), limits=LIMITS)))

        threads = [threading.Thread(target=ask) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert found == [True] * 8


def test_probes_are_believed_for_a_while() -> None:
    now = [0.0]
    asked: list[str] = []
    source = Source(name="s", endpoint=StoreEndpoint("s", store_of(FILMS)), trusted=True)
    sources = Sources([source], clock=lambda: now[0])
    from nlkgq.endpoints.federation.plan import Pattern, Var

    pattern = Pattern(Var("x"), RdfTerm("uri", f"{NS}director"), Var("y"))

    def probe(source: Source, pattern: Pattern) -> bool:
        asked.append(source.name)
        return True

    for seconds in (0.0, 100.0, 1_000.0):
        now[0] = seconds
        assert sources.relevant(pattern, probe) == (source,)
    assert len(asked) == 2


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
