"""An ontology as annotated Turtle, grouped by class; and as plain triples."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from pyoxigraph import BlankNode, RdfFormat, parse

from nlkgq.iri import OWL, RDF, RDFS, SKOS, WELL_KNOWN
from nlkgq.ontology.model import ClassUnion, Individual, Ontology, OwlClass, Property, Restriction, Term, Text
from nlkgq.ontology.render_names import Names
from nlkgq.ontology.texts import text_order
from nlkgq.ontology.triples import is_datatype

_LABEL_RANKS: Final = (RDFS + "label", SKOS + "prefLabel", WELL_KNOWN["dct"] + "title", WELL_KNOWN["schema"] + "name")
_KINDS: Final = {
    "object": OWL + "ObjectProperty",
    "datatype": OWL + "DatatypeProperty",
    "annotation": OWL + "AnnotationProperty",
    "unknown": RDF + "Property",
}
_CHARACTERISTICS: Final = (
    ("functional", OWL + "FunctionalProperty"),
    ("inverse_functional", OWL + "InverseFunctionalProperty"),
    ("symmetric", OWL + "SymmetricProperty"),
    ("transitive", OWL + "TransitiveProperty"),
)
_CARDINALITY: Final = {"min": "minCardinality", "max": "maxCardinality", "exactly": "cardinality"}


def to_turtle(ontology: Ontology, *, comments: bool = True) -> str:
    """All that an ontology holds, as Turtle that loads to an equal ontology.

    A class is followed by the properties whose first domain class it is; properties without a domain stand last.

    Args:
        ontology: What to write; :func:`nlkgq.ontology.prompt_view.prompt_view` chooses for a prompt.
        comments: Whether comments are written.

    >>> film = OwlClass(iri="http://example.org/Film", labels=(Text(value="film", language="en"),))
    >>> print(to_turtle(Ontology(classes={film.iri: film})))
    PREFIX owl: <http://www.w3.org/2002/07/owl#>
    PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
    <BLANKLINE>
    <http://example.org/Film> a owl:Class ;
      rdfs:label "film"@en .
    <BLANKLINE>
    """
    return _TurtleWriter(ontology, comments=comments).write()


def to_ntriples(ontology: Ontology, *, comments: bool = True) -> str:
    """The triples of :func:`to_turtle`, one a line, with full IRIs and blank nodes numbered in their order."""
    names: dict[str, str] = {}

    def term(node: object) -> str:
        if isinstance(node, BlankNode):
            return names.setdefault(node.value, f"_:b{len(names)}")
        return str(node)

    quads = parse(to_turtle(ontology, comments=comments).encode(), RdfFormat.TURTLE, lenient=True)
    return "".join(f"{term(q.subject)} {term(q.predicate)} {term(q.object)} .\n" for q in quads)


def group_by_class(ontology: Ontology) -> list[tuple[OwlClass | None, list[Property]]]:
    """Each class with the properties whose first domain class it is; last, under None, those without one."""
    groups: dict[str | None, list[Property]] = {iri: [] for iri in ontology.classes}
    rest: list[Property] = []
    for p in ontology.properties.values():
        home = next((iri for iri in p.domain_classes if iri in groups), None)
        (groups[home] if home else rest).append(p)
    found: list[tuple[OwlClass | None, list[Property]]] = [(c, groups[iri]) for iri, c in ontology.classes.items()]
    return [*found, (None, rest)] if rest else found


def quoted(value: str) -> str:
    """A string literal's text in double quotes, escaped for Turtle and SPARQL.

    >>> quoted('say "hi"')
    '"say \\\\"hi\\\\""'
    """
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
    return '"' + re.sub(r"[\x00-\x1f\x7f]", lambda m: f"\\u{ord(m.group()):04X}", escaped) + '"'


class _TurtleWriter:
    def __init__(self, ontology: Ontology, *, comments: bool) -> None:
        self._ontology = ontology
        self._names = Names(ontology)
        self._comments = comments

    def write(self) -> str:
        blocks: list[str] = []
        if self._ontology.iri:
            blocks.append(self._header(self._ontology.iri))
        shown: set[str] = set()
        for owner, properties in group_by_class(self._ontology):
            block = [self._class(owner)] if owner else []
            block += [self._property(p) for p in properties]
            if owner:
                members = [
                    i for i in self._ontology.individuals.values() if owner.iri in i.types and i.iri not in shown
                ]
                shown.update(i.iri for i in members)
                block += [self._individual(i) for i in members]
            blocks.append("\n".join(block))
        rest = [self._individual(i) for iri, i in self._ontology.individuals.items() if iri not in shown]
        if rest:
            blocks.append("\n".join(rest))
        return "\n\n".join([self._names.header() + "\n" + blocks[0], *blocks[1:]]) + "\n" if blocks else ""

    def _header(self, iri: str) -> str:
        lines = [*self._label_lines(self._ontology.labels), *self._comment_lines(self._ontology.comments)]
        lines += [f"{self._names(OWL + 'imports')} {self._names(i)}" for i in self._ontology.imports]
        return self._statement(iri, [OWL + "Ontology"], lines)

    def _class(self, c: OwlClass) -> str:
        lines = self._text_lines(c)
        supers = [self._names(iri) for iri in c.parents] + [self._restriction(r) for r in c.restrictions]
        lines += self._line(RDFS + "subClassOf", supers)
        lines += self._line(OWL + "equivalentClass", map(self._names, c.equivalents))
        if c.union_of:
            lines += self._line(OWL + "unionOf", [f"( {self._names.all(c.union_of, ' ')} )"])
        lines += self._line(OWL + "disjointWith", map(self._names, c.disjoint))
        return self._statement(c.iri, [OWL + "Class"], lines)

    def _property(self, p: Property) -> str:
        kinds = [_KINDS[p.kind], *(iri for name, iri in _CHARACTERISTICS if getattr(p, name))]
        lines = self._text_lines(p)
        lines += self._line(RDFS + "subPropertyOf", map(self._names, p.parents))
        lines += self._line(OWL + "equivalentProperty", map(self._names, p.equivalents))
        lines += self._line(RDFS + "domain", map(self._union, p.domain))
        lines += self._line(RDFS + "range", map(self._union, p.range))
        lines += self._line(OWL + "inverseOf", map(self._names, p.inverses))
        return self._statement(p.iri, kinds, lines)

    def _individual(self, i: Individual) -> str:
        return self._statement(i.iri, [*i.types, OWL + "NamedIndividual"], self._text_lines(i))

    def _statement(self, iri: str, types: Sequence[str], lines: Iterable[str]) -> str:
        first = f"{self._names(iri)} a {self._names.all(types)}"
        return " ;\n  ".join([first, *lines]) + " ."

    def _line(self, predicate: str, objects: Iterable[str]) -> list[str]:
        written = list(objects)
        return [f"{self._names(predicate)} {', '.join(written)}"] if written else []

    def _text_lines(self, term: Term) -> list[str]:
        lines = self._label_lines(term.labels)
        lines += self._line(SKOS + "altLabel", map(_literal, term.alt_labels))
        lines += self._comment_lines(term.comments)
        return lines + (self._line(OWL + "deprecated", ["true"]) if term.deprecated else [])

    def _comment_lines(self, comments: tuple[Text, ...]) -> list[str]:
        return self._line(RDFS + "comment", map(_literal, comments)) if self._comments else []

    def _label_lines(self, labels: tuple[Text, ...]) -> list[str]:
        """The order of labels says which is best, so each run out of order takes the next label property."""
        runs: list[list[Text]] = []
        for text in labels:
            if runs and (text_order(runs[-1][-1]) < text_order(text) or len(runs) == len(_LABEL_RANKS)):
                runs[-1].append(text)
            else:
                runs.append([text])
        ranked = zip(_LABEL_RANKS, runs, strict=False)
        return [line for predicate, run in ranked for line in self._line(predicate, map(_literal, run))]

    def _union(self, union: ClassUnion) -> str:
        if len(union) == 1:
            return self._names(union[0])
        return f"[ {self._names(OWL + 'unionOf')} ( {self._names.all(union, ' ')} ) ]"

    def _restriction(self, r: Restriction) -> str:
        names = self._names
        parts = [f"a {names(OWL + 'Restriction')}", f"{names(OWL + 'onProperty')} {names(r.property)}"]
        if r.kind in {"some", "only"}:
            word = "someValuesFrom" if r.kind == "some" else "allValuesFrom"
            parts.append(f"{names(OWL + word)} {self._union(r.filler or (OWL + 'Thing',))}")
        elif r.kind == "hasValue":
            parts.append(f"{names(OWL + 'hasValue')} {r.value}")
        elif not r.filler:
            parts.append(f"{names(OWL + _CARDINALITY[r.kind])} {r.cardinality}")
        else:
            word = _CARDINALITY[r.kind].replace("cardinality", "qualifiedCardinality")
            word = word.replace("Cardinality", "QualifiedCardinality") if word[0] == "m" else word
            parts.append(f"{names(OWL + word)} {r.cardinality}")
            parts.append(f"{names(OWL + self._filler_word(r))} {self._union(r.filler)}")
        return "[ " + " ; ".join(parts) + " ]"

    def _filler_word(self, r: Restriction) -> str:
        p = self._ontology.properties.get(r.property)
        of_data = is_datatype(r.filler[0]) or (p is not None and p.kind == "datatype")
        return "onDataRange" if of_data else "onClass"


def _literal(text: Text) -> str:
    return quoted(text.value) + (f"@{text.language}" if text.language else "")
