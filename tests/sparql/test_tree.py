"""What a tree says about its query."""

from __future__ import annotations

import pickle
import threading

import pytest

from nlkgq.sparql import Node, parse_query

PREFIXES = "PREFIX ex: <http://example.org/>\n"


@pytest.mark.parametrize(
    ("text", "form", "variables"),
    [
        ("SELECT ?b ?a { ?a ?p ?b }", "SELECT", ("b", "a")),
        ("SELECT * { ?s ?p ?o OPTIONAL { ?o ?q $r } MINUS { ?x ?y ?z } }", "SELECT", ("s", "p", "o", "q", "r")),
        ("SELECT (COUNT(*) AS ?n) { ?s ?p ?o }", "SELECT", ("n",)),
        (
            "SELECT * { { SELECT ?a { ?a ?b ?c } } BIND(1 AS ?d) VALUES (?e ?f) { (1 2) } }",
            "SELECT",
            ("a", "d", "e", "f"),
        ),
        ("SELECT * { SERVICE ?where { ?s ?p ?o } GRAPH ?g { } }", "SELECT", ("where", "s", "p", "o", "g")),
        ("SELECT * { ?s ?p ?o FILTER EXISTS { ?o ?q ?r } } VALUES ?z { 1 }", "SELECT", ("s", "p", "o", "z")),
        ("ASK { ?s ?p ?o }", "ASK", ()),
        ("CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }", "CONSTRUCT", ()),
        ("CONSTRUCT WHERE { ?s ?p ?o }", "CONSTRUCT", ()),
        ("DESCRIBE <http://example.org/a>", "DESCRIBE", ()),
    ],
)
def test_form_and_variables(text: str, form: str, variables: tuple[str, ...]) -> None:
    query = parse_query(text)
    assert (query.form, query.variables) == (form, variables)


def test_prologue_is_resolved_in_order() -> None:
    query = parse_query(
        "BASE <http://a.org/x/> PREFIX p: <y#> BASE <http://b.org/> PREFIX q: <z/> PREFIX q: </w/> ASK { p:a q:b <c> }"
    )
    assert query.base == "http://b.org/"
    assert dict(query.prefixes) == {"p": "http://a.org/x/y#", "q": "http://b.org/w/"}
    iris = [query.iri_or_none(token) for token in query.tokens if token.start > query.body.start]
    assert [iri for iri in iris if iri] == ["http://a.org/x/y#a", "http://b.org/w/b", "http://b.org/c"]


def test_kinds_are_names_of_productions() -> None:
    query = parse_query(PREFIXES + "SELECT ?x { ?x ex:p/ex:q* 'v'@en FILTER(?x = 1 || REGEX(?x, 'a')) } LIMIT 3")
    kinds = {node.kind for node in query.postorder}
    assert {"QueryUnit", "SelectQuery", "TriplesSameSubjectPath", "PathSequence", "PathElt", "RDFLiteral"} <= kinds
    assert {"ConditionalOrExpression", "RegexExpression", "LimitOffsetClauses", "BrackettedExpression"} <= kinds


def test_going_around() -> None:
    query = parse_query("SELECT ?x { ?x ?p ?y OPTIONAL { ?y ?q 5 } }")
    five = next(token for token in query.tokens if token.text == "5")
    assert [node.kind for node in query.ancestors(five)][-4:] == [
        "GroupGraphPattern",
        "WhereClause",
        "SelectQuery",
        "QueryUnit",
    ]
    optional = query.enclosing(five, "OptionalGraphPattern")
    assert optional is not None
    assert query.source(optional) == "OPTIONAL { ?y ?q 5 }"
    assert [token.text for token in query.tokens_of(optional)] == ["OPTIONAL", "{", "?y", "?q", "5", "}"]
    assert query.parent(query.root) is None
    assert next(query.walk()) is query.root


def test_nodes_are_frozen() -> None:
    node = parse_query("ASK { }").root
    with pytest.raises(AttributeError, match="immutable"):
        node.kind = "Other"
    with pytest.raises(AttributeError, match="immutable"):
        del node.children
    with pytest.raises(AttributeError):
        node.token().text = "x"  # type: ignore[union-attr, misc]  # that it cannot be set is what is tested


def test_equality_is_that_of_texts_and_pickling_keeps_it() -> None:
    query = parse_query("SELECT ?x { ?x a z:Film } # z", undeclared_prefixes=True)
    again = pickle.loads(pickle.dumps(query))
    assert again == query
    assert hash(again) == hash(query)
    assert again != parse_query("SELECT ?x { ?x a ?y }")
    assert [node.kind for node in again.postorder] == [node.kind for node in query.postorder]


def test_threads_do_not_disturb_each_other() -> None:
    texts = [f"SELECT ?v{i} {{ ?v{i} ?p '{'x' * i}' OPTIONAL {{ ?v{i} ?q {i} }} }}" for i in range(8)]
    failures: list[str] = []

    def work(text: str) -> None:
        first = [(node.kind, node.start, node.end) for node in parse_query(text).postorder]
        for _ in range(1000):
            query = parse_query(text)
            if str(query) != text or [(node.kind, node.start, node.end) for node in query.postorder] != first:
                failures.append(text)

    threads = [threading.Thread(target=work, args=(text,)) for text in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_walk_is_in_the_order_of_the_text() -> None:
    query = parse_query("SELECT ?x { ?x ?p (1 [ ?q 2 ]) , 3 . FILTER(?x > 1) }")
    starts = [item.start for item in query.walk() if not isinstance(item, Node)]
    assert starts == sorted(starts)
    assert len(starts) == len(query.tokens)
