"""Small ontologies and grammars for the tests of this room."""

from __future__ import annotations

import pytest

from nlkgq.grammar.matcher import Matcher
from nlkgq.grammar.specialise import specialise
from nlkgq.iri import XSD, PrefixMap
from nlkgq.ontology.model import Individual, Ontology, OwlClass, Property

E = "http://example.org/"


def thing(name: str, domain: str, range_: str) -> Property:
    return Property(iri=E + name, kind="object", domain=((E + domain,),), range=((E + range_,),))


def value(name: str, domain: str, datatype: str) -> Property:
    return Property(iri=E + name, kind="datatype", domain=((E + domain,),), range=((XSD + datatype,),))


@pytest.fixture(scope="session")
def film_ontology() -> Ontology:
    classes = [
        OwlClass(iri=E + "Film", disjoint=(E + "Person", E + "Genre")),
        OwlClass(iri=E + "Cartoon", parents=(E + "Film",)),
        OwlClass(iri=E + "Person", disjoint=(E + "Genre",)),
        OwlClass(iri=E + "Genre"),
    ]
    properties = [
        thing("director", "Film", "Person"),
        thing("genre", "Film", "Genre"),
        value("title", "Film", "string"),
        value("released", "Film", "date"),
        value("length", "Film", "integer"),
        value("inColour", "Film", "boolean"),
        value("born", "Person", "gYear"),
        Property(iri=E + "note", kind="annotation"),
    ]
    individuals = [
        Individual(iri=E + "Noir", types=(E + "Genre",)),
        Individual(iri=E + "Kurosawa", types=(E + "Person",)),
    ]
    return Ontology(
        prefixes=PrefixMap({"e": E, "xsd": XSD}),
        classes={c.iri: c for c in classes},
        properties={p.iri: p for p in properties},
        individuals={i.iri: i for i in individuals},
    )


@pytest.fixture(scope="session")
def films(film_ontology: Ontology) -> Matcher:
    return Matcher(specialise(film_ontology))
