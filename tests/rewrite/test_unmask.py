"""Placeholders come back as what they stand for, wherever they stand, and mean the same when run."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pyoxigraph
import pytest

from nlkgq.errors import UnmaskError
from nlkgq.iri import XSD
from nlkgq.masking.model import MaskedText, Placeholder, PlaceholderKind, ValueKind
from nlkgq.ontology.model import Ontology, Property
from nlkgq.results.models import RdfTerm
from nlkgq.rewrite.unmask import quote_bare_placeholders, unmask
from nlkgq.sparql import parse_query
from nlkgq.values.model import Holder, MatchKind, StoredValue

V = "http://e/"
GRAPH = f"""
@prefix : <{V}> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:ada :name "Ada Quent"@en ; :pay 1234.5 ; :born "1980-02-03"^^xsd:date ; :year "2014" ; :works :ostmark .
:eva :name "Eva Quent" ; :pay 900 ; :born "1990-05-06"^^xsd:date ; :year "2016" ; :works :ostmark .
:bob :name "BOB (jr.)" , "Bob (jr.)"@de ; :pay 2000 ; :seen "2019-01-15T10:00:00"^^xsd:dateTime ; :works :elsewhere .
:ostmark :name "Ostmark" .
:elsewhere :name "Else.where" .
"""


def stored(
    text: str, *properties: str, language: str | None = None, datatype: str | None = None, subjects: Sequence[str] = ()
) -> StoredValue:
    return StoredValue(
        text=text,
        term=RdfTerm("literal", text, datatype, language),
        holders=tuple(Holder(V + p, "", 1) for p in properties),
        subjects=tuple(V + s for s in subjects),
    )


def placeholder(
    name: str,
    original: str,
    *candidates: StoredValue,
    match: MatchKind | None = None,
    kind: ValueKind = "string",
    readings: tuple[str, ...] = (),
    datatype: str | None = None,
) -> Placeholder:
    return Placeholder(
        name=name,
        kind=PlaceholderKind(value=kind, datatype=datatype),
        start=0,
        original=original,
        candidates=candidates,
        match=match,
        readings=readings,
    )


ADA = placeholder(
    "VALUE_AAAA", "ada quent", stored("Ada Quent", "name", language="en", subjects=["ada"]), match="folded"
)
BOB = placeholder(
    "VALUE_BBBB",
    "bob (jr.)",
    stored("BOB (jr.)", "name", subjects=["bob"]),
    stored("Bob (jr.)", "name", language="de", subjects=["bob"]),
    match="folded",
)
PART = placeholder(
    "VALUE_CCCC",
    "quent",
    stored("Ada Quent", "name", language="en", subjects=["ada"]),
    stored("Eva Quent", "name", subjects=["eva"]),
    match="part",
)
UNKNOWN = placeholder("VALUE_DDDD", "eva QUENT", kind="unknown")
NUMBER = placeholder("VALUE_2222", "1,000", kind="number", readings=("1000",), datatype=XSD + "integer")
DATE = placeholder("VALUE_3333", "3 Feb 1980", kind="date", readings=("1980-02-03",), datatype=XSD + "date")
YEAR = placeholder("VALUE_4444", "2014", stored("2014", "year"), match="exact", readings=("2014",))
PERIOD = placeholder("VALUE_5555", "January 2019", kind="date", readings=("2019-01",), datatype=XSD + "gYearMonth")
PLACE = placeholder("VALUE_6666", "Ostmark", stored("Ostmark", "name", subjects=["ostmark"]), match="exact")
QUOTED = replace(PART, name="VALUE_7777", candidates=PART.candidates[1:], quoted=True)
MASKED = MaskedText(
    text="",
    mode="strict",
    placeholders=(ADA, BOB, PART, UNKNOWN, NUMBER, DATE, YEAR, PERIOD, PLACE, QUOTED),
    original="",
)
PREFIXES = f"PREFIX : <{V}> PREFIX xsd: <{XSD}> "


@pytest.fixture(scope="module")
def store() -> pyoxigraph.Store:
    made = pyoxigraph.Store()
    made.load(GRAPH.encode(), format=pyoxigraph.RdfFormat.TURTLE)
    return made


def answers(store: pyoxigraph.Store, query: str) -> list[str]:
    """The first column, sorted; individuals by their local name."""
    solutions = store.query(query)
    assert isinstance(solutions, pyoxigraph.QuerySolutions)
    return sorted(str(s[0].value).removeprefix(V) if s[0] is not None else "" for s in solutions)


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ('?x :name "VALUE_AAAA"', ["ada"]),
        ('?x :name "value_aaaa"', ["ada"]),
        ('?x :name "VALUE_AAAA"@fr', ["ada"]),
        ("?x :name 'VALUE_AAAA'^^xsd:string", ["ada"]),
        ('?x :name """VALUE_AAAA"""', ["ada"]),
        ('?x :name "VALUE_BBBB"', ["bob", "bob"]),
        ('?x :name "VALUE_CCCC"', ["ada", "eva"]),
        ('?x :name "VALUE_7777"', ["eva"]),
        ("<VALUE_7777> :works ?x", ["ostmark"]),
        ('?x :name ?n FILTER(STR(?n) = "VALUE_7777")', ["eva"]),
        ('?x :name ?n FILTER(CONTAINS(STR(?n), "VALUE_7777"))', ["ada", "eva"]),
        ('?x :name "VALUE_DDDD"', ["eva"]),
        ('?x :works "VALUE_6666"', ["ada", "eva"]),
        ("?x :works <VALUE_6666>", ["ada", "eva"]),
        ("?x :works :VALUE_6666", ["ada", "eva"]),
        ("?x :works <http://anything/VALUE_6666>", ["ada", "eva"]),
        ("<VALUE_AAAA> :works ?x", ["ostmark"]),
        ('"VALUE_AAAA" :works ?x', ["ostmark"]),
        ("<VALUE_CCCC> :works ?x", ["ostmark", "ostmark"]),
        ('?x :pay ?p ; :name "VALUE_AAAA" , "VALUE_CCCC"', ["ada"]),
        ('?x :works [ :name "VALUE_6666" ]', ["ada", "eva"]),
        ('?x :works/:name "VALUE_6666"', ["ada", "eva"]),
        ('?x :name ?n FILTER(?n = "VALUE_AAAA")', ["ada"]),
        ('?x :name ?n FILTER("VALUE_BBBB" = ?n)', ["bob", "bob"]),
        ('?x :works :ostmark ; :name ?n FILTER(?n != "VALUE_AAAA")', ["eva"]),
        ('?x :works :ostmark ; :name ?n FILTER(?n != "VALUE_CCCC")', []),
        ('?x :name ?n FILTER(?n IN ("VALUE_AAAA", "VALUE_BBBB"))', ["ada", "bob", "bob"]),
        ('?x :works ?y ; :name ?n FILTER(?n NOT IN ("VALUE_AAAA", "VALUE_BBBB"))', ["eva"]),
        ('?x :name ?n FILTER(?n = "VALUE_DDDD")', ["eva"]),
        ('?x :name ?n FILTER(STR(?n) = "VALUE_AAAA")', ["ada"]),
        ('?x :name ?n FILTER(LCASE(STR(?n)) = "VALUE_AAAA")', ["ada"]),
        ('?x :name ?n FILTER(LCASE(STR(?n)) = LCASE("VALUE_AAAA"))', ["ada"]),
        ('?x :name ?n FILTER(UCASE(STR(?n)) IN ("VALUE_AAAA"))', ["ada"]),
        ('?x :name ?n FILTER(CONTAINS(?n, "VALUE_AAAA"))', ["ada"]),
        ('?x :name ?n FILTER(CONTAINS(STR(?n), "VALUE_CCCC"))', ["ada", "eva"]),
        ('?x :name ?n FILTER(CONTAINS(LCASE(?n), "VALUE_CCCC"))', ["ada", "eva"]),
        ('?x :name ?n FILTER(CONTAINS(LCASE(?n), "value_cccc"))', ["ada", "eva"]),
        ('?x :name ?n FILTER(CONTAINS(?n, "VALUE_DDDD"))', ["eva"]),
        ('?x :name ?n FILTER(STRSTARTS(STR(?n), "VALUE_AAAA"))', ["ada"]),
        ('?x :name ?n FILTER(STRENDS(LCASE(STR(?n)), "VALUE_CCCC"))', ["ada", "eva"]),
        ('?x :name ?n FILTER(REGEX(?n, "VALUE_BBBB"))', ["bob"]),
        ('?x :name ?n FILTER(REGEX(?n, "^VALUE_BBBB$", "i"))', ["bob", "bob"]),
        ('?x :name ?n FILTER(REGEX(LCASE(STR(?n)), "VALUE_BBBB"))', ["bob", "bob"]),
        ('?x :name ?n FILTER(REGEX(?n, "VALUE_DDDD"))', ["eva"]),
        ('?x :name ?n FILTER(STR(?n) = CONCAT("VALUE_AAAA", ""))', ["ada"]),
        ('?x :name ?n FILTER(sameTerm(?n, "VALUE_AAAA"))', ["ada"]),
        ('VALUES ?n { "VALUE_BBBB" "VALUE_AAAA" } ?x :name ?n', ["ada", "bob", "bob"]),
        ('VALUES (?n ?y) { ("VALUE_BBBB" :elsewhere) } ?x :name ?n ; :works ?y', ["bob", "bob"]),
        ("VALUES ?x { <VALUE_AAAA> }", ["ada"]),
        ('BIND("VALUE_BBBB" AS ?n) ?x :name ?n', ["bob", "bob"]),
        ("?x :works ?y FILTER(?y = <VALUE_6666>)", ["ada", "eva"]),
        ('?x :works ?y FILTER NOT EXISTS { ?x :name "VALUE_AAAA" }', ["bob", "eva"]),
        ('?x :works ?y MINUS { ?x :name "VALUE_CCCC" }', ["bob"]),
        ('?x :works ?y OPTIONAL { ?x :name ?n FILTER(?n = "VALUE_AAAA") } FILTER(BOUND(?n))', ["ada"]),
        ('?x :pay ?p FILTER(?p > "VALUE_2222")', ["ada", "bob"]),
        ('?x :pay ?p FILTER("VALUE_2222" >= ?p)', ["eva"]),
        ('?x :pay ?p FILTER(?p * 2 < "VALUE_2222" * 2)', ["eva"]),
        ('?x :pay ?p FILTER(?p > xsd:decimal("VALUE_2222"))', ["ada", "bob"]),
        ('?x :pay ?p FILTER(?p > "VALUE_2222"^^xsd:integer)', ["ada", "bob"]),
        ('?x :born ?d FILTER(?d > "VALUE_3333")', ["eva"]),
        ('?x :born ?d FILTER(?d >= "VALUE_3333"^^xsd:date)', ["ada", "eva"]),
        ('?x :born ?d FILTER(?d = "VALUE_3333")', ["ada"]),
        ('?x :born "VALUE_3333"', ["ada"]),
        ('?x :born ?d FILTER(?d < xsd:date("VALUE_3333"))', []),
        ('?x :born ?d FILTER(YEAR(?d) = YEAR("VALUE_3333"^^xsd:date))', ["ada"]),
        ('?x :year "VALUE_4444"', ["ada"]),
        ('?x :year ?y FILTER(?y = "VALUE_4444")', ["ada"]),
        ('?x :year ?y FILTER(?y > "VALUE_4444")', ["eva"]),
        ('?x :seen ?d FILTER(?d >= "VALUE_5555"^^xsd:dateTime)', ["bob"]),
        ('?x :seen ?d FILTER(?d > "VALUE_5555"^^xsd:dateTime)', []),
        ('?x :seen "VALUE_5555"', ["bob"]),
        ('?x :name "VALUE_AAAA" # VALUE_BBBB and VALUE_ZZZZ', ["ada"]),
        ('?x :name "VALUE_AAAA" ; :works ?VALUE_AAAA', ["ada"]),
    ],
)
def test_the_restored_query_answers(store: pyoxigraph.Store, pattern: str, expected: list[str]) -> None:
    query = unmask(parse_query(f"{PREFIXES}SELECT ?x WHERE {{ {pattern} \n}}"), MASKED)
    assert answers(store, str(query)) == expected


def test_select_star_gets_no_new_column(store: pyoxigraph.Store) -> None:
    query = unmask(parse_query(f'{PREFIXES}SELECT * {{ ?x :name "VALUE_BBBB" ; :pay ?p }}'), MASKED)
    solutions = store.query(str(query))
    assert isinstance(solutions, pyoxigraph.QuerySolutions)
    assert [v.value for v in solutions.variables] == ["x", "p"]


def test_having_and_projected_expressions(store: pyoxigraph.Store) -> None:
    text = 'SELECT ?y (CONCAT("VALUE_6666", "!") AS ?z) { ?x :works ?y } GROUP BY ?y HAVING(SUM(1) < "VALUE_2222")'
    assert answers(store, str(unmask(parse_query(PREFIXES + text), MASKED))) == ["elsewhere", "ostmark"]


@pytest.mark.parametrize("pattern", ["<VALUE_DDDD> :works ?x", '?y :knows "VALUE_DDDD" ; :works ?x'])
def test_a_thing_known_by_words_alone_is_found_by_its_name(store: pyoxigraph.Store, pattern: str) -> None:
    names = (Property(iri=V + "name", kind="datatype"), Property(iri=V + "knows", kind="object"))
    ontology = Ontology(properties={p.iri: p for p in names})
    query = unmask(parse_query(f"{PREFIXES}SELECT ?x {{ {pattern} }}"), MASKED, ontology=ontology)
    knowing = pyoxigraph.Quad(
        pyoxigraph.NamedNode(V + "eva"), pyoxigraph.NamedNode(V + "knows"), pyoxigraph.NamedNode(V + "eva")
    )
    store.add(knowing)
    try:
        assert answers(store, str(query)) == ["ostmark"]
    finally:
        store.remove(knowing)


def test_the_ontology_tells_things_from_names_and_the_type_of_dates() -> None:
    ontology = Ontology(
        properties={
            V + "works": Property(iri=V + "works", kind="object"),
            V + "tag": Property(iri=V + "tag", kind="datatype"),
            V + "seen": Property(iri=V + "seen", kind="datatype", range=((XSD + "dateTime",),)),
            V + "when": Property(iri=V + "when", kind="datatype", range=((XSD + "date",),)),
        }
    )

    def restored(pattern: str) -> str:
        query = parse_query(f"{PREFIXES}SELECT ?x {{ {pattern} }}")
        return str(unmask(query, MASKED, ontology=ontology)).partition("{ ")[2]

    assert restored('?x :works "VALUE_6666"').startswith("?x :works <http://e/ostmark>")
    assert restored('?x :tag "VALUE_6666"').startswith('?x :tag "Ostmark"')
    assert f'?d > "1980-02-03T23:59:59"^^<{XSD}dateTime>' in restored('?x :seen ?d FILTER(?d > "VALUE_3333")')
    assert f'?d > "2014-12-31"^^<{XSD}date>' in restored('?x :when ?d FILTER(?d > "VALUE_4444")')


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ('SELECT * { ?x :name "VALUE_ZZZZ" }', "VALUE_ZZZZ"),
        ('SELECT * { ?x :name "Mr VALUE_ZZZZ" }', "VALUE_ZZZZ"),
        ("SELECT * { ?x :name <VALUE_ZZZZ> }", "VALUE_ZZZZ"),
        ('SELECT * { ?x :name ?n FILTER(?n = CONCAT("VALUE_", "AAAA")) }', "VALUE_"),
        ("SELECT * { ?x <VALUE_AAAA> ?n }", "VALUE_AAAA"),
        ("SELECT * { ?x :name/:VALUE_AAAA ?n }", "VALUE_AAAA"),
        ("SELECT * { GRAPH <VALUE_AAAA> { ?x :name ?n } }", "VALUE_AAAA"),
        ("SELECT * { ?x :name <http://e/VALUE_AAAA/more> }", "VALUE_AAAA"),
        ('SELECT * { ?x :pay ?p FILTER(?p * 2 > "VALUE_AAAA") }', "VALUE_AAAA"),
        ("SELECT * { VALUES ?x { <VALUE_DDDD> } }", "VALUE_DDDD"),
        ('CONSTRUCT WHERE { ?x :name "VALUE_BBBB" }', "VALUE_BBBB"),
    ],
)
def test_what_cannot_be_restored_is_refused_with_a_reason(text: str, word: str) -> None:
    with pytest.raises(UnmaskError) as refused:
        unmask(parse_query(PREFIXES + text), MASKED)
    assert refused.value.placeholder == word
    assert "quent" not in str(refused.value).lower()


def test_terms_and_texts_that_look_like_placeholders_are_none() -> None:
    terms = ("value_type", "VALUE_UNIT", "VALUE_CCCX")
    ontology = Ontology(properties={V + t: Property(iri=V + t, kind="datatype") for t in terms})
    query = parse_query(f'{PREFIXES}SELECT * {{ ?x :value_type "value_size" ; :VALUE_UNIT ?u ; <{V}VALUE_CCCX> ?c }}')
    assert unmask(query, MASKED, ontology=ontology) is query
    for text in (":VALUE_UNIT", ":VALUE_CCCX"):
        with pytest.raises(UnmaskError, match="is no placeholder of this question"):
            unmask(parse_query(f"{PREFIXES}SELECT * {{ ?x {text} ?y }}"), MASKED)


@pytest.mark.parametrize("named", ["VALUE_6666", '"VALUE_6666"', "<VALUE_6666>", "'value_6666'"])
def test_a_thing_is_described(named: str) -> None:
    text = quote_bare_placeholders(f"DESCRIBE {named}", [p.name for p in MASKED.placeholders])
    assert str(unmask(parse_query(text), MASKED)) == "DESCRIBE <http://e/ostmark>"
    with pytest.raises(UnmaskError, match="nothing in the graph is known as VALUE_DDDD"):
        unmask(parse_query("DESCRIBE <urn:placeholder:VALUE_DDDD>"), MASKED)


def test_a_thing_whose_name_is_wanted_is_looked_for_by_its_words() -> None:
    thing = StoredValue(text="Ada Quent", term=RdfTerm("uri", V + "Ada_Quent"), holders=(Holder(V + "works", "", 1),))
    held = placeholder("VALUE_AAAA", "ada quent", thing, match="exact", kind="individual")
    masked = MaskedText(text="", mode="strict", placeholders=(held,), original="")
    names = (Property(iri=V + "name", kind="datatype"), Property(iri=V + "works", kind="object"))
    ontology = Ontology(properties={p.iri: p for p in names})
    query = parse_query(f'{PREFIXES}SELECT ?x {{ ?x :name "VALUE_AAAA" ; :works "VALUE_AAAA" }}')
    text = str(unmask(query, masked, ontology=ontology))
    assert ":works <http://e/Ada_Quent>" in text
    assert '= "ada quent"' in text


def test_a_query_without_placeholders_is_left_alone() -> None:
    query = parse_query(f'{PREFIXES}SELECT * {{ ?x :name "plain" }}')
    assert unmask(query, MASKED) is query


HOSTILE = (
    *(
        "plain",
        "O'Brien",
        'say "hi"',
        "back\\slash",
        "end\\",
        "\\u0022",
        "\\\\u0022",
        "\\U0001F600",
        '\\u005C"',
        "a\nb",
    ),
    *("a\rb", "tab\tx", '"""', "'''", '" } DROP ALL #', "?x", "$1 \\1", "\\g<0>", "{curly}", "%s %(x)s", "#hash", "é"),
    *(
        "e\u0301",
        "\u200bzw",
        "\u202ertl",
        "😀",
        "\ufeffbom",
        "VALUE_BBBB",
        "{{V1}}",
        " ",
        "  lead",
        "<iri>",
        "^^xsd:int",
    ),
    *("@en", "\x01", "\x7f", "\u2028", "a\\", "\b\f"),
)


