"""20,000 random values and the hostile ones go through unmasking, gate and engine, and come back as they were."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path

import pytest
from hostile_values import HOSTILE
from servers import SparqlServer

from nlkgq.endpoints.embedded import EmbeddedEndpoint
from nlkgq.endpoints.protocol import Endpoint, Limits
from nlkgq.endpoints.sparql_protocol import SparqlEndpoint
from nlkgq.errors import UnmaskError
from nlkgq.masking.model import MaskedText, Placeholder, PlaceholderKind
from nlkgq.results.models import RdfTerm, SelectResult
from nlkgq.rewrite.unmask import unmask
from nlkgq.sparql import parse_query
from nlkgq.validation.gate import GatePolicy, gate
from nlkgq.values.model import Holder, StoredValue

NAMES = ["VALUE_" + "".join(letters) for letters in product("BCDF", repeat=4)]
ALPHABET = ["VALUE_BBBC", '"""']
ALPHABET += "abZ\\\"'\nu0022U{}#%$<>?\u200b é😀\t\r@^.*|`;:\u202e\u0301東ß\u2028\b\f\0\x01\x7f\x85"
RANDOM = 20_000
Values = Sequence[str]


def random_values() -> list[str]:
    chance = random.Random(17)
    return ["".join(chance.choices(ALPHABET, k=chance.randint(1, 14))) for _ in range(RANDOM)]


def placeholder(name: str, value: str) -> Placeholder:
    stored = StoredValue(
        text=value, term=RdfTerm("literal", value), holders=(Holder("http://e/name", "http://e/Thing", 1),)
    )
    kind = PlaceholderKind(value="string")
    return Placeholder(name=name, kind=kind, start=0, original=value, candidates=(stored,), match="exact")


def returned(endpoint: Endpoint, values: Values) -> list[str]:
    """The values as an answer holds them, a block of them in one query."""
    found: list[str] = []
    policy = GatePolicy(max_length=200_000).rewritten()
    for first in range(0, len(values), len(NAMES)):
        block = values[first : first + len(NAMES)]
        held = tuple(placeholder(name, value) for name, value in zip(NAMES, block, strict=False))
        rows = "".join(f'({number} "{item.name}")' for number, item in enumerate(held))
        tree = parse_query(f"SELECT ?n ?v {{ VALUES (?n ?v) {{ {rows} }} }} ORDER BY ?n")
        query = unmask(tree, MaskedText(text="", mode="strict", placeholders=held, original=""))
        result = endpoint.run(gate(str(query), policy), limits=Limits(seconds=20, rows=1000))
        assert isinstance(result, SelectResult)
        found += [row[1].value for row in result.rows if row[1] is not None]
    return found


@pytest.fixture(scope="module")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedEndpoint]:
    graph = tmp_path_factory.mktemp("embedded") / "graph.ttl"
    graph.write_text("<http://e/a> <http://e/name> 'a' .", encoding="utf-8")
    endpoint = EmbeddedEndpoint([graph], name="embedded", cache_dir=graph.parent)
    yield endpoint
    endpoint.close()


@pytest.fixture(scope="module")
def remote(oxigraph_server: SparqlServer) -> Iterator[SparqlEndpoint]:
    endpoint = SparqlEndpoint(oxigraph_server.url, name="remote")
    yield endpoint
    endpoint.close()


@pytest.mark.parametrize("values", [list(HOSTILE), random_values()], ids=["hostile", "random"])
@pytest.mark.parametrize("where", ["embedded", "remote"])
def test_values_come_back_exactly(where: str, values: Values, request: pytest.FixtureRequest) -> None:
    endpoint = request.getfixturevalue(where)
    assert returned(endpoint, values) == list(values)


def test_hostile_values_come_back_from_virtuoso(virtuoso_server: SparqlServer) -> None:
    """An engine of its own make, which undoes code point escapes in another way."""
    endpoint = SparqlEndpoint(virtuoso_server.url, name="virtuoso")
    assert returned(endpoint, HOSTILE) == list(HOSTILE)
    endpoint.close()


def test_there_are_more_than_39_hostile_values() -> None:
    assert len(set(HOSTILE)) >= 39


@pytest.mark.parametrize("value", ["a\ud800b", "\udc00"])
def test_half_a_character_is_refused(embedded: EmbeddedEndpoint, value: str) -> None:
    """RDF has no such strings."""
    with pytest.raises(UnmaskError, match="VALUE_BBBB cannot be written in SPARQL: half a character"):
        returned(embedded, [value])


def test_hostile_values_are_found_where_they_are_stored(
    oxigraph_server: SparqlServer, remote: SparqlEndpoint, make: Callable[[Values], tuple[str, Path]], tmp_path: Path
) -> None:
    """In a triple pattern, not as data of the query alone."""
    turtle, graph = make(HOSTILE)
    oxigraph_server.load(turtle, "http://e/hostile")
    embedded = EmbeddedEndpoint([graph], name="embedded", cache_dir=tmp_path)
    policy = GatePolicy().rewritten()
    for endpoint in (embedded, remote):
        for number, value in enumerate(HOSTILE):
            masked = MaskedText(text="", mode="strict", placeholders=(placeholder("VALUE_BBBB", value),), original="")
            tree = parse_query("SELECT DISTINCT ?s { ?s <http://e/name> 'VALUE_BBBB' }")
            result = endpoint.run(gate(str(unmask(tree, masked)), policy), limits=Limits(seconds=20))
            assert isinstance(result, SelectResult)
            assert [row[0].value for row in result.rows if row[0]] == [f"http://hostile/{number}"], value
    embedded.close()


@pytest.fixture
def make(tmp_path: Path) -> Callable[[Values], tuple[str, Path]]:
    """Turtle with a value a subject, written by another serializer than ours."""
    import rdflib

    def made(values: Values) -> tuple[str, Path]:
        graph = rdflib.Graph()
        for number, value in enumerate(values):
            subject, name = rdflib.URIRef(f"http://hostile/{number}"), rdflib.URIRef("http://e/name")
            graph.add((subject, name, rdflib.Literal(value)))
        text = graph.serialize(format="nt", encoding="utf-8").decode()
        (tmp_path / "hostile.nt").write_text(text, encoding="utf-8")
        return text, tmp_path / "hostile.nt"

    return made
