"""The schema as a graph: sides of properties, connections, inverses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nlkgq.analysis.schema_graph import ANYTHING, SchemaGraph
from nlkgq.iri import XSD
from nlkgq.ontology.model import Ontology, OwlClass, Property
from nlkgq.ontology.profile_model import Profile, PropertyProfile

E = "http://example.org/"


def ontology() -> Ontology:
    classes = [
        OwlClass(iri=E + "Film"),
        OwlClass(iri=E + "Cartoon", parents=(E + "Film",)),
        OwlClass(iri=E + "Person"),
        OwlClass(iri=E + "City"),
        OwlClass(iri=E + "Island"),
    ]

    def link(name: str, domain: str, target: str, **more: object) -> Property:
        return Property(iri=E + name, kind="object", domain=((E + domain,),), range=((E + target,),), **more)  # type: ignore[arg-type]  # keywords of one dataclass

    properties = [
        link("directedBy", "Film", "Person"),
        link("directed", "Person", "Film", inverses=(E + "directedBy",)),
        link("bornIn", "Person", "City"),
        Property(iri=E + "runtime", kind="datatype", domain=((E + "Film",),), range=((XSD + "integer",),)),
        Property(iri=E + "released", kind="datatype", domain=((E + "Film",),), range=((XSD + "date",),)),
    ]
    return Ontology(classes={c.iri: c for c in classes}, properties={p.iri: p for p in properties})


def profile() -> Profile:
    directed = PropertyProfile(
        iri=E + "directedBy",
        count=100,
        subjects=80,
        objects=30,
        subject_classes={E + "Film": 80, E + "Person": 1},
        object_classes={E + "Person": 30},
        links={(E + "Film", E + "Person"): 99, (E + "Person", E + "Person"): 1},
    )
    born = PropertyProfile(
        iri=E + "bornIn",
        count=30,
        subjects=30,
        objects=3,
        subject_classes={E + "Person": 30},
        object_classes={E + "City": 3},
        links={(E + "Person", E + "City"): 30},
    )
    runtime = PropertyProfile(
        iri=E + "runtime",
        count=80,
        subjects=80,
        objects=80,
        subject_classes={E + "Film": 80},
        datatypes={XSD + "integer": 80},
    )
    return Profile(
        triples=300,
        classes={E + "Film": 80, E + "Person": 30, E + "City": 3},
        properties={p.iri: p for p in (directed, born, runtime)},
    )


@pytest.mark.parametrize("known", [None, profile()])
def test_two_steps_are_found_in_both_directions(known: Profile | None) -> None:
    graph = SchemaGraph(ontology(), known)
    film, city = graph.mask(E + "Film"), graph.mask(E + "City")
    there = graph.connections(film, city)[0]
    back = graph.connections(city, film)[0]
    assert [s.property for s in there.steps][-1] == E + "bornIn"
    assert back.steps[0].forward is False
    assert there.cost == pytest.approx(back.cost)
    assert len(there.steps) == len(back.steps) == 2


def test_what_nothing_connects_has_no_connection() -> None:
    graph = SchemaGraph(ontology(), profile())
    assert graph.connections(graph.mask(E + "Film"), graph.mask(E + "Island")) == ()
    assert graph.connections(ANYTHING, graph.mask(E + "Film")) == ()


def test_connections_are_cheapest_first_and_never_longer_than_allowed() -> None:
    graph = SchemaGraph(ontology(), profile(), longest=1)
    assert graph.connections(graph.mask(E + "Film"), graph.mask(E + "City")) == ()
    graph = SchemaGraph(ontology(), profile())
    costs = [c.cost for c in graph.connections(graph.mask(E + "Film"), graph.mask(E + "Person"))]
    assert costs == sorted(costs)


def test_a_subclass_counts_as_its_superclass() -> None:
    graph = SchemaGraph(ontology())
    assert graph.mask(E + "Film") & graph.mask(E + "Cartoon")
    assert graph.subjects(E + "runtime") & graph.mask(E + "Cartoon")


def test_accidents_of_the_data_do_not_widen_a_declared_side() -> None:
    graph = SchemaGraph(ontology(), profile())
    assert not graph.subjects(E + "directedBy") & graph.mask(E + "Person")


def test_a_small_class_of_which_all_things_have_a_property_is_no_accident() -> None:
    named = PropertyProfile(
        iri=E + "name",
        count=84,
        subjects=84,
        objects=84,
        subject_classes={E + "Film": 80, E + "City": 3, E + "Person": 1},
        datatypes={XSD + "string": 84},
    )
    known = profile()
    graph = SchemaGraph(ontology(), replace(known, properties={**known.properties, named.iri: named}))
    assert graph.subjects(E + "name") & graph.mask(E + "City")
    assert not graph.subjects(E + "name") & graph.mask(E + "Person")


def test_the_side_of_a_pair_of_inverses_that_is_stored_is_used() -> None:
    graph = SchemaGraph(ontology(), profile())
    assert graph.stored(E + "directed") == (E + "directedBy", False)
    assert graph.stored(E + "directedBy") == (E + "directedBy", True)
    assert SchemaGraph(ontology()).stored(E + "directed") == (E + "directed", True)


def test_kinds_of_values_come_from_the_data_else_from_the_range() -> None:
    graph = SchemaGraph(ontology(), profile())
    assert graph.is_numeric(E + "runtime")
    assert graph.is_temporal(E + "released")
    assert graph.is_literal(E + "runtime")
    assert not graph.is_literal(E + "bornIn")
    assert graph.is_key(E + "runtime")
    assert not graph.is_key(E + "bornIn")
    assert graph.is_functional(E + "bornIn")
    assert not graph.is_functional(E + "directedBy")
    assert graph.objects(E + "runtime") == 0


def test_an_unknown_class_or_property_may_be_anything() -> None:
    graph = SchemaGraph(Ontology())
    assert graph.mask(E + "Nothing") == ANYTHING
    assert graph.subjects(E + "nothing") == ANYTHING
    assert graph.names(ANYTHING) == []
