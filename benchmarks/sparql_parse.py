"""How much faster queries are parsed here than by rdflib: CPU time of this process, median of five, one run.

Usage: ``python benchmarks/sparql_parse.py [--json]``. Static checks are included on our side; rdflib makes none of
its own in ``parseQuery`` but those of its grammar. Growth is the time per character of a text 64 times as long.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable

from nlkgq.sparql import parse_query
from nlkgq.validation.gate import gate

QUERY = """PREFIX ex: <http://example.org/vocab#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
SELECT DISTINCT ?person ?name (COUNT(?film) AS ?films) # columns
WHERE {
  ?person a ex:Person ;
          ex:name ?name ;
          ex:birthPlace/ex:country ?country .
  ?film ex:starring ?person ;
        ex:released ?date ;
        rdfs:label "A title"@en .
  OPTIONAL { ?film ex:budget ?budget FILTER(?budget > 1000000) }
  FILTER(?date >= "1990-01-01"^^xsd:date && REGEX(?name, "^A", "i"))
  FILTER NOT EXISTS { ?person ex:deathDate ?death }
  { ?country rdfs:label "France"@en } UNION { ?country rdfs:label "Italy"@en }
}
GROUP BY ?person ?name
HAVING (COUNT(?film) > 2)
ORDER BY DESC(?films) ?name
LIMIT 10
"""
ROUNDS = 5


def milliseconds(work: Callable[[], object], times: int) -> float:
    """CPU time of one call, median of `ROUNDS` rounds of ``times`` calls."""
    work()
    rounds = []
    for _ in range(ROUNDS):
        started = time.process_time()
        for _ in range(times):
            work()
        rounds.append((time.process_time() - started) / times * 1000)
    return statistics.median(rounds)


def measure() -> dict[str, float]:
    """The figures, in milliseconds and ratios."""
    from rdflib.plugins.sparql.parser import parseQuery

    ours = milliseconds(lambda: parse_query(QUERY), 200)
    theirs = milliseconds(lambda: parseQuery(QUERY), 5)
    block = "OPTIONAL { ?s <http://example.org/p> 'v' ; ?p 1.5 FILTER(?s != ?o) } "
    short, long = f"SELECT * {{ {block * 10} }}", f"SELECT * {{ {block * 640} }}"
    return {
        "ours_ms": round(ours, 3),
        "rdflib_ms": round(theirs, 3),
        "times_faster": round(theirs / ours, 1),
        "gate_ms": round(milliseconds(lambda: gate(QUERY), 100), 3),
        "growth": round(
            milliseconds(lambda: parse_query(long), 3) / milliseconds(lambda: parse_query(short), 30) / 64, 2
        ),
    }


def main() -> None:
    """Print the figures."""
    figures = measure()
    if "--json" in sys.argv[1:]:
        print(json.dumps(figures))
        return
    for name, value in figures.items():
        print(f"{name:14}{value:10}")


if __name__ == "__main__":
    main()
