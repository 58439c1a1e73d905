"""Profiles of files and endpoints, and what is drafted from them."""

from __future__ import annotations

import gzip
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pyoxigraph
import pytest

from nlkgq.errors import ConfigError, EndpointError, EndpointErrorKind, LoadError
from nlkgq.iri import RDFS, XSD
from nlkgq.ontology.draft import draft_ontology, extend_ontology
from nlkgq.ontology.loader import load_ontology
from nlkgq.ontology.profile import profile_endpoint, profile_files, read_profile, write_profile
from nlkgq.ontology.profile_json import profile_from_json, profile_to_json
from nlkgq.ontology.profile_model import Profile, PropertyProfile
from nlkgq.ontology.render import REPRESENTATIONS, render
from nlkgq.results.models import RdfTerm, ResultNote, SelectResult

EX = "http://example.org/shop#"
GRAPH = """
@prefix : <http://example.org/shop#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

:Thing a owl:Class ; rdfs:comment "Only terms have comments here." .
:i1 a :Thing, :Tool ; rdfs:label "Secret hammer"@en, "Hammer"@de ; :price 12.5 ; :madeBy :m1 ; :note "x" , 4 .
:i2 a :Thing, :Tool ; rdfs:label "Secret saw"@en ; :price 8.0 ; :madeBy :m2 .
:i3 a :Thing ; rdfs:label "Secret gift" ; :price 9.0 ; :soldWith :i1, :i2, _:b .
_:b a :Thing ; :price 1.0 .
:m1 a :Maker ; :located [ :city "Secretville" ] .
:m2 a :Maker .
:lost :price 5.0 .
"""


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("profile") / "shop.ttl"
    path.write_text(GRAPH)
    return path


@pytest.fixture(scope="module")
def profile(graph: Path) -> Profile:
    return profile_files(graph)


def store_runner(path: Path) -> Callable[[str], SelectResult]:
    """A function that runs SELECT queries on the graph of a file, as an endpoint does."""
    store = pyoxigraph.Store()
    store.load(path=str(path), format=pyoxigraph.RdfFormat.TURTLE)

    def term(node: object) -> RdfTerm | None:
        if node is None:
            return None
        if isinstance(node, pyoxigraph.NamedNode):
            return RdfTerm("uri", node.value)
        if isinstance(node, pyoxigraph.BlankNode):
            return RdfTerm("bnode", node.value)
        assert isinstance(node, pyoxigraph.Literal)
        return RdfTerm("literal", node.value, node.datatype.value)

    def run(query: str) -> SelectResult:
        found = store.query(query)
        assert isinstance(found, pyoxigraph.QuerySolutions)
        names = [v.value for v in found.variables]
        rows = tuple(tuple(term(row[name]) for name in names) for row in found)
        return SelectResult(variables=tuple(names), rows=rows)

    return run


def test_counts(profile: Profile) -> None:
    assert profile.triples == 28
    assert profile.complete
    assert {iri.removeprefix(EX): n for iri, n in profile.classes.items() if iri.startswith(EX)} == {
        "Thing": 4,
        "Tool": 2,
        "Maker": 2,
    }
    assert profile.overlaps[EX + "Thing", EX + "Tool"] == 2
    price = profile.properties[EX + "price"]
    assert (price.count, price.subjects, price.objects) == (5, 5, 5)
    assert price.subject_classes == {EX + "Thing": 4, EX + "Tool": 2, "": 1}
    assert price.datatypes == {XSD + "decimal": 5}
    assert price.links == {
        (EX + "Thing", XSD + "decimal"): 4,
        (EX + "Tool", XSD + "decimal"): 2,
        ("", XSD + "decimal"): 1,
    }
    label = profile.properties[RDFS + "label"]
    assert label.languages == {"en": 2, "de": 1}
    sold = profile.properties[EX + "soldWith"]
    assert (sold.count, sold.subjects, sold.objects) == (3, 1, 3)
    assert sold.object_classes == {EX + "Thing": 3, EX + "Tool": 2}
    assert sold.links == {(EX + "Thing", EX + "Thing"): 3, (EX + "Thing", EX + "Tool"): 2}
    note = profile.properties[EX + "note"]
    assert set(note.datatypes) == {XSD + "string", XSD + "integer"}
    assert profile.properties[EX + "located"].object_classes == {"": 1}


