"""Abstract representations: the schema as a dictionary and as a graph of classes."""

from __future__ import annotations

import json

from nlkgq.ontology.model import Ontology
from nlkgq.ontology.render_compact import ANY, expression
from nlkgq.ontology.render_names import Names


def abstract_dictionary(ontology: Ontology) -> str:
    """JSON, an entry a line: class -> label, superclasses and {property: range}; ``any`` holds the properties without
    a domain."""
    names = Names(ontology)
    entries: dict[str, dict[str, object]] = {}
    for iri, c in ontology.classes.items():
        entry: dict[str, object] = {"label": c.label()}
        if c.parents:
            entry["subClassOf"] = [names(parent) for parent in c.parents]
        entry["properties"] = {}
        entries[names(iri)] = entry
    for p in ontology.properties.values():
        homes = [names(iri) for iri in p.domain_classes if iri in ontology.classes] or [ANY]
        for home in homes:
            entry = entries.setdefault(home, {"properties": {}})
            properties = entry["properties"]
            assert isinstance(properties, dict)
            properties[names(p.iri)] = expression(p.range, names)
    rows = [f"  {_json(name)}: {_json(entry)}" for name, entry in entries.items()]
    return f'{{"prefixes": {_json(dict(sorted(names.used.items())))},\n"classes": {{\n' + ",\n".join(rows) + "\n}}\n"


def abstract_graph(ontology: Ontology) -> str:
    """An edge a line, ``class --property--> class or datatype``, subclass edges first."""
    names = Names(ontology)
    edges = [
        f"{names(iri)} --subClassOf--> {names(parent)}" for iri, c in ontology.classes.items() for parent in c.parents
    ]
    linked = {iri for c in ontology.classes.values() for iri in (c.iri, *c.parents) if c.parents}
    for p in ontology.properties.values():
        for source in p.domain_classes or (ANY,):
            for target in p.range_classes or (ANY,):
                ends = [iri if iri == ANY else names(iri) for iri in (source, target)]
                edges.append(f"{ends[0]} --{names(p.iri)}--> {ends[1]}")
                linked.update((source, target))
    alone = [names(iri) for iri in ontology.classes if iri not in linked]
    return names.header() + "\n" + "\n".join([*alone, *edges]) + "\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
