"""Declarations are added and corrected, and nothing else changes."""

from __future__ import annotations

import pytest

from nlkgq.iri import PrefixMap
from nlkgq.rewrite.prefixes import prefixes
from nlkgq.sparql import parse_query

OWN = PrefixMap({"ex": "http://example.org/", "f": "http://films.org/vocab#", "": "http://default.org/"})


@pytest.mark.parametrize(
    ("text", "result", "codes"),
    [
        ("SELECT ?x { ?x a ex:A }", "PREFIX ex: <http://example.org/>\nSELECT ?x { ?x a ex:A }", []),
        ("SELECT ?x { ?x a :A }", "PREFIX : <http://default.org/>\nSELECT ?x { ?x a :A }", []),
        (
            "SELECT ?x { ?x a f:A ; rdfs:label 'ex:no' }",
            "PREFIX f: <http://films.org/vocab#>\nPREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>\n"
            "SELECT ?x { ?x a f:A ; rdfs:label 'ex:no' }",
            [],
        ),
        (
            "PREFIX ex: <http://wrong.org/>\nASK { ?x ex:p 1 } # c",
            "PREFIX ex: <http://example.org/>\nASK { ?x ex:p 1 } # c",
            ["corrected-prefix"],
        ),
        ("PREFIX ex: <http://wrong.org/>\nASK { ?x ?p 1 }", None, []),
        ("PREFIX ex: <http://films.org/vocab#>\nASK { ?x ex:p 1 }", None, []),
        ("PREFIX other: <http://other.org/>\nASK { ?x other:p 1 }", None, []),
        ("PREFIX schema: <http://schema.org/>\nASK { ?x schema:p 1 }", None, []),
        ("ASK { ?x nowhere:p 1 ; nowhere:q 2 }", None, ["unknown-prefix"]),
        (
            "PREFIX a: <a:>\nASK { ?x ex:p a:b }",
            "PREFIX a: <a:>\nPREFIX ex: <http://example.org/>\nASK { ?x ex:p a:b }",
            [],
        ),
    ],
)
def test_prefixes(text: str, result: str | None, codes: list[str]) -> None:
    tree, findings = prefixes(parse_query(text, undeclared_prefixes=True), OWN)
    assert str(tree) == (result or text)
    assert [f.code for f in findings] == codes
    assert prefixes(tree, OWN)[0] == tree


def test_every_name_of_the_result_has_an_iri() -> None:
    tree, _ = prefixes(parse_query("ASK { ex:a f:b 'x'^^xsd:date . :c a owl:Class }", undeclared_prefixes=True), OWN)
    parse_query(str(tree))
