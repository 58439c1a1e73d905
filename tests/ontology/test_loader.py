"""Files to terms."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from nlkgq.errors import LoadError, MissingExtraError
from nlkgq.ontology.loader import load_ontology, read_catalog
from nlkgq.ontology.model import Ontology, Restriction, Text

LIBRARY = Path(__file__).parent / "library.ttl"
EX = "http://example.org/library#"
XSD = "http://www.w3.org/2001/XMLSchema#"


@pytest.fixture(scope="module")
def library() -> Ontology:
    return load_ontology(LIBRARY)


def load(tmp_path: Path, text: str, name: str = "onto.ttl") -> Ontology:
    path = tmp_path / name
    path.write_text(PREFIXES + text, encoding="utf-8")
    return load_ontology(path)


PREFIXES = """@prefix : <http://example.org/library#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix schema: <https://schema.org/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""


def iris(*names: str) -> tuple[str, ...]:
    return tuple(EX + name for name in names)


def test_classes_are_declared_or_used(library: Ontology) -> None:
    names = "Agent Book Format Loan Magazine Novel Organisation Periodical Person Work"
    assert tuple(library.classes) == iris(*names.split())


def test_header(library: Ontology) -> None:
    assert library.iri == "http://example.org/library"
    assert library.labels == (Text(value="Library", language="en"),)
    assert library.comments == (Text(value="Books and who borrows them.", language="en"),)
    assert library.imports == ("http://example.org/people",)
    assert library.warnings == ()


def test_texts_best_first(library: Ontology) -> None:
    book = library.classes[EX + "Book"]
    assert [t.value for t in book.labels] == ["book", "Buch", 'a book "proper"']
    assert [t.value for t in book.alt_labels] == ["tome", "volume", "Band"]
    assert [t.language for t in book.comments] == ["en", "de"]
    assert (book.label(), book.label("de")) == ("book", "Buch")
    # A subproperty of skos:altLabel that the ontology declares counts as one.
    assert library.classes[EX + "Organisation"].alt_labels == (Text(value="body", language="en"),)
    assert library.properties[EX + "published"].comments == (Text(value="First publication.", language="en"),)


def test_restrictions(library: Ontology) -> None:
    assert library.classes[EX + "Book"].restrictions == (
        Restriction(property=EX + "author", kind="min", cardinality=1, filler=iris("Person")),
        Restriction(property=EX + "author", kind="some", filler=iris("Organisation", "Person")),
        Restriction(property=EX + "format", kind="hasValue", value=f"<{EX}hardcover>"),
        Restriction(property=EX + "isbn", kind="max", cardinality=1),
        Restriction(property=EX + "loan", kind="only", filler=iris("Loan")),
        Restriction(property=EX + "pages", kind="exactly", cardinality=1, filler=(XSD + "integer",)),
    )


def test_class_axioms(library: Ontology) -> None:
    novel = library.classes[EX + "Novel"]
    assert novel.parents == iris("Book")  # from owl:intersectionOf in an equivalence
    assert [r.kind for r in novel.restrictions] == ["hasValue"]
    assert library.classes[EX + "Agent"].union_of == iris("Organisation", "Person")
    assert library.classes[EX + "Periodical"].equivalents == iris("Magazine")
    assert library.classes[EX + "Loan"].parents == ()  # owl:Thing says nothing
    assert library.classes[EX + "Person"].disjoint == iris("Loan", "Work")
    assert library.classes[EX + "Magazine"].deprecated
    assert library.superclasses(EX + "Person") == {EX + "Person", EX + "Agent"}
    assert library.subclasses(EX + "Work") == set(iris("Work", "Book", "Novel", "Magazine", "Periodical"))


def test_property_kinds(library: Ontology) -> None:
    kinds = {iri.removeprefix(EX): p.kind for iri, p in library.properties.items()}
    assert kinds == {
        "about": "unknown",
        "author": "object",
        "authorOf": "object",
        "borrower": "object",  # from a SHACL shape
        "creator": "object",  # as its equivalent
        "due": "datatype",
        "fictional": "datatype",
        "firstAuthor": "object",  # as its parent
        "format": "object",
        "isbn": "datatype",
        "language": "datatype",
        "loan": "object",
        "nickname": "annotation",
        "pages": "unknown",
        "published": "datatype",  # by its range
        "sequelOf": "object",
        "sibling": "object",
        "size": "datatype",
        "http://www.w3.org/2004/02/skos/core#altLabel": "annotation",
    }