def round_trip(store: pyoxigraph.Store, value: str, template: str) -> str:
    held = placeholder("VALUE_AAAA", "x", stored(value, "name"), match="exact")
    masked = MaskedText(text="", mode="strict", placeholders=(held, BOB), original="")
    query = unmask(parse_query(PREFIXES + template), masked)
    return answers(store, str(query))[0]


@pytest.mark.parametrize("value", HOSTILE)
@pytest.mark.parametrize(
    "template",
    [
        'SELECT ?v { BIND("VALUE_AAAA" AS ?v) }',
        "SELECT ?v { VALUES ?v { 'VALUE_AAAA' } }",
        'SELECT ?v { BIND(CONCAT("", "VALUE_AAAA") AS ?v) }',
        'SELECT ?v { VALUES ?w { """VALUE_AAAA""" } BIND(STR(?w) AS ?v) }',
    ],
)
def test_hostile_values_come_through_exactly(store: pyoxigraph.Store, value: str, template: str) -> None:
    assert round_trip(store, value, template) == value


@pytest.mark.parametrize("value", [v for v in HOSTILE if v.strip()])
def test_hostile_values_match_themselves_as_regular_expressions(store: pyoxigraph.Store, value: str) -> None:
    held = placeholder("VALUE_AAAA", "x", stored(value, "name"), match="exact")
    masked = MaskedText(text="", mode="strict", placeholders=(held, BOB), original="")
    text = 'SELECT ?v { BIND("VALUE_AAAA" AS ?v) FILTER(REGEX(?v, "^VALUE_AAAA$")) }'
    assert answers(store, str(unmask(parse_query(text), masked))) == [value]


