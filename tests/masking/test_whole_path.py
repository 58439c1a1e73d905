"""Values that are hard to write, from the question to the answer: masked, restored, found."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from nlkgq.api import KnowledgeGraph
from nlkgq.masking.model import MaskingMode
from nlkgq.results.models import SelectResult

V = "http://example.org/v#"
VALUES = (
    *(
        "film",
        "the",
        "SELECT",
        "شركة الاختبار",
        "东方明珠",
        "😀🎉",
        "VALUE_K3QX",
        "value_abcd",
        "\\u0041",
        "C:\\users\\U1",
    ),
    *('say "hi"\nnow', "{{x}}", "O'Brien", "\x01ctl", "# c", "'''", "?x", "a\\", "e\u0301", "\u202ertl", "x" * 1500),
)
ONTOLOGY = f"""@prefix : <{V}> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Film a owl:Class . :title a owl:DatatypeProperty ; rdfs:domain :Film ; rdfs:range xsd:string ."""
QUERIES = (
    '?f :title ?t FILTER(?t = "NAME")',
    '?f :title "NAME" ; :title ?t',
    'VALUES ?t { "NAME" } ?f :title ?t',
    '?f :title ?t FILTER(CONTAINS(?t, "NAME"))',
    '?f :title ?t FILTER(REGEX(?t, "^NAME$"))',
)


@pytest.fixture(scope="module", params=["strict", "values"])
def graph(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeGraph]:
    mode: MaskingMode = request.param
    folder = tmp_path_factory.mktemp(mode)
    (folder / "ontology.ttl").write_text(ONTOLOGY, encoding="utf-8")
    lines = (f"<urn:f:{n}> a <{V}Film> ; <{V}title> {json.dumps(v)} .\n" for n, v in enumerate(VALUES))
    (folder / "graph.ttl").write_text("".join(lines), encoding="utf-8")
    (folder / "kg.toml").write_text(
        f'name = "films"\nontology = ["ontology.ttl"]\n[endpoints.films]\nfiles = ["graph.ttl"]\n'
        f'[privacy]\nmode = "{mode}"\n',
        encoding="utf-8",
    )
    with KnowledgeGraph.open(folder) as opened:
        yield opened


@pytest.mark.parametrize("value", VALUES, ids=ascii)
def test_a_marked_value_is_hidden_and_found_again(graph: KnowledgeGraph, value: str) -> None:
    masked = graph.mask(f"which one has the title [{value}]")
    (place,) = masked.placeholders
    assert masked.text == f"which one has the title {place.name}"
    for query in QUERIES:
        text = f"PREFIX : <{V}> SELECT ?t {{ {query.replace('NAME', place.name)} }}"
        prepared = graph.query_path.prepare(text, masked)
        result = graph.query_path.run(prepared)
        assert isinstance(result, SelectResult)
        assert value in [row[0].value for row in result.rows if row[0] is not None], query
        checked = graph.query_path.check(str(prepared.tree), masked)
        assert "unused-placeholder" not in {f.code for f in checked.findings} or "REGEX" in query