def test_domains_and_ranges(library: Ontology) -> None:
    properties = library.properties
    assert properties[EX + "author"].range == (iris("Organisation", "Person"),)
    assert properties[EX + "loan"].domain == (iris("Book"), iris("Book", "Magazine"))
    assert properties[EX + "format"].domain == (iris("Book", "Magazine"),)  # domainIncludes is one union
    assert properties[EX + "isbn"].range == ((XSD + "string",),)  # through owl:onDatatype
    assert properties[EX + "size"].range == ((XSD + "string",),)  # an enumeration of strings
    assert properties[EX + "language"].range == (iris("Language"),)  # a datatype of its own, no class
    assert properties[EX + "sequelOf"].domain == ()
    assert (properties[EX + "borrower"].domain, properties[EX + "borrower"].range) == (
        (iris("Loan"),),
        (iris("Person"),),
    )
    assert properties[EX + "due"].range == ((XSD + "date",),)


def test_property_axioms(library: Ontology) -> None:
    assert library.inverses(EX + "authorOf") == {EX + "author"}
    assert library.inverses(EX + "sibling") == {EX + "sibling"}
    assert library.superproperties(EX + "firstAuthor") == set(iris("firstAuthor", "author", "creator"))
    assert library.subproperties(EX + "creator") == set(iris("creator", "author", "firstAuthor"))
    flags = {
        name: [iri.removeprefix(EX) for iri, p in library.properties.items() if getattr(p, name)]
        for name in ("functional", "inverse_functional", "symmetric", "transitive")
    }
    assert flags == {
        "functional": ["firstAuthor"],
        "inverse_functional": ["loan"],
        "symmetric": ["sibling"],
        "transitive": ["sequelOf"],
    }


def test_individuals(library: Ontology) -> None:
    assert tuple(library.individuals) == iris("hardcover", "paperback")
    assert library.individuals[EX + "paperback"].types == iris("Format")


def test_undeclared_terms_are_named(library: Ontology) -> None:
    assert {iri.removeprefix(EX) for iri in library.undeclared} >= {"borrower", "creator", "pages"}
    assert EX + "Book" not in library.undeclared


def test_order_of_triples_does_not_matter(library: Ontology, tmp_path: Path) -> None:
    import pyoxigraph

    quads = list(pyoxigraph.parse(LIBRARY.read_bytes(), pyoxigraph.RdfFormat.TURTLE))
    path = tmp_path / "reversed.nt"
    path.write_bytes(pyoxigraph.serialize(quads[::-1], format=pyoxigraph.RdfFormat.N_TRIPLES))
    again = load_ontology(path)
    assert replace(again, prefixes=library.prefixes) == library


def test_schema_org_vocabulary(tmp_path: Path) -> None:
    ontology = load(
        tmp_path,
        """schema:Movie a rdfs:Class ; rdfs:label "Movie" ; rdfs:subClassOf schema:CreativeWork .
        schema:actor a rdf:Property ; schema:domainIncludes schema:Movie , schema:Event ;
            schema:rangeIncludes schema:Person ; schema:inverseOf schema:performedIn .
        schema:duration a rdf:Property ; schema:rangeIncludes schema:Text .
        schema:about a rdf:Property ; schema:rangeIncludes schema:Text , schema:Person .""",
    )
    s = "https://schema.org/"
    assert set(ontology.classes) == {s + n for n in ("Movie", "CreativeWork", "Event", "Person")}
    kinds = [ontology.properties[s + n].kind for n in ("actor", "duration", "about", "performedIn")]
    assert kinds == ["object", "datatype", "unknown", "object"]


@pytest.mark.parametrize(
    "axiom",
    [
        ":p rdfs:domain [ owl:complementOf :A ] .",
        ":p rdfs:domain [ owl:unionOf ( :A [ owl:onProperty :q ; owl:someValuesFrom :B ] ) ] .",
        ":p rdfs:domain [ owl:unionOf ( :A owl:Thing ) ] .",
        ":p rdfs:domain owl:Thing .",
        ":p rdfs:domain [ owl:unionOf () ] .",
    ],
)
def test_domains_that_leave_everything_open(tmp_path: Path, axiom: str) -> None:
    assert load(tmp_path, ":p a owl:ObjectProperty . " + axiom).properties[EX + "p"].domain == ()


