"""A graph described by VoID (https://www.w3.org/TR/void/): which class has which property, and what it leads to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal

from pyoxigraph import BlankNode, NamedNode
from pyoxigraph import Literal as RdfLiteral

from nlkgq.iri import RDF, is_valid_iri
from nlkgq.rdf_files import read_quads

Target = tuple[Literal["class", "datatype"], str]
"""What the objects of a property are: its kind and its IRI."""
Schema = Mapping[str, Mapping[str, tuple[Target, ...]]]
"""Class IRI -> property IRI -> targets, all sorted."""

_HEAD = "@prefix void: <http://rdfs.org/ns/void#> .\n@prefix void-ext: <http://ldf.fi/void-ext#> .\n"
_PARTITIONS: Mapping[str, str] = {
    "class": "void:classPartition [ void:class <{}> ]",
    "datatype": "void-ext:datatypePartition [ void-ext:datatype <{}> ]",
}
_TYPE = NamedNode(RDF + "type")


def schema_of(files: Iterable[Path]) -> Schema:
    """What the typed things of a graph have, counted from its files.

    Args:
        files: Of the graph; they are read twice, and only the types of things are held in memory.

    Raises:
        LoadError: A file cannot be read.
    """
    files = tuple(files)
    types = _types(files)
    found: dict[str, dict[str, set[Target]]] = {}
    for path in files:
        for quad in read_quads(path):
            subject, leads_to = quad.subject, quad.object
            if quad.predicate == _TYPE or not isinstance(subject, NamedNode | BlankNode):
                continue
            targets: set[Target] = set()
            if isinstance(leads_to, RdfLiteral):
                targets.add(("datatype", leads_to.datatype.value))
            elif isinstance(leads_to, NamedNode | BlankNode):
                targets.update(("class", class_) for class_ in types.get(leads_to, ()))
            for class_ in types.get(subject, ()):
                found.setdefault(class_, {}).setdefault(quad.predicate.value, set()).update(targets)
    return {c: {p: tuple(sorted(t)) for p, t in sorted(found[c].items())} for c in sorted(found)}


def void_turtle(schema: Schema) -> str:
    """The schema as class and property partitions, in Turtle; IRIs that Turtle cannot write are left out.

    >>> print(void_turtle({"https://e.org/C": {"https://e.org/p": ()}}).splitlines()[-1])
    [] void:class <https://e.org/C> ; void:propertyPartition [ void:property <https://e.org/p> ] .
    """
    lines = [_HEAD]
    for class_, properties in schema.items():
        parts = [f"void:class <{class_}>"]
        for property_, targets in properties.items():
            if is_valid_iri(property_):
                more = [_PARTITIONS[kind].format(iri) for kind, iri in targets if is_valid_iri(iri)]
                parts.append(f"void:propertyPartition [ {' ; '.join([f'void:property <{property_}>', *more])} ]")
        if is_valid_iri(class_):
            lines.append(f"[] {' ; '.join(parts)} .")
    return "\n".join(lines) + "\n"


def prefix_turtle(prefixes: Mapping[str, str]) -> str:
    """Prefix declarations as SHACL writes them (https://www.w3.org/TR/shacl/#sparql-prefixes), in Turtle."""
    lines = ["@prefix sh: <http://www.w3.org/ns/shacl#> ."]
    for prefix, namespace in sorted(prefixes.items()):
        lines.append(f'[] sh:declare [ sh:prefix "{prefix}" ; sh:namespace "{namespace}" ] .')
    return "\n".join(lines) + "\n"


def _types(files: Iterable[Path]) -> dict[NamedNode | BlankNode, set[str]]:
    types: dict[NamedNode | BlankNode, set[str]] = {}
    for path in files:
        for quad in read_quads(path):
            if quad.predicate != _TYPE:
                continue
            subject, class_ = quad.subject, quad.object
            if isinstance(class_, NamedNode) and isinstance(subject, NamedNode | BlankNode):
                types.setdefault(subject, set()).add(class_.value)
    return types
