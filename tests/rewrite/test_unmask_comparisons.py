"""What a masked number, year, date or name is compared with decides what it becomes: from question to rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pyoxigraph
import pytest

from nlkgq.errors import UnmaskError
from nlkgq.iri import XSD
from nlkgq.masking.mask import Masker
from nlkgq.ontology.lexicon import Lexicon
from nlkgq.ontology.model import Ontology, OwlClass, Property, PropertyKind
from nlkgq.rewrite.unmask import quote_bare_placeholders, unmask
from nlkgq.sparql import parse_query
from nlkgq.values.build import build_index
from nlkgq.values.store import SqliteValueIndex

V = "http://e/v#"
GRAPH = f"""
@prefix : <{V}> . @prefix i: <http://e/i/> . @prefix xsd: <{XSD}> .
i:a a :Book ; :title "Quibble's Garden"@en ; :year 1987 ; :printed "1987"^^xsd:gYear ; :sold "1987-05-03"^^xsd:date ;
  :entered "1987-05-03T10:00:00"^^xsd:dateTime ; :season "1987" ; :price 12.50 ; :weight 3.0e5 ;
  :about i:t ; :author i:p .
i:b a :Book ; :title "Quent and Son"@en ; :year 1990 ; :printed "1990"^^xsd:gYear ; :sold "1990-12-31"^^xsd:date ;
  :entered "1990-12-31T23:30:00"^^xsd:dateTime ; :season "1990" ; :price 3000000 ; :weight 3.0e6 , 3000000 ;
  :about i:t , i:u ; :author i:q .
i:c a :Book ; :title "1987" ; :year 1991 ; :printed "1991"^^xsd:gYear ; :sold "1991-01-01"^^xsd:date ;
  :entered "1991-01-01T00:00:00"^^xsd:dateTime ; :season "1991" ; :price 5000000 ; :about i:u ; :author i:p , i:r .