@pytest.mark.parametrize(
    "axiom",
    [
        "_:u owl:unionOf _:l . _:l rdf:first :A ; rdf:rest _:l . :p rdfs:domain _:u .",
        "_:u owl:unionOf ( _:u ) . :p rdfs:domain _:u .",
        "_:c owl:intersectionOf ( :A _:c ) . :A owl:equivalentClass _:c .",
        ":A rdfs:subClassOf :A .",
        ":A rdfs:subClassOf :B . :B rdfs:subClassOf :C . :C rdfs:subClassOf :A .",
        ":p rdfs:subPropertyOf :q . :q rdfs:subPropertyOf :p .",
        ":p owl:inverseOf :p .",
        ":l rdfs:subPropertyOf rdfs:label . rdfs:label rdfs:subPropertyOf :l .",
    ],
)
def test_cycles_end(tmp_path: Path, axiom: str) -> None:
    ontology = load(tmp_path, ":A a owl:Class . :p a owl:ObjectProperty . " + axiom)
    assert EX + "A" in ontology.classes
    assert ontology.superclasses(EX + "A") >= {EX + "A"}


def test_members_of_a_cyclic_hierarchy_are_equal(tmp_path: Path) -> None:
    ontology = load(tmp_path, ":A rdfs:subClassOf :B . :B rdfs:subClassOf :C . :C rdfs:subClassOf :A .")
    assert ontology.subclasses(EX + "A") == ontology.superclasses(EX + "A") == set(iris("A", "B", "C"))


def test_restrictions_to_anything_say_nothing(tmp_path: Path) -> None:
    ontology = load(
        tmp_path,
        """:A rdfs:subClassOf [ owl:onProperty :p ; owl:allValuesFrom [ owl:complementOf :B ] ] ,
            [ owl:onProperty :p ; owl:allValuesFrom owl:Thing ] ,
            [ owl:onProperty :p ; owl:someValuesFrom owl:Thing ] .""",
    )
    assert ontology.classes[EX + "A"].restrictions == (Restriction(property=EX + "p", kind="some"),)


def test_no_class_is_a_warning(tmp_path: Path) -> None:
    ontology = load(tmp_path, "<http://example.org/x> <http://example.org/name> 'x' .")
    assert not ontology.classes
    assert "no class and no property" in ontology.warnings[0].message


def test_invalid_iris_are_left_out_with_a_warning(tmp_path: Path) -> None:
    ontology = load(
        tmp_path,
        """@prefix bad: <http://example.org/a b#> .
        :A a owl:Class . <http://example.org/a b> a owl:Class . bad:B a owl:Class .""",
    )
    assert tuple(ontology.classes) == iris("A")
    assert "bad" not in ontology.prefixes
    assert len(ontology.warnings) >= 3
    assert any(w.place.endswith("onto.ttl:7") for w in ontology.warnings)


def test_relative_iris_are_told(tmp_path: Path) -> None:
    ontology = load(tmp_path, "<#A> a owl:Class .")
    assert "relative" in ontology.warnings[0].message


def test_prefixes(tmp_path: Path) -> None:
    ontology = load(tmp_path, ":A a owl:Class . :B a owl:Class . <http://x.org/films/1> a owl:Class .")
    assert ontology.prefixes.get("") == EX
    assert ontology.prefixes.get("library") == EX
    assert ontology.prefixes.shorten(EX + "A") == ":A"
    assert ontology.prefixes.expand("library:A") == EX + "A"


def test_namespaces_without_a_prefix_get_one(tmp_path: Path) -> None:
    names = ["shop/ontology/A", "shop/ontology/B", "shop/property#a", "shop/property#b", "shop/class/C", "shop/class/D"]
    ontology = load(tmp_path, " ".join(f"<http://x.org/{name}> a owl:Class ." for name in names))
    assert {ontology.prefixes.get(p) for p in ("shop", "shop_class", "shop_ontology", "shop_property")} >= {
        "http://x.org/shop/class/",
        "http://x.org/shop/property#",
    }


def test_imports_are_followed_only_on_request_and_only_to_copies(tmp_path: Path) -> None:
    first, second, third = (tmp_path / f"{name}.ttl" for name in "abc")
    first.write_text(
        PREFIXES
        + "<http://x.org/a> a owl:Ontology ; owl:imports <http://x.org/b>, <http://x.org/lost> . :A a owl:Class ."
    )
    second.write_text(PREFIXES + "<http://x.org/b> a owl:Ontology ; owl:imports <http://x.org/c> . :B a owl:Class .")
    third.write_text(PREFIXES + "<http://x.org/c> a owl:Ontology ; owl:imports <http://x.org/a>, <http://x.org/b> .")
    catalog = {"http://x.org/b": second, "http://x.org/c": third, "http://x.org/a": first}
    assert tuple(load_ontology(first, catalog=catalog).classes) == iris("A")
    followed = load_ontology(first, catalog=catalog, follow_imports=True)
    assert tuple(followed.classes) == iris("A", "B")
    assert followed.iri == "http://x.org/a"
    assert [w.message for w in followed.warnings] == ["owl:imports <http://x.org/lost>: no copy in the catalogue"]


