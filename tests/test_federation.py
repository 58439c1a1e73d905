"""Several endpoints in one kg.toml: questions, values, settings."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import pyoxigraph as ox
import pytest
from fault_server import answer, fault_server, sends
from server_process import free_port
from servers import SparqlServer, oxigraph

from nlkgq import KnowledgeGraph, Translator
from nlkgq.config import load_settings
from nlkgq.endpoints.federated import FederatedEndpoint
from nlkgq.endpoints.federation.service import ServiceEndpoint
from nlkgq.errors import ConfigError, EndpointError, FederationError
from nlkgq.resources import graph_folder
from nlkgq.results.comparison import same_answer
from nlkgq.results.models import SelectResult

FILMS = graph_folder("films")
QUESTIONS = [json.loads(line) for line in (FILMS / "questions.jsonl").read_text(encoding="utf-8").splitlines()]
SPACE = "https://nlkgq.example/films#"


def films_in_three(how: str) -> list[str]:
    """The films graph as N-Triples in three parts."""
    parts: list[list[ox.Triple]] = [[], [], []]
    for quad in ox.parse(path=str(FILMS / "graph.ttl")):
        owner = sum(quad.predicate.value.encode() if how == "property" else str(quad.subject).encode()) % 3
        parts[owner].append(quad.triple)
    return [ox.serialize(part, format=ox.RdfFormat.N_TRIPLES).decode() for part in parts]


def write_folder(folder: Path, endpoints: Sequence[str], *more: str) -> Path:
    lines = ['name = "split"', f'ontology = ["{FILMS / "ontology.ttl"}"]', *more]
    for number, endpoint in enumerate(endpoints):
        lines += [f"[endpoints.part{number}]", endpoint]
    (folder / "kg.toml").write_text("\n".join(lines), encoding="utf-8")
    return folder


def write_files(folder: Path, how: str = "property", *more: str) -> Path:
    for number, text in enumerate(films_in_three(how)):
        (folder / f"{number}.nt").write_text(text, encoding="utf-8")
    return write_folder(folder, [f'files = ["{n}.nt"]' for n in range(3)], *more)


@pytest.fixture(scope="module")
def films() -> Iterator[KnowledgeGraph]:
    with KnowledgeGraph.open("films") as kg:
        yield kg


@pytest.mark.parametrize("how", ["property", "subject"])
def test_split_films_answer_every_question_as_one_file(how: str, tmp_path: Path, films: KnowledgeGraph) -> None:
    with KnowledgeGraph.open(write_files(tmp_path, how)) as split:
        for question in QUESTIONS:
            expected = films.query(question["sparql"])
            assert same_answer(expected, split.query(question["sparql"]), ordered=question["ordered"]), question["id"]


def test_profile_and_value_index_cover_all_files(tmp_path: Path, films: KnowledgeGraph) -> None:
    with KnowledgeGraph.open(write_files(tmp_path)) as split:
        assert split.profile() == replace(films.profile(), prefixes={})  # N-Triples have none
        assert split.index().values == films.index().values
        question = "Which films did Mara O'Tierne direct?"
        assert same_answer(Translator(films).ask(question).result, Translator(split).ask(question).result)
        kinds = [[p.kind for p in kg.mask(question).placeholders] for kg in (split, films)]
        assert kinds[0] == kinds[1] != []


def test_wrapped_forms_are_found_where_the_wrapper_says(tmp_path: Path, films: KnowledgeGraph) -> None:
    opaque = graph_folder("films-opaque")
    lines = [
        f'ontology = ["{FILMS / "ontology.ttl"}"]',
        f'wrapper = ["{FILMS / "ontology.ttl"}", "{opaque / "wrapper.ttl"}"]',
    ]
    for name in ("catalogue", "registry"):
        lines += [f"[endpoints.{name}]", f'files = ["{opaque / name}.ttl"]']
    (tmp_path / "kg.toml").write_text("\n".join(lines), encoding="utf-8")
    with KnowledgeGraph.open(tmp_path) as split:
        for question in QUESTIONS[::3]:
            expected = films.query(question["sparql"])
            assert same_answer(expected, split.query(question["sparql"])), question["id"]


# Settings


def test_one_endpoint_stays_one_endpoint(tmp_path: Path) -> None:
    folder = write_files(tmp_path)
    chosen = {"endpoint": "part1"}, {"federation.mode": "off"}
    for settings, name in zip(chosen, ("part1", "part0"), strict=True):
        with KnowledgeGraph.open(folder, settings=settings) as kg:
            assert kg.knowledge.endpoint.name == name
            assert not isinstance(kg.knowledge.endpoint, FederatedEndpoint)


def test_settings_of_the_federation(tmp_path: Path) -> None:
    folder = write_folder(
        tmp_path,
        [
            'url = "http://one.example/sparql"\nvocabularies = ["http://v.example/"]',
            'url = "http://two.example/sparql"',
        ],
        "[federation]",
        'mode = "service"',
        "partial = true",
        "bind_size = 7",
        "fetch_rows = 9",
    )
    settings = load_settings(folder, environment={"NLKGQ_FEDERATION_PARTIAL": "false"})
    assert (settings.federation.mode, settings.federation.bind_size, settings.federation.fetch_rows) == (
        "service",
        7,
        9,
    )
    assert settings.federation.partial is False
    assert settings.federated
    assert settings.endpoints[0].vocabularies == ("http://v.example/",)
    with KnowledgeGraph.open(folder) as kg:
        assert isinstance(kg.knowledge.endpoint, ServiceEndpoint)
        assert [source.bind_size for source in kg.knowledge.endpoint.sources.all] == [7, 7]


def test_a_mode_that_does_not_exist(tmp_path: Path) -> None:
    folder = write_folder(tmp_path, ['files = ["x.ttl"]'], "[federation]", 'mode = "magic"')
    with pytest.raises(ConfigError, match="mediator, service, off"):
        load_settings(folder)


def test_files_cannot_be_asked_by_service(tmp_path: Path) -> None:
    folder = write_files(tmp_path, "property", "[federation]", 'mode = "service"')
    with KnowledgeGraph.open(folder) as kg, pytest.raises(FederationError, match="address"):
        kg.query("ASK { ?s ?p ?o }")


@pytest.mark.parametrize("partial", [False, True])
def test_a_dead_endpoint_fails_by_name_or_makes_the_answer_partial(tmp_path: Path, partial: bool) -> None:
    files = write_files(tmp_path)
    dead = f'url = "http://127.0.0.1:{free_port()}/sparql"'
    write_folder(files, ['files = ["0.nt", "1.nt", "2.nt"]', dead])
    with KnowledgeGraph.open(files, settings={"federation.partial": partial}) as kg:
        query = f"SELECT ?film {{ ?film a <{SPACE}Film> }}"
        if not partial:
            with pytest.raises(EndpointError, match="part1") as caught:
                kg.query(query)
            assert caught.value.kind == "network"
            return
        result = kg.query(query)
    assert isinstance(result, SelectResult)
    assert result.rows
    assert [note.code for note in result.notes] == ["partial"]
    assert "part1" in result.notes[0].message


def test_names_of_things_are_not_asked_from_an_untrusted_endpoint(tmp_path: Path) -> None:
    """The values of an answer come from files; the other endpoint sees none, not even to look for a label."""
    write_files(tmp_path)
    with fault_server(sends(answer(b'{"head": {}, "boolean": false}'))) as server:
        write_folder(tmp_path, ['files = ["0.nt", "1.nt", "2.nt"]', f'url = "{server.url}"\ntrusted = false'])
        with KnowledgeGraph.open(tmp_path) as kg:
            kg.query_path.labels(kg.query(f"SELECT ?film {{ ?film a <{SPACE}Film> }}"))
        sent = b"".join(server.requests)
    assert b"ASK" in sent
    assert b"film-" not in sent


def test_a_value_of_the_files_in_a_question_is_not_sent_to_an_untrusted_endpoint(tmp_path: Path) -> None:
    write_files(tmp_path)
    query = f'SELECT ?p {{ ?p <{SPACE}name> "Mara O\'Tierne" ; a <{SPACE}Person> }}'
    empty = b'{"head": {"vars": []}, "results": {"bindings": []}}'
    with fault_server(sends(answer(empty))) as server:
        remote = f'url = "{server.url}"\ntrusted = false\nvocabularies = ["{SPACE}name"]'
        write_folder(tmp_path, ['files = ["0.nt", "1.nt", "2.nt"]', remote])
        with KnowledgeGraph.open(tmp_path) as kg:
            assert len(getattr(kg.query(query), "rows", ())) == 1
        sent = b"".join(server.requests)
    assert b"SELECT" in sent
    assert b"Mara" not in sent


# Three servers of kg.toml


@pytest.fixture(scope="module")
def served(
    tmp_path_factory: pytest.TempPathFactory,
    require: Callable[[str, bool, str], None],
    virtuoso_server: SparqlServer,
) -> Iterator[list[str]]:
    """The films graph over two oxigraphs and a Virtuoso, as lines of kg.toml."""
    graph = "http://example.org/split-films"
    with ExitStack() as stack:
        servers = [stack.enter_context(oxigraph(tmp_path_factory.mktemp(f"films{n}"), require)) for n in range(2)]
        everything = [*servers, virtuoso_server]
        for server, text in zip(everything, films_in_three("property"), strict=True):
            server.load(text, graph)
        yield [f'url = "{server.url}"\ndefault_graphs = ["{graph}"]' for server in everything]


def test_three_servers_answer_the_questions_of_films(served: list[str], tmp_path: Path, films: KnowledgeGraph) -> None:
    """Virtuoso cuts answers at 500 rows: what is within that is answered, the rest refused by name."""
    cut: list[EndpointError] = []
    with KnowledgeGraph.open(write_folder(tmp_path, served)) as split:
        for question in QUESTIONS:
            try:
                found = split.query(question["sparql"])
            except EndpointError as error:
                cut.append(error)
                continue
            assert same_answer(films.query(question["sparql"]), found), question["id"]
    assert {(error.kind, error.endpoint) for error in cut} <= {("too-large", "part2")}
    assert len(cut) < len(QUESTIONS) / 4


def test_scanned_servers_know_their_values(served: list[str], tmp_path: Path) -> None:
    with KnowledgeGraph.open(write_folder(tmp_path, served)) as split:
        report = split.index(seconds=60)
        assert report.complete
        assert report.triples > 4_000
        assert split.mask("Which films did Mara O'Tierne direct?").placeholders
        answered = Translator(split).ask("Which films did Mara O'Tierne direct?")
        assert isinstance(answered.result, SelectResult)
        assert len(answered.result.rows) == 7


def test_service_from_the_first_server(served: list[str], tmp_path: Path, films: KnowledgeGraph) -> None:
    folder = write_folder(tmp_path, served[:2], "[federation]", 'mode = "service"')
    query = f"SELECT ?p ?n {{ ?f <{SPACE}directedBy> ?p . ?p <{SPACE}name> ?n }}"
    parts = films_in_three("property")[:2]
    single = ox.Store()
    for text in parts:
        single.load(text.encode(), ox.RdfFormat.N_TRIPLES)
    with KnowledgeGraph.open(folder) as split:
        found = split.query(query)
    assert isinstance(found, SelectResult)
    assert len(found.rows) == len(list(single.query(query)))  # type: ignore[arg-type]  # SELECT gives solutions


def test_addresses_carry_their_graphs(served: list[str], tmp_path: Path) -> None:
    with KnowledgeGraph.open(write_folder(tmp_path, served)) as split:
        endpoint = split.knowledge.endpoint
        assert isinstance(endpoint, FederatedEndpoint)
        assert all(quote("http://example.org/split-films", safe="") in str(s.url) for s in endpoint.sources.all)
