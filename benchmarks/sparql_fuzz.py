"""Mutants of queries: each gives a tree that keeps every character, or a typed refusal; nothing else ever comes out.

    python benchmarks/sparql_fuzz.py --mutants 200000

Mutants of generated and of hand-written queries; what comes out of each is checked in full (`tree_or_refusal`).
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # the module beside this script

from sparql_generated import QueryMaker

from nlkgq.errors import SparqlSyntaxError
from nlkgq.sparql import Query, parse_query, triple_patterns
from nlkgq.sparql.lexer import is_lossless
from nlkgq.sparql.scope import pattern_scopes
from nlkgq.sparql.tree import Token

SAMPLES = (
    "PREFIX ex: <http://example.org/>\nSELECT DISTINCT ?a (COUNT(?b) AS ?n) # c\nWHERE { ?a a ex:C ; ex:p/^ex:q* ?b .\n"
    'OPTIONAL { ?b ex:r \'x\\\'y\'@en FILTER(?b >= -1.5e3 && !BOUND(?c)) } MINUS { ?a ex:s """l\n""" } }\n'
    "GROUP BY ?a HAVING (COUNT(?b) > 2) ORDER BY DESC(?n) LIMIT 10 OFFSET 1",
    "CONSTRUCT { ?s ?p ?o } FROM <a:b> WHERE { GRAPH ?g { ?s ?p ?o } "
    "{ } UNION { BIND(1+2 AS ?x) } VALUES (?y) { (1) } }",
    "ASK { ?s !(a|^<a:b>) ( 1 [ <a:c> true ] ) . SERVICE SILENT <a:d> { ?x ?y _:z } }",
)
PIECES = (
    *"{}()'\"<>#\\;.?:*,|^/!=&@_-+$[]\x00é\n", "\\u", "\\U0001F600", "\\u0041", "AS", "SELECT", "GROUP BY", "'''",
    '"""', "<<", ">>", "INSERT", "a", "_:b", "^^", "1e", "\ud800", "\ufeff", "%4", "LATERAL", "FILTER", "UNDEF", "\r",
)  # fmt: skip


def mutant(rng: random.Random, seeds: list[str]) -> str:
    """A query with one to four random changes; parts of another query may stand in it."""
    text = list(rng.choice(seeds))
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(text) + 1)
        match rng.randrange(6):
            case 0:
                del text[place : place + rng.randint(1, 6)]
            case 1:
                text[place:place] = rng.choice(PIECES)
            case 2:
                text[place : place + 1] = chr(rng.randrange(0x110000)) if rng.random() < 0.1 else rng.choice(PIECES)
            case 3:
                other = rng.choice(seeds)
                start = rng.randrange(len(other))
                text[place:place] = other[start : start + rng.randint(1, 40)]
            case 4:
                start = rng.randrange(len(text) + 1)
                text[place:place] = text[start : start + rng.randint(1, 20)]
            case _:
                text[place : place + rng.randint(1, 30)] = []
    return "".join(text)


def tree_or_refusal(text: str) -> bool:
    """Whether the text is a query; every view of its tree is looked at.

    Raises:
        AssertionError: The tree loses a character, or a refusal does not say where.
    """
    query: Query | None
    try:
        query = parse_query(text, undeclared_prefixes=True)
    except SparqlSyntaxError as refused:
        query, error = None, refused
    if query is None:
        assert 0 <= error.offset <= len(text)
        assert error.line >= 1
        assert error.column >= 1
        return False
    end = Token("$END", "", len(text), len(text), query.trailing)
    assert is_lossless((*query.tokens, end), text)
    triple_patterns(query)
    pattern_scopes(query)
    _ = query.variables
    return True


def seeds_of(rng: random.Random, count: int) -> list[str]:
    """Queries to start from."""
    maker = QueryMaker(rng)
    return [*SAMPLES, *(maker.query() for _ in range(count))]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mutants", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    seeds = seeds_of(rng, 300)
    accepted, failed, slowest = 0, 0, 0.0
    for _ in range(options.mutants):
        text = mutant(rng, seeds)
        started = time.process_time()
        try:
            accepted += tree_or_refusal(text)
        except Exception as error:  # noqa: BLE001 - what this script looks for: anything but a tree or a typed refusal
            failed += 1
            print(f"{type(error).__name__}: {error}\n{text!r}\n")
        slowest = max(slowest, time.process_time() - started)
    print(f"{options.mutants} mutants, {accepted} of them queries, {failed} uncaught, slowest {slowest * 1000:.1f} ms")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
