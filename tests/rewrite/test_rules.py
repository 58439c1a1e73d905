"""Clean query in, native query out; and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from nlkgq.errors import RewriteError
from nlkgq.rewrite.rules import rewrite
from nlkgq.sparql import parse_query
from nlkgq.wrapper import ClassForm, IriTemplate, PropertyForm, ValueMap, Wrapper
from nlkgq.wrapper.load import load_wrapper
from nlkgq.wrapper.values import iri, literal

WRAPPER = """
@prefix c: <http://c.example/> .
@prefix n: <http://n.example/> .
@prefix w: <https://nlkgq.example/wrapper#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
c:Film a owl:Class ; owl:equivalentClass n:Q1 .
c:Thing a owl:Class .
c:Film rdfs:subClassOf c:Thing .
c:title a owl:DatatypeProperty ; owl:equivalentProperty n:P1 .
c:directed a owl:ObjectProperty ; owl:inverseOf n:P2 .
c:sequel a owl:ObjectProperty ; owl:equivalentProperty n:P3 .
c:cast a owl:ObjectProperty ; w:pattern "?r n:of ?subject ; n:who ?object" .
c:lead a owl:ObjectProperty ; w:repeats false ;
    w:pattern "?r n:of ?subject ; n:who ?object ; n:rank ?n FILTER(?n = 1)" .
c:shout a owl:DatatypeProperty ; w:pattern "?subject n:P14 ?raw BIND(UCASE(?raw) AS ?object)" ;
    w:repeats false .
c:year a owl:DatatypeProperty ; w:native n:P4 ;
    w:objectConversion [ w:nativeDatatype xsd:string ; w:clean xsd:integer ] .
c:owner a owl:ObjectProperty ; w:form [ w:native n:P5 ; w:endpoint "east" ] , [ w:native n:P6 ; w:endpoint "west" ] .
c:place a owl:ObjectProperty ; w:native n:P7 ; w:graph n:places .
c:empty a owl:ObjectProperty .
c:Old a owl:Class ; w:property n:P8 ; w:value "1" , "2" .
c:below a owl:ObjectProperty ; w:path "n:P9+" .
c:label a owl:DatatypeProperty ; w:native n:P10 ; w:objectConversion [ w:nativeLanguage "en" ] .
c:day a owl:DatatypeProperty ; w:native n:P11 ;
    w:objectConversion [ w:nativeDatatype xsd:date ; w:clean xsd:dateTime ] .
c:doi a owl:DatatypeProperty ; w:native n:P12 ;
    w:objectConversion [ w:nativeTemplate "https://doi.example/{id}" ; w:clean xsd:string ] .
c:grams a owl:DatatypeProperty ; w:native n:P13 ;
    w:objectConversion [ w:nativeDatatype xsd:string ; w:clean xsd:decimal ; w:factor 1000 ] .
