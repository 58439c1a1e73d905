"""Every syntax is recognised by its content and read to the same triples."""

from __future__ import annotations

import gzip
from pathlib import Path

import pyoxigraph
import pytest
from pyoxigraph import RdfFormat

from nlkgq.ontology.loader import load_ontology
from nlkgq.rdf_files import content_key, detect, open_rdf, read_quads

OWL_FILES = Path(__file__).parent / "owl"
TURTLE = OWL_FILES / "films.ttl"
RDF_SYNTAXES = {
    "RDF/XML": RdfFormat.RDF_XML,
    "Turtle": RdfFormat.TURTLE,
    "N-Triples": RdfFormat.N_TRIPLES,
    "N-Quads": RdfFormat.N_QUADS,
    "TriG": RdfFormat.TRIG,
    "JSON-LD": RdfFormat.JSON_LD,
}
OWL_SYNTAXES = {"OWL/XML": "owx", "OWL functional syntax": "ofn", "Manchester syntax": "omn"}


def written(syntax: str) -> tuple[bytes, str]:
    """The films ontology in a syntax of RDF, and its usual suffix."""
    graph = pyoxigraph.NamedNode("http://example.org/graph")
    quads = [
        pyoxigraph.Quad(q.subject, q.predicate, q.object, graph) if syntax in {"TriG", "N-Quads"} else q
        for q in pyoxigraph.parse(TURTLE.read_bytes(), RdfFormat.TURTLE)
    ]
    rdf_format = RDF_SYNTAXES[syntax]
    return pyoxigraph.serialize(quads, format=rdf_format), rdf_format.file_extension


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gz"])
@pytest.mark.parametrize("suffix", ["right", "wrong", "none"])
@pytest.mark.parametrize("syntax", RDF_SYNTAXES)
def test_rdf_syntaxes_by_content(tmp_path: Path, syntax: str, suffix: str, packed: bool) -> None:
    content, usual = written(syntax)
    wrong = "ttl" if syntax in {"RDF/XML", "JSON-LD"} else "owl"
    name = {"right": f"films.{usual}", "wrong": f"films.{wrong}", "none": "films"}[suffix]
    path = tmp_path / name  # gzip is known by its first bytes, so .gz is left out on purpose
    path.write_bytes(gzip.compress(content) if packed else content)
    found = detect(path)
    # N-Triples is Turtle: where the suffix does not say which, the larger language is the safe one.
    expected = "Turtle" if syntax == "N-Triples" and suffix != "right" else syntax
    assert (found.syntax, found.compressed) == (expected, packed)
    assert load_ontology(path).classes == load_ontology(TURTLE).classes


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gz"])
@pytest.mark.parametrize("syntax", OWL_SYNTAXES)
def test_owl_syntaxes_say_the_same(tmp_path: Path, syntax: str, packed: bool) -> None:
    content = (OWL_FILES / f"films.{OWL_SYNTAXES[syntax]}").read_bytes()
    path = tmp_path / "films.owl"
    path.write_bytes(gzip.compress(content) if packed else content)
    assert detect(path).syntax == syntax
    loaded, expected = load_ontology(path), load_ontology(TURTLE)
    assert loaded.classes == expected.classes
    assert loaded.properties == expected.properties
    assert loaded.prefixes.get("") == "http://example.org/films#"


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gz"])
def test_obo(tmp_path: Path, packed: bool) -> None:
    content = (OWL_FILES / "films.obo").read_bytes()
    path = tmp_path / "films.txt"
    path.write_bytes(gzip.compress(content) if packed else content)
    assert detect(path).syntax == "OBO"
    classes = load_ontology(path).classes
    film = classes["http://purl.obolibrary.org/obo/FILM_0000002"]
    assert (film.label(), film.alt_labels[0].value, film.comments[0].value) == ("film", "movie", "A moving picture.")
    assert film.parents == ("http://purl.obolibrary.org/obo/FILM_0000001",)
    assert [c.label() for c in classes.values() if c.deprecated] == ["talkie"]


def test_owl_xml_with_entities(tmp_path: Path) -> None:
    plain = (OWL_FILES / "films.owx").read_text(encoding="utf-8")
    declared = '<!DOCTYPE Ontology [\n <!ENTITY films "http://example.org/films#">\n]>\n<Ontology'
    text = plain.replace("<Ontology", declared, 1).replace('"http://example.org/films#Film"', '"&films;Film"')
    path = tmp_path / "films.owx"
    path.write_text(text, encoding="utf-8")
    assert load_ontology(path).classes == load_ontology(TURTLE).classes


RDF_XML = """<?xml version="1.0"{encoding}?>
<!DOCTYPE rdf:RDF [
  <!ENTITY ex "http://example.org/" >
  <!ENTITY owl "http://www.w3.org/2002/07/owl#" >
]>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:owl="&owl;"
         xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xmlns="http://example.org/">
  <owl:Class rdf:about="&ex;Größe"><rdfs:label xml:lang="de">Größe</rdfs:label></owl:Class>
</rdf:RDF>
"""


