"""Whatever a model writes or a person asks, nothing that a role must not see comes out: not in an answer, an error, a
trace, a prompt or a file of the role's own."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

from hospital import CANARY, opened, write_hospital

from nlkgq import KnowledgeGraph, NlkgqError, Translator
from nlkgq.llm.protocol import ModelReply, ModelRequest
from nlkgq.results.formats import write
from nlkgq.results.models import GraphResult, Result

HIDDEN_NAMES = (
    "diagnosis",
    "infection",
    "hivStatus",
    "MedicalFile",
    "medical file",
    "celebrity",
    "fileOf",
    "record of",
)

QUERIES = (
    "SELECT * { ?p ex:diagnosis ?d }",
    "SELECT * { ?p <http://hospital.example/diagnosis> ?d }",
    "PREFIX h: <http://hospital.example/diag> SELECT * { ?p h:nosis ?d }",
    "BASE <http://hospital.example/> SELECT * { ?p <diagnosis> ?d }",
    "SELECT * { ?p ex:hivStatus ?d }",
    "SELECT * { ?p ex:remark ?d }",
    "SELECT * { ?p ex:remark|ex:name ?d }",
    "SELECT * { ?p (ex:remark|ex:diagnosis) ?d }",
    "SELECT * { ?d ^ex:diagnosis ?p }",
    "SELECT * { ?p !ex:name ?d }",
    "SELECT * { ?p !(ex:name|^ex:ward) ?d }",
    "SELECT * { ?d !^ex:name ?p }",
    "SELECT * { ?p (ex:knows|!ex:name)* ?d }",
    "SELECT * { ?p ex:knows+ ?q . ?q ex:name ?n }",
    "SELECT * { ex:n1 ex:knows* ?q . ?q ex:name ?n }",
    "SELECT * { ?p ex:knows/ex:knows/ex:name ?n }",
    "SELECT * { ?s ?p ?o }",
    "SELECT * { ?s ?p ?o FILTER(?p = IRI(CONCAT('http://hospital.example/', 'diagnosis'))) }",
    "SELECT * { BIND(IRI('http://hospital.example/diagnosis') AS ?p) ?s ?p ?o }",
    "SELECT * { BIND(URI(CONCAT('http://hospital.example/diag', 'nosis')) AS ?p) ?s ?p ?o }",
    "SELECT * { VALUES ?p { ex:diagnosis ex:name } ?s ?p ?o }",
    "SELECT * { ?s ?p ?o FILTER(?p IN (ex:diagnosis)) }",
    "SELECT * { ?s ?p ?o FILTER(STRENDS(STR(?p), 'sis')) }",
    "SELECT * { ?s ?p ?o FILTER(STRSTARTS(STR(?o), 'CANARY')) }",
    "ASK { ?s ?p ?o FILTER(STRSTARTS(STR(?o), 'CANARY')) }",
    "SELECT (COUNT(*) AS ?n) { ?s ?p ?o FILTER(CONTAINS(STR(?o), 'CANARY')) } HAVING (COUNT(*) > 0)",
    "SELECT (GROUP_CONCAT(?o) AS ?all) { ?s ?p ?o }",
    "SELECT (SAMPLE(?o) AS ?one) { ex:p2 ?p ?o }",
    "SELECT ?t ?o { ?s a ?t ; ?p ?o }",
    "SELECT * { ?s a ex:MedicalFile ; ?p ?o }",
    "SELECT * { ?s a/rdfs:subClassOf* ex:MedicalFile ; ?p ?o }",
    "SELECT * { ?s a/rdfs:subClassOf* ex:Patient ; ex:name ?o }",
    "SELECT * { ?s a ex:VipPatient ; ex:name ?o }",
    "SELECT * { ?s rdf:type ex:PsychiatricFile ; ex:title ?o }",
    "SELECT * { ex:f1 ex:title ?o }",
    "SELECT * { ?p ex:knows ?f . ?f ex:title ?o }",
    "SELECT * { ?p ex:file/ex:title ?o }",
    "SELECT * { ?f ex:fileOf ?p ; ex:title ?o }",
    "SELECT * { ex:p2 ex:name ?o }",
    "SELECT * { ex:p2 ?p ?o }",
    "SELECT * { ?s ?p ex:p2 . ex:p2 ex:remark ?r }",
    "DESCRIBE ex:p2",
    "DESCRIBE ex:p1",
    "DESCRIBE ex:diagnosis",
    "DESCRIBE ?x { ?x a ex:Patient }",
    "DESCRIBE *  { ?x ex:knows ?y }",
    "CONSTRUCT WHERE { ?s ?p ?o }",
    "CONSTRUCT { ?s ex:name ?o } WHERE { ?s ?p ?o }",
    "CONSTRUCT { ?s ex:name ?o } WHERE { ?s ex:diagnosis ?o }",
    "SELECT * { ?p a ex:Patient OPTIONAL { ?p ex:name ?n } }",
    "SELECT * { ?p ex:name ?x OPTIONAL { ?p ex:diagnosis ?d } }",
    "SELECT * { ?p ex:name ?x MINUS { ?p ex:ward ex:w1 } }",
    "SELECT * { ?p ex:name ?x FILTER NOT EXISTS { ?p ex:ward ex:w1 } }",
    "SELECT * { ?p ex:name ?x FILTER EXISTS { ?p ?any 'CANARY-influenza' } }",
    "SELECT * { { SELECT ?n { ?p ex:name ?n } } }",
    "SELECT * { { ?p ex:name ?n } UNION { ?p ex:remark ?n } }",
    "SELECT * { ?ward ^ex:ward/ex:name ?n }",
    "SELECT ?n { ?p ex:name ?n } ORDER BY DESC(?n)",
    "SELECT ?n { ?p ex:name ?n FILTER(?n > 'C') }",
    "SELECT * { GRAPH ?g { ?s ?p ?o } }",
    "SELECT * FROM <http://hospital.example/> { ?s ?p ?o }",
    "SELECT * { SERVICE <http://localhost/> { ?s ?p ?o } }",
    "SELECT * { SERVICE <urn:x-nlkgq:endpoint:store> { ?s ex:diagnosis ?o } }",
    "SELECT * { ?s rdfs:label ?l }",
    "SELECT * { ?s a owl:DatatypeProperty ; rdfs:label ?l }",
    "SELECT * { ?s ex:diagnosi\\u0073 ?l }",
    "SELECT * { ?s ex:diagnosis ?l # }\n }",
    "SELECT * { [] ex:diagnosis ?l }",
    "SELECT * { (ex:p2) ?p ?o }",
    "SELECT * { [ ex:remark ?r ; ex:name ?n ] }",
    "SELECT (EXISTS { ex:p2 ex:name ?n } AS ?yes) { }",
    "SELECT * { ?p ex:name ?n } VALUES ?n { 'CANARY-Bruno Short' }",
    "SELECT * { ?p ex:name ?n } GROUP BY ?p ?n HAVING (STRSTARTS(?n, 'CANARY'))",
    "SELECT * { ?p <http://jena.example/text#query> 'CANARY' }",
    "SELECT (<http://functions.example/describe>(?p) AS ?d) { ?p ex:name ?n }",
    "SELECT * { ex:p2 ex:name? ?n }",
    "SELECT * { ?x ex:name* ?y }",
    "INSERT DATA { ex:p9 a ex:Nurse }",
)


@pytest.fixture(scope="module", autouse=True)
def caches(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for name in ("CACHE", "STATE"):
            patch.setenv(f"NLKGQ_{name}_DIR", str(tmp_path_factory.mktemp(name.lower())))
        yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, caches: None) -> Path:
    return write_hospital(tmp_path_factory.mktemp("hospital"))


@pytest.fixture(scope="module", params=["what is left", "conditions"])
def kg(folder: Path, request: pytest.FixtureRequest) -> Iterator[KnowledgeGraph]:
    """The hospital with either way of keeping a role: over what is left of it, and by conditions in each query."""
    with opened(folder) as found:
        assert found.knowledge.access is not None
        if request.param == "conditions":
            found.knowledge.access.cut = None
        yield found


def said(error: BaseException) -> str:
    """All that an error tells, and what led to it."""
    parts = [repr(error), str(vars(error))]
    while (error := error.__cause__) is not None:  # type: ignore[assignment]  # None ends it
        parts += [repr(error), str(vars(error))]
    return "\n".join(parts)


def written(result: Result) -> str:
    return write(result, "ntriples" if isinstance(result, GraphResult) else "json")


def without(text: str, query: str) -> str:
    """What is said beside the query itself, which may well name what it looks for."""
    return text.replace(query, "").replace(repr(query)[1:-1], "")


@pytest.mark.parametrize("query", QUERIES)
def test_a_query_of_ones_own(kg: KnowledgeGraph, query: str) -> None:
    try:
        told = written(kg.query(query)) + kg.rewrite(query).replace(query, "")
    except NlkgqError as error:
        told = said(error)
    for name in query.split("'"):
        told = told.replace(name, "") if name.startswith(CANARY) else told
    assert CANARY not in told


def test_many_of_them_are_answered_and_many_refused(kg: KnowledgeGraph) -> None:
    answered = 0
    for query in QUERIES:
        try:
            answered += bool(written(kg.query(query)))
        except NlkgqError:
            continue
    assert 30 <= answered <= len(QUERIES) - 25


class Obeying:
    """A model that writes what an attacker wants, and keeps what it was told."""

    def __init__(self, query: str) -> None:
        self.query = query
        self.heard: list[str] = []

    def complete(self, request: ModelRequest) -> ModelReply:
        self.heard.append(str(request.payload()))
        return ModelReply(text=f"```sparql\n{self.query}\n```", model="obeying")


@pytest.mark.parametrize("query", [q for q in QUERIES if CANARY not in q])
def test_a_model_that_obeys_an_attacker(kg: KnowledgeGraph, query: str) -> None:
    model = Obeying(query)
    try:
        answer = Translator(kg, model=model).ask("Who is on the ward?")
        told = answer.to_json() + written(answer.result) + "".join(map(str, answer.findings))
        told += "".join(filter(None, map(answer.label, ("http://hospital.example/p2", "http://hospital.example/f1"))))
    except NlkgqError as error:
        told = said(error)
    assert CANARY not in told
    first = model.heard[0] if model.heard else ""
    assert CANARY not in "".join(model.heard)
    assert not [name for name in HIDDEN_NAMES if name in first]


def test_the_prompt_knows_nothing_else(kg: KnowledgeGraph) -> None:
    request = Translator(kg, model="anthropic:any").request("What is the diagnosis of Bruno Short, a celebrity?")
    text = str(request.payload())
    assert CANARY not in text
    assert not [name for name in HIDDEN_NAMES if name in text]
    assert "influenza" not in text
    assert "Bruno" not in text


@pytest.mark.parametrize("representation", ["full", "compact", "compact-typed", "raw-graph", "abstract-dictionary"])
def test_no_way_of_writing_the_ontology_names_a_hidden_term(kg: KnowledgeGraph, representation: str) -> None:
    text = kg.render_ontology(representation)
    assert "Patient" in text or "patient" in text
    assert not [name for name in HIDDEN_NAMES if name in text]


def test_hidden_values_and_unknown_words_are_told_alike(kg: KnowledgeGraph) -> None:
    """A name that only a hidden row holds, and one that nobody has, leave the same traces."""
    hidden, unknown = (kg.mask(f"Where does {name} lie?") for name in ("Carla Star", "Carlo Stir"))
    assert [p.kind for p in hidden.placeholders] == [p.kind for p in unknown.placeholders]
    assert [p.match for p in hidden.placeholders] == [p.match for p in unknown.placeholders]
    messages = []
    for name in ("Carla Star", "Carlo Stir"):
        with pytest.raises(NlkgqError) as caught:
            Translator(kg).ask(f"What is the ward of {name}?")
        messages.append(said(caught.value).replace(name, "NAME").replace("Carla", "C").replace("Carlo", "C"))
    assert messages[0].replace("Star", "S") == messages[1].replace("Stir", "S")


def test_a_hidden_term_and_an_unknown_one_are_told_alike(kg: KnowledgeGraph) -> None:
    told = []
    for name in ("diagnosis", "diagnosos"):
        for query in (f"SELECT * {{ ?p ex:{name} ?d }}", f"SELECT * {{ ?p a ex:{name} }}"):
            with pytest.raises(NlkgqError) as caught:
                kg.query(query)
            told.append(said(caught.value).replace(name, "TERM"))
        with pytest.raises(NlkgqError) as caught:
            kg.describe_terms([name])
        told.append(said(caught.value).replace(name, "TERM"))
        with pytest.raises(NlkgqError) as caught:
            Translator(kg).ask(f"What is the {name} of Ada Long?")
        told.append(said(caught.value).replace(name, "TERM"))
    assert told[:4] == told[4:]


def test_files_of_the_role_hold_nothing_else(kg: KnowledgeGraph) -> None:
    knowledge = kg.knowledge
    assert knowledge.index.lookup("Ada Long")
    assert not knowledge.index.lookup("CANARY-Carla Star")
    for path in (*knowledge.data_files, knowledge.index_file, knowledge.profile_file):
        assert CANARY.encode() not in path.read_bytes()
    assert not [name for name in HIDDEN_NAMES if name.encode() in knowledge.profile_file.read_bytes()]


def test_the_owner_sees_all_of_it(folder: Path) -> None:
    with opened(folder, "chief") as kg:
        assert CANARY in written(kg.query("SELECT * { ?p ex:diagnosis ?d }"))
        assert CANARY in str(kg.knowledge.rider)