"""
PREFIXES = "PREFIX c: <http://c.example/>\nPREFIX n: <http://n.example/>\n"


@pytest.fixture(scope="module")
def wrapper(tmp_path_factory: pytest.TempPathFactory) -> Wrapper:
    file = tmp_path_factory.mktemp("wrapper") / "wrapper.ttl"
    file.write_text(WRAPPER, encoding="utf-8")
    return load_wrapper([file])


def native(wrapper: Wrapper, text: str, **options: object) -> str:
    rewritten = rewrite(parse_query(PREFIXES + text), wrapper, **options)  # type: ignore[arg-type]  # keywords of `rewrite`
    return str(rewritten.tree).removeprefix(PREFIXES)


@pytest.mark.parametrize(
    ("clean", "expected"),
    [
        # names only: everything else stays byte for byte
        (
            "SELECT ?t # titles\nWHERE { ?f  a c:Film ;c:title ?t . }  # end",
            "SELECT ?t # titles\nWHERE { ?f  a n:Q1 ;n:P1 ?t . }  # end",
        ),
        ("ASK { ?p c:directed/c:title 'a' }", "ASK { ?p (^<http://n.example/P2>)/n:P1 'a' }"),
        ("ASK { ?f c:sequel+ ?g }", "ASK { ?f n:P3+ ?g }"),
        ("SELECT * { ?f c:sequel [ c:title ?t ] }", "SELECT * { ?f n:P3 [ n:P1 ?t ] }"),
        # each pair once
        (
            "SELECT ?f { ?f c:cast ?p }",
            "SELECT ?f { { SELECT DISTINCT ?f ?p WHERE "
            "{ ?r_0 <http://n.example/of> ?f ; <http://n.example/who> ?p } } }",
        ),
        # where that makes no difference, the pattern alone
        ("ASK { ?f c:cast ?p }", "ASK { ?r_0 <http://n.example/of> ?f ; <http://n.example/who> ?p }"),
        # a name that is taken
        ("ASK { ?f c:cast ?r_0 }", "ASK { ?r_1 <http://n.example/of> ?f ; <http://n.example/who> ?r_0 }"),
        # a triple with a constant keeps the sub-select short; a class is only tested then
        (
            "SELECT ?p { ?f c:title 'a' ; c:cast ?p }",
            "SELECT ?p { ?f n:P1 'a' . { SELECT DISTINCT ?f ?p WHERE "
            "{ ?f n:P1 'a' . ?r_0 <http://n.example/of> ?f ; <http://n.example/who> ?p } } }",
        ),
        # a filter over what the pattern binds says the same of the whole group; what is computed stays by itself
        (
            "SELECT ?p { ?f c:title 'a' ; c:lead ?p }",
            "SELECT ?p { ?f n:P1 'a' . ?r_0 <http://n.example/of> ?f ; <http://n.example/who> ?p ; "
            "<http://n.example/rank> ?n_0 FILTER( ?n_0 = 1 ) }",
        ),
        (
            "SELECT ?x { ?f c:title 'a' ; c:shout ?x }",
            "SELECT ?x { ?f n:P1 'a' . { ?f <http://n.example/P14> ?raw_0 BIND( UCASE( ?raw_0 ) AS ?x ) . "
            "FILTER(BOUND(?x)) } }",
        ),
        (
            "SELECT ?f { ?f c:title 'a' ; a c:Old }",
            "SELECT ?f { ?f n:P1 'a' . FILTER EXISTS { ?f <http://n.example/P8> ?value_0 . "
            'VALUES ?value_0 { "1" "2" } } }',
        ),
        (
            "SELECT ?f { ?f c:title ?t ; a c:Old }",
            "SELECT ?f { ?f n:P1 ?t . { SELECT DISTINCT ?f WHERE { ?f <http://n.example/P8> ?value_0 . "
            'VALUES ?value_0 { "1" "2" } } } }',
        ),
        # some engines find a pair of a repeated path twice in GRAPH ?g
        (
            "ASK { GRAPH ?g { ?f c:below ?h } }",
            "ASK { GRAPH ?g { ?f (<http://n.example/P9>+) ?h } }",
        ),
        (
            "SELECT ?g { GRAPH ?g { ?f c:below ?h } }",
            "SELECT ?g { GRAPH ?g { { SELECT DISTINCT ?f ?h ?g WHERE { ?f (<http://n.example/P9>+) ?h } } } }",
        ),
        # constants become what is stored
        ("ASK { ?f c:label 'a' }", 'ASK { ?f n:P10 "a"@en }'),
        (
            "ASK { ?f c:day '1990-01-02T00:00:00'^^<http://www.w3.org/2001/XMLSchema#dateTime> }",
            'ASK { ?f n:P11 "1990-01-02"^^<http://www.w3.org/2001/XMLSchema#date> }',
        ),
        ("ASK { ?f c:doi '10.1/x' }", "ASK { ?f n:P12 <https://doi.example/10.1/x> }"),
        ("ASK { ?f c:grams 1500.0 }", 'ASK { ?f n:P13 "1.5" }'),
        ("ASK { ?f c:year 1990 }", 'ASK { ?f n:P4 "1990" }'),
        # where it lies
        ("ASK { ?f c:place ?p }", "ASK { { GRAPH <http://n.example/places> { ?f n:P7 ?p } } }"),
        # a class without a form stands for those below
        ("ASK { ?f a c:Thing }", "ASK { ?f a n:Q1 }"),
        ("ASK { ?f a/<http://www.w3.org/2000/01/rdf-schema#subClassOf>* c:Thing }", "ASK { ?f a n:Q1 }"),
    ],
)
def test_clean_and_native(wrapper: Wrapper, clean: str, expected: str) -> None:
    assert native(wrapper, clean) == expected


def test_endpoints_become_service_only_when_asked(wrapper: Wrapper) -> None:
    services = {"east": "http://east.example/sparql", "west": "http://west.example/sparql"}
    assert native(wrapper, "ASK { ?f c:owner ?o }") == "ASK { { ?f n:P5 ?o } UNION { ?f n:P6 ?o } }"
    assert native(wrapper, "ASK { ?f c:owner ?o }", services=services) == (
        "ASK { { SERVICE <http://east.example/sparql> { ?f n:P5 ?o } } UNION "
        "{ SERVICE <http://west.example/sparql> { ?f n:P6 ?o } } }"
    )


@pytest.mark.parametrize(
    ("clean", "term", "part"),
    [
        ("ASK { ?f c:cast+ ?p }", "http://c.example/cast", "a graph pattern"),
        ("ASK { ?f c:year? ?p . ?f a c:Film }", "http://c.example/year", "not every term"),
        ("ASK { ?f c:sequel* ?g }", "c:sequel*", "nothing else binds"),
        ("ASK { ?f (!c:sequel)+ ?g }", "!c:sequel", "under repetition"),
        ("ASK { ?f a+ ?g }", "http://www.w3.org/1999/02/22-rdf-syntax-ns#type", "under repetition"),
        ("ASK { ?f c:title ( 1 2 ) }", "http://www.w3.org/1999/02/22-rdf-syntax-ns#first", "no lists"),
        ("ASK { ?f c:empty ?g }", "http://c.example/empty", "no native form"),
        ("ASK { ?f n:P1 ?g }", "http://n.example/P1", "not a property of the wrapper"),
        ("ASK { ?f a c:Flim }", "http://c.example/Flim", "not a class of the wrapper"),
        ("SELECT * { c:x c:cast c:y }", "*", "selects nothing"),
        ("ASK { GRAPH n:g { ?f c:place ?p } }", "http://n.example/P7", "says itself where it lies"),
        ("ASK { ?f ?p ?p }", "?p", "two places"),
    ],
)
def test_refusals_name_term_and_reason(wrapper: Wrapper, clean: str, term: str, part: str) -> None:
    with pytest.raises(RewriteError, match=part) as caught:
        native(wrapper, clean)
    assert caught.value.term == term
    assert caught.value.exit_code == 4


def test_a_refusal_tells_where(wrapper: Wrapper) -> None:
    text = PREFIXES + "ASK { ?f a c:Flim }"
    with pytest.raises(RewriteError) as caught:
        rewrite(parse_query(text), wrapper)
    assert text[caught.value.start : caught.value.end] == "c:Flim"
    assert caught.value.hint == "Did you mean c:Film?"


def test_unknown_terms_are_kept_when_wanted(wrapper: Wrapper) -> None:
    assert native(wrapper, "ASK { ?f n:other ?g ; a n:Q }", keep_unknown=True) == "ASK { ?f n:other ?g ; a n:Q }"


def test_native_triples_join_clean_ones_in_native_terms() -> None:
    films = IriTemplate(clean=("http://c.example/film-", ""), native=("http://n.example/f", ""))
    wrapper = Wrapper(
        properties={"http://c.example/title": (PropertyForm(kind="iri", text="http://n.example/P1", subject=films),)}
    )
    text = "SELECT ?f ?x { ?f c:title ?t ; n:other ?x }"
    expected = "{ ?f_native_0 n:P1 ?t . "
    assert expected in native(wrapper, text, keep_unknown=True)
    assert "?f_native_0 n:other ?x }" in native(wrapper, text, keep_unknown=True)
    with pytest.raises(RewriteError, match="a native one elsewhere"):
        native(wrapper, "SELECT ?f { ?f c:title ?t ; n:other ?x BIND(c:z AS ?f2) ?f c:title ?f2 . ?f2 n:p ?f }"
               .replace("BIND(c:z AS ?f2)", "VALUES ?f { c:z }"), keep_unknown=True)  # fmt: skip


def test_classes_without_things_stand_for_those_below_others_say_what_is_left_out() -> None:
    wrapper = Wrapper(
        classes={
            "http://c.example/Film": (ClassForm(kind="iri", text="http://n.example/F"),),
            "http://c.example/Short": (ClassForm(kind="iri", text="http://n.example/S"),),
        },
        parents={"http://c.example/Short": ("http://c.example/Film",)},
    )
    tree = parse_query(PREFIXES + "ASK { ?f a c:Film }")
    (finding,) = rewrite(tree, wrapper, counts={"http://c.example/Film": 5, "http://c.example/Short": 8}).findings
    assert finding.message == "c:Film leaves out at least 3 of c:Short"
    assert tree.text[finding.start : finding.end] == "c:Film"
    empty = rewrite(tree, wrapper, counts={"http://c.example/Film": 0, "http://c.example/Short": 3})
    assert empty.findings == ()
    assert str(empty.tree) == PREFIXES + "ASK { { ?f a n:F } UNION { ?f a n:S } }"
    assert rewrite(tree, wrapper, counts={"http://c.example/Film": 5, "http://c.example/Short": 4}).findings == ()


def test_from_and_named_graphs_exclude_each_other(wrapper: Wrapper) -> None:
    with pytest.raises(RewriteError, match="FROM"):
        native(wrapper, "ASK FROM n:g { ?f c:place ?p }")


def test_numbers_in_any_spelling(wrapper: Wrapper) -> None:
    assert native(wrapper, "ASK { ?f c:year +1990 }") == 'ASK { ?f n:P4 "1990" }'
    assert native(wrapper, 'ASK { ?f c:year "x" }') == "ASK { ?f n:P4 ?native_0 . FILTER(false) }"


def test_mapping_says_what_each_term_became(wrapper: Wrapper) -> None:
    rewritten = rewrite(parse_query(PREFIXES + "ASK { ?f a c:Film ; c:owner ?o }"), wrapper)
    assert rewritten.mapping == {
        "http://c.example/Film": ("http://n.example/Q1",),
        "http://c.example/owner": ("http://n.example/P5", "http://n.example/P6"),
    }


def test_the_mapping_is_complete() -> None:
    table = ValueMap(pairs=((iri("urn:red"), literal("R")), (iri("urn:blue"), literal("B"))))
    wrapper = Wrapper(
        classes={"urn:Top": (), "urn:A": (ClassForm(kind="iri", text="urn:QA"),)},
        properties={
            "urn:p": (PropertyForm(kind="inverse", text="urn:P"),),
            "urn:q": (PropertyForm(kind="path", text="<urn:a>/<urn:b>", repeats=True),),
            "urn:c": (PropertyForm(kind="iri", text="urn:C", object=table),),
            "urn:x": (PropertyForm(kind="iri", text="urn:X"),),
        },
        parents={"urn:A": ("urn:Top",)},
    )
    text = (
        "SELECT * { ?s a <urn:Top> ; <urn:p>/<urn:q> ?o ; <urn:c> <urn:red> FILTER NOT EXISTS { ?o <urn:x> <urn:o> } }"
    )
    assert rewrite(parse_query(text), wrapper).mapping == {
        "urn:Top": ("urn:QA",),
        "urn:p": ("^<urn:P>",),
        "urn:q": ("<urn:a>/<urn:b>",),
        "urn:c": ("urn:C",),
        "urn:red": ('"R"',),
        "urn:x": ("urn:X",),
        "urn:A": ("urn:QA",),
    }


def test_an_exists_that_compares_what_it_computes_is_refused_where_it_holds_more() -> None:
    table = ValueMap(pairs=((iri("urn:c"), literal("x")), (iri("urn:c"), literal("y"))), open=True)
    wrapper = Wrapper(
        properties={
            "urn:p": (PropertyForm(kind="iri", text="urn:n", object=table),),
            "urn:q": (PropertyForm(kind="iri", text="urn:m"),),
        },
        classes={"urn:C": (ClassForm(kind="iri", text="urn:K"),)},
    )
    text = "ASK { ?a <urn:q> ?b FILTER NOT EXISTS { ?c <urn:p> ?b OPTIONAL { ?c a <urn:C> } } }"
    with pytest.raises(RewriteError, match="EXISTS"):
        rewrite(parse_query(text), wrapper)


def test_ten_thousand_terms(tmp_path: Path) -> None:
    lines = [line for line in WRAPPER.splitlines() if line.startswith("@prefix")]
    for number in range(5_000):
        lines.append(
            f'c:p{number} a owl:ObjectProperty ; rdfs:label "p {number}" ; owl:equivalentProperty n:P{number} .'
        )
        lines.append(f'c:C{number} a owl:Class ; rdfs:label "c {number}" ; owl:equivalentClass n:Q{number} .')
    for number in range(0, 5_000, 10):
        lines.append(f'c:s{number} a owl:ObjectProperty ; w:path "n:P{number}/n:P{number + 1}" .')
    file = tmp_path / "big.ttl"
    file.write_text("\n".join(lines), encoding="utf-8")
    read = load_wrapper([file], cache_folder=tmp_path)
    wrapper = load_wrapper([file], cache_folder=tmp_path)  # from the cache; how fast, a benchmark tells
    assert len(wrapper.classes) == len(read.classes) == 5_000
    body = "\n".join(f"  ?x{n} a c:C{n} ; c:p{n} ?x{n + 1} ; c:s{n * 10} ?y{n} ." for n in range(6))
    query = parse_query(f"{PREFIXES}SELECT ?x0 ?x5 WHERE {{\n{body}\n}}")
    native = str(rewrite(query, wrapper).tree)
    assert native == str(rewrite(query, read).tree)
    assert "P11" in native
