"""Wrapper files: every way of giving a form, and every mistake with its place and remedy."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pyoxigraph as ox
import pytest

from nlkgq.errors import LoadError
from nlkgq.iri import XSD
from nlkgq.wrapper import (
    ClassForm,
    Conversion,
    DatatypeConversion,
    DateConversion,
    IriTemplate,
    LanguageConversion,
    PropertyForm,
    TextTemplate,
    ValueMap,
    Wrapper,
)
from nlkgq.wrapper.load import load_wrapper, read_wrapper
from nlkgq.wrapper.namespace import TERMS, WRAPPER
from nlkgq.wrapper.values import iri, literal

HEAD = """
@prefix c: <http://c.example/> .
@prefix n: <http://n.example/> .
@prefix w: <https://nlkgq.example/wrapper#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
c:Anchor a owl:Class ; owl:equivalentClass n:Anchor . c:Other a owl:Class ; owl:equivalentClass n:Other .
"""


CONVERTED = "c:p a owl:DatatypeProperty ; w:native n:p ; w:objectConversion [ {} ] ."


@pytest.fixture
def read(tmp_path: Path):  # type: ignore[no-untyped-def]  # a function that needs no annotation here
    def reader(body: str) -> Wrapper:
        file = tmp_path / "w.ttl"
        file.write_text(HEAD + body, encoding="utf-8")
        wrapper, findings = read_wrapper([file])
        assert findings == ()
        return wrapper

    return reader


def n(name: str) -> str:
    return f"http://n.example/{name}"


@pytest.mark.parametrize(
    ("body", "forms"),
    [
        ("owl:equivalentClass n:Q", [("iri", n("Q"), False)]),
        ("w:native n:Q", [("iri", n("Q"), False)]),
        ("w:native n:Q , n:R", [("iri", n("Q"), False), ("iri", n("R"), False)]),
        (
            "owl:equivalentClass [ owl:unionOf ( n:Q n:R ) ]",
            [("iri", n("Q"), False), ("iri", n("R"), False)],
        ),
        (
            "owl:equivalentClass [ a owl:Restriction ; owl:onProperty n:p ; owl:hasValue 'x' ]",
            [("condition", '?subject <http://n.example/p> "x" .', False)],
        ),
        (
            "owl:equivalentClass [ owl:intersectionOf ( n:Q [ owl:onProperty n:p ; owl:someValuesFrom n:R ] ) ]",
            [
                (
                    "condition",
                    "?subject a <http://n.example/Q> . ?subject <http://n.example/p> ?c1 . "
                    "?c1 a <http://n.example/R> .",
                    True,
                )
            ],
        ),
        (
            'w:native n:Q ; w:typePath "n:p31/n:p279*"',
            [("type-path", "?subject <http://n.example/p31>/<http://n.example/p279>* <http://n.example/Q> .", True)],
        ),
        ("w:property n:p ; w:value 7", [("condition", f'?subject <http://n.example/p> "7"^^<{XSD}integer> .', False)]),
        (
            'w:pattern "?r n:of ?subject # why" ; w:repeats false',
            [("pattern", "?r <http://n.example/of> ?subject .", False)],
        ),
    ],
)
def test_classes(read, body: str, forms: list[tuple[str, str, bool]]) -> None:  # type: ignore[no-untyped-def]  # see `read`
    found = read(f"c:C a owl:Class ; {body} .").classes["http://c.example/C"]
    assert [(form.kind, form.text, form.repeats) for form in found] == forms


@pytest.mark.parametrize(
    ("body", "form"),
    [
        ("owl:equivalentProperty n:p", ("iri", n("p"), False)),
        ("owl:inverseOf n:p", ("inverse", n("p"), False)),
        ("w:inverse n:p", ("inverse", n("p"), False)),
        ('w:path "n:p/^n:q"', ("path", "<http://n.example/p>/^<http://n.example/q>", True)),
        ('w:path "n:p|n:q"', ("path", "<http://n.example/p>|<http://n.example/q>", True)),
        ('w:path "n:p/n:q" ; w:repeats false', ("path", "<http://n.example/p>/<http://n.example/q>", False)),
        ("owl:propertyChainAxiom ( n:p n:q )", ("path", "<http://n.example/p>/<http://n.example/q>", True)),
        ("owl:propertyChainAxiom ( c:r n:q )", ("path", "^<http://n.example/r>/<http://n.example/q>", True)),
        ("owl:inverseOf c:r", ("iri", n("r"), False)),
        (
            'w:pattern "?s n:of ?subject ; n:to ?object"',
            ("pattern", "?s <http://n.example/of> ?subject ; <http://n.example/to> ?object .", True),
        ),
    ],
)
def test_properties(read, body: str, form: tuple[str, str, bool]) -> None:  # type: ignore[no-untyped-def]  # see `read`
    wrapper = read(f"c:r a owl:ObjectProperty ; w:inverse n:r . c:p a owl:ObjectProperty ; {body} .")
    (found,) = wrapper.properties["http://c.example/p"]
    assert (found.kind, found.text, found.repeats) == form


def test_said_from_the_native_side(read) -> None:  # type: ignore[no-untyped-def]  # see `read`
    wrapper = read("c:C a owl:Class . n:Q owl:equivalentClass c:C . c:p a owl:ObjectProperty . n:p owl:inverseOf c:p .")
    assert wrapper.classes["http://c.example/C"] == (ClassForm(kind="iri", text=n("Q")),)
    assert wrapper.properties["http://c.example/p"] == (PropertyForm(kind="inverse", text=n("p")),)


def test_conversions_follow_domain_and_range(read) -> None:  # type: ignore[no-untyped-def]  # see `read`
    wrapper = read(
        """
        c:Film a owl:Class ; owl:equivalentClass n:F ;
            w:instances [ w:cleanTemplate "http://c.example/film/{id}" ; w:nativeTemplate "http://n.example/f{id}" ] .
        c:Short a owl:Class ; rdfs:subClassOf c:Film ; owl:equivalentClass n:S .
        c:Genre a owl:Class . c:noir a c:Genre ; w:code "NO" . c:war a c:Genre ; w:code "WA" , "W" .
        c:genre a owl:ObjectProperty ; rdfs:domain c:Short ; rdfs:range c:Genre ; w:native n:g .
        c:raw a owl:ObjectProperty ; rdfs:domain c:Film ; w:subjectConversion w:none ; w:native n:raw .
        c:of a owl:ObjectProperty ; w:objectConversion c:Film ; w:native n:of .
        c:length a owl:DatatypeProperty ; w:native n:l ;
            w:objectConversion [ w:nativeDatatype xsd:integer ; w:clean xsd:decimal ; w:factor 0.5 ; w:offset 1 ] .
        """
    )
    film = IriTemplate(clean=("http://c.example/film/", ""), native=("http://n.example/f", ""))
    (genre,) = wrapper.properties["http://c.example/genre"]
    assert genre.subject == film
    noir, war = iri("http://c.example/noir"), iri("http://c.example/war")
    assert isinstance(genre.object, ValueMap)
    assert set(genre.object.pairs) == {(noir, literal("NO")), (war, literal("WA")), (war, literal("W"))}
    assert not genre.object.injective
    assert wrapper.properties["http://c.example/raw"][0].subject is None
    assert wrapper.properties["http://c.example/of"][0].object == film
    length = DatatypeConversion(native=f"{XSD}integer", clean=f"{XSD}decimal", factor=Decimal("0.5"), offset=Decimal(1))
    assert wrapper.properties["http://c.example/length"][0].object == length


@pytest.mark.parametrize(
    ("said", "conversion"),
    [
        ("w:nativeLanguage 'en'", LanguageConversion(native="en", clean=None)),
        ("w:nativeLanguage '*' ; w:total true", LanguageConversion(native="*", clean=None, total=True)),
        ("w:cleanLanguage 'de-AT'", LanguageConversion(native=None, clean="de-at")),
        (
            "w:nativeDatatype xsd:dateTime ; w:clean xsd:date",
            DateConversion(native=f"{XSD}dateTime", clean=f"{XSD}date"),
        ),
        ("w:nativeDatatype xsd:date ; w:clean xsd:gMonth", DateConversion(native=f"{XSD}date", clean=f"{XSD}gMonth")),
        (
            "w:nativeDatatype xsd:string ; w:clean xsd:gMonth",
            DatatypeConversion(native=f"{XSD}string", clean=f"{XSD}gMonth"),
        ),
        (
            "w:nativeDatatype xsd:string ; w:clean xsd:decimal ; w:factor 0.001",
            DatatypeConversion(native=f"{XSD}string", clean=f"{XSD}decimal", factor=Decimal("0.001")),
        ),
        (
            "w:nativeTemplate 'https://doi.example/{id}' ; w:clean xsd:string",
            TextTemplate(clean=("", ""), native=("https://doi.example/", ""), clean_datatype=f"{XSD}string"),
        ),
        (
            "w:cleanTemplate '{id}' ; w:nativeDatatype xsd:anyURI ; w:nativeTemplate '{id}'",
            TextTemplate(clean=("", ""), native=("", ""), native_datatype=f"{XSD}anyURI"),
        ),
        ("w:cleanTemplate 'http://c.example/{id}'", IriTemplate(clean=("http://c.example/", ""))),
    ],
)
def test_conversions(read, tmp_path: Path, said: str, conversion: Conversion) -> None:  # type: ignore[no-untyped-def]  # see `read`
    wrapper = read(CONVERTED.format(said))
    assert wrapper.properties["http://c.example/p"][0].object == conversion
    first = load_wrapper([tmp_path / "w.ttl"], cache_folder=tmp_path)
    assert list(load_wrapper([tmp_path / "w.ttl"], cache_folder=tmp_path).forms()) == list(first.forms())


@pytest.mark.parametrize(
    ("body", "repeats"),
    [
        ("owl:propertyChainAxiom ( n:one n:p )", False),
        ("owl:propertyChainAxiom ( n:p n:one )", True),
        ("owl:propertyChainAxiom ( n:p n:own )", False),
        ("owl:propertyChainAxiom ( n:p n:q ) ; w:repeats false", False),
        ('w:path "n:one/n:p"', False),
        ('w:path "^n:own/n:p"', False),
        ('w:path "n:p/^n:one"', False),
        ('w:path "n:one/n:p/n:p"', True),
        ('w:path "n:one|n:own"', True),
        ('w:path "n:one/n:p" ; w:repeats true', True),
    ],
)
def test_properties_with_one_value_need_no_distinct(read, body: str, repeats: bool) -> None:  # type: ignore[no-untyped-def]  # see `read`
    known = "n:one a owl:FunctionalProperty . n:own a owl:InverseFunctionalProperty ."
    (form,) = read(f"{known} c:p a owl:ObjectProperty ; {body} .").properties["http://c.example/p"]
    assert form.repeats is repeats


def test_the_first_language_that_a_thing_has(read) -> None:  # type: ignore[no-untyped-def]  # see `read`
    wrapper = read("c:p a owl:DatatypeProperty ; owl:equivalentProperty n:label ; w:languages 'de en -' .")
    (form,) = wrapper.properties["http://c.example/p"]
    store = ox.Store()
    labels = {
        "a": ['"A"@de', '"B"@en', '"C"'],
        "b": ['"B"@en-GB', '"b"@en', '"C"'],
        "c": ['"C"', '"D"@fr'],
        "d": ['"D"@fr'],
        "e": ['"E"@de', '"F"@de-AT'],
    }
    lines = [f"<urn:{thing}> <{n('label')}> {label} ." for thing, texts in labels.items() for label in texts]
    store.load("\n".join(lines), format=ox.RdfFormat.TURTLE)
    found = sorted(
        f"{row['subject'].value[4:]}{row['object'].value}" for row in store.query(f"SELECT * {{ {form.pattern} }}")
    )
    assert found == ["aA", "bB", "bb", "cC", "eE", "eF"]
    assert not form.repeats


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('c:p a owl:ObjectProperty ; w:path "n:p/" .', "not a SPARQL path"),
        ('c:p a owl:ObjectProperty ; w:path "?x" .', "holds a variable"),
        ('c:p a owl:ObjectProperty ; w:path "n:p ?x . ?x n:q" .', "more than one property path"),
        ('c:p a owl:ObjectProperty ; w:path "zz:p" .', "prefix zz: is not declared"),
        ('c:p a owl:ObjectProperty ; w:path "<p>" .', "not an absolute IRI"),
        ('c:p a owl:ObjectProperty ; w:pattern "?subject n:p ?x" .', r"does not bind \?object"),
        ('c:p a owl:ObjectProperty ; w:pattern "_:b n:p ?subject , ?object" .', "blank node"),
        ('c:p a owl:ObjectProperty ; w:pattern "SERVICE n:s { ?subject n:p ?object }" .', "SERVICE"),
        ("c:p a owl:ObjectProperty ; w:native n:p ; w:pth 'x' .", "w:pth is not a term"),
        ("c:p a owl:ObjectProperty ; w:native n:p ; w:objectConversion [ w:open true ] .", "a conversion without"),
        (
            "c:p a owl:DatatypeProperty ; w:native n:p ; w:objectConversion "
            "[ w:nativeDatatype xsd:double ; w:clean xsd:decimal ] .",
            "no conversion from or to",
        ),
        (
            "c:p a owl:DatatypeProperty ; w:native n:p ; w:objectConversion "
            "[ w:nativeDatatype xsd:integer ; w:clean xsd:integer ; w:factor 0.1 ] .",
            "not whole",
        ),
        (
            "c:p a owl:ObjectProperty ; w:native n:p ; w:objectConversion "
            '[ w:map [ w:clean c:a ; w:code "x" ] , [ w:clean c:b ; w:code "x" ] ] .',
            "'x' stands for",
        ),
        (
            "c:p a owl:ObjectProperty ; w:native n:p ; w:objectConversion [ w:cleanTemplate 'http://c.example/' ] .",
            "does not hold",
        ),
        (CONVERTED.format("w:nativeDatatype xsd:integer ; w:clean xsd:date"), "is spelt like"),
        (CONVERTED.format("w:nativeDatatype xsd:gYear ; w:clean xsd:gMonth"), "is spelt like"),
        (CONVERTED.format("w:nativeLanguage 'e n'"), "two language tags"),
        (CONVERTED.format("w:nativeLanguage 'en' ; w:cleanLanguage 'EN'"), "two language tags"),
        (CONVERTED.format("w:cleanLanguage '*'"), "two language tags"),
        (CONVERTED.format("w:nativeTemplate 'x{{id}}'"), "not the template of an IRI"),
        (CONVERTED.format("w:cleanTemplate 'x/{{id}}'"), "not the template of an IRI"),
        (CONVERTED.format("w:nativeTemplate '{{id}}'"), "not the template of an IRI"),
        (CONVERTED.format("w:nativeTemplate '{{id}}' ; w:nativeDatatype xsd:double"), "no template for literals"),
        ("c:p a owl:DatatypeProperty ; w:native n:p ; w:languages 'de e_n' .", "no language tag"),
        ("c:i w:code 'x' .", "an individual without a class"),
        ("c:C a owl:Class ; owl:equivalentClass [ owl:complementOf n:Q ] .", "a class expression"),
    ],
)
def test_mistakes(tmp_path: Path, body: str, message: str) -> None:
    file = tmp_path / "w.ttl"
    file.write_text(HEAD + body, encoding="utf-8")
    with pytest.raises(LoadError, match=message) as caught:
        load_wrapper([file])
    assert caught.value.hint
    assert "w.ttl" in (caught.value.place or "") or "blank node" in (caught.value.place or "")


def test_from_the_cache_it_is_the_same(tmp_path: Path) -> None:
    root = Path(__file__).resolve().parents[2] / "ontologies"
    files = [root / "films" / "ontology.ttl", root / "films-opaque" / "wrapper.ttl"]
    first = load_wrapper(files, cache_folder=tmp_path)
    again = load_wrapper(files, cache_folder=tmp_path)
    assert list(first.forms()) == list(again.forms())
    assert (first.namespace, dict(first.parents), first.key) == (again.namespace, dict(again.parents), again.key)
    (tmp_path / f"{first.key}.json").write_text("{ broken", encoding="utf-8")
    assert list(load_wrapper(files, cache_folder=tmp_path).forms()) == list(first.forms())


def test_every_annotation_is_explained() -> None:
    assert all(text.endswith(".") and text[0].isupper() for text in TERMS.values())
    assert WRAPPER.endswith("#")


@pytest.mark.parametrize(
    "form",
    [
        "owl:equivalentClass [ a owl:Restriction ; owl:onProperty c:made ; owl:hasValue n:x ]",
        "owl:equivalentClass [ a owl:Restriction ; owl:onProperty n:made ; owl:hasValue c:oil ]",
        "owl:equivalentClass [ owl:unionOf ( n:A c:Other ) ]",
        "owl:equivalentClass [ owl:intersectionOf ( c:Other [ owl:onProperty n:q ; owl:someValuesFrom n:A ] ) ]",
        'w:pattern "?subject c:made ?x"',
        'w:typePath "n:type/c:made*" ; w:native n:A',
        "w:property c:made ; w:value 1",
        "w:property n:made ; w:value c:oil",
    ],
)
def test_a_native_form_that_names_a_clean_term_finds_nothing_and_is_refused(tmp_path: Path, form: str) -> None:
    body = 'c:made a owl:ObjectProperty ; w:native n:made . c:oil a c:Other ; w:code "O" .'
    file = tmp_path / "w.ttl"
    file.write_text(f"{HEAD}{body} c:Wrong a owl:Class ; {form} .", encoding="utf-8")
    _, findings = read_wrapper([file])
    assert [(f.code, f.place) for f in findings] == [("clean-in-native", "w.ttl: c:Wrong")]
    with pytest.raises(LoadError, match=r"names the clean term c:(made|oil|Other)"):
        load_wrapper([file])


def test_a_text_uses_the_prefixes_of_its_own_file(tmp_path: Path) -> None:
    """What another file of the wrapper means by the same prefix does not matter; what only another has, helps."""
    first, second = tmp_path / "first.ttl", tmp_path / "second.ttl"
    first.write_text(
        f'{HEAD} @prefix f: <http://first.example/> . c:p a owl:ObjectProperty ; w:path "n:a/f:b" .', encoding="utf-8"
    )
    second.write_text(
        HEAD.replace("http://n.example/", "http://second.example/")
        + 'c:p w:path "n:a/f:b/n:c" . c:Third a owl:Class ; w:pattern "?subject n:q ?x" .',
        encoding="utf-8",
    )
    wrapper, findings = read_wrapper([first, second])
    assert findings == ()
    assert [form.text for form in wrapper.properties["http://c.example/p"]] == [
        "<http://n.example/a>/<http://first.example/b>",
        "<http://second.example/a>/<http://first.example/b>/<http://second.example/c>",
    ]
    assert "<http://second.example/q>" in wrapper.classes["http://c.example/Third"][0].text


def test_a_mistake_in_a_blank_node_is_placed_by_the_term_it_belongs_to(tmp_path: Path) -> None:
    file = tmp_path / "w.ttl"
    body = "c:Wrong a owl:Class ; owl:equivalentClass [ owl:intersectionOf ( n:A [ owl:complementOf n:B ] ) ] ."
    file.write_text(HEAD + body + CONVERTED.format("w:nativeDatatype xsd:integer ; w:factor 0"), encoding="utf-8")
    _, findings = read_wrapper([file])
    assert {f.place for f in findings} == {
        "w.ttl: c:Wrong, owl:equivalentClass, owl:intersectionOf, rdf:first",
        "w.ttl: c:p, w:objectConversion",
    }


def test_a_chain_that_is_no_list_is_told(tmp_path: Path) -> None:
    file = tmp_path / "w.ttl"
    file.write_text(f"{HEAD} c:p a owl:ObjectProperty ; owl:propertyChainAxiom n:q .", encoding="utf-8")
    with pytest.raises(LoadError, match="no list of properties"):
        load_wrapper([file])
