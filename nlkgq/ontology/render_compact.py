"""Compact representations: names with domain and range, without annotations."""

from __future__ import annotations

from nlkgq.ontology.model import ClassUnion, Ontology, Property
from nlkgq.ontology.render_names import Names
from nlkgq.ontology.render_turtle import group_by_class

ANY = "any"
_CHARACTERISTICS = ("functional", "inverse_functional", "symmetric", "transitive")


def expression(unions: tuple[ClassUnion, ...], names: Names) -> str:
    """An intersection of unions in one line: ``ex:A or ex:B``, ``(ex:A or ex:B) and ex:C``, ``any``."""
    if not unions:
        return ANY
    parts = [names.all(union, " or ") for union in unions]
    if len(parts) == 1:
        return parts[0]
    return " and ".join(f"({part})" if len(union) > 1 else part for part, union in zip(parts, unions, strict=True))


def schema_list(ontology: Ontology) -> str:
    """The names of classes and properties and nothing of what they mean: a baseline to compare with."""
    names = Names(ontology)
    lines = [f"Classes: {names.all(ontology.classes)}", f"Properties: {names.all(ontology.properties)}"]
    return names.header() + "\n" + "\n".join(lines) + "\n"


def nothing(ontology: Ontology) -> str:
    """No ontology at all, only the prefixes of its terms: what a model knows by itself."""
    names = Names(ontology)
    names.all([*ontology.classes, *ontology.properties])
    return names.header() + "\n"


def compact(ontology: Ontology) -> str:
    """Classes in one line, then a property a line: ``property: domain -> range``."""
    names = Names(ontology)
    lines = [f"Classes: {names.all(ontology.classes)}", "Properties:"]
    lines += [_signature(p, names) for p in ontology.properties.values()]
    return names.header() + "\n" + "\n".join(lines) + "\n"


def compact_typed(ontology: Ontology) -> str:
    """A term a line with its kind, superterms, characteristics and inverses."""
    names = Names(ontology)
    lines = []
    for iri, c in ontology.classes.items():
        lines.append(f"class {names(iri)}" + (f" subClassOf {names.all(c.parents)}" if c.parents else ""))
    for iri, p in ontology.properties.items():
        extra = [name.replace("_", " ") for name in _CHARACTERISTICS if getattr(p, name)]
        extra += [f"subPropertyOf {names(i)}" for i in p.parents]
        extra += [f"inverseOf {names(i)}" for i in sorted(ontology.inverses(iri)) if i != iri]
        kind = "property" if p.kind == "unknown" else f"{p.kind} property"
        lines.append(f"{kind} {_signature(p, names)}" + (f" [{', '.join(extra)}]" if extra else ""))
    return names.header() + "\n" + "\n".join(lines) + "\n"


def compact_grouped(ontology: Ontology) -> str:
    """A class a paragraph, its properties indented below it with their ranges."""
    names = Names(ontology)
    lines = []
    for owner, properties in group_by_class(ontology):
        if owner is None:
            lines.append("properties of any class")
        else:
            lines.append(names(owner.iri) + (f" < {names.all(owner.parents)}" if owner.parents else ""))
        for p in properties:
            also = [iri for iri in p.domain_classes if owner is None or iri != owner.iri]
            shared = f" (domain: {expression(p.domain, names)})" if also else ""
            lines.append(f"  {names(p.iri)} -> {expression(p.range, names)}{shared}")
    return names.header() + "\n" + "\n".join(lines) + "\n"


def _signature(p: Property, names: Names) -> str:
    return f"{names(p.iri)}: {expression(p.domain, names)} -> {expression(p.range, names)}"
