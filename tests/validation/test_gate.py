"""The gate lets read-only queries through and nothing else."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from nlkgq.errors import GateError, RefusedError, SparqlSyntaxError, UnsupportedSparqlError
from nlkgq.sparql import parse_query, quote
from nlkgq.validation.gate import GatedQuery, GatePolicy, gate
from nlkgq.validation.second_opinion import harmless_copy

OPEN = GatePolicy(
    service=frozenset({"http://example.org/sparql"}),
    graphs=frozenset({"http://example.org/g"}),
    functions=frozenset({"bif:contains"}),
)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("SELECT * { ?s ?p ?o } # all", "SELECT"),
        ("ASK { }", "ASK"),
        ("CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }", "CONSTRUCT"),
        ("CONSTRUCT WHERE { ?s ?p ?o }", "CONSTRUCT"),
        ("DESCRIBE <http://example.org/a>", "DESCRIBE"),
        ("SELECT * { GRAPH ?g { ?s ?p ?o } GRAPH <http://example.org/any> { ?s ?q 1 } }", "SELECT"),
        ("BASE <http://example.org/> SELECT * { <a> ?p ?o }", "SELECT"),
        ("SELECT ?x { { SELECT (COUNT(*) AS ?x) { ?s ?p ?o } } }", "SELECT"),
        ("SELECT * { { ?s ?p 1 } UNION { ?s ?q 2 } MINUS { ?s a ?c } } VALUES ?s { UNDEF }", "SELECT"),
        ("SELECT * { ?s ?p 'a\\nb é 😀' }", "SELECT"),
    ],
)
def test_lets_through_unchanged(text: str, form: str) -> None:
    gated = gate(text)
    assert (gated.text, gated.form) == (text, form)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("SELECT * { SERVICE <http://example.org/sparql> { ?s ?p ?o } }", "service"),
        ("SELECT * { SERVICE SILENT ?e { ?s ?p ?o } }", "service"),
        ("SELECT * { { OPTIONAL { FILTER EXISTS { SERVICE <file:///etc/passwd> { ?s ?p ?o } } } } }", "service"),
        ("SELECT * FROM <http://example.org/g> { ?s ?p ?o }", "from"),
        ("SELECT * FROM NAMED <file:///etc/passwd> { ?s ?p ?o }", "from"),
        ("SELECT * { GRAPH <file:///etc/passwd> { ?s ?p ?o } }", "graph"),
        ("SELECT * { ?s ?p ?o FILTER(<java:java.lang.System.exit>(1)) }", "function"),
        ("PREFIX bif: <bif:> SELECT * { ?s bif:contains 'x' }", "function"),
        ("SELECT * { ?s ?p '\\u0041' }", "escape"),
        ("SELECT * { ?s ?p '\\\\u0041' }", "escape"),
        ("SELECT * { ?s ?p '\\\\\\u0075' }", "escape"),
        ("SELECT * { ?s ?p '\\U00000075' }", "escape"),
        ("SELECT * { ?s ?p '\\\\U00000001' }", "escape"),
        ("SELECT * { ?s ?p '\\\\\\U00000022' }", "escape"),
        ("SELECT * { ?s ?p '\\U0000000A' }", "escape"),
        ("SELECT * { ?s ?p '\\U00110000' }", "escape"),
        ("SELECT * { ?s <http://e/\\U0000007F> ?o }", "escape"),
        ("SELECT * { ?s ?p ?o } # \\U0000007F", "escape"),
        ("SELECT * { ?s ?p ?o # \\U0000007F\n}", "escape"),
        ("\\U00000041SK { }", "escape"),
        ("SELECT * { ?s ?p 'a\x00b' }", "control"),
        ("SELECT * { ?s ?p 'a\x1bb' }", "control"),
        ("SELECT * { ?s ?p 'a\ud800b' }", "control"),
        ("SELECT * { <a> ?p ?o }", "relative-iri"),
        ("PREFIX : <#> SELECT * { :a ?p ?o }", "relative-iri"),
        ("BASE <x/> SELECT * { ?s ?p ?o }", "relative-iri"),
        ("SELECT * { ?s ?p '" + "x" * 8000 + "' }", "length"),
        ("SELECT * " + "{" * 41 + "}" * 41, "depth"),
        ("SELECT * { " + "?s ?p ?o . " * 61 + "}", "patterns"),
        ("SELECT * { ?s ?p (" + " 1" * 31 + ") }", "patterns"),
        ("DESCRIBE " + "<a:b> " * 61, "patterns"),
        ("SELECT * { FILTER(" + "||".join(["?x"] * 402) + ") }", "operations"),
        ("SELECT * { " + "{} UNION " * 200 + "{} }", "operations"),
    ],
)
def test_refuses(text: str, code: str) -> None:
    with pytest.raises(GateError) as caught:
        gate(text)
    assert caught.value.code == code
    assert caught.value.hint


@pytest.mark.parametrize(
    "text", ["", "DROP ALL", "SELECT * { ?s ?p ?o }; DROP ALL", "ASK { } ASK { }", "SELECT ?x { ?x a z:y }"]
)
def test_refuses_what_is_no_query(text: str) -> None:
    with pytest.raises(SparqlSyntaxError):
        gate(text)


def test_names_updates() -> None:
    with pytest.raises(UnsupportedSparqlError, match="INSERT"):
        gate("INSERT DATA { <a:b> <a:b> 1 }")


@pytest.mark.parametrize(
    "text",
    [
        "SELECT * { SERVICE <http://example.org/sparql> { ?s ?p ?o } }",
        "PREFIX e: <http://example.org/> SELECT * { SERVICE SILENT e:sparql { ?s ?p ?o } }",
        "SELECT * FROM <http://example.org/g> { ?s ?p ?o }",
        "PREFIX bif: <bif:> SELECT * { ?s ?p ?o . ?o bif:contains 'x' }",
    ],
)
def test_policy_allows(text: str) -> None:
    with pytest.raises(GateError):
        gate(text)
    assert gate(text, OPEN).text == text


def test_lets_through_what_quote_writes() -> None:
    """A "u" behind a backslash and control characters, as code point escapes that every engine reads in one way."""
    text = f"SELECT * {{ ?s ?p {quote(chr(92) + 'u0022' + chr(92) * 2 + 'Users' + chr(1) + chr(0x85))} }}"
    assert gate(text).text == text


def test_policy_allows_no_other_endpoint() -> None:
    for iri in ("http://example.org/sparql2", "http://example.org/sparql?x", "http://example.org:80/sparql"):
        with pytest.raises(GateError):
            gate(f"SELECT * {{ SERVICE <{iri}> {{ ?s ?p ?o }} }}", OPEN)


def test_rewritten_text_may_be_ten_times_larger() -> None:
    policy = GatePolicy()
    larger = policy.rewritten()
    assert larger == GatePolicy(max_length=80_000, max_depth=400, max_patterns=600, max_operations=4_000)
    text = "SELECT * { " + "?s ?p ?o . " * 600 + "{" * 398 + "}" * 398 + " }"
    assert gate(text, larger).text == text
    with pytest.raises(GateError):
        gate(text.replace("{ ?s", "{ ?s ?p ?o . ?s", 1), larger)


def test_values_may_be_long() -> None:
    rows = " ".join(f'("{i}" {i})' for i in range(2_000))
    assert gate(f"SELECT * {{ VALUES (?a ?b) {{ {rows} }} }}", GatePolicy().rewritten())


def test_only_the_gate_makes_a_gated_query() -> None:
    with pytest.raises(TypeError, match="gate"):
        GatedQuery(text="DROP ALL", form="SELECT", key=None)
    with pytest.raises(TypeError):
        GatedQuery(text="DROP ALL", form="SELECT")  # type: ignore[call-arg]  # that it fails is what is tested


def test_second_opinion_has_nothing_to_do() -> None:
    values = " ".join(f"VALUES ?v{i} {{ {' '.join(map(str, range(60)))} }}" for i in range(8))
    bodies = [
        f"ASK {{ {values} FILTER(?v0 + ?v1 > 1000) }}",
        f"SELECT (COUNT(*) AS ?n) {{ {values} }} ORDER BY ?n",
        f"SELECT * {{ {{ SELECT (COUNT(*) AS ?n) {{ {values} }} }} }}",
        f"SELECT * {{ OPTIONAL {{ SELECT (COUNT(*) AS ?n) {{ {values} }} }} MINUS {{ {values} }} }}",
        f"DESCRIBE ?n {{ {{ SELECT (COUNT(*) AS ?n) {{ {values} }} }} }}",
        f"CONSTRUCT {{ ?v1 ?v2 ?v3 }} WHERE {{ {values} }} ORDER BY ?v1",
    ]
    started = time.process_time()
    for body in bodies:
        gate(body, GatePolicy().rewritten())
    assert time.process_time() - started < 2


def test_second_opinion_asks_no_endpoint() -> None:
    copy = harmless_copy(parse_query("PREFIX e: <http://e.org/> ASK { SERVICE SILENT e:x { ?s e:p 'SERVICE' } }"))
    assert copy.strip() == "ASK { VALUES () { }  GRAPH  <http://e.org/x> { ?s <http://e.org/p> 'SERVICE' } }"


def test_refusals_are_quick() -> None:
    started = time.process_time()
    for text in ("{" * 79_000, "ASK { " + "?s ?p ?o ." * 7_000, "ASK {" + "FILTER(1)" * 8_000 + "}", "(" * 79_999):
        with pytest.raises(RefusedError):
            gate(text, GatePolicy().rewritten())
    assert time.process_time() - started < 3


def test_gold_and_example_queries_pass(data: Path) -> None:
    refused: dict[str, str] = {}
    for file in sorted(data.rglob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            query = parse_query(record["sparql"], undeclared_prefixes=True)
            used = {t.text.partition(":")[0] for t in query.tokens if t.terminal == "PNAME_LN"}
            if "rdf" in used and query.prefixes.get("rdf") is None:
                query = query.with_prefix("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#")
            try:
                gate(str(query))
            except GateError as error:
                if error.code not in {"service", "from"}:
                    refused[record["id"]] = error.code
    # One text is longer than the cap; one holds a code point escape that its engine reads before the grammar.
    assert refused == {"NXQ_09445": "length", "test-Q1344": "escape"}