def test_random_values_come_through_exactly(store: pyoxigraph.Store) -> None:
    chance = random.Random(3)
    alphabet = [*"ab\\\"'\nu0022U{}#%$<>?\u200b é😀\t@^.*", "VALUE_BBBB"]
    for _ in range(2000):
        value = "".join(chance.choices(alphabet, k=chance.randint(0, 12)))
        assert round_trip(store, value, 'SELECT ?v { VALUES ?v { "VALUE_AAAA" } }') == value


def test_half_a_character_is_refused() -> None:
    held = placeholder("VALUE_AAAA", "x", stored("a\ud800", "name"), match="exact")
    with pytest.raises(UnmaskError, match="half a character"):
        unmask(
            parse_query('SELECT * { ?x <http://e/name> "VALUE_AAAA" }'),
            MaskedText(text="", mode="strict", placeholders=(held,), original=""),
        )


def test_an_individual_whose_iri_is_invalid_is_refused() -> None:
    odd = StoredValue(text="odd", term=RdfTerm("uri", "http://e/a b"), holders=())
    held = placeholder("VALUE_AAAA", "odd", odd, match="exact", kind="individual")
    with pytest.raises(UnmaskError, match="not a valid IRI"):
        unmask(
            parse_query("SELECT * { <VALUE_AAAA> ?p ?o }"),
            MaskedText(text="", mode="strict", placeholders=(held,), original=""),
        )
