"""SHACL shapes as domains and ranges: many vocabularies say only there what goes with what (SHACL section 2)."""

from __future__ import annotations

from typing import Final

from pyoxigraph import BlankNode, Literal, NamedNode

from nlkgq.iri import OWL, RDF, RDFS
from nlkgq.ontology.triples import Node, TripleTable

_SH: Final = "http://www.w3.org/ns/shacl#"
_SCHEMA: Final = "https://schema.org/"
_COUNTS: Final = {_SH + "minCount": OWL + "minCardinality", _SH + "maxCount": OWL + "maxCardinality"}


def add_shapes(table: TripleTable) -> None:
    """Add what property shapes say as domainIncludes, rangeIncludes and cardinalities of their target classes."""
    for shape, constraint in list(table.pairs(_SH + "property")):
        targets = _targets(table, shape)
        for path in table.objects(constraint, _SH + "path"):
            if isinstance(path, NamedNode):
                for target in targets:
                    table.add(path, _SCHEMA + "domainIncludes", target)
                    _add_cardinality(table, target, path, constraint)
                for value in _values(table, constraint):
                    table.add(path, _SCHEMA + "rangeIncludes", value)


def _targets(table: TripleTable, shape: Node) -> list[Node]:
    """The target classes of a node shape; a shape that is a class is its own target (section 2.1.3.3)."""
    found = [o for o in table.objects(shape, _SH + "targetClass") if isinstance(o, NamedNode)]
    types = table.objects(shape, RDF + "type")
    if NamedNode(OWL + "Class") in types or NamedNode(RDFS + "Class") in types:
        found += [shape] if isinstance(shape, NamedNode) else []
    for target in found:
        table.add(target, RDF + "type", NamedNode(RDFS + "Class"))
    return list(found)


def _values(table: TripleTable, constraint: Node) -> list[Node]:
    """Classes and datatypes that a property shape allows, alternatives of sh:or included."""
    alternatives = [m for head in table.objects(constraint, _SH + "or") for m in table.items(head)]
    return [
        value
        for node in (constraint, *alternatives)
        for word in ("class", "datatype")
        for value in table.objects(node, _SH + word)
        if isinstance(value, NamedNode)
    ]


def _add_cardinality(table: TripleTable, target: Node, path: NamedNode, constraint: Node) -> None:
    for count, cardinality in _COUNTS.items():
        for number in table.objects(constraint, count):
            if isinstance(number, Literal) and number.value != "0":
                restriction = BlankNode()
                table.add(target, RDFS + "subClassOf", restriction)
                table.add(restriction, OWL + "onProperty", path)
                table.add(restriction, cardinality, number)
