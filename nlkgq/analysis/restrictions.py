"""What class restrictions say about the variables of a query (OWL 2: owl:allValuesFrom)."""

from __future__ import annotations

from collections.abc import Iterator

from nlkgq.analysis.types import ClassFact, TypedQuery


def restricted_facts(query: TypedQuery) -> Iterator[ClassFact]:
    """Facts about objects: where a subject is in a class all of whose values of the property are in another one.

    ``Film subClassOf (directedBy only Person)`` makes ?d of ``?f a Film ; directedBy ?d`` a Person even where the
    property has no range.
    """
    ontology = query.ontology
    if not any(c.restrictions for c in ontology.classes.values()):
        return
    for edge in query.graph.edges:
        above = ontology.superproperties(edge.property)
        around = set(query.graph.blocks.around(edge.block))
        told: set[tuple[str, ...]] = set()
        for fact in query.class_facts:
            if fact.slot != edge.subject or fact.edge.block not in around or len(fact.classes) > 1:
                continue
            for iri in sorted(ontology.superclasses(fact.classes[0])):
                known = ontology.classes.get(iri)
                for restriction in known.restrictions if known is not None else ():
                    filler = restriction.filler
                    usable = restriction.kind == "only" and restriction.property in above and filler not in told
                    if usable and filler and all(name in ontology.classes for name in filler):
                        told.add(filler)
                        yield ClassFact(slot=edge.object, classes=filler, source="range", edge=edge)
