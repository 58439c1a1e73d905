"""A role in the whole house: command line, wrapper, several endpoints, named graphs, an address that is not scanned."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

from hospital import CANARY, EX, GRAPH, SETTINGS, opened, write_hospital

from nlkgq import NlkgqError, Translator
from nlkgq.cli.main import run
from nlkgq.config import load_settings
from nlkgq.endpoints.embedded import EmbeddedEndpoint
from nlkgq.endpoints.protocol import Limits
from nlkgq.errors import ConfigError, EndpointError, FederationError, GateError
from nlkgq.knowledge import Knowledge
from nlkgq.ontology.model import Ontology
from nlkgq.results.models import Result, SelectResult
from nlkgq.role_choice import open_knowledge
from nlkgq.role_endpoint import RoleAccess, RoleEndpoint
from nlkgq.roles.model import RoleView
from nlkgq.scanning import index_graph
from nlkgq.validation.gate import GatedQuery, GatePolicy, gate


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str


@pytest.fixture
def nlkgq(capsys: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    def call(*words: object) -> Done:
        capsys.readouterr()
        code = run([str(word) for word in words])
        captured = capsys.readouterr()
        return Done(code, captured.out, captured.err)

    return call


def rows(result: Result) -> Counter[tuple[str | None, ...]]:
    assert isinstance(result, SelectResult)
    return Counter(tuple(None if t is None else t.value for t in row) for row in result.rows)


# The command line


def test_commands(nlkgq: Callable[..., Done], tmp_path: Path) -> None:
    folder = write_hospital(tmp_path / "hospital")
    asked = nlkgq("ask", "--kg", folder, "--role", "clerk", "How many patients are there?")
    assert (asked.code, asked.out.strip()) == (0, "The patient count is 2.")
    assert nlkgq("ask", "--kg", folder, "--role", "chief", "How many patients are there?").out.strip().endswith("3.")
    assert nlkgq("ask", "--kg", folder, "How many patients are there?").code == 3
    shown = nlkgq("ontology", "show", "--kg", folder, "--role", "porter")
    assert "ex:Ward" in shown.out
    assert "ex:Patient" not in shown.out
    assert nlkgq("ontology", "check", "--kg", folder, "--role", "clerk").code == 2
    query = tmp_path / "q.rq"
    query.write_text("SELECT ?d { ?p ex:diagnosis ?d }")
    refused = nlkgq("query", "--kg", folder, "--role", "clerk", query)
    assert (refused.code, refused.out) == (4, "")
    assert nlkgq("query", "--kg", folder, "--role", "chief", query).code == 0
    prompt = nlkgq("prompt", "--kg", folder, "--role", "porter", "--model", "openai:any", "Where is Ada Long?")
    assert "nextTo" in prompt.out
    assert "atient" not in prompt.out.replace("patiently", "")
    trace = tmp_path / "trace.json"
    words = ("--role", "clerk", "--trace", trace, "--explain", "Which patients know a nurse?")
    told = nlkgq("ask", "--kg", folder, *words)
    assert told.code == 0
    assert CANARY not in told.out + told.err + trace.read_text()
    assert "NOT EXISTS" not in json.loads(trace.read_text())["native_query"]
    assert nlkgq("index", "--kg", folder, "--role", "clerk").code == 0
    assert nlkgq("translate", "--kg", folder, "--role", "clerk", "--native", "How many wards are there?").code == 0


def test_a_role_has_secrets_and_examples_of_its_own(tmp_path: Path) -> None:
    folder = write_hospital(tmp_path)
    with opened(folder, "clerk") as clerk, opened(folder, "chief") as chief:
        assert clerk.knowledge.key != chief.knowledge.key
        clerk.keep("How many patients are there?", "SELECT (COUNT(*) AS ?n) { ?p a ex:Patient }")
        assert not list(chief.examples.read())
        assert len(list(clerk.examples.read())) == 1
    assert not (folder / "examples.jsonl").exists()


def test_values_are_masked_as_unknown_words_are(tmp_path: Path) -> None:
    with opened(write_hospital(tmp_path), "clerk", **{"privacy.mode": "values"}) as kg:
        assert kg.settings.privacy.mode == "strict"
        masked = kg.mask("Is carla star a patient?")
        assert "carla" not in masked.text


def test_a_hidden_value_that_is_an_everyday_word_stops_no_question(tmp_path: Path) -> None:
    folder = write_hospital(tmp_path)
    with (folder / "graph.ttl").open("a", encoding="utf-8") as file:
        file.write('ex:p2 ex:diagnosis "garden", "Rook to Elm" .')
    question = "Which patients have a garden and a house?"
    with opened(folder, "clerk") as kg:
        assert "garden" not in kg.mask(question).text
        assert "house" in kg.mask(question).text
        # what is masked as unknown words are, stays so: a hidden value shows by nothing
        hidden, unknown = kg.mask("patients of Rook to Elm"), kg.mask("patients of Rook to Ulm")
        assert len(hidden.placeholders) == len(unknown.placeholders)
        request = Translator(kg, model="anthropic:any").request(question)
        assert "garden" not in str(request.payload())


def test_an_ontology_shows_no_value_and_endpoints_no_counts(nlkgq: Callable[..., Done], tmp_path: Path) -> None:
    folder = write_hospital(tmp_path)
    with (folder / "ontology.ttl").open("a", encoding="utf-8") as file:
        file.write("""
            ex:ward rdfs:comment "As that of CANARY-Bruno Short is." .
            ex:DayPatient a owl:Class ; rdfs:label "day patient" ; rdfs:subClassOf ex:Patient,
                [ a owl:Restriction ; owl:onProperty ex:remark ; owl:hasValue "CANARY-snores" ] .
        """)
    with opened(folder, "clerk") as kg:
        assert f"{EX}DayPatient" in kg.ontology.classes
        assert CANARY not in repr(kg.ontology)
        assert CANARY not in "\n".join(kg.describe_terms([f"{EX}ward"]))
    with opened(folder, "chief") as kg:
        assert repr(kg.ontology).count(CANARY) == 2
    done = nlkgq("endpoint", "profile", "--kg", folder, "--role", "clerk")
    assert done.code == 2
    assert done.out == ""
    assert nlkgq("endpoint", "profile", "--kg", folder, "--role", "chief").code == 0


def test_a_rider_of_the_roles_own(tmp_path: Path) -> None:
    folder = write_hospital(
        tmp_path, roles="[roles.a]\nclasses = ['ex:Ward']\nrider = 'own.md'\n[roles.b]\nextends = 'a'"
    )
    (folder / "own.md").write_text("Wards have titles.")
    with opened(folder, "a") as one, opened(folder, "b") as other:
        assert one.knowledge.rider == "Wards have titles."
        assert other.knowledge.rider == ""


# The graph in files, cut down to the role


def test_paths_without_end_are_asked_of_what_is_left(tmp_path: Path) -> None:
    queries = {
        # p1 knows p2, who is hidden, and n1; n1 knows p4, who knows p1
        "SELECT ?n { ex:p4 ex:knows+ ?q . ?q ex:name ?n }": {"Ada Long", "Nora Kind", "Dora Wide"},
        "SELECT ?n { ex:p4 ex:knows* ?q . ?q ex:name ?n }": {"Ada Long", "Nora Kind", "Dora Wide"},
        "SELECT ?n { ?q ex:knows+ ?q ; ex:name ?n }": {"Ada Long", "Nora Kind", "Dora Wide"},
        "SELECT ?t { ?x ex:nextTo* ?w . ?x ex:title 'South' . ?w ex:title ?t }": {"South", "East"},
        "SELECT ?n { ex:p2 ex:knows+ ?q . ?q ex:name ?n }": set(),
    }
    with opened(write_hospital(tmp_path)) as kg:
        for query, names in queries.items():
            assert {row[0] for row in rows(kg.query(query))} == names
        assert kg.knowledge.access is not None
        kg.knowledge.access.cut = None
        with pytest.raises(GateError) as caught:
            kg.query("SELECT ?n { ex:p4 ex:knows+ ?q . ?q ex:name ?n }")
        assert caught.value.code == "role-path"


def test_graphs_are_asked_with_conditions(tmp_path: Path) -> None:
    with opened(write_hospital(tmp_path)) as kg:
        assert rows(kg.query("SELECT ?n { GRAPH ?g { ?p ex:name ?n } }")) == Counter()
        query = "SELECT ?n { { ?p ex:name ?n } UNION { GRAPH ?g { ?p ex:name ?n } } }"
        assert rows(kg.query(query)) == {("Ada Long",): 1, ("Dora Wide",): 1, ("Nora Kind",): 1}


# Over several endpoints


def test_conditions_over_two_endpoints(tmp_path: Path) -> None:
    settings = SETTINGS.replace('[endpoints.store]\nfiles = ["graph.ttl"]', "")
    endpoints = "".join(f'[endpoints.{name}]\nfiles = ["{name}.ttl"]\n' for name in ("wards", "people"))
    several = write_hospital(tmp_path / "several", settings=settings + endpoints)
    prefixes = "".join(line for line in GRAPH.splitlines(True) if line.startswith("@prefix"))
    body = "".join(line for line in GRAPH.splitlines(True) if not line.startswith("@prefix"))
    cut = body.index("ex:p1 a")
    (several / "wards.ttl").write_text(prefixes + body[:cut])
    (several / "people.ttl").write_text(prefixes + body[cut:])
    with opened(several) as two, opened(write_hospital(tmp_path / "one")) as one:
        for query in (
            "SELECT ?n { ?p ex:name ?n }",
            "SELECT * { ?p ex:ward ?w . ?w ex:title ?t }",
            "SELECT * { ?s ?p ?o }",
            "SELECT (COUNT(*) AS ?n) { ?p a ex:Patient OPTIONAL { ?p ex:remark ?r } }",
            "SELECT * { ?w ex:nextTo+ ?v }",
        ):
            assert rows(two.query(query)) == rows(one.query(query))
        assert len(rows(two.query("SELECT ?n { ?p ex:name ?n }"))) == 3


# Named graphs


def test_named_graphs(tmp_path: Path) -> None:
    prefixes = "".join(line for line in GRAPH.splitlines(True) if line.startswith("@prefix"))
    body = "".join(line for line in GRAPH.splitlines(True) if not line.startswith("@prefix"))
    roles = "[roles.a]\ngraphs = ['ex:g1']\n[roles.b]\ngraphs = ['ex:g2']\nhide_properties = ['ex:title']"
    folder = write_hospital(tmp_path, roles=roles, settings=SETTINGS.replace("graph.ttl", "graph.trig"))
    (folder / "graph.trig").write_text(f"{prefixes} ex:g1 {{ {body} }} ex:g2 {{ ex:w9 a ex:Ward ; ex:title 'Far' . }}")
    with opened(folder, "a") as one, opened(folder, "b") as other:
        wards = "SELECT ?w { ?w a ex:Ward }"
        assert len(rows(one.query(wards))) == 3
        assert rows(other.query(wards)) == {(f"{EX}w9",): 1}
        assert rows(other.query("SELECT ?g ?w { GRAPH ?g { ?w a ex:Ward } }")) == {(f"{EX}g2", f"{EX}w9"): 1}
        assert not rows(other.query("SELECT ?p { ?s ?p ?o FILTER(?p = ex:name) }"))
        for query in ("SELECT * { GRAPH ex:g1 { ?s ?p ?o } }", "SELECT * FROM ex:g1 { ?s ?p ?o }"):
            with pytest.raises(GateError) as caught:
                other.query(query)
            assert caught.value.code in {"role-graph", "from"}
        assert other.knowledge.index.lookup("w9") is not None
        assert not other.knowledge.index.lookup("Ada Long")


# An endpoint behind an address


def remote(folder: Path, role: str) -> Knowledge:
    """The hospital behind an address that nobody asks: the store in its place stands here."""
    settings = load_settings(folder, overrides={"endpoints.far.url": "http://localhost:1/sparql", "access.role": role})
    return open_knowledge(
        settings,
        make_endpoint=lambda _: EmbeddedEndpoint([folder / "graph.ttl"], name="far", cache_dir=folder / "stores"),
    )


def test_an_address_is_scanned_as_the_role_sees_it(tmp_path: Path) -> None:
    knowledge = remote(write_hospital(tmp_path), "clerk")
    try:
        assert knowledge.remote
        assert not knowledge.data_files
        report = index_graph(knowledge, seconds=30)
        assert report.complete
        assert report.values > 0
        (view,) = knowledge.data_files
        assert "Ada Long" in view.read_text()
        assert CANARY not in view.read_text()
        assert knowledge.index.lookup("Ada Long")
        assert knowledge.graph_values is not None
        assert knowledge.graph_values.find("as Ada Long is")
        found = knowledge.select(f"SELECT ?n {{ ?p <{EX}name> ?n }}")
        assert {row[0].value for row in found.rows if row[0] is not None} == {"Ada Long", "Dora Wide", "Nora Kind"}
    finally:
        knowledge.close()


class Saying:
    """An endpoint that fails, and tells all that it was asked."""

    name = "saying"

    def __init__(self, error: Exception) -> None:
        self.error = error
        self.asked: list[str] = []

    def run(self, query: GatedQuery, *, limits: Limits) -> Result:
        self.asked.append(query.text)
        raise self.error

    def close(self) -> None:
        """Nothing to end."""


def access(**changes: object) -> RoleAccess:
    view = RoleView(
        name="a",
        description="",
        ontology=Ontology(),
        classes=frozenset({"urn:C"}),
        properties=frozenset({"urn:p"}),
        hidden=frozenset({"urn:secret"}),
        **changes,  # type: ignore[arg-type]  # fields of the view
    )
    return RoleAccess(view, GatePolicy(), union_default=False)


@pytest.mark.parametrize(
    "error",
    [
        EndpointError("far: line 1: urn:secret CANARY", kind="bad-query", endpoint="far", said="CANARY", hint="CANARY"),
        EndpointError("far: CANARY", kind="server", endpoint="far"),
        FederationError("urn:secret CANARY", code="unsupported"),
    ],
)
def test_failures_tell_nothing_of_a_condition(error: NlkgqError) -> None:
    inner = Saying(error)
    endpoint = RoleEndpoint(lambda: inner, access(), name="far")
    with pytest.raises(NlkgqError) as caught:
        endpoint.run(gate("SELECT * { ?s <urn:p> ?o }"), limits=Limits())
    assert CANARY not in str(vars(caught.value))
    assert "secret" not in str(vars(caught.value))
    assert caught.value.__cause__ is None
    assert "urn:secret" in inner.asked[0]


def test_a_type_in_a_named_graph_counts_where_graphs_are_asked() -> None:
    found = access().guarded(gate("SELECT * { GRAPH ?g { ?s <urn:p> ?o } }")).query.text
    assert "UNION { GRAPH" in found
    assert "UNION { GRAPH" not in access().guarded(gate("SELECT * { ?s <urn:p> ?o }")).query.text


def test_endpoints_of_a_role(tmp_path: Path) -> None:
    roles = "[roles.a]\nendpoints = ['one']\n[roles.b]\nextends = ['a']\nendpoints = ['two']"
    settings = SETTINGS.replace("[endpoints.store]", "[endpoints.one]")
    folder = write_hospital(tmp_path, roles=roles, settings=f"{settings}\n[endpoints.two]\nfiles = ['two.ttl']")
    (folder / "two.ttl").write_text(f"<{EX}w8> a <{EX}Ward> .")
    with opened(folder, "a") as kg:
        assert len(rows(kg.query("SELECT ?w { ?w a ex:Ward }"))) == 3
    for role, on in (("b", None), ("a", "two")):
        with pytest.raises(ConfigError, match="does not ask this endpoint"):
            opened(folder, role, **({"endpoint": on} if on else {}))
