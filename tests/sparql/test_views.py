"""Terms, triple patterns and scopes."""

from __future__ import annotations

import pytest

from nlkgq.iri import RDF, XSD
from nlkgq.sparql import LiteralValue, Query, Token, parse_query, quote, triple_patterns, visible_variables
from nlkgq.sparql.prologue import resolve


def literals(text: str) -> list[LiteralValue]:
    query = parse_query("PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> " + text)
    return [value for item in query.walk() if (value := query.literal(item)) is not None]


@pytest.mark.parametrize(
    ("written", "value", "datatype", "language"),
    [
        ('"a"', "a", f"{XSD}string", ""),
        (r"""'it\'s \t "q" \\'""", 'it\'s \t "q" \\', f"{XSD}string", ""),
        ('"""a "quote"\nline"""', 'a "quote"\nline', f"{XSD}string", ""),
        ("'''''a'''", "''a", f"{XSD}string", ""),
        ('"chat"@FR-be', "chat", f"{RDF}langString", "fr-be"),
        ('"2020-01-01"^^xsd:date', "2020-01-01", f"{XSD}date", ""),
        ('"x" ^^ <http://e/t>', "x", "http://e/t", ""),
        ("5", "5", f"{XSD}integer", ""),
        ("-5.50", "-5.50", f"{XSD}decimal", ""),
        ("+.5e-3", "+.5e-3", f"{XSD}double", ""),
        ("TRUE", "true", f"{XSD}boolean", ""),
        (r'"\u00e9\U0001F600"', "é😀", f"{XSD}string", ""),
    ],
)
def test_literals(written: str, value: str, datatype: str, language: str) -> None:
    expected = LiteralValue(value=value, datatype=datatype, language=language)
    assert literals(f"ASK {{ ?s ?p {written} }}") == [expected]
    assert literals(f"ASK {{ ?s ?p ?o FILTER(?o = {written}) }}") == [expected]


def test_quote_is_read_back() -> None:
    for value in ["", 'say "hi"', "back\\slash", "line\nend\r\t\b\f", "it's", "é😀", "?x } #", "\\u0041"]:
        if "\\u" not in value:
            assert literals(f"ASK {{ ?s ?p {quote(value)} }}")[0].value == value


@pytest.mark.parametrize(
    ("reference", "expected"),
    [
        # RFC 3986 section 5.4.
        ("g:h", "g:h"),
        ("g", "http://a/b/c/g"),
        ("./g", "http://a/b/c/g"),
        ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"),
        ("//g", "http://g"),
        ("?y", "http://a/b/c/d;p?y"),
        ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q#s"),
        (";x", "http://a/b/c/;x"),
        ("", "http://a/b/c/d;p?q"),
        (".", "http://a/b/c/"),
        ("..", "http://a/b/"),
        ("../g", "http://a/b/g"),
        ("../..", "http://a/"),
        ("../../g", "http://a/g"),
        ("../../../g", "http://a/g"),
        ("/./g", "http://a/g"),
        ("/../g", "http://a/g"),
        ("g.", "http://a/b/c/g."),
        ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"),
        ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"),
        ("g?y/./x", "http://a/b/c/g?y/./x"),
    ],
)
def test_relative_iris(reference: str, expected: str) -> None:
    assert resolve(reference, "http://a/b/c/d;p?q") == expected


def shown(query: Query, term: object) -> str:
    return query.source(term) if hasattr(term, "start") else type(term).__name__  # type: ignore[arg-type]  # start: an element


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("?s ?p ?o", ["?s ?p ?o"]),
        ("?s ?p 1, 2; ?q 3;;", ["?s ?p 1", "?s ?p 2", "?s ?q 3"]),
        ("[] ?p [ ?q 1 ]", ["[] ?p [ ?q 1 ]", "[ ?q 1 ] ?q 1"]),
        ("[ ?q 1 ]", ["[ ?q 1 ] ?q 1"]),
        ("?s <a>/<b>* ?o", ["?s <a>/<b>* ?o"]),
        (
            "?s ?p (1 ?x)",
            ["?s ?p (1 ?x)", "(1 ?x) ImpliedIri 1", "(1 ?x) ImpliedIri ListCell", "ListCell ImpliedIri ?x",
             "ListCell ImpliedIri ImpliedIri"],
        ),
        ("(1) ?p ()", ["(1) ImpliedIri 1", "(1) ImpliedIri ImpliedIri", "(1) ?p ()"]),
    ],
)  # fmt: skip
def test_triple_patterns(body: str, expected: list[str]) -> None:
    query = parse_query(f"ASK {{ {body} }}")
    found = [" ".join(shown(query, t) for t in (p.subject, p.predicate, p.object)) for p in triple_patterns(query)]
    assert sorted(found) == sorted(expected)


def test_context_of_triple_patterns() -> None:
    query = parse_query(
        "CONSTRUCT { ?s ?p 1 } WHERE { ?s ?p 2 GRAPH ?g { ?s ?p 3 } SERVICE <e:1> { ?s ?p 4 GRAPH <g:1> { ?s ?p 5 } } }"
    )
    found = {
        query.source(p.object): (  # type: ignore[arg-type]  # numbers, all of them
            p.in_template,
            p.graph.text if p.graph else None,
            p.service.text if p.service else None,
        )
        for p in triple_patterns(query)
    }
    assert found == {
        "1": (True, None, None),
        "2": (False, None, None),
        "3": (False, "?g", None),
        "4": (False, None, "<e:1>"),
        "5": (False, "<g:1>", "<e:1>"),
    }


def test_visible_variables() -> None:
    query = parse_query(
        "SELECT ?a (?a + 1 AS ?b) { ?a ?p 1 FILTER(?c > 2) BIND(3 AS ?d) ?c ?q 4 "
        "FILTER EXISTS { ?e ?r 5 } { SELECT ?f { ?f ?g 6 } } } ORDER BY ?h"
    )

    def at(text: str) -> set[str]:
        return set(visible_variables(query, next(t for t in query.tokens if t.text == text)))

    group = {"a", "p", "d", "c", "q", "f"}
    assert at("2") == group
    assert at("3") == {"a", "p"}
    assert at("5") == group | {"e", "r"}
    assert at("6") == {"f", "g"}
    assert at("?h") == group | {"b"}


def test_variables_may_be_written_with_dollar() -> None:
    query = parse_query("SELECT $x { ?x ?p $y }")
    assert query.variables == ("x",)
    assert isinstance(triple_patterns(query)[0].subject, Token)
