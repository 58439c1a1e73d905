"""Trees for model APIs that take schemas: what the schema lets through, and the way there and back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from nlkgq.errors import NoQueryError
from nlkgq.grammar.matcher import Matcher
from nlkgq.grammar.places import slot
from nlkgq.grammar.profile import PROFILES
from nlkgq.grammar.tree_json import to_tree
from nlkgq.grammar.tree_schema import tree_schema
from nlkgq.grammar.tree_text import from_json, tree_text
from nlkgq.ontology.model import Ontology
from nlkgq.sparql import parse_query

QUERIES = """
ASK WHERE { ?f a e:Film . }
SELECT * WHERE { ?f e:title "Ran"@ja ; e:released "1985-06-01"^^xsd:date ; e:length 162 ; e:inColour true . }
SELECT DISTINCT ?f ( YEAR ( ?d ) + 1 AS ?y ) WHERE { ?f e:released ?d . } ORDER BY DESC ( ?y ) ?f LIMIT 3 OFFSET 1
SELECT ?g ( COUNT ( DISTINCT ?f ) AS ?n ) WHERE { ?f e:genre ?g . } GROUP BY ?g HAVING ( COUNT ( ?f ) > 2 )
SELECT ( COUNT ( * ) AS ?n ) ( GROUP_CONCAT ( ?t ; SEPARATOR = ", " ) AS ?all ) WHERE { ?f e:title ?t . }
SELECT ?f WHERE { ?f e:director / e:born ?y . ?g ^ e:genre ?f . ?f ( e:genre | e:director ) + ?x . }
SELECT ?f WHERE { ?f ! ( e:note | a | ^ e:genre ) ?z . }
SELECT ?f WHERE { ?f e:title ?t . FILTER ( ! ( ?t IN ( "a" , "b" ) ) && ( ?t != "c" || REGEX ( ?t , "d" , "i" ) ) ) }
SELECT ?f WHERE { ?f e:genre e:Noir . FILTER NOT EXISTS { ?f e:director e:Kurosawa . } OPTIONAL { ?f e:note ?n . } }
SELECT ?f WHERE { { ?f a e:Film . } UNION { ?f a e:Cartoon . } MINUS { ?f e:length 5 . } BIND ( STRLEN ( ?f ) AS ?l ) }
SELECT ?f WHERE { VALUES ( ?f ?g ) { ( UNDEF e:Noir ) ( e:Noir "x" ) } ?f e:genre ?g . }
SELECT ?l WHERE { { SELECT ( MAX ( ?m ) AS ?l ) WHERE { ?x e:length ?m . } } }
SELECT ?f WHERE { ?f e:director "VALUE_K3QX" . FILTER ( xsd:integer ( ?f ) >= - 2.5 && STRLEN ( ?f ) > 1 ) }
SELECT ?f WHERE { ?f e:director [ e:born ?y ; a e:Person ] ; ?p ?o . }
""".strip().splitlines()


@pytest.fixture(scope="module")
def schema(film_ontology: Ontology) -> Draft202012Validator:
    found = tree_schema(film_ontology)
    Draft202012Validator.check_schema(found)
    return Draft202012Validator(found)


def tree_of(text: str, ontology: Ontology) -> Any:
    declared = ontology.prefixes.declarations() + text
    return json.loads(json.dumps(to_tree(parse_query(declared), ontology, ontology.prefixes)))


@pytest.mark.parametrize("text", QUERIES)
def test_there_and_back(schema: Draft202012Validator, film_ontology: Ontology, text: str) -> None:
    tree = tree_of(text, film_ontology)
    schema.validate(tree)
    written = from_json(json.dumps(tree))
    assert tree_of(written, film_ontology) == tree
    parse_query(film_ontology.prefixes.declarations() + written)


def test_simple_queries_come_back_as_they_were(film_ontology: Ontology, films: Matcher) -> None:
    for text in (QUERIES[0], QUERIES[2], QUERIES[3], QUERIES[8]):
        written = tree_text(tree_of(text, film_ontology))
        assert films.accepts(written), written


@pytest.mark.parametrize(
    ("name", "target"),
    [
        ("titel", "?t"),
        ("title", {"number": 5}),
        ("released", {"text": "soon", "language": None}),
        ("genre", {"individual": "e:Kurosawa"}),
        ("genre", {"text": "Noir", "language": None}),
        ("title", {"individual": "e:Noir"}),
        ("genre", {"placeholder": "VALUE_AEIO"}),
        ("title", "t"),
    ],
)
def test_what_makes_no_sense_does_not_follow_the_schema(schema: Draft202012Validator, name: str, target: Any) -> None:
    statement = {"subject": "?f", "property": f"e:{name}", "object": target}
    assert not schema.is_valid({"query": {"form": "ASK", "where": [statement]}})


def test_placeholders_and_profiles(film_ontology: Ontology) -> None:
    found = tree_schema(film_ontology, placeholders=[slot("VALUE_K3QX", "date")], profile=PROFILES["aggregates"])
    validator = Draft202012Validator(found)

    def is_valid(name: str, placeholder: str, columns: list[Any]) -> bool:
        where = [{"subject": "?f", "property": f"e:{name}", "object": {"placeholder": placeholder}}]
        rest = {"group_by": [], "having": [], "order_by": [], "limit": None, "offset": None, "distinct": False}
        return validator.is_valid({"query": {"form": "SELECT", "columns": columns, "where": where, **rest}})

    count = {"aggregate": "COUNT", "distinct": False, "of": "?f", "separator": None}
    columns = [{"expression": count, "name": "?n"}]
    assert is_valid("released", "VALUE_K3QX", columns)
    assert not is_valid("director", "VALUE_K3QX", columns)
    assert not is_valid("released", "VALUE_M2TP", columns)
    assert not is_valid("released", "VALUE_K3QX", [])
    ask = {"query": {"form": "ASK", "where": [{"subject": "?f", "property": "a", "object": {"class": "e:Film"}}]}}
    assert not validator.is_valid(ask)


@pytest.mark.parametrize(
    "reply",
    [
        "SELECT",
        "[]",
        "{}",
        '{"query": {"form": "ASK", "where": [{"subject": "?f } ; DROP", "property": "a", "object": "?c"}]}}',
        '{"query": {"form": "ASK", "where": [{"subject": "?f", "property": "a } #", "object": "?c"}]}}',
        '{"query": {"form": "ASK", "where": [{"subject": "?f", "property": "a", "object": {"class": "e:A } . {"}}]}}',
        '{"query": {"form": "ASK", "where": [{"element": "service", "elements": []}]}}',
        '{"query": {"form": "ASK", "where": [{"element": "values", "variables": ["?a"], "rows": [[null, null]]}]}}',
    ],
)
def test_replies_that_do_not_follow_it_are_no_queries(reply: str) -> None:
    with pytest.raises(NoQueryError):
        from_json(reply)


def test_texts_stay_texts(film_ontology: Ontology) -> None:
    hostile = 'a"b\\c\n} #'
    tree = {
        "query": {
            "form": "ASK",
            "where": [{"subject": "?f", "property": "e:title", "object": {"text": hostile, "language": None}}],
        }
    }
    assert tree_of(tree_text(tree), film_ontology) == tree
