"""Generated queries: read, printed, read again; and the print means the same to another engine."""

from __future__ import annotations

import random
import sys
from collections import Counter
from pathlib import Path

import pyoxigraph as ox

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))

from sparql_fuzz import mutant, seeds_of, tree_or_refusal
from sparql_generated import QueryMaker, small_graph

from nlkgq.sparql import Element, Query, Token, parse_query


def shape(item: Element) -> object:
    """A tree as plain values, without places."""
    if isinstance(item, Token):
        return item.terminal, item.text
    return item.kind, tuple(map(shape, item.children))


def printed(query: Query) -> str:
    """The tree's tokens with nothing between them but what oxigraph needs: it wants no space behind a function."""
    called = [before.terminal.startswith("FUNCTION") for before in query.tokens]
    return "".join(token.text + ("" if glued else " ") for token, glued in zip(query.tokens, called, strict=True))


def answers(store: ox.Store, text: str) -> Counter[str]:
    result = store.query(text)
    if isinstance(result, ox.QueryBoolean):
        return Counter([str(bool(result))])
    return Counter(map(str, result))


def store_of(rng: random.Random) -> ox.Store:
    store = ox.Store()
    for s, p, o, graph in small_graph(rng):
        place = ox.NamedNode(graph[1:-1]) if graph else None
        store.load(f"{s} {p} {o} .", format=ox.RdfFormat.TURTLE, to_graph=place)
    return store


def test_printed_trees_are_read_back_and_mean_the_same() -> None:
    rng = random.Random(7)
    maker = QueryMaker(rng)
    answered = 0
    for number in range(600):
        text = maker.query()
        query = parse_query(text)
        assert str(query) == text
        again = parse_query(printed(query))
        assert shape(again.root) == shape(query.root)
        if number % 20 == 0:
            store = store_of(rng)
        assert again.variables == query.variables
        found, expected = answers(store, str(again)), answers(store, text)
        assert found == expected, text
        answered += expected not in (Counter(), Counter(["False"]))
    assert answered > 120


def test_mutants_of_generated_queries() -> None:
    rng = random.Random(20)
    seeds = seeds_of(rng, 60)
    accepted = sum(tree_or_refusal(mutant(rng, seeds)) for _ in range(4000))
    assert 50 < accepted < 3500
