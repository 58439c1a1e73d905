"""What each engine's full-text index is asked: queries that the gate lets through, with words and nothing else."""

from __future__ import annotations

import re

import pytest

from nlkgq.errors import ConfigError, GateError
from nlkgq.grounding.text_search import ENGINES, TextSearch, search_words
from nlkgq.sparql import parse_query
from nlkgq.sparql.terms import string_value
from nlkgq.sparql.tree import STRING_TERMINALS
from nlkgq.validation.gate import GatePolicy, gate

NAME = "<http://example.org/name>"
HOSTILE = [
    "'x' OR '*' AND NOT \"y\"",
    'a" . ?s ?p ?o . } DROP ALL #',
    "\\' || true",
    "name:secret^4 ~0.1 [a TO z] {b}",
    "\\u0022 ) } UNION { ?s ?p ?v",
    'O\'Brien\n\t"x"\\',
    "SERVICE <http://evil.example/>",
    "*:* OR field:*",
]


def query(engine: str, text: str) -> str:
    search = TextSearch(engine=engine, index="labels")
    patterns = search.patterns(text, NAME, limit=50)
    assert patterns is not None
    return f"SELECT DISTINCT ?v WHERE {{ {patterns} }} LIMIT 50"


@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_is_asked_by_a_query_that_the_gate_passes(engine: str) -> None:
    text = query(engine, "Michael Jordan")
    functions = TextSearch(engine=engine).functions
    assert gate(text, GatePolicy(functions=functions)).form == "SELECT"
    assert "mich" in text
    tree = parse_query(text)
    assert NAME in text
    assert not list(tree.find("ServiceGraphPattern"))


def test_only_virtuoso_needs_a_permission_and_only_its_own() -> None:
    assert {engine for engine in ENGINES if TextSearch(engine=engine).functions} == {"virtuoso"}
    with pytest.raises(GateError):
        gate(query("virtuoso", "Jordan"))
    with pytest.raises(GateError):
        gate("ASK { ?s ?p ?v FILTER(<bif:sys_eval>(?v)) }", GatePolicy(functions=frozenset({"bif:contains"})))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_steers_the_search_expression(engine: str, text: str) -> None:
    asked = query(engine, text)
    gate(asked, GatePolicy(functions=TextSearch(engine=engine).functions))
    plain = parse_query(query(engine, "word"))
    tree = parse_query(asked)
    # the same patterns as for a plain word, one expression apart
    assert [t.terminal for t in tree.tokens] == [t.terminal for t in plain.tokens]
    expressions = [string_value(t) for t in tree.tokens if t.terminal in STRING_TERMINALS]
    words = set(search_words(text))
    for expression in expressions:
        rest = re.sub(r"[^\W_]+", "", expression)
        assert not set(rest) - set(" '*()~")
        for word in re.findall(r"[^\W_]+", expression):
            assert word == "OR" or word == "50" or any(w.startswith(word) for w in words)


@pytest.mark.parametrize("engine", ENGINES)
def test_without_words_there_is_nothing_to_search(engine: str) -> None:
    assert TextSearch(engine=engine, index="labels").patterns("?! --", NAME, limit=5) is None


def test_a_connector_needs_its_name() -> None:
    for name in (None, "a> ; <b", ""):
        with pytest.raises(ConfigError, match="has a name"):
            TextSearch(engine="graphdb-lucene", index=name).patterns("Jordan", NAME, limit=5)


@pytest.mark.parametrize(
    ("engine", "expected"),
    [
        ("virtuoso", "?v <bif:contains> \"'michael' OR 'mich*' OR 'jordan' OR 'jord*'\""),
        (
            "jena-text",
            f'?s <http://jena.apache.org/text#query> ({NAME} "(michael~ OR michael*) OR (jordan~ OR jordan*)" 50)',
        ),
        ("stardog", '?v <tag:stardog:api:property:textMatch> ("(michael~ OR michael*) OR (jordan~ OR jordan*)" 50)'),
        ("graphdb-lucene", "?search a <http://www.ontotext.com/connectors/lucene/instance#labels>"),
        ("qlever", 'builtin-functions/contains-word> "mich*" . ?text'),
        ("blazegraph", '?v <http://www.bigdata.com/rdf/search#search> "mich* jord*"'),
        ("rdf4j-lucene", "?s <http://www.openrdf.org/contrib/lucenesail#matches> ["),
    ],
)
def test_the_expression_is_the_engine_s_own(engine: str, expected: str) -> None:
    assert expected in query(engine, "Michael J. Jordan")
