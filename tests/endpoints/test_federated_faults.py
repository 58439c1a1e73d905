"""Federations with values that must not travel and sources that fail."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Sequence

import pytest
from fault_server import GOOD, answer, fault_server, hangs, sends
from federated_parts import FILMS, LIMITS, P0, P1, P2, PEOPLE, PLACES, Federation, film
from federation_cases import (
    NS,
    QueryMaker,
    StoreEndpoint,
    Triple,
    answer_of,
    random_parts,
    store_of,
)
from server_process import free_port

from nlkgq.endpoints.federated import FederatedEndpoint, FederationLimits
from nlkgq.endpoints.federation.plan import Pattern, Var
from nlkgq.endpoints.federation.requests import Budget
from nlkgq.endpoints.federation.sources import Source, Sources
from nlkgq.endpoints.protocol import Limits
from nlkgq.endpoints.sparql_protocol import SparqlEndpoint
from nlkgq.errors import EndpointError, FederationError
from nlkgq.results.comparison import same_answer
from nlkgq.results.models import RdfTerm, Result, SelectResult
from nlkgq.validation.gate import GatedQuery, gate

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
    "half": (sends(answer(GOOD[:30], length=len(GOOD))), "network"),
    "elsewhere": (sends(answer(b"", status="302 Found", headers="Location: http://127.0.0.2:9/\r\n")), "redirect"),
    "telling": (
        sends(answer(b"cannot join 'Ann Smith'", status="500 Internal Server Error", content_type="text/plain")),
        "server",
    ),
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
    assert "Ann Smith" not in f"{caught.value.message} {caught.value.hint}"


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
    assert "Ann Smith" not in result.notes[0].message


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
    pattern = Pattern(Var("x"), RdfTerm("uri", f"{NS}director"), Var("y"))

    def probe(source: Source, pattern: Pattern) -> bool:
        asked.append(source.name)
        return True

    for seconds in (0.0, 100.0, 1_000.0):
        now[0] = seconds
        assert sources.relevant(pattern, probe) == (source,)
    assert len(asked) == 2


def test_a_source_that_takes_all_the_time_is_named() -> None:
    """Whoever would have been asked after it had no time left, and is not to blame."""
    with fault_server(hangs) as server:
        federated = remote(server.url, seconds=5.0)
        with pytest.raises(EndpointError) as caught:
            federated.run(gate(JOIN), limits=Limits(seconds=0.7))
        federated.close()
    assert (caught.value.endpoint, caught.value.kind) == ("broken", "timeout")


class FailingEndpoint(StoreEndpoint):
    """Notes what it is asked, and fails."""

    def run(self, query: GatedQuery, *, limits: Limits) -> Result:
        self.asked.append(query.text)
        raise EndpointError(f"{self.name}: down", kind="network", endpoint=self.name)


def test_a_source_that_failed_a_probe_is_not_waited_for_at_the_next() -> None:
    down = FailingEndpoint("down", store_of([]))
    films = Source(name="films", endpoint=StoreEndpoint("films", store_of(FILMS)), trusted=True)
    sources = [films, Source(name="down", endpoint=down, trusted=True)]
    federated = FederatedEndpoint(sources, name="federation", limits=FederationLimits(partial=True))
    text = " UNION ".join(f"{{ ?f <{NS}{name}> ?o }}" for name in ("director", "name", "born", "title"))
    result = federated.run(gate(f"SELECT * {{ {text} }}"), limits=LIMITS)
    federated.close()
    assert [note.code for note in result.notes] == ["partial"]
    assert sum("ASK" in asked for asked in down.asked) == 1


def test_a_probe_does_not_depend_on_the_rows_that_are_left() -> None:
    """Its answer is believed by later queries."""
    films = Source(name="films", endpoint=StoreEndpoint("films", store_of(FILMS)), trusted=True)
    federated = FederatedEndpoint([films], name="federation")
    spent = Budget(deadline=time.monotonic() + 60, rows=0, bytes=1_000, seconds=60)
    pattern = Pattern(Var("x"), RdfTerm("uri", f"{NS}director"), Var("y"))
    for cut_at in (None, 5):
        assert federated.requests(spent, cut_at=cut_at).probe(films, pattern)
    federated.close()
