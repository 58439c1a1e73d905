"""Refusals: the place, what was found, what was expected, in words."""

from __future__ import annotations

import pytest

from nlkgq.errors import SparqlSyntaxError, UnsupportedSparqlError
from nlkgq.sparql import parse_query


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("SELECT ?x WHERE { ?x a }", 1, 24, "found '}', expected a literal, an IRI, a blank node, a variable"),
        ("SELECT ?x\nWHERE { ?x ?p ?y", 2, 17, "the query ends too early"),
        ("", 1, 1, "the query ends too early, expected ASK"),
        ("SELECT", 1, 7, "expected a variable, DISTINCT, REDUCED, '(' or '*'"),
        ("SELEKT ?x {}", 1, 1, "'SELEKT' is not a SPARQL keyword"),
        ("SELECT ?x { ?x ?p 'a }", 1, 19, "a string that does not end"),
        ("SELECT ?x { ?x <a b> 1 }", 1, 19, "'b' is not a SPARQL keyword"),
        ("SELECT ?x { ?x <a 1 }", 1, 16, "found '<', expected a property or path or a variable"),
        ("ASK { FILTER(?x ?y) }", 1, 17, "expected an operator, NOT or ')'"),
        ("ASK { VALUES ?x { ?y } }", 1, 19, "expected a literal, an IRI, UNDEF or '}'"),
        ("SELECT ? { }", 1, 8, "found '?', expected a variable"),
        ("SELECT ?x { ?x ex:p 1 }", 1, 16, "the prefix 'ex:' is not declared"),
        ("SELECT ?x { ?x ?p 1 } LIMIT ?x", 1, 29, "expected a whole number"),
        ("SELECT ?x { ?x ?p 1 } GARBAGE", 1, 23, "'GARBAGE' is not"),
        ("SELECT ?x { ?x ?p 1 \x00 }", 1, 21, "U+0000"),
        ("SELECT ?x { ?x ?p 1 ’ }", 1, 21, "right single quotation mark"),
        ("SELECT ?x\r\n{ ?x\r?p ; }", 3, 4, "found ';'"),
        ("SELECT ?y { } GROUP BY ?x", 1, 8, "?y is selected but neither grouped nor aggregated"),
        ("SELECT * { } GROUP BY ?x", 1, 8, "SELECT * cannot be grouped"),
        ("SELECT (1 AS ?x) { ?x ?p 1 }", 1, 14, "AS cannot set ?x"),
        ("SELECT ?x { ?x ?p 1 BIND(2 AS ?x) }", 1, 31, "BIND cannot set ?x"),
        ("SELECT * { VALUES (?a ?b) { (1) } }", 1, 29, "1 values for 2 variables"),
        ("SELECT * { VALUES () { (1) } }", 1, 24, "1 values for 0 variables"),
        ("ASK { _:a ?p 1 OPTIONAL { _:a ?p 2 } }", 1, 27, "used in two graph patterns"),
        ("SELECT (SUM(MAX(?x)) AS ?y) { ?x ?p 1 }", 1, 13, "an aggregate stands inside another one"),
        ("ASK { ?x ?p 1 FILTER(COUNT(?x) > 1) }", 1, 22, "an aggregate cannot stand"),
        ("SELECT (1 AS ?x) (2 AS ?x) { }", 1, 24, "AS cannot set ?x"),
    ],
)
def test_place_and_words(text: str, line: int, column: int, words: str) -> None:
    with pytest.raises(SparqlSyntaxError) as caught:
        parse_query(text)
    error = caught.value
    assert (error.line, error.column) == (line, column), error
    assert words in error.message


@pytest.mark.parametrize(
    ("text", "construct"),
    [
        ("INSERT DATA { <a:b> <a:b> 1 }", "INSERT"),
        ("PREFIX ex: <http://e/> DELETE WHERE { ?s ex:p ?o }", "DELETE"),
        ("DROP ALL", "DROP"),
        ("drop all", "DROP"),
        ("LOAD <file:///etc/passwd>", "LOAD"),
        ("SELECT * { ?s ?p ?o } ; DROP ALL", "DROP"),
        ("WITH <a:b> DELETE { } WHERE { }", "WITH"),
        ("ASK { << ?s ?p ?o >> ?q 1 }", "reified triple"),
        ("ASK { ?s ?p <<( ?a ?b ?c )>> }", "triple term"),
        ("ASK { ?s ?p ?o {| ?q 1 |} }", "annotation"),
        ("ASK { ?s ?p ?o ~ ?r }", "reifier"),
        ("ASK { ?s ?p 'a'@en--ltr }", "base direction"),
        ("ASK { ?s ?p ?o LATERAL { ?o ?q ?r } }", "LATERAL"),
        ("VERSION '1.2' ASK { }", "VERSION"),
        ("ASK { FILTER(isTRIPLE(?x)) }", "isTRIPLE"),
    ],
)
def test_other_languages_are_named(text: str, construct: str) -> None:
    with pytest.raises(UnsupportedSparqlError) as caught:
        parse_query(text)
    assert caught.value.construct.startswith(construct)


def test_undeclared_prefixes_on_request() -> None:
    query = parse_query("ASK { ?s ex:p 'a'^^ex:t }", undeclared_prefixes=True)
    assert query.iri_or_none(query.tokens[3]) is None
    assert str(query.with_prefix("ex", "http://e/")).startswith("PREFIX ex: <http://e/>\nASK")


@pytest.mark.parametrize(
    "text",
    [
        "SELECT (COUNT(?x) AS ?n) { ?x ?p 1 } HAVING (COUNT(?x) > 1)",
        "SELECT ?x (SAMPLE(?y) AS ?z) { ?x ?p ?y } GROUP BY ?x",
        "SELECT ?k (COUNT(*) AS ?n) { ?x ?p ?y } GROUP BY (STR(?y) AS ?k) ORDER BY DESC(?n)",
        "SELECT ?x (?x + 1 AS ?y) (?y + 1 AS ?z) { ?x ?p 1 }",
        "SELECT (COUNT(*) AS ?n) (?n * 2 AS ?m) { ?x ?p 1 }",
        "SELECT ?x { ?x ?p 1 { BIND(2 AS ?y) } BIND(3 AS ?z) }",
        "ASK { _:a ?p 1 FILTER(1) _:a ?q 2 }",
        "SELECT * { VALUES () { () () } VALUES (?a) { (UNDEF) (1) } VALUES ?b { } }",
        "SELECT ?x { ?x ?p 1 FILTER(?x IN () || ?x NOT IN (1, 2)) }",
        "SELECT ?x { FILTER NOT EXISTS { SELECT (COUNT(*) AS ?n) { ?x ?p 1 } } }",
    ],
)
def test_rules_do_not_refuse_too_much(text: str) -> None:
    assert str(parse_query(text)) == text