def test_prefixes_of_terms_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.ttl"
    path.write_text(
        "@prefix v: <http://x.org/v#> . @prefix secret: <http://x.org/people/> . @prefix ns1: <http://x.org/w#> . "
        "secret:ada a v:Person ; v:knows secret:bob ; ns1:age 1 ."
    )
    profile = profile_files(path)
    assert profile.prefixes == {"ns1": "http://x.org/w#", "v": "http://x.org/v#"}
    assert "ns1" not in draft_ontology(profile).prefixes
    assert draft_ontology(profile).prefixes.shorten("http://x.org/v#knows") == "v:knows"


def test_classes_with_the_same_instances_are_equal() -> None:
    classes = {EX + "A": 10, EX + "B": 10, EX + "C": 3, EX + "D": 3}
    overlaps = {(EX + "A", EX + "B"): 10, (EX + "C", EX + "D"): 3}
    drafted = draft_ontology(Profile(triples=26, classes=classes, properties={}, overlaps=overlaps))
    assert drafted.classes[EX + "A"].equivalents == (EX + "B",)
    assert drafted.classes[EX + "C"].equivalents == ()  # three may be an accident


def test_types_are_classes_and_no_property(profile: Profile) -> None:
    assert "http://www.w3.org/1999/02/22-rdf-syntax-ns#type" not in profile.properties


def test_an_endpoint_has_the_same_profile(graph: Path, profile: Profile) -> None:
    seen: list[float | None] = []
    found = profile_endpoint(store_runner(graph), progress=seen.append)
    assert found == replace(profile, prefixes={})
    assert seen[0] is None
    assert all(share is not None and 0 <= share <= 1 for share in seen[1:])


def test_an_endpoint_out_of_time(graph: Path) -> None:
    found = profile_endpoint(store_runner(graph), seconds=0)
    assert found == Profile(triples=0, classes={}, properties={}, complete=False)


def failing(graph: Path, word: str, kind: EndpointErrorKind) -> Callable[[str], SelectResult]:
    run = store_runner(graph)

    def wrapped(query: str) -> SelectResult:
        if word in query:
            raise EndpointError("no", kind=kind, endpoint="test")
        return run(query)

    return wrapped


def test_counts_that_fail_make_a_profile_incomplete(graph: Path, profile: Profile) -> None:
    found = profile_endpoint(failing(graph, "?d ?l", "timeout"))
    assert not found.complete
    assert found.properties[EX + "price"].datatypes == {}
    assert found.properties[EX + "price"].count == 5
    # Where properties cannot be counted at once, they are listed and counted one by one.
    found = profile_endpoint(failing(graph, "GROUP BY ?p", "timeout"))
    assert not found.complete
    assert {iri: p.count for iri, p in found.properties.items()} == {
        iri: p.count for iri, p in profile.properties.items()
    }


def test_an_endpoint_that_cannot_be_reached_is_an_error(graph: Path) -> None:
    with pytest.raises(EndpointError):
        profile_endpoint(failing(graph, "SELECT", "network"))


def test_cut_counts_make_a_profile_incomplete(graph: Path) -> None:
    run = store_runner(graph)
    note = ResultNote(code="endpoint-cap", message="cut")
    found = profile_endpoint(lambda query: replace(run(query), notes=(note,)))
    assert not found.complete


def test_json_and_cache(profile: Profile, tmp_path: Path) -> None:
    assert profile_from_json(profile_to_json(profile)) == profile
    path = tmp_path / "cache" / "p.json"
    assert read_profile(path) is None
    write_profile(profile, path)
    assert read_profile(path) == profile
    assert [p.name for p in path.parent.iterdir()] == ["p.json"]
    for damaged in ("", "[]", "{}", '{"version": 99}', path.read_text()[:-5], '{"version": 1, "triples": 1}'):
        path.write_text(damaged)
        assert read_profile(path) is None
        with pytest.raises(ConfigError):
            profile_from_json(damaged)


