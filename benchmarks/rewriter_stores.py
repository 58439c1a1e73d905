"""The stores of a generated world: the native graph, and the clean view that its wrapper describes."""

from __future__ import annotations

from collections.abc import Iterator

import pyoxigraph as ox
from rewriter_worlds import GRAPHS, KEPT, TYPE, Triple, World

from nlkgq.results.models import RdfTerm
from nlkgq.wrapper.conversion import Conversion
from nlkgq.wrapper.values import iri, literal


def native_store(world: World) -> ox.Store:
    store = ox.Store()
    for s, p, o, graph in world.quads:
        places = [graph]
        if world.user_graphs:
            # The same data in two named graphs as well, some of it in each.
            places += [g for g in GRAPHS if hash_of(s, p, o, g) % 10 < 7]
        for place in places:
            name = ox.NamedNode(place) if place else ox.DefaultGraph()
            store.add(ox.Quad(to_ox(s), ox.NamedNode(p.value), to_ox(o), name))
    return store


def hash_of(*parts: object) -> int:
    """The same in every process, unlike `hash`."""
    import zlib

    return zlib.crc32(repr(parts).encode())


def view_store(world: World, native: ox.Store, *, kept: bool = False) -> ox.Store:
    """The clean view; with the native triples that a query may name, when wanted."""
    store = ox.Store()
    for place in ("", *(GRAPHS if world.user_graphs else ())):
        name = ox.NamedNode(place) if place else ox.DefaultGraph()
        for s, p, o in (*view_triples(world, native, place), *(_kept(world, native, place) if kept else ())):
            store.add(ox.Quad(to_ox(s), ox.NamedNode(p.value), to_ox(o), name))
    return store


def _kept(world: World, native: ox.Store, place: str) -> Iterator[Triple]:
    """Native triples that a query may name beside clean terms: about the things that the clean terms are."""
    found = _asked(native, "?subject ?object", f"?subject <{KEPT.value}> ?object", place)
    for class_, pool in world.pools.items():
        for subject, object_ in found:
            clean = _clean(subject, world.conversions[class_]) if subject in pool else None
            if clean is not None:
                yield clean, KEPT, object_


def view_triples(world: World, native: ox.Store, place: str) -> Iterator[Triple]:
    wrapper = world.wrapper
    for term in world.classes:
        stands_for_all = not world.classes[term] or term in world.expanded
        members = (term, *wrapper.subclasses(term)) if stands_for_all else (term,)
        for form in (f for member in members for f in world.classes[member]):
            for row in _asked(native, "?subject", form.pattern, place or form.graph):
                subject = _clean(row[0], form.instances)
                if subject is not None and subject.kind == "uri":
                    yield subject, TYPE, iri(term)
    for term, forms in world.properties.items():
        for form in forms:
            for row in _asked(native, "?subject ?object", form.pattern, place or form.graph):
                subject, object_ = _clean(row[0], form.subject), _clean(row[1], form.object)
                if subject is not None and object_ is not None and subject.kind == "uri":
                    yield subject, iri(term), object_


def _asked(store: ox.Store, columns: str, pattern: str, graph: str | None) -> list[tuple[RdfTerm, ...]]:
    body = f"GRAPH <{graph}> {{ {pattern} }}" if graph else pattern
    found = store.query(f"SELECT {columns} WHERE {{ {body} }}")
    assert isinstance(found, ox.QuerySolutions)
    # A pair with an end that has no value is no pair.
    return [tuple(from_ox(value) for value in row) for row in found if all(value is not None for value in row)]


def _clean(term: RdfTerm, conversion: Conversion | None) -> RdfTerm | None:
    return term if conversion is None else conversion.to_clean(term)


def to_ox(term: RdfTerm) -> ox.NamedNode | ox.Literal:
    if term.kind == "uri":
        return ox.NamedNode(term.value)
    if term.language:
        return ox.Literal(term.value, language=term.language)
    return ox.Literal(term.value, datatype=ox.NamedNode(term.datatype)) if term.datatype else ox.Literal(term.value)


def from_ox(term: object) -> RdfTerm:
    if isinstance(term, ox.NamedNode):
        return iri(term.value)
    assert isinstance(term, ox.Literal)
    return literal(term.value, term.datatype.value, term.language)
