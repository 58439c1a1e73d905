"""Queries that people wrote: SIB's examples and the gold queries of the shared sets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from nlkgq.sparql import parse_query, triple_patterns
from nlkgq.sparql.scope import pattern_scopes


def sib(data: Path) -> list[str]:
    lines = (data / "sib_sparql_examples" / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["sparql"] for line in lines]


def gold(data: Path) -> Iterator[str]:
    for file in sorted(data.rglob("*.jsonl")):
        if file.parent.name != "sib_sparql_examples":
            for line in file.read_text(encoding="utf-8").splitlines():
                yield json.loads(line)["sparql"]
    for file in sorted(data.rglob("*.rq")):
        yield file.read_text(encoding="utf-8")


def test_sib_queries_round_trip(data: Path) -> None:
    texts = sib(data)
    assert len(texts) == 613
    for text in texts:
        query = parse_query(text)
        assert str(query) == text
        assert "".join(t.trivia + t.text for t in query.tokens) + query.trailing == text


def test_gold_queries_round_trip(data: Path) -> None:
    # Some gold queries leave rdf: undeclared, as their engine allows.
    queries = [parse_query(text, undeclared_prefixes=True) for text in gold(data)]
    assert len(queries) > 1100
    assert all(query.form in {"SELECT", "ASK"} for query in queries)


def test_views_cover_every_variable(data: Path) -> None:
    for text in sib(data):
        query = parse_query(text)
        seen = {token.text for token in query.tokens if token.terminal == "VAR"}
        assert {f"?{name}" for name in query.variables} <= {f"?{name[1:]}" for name in seen}
        written = [p for p in triple_patterns(query) if query.source(p.triples)]
        assert len(written) == len(triple_patterns(query))
        assert all(set(names) <= {name[1:] for name in seen} for names in pattern_scopes(query).values())
