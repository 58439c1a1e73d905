"""Casts that not every endpoint has."""

from __future__ import annotations

import pyoxigraph
import pytest

from nlkgq.iri import XSD
from nlkgq.rewrite.casts import portable_casts
from nlkgq.sparql import parse_query


@pytest.mark.parametrize("cast", ["xsd:int", "xsd:long", "xsd:nonNegativeInteger", f"<{XSD}short>", "xsd:integer"])
@pytest.mark.parametrize(
    "query",
    [
        'SELECT (CAST("7") AS ?n) {}',
        'SELECT ?n { BIND(CAST(STR("7")) AS ?n) FILTER(CAST(?n) = 7) }',
        'SELECT (SUM(CAST(?x)) AS ?n) { VALUES ?x { "3" "4" } } HAVING(MAX(CAST(?x)) > 3)',
    ],
)
def test_derived_casts_run_everywhere(cast: str, query: str) -> None:
    tree = parse_query(f"PREFIX xsd: <{XSD}> {query.replace('CAST', cast)}")
    found = pyoxigraph.Store().query(str(portable_casts(tree)))
    assert isinstance(found, pyoxigraph.QuerySolutions)
    assert [str(row["n"]) for row in found] == [f'"7"^^<{XSD}integer>']


def test_other_calls_stay() -> None:
    tree = parse_query("SELECT (<http://e/int>(?x) AS ?n) { ?x a <http://www.w3.org/2001/XMLSchema#int> }")
    assert portable_casts(tree) is tree
