"""How long a wrapper of 10,000 terms takes to load, and a query of 20 lines to rewrite. CPU time, medians.

    python benchmarks/rewriter_speed.py

Then how long rewritten queries take in the embedded engine, over 60,000 things: where nothing is known of a mapping
that can repeat a pair, where a triple with a constant is repeated in its sub-select or tests its class, and where the
wrapper vouches that it does not repeat.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from unittest import mock

import pyoxigraph as ox

from nlkgq.rewrite.rules import rewrite
from nlkgq.sparql import parse_query
from nlkgq.wrapper import ClassForm, PropertyForm, Wrapper
from nlkgq.wrapper.load import load_wrapper

PREFIXES = """@prefix c: <http://c.example/> .
@prefix n: <http://n.example/> .
@prefix w: <https://nlkgq.example/wrapper#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""


def wrapper_text(terms: int) -> str:
    """Classes, plain properties, paths, patterns and conversions."""
    lines = [PREFIXES, "c:Year a owl:Class ."]
    for n in range(terms // 5):
        label = f'rdfs:label "term {n}" ; rdfs:comment "What term {n} means."'
        lines.append(f"c:C{n} a owl:Class ; {label} ; owl:equivalentClass n:Q{n} .")
        domain = f"rdfs:domain c:C{n} ; {label}"
        lines.append(f"c:p{n} a owl:ObjectProperty ; {domain} ; owl:equivalentProperty n:P{n} .")
        lines.append(f"c:i{n} a owl:ObjectProperty ; {domain} ; owl:inverseOf n:P{n} .")
        lines.append(f'c:s{n} a owl:ObjectProperty ; {domain} ; w:path "n:P{n}/n:P{n + 1}" .')
        conversion = "w:objectConversion [ w:nativeDatatype xsd:string ; w:clean xsd:integer ]"
        lines.append(f"c:y{n} a owl:DatatypeProperty ; {domain} ; w:native n:Y{n} ; {conversion} .")
    return "\n".join(lines)


def query_text() -> str:
    """20 lines: plain terms, inverses, paths, converted values, a filter, an optional, a group."""
    body = "\n".join(
        f"  ?x{n} a c:C{n} ; c:p{n} ?x{n + 1} .\n  ?x{n} c:y{n} ?y{n} .\n  OPTIONAL {{ ?x{n} c:s{n} ?s{n} }}"
        for n in range(4)
    )
    return (
        "PREFIX c: <http://c.example/>\nSELECT ?x0 (COUNT(?y1) AS ?n)\nWHERE {\n"
        f"{body}\n  FILTER(?y0 > 1990)\n}}\nGROUP BY ?x0\nORDER BY DESC(?n)\nLIMIT 5"
    )


THINGS = 60_000


def native_store() -> ox.Store:
    """Things with a label, two kinds each, and a way over a node of their own to another thing."""
    lines: list[str] = []
    for n in range(THINGS):
        lines.append(f'<urn:s{n}> <urn:label> "l{n}" ; <urn:kind> <urn:k{n % 7}> , <urn:k{(n + 1) % 7}> .')
        lines.append(f"<urn:s{n}> <urn:to> <urn:m{n}> . <urn:m{n}> <urn:of> <urn:s{(n * 7) % THINGS}> .")
    store = ox.Store()
    store.bulk_load("\n".join(lines).encode(), format=ox.RdfFormat.TURTLE)
    return store


def answers() -> None:
    """Prints milliseconds an answer."""
    condition = "?subject <urn:kind> ?kind . VALUES ?kind { <urn:k1> <urn:k2> }"
    classes = {"urn:C": (ClassForm(kind="condition", text=condition, repeats=True),)}
    label = (PropertyForm(kind="iri", text="urn:label"),)
    wrappers = {
        vouched: Wrapper(
            classes=classes,
            properties={
                "urn:l": label,
                "urn:chain": (PropertyForm(kind="path", text="<urn:to>/<urn:of>", repeats=not vouched),),
            },
        )
        for vouched in (False, True)
    }
    store = native_store()
    queries = {
        "class, one thing": 'SELECT * { ?s <urn:l> "l600" ; a <urn:C> }',
        "class, all things": "SELECT * { ?s <urn:l> ?l ; a <urn:C> }",
        "chain, one thing": 'SELECT * { ?s <urn:l> "l600" ; <urn:chain> ?o }',
        "chain, all things": "SELECT * { ?s <urn:l> ?l ; <urn:chain> ?o }",
    }
    print(f"{'milliseconds':18}{'DISTINCT':>10}{'with constants':>16}{'vouched':>10}")
    for name, text in queries.items():
        with mock.patch("nlkgq.rewrite.alternatives.selective_triples", return_value=([], False)):
            plain = str(rewrite(parse_query(text), wrappers[False]).tree)
        known, vouched = (str(rewrite(parse_query(text), wrappers[said]).tree) for said in (False, True))
        rows = {native: len(list(store.query(native))) for native in (plain, known, vouched)}
        assert len(set(rows.values())) == 1
        taken = {native: milliseconds(lambda native=native: list(store.query(native))) for native in rows}
        print(f"{name:18}{taken[plain]:10.1f}{taken[known]:16.1f}{taken[vouched]:10.1f}")


def milliseconds(work: Callable[[], object], rounds: int = 5) -> float:
    """CPU time, median of the rounds behind a first one that warms up."""
    work()
    taken = []
    for _ in range(rounds):
        started = time.process_time()
        work()
        taken.append((time.process_time() - started) * 1000)
    return statistics.median(taken)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "wrapper.ttl"
        file.write_text(wrapper_text(10_000), encoding="utf-8")
        cache = Path(folder) / "cache"
        wrapper = load_wrapper([file], cache_folder=cache)
        print(f"load {milliseconds(lambda: load_wrapper([file])):8.1f} ms   (at most 1,000)")
        print(f"from cache {milliseconds(lambda: load_wrapper([file], cache_folder=cache)):8.1f} ms   (at most 100)")
        tree = parse_query(query_text())
        taken = milliseconds(lambda: rewrite(tree, wrapper), 51)
        print(f"rewrite {len(str(tree).splitlines())} lines {taken:8.1f} ms   (at most 5)")
    answers()


if __name__ == "__main__":
    main()
