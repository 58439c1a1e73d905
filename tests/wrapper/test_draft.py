"""Clean names for what a graph uses: where they come from, that they are legal, that edits by hand stay."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from fault_server import answer, fault_server, sends
from servers import SparqlServer

from nlkgq import KnowledgeGraph
from nlkgq.cli.main import run
from nlkgq.ontology.model import Ontology, OwlClass, Property, Text
from nlkgq.results.models import RdfTerm
from nlkgq.sparql import parse_query
from nlkgq.wrapper.draft import Draft, draft_wrapper
from nlkgq.wrapper.load import read_wrapper
from nlkgq.wrapper.names import name, opaque, parted, words_of
from nlkgq.wrapper.value_forms import words_from_values
from nlkgq.wrapper_of_graph import draft_for_graph

SPACE = "https://c.example/#"
NATIVE = "http://n.example/"


def drafted(*terms: OwlClass | Property, **settings: object) -> Draft:
    ontology = Ontology(
        classes={term.iri: term for term in terms if isinstance(term, OwlClass)},
        properties={term.iri: term for term in terms if isinstance(term, Property)},
    )
    return draft_wrapper(ontology, namespace=SPACE, **settings)  # type: ignore[arg-type]  # keywords passed through


def local(made: Draft) -> dict[str, str]:
    return {native.removeprefix(NATIVE): clean.removeprefix(SPACE) for native, clean in made.names.items()}


def thing(iri: str, **facts: object) -> OwlClass:
    return OwlClass(iri=NATIVE + iri, **facts)  # type: ignore[arg-type]  # keywords of one constructor


def prop(iri: str, **facts: object) -> Property:
    return Property(iri=NATIVE + iri, **facts)  # type: ignore[arg-type]  # keywords of one constructor


# Words and names


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("Größter Umfang", ["grosster", "umfang"]),
        ("Œuvre d'art", ["oeuvre", "dart"]),
        ("映画 タイトル", ["映画", "タイトル"]),
        ("한국어 이름", ["한국어", "이름"]),
        ("фильм (год)", ["фильм", "год"]),
        ("फ़िल्म का नाम", ["फ़िल्म", "का", "नाम"]),
        ("عنوان الفيلم", ["عنوان", "الفيلم"]),
        ("price in € / m²", ["price", "in", "m2"]),
        ("🎬", []),
        ("  -- ", []),
        ("42", []),
    ],
)
def test_words_of_any_script_are_legal_local_names(label: str, words: list[str]) -> None:
    assert words_of(label) == words
    for of_class in (True, False):
        if words:
            made = name(words, of_class=of_class)
            assert str(parse_query(f"PREFIX c: <{SPACE}> ASK {{ ?x c:{made} ?y }}"))


@pytest.mark.parametrize(
    ("identifier", "tells_nothing"),
    [
        *((text, True) for text in ("P31", "Q5", "t101", "NIDM_0000062", "9f86d081884c7d65")),
        *((text, False) for text in ("code2", "has_iso639", "title")),
    ],
)
def test_identifiers_that_tell_nothing(identifier: str, tells_nothing: bool) -> None:
    assert opaque(identifier) is tells_nothing


def test_words_written_together() -> None:
    known = {"head", "state", "life", "expectancy", "country", "code", "author", "ship", "the", "valid", "official"}
    assert parted("headofstate", known) == ["head", "of", "state"]
    assert parted("isofficial", known) == ["is", "official"]
    assert parted("authorship", known) == ["authorship"]
    assert parted("invalid", known) == ["invalid"]
    assert parted("therapist", known) == ["therapist"]
    assert parted("countrycode", known | {"countrycode"}) == ["countrycode"]


@pytest.mark.parametrize(
    ("values", "told"),
    [
        (["ann@e.example", "b.c@d.example"], "e-mail address"),
        (["10.1000/182", "10.5555/12345678"], "DOI"),
        (["1999", "2004"], "year"),
        (["2004-05-06", "1999-01-02"], "date"),
        (["https://e.example/a"], "web address"),
        (["Ann Smith", "Bo Li", "Cy Young"], "name"),
        (["a", "b"], None),
        (["12", "1700000"], None),
        ([], None),
    ],
)
def test_the_form_of_values(values: Sequence[str], told: str | None) -> None:
    assert words_from_values([RdfTerm("literal", value) for value in values]) == told


# Where names come from


def test_labels_before_identifiers_before_definitions() -> None:
    made = drafted(
        thing("Film", labels=(Text(value="motion picture", language="en"),)),
        thing("Person", labels=(Text(value="Mensch", language="de"),)),
        thing("Q9", labels=(Text(value="映画館", language="ja"),)),
        thing("Q10", comments=(Text(value="A place of work. Large."),)),
        thing("Q11"),
    )
    assert local(made) == {"Film": "MotionPicture", "Person": "Person", "Q9": "映画館", "Q10": "PlaceOfWork"}
    assert [term.iri for term in made.unnamed] == [f"{NATIVE}Q11"]


def test_what_nothing_names_is_named_by_its_neighbours_or_the_form_of_its_values() -> None:
    asked: list[str] = []

    def samples(iris: Sequence[str]) -> Mapping[str, Sequence[RdfTerm]]:
        asked.extend(iris)
        mail = [RdfTerm("literal", f"ann{n}@secret.example") for n in range(9)]
        return {NATIVE + "P5": mail, NATIVE + "P6": mail, NATIVE + "P7": [RdfTerm("literal", "x")]}

    made = drafted(
        thing("Film"),
        thing("Q2"),
        thing("Agency"),
        prop("hasDirector", kind="object", range=((NATIVE + "Q2",),)),
        prop("P4", kind="object", range=((NATIVE + "Film",),)),
        prop("P5", kind="datatype", domain=((NATIVE + "Film",),)),
        prop("P6", kind="datatype"),
        prop("P7", kind="datatype"),
        samples=samples,
    )
    assert asked == [NATIVE + iri for iri in ("P5", "P6", "P7")]
    assert local(made) == {
        "Agency": "Agency",
        "Film": "Film",
        "Q2": "Director",
        "hasDirector": "hasDirector",
        "P4": "film",
        "P5": "filmEMailAddress",
    }
    # a guess that two terms share names only the one that its domain tells apart
    assert [term.iri for term in made.unnamed] == [NATIVE + "P6", NATIVE + "P7"]
    assert made.guessed == {NATIVE + "Q2": "neighbours", NATIVE + "P4": "neighbours", NATIVE + "P5": "values"}
    assert "secret" not in made.text


def test_a_foreign_key_is_named_after_what_it_refers_to() -> None:
    key = prop("city#ref-countrycode", kind="object", domain=((NATIVE + "city",),), range=((NATIVE + "country",),))
    assert local(drafted(thing("city"), thing("country"), key))["city#ref-countrycode"] == "country"


# Real vocabularies


def test_tables_turned_into_a_graph(data: Path) -> None:
    folder = data / "spider4sparql" / "world_1"
    for ontology in ([folder / "ontology.owl"], []):
        with KnowledgeGraph.from_files([folder / "graph.nt.gz"], ontology) as kg:
            made = draft_for_graph(kg, namespace=SPACE)
            again = draft_for_graph(kg, namespace=SPACE)
        assert made == again
        assert made.unnamed == ()
        found = {
            native.removeprefix("http://valuenet/ontop/"): iri.removeprefix(SPACE) for native, iri in made.names.items()
        }
        expected = {
            "countrylanguage": "CountryLanguage",
            "city": "City",
            "country#headofstate": "headOfState",
            "country#lifeexpectancy": "lifeExpectancy",
            "country#surfacearea": "surfaceArea",
            "city#name": "cityName",
            "country#name": "countryName",
            "city#ref-countrycode": "cityCountry",
            "countrylanguage#isofficial": "isOfficial",
        }
        assert {native: found[native] for native in expected} == expected
        assert len(set(found.values())) == len(found)
        assert "head of state" in made.text


@pytest.mark.parametrize("ontology", [True, False])
def test_a_scholarly_vocabulary(data: Path, tmp_path: Path, ontology: bool) -> None:
    folder = data / "semopenalex"
    with KnowledgeGraph.from_files([folder / "sample.trig.gz"], [folder / "ontology.ttl"] if ontology else []) as kg:
        made = draft_for_graph(kg, namespace=SPACE, prefix="c")
    assert made.unnamed == ()
    names = set(made.names.values())
    assert len(names) == len(made.names) > 70
    assert {SPACE + found for found in ("Work", "Institution", *(["Authorship"] if ontology else []))} <= names
    file = tmp_path / "w.ttl"
    file.write_text(made.text, encoding="utf-8")
    wrapper, findings = read_wrapper([file])
    assert findings == ()
    assert {*wrapper.classes, *wrapper.properties} == names
    for iri in names:
        parse_query(f"PREFIX c: <{SPACE}> ASK {{ ?x c:{iri.removeprefix(SPACE)} ?y }}")


def test_an_endpoint_without_ontology_is_counted_first(oxigraph_server: SparqlServer) -> None:
    graph = "http://e.example/to-draft"
    oxigraph_server.load(
        '<urn:d:a> a <urn:d:T1> ; <urn:d:P1> "ann@e.example" . <urn:d:T1> '
        '<http://www.w3.org/2000/01/rdf-schema#label> "Member"@en .',
        graph,
    )
    with KnowledgeGraph.from_endpoint(
        oxigraph_server.url, settings={"endpoints.endpoint.default_graphs": [graph]}
    ) as kg:
        made = draft_for_graph(kg, namespace=SPACE)
    assert made.names["urn:d:T1"] == SPACE + "Member"
    assert made.names["urn:d:P1"] == SPACE + "eMailAddress"


def test_a_wrapped_graph_is_drafted_from_its_native_terms() -> None:
    """What a form of its wrapper rests on is offered already, be it by a path or a pattern."""
    with KnowledgeGraph.open("films-opaque") as kg:
        made = draft_for_graph(kg)
    assert made.names["https://archive.example/t/100"] == "https://nlkgq.example/films#Film"
    told = {*made.guessed, *(term.iri for term in made.unnamed)}
    assert all(iri.startswith("https://archive.example/t/") for iri in made.names)
    assert "https://archive.example/t/120" not in {*made.names, *told}
    assert made.text.count(" a owl:") == len(made.guessed) <= 2
    assert len(told) < 10


# The command


ONTOLOGY = """@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix n: <http://n.example/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
n:C1 a owl:Class ; rdfs:label "short film"@en . n:C2 a owl:Class .
"""


def test_a_second_run_adds_what_is_new_and_keeps_what_was_edited(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    native, output = tmp_path / "native.ttl", tmp_path / "wrapper.ttl"
    native.write_text(ONTOLOGY, encoding="utf-8")
    words = ["wrapper", "draft", "--ontology", str(native), "-o", str(output)]
    assert run([*words, "--namespace", SPACE, "--prefix", "c"]) == 0
    assert "no name: class http://n.example/C2" in capsys.readouterr().err
    edited = output.read_text(encoding="utf-8").replace("c:ShortFilm", "c:Short") + "\n# by hand\n"
    output.write_text(edited, encoding="utf-8")
    assert run(words) == 0
    assert output.read_text(encoding="utf-8") == edited
    native.write_text(ONTOLOGY + 'n:C3 a owl:Class ; rdfs:label "short"@en .', encoding="utf-8")
    assert run(words) == 0
    text = output.read_text(encoding="utf-8")
    assert text.startswith(edited)
    wrapper, findings = read_wrapper([output])
    assert findings == ()
    assert set(wrapper.classes) == {SPACE + "Short", SPACE + "Short2"}


def test_a_model_is_asked_only_when_told_and_sees_no_value(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    graph, ontology = tmp_path / "graph.ttl", tmp_path / "native.ttl"
    graph.write_text(
        '<urn:a> <http://n.example/P1> "zoltana@qwertmeier.hu" ; <http://n.example/P2> 5 .', encoding="utf-8"
    )
    ontology.write_text(
        "@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . "
        "<http://n.example/P1> a owl:DatatypeProperty . <http://n.example/P2> a owl:DatatypeProperty ; "
        'rdfs:comment "How many copies of the thing are left on the shelves of the shop in the end." .',
        encoding="utf-8",
    )
    message = {"role": "assistant", "content": "2. stock level"}
    choice = {"index": 0, "finish_reason": "stop", "message": message}
    reply = {"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}
    words = ["wrapper", "draft", "--graph", str(graph), "--ontology", str(ontology)]
    with fault_server(sends(answer(json.dumps(reply).encode(), content_type="application/json"))) as server:
        monkeypatch.setenv("OPENAI_API_KEY", "k")
        assert run(words) == 0
        assert server.requests == []
        assert "no name: property http://n.example/P2" in capsys.readouterr().err
        assert run([*words, "--model", "openai:m", "--base-url", server.url]) == 0
    sent = b"".join(server.requests)
    assert b"copies of the thing" in sent
    assert b"qwertmeier" not in sent
    shown = capsys.readouterr()
    assert ":stockLevel a owl:DatatypeProperty" in shown.out
    assert "named after the form of its values: http://n.example/P1" in shown.err
