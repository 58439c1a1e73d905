"""Edits change what they say and nothing else."""

from __future__ import annotations

import pytest

from nlkgq.errors import SparqlSyntaxError
from nlkgq.sparql import Query, Splice, Token, parse_query


def token(query: Query, text: str, which: int = 0) -> Token:
    return [t for t in query.tokens if t.text == text][which]


@pytest.mark.parametrize(
    ("text", "old", "new", "result"),
    [
        ("ASK { ?s ?p 'a' } # 'a'", "'a'", "'b'", "ASK { ?s ?p 'b' } # 'a'"),
        ("ASK{?s<p>?o}", "<p>", "<q>", "ASK{?s<q>?o}"),
        ("ASK{?s?p?o}", "?p", "a", "ASK{?s a ?o}"),
        ("ASK {?s ?p 1.}", "1", "2.5", "ASK {?s ?p 2.5.}"),
        ("ASK { ?s ?p ?o FILTER(?o<3) }", "3", "?x", "ASK { ?s ?p ?o FILTER(?o<?x) }"),
        ("ASK { ?s ?p ?o FILTER(?o<3) }", "3", "?x&&?y>1", "ASK { ?s ?p ?o FILTER(?o< ?x&&?y>1 ) }"),
    ],
)
def test_replace(text: str, old: str, new: str, result: str) -> None:
    query = parse_query(text)
    assert str(query.replace({token(query, old): new})) == result
    assert str(query) == text


def test_several_changes_at_once() -> None:
    query = parse_query("SELECT ?a?b{?a ?p ?b} # end")
    changes = {item: f"{item.text}1" for item in query.tokens if item.terminal == "VAR"}
    assert str(query.replace(dict(changes))) == "SELECT ?a1?b1{?a1 ?p1 ?b1} # end"


def test_neighbouring_changes_are_kept_apart() -> None:
    query = parse_query("ASK{?s?p?o}")
    changed = query.replace({token(query, "?p"): "a", token(query, "?o"): "true"})
    assert [t.text for t in changed.tokens] == ["ASK", "{", "?s", "a", "true", "}"]


def test_insert_and_remove() -> None:
    query = parse_query("SELECT ?s { ?s ?p ?o . # why\n OPTIONAL { ?o ?q ?r } }")
    optional = next(query.find("OptionalGraphPattern"))
    assert str(query.remove(optional)) == "SELECT ?s { ?s ?p ?o . # why\n  }"
    assert str(query.insert_after(optional, "FILTER(1)")) == (
        "SELECT ?s { ?s ?p ?o . # why\n OPTIONAL { ?o ?q ?r }FILTER(1) }"
    )
    assert str(query.insert_before(token(query, "?s"), "DISTINCT")) == (
        "SELECT DISTINCT?s { ?s ?p ?o . # why\n OPTIONAL { ?o ?q ?r } }"
    )


@pytest.mark.parametrize("text", ["# gone", "1 # gone", "1} #"])
def test_a_change_cannot_swallow_what_follows(text: str) -> None:
    query = parse_query("ASK { ?s ?p 1 . ?s ?q 2 }")
    with pytest.raises((ValueError, SparqlSyntaxError)):
        query.replace({token(query, "1"): text})


@pytest.mark.parametrize("text", ["1 } # ", "'", '"""', "1 ; DROP ALL"])
def test_a_change_must_leave_a_query(text: str) -> None:
    query = parse_query("ASK { ?s ?p 1 }")
    with pytest.raises((ValueError, SparqlSyntaxError)):
        query.replace({token(query, "1"): text})


def test_overlapping_changes_are_refused() -> None:
    query = parse_query("ASK { ?s ?p 'a'@en }")
    literal = next(query.find("RDFLiteral"))
    with pytest.raises(ValueError, match="overlap"):
        query.replace({literal: "1", token(query, "@en"): "@de"})


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("SELECT ?s { ?s ?p ?o } # c", "SELECT ?s { ?s ?p ?o } LIMIT 7 # c"),
        ("SELECT ?s {\n?s ?p ?o }\n", "SELECT ?s {\n?s ?p ?o }\nLIMIT 7\n"),
        ("SELECT ?s { ?s ?p ?o } LIMIT 10 OFFSET 2", "SELECT ?s { ?s ?p ?o } LIMIT 7 OFFSET 2"),
        ("SELECT ?s { ?s ?p ?o } OFFSET 2", "SELECT ?s { ?s ?p ?o } OFFSET 2 LIMIT 7"),
        ("SELECT ?s { ?s ?p ?o } VALUES ?s { 1 }", "SELECT ?s { ?s ?p ?o } LIMIT 7 VALUES ?s { 1 }"),
        (
            "SELECT ?s { { SELECT ?s { ?s ?p ?o } LIMIT 2 } }",
            "SELECT ?s { { SELECT ?s { ?s ?p ?o } LIMIT 2 } } LIMIT 7",
        ),
        ("DESCRIBE <a:b>", "DESCRIBE <a:b> LIMIT 7"),
    ],
)
def test_limit(text: str, result: str) -> None:
    changed = parse_query(text).with_limit(7)
    assert str(changed) == result
    assert changed.limit == 7


def test_limit_cannot_be_negative() -> None:
    with pytest.raises(ValueError, match="negative"):
        parse_query("ASK { }").with_limit(-1)


def test_huge_limits_are_read() -> None:
    assert parse_query(f"SELECT * {{ ?s ?p ?o }} LIMIT {'9' * 5000}").limit == 10**18


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("# c\nASK { ?s a <x> }", "# c\nPREFIX ex: <http://e/>\nASK { ?s a <x> }"),
        ("PREFIX a: <http://a/>  # c\nASK { }", "PREFIX a: <http://a/>\nPREFIX ex: <http://e/>  # c\nASK { }"),
        ("PREFIX ex: <http://old/>\nASK { }", "PREFIX ex: <http://e/>\nASK { }"),
    ],
)
def test_prefix(text: str, result: str) -> None:
    changed = parse_query(text).with_prefix("ex", "http://e/")
    assert str(changed) == result
    assert changed.prefixes.get("ex") == "http://e/"


def test_splices_are_the_common_ground() -> None:
    query = parse_query("ASK { }")
    assert str(query.edit(Splice(5, 5, " ?s ?p ?o"))) == "ASK { ?s ?p ?o }"