def test_nothing_of_the_values_is_kept(profile: Profile) -> None:
    drafted = draft_ontology(profile)
    texts = [profile_to_json(profile), *(render(drafted, name, individuals=True) for name in REPRESENTATIONS)]
    for text in texts:
        for value in ("Secret", "hammer", "Hammer", "12.5", "i1", "m1", "lost"):
            assert value not in text


def test_draft(profile: Profile) -> None:
    drafted = draft_ontology(profile, {"shop": EX})
    assert drafted.drafted
    assert [iri.removeprefix(EX) for iri in drafted.classes] == ["Maker", "Thing", "Tool"]
    assert drafted.classes[EX + "Tool"].parents == (EX + "Thing",)  # every tool is a thing
    properties = drafted.properties
    assert properties[EX + "madeBy"].kind == "object"
    assert properties[EX + "madeBy"].domain == ((EX + "Tool",),)  # the narrowest class of all subjects
    assert properties[EX + "madeBy"].range == ((EX + "Maker",),)
    assert properties[EX + "soldWith"].range == ((EX + "Thing",),)
    assert (properties[EX + "price"].kind, properties[EX + "price"].domain) == ("datatype", ())  # one untyped subject
    assert (properties[EX + "note"].kind, properties[EX + "note"].label()) == ("datatype", "note")
    assert properties[EX + "located"].range == ()
    assert properties[EX + "soldWith"].label() == "sold with"
    assert RDFS + "label" in properties
    assert RDFS + "comment" not in properties  # only terms have comments here
    assert drafted.prefixes.shorten(EX + "Tool") == "shop:Tool"


def test_a_draft_can_be_written_and_loaded(profile: Profile, tmp_path: Path) -> None:
    from nlkgq.ontology.render_turtle import to_turtle

    drafted = draft_ontology(profile)
    path = tmp_path / "draft.ttl"
    path.write_text(to_turtle(drafted))
    again = load_ontology(path)
    assert again.classes == drafted.classes
    assert {i: p for i, p in again.properties.items() if not i.startswith(RDFS)} == {
        i: p for i, p in drafted.properties.items() if not i.startswith(RDFS)
    }


def test_extend(profile: Profile, tmp_path: Path) -> None:
    path = tmp_path / "onto.ttl"
    path.write_text(
        """@prefix : <http://example.org/shop#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
        @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
        @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
        :Thing a owl:Class ; rdfs:label "ware" . :price a rdf:Property . :soldWith a owl:ObjectProperty .
        :note a owl:AnnotationProperty . :unused a owl:AnnotationProperty . :madeBy a owl:DatatypeProperty ."""
    )
    loaded = load_ontology(path)
    extended = extend_ontology(loaded, profile)
    assert extended.classes[EX + "Thing"] == loaded.classes[EX + "Thing"]
    assert set(extended.classes) == {EX + n for n in ("Thing", "Tool", "Maker")}
    assert list(extended.properties) == sorted(extended.properties)
    assert extended.properties[EX + "price"].kind == "datatype"
    assert extended.properties[EX + "note"].kind == "datatype"  # the data use it, so it can be asked for
    assert extended.properties[EX + "unused"].kind == "annotation"
    assert extended.properties[EX + "madeBy"] == loaded.properties[EX + "madeBy"]  # what is said stays
    assert extended.properties[EX + "soldWith"].range == ()
    filled = extend_ontology(loaded, profile, fill=True)
    assert filled.properties[EX + "soldWith"].range == ((EX + "Thing",),)
    assert filled.properties[EX + "madeBy"].range == ()  # its use is of another kind than the ontology says
    assert not extended.drafted


def test_many_classes_state_no_domain() -> None:
    classes = {f"{EX}C{n}": 10 for n in range(20)}
    use = PropertyProfile(
        iri=EX + "p", count=200, subjects=200, objects=1, subject_classes=classes, datatypes={XSD + "string": 200}
    )
    profile = Profile(triples=400, classes=classes, properties={use.iri: use})
    assert draft_ontology(profile).properties[use.iri].domain == ()


def test_bad_files_are_load_errors(tmp_path: Path) -> None:
    (tmp_path / "cut.ttl").write_text(GRAPH[:-8])
    with pytest.raises(LoadError):
        profile_files(tmp_path / "cut.ttl")