def test_a_bad_copy_of_an_import_is_a_warning(tmp_path: Path) -> None:
    first, second = tmp_path / "a.ttl", tmp_path / "b.ttl"
    first.write_text(PREFIXES + "<http://x.org/a> a owl:Ontology ; owl:imports <http://x.org/b> . :A a owl:Class .")
    second.write_text("")
    found = load_ontology(first, catalog={"http://x.org/b": second}, follow_imports=True)
    assert tuple(found.classes) == iris("A")
    assert "is empty" in found.warnings[0].message


def test_protege_catalogue(tmp_path: Path) -> None:
    path = tmp_path / "catalog-v001.xml"
    path.write_text(
        """<?xml version="1.0"?>
        <catalog prefer="public" xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">
          <group><uri id="1" name="http://x.org/b" uri="copies/b.ttl"/></group>
          <uri name="http://x.org/web" uri="http://x.org/web.owl"/>
        </catalog>"""
    )
    assert read_catalog(path) == {"http://x.org/b": tmp_path / "copies" / "b.ttl"}
    with pytest.raises(LoadError, match="no such file"):
        read_catalog(tmp_path / "missing.xml")


def test_several_files_are_one_ontology(tmp_path: Path) -> None:
    parts = []
    for number, text in enumerate([":A a owl:Class .", ":p rdfs:domain [ owl:unionOf ( :A :B ) ] ."]):
        parts.append(tmp_path / f"{number}.ttl")
        parts[-1].write_text(PREFIXES + text)
    ontology = load_ontology(parts)
    assert tuple(ontology.classes) == iris("A", "B")
    assert ontology.properties[EX + "p"].domain == (iris("A", "B"),)


def test_missing_library_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pyhornedowl", None)
    path = tmp_path / "x.ofn"
    path.write_text("Ontology(<http://x.org/o>)")
    with pytest.raises(MissingExtraError) as caught:
        load_ontology(path)
    assert caught.value.hint == "pip install 'nlkgq[owl]'"


def test_model_and_loader_do_not_import_rdflib() -> None:
    import subprocess
    import sys

    code = "import nlkgq.ontology.loader, sys; assert not {'rdflib', 'owlready2', 'pyhornedowl'} & sys.modules.keys()"
    subprocess.run([sys.executable, "-c", code], check=True)


# The shared data


def test_invalid_prefix_line_of_nidm_results(data: Path) -> None:
    folder = data / "nidm_results"
    broken, valid = load_ontology(folder / "ontology.ttl"), load_ontology(folder / "terms.ttl")
    assert len(valid.classes) > 100
    assert broken.classes == valid.classes
    assert broken.properties == valid.properties
    assert broken.individuals == valid.individuals
    assert [w.place for w in broken.warnings] == [f"{folder / 'ontology.ttl'}:4"]
    assert valid.warnings == ()


@pytest.mark.parametrize(
    ("name", "classes", "objects", "datatypes"),
    [
        ("acme/ontology.ttl", 11, 10, 18),
        ("ck25/ontology.ttl", 13, 14, 16),
        ("metaqa/ontology.ttl", 8, 9, 0),
        ("spider4sparql/world_1/ontology.owl", 3, 2, 24),
    ],
)
def test_shared_ontologies_by_count(data: Path, name: str, classes: int, objects: int, datatypes: int) -> None:
    ontology = load_ontology(data / name)
    kinds = [p.kind for p in ontology.properties.values()]
    assert (len(ontology.classes), kinds.count("object"), kinds.count("datatype")) == (classes, objects, datatypes)
    assert ontology.warnings == ()


def test_semopenalex_domains_come_from_its_shapes(data: Path) -> None:
    ontology = load_ontology(data / "semopenalex" / "ontology.ttl")
    has_author = ontology.properties["https://semopenalex.org/ontology/hasAuthor"]
    assert has_author.domain == (("https://semopenalex.org/ontology/Authorship",),)
    assert has_author.range == (("https://semopenalex.org/ontology/Author",),)
