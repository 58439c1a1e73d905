"""The row cap."""

from __future__ import annotations

import pytest

from nlkgq.rewrite.limit import limit
from nlkgq.sparql import parse_query


@pytest.mark.parametrize(
    ("text", "result", "added"),
    [
        ("SELECT ?s { ?s ?p ?o }", "SELECT ?s { ?s ?p ?o } LIMIT 11", True),
        ("SELECT ?s { ?s ?p ?o } LIMIT 3", "SELECT ?s { ?s ?p ?o } LIMIT 3", False),
        ("SELECT ?s { ?s ?p ?o } LIMIT 11", "SELECT ?s { ?s ?p ?o } LIMIT 11", False),
        ("SELECT ?s { ?s ?p ?o } LIMIT 5000 OFFSET 4", "SELECT ?s { ?s ?p ?o } LIMIT 11 OFFSET 4", True),
        (
            "SELECT * { { SELECT * { ?s ?p 1 } LIMIT 3 } }",
            "SELECT * { { SELECT * { ?s ?p 1 } LIMIT 3 } } LIMIT 11",
            True,
        ),
        ("CONSTRUCT WHERE { ?s ?p ?o }", "CONSTRUCT WHERE { ?s ?p ?o } LIMIT 11", True),
        ("DESCRIBE ?s { ?s ?p ?o }", "DESCRIBE ?s { ?s ?p ?o } LIMIT 11", True),
        ("ASK { ?s ?p ?o }", "ASK { ?s ?p ?o }", False),
    ],
)
def test_limit(text: str, result: str, added: bool) -> None:
    tree, was_added = limit(parse_query(text), 10)
    assert (str(tree), was_added) == (result, added)
    assert limit(tree, 10) == (tree, False)
