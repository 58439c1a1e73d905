"""A small graph with hard values, indexed once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from nlkgq.ontology.model import Ontology, OwlClass, Property
from nlkgq.values.build import build_index
from nlkgq.values.store import SqliteValueIndex

GRAPH = """
@prefix : <http://example.org/v#> .
@prefix i: <http://example.org/i/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Person a owl:Class ; rdfs:label "person" .
:name a owl:DatatypeProperty ; rdfs:label "name"@en .
i:1 a :Person ; :name "Baldwin Dirksen" ; :city i:Sankt_Alban ; :phone "+49-6200-33069465" ; :age 41 ; :pay 1234.50 .
i:2 a :Person ; :name "Eva Dirksen" ; :city i:Sankt_Alban ; :age 41 ; :born "1980-02-03"^^xsd:date .
i:3 a :Person , :Manager ; :name "Zdeněk Quibblewörth" ; :city i:Ostmark ; :boss i:1 .
i:4 a :Company ; rdfs:label "Müller & Søn A/S"@de , "Muller and Son"@en ; :slogan "say \\"hi\\"\\nnow" .
i:5 a :Person ; :name "Анна Орлова" ; :note "😀" , "" , "+++" .
i:6 a :Company ; rdfs:label "The Long Night of the Quiet Rivers" .
i:7 a :Company ; rdfs:label "東京商事" ; :code "INC-2031-77421" .
[] a :Person ; :name "No Address" .
i:0d3adb33f00dcafe1234 a :Thing ; :next i:deadbeefdeadbeef0001 .
"""


@pytest.fixture(scope="session")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("values") / "graph.ttl"
    path.write_text(GRAPH, encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def ontology() -> Ontology:
    vocabulary = "http://example.org/v#"
    classes = {vocabulary + n: OwlClass(iri=vocabulary + n) for n in ("Person", "Company", "Manager")}
    properties = {vocabulary + n: Property(iri=vocabulary + n, kind="datatype") for n in ("name", "age", "city")}
    return Ontology(classes=classes, properties=properties)


@pytest.fixture(scope="session")
def index(graph: Path, ontology: Ontology, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteValueIndex]:
    target = tmp_path_factory.mktemp("index") / "values.sqlite"
    build_index([graph], target, ontology=ontology)
    with SqliteValueIndex(target) as opened:
        yield opened
