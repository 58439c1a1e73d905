"""The clean view holds triples only: what a form finds behind a literal subject is none."""

from __future__ import annotations

from pathlib import Path

from nlkgq import KnowledgeGraph

NATIVE = '<http://n.example/t1> a <http://n.example/T> ; <http://n.example/code> "7" .\n'
WRAPPER = """
@prefix c: <http://clean.example/> . @prefix n: <http://n.example/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
c:Thing a owl:Class ; rdfs:label "thing" ; owl:equivalentClass n:T .
c:codeOf a owl:ObjectProperty ; rdfs:label "code of" ; owl:inverseOf n:code .
"""


def test_a_form_with_a_literal_subject_leaves_the_graph_readable(tmp_path: Path) -> None:
    (tmp_path / "n.ttl").write_text(NATIVE, encoding="utf-8")
    (tmp_path / "w.ttl").write_text(WRAPPER, encoding="utf-8")
    settings = {"wrapper": [tmp_path / "w.ttl"]}
    with KnowledgeGraph.from_files([tmp_path / "n.ttl"], [tmp_path / "w.ttl"], settings=settings) as kg:
        assert kg.index() is not None
        found = kg.query("PREFIX c: <http://clean.example/> SELECT ?t { ?t a c:Thing }")
        assert len(found.rows) == 1