i:t a :Topic ; :name "Quarks"@en , "Quarkse"@de . i:u a :Topic ; :name "Seas"@en , "Meere"@de .
i:p a :Person ; :name "Orsolya O'Quent" . i:q a :Person ; :name "Ada Quent" . i:r a :Person ; :name "Orsolya O'Quent" .
"""
RANGES: dict[str, tuple[PropertyKind, str]] = {
    "title": ("datatype", ""),
    "year": ("datatype", XSD + "integer"),
    "printed": ("datatype", XSD + "gYear"),
    "sold": ("datatype", XSD + "date"),
    "entered": ("datatype", XSD + "dateTime"),
    "season": ("datatype", XSD + "string"),
    "price": ("datatype", XSD + "decimal"),
    "weight": ("datatype", XSD + "double"),
    "name": ("datatype", XSD + "string"),
    "about": ("object", V + "Topic"),
    "author": ("object", V + "Person"),
    "within": ("object", V + "Topic"),
}
ONTOLOGY = Ontology(
    classes={V + name: OwlClass(iri=V + name) for name in ("Book", "Topic", "Person")},
    properties={
        V + name: Property(iri=V + name, kind=kind, range=((iri,),) if iri else ())
        for name, (kind, iri) in RANGES.items()
    },
)
Ask = Callable[[str, str], list[str]]


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """A question and a query with $1 for its first placeholder (%1: in lower case) -> the first column, sorted."""
    folder = tmp_path_factory.mktemp("comparisons")
    (folder / "graph.ttl").write_text(GRAPH, encoding="utf-8")
    build_index([folder / "graph.ttl"], folder / "values.sqlite", ontology=ONTOLOGY)
    store = pyoxigraph.Store()
    store.load(GRAPH.encode(), format=pyoxigraph.RdfFormat.TURTLE)
    with SqliteValueIndex(folder / "values.sqlite") as index:
        masker = Masker(ontology=ONTOLOGY, lexicon=Lexicon(ONTOLOGY), index=index, mode="strict", secret=b"k")

        def asked(question: str, query: str) -> list[str]:
            masked = masker.mask(question)
            (name,) = (p.name for p in masked.placeholders)
            text = query.replace("$1", name).replace("%1", name.lower())
            tree = parse_query(f"PREFIX : <{V}> PREFIX xsd: <{XSD}> " + quote_bare_placeholders(text, [name]))
            found = store.query(str(unmask(tree, masked, ontology=ONTOLOGY)))
            assert isinstance(found, pyoxigraph.QuerySolutions)
            return sorted(str(row[0].value).removeprefix("http://e/i/") for row in found if row[0] is not None)

        yield asked


YEARS = [
    ("year", "?y"),
    ("year", "xsd:integer(STR(?y))"),
    ("year", "xsd:integer(?y)"),
    ("year", "xsd:decimal(?y)"),
    ("printed", "?y"),
    ("printed", "xsd:integer(STR(?y))"),
    ("printed", "xsd:integer(?y)"),
    ("printed", "STR(?y)"),
    ("sold", "?y"),
    ("sold", "YEAR(?y)"),
    ("sold", "xsd:integer(SUBSTR(STR(?y), 1, 4))"),
    ("sold", "SUBSTR(STR(?y), 1, 4)"),
    ("entered", "?y"),
    ("entered", "YEAR(?y)"),
    ("season", "?y"),
    ("season", "xsd:integer(?y)"),
]


@pytest.mark.parametrize(("name", "value"), YEARS)
@pytest.mark.parametrize(
    ("test", "expected"),
    [
        ('{} > "$1"', ["b", "c"]),
        ('"$1" < {}', ["b", "c"]),
        ('{} >= "$1"', ["a", "b", "c"]),
        ('{} <= "$1"', ["a"]),
        ('{} = "$1"', ["a"]),
        ('{} IN ("$1")', ["a"]),
        ('{} != "$1"', ["b", "c"]),
        ('{} NOT IN ("$1")', ["b", "c"]),
    ],
)
def test_a_year_fits_what_it_is_compared_with(ask: Ask, name: str, value: str, test: str, expected: list[str]) -> None:
    query = f"SELECT ?b {{ ?b :{name} ?y FILTER({test.format(value)}) }}"
    assert ask("books after 1987", query) == expected


@pytest.mark.parametrize("name", ["year", "printed", "season", "sold", "entered"])
@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ('?b :{} "$1"', ["a"]),
        ("?b :{} %1", ["a"]),
        ('?b :{} ?y FILTER(STRSTARTS(STR(?y), "$1"))', ["a"]),
        ('?b :{} ?y BIND("$1" AS ?z) FILTER(?y > ?z)', ["b", "c"]),
        ('VALUES ?z {{ "$1" }} ?b :{} ?y FILTER(?y >= ?z)', ["a", "b", "c"]),
    ],
)
def test_a_year_fits_its_property(ask: Ask, name: str, pattern: str, expected: list[str]) -> None:
    if name == "season" and "?z" in pattern:
        expected = ["a", "b", "c"] if ">=" in pattern else ["b", "c"]  # texts of four digits order like numbers
    assert ask("books after 1987", f"SELECT ?b {{ {pattern.format(name)} }}") == expected


@pytest.mark.parametrize(
    ("question", "test", "expected"),
    [
        ("books after 1987", ':sold ?d FILTER(YEAR(?d) > xsd:integer("$1"))', ["b", "c"]),
        ("books after 1987", ':sold ?d FILTER(YEAR(?d) > YEAR("$1"))', ["b", "c"]),
        ("books after 1987", ':sold ?d FILTER(YEAR(?d) - "$1" > 0)', ["b", "c"]),
        ("books after 1987", ':sold ?d FILTER(?d > xsd:date("$1"))', ["b", "c"]),
        ("books after 1987", ':sold ?d FILTER(?d > xsd:date(CONCAT("$1", "-12-31")))', ["b", "c"]),
        ("books after 1987", ':sold ?d FILTER(?d > "$1-12-31"^^xsd:date)', ["b", "c"]),
        ("books after 1987", ":sold ?d FILTER(YEAR(?d) > '%1')", ["b", "c"]),
        ("books after 1988", ":printed ?d FILTER(?d != $1)", ["a", "b", "c"]),
        ("books before 3 May 1988", ':sold ?d FILTER(?d < "$1")', ["a"]),
        ("books before 03/05/1988", ':entered ?d FILTER(?d < "$1")', ["a"]),
        ("books before May 3rd, 1988", ':entered ?d FILTER(?d < xsd:dateTime("$1"))', ["a"]),
        ("books before 1988-05-03", ':sold ?d FILTER(?d < "$1"^^xsd:date)', ["a"]),
        ("books before 3 May 1988", ':year ?y FILTER(?y < YEAR("$1"))', ["a"]),
        ("books before 3 May 1988", ':year ?y FILTER(?y < YEAR(xsd:date("$1")))', ["a"]),
        ("books of 3 May 1987", ':sold "$1"', ["a"]),
        ("books of 3 May 1987", ':entered "$1"', ["a"]),
        ("books of 3 May 1987", ':entered ?d FILTER(?d = "$1")', ["a"]),
        ("books of 3 May 1987", ':entered ?d FILTER(xsd:date(?d) = "$1")', ["a"]),
        ("books of May 1987", ':sold ?d FILTER(MONTH(?d) = MONTH("$1") && YEAR(?d) = YEAR("$1"))', ["a"]),
        ("books of May 1987", ':sold ?d FILTER(MONTH(?d) = "$1" && YEAR(?d) = "$1")', ["a"]),
        ("books of May 1987", ':sold ?d FILTER(?d = "$1")', ["a"]),
        ("books of 1987", ':alike?/:sold "$1"', ["a"]),
        ("books after May 1987", ':sold ?d FILTER(?d > "$1")', ["b", "c"]),
    ],
)
def test_dates_fit_their_property_and_its_parts(ask: Ask, question: str, test: str, expected: list[str]) -> None:
    assert ask(question, f"SELECT ?b {{ ?b {test} }}") == expected


@pytest.mark.parametrize("question", ["books over 3 million", "books over 3,000,000 euros", "books over 3m"])
@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ('?b :price ?p FILTER(?p > "$1")', ["c"]),
        ('?b :price ?p FILTER(?p/1000 > "$1"/1000)', ["c"]),
        ('?b :price ?p FILTER(xsd:double(STR(?p)) > "$1")', ["c"]),
        ('?b :price ?p FILTER(?p > xsd:decimal("$1"))', ["c"]),
        ('?b :price "$1"', ["b"]),
        ('?b :price ?p BIND("$1" AS ?m) FILTER(?p > ?m)', ["c"]),
        ('VALUES ?m { "$1" } ?b :price ?p FILTER(?p = ?m)', ["b"]),
        ('BIND("$1" * 1 AS ?m) ?b :price ?p FILTER(?p > ?m)', ["c"]),
        ('{ SELECT ?b { ?b :price ?p } GROUP BY ?b HAVING(MAX(?p) > "$1") }', ["c"]),
    ],
)
def test_a_number_is_one_number_however_it_is_stored(
    ask: Ask, question: str, pattern: str, expected: list[str]
) -> None:
    assert ask(question, f"SELECT ?b {{ {pattern} }}") == expected


@pytest.mark.parametrize(
    "pattern",
    [
        '?b :about ?t . ?t :name "$1"',
        '?b :about ?t . ?t :name "$1"@de',
        '?b :about "$1"',
        "?b :about <$1>",
        '?b :about/:name "$1"',
        '?b :about/:within* "$1"',
        '?b (:about|^:covers) "$1"',
        '?b :about/:within* ?t FILTER(?t = "$1")',
        '?b :about ?t FILTER(?t = "$1")',
        '?b :about ?t FILTER(?t IN ("$1"))',
        'VALUES ?t { "$1" } ?b :about ?t',
        'VALUES (?t ?x) { ("$1" 1) } ?b :about ?t',
        'BIND("$1" AS ?t) ?b :about ?t',
        '?b :about ?t . ?t a :Topic FILTER(?t = "$1")',
        '?b :about ?t . ?t :name ?n FILTER(?n = "$1")',
        '?b :about ?t . ?t :name ?n FILTER(LANG(?n) = "en" && ?n = "$1")',
        '?b :about ?t . ?t :name ?n FILTER(LCASE(?n) = "%1")',
        '?b :about ?t . ?t :name ?n FILTER(UCASE(STR(?n)) = UCASE("$1"))',
        '?b :about ?t . ?t :name ?n FILTER(LCASE(?n) IN ("$1"))',
        '?b :about ?t . ?t :name ?n FILTER(REGEX(?n, CONCAT("^", "$1", "$")))',
        '?b :about ?t . ?t :name ?n FILTER(STRSTARTS(LCASE(?n), "$1") && LANG(?n) = "en")',
        'VALUES ?n { "$1" } ?b :about ?t . ?t :name ?n',
    ],
)
def test_aggregates_count_a_name_once(ask: Ask, pattern: str) -> None:
    assert ask("books about Quarks", f"SELECT (COUNT(?b) AS ?c) {{ {pattern} }}") == ["2"]
    assert ask("books about Quarks", f"SELECT (SUM(?p) AS ?s) {{ ?b :price ?p . {pattern} }}") == ["3000012.5"]


@pytest.mark.parametrize("question", ["books by O'Quent", "books about O'Quent?", "o’quent and books"])
@pytest.mark.parametrize(
    "pattern",
    [
        '?b :author ?p . ?p :name "$1"',
        '?b :author "$1"',
        '?b :author ?p . ?p :name ?n FILTER(LCASE(STR(?n)) = LCASE("$1"))',
        '?b :author ?p . ?p :name ?n FILTER(CONTAINS(LCASE(STR(?n)), LCASE("$1")))',
        '?b :author ?p . ?p :name ?n FILTER(CONTAINS(?n, "$1"))',
        '?b :author ?p . ?p :name ?n FILTER(REGEX(?n, "$1", "i"))',
    ],
)
def test_a_part_of_a_name_is_looked_for(ask: Ask, question: str, pattern: str) -> None:
    assert ask(question, f"SELECT DISTINCT ?b {{ {pattern} }}") == ["a", "c"]


@pytest.mark.parametrize("limit", ['LIMIT "$1"', "LIMIT $1", "limit '%1'", 'OFFSET 0 LIMIT "$1"'])
def test_limit_takes_a_masked_number(ask: Ask, limit: str) -> None:
    query = f"SELECT ?n {{ {{ SELECT ?n {{ VALUES ?n {{ {' '.join(map(str, range(90)))} }} }} {limit} }} }}"
    assert len(ask("the 50 longest books", query)) == 50


def test_limit_takes_no_name(ask: Ask) -> None:
    with pytest.raises(UnmaskError, match="no whole number"):
        ask("books by Ada Quent", 'SELECT ?b { ?b a :Book } LIMIT "$1"')
