"""How long a wrapper of 10,000 terms takes to load, and a query of 20 lines to rewrite. CPU time, median of five.

python benchmarks/rewriter_speed.py
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from nlkgq.rewrite.rules import rewrite
from nlkgq.sparql import parse_query
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


def milliseconds(work: Callable[[], object]) -> float:
    """CPU time, median of five."""
    taken = []
    for _ in range(5):
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
        taken = milliseconds(lambda: rewrite(tree, wrapper))
        print(f"rewrite {len(str(tree).splitlines())} lines {taken:8.1f} ms   (at most 5)")


if __name__ == "__main__":
    main()