def test_blank_nodes_of_two_files_are_two(tmp_path: Path) -> None:
    for name in ("a.nt", "b.nt"):
        (tmp_path / name).write_text("_:x <http://x.org/p> <http://x.org/o> .\n")
    found = profile_files([tmp_path / "a.nt", tmp_path / "b.nt"])
    assert found.properties["http://x.org/p"].subjects == 2


def test_two_hundred_thousand_triples_in_seconds(tmp_path: Path) -> None:
    lines = (
        f"<http://x.org/s{n // 4}> <http://x.org/p{n % 4}> "
        + (f'"value {n}"' if n % 2 else f"<http://x.org/s{n * 7 % 50_000}>")
        + " .\n"
        for n in range(200_000)
    )
    path = tmp_path / "big.nt.gz"
    path.write_bytes(gzip.compress("".join(lines).encode(), 1))
    seen: list[float | None] = []
    begin = time.process_time()
    found = profile_files(path, progress=seen.append)
    assert time.process_time() - begin < 8
    assert found.triples == 200_000
    assert len(seen) == 4
    assert found.properties["http://x.org/p1"].objects == 50_000


# The shared data


def test_graphs_without_an_ontology(data: Path) -> None:
    profile = profile_files(data / "dblp_quad_replay" / "graph.nt.gz")
    assert profile.triples == 200_306
    drafted = draft_ontology(profile)
    schema = "https://dblp.org/rdf/schema#"
    authored = drafted.properties[schema + "authoredBy"]
    assert authored.domain == ((schema + "Publication",),)
    assert drafted.classes[schema + "Article"].parents == (schema + "Publication",)
    folder = data / "openneuro_nidm"
    neuro = draft_ontology(profile_files(sorted(folder.glob("*.ttl"))))
    assert len(neuro.classes) > 10
    assert all(p.kind != "annotation" for p in neuro.properties.values())


def test_labels_are_known_where_only_the_data_use_them(data: Path) -> None:
    folder = data / "metaqa"
    loaded = load_ontology(folder / "ontology.ttl")
    extended = extend_ontology(loaded, profile_files(folder / "graph.nt.gz"))
    assert set(extended.properties) - set(loaded.properties) == {RDFS + "label"}
    assert extended.properties[RDFS + "label"].domain == ()


VOCABULARY_IN_DATA = """
@prefix : <http://e.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:C7 rdfs:label "Film"@en , "Spielfilm"@de ; rdfs:comment "A moving picture."@en .
:P9 rdfs:label "directed by" .
:f1 a :C7 ; :P9 :p1 ; rdfs:label "Ann Smith's secret" .
:p1 a :C8 .
"""


def test_labels_of_terms_that_stand_in_the_data(tmp_path: Path) -> None:
    """Of a graph that describes its own classes and properties; labels of things are not kept."""
    file = tmp_path / "graph.ttl"
    file.write_text(VOCABULARY_IN_DATA, encoding="utf-8")
    store = pyoxigraph.Store()
    store.load(path=str(file))

    def run(text: str) -> SelectResult:
        found = store.query(text)
        assert isinstance(found, pyoxigraph.QuerySolutions)
        names = [variable.value for variable in found.variables]

        def term(cell: object) -> RdfTerm | None:
            if isinstance(cell, pyoxigraph.Literal):
                return RdfTerm("literal", cell.value, cell.datatype.value, cell.language)
            return RdfTerm("uri", cell.value) if isinstance(cell, pyoxigraph.NamedNode) else None

        rows = tuple(tuple(term(solution[name]) for name in names) for solution in found)
        return SelectResult(variables=tuple(names), rows=rows)

    profiles = [profile_files(file), profile_endpoint(run), profile_from_json(profile_to_json(profile_files(file)))]
    for profile in profiles:
        assert "secret" not in profile_to_json(profile)
        drafted = draft_ontology(profile)
        film = drafted.classes["http://e.example/C7"]
        assert [(text.language, text.value) for text in film.labels] == [("de", "Spielfilm"), ("en", "Film")]
        assert [text.value for text in film.comments] == ["A moving picture."]
        assert drafted.properties["http://e.example/P9"].label() == "directed by"
        assert drafted.classes["http://e.example/C8"].labels != ()
