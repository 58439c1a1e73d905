"""What check, draft and diff find; SSSOM there and back; the commands."""

from __future__ import annotations

from pathlib import Path

import pyoxigraph as ox
import pytest

from nlkgq.cli.main import run
from nlkgq.errors import LoadError
from nlkgq.ontology.loader import load_ontology
from nlkgq.ontology.profile_model import Profile, PropertyProfile
from nlkgq.results.models import RdfTerm, SelectResult
from nlkgq.wrapper.check import check_wrapper
from nlkgq.wrapper.diff import diff_wrapper
from nlkgq.wrapper.draft import draft_wrapper
from nlkgq.wrapper.form_counts import count_forms
from nlkgq.wrapper.load import read_wrapper
from nlkgq.wrapper.sssom import read_sssom, term_mappings, wrapper_of, write_sssom

ONTOLOGIES = Path(__file__).resolve().parents[2] / "ontologies"
FILMS = [ONTOLOGIES / "films" / "ontology.ttl", ONTOLOGIES / "films-opaque" / "wrapper.ttl"]
HEAD = """
@prefix c: <http://c.example/> .
@prefix n: <http://n.example/> .
@prefix w: <https://nlkgq.example/wrapper#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""
WRONG = """
c:A a owl:Class ; rdfs:subClassOf c:B ; owl:equivalentClass n:A .
c:B a owl:Class ; rdfs:subClassOf c:A .
c:Empty a owl:Class .
c:p a owl:ObjectProperty ; owl:inverseOf c:q .
c:q a owl:ObjectProperty .
c:r a owl:ObjectProperty ; rdfs:domain c:A ; owl:equivalentProperty n:r .
c:s a owl:ObjectProperty ; owl:equivalentProperty n:r .
c:t a owl:DatatypeProperty ; owl:inverseOf n:t .
c:year a owl:DatatypeProperty ; rdfs:range xsd:integer ; owl:equivalentProperty n:year .
c:away a owl:DatatypeProperty ; w:path "n:gone/n:year" .
"""


def write(folder: Path, text: str, name: str = "w.ttl") -> Path:
    file = folder / name
    file.write_text(HEAD + text, encoding="utf-8")
    return file


def test_check_finds_each_kind(tmp_path: Path) -> None:
    file = write(tmp_path, WRONG)
    string = "http://www.w3.org/2001/XMLSchema#string"
    profile = Profile(
        triples=9,
        classes={"http://n.example/A": 2, "http://n.example/Z": 3},
        properties={
            "http://n.example/r": PropertyProfile(
                iri="http://n.example/r", count=3, subjects=3, objects=3, subject_classes={"http://n.example/Z": 3}
            ),
            "http://n.example/t": PropertyProfile(iri="http://n.example/t", count=1, subjects=1, objects=1),
            "http://n.example/year": PropertyProfile(
                iri="http://n.example/year", count=2, subjects=2, objects=2, datatypes={string: 2}
            ),
        },
    )
    wrapper, _ = read_wrapper([file])
    found = check_wrapper(wrapper, load_ontology([file]), profile)
    assert {(f.code, f.place) for f in found} == {
        ("cycle", "c:A"),
        ("cycle", "c:B"),
        ("stands-for-subclasses", "c:B"),
        ("no-form", "c:Empty"),
        ("no-form", "c:p"),
        ("no-form", "c:q"),
        ("same-form", "c:s"),
        ("literal-subject", "c:t"),
        ("domain", "c:r"),
        ("datatype", "c:year"),
        ("unused", "c:away"),
    }
    assert all(f.remedy for f in found if f.severity != "info")


def test_the_bundled_wrapper_has_no_finding() -> None:
    wrapper, findings = read_wrapper(FILMS)
    assert (*findings, *check_wrapper(wrapper, load_ontology(FILMS))) == ()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ('c:p a owl:ObjectProperty ; w:pattern "?subject n:p ?object } VALUES ?x { 1" .', "pattern"),
        ('c:p a owl:ObjectProperty ; w:path "n:p ?object FILTER(?object > 3) } #" .', "path"),
        ('c:p a owl:ObjectProperty ; w:path "n:p ?x } #" .', "path"),
        ('c:p a owl:ObjectProperty ; w:path "n:p/n:q" ; w:repeats "yes" .', "annotation"),
        ('c:p a owl:ObjectProperty ; w:native "http://n.example/p" .', "annotation"),
        ('c:p a owl:ObjectProperty ; owl:equivalentProperty "n:p" .', "iri"),
        ("c:p a owl:ObjectProperty ; w:native c:q .", "annotation"),
        ('c:p a owl:ObjectProperty ; w:native n:p ; w:graph "not an iri" .', "annotation"),
        ('c:p a owl:ObjectProperty ; w:native n:p ; w:endpoint "a" , "b" .', "annotation"),
        ("c:C a owl:Class ; w:property n:p .", "annotation"),
        ('c:C a owl:Class ; w:value "x" .', "annotation"),
        ('c:C a owl:Class ; w:typePath "n:p" .', "annotation"),
        ('c:p a owl:DatatypeProperty ; w:path "n:p/n:q" ; w:languages "en" .', "annotation"),
        ("c:C a owl:Class ; owl:equivalentClass _:x . _:x owl:intersectionOf ( _:x ) .", "class-expression"),
        ("c:C a owl:Class ; owl:equivalentClass _:x . _:x owl:unionOf ( _:x ) .", "class-expression"),
        (
            "c:C a owl:Class ; owl:equivalentClass _:x . _:x owl:onProperty n:p ; owl:someValuesFrom _:x .",
            "class-expression",
        ),
        ("c:p a owl:ObjectProperty , owl:Class ; w:native n:p .", "two-kinds"),
        ("c:p a owl:ObjectProperty ; w:native n:p , n:q . c:q a owl:ObjectProperty ; "
         "owl:propertyChainAxiom ( c:p n:r ) .", "chain"),
        ("c:p a owl:ObjectProperty ; owl:propertyChainAxiom ( c:q n:r ) . "
         "c:q a owl:ObjectProperty ; owl:propertyChainAxiom ( c:p n:r ) .", "cycle"),
        ("c:p a owl:ObjectProperty ; owl:inverseOf c:p .", "cycle"),
        ("c:p a owl:ObjectProperty ; w:native n:p ; rdfs:domain c:Typo .", "unknown-class"),
        ("c:p a owl:ObjectProperty ; w:native n:p ; rdfs:range xsd:string .", "kind"),
        ("c:C a owl:Class ; w:native n:C . c:p a owl:DatatypeProperty ; w:native n:p ; rdfs:range c:C .", "kind"),
        ("c:p a owl:ObjectProperty ; w:native n:p ; w:objectConversion "
         "[ w:nativeDatatype xsd:string ; w:clean xsd:integer ] .", "kind"),
        ("c:C a owl:Class ; w:native n:C . c:D a owl:Class ; w:native n:D . c:p a owl:ObjectProperty ; w:native n:p ; "
         "rdfs:domain c:C ; owl:inverseOf c:q . c:q a owl:ObjectProperty ; w:native n:q ; rdfs:range c:D .", "inverse"),
        ("c:p a owl:ObjectProperty ; w:native n:p ; rdfs:subPropertyOf c:q . "
         "c:q a owl:ObjectProperty ; w:native n:q ; rdfs:subPropertyOf c:p .", "cycle"),
    ],
)  # fmt: skip
def test_hostile_wrappers(tmp_path: Path, body: str, code: str) -> None:
    file = write(tmp_path, body)
    wrapper, findings = read_wrapper([file])
    found = [*findings, *check_wrapper(wrapper, load_ontology([file]))]
    assert code in {finding.code for finding in found if finding.remedy and finding.place}


def test_counts_tell_what_is_empty_uncovered_and_repeated(tmp_path: Path) -> None:
    data = tmp_path / "data.ttl"
    data.write_text(
        "@prefix n: <http://n.example/> . n:1 a n:Q ; n:y '1990' , 'x' ; n:l n:m1 , n:m2 ; n:c 'DE' . "
        "n:m1 n:to n:2 . n:m2 n:to n:2 .",
        encoding="utf-8",
    )
    year = "w:objectConversion [ w:nativeDatatype xsd:string ; w:clean xsd:integer {} ]"
    file = write(
        tmp_path,
        f"""
        c:Q a owl:Class ; owl:equivalentClass n:Q .
        c:Gone a owl:Class ; owl:equivalentClass n:Gone .
        c:y a owl:DatatypeProperty ; rdfs:domain c:Q ; w:native n:y ; {year.format("")} .
        c:t a owl:DatatypeProperty ; rdfs:domain c:Q ; w:native n:y ; {year.format("; w:total true")} .
        c:l a owl:ObjectProperty ; rdfs:domain c:Q ; w:path "n:l/n:to" ; w:repeats false .
        """,
    )
    wrapper, findings = read_wrapper([file])
    assert findings == ()
    store = ox.Store()
    store.load(path=str(data), format=ox.RdfFormat.TURTLE)

    def select(text: str, *, part: str | None = None) -> SelectResult:
        (row,) = store.query(text)
        return SelectResult(variables=("n",), rows=((RdfTerm("literal", row[0].value),),))

    found = count_forms(wrapper, select, seconds=60)
    assert {(f.severity, f.code, f.place) for f in found} == {
        ("info", "count", "c:Q"),
        ("warning", "empty", "c:Gone"),
        ("info", "count", "c:y"),
        ("info", "not-covered", "c:y"),
        ("info", "count", "c:t"),
        ("error", "not-covered", "c:t"),
        ("info", "count", "c:l"),
        ("error", "repeats", "c:l"),
    }
    times = iter(range(100))
    (one,) = (f for f in count_forms(wrapper, select, seconds=0.5, clock=lambda: next(times)) if f.code != "count")
    assert (one.code, one.place) == ("not-counted", "c:Gone")


NATIVE = """
n:NIDM_0000062 a owl:Class ; rdfs:label "Statistical peak"@en .
n:P31 a owl:Class .
n:Q7 a owl:Class ; rdfs:comment "A moving picture. Long or short." .
n:singer a owl:Class .
n:concert a owl:Class .
<http://n.example/singer#name> a owl:DatatypeProperty ; rdfs:domain n:singer .
<http://n.example/concert#name> a owl:DatatypeProperty ; rdfs:domain n:concert .
<http://n.example/singer#song_release_year> a owl:DatatypeProperty ; rdfs:range xsd:integer .
n:x3d a owl:DatatypeProperty ; rdfs:label "3D größe (max.)" .
n:old a owl:ObjectProperty ; owl:deprecated true .
"""


def test_draft_names(tmp_path: Path) -> None:
    made = draft_wrapper(load_ontology([write(tmp_path, NATIVE)]), namespace="http://c.example/", prefix="c")
    assert {
        native.removeprefix("http://n.example/"): clean.removeprefix("http://c.example/")
        for native, clean in made.names.items()
    } == {
        "NIDM_0000062": "StatisticalPeak",
        "Q7": "MovingPicture",
        "singer": "Singer",
        "concert": "Concert",
        "singer#name": "singerName",
        "concert#name": "concertName",
        "singer#song_release_year": "songReleaseYear",
        "x3d": "number3DGrosseMax",
    }
    assert [u.iri for u in made.unnamed] == ["http://n.example/P31"]


def test_draft_is_stable_and_keeps_edits(tmp_path: Path) -> None:
    native = load_ontology([write(tmp_path, NATIVE, "native.ttl")])
    made = draft_wrapper(native, namespace="http://c.example/", prefix="c")
    assert made == draft_wrapper(native, namespace="http://c.example/", prefix="c")
    edited = tmp_path / "w.ttl"
    edited.write_text(made.text.replace("c:MovingPicture", "c:Film"), encoding="utf-8")
    existing, findings = read_wrapper([edited])
    assert findings == ()
    again = draft_wrapper(native, namespace="http://c.example/", prefix="c", existing=existing)
    assert again.names == {**made.names, "http://n.example/Q7": "http://c.example/Film"}
    assert " a owl:" not in again.text


def test_draft_asks_for_names_only_what_has_none(tmp_path: Path) -> None:
    asked: list[str] = []

    def namer(terms):  # type: ignore[no-untyped-def]  # a stand-in
        asked.extend(term.iri for term in terms)
        return {term.iri: "instance of" for term in terms}

    native = load_ontology([write(tmp_path, NATIVE)])
    made = draft_wrapper(native, namespace="http://c.example/", namer=namer)
    assert asked == ["http://n.example/P31"]
    assert made.names["http://n.example/P31"] == "http://c.example/InstanceOf"


def test_diff(tmp_path: Path) -> None:
    wrapper, _ = read_wrapper(
        [write(tmp_path, "c:Film a owl:Class ; owl:equivalentClass n:Q1 . c:title a owl:DatatypeProperty ; "
               "owl:equivalentProperty n:P1 . c:gone a owl:ObjectProperty ; owl:equivalentProperty n:P2 . "
               "c:late a owl:ObjectProperty ; owl:equivalentProperty n:P3 .")]
    )  # fmt: skip
    old = load_ontology([write(tmp_path, 'n:Q1 a owl:Class ; rdfs:label "motion picture" .', "old.ttl")])
    new = load_ontology(
        [write(tmp_path, 'n:Q9 a owl:Class ; rdfs:label "Motion Picture" . n:P1 a owl:DatatypeProperty . '
               "n:P3 a owl:ObjectProperty ; owl:deprecated true . "
               "n:P8 a owl:ObjectProperty ; rdfs:label 'actor' .", "new.ttl")]
    )  # fmt: skip
    found = {(f.code, f.place) for f in diff_wrapper(wrapper, new, old=old)}
    assert found == {("renamed", "c:Film"), ("removed", "c:gone"), ("deprecated", "c:late"), ("added", "n:P8")}
    assert ("removed", "c:Film") in {(f.code, f.place) for f in diff_wrapper(wrapper, new)}


def test_a_vocabulary_that_has_moved(tmp_path: Path) -> None:
    wrapper, _ = read_wrapper(
        [write(tmp_path, "c:A a owl:Class ; owl:equivalentClass n:Q1 . c:B a owl:Class ; owl:equivalentClass n:Q2 . "
               "c:D a owl:Class ; owl:equivalentClass n:Q3 . "
               "c:label a owl:DatatypeProperty ; owl:equivalentProperty rdfs:label .")]
    )  # fmt: skip
    moved = (
        "@prefix m: <http://moved.example/> . m:Q1 a owl:Class . m:Q2 a owl:Class . m:label a owl:DatatypeProperty ."
    )
    found = {(f.code, f.place) for f in diff_wrapper(wrapper, load_ontology([write(tmp_path, moved, "new.ttl")]))}
    assert found == {
        ("renamed", "c:A"),
        ("renamed", "c:B"),
        ("removed", "c:D"),
        ("added", "<http://moved.example/label>"),
    }


def test_sssom_there_and_back(tmp_path: Path) -> None:
    wrapper, _ = read_wrapper(FILMS)
    mappings = term_mappings(wrapper)
    file = tmp_path / "films.sssom.tsv"
    write_sssom(mappings, file, prefixes=wrapper.prefixes)
    read, left_out = read_sssom(file)
    assert set(read) == set(mappings)
    assert left_out == 0
    again = wrapper_of(read)
    plain = {term: forms[0] for term, forms in wrapper.classes.items() if forms and forms[0].kind == "iri"}
    assert {term: forms[0].text for term, forms in again.classes.items()} == {t: f.text for t, f in plain.items()}
    with pytest.raises(LoadError, match="not an SSSOM"):
        read_sssom(write(tmp_path, "", "no.tsv"))


def test_sssom_leaves_out_what_is_not_the_same(tmp_path: Path) -> None:
    file = tmp_path / "m.tsv"
    file.write_text(
        "#curie_map:\n#  c: http://c.example/\n#  n: http://n.example/\n#mapping_set_id: https://x.example/m\n"
        "subject_id\tpredicate_id\tobject_id\tmapping_justification\n"
        "c:a\tskos:exactMatch\tn:a\tsemapv:ManualMappingCuration\n"
        "c:b\tskos:broadMatch\tn:b\tsemapv:ManualMappingCuration\n",
        encoding="utf-8",
    )
    read, left_out = read_sssom(file)
    assert [(m.clean, m.native) for m in read] == [("http://c.example/a", "http://n.example/a")]
    assert left_out == 1
    assert set(wrapper_of(read, classes={"http://c.example/a"}).classes) == {"http://c.example/a"}


def test_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    graphs = [str(ONTOLOGIES / "films-opaque" / name) for name in ("catalogue.ttl", "registry.ttl")]
    options = [option for graph in graphs for option in ("--graph", graph)]
    assert run(["wrapper", "check", *map(str, FILMS), *options, "--count"]) == 0
    assert "0 findings" in capsys.readouterr().err
    wrong = write(tmp_path, WRONG)
    assert run(["wrapper", "check", str(wrong)]) == 1
    assert "error: c:Empty: no native form" in capsys.readouterr().out
    native = write(tmp_path, NATIVE, "native.ttl")
    assert (
        run(["wrapper", "draft", "--graph", str(native), "--ontology", str(native), "--namespace", "http://c.example/"])
        == 0
    )
    captured = capsys.readouterr()
    assert ":StatisticalPeak a owl:Class" in captured.out
    assert "no name: class http://n.example/P31" in captured.err
    assert run(["wrapper", "diff", *map(str, FILMS), "--native", str(native)]) == 0
    target = tmp_path / "m.tsv"
    assert run(["wrapper", "mappings", *map(str, FILMS), "-o", str(target)]) == 0
    assert "films:title" in target.read_text(encoding="utf-8")


def test_translate_shows_both(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["translate", "--kg", "films-opaque", "--native", "How many films are there?"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "# films:Film is https://archive.example/t/100" in lines
    assert any(line.startswith("#") and "a films:Film" in line for line in lines)
    native = "\n".join(line for line in lines if not line.startswith("#"))
    assert "https://archive.example/t/100" in native
    assert "films:Film" not in native


def test_a_form_in_an_endpoint_that_is_none_of_several_is_told(tmp_path: Path) -> None:
    file = write(
        tmp_path, 'c:Q a owl:Class ; w:native n:Q ; w:endpoint "a" . c:R a owl:Class ; w:native n:R ; w:endpoint "b" .'
    )
    wrapper, _ = read_wrapper([file])

    def select(text: str, *, part: str | None = None) -> SelectResult:
        return SelectResult(variables=("n",), rows=((RdfTerm("literal", "3"),),))

    for endpoints, places in ((("a", "x"), ["c:R"]), (("one",), []), (("a", "b"), [])):
        found = count_forms(wrapper, select, seconds=60, endpoints=endpoints)
        assert [f.place for f in found if f.code == "unknown-endpoint"] == places