@pytest.mark.parametrize(
    ("encoding", "declared"),
    [
        ("utf-8", ""),
        ("utf-8-sig", ' encoding="UTF-8"'),
        ("utf-16", ' encoding="UTF-16"'),
        ("utf-16-be", ' encoding="UTF-16"'),
        ("utf-32", ""),
        ("latin-1", ' encoding="ISO-8859-1"'),
        ("cp1252", ' encoding="windows-1252"'),
        ("utf-8", ' encoding="UTF-16"'),  # transcoded by someone who left the declaration
    ],
)
def test_rdf_xml_encodings_and_internal_entities(tmp_path: Path, encoding: str, declared: str) -> None:
    path = tmp_path / "size.owl"
    path.write_bytes(RDF_XML.format(encoding=declared).encode(encoding))
    ontology = load_ontology(path)
    assert [c.label("de") for c in ontology.classes.values()] == ["Größe"]
    assert ontology.prefixes.get("") == "http://example.org/"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("suffix", ["ttl", "nt", "jsonld"])
def test_text_encodings(tmp_path: Path, encoding: str, suffix: str) -> None:
    text = {
        "ttl": '@prefix ex: <http://example.org/> .\nex:a ex:name "Zoë" .\n',
        "nt": '<http://example.org/a> <http://example.org/name> "Zoë" .\n',
        "jsonld": '{"@id": "http://example.org/a", "http://example.org/name": "Zoë"}\n',
    }[suffix]
    path = tmp_path / f"names.{suffix}"
    path.write_bytes(text.encode(encoding))
    assert [q.object.value for q in read_quads(path)] == ["Zoë"]


def test_prefixes_of_rdf_xml_turtle_and_json_ld(tmp_path: Path) -> None:
    content, _ = written("RDF/XML")
    rdf_xml = tmp_path / "a.owl"
    rdf_xml.write_bytes(content)
    json_ld = tmp_path / "a.jsonld"
    json_ld.write_text('{"@context": {"ex": "http://example.org/"}, "@id": "ex:a", "ex:b": "c"}')
    for path, prefix in ((rdf_xml, "rdf"), (TURTLE, "rdfs"), (json_ld, "ex")):
        reader = read_quads(path)
        assert list(reader)
        assert prefix in reader.prefixes


def test_head_decides_between_languages_that_contain_each_other(tmp_path: Path) -> None:
    cases = {
        "<http://x.org/a> <http://x.org/b> <http://x.org/c> <http://x.org/g> .\n": "N-Quads",
        "# only a comment\n": "Turtle",
        '<http://x.org/a> <http://x.org/b> "{" .\n': "Turtle",
        "<http://x.org/g> { <http://x.org/a> <http://x.org/b> 1 }\n": "TriG",
        "{ <http://x.org/a> <http://x.org/b> 1 }\n": "TriG",
        "[] <http://x.org/b> 1 .\n": "Turtle",
        "[ <http://x.org/b> 1 ] .\n": "Turtle",
        '[{"@id": "http://x.org/a"}]': "JSON-LD",
        "PREFIX x: <http://x.org/> x:a a x:B .": "Turtle",
        "PREFIX select: <http://x.org/>\nselect:x a select:Y .": "Turtle",
        "<film> <name> 1 .": "Turtle",  # relative IRIs, though they look like tags
    }
    for number, (text, syntax) in enumerate(cases.items()):
        path = tmp_path / f"case{number}.owl"
        path.write_text(text)
        assert detect(path).syntax == syntax, text


def test_open_rdf_feeds_a_bulk_loader(tmp_path: Path) -> None:
    content, _ = written("RDF/XML")
    path = tmp_path / "films.gz"
    path.write_bytes(gzip.compress(content))
    store = pyoxigraph.Store()
    with open_rdf(path) as rdf:
        store.bulk_load(rdf.stream, rdf.format, base_iri=rdf.base_iri, lenient=True)
        assert rdf.share() == 1.0
    assert len(store) == len(list(read_quads(TURTLE)))


def test_relative_iris_are_the_same_wherever_a_file_lies(tmp_path: Path) -> None:
    found = []
    for folder in ("a", "b"):
        path = tmp_path / folder / "x.ttl"
        path.parent.mkdir()
        path.write_text("<#film> <#name> 1 .")
        found.append([str(q) for q in read_quads(path)])
    assert found[0] == found[1]
    assert "#film" in found[0][0]


def test_content_key_depends_on_content_alone(tmp_path: Path) -> None:
    first, second, copy = tmp_path / "1", tmp_path / "2", tmp_path / "3"
    first.write_text("a")
    second.write_text("b")
    copy.write_text("a")
    assert content_key([first, second]) == content_key([second, copy])
    assert content_key([first]) != content_key([second])
    assert content_key([first]) != content_key([first, first])
    assert content_key([first]) != content_key([first], salt="2")


def test_blank_nodes_of_two_files_can_be_kept_apart(tmp_path: Path) -> None:
    subjects = set()
    for name in ("a.nt", "b.nt"):
        (tmp_path / name).write_text("_:x <http://x.org/b> <http://x.org/c> .\n")
        subjects |= {q.subject for q in read_quads(tmp_path / name, rename_blank_nodes=True)}
    assert len(subjects) == 2
