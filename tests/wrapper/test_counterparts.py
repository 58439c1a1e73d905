"""A private value is private in every form that a conversion gives it."""

from __future__ import annotations

from pathlib import Path

import pytest

from nlkgq import KnowledgeGraph
from nlkgq.iri import XSD
from nlkgq.results.models import RdfTerm
from nlkgq.wrapper import DatatypeConversion, IriTemplate, LanguageConversion, PropertyForm, ValueMap, Wrapper
from nlkgq.wrapper.counterparts import counterparts
from nlkgq.wrapper.values import iri, literal

CONVERSIONS = (
    ValueMap(pairs=((iri("urn:germany"), literal("DE")), (iri("urn:germany"), literal("D")))),
    DatatypeConversion(native=f"{XSD}string", clean=f"{XSD}gYear"),
    IriTemplate(clean=("http://c.example/", ""), native=("http://n.example/", "")),
    LanguageConversion(native="en", clean=None),
)
WRAPPER = Wrapper(
    properties={
        f"urn:p{number}": (PropertyForm(kind="iri", text=f"urn:n{number}", object=conversion),)
        for number, conversion in enumerate(CONVERSIONS)
    }
)


@pytest.mark.parametrize(
    ("term", "others"),
    [
        (literal("DE"), {iri("urn:germany"), literal("D"), literal("DE", None, "en")}),
        (iri("urn:germany"), {literal("DE"), literal("D")}),
        (literal("1990"), {literal("1990", f"{XSD}gYear"), literal("1990", None, "en")}),
        (literal("1990", f"{XSD}gYear"), {literal("1990")}),
        (iri("http://n.example/7"), {iri("http://c.example/7")}),
        (iri("http://c.example/7"), {iri("http://n.example/7")}),
        (literal("Ann", None, "en"), {literal("Ann")}),
        (literal("1", f"{XSD}integer"), set()),
    ],
)
def test_both_directions(term: RdfTerm, others: set[RdfTerm]) -> None:
    assert counterparts(WRAPPER, term) == {term, *others}


def test_codes_of_private_values_are_private(tmp_path: Path) -> None:
    (tmp_path / "g.ttl").write_text(
        '@prefix n: <http://n.example/> . n:1 a n:Q ; n:born "1990" ; n:land "DE" .', encoding="utf-8"
    )
    (tmp_path / "w.ttl").write_text(
        """
        @prefix c: <http://c.example/> . @prefix n: <http://n.example/> .
        @prefix w: <https://nlkgq.example/wrapper#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
        @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
        c:Person a owl:Class ; owl:equivalentClass n:Q ;
            w:instances [ w:cleanTemplate "http://c.example/person-{id}" ; w:nativeTemplate "http://n.example/{id}" ] .
        c:Land a owl:Class ; w:pattern "?someone n:land ?subject" .
        c:germany a c:Land ; w:code "DE" .
        c:land a owl:ObjectProperty ; rdfs:domain c:Person ; rdfs:range c:Land ; owl:equivalentProperty n:land .
        c:born a owl:DatatypeProperty ; rdfs:domain c:Person ; rdfs:range xsd:gYear ; owl:equivalentProperty n:born ;
            w:objectConversion [ w:nativeDatatype xsd:string ; w:clean xsd:gYear ] .
        """,
        encoding="utf-8",
    )
    (tmp_path / "kg.toml").write_text(
        'name = "people"\nontology = ["w.ttl"]\nwrapper = ["w.ttl"]\n[endpoints.main]\nfiles = ["g.ttl"]\n',
        encoding="utf-8",
    )
    with KnowledgeGraph.open(str(tmp_path)) as kg:
        known = kg.knowledge
        assert not known.is_private(literal("1990"))
        _ = known.index
        assert known.is_private(literal("1990", f"{XSD}gYear"))
        assert known.is_private(literal("1990"))
        assert known.is_private(iri("http://n.example/1"))
        assert known.is_private(iri("http://c.example/person-1"))
        assert known.is_private(literal("DE"))
        assert not known.is_private(literal("1991"))
        assert not known.is_private(iri("http://n.example/2"))
