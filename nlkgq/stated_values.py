"""Values that only the ontology's files name: its individuals with what they say of them, hasValue, enumerations.

An ontology is read for its terms; what else its files hold is as private as what the graph stores. It is watched for,
and masked where it is a word that the masker would let pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import unquote

from nlkgq.iri import OWL, RDF, local_name
from nlkgq.results.models import RdfTerm
from nlkgq.values.model import Holder, StoredValue
from nlkgq.values.names import SCHEMA_CLASSES, SCHEMA_NAMESPACES

if TYPE_CHECKING:
    from nlkgq.masking.rules import ValueRules
    from nlkgq.ontology.model import Ontology
    from nlkgq.values.store import SqliteValueIndex

# owl:targetValue belongs to a negative assertion; lists are enumerations, of other classes they hold classes alone
_CARRIERS: Final = frozenset(
    {OWL + "hasValue", OWL + "targetValue", RDF + "first", "http://www.w3.org/ns/shacl#hasValue"}
)
_INDIVIDUAL: Final = frozenset({OWL + "NamedIndividual", OWL + "Thing"})
_TYPE: Final = RDF + "type"


class Stated(NamedTuple):
    """A literal, or the IRI of an individual; ``property`` and ``subject`` of a literal, "" of what stands alone."""

    term: RdfTerm
    property: str = ""
    subject: str = ""


@dataclass(slots=True)
class _Collected:
    """What one file says, as long as it is not known which subjects are individuals."""

    types: dict[str, set[str]] = field(default_factory=dict)
    literals: list[Stated] = field(default_factory=list)
    alone: dict[RdfTerm, None] = field(default_factory=dict)


def stated_values(
    files: Iterable[Path], ontology: Ontology, *, rules: ValueRules, indexes: Sequence[SqliteValueIndex]
) -> Iterator[str]:
    """The texts of the values that ontology files name, of individuals what their IRI spells.

    Args:
        files: Of the ontology.
        ontology: Its classes and properties are no values.
        rules: Values that they make public are left out.
        indexes: Of the graph: what is there is none of the ontology's own.

    Raises:
        LoadError: A file cannot be read.
    """
    terms = {*ontology.classes, *ontology.properties, ontology.iri}
    for path in files:
        found = _collected(path, terms)
        individuals = {iri: kinds for iri, kinds in found.types.items() if _is_individual(kinds)}
        ours = (Stated(RdfTerm("uri", iri)) for iri in individuals)
        literals = (stated for stated in found.literals if stated.subject in individuals)
        for stated in (*ours, *map(Stated, found.alone), *literals):
            iri = stated.subject or stated.term.value
            listed = ontology.individuals.get(iri)
            classes = {*individuals.get(iri, ()), *(listed.types if listed is not None else ())} - _INDIVIDUAL
            value = _stored(stated, tuple(sorted(classes)))
            if not _is_indexed(value, indexes) and not rules.is_public(value):
                yield value.text


def _collected(path: Path, terms: set[str | None]) -> _Collected:
    import pyoxigraph

    from nlkgq.rdf_files import read_quads

    found = _Collected()
    for quad in read_quads(path):
        subject, target, name = quad.subject, quad.object, quad.predicate.value
        if isinstance(subject, pyoxigraph.Triple) or isinstance(target, pyoxigraph.Triple):
            continue
        if isinstance(target, pyoxigraph.Literal):
            term = RdfTerm("literal", target.value, target.datatype.value, target.language)
            if name in _CARRIERS:
                found.alone[term] = None
            elif isinstance(subject, pyoxigraph.NamedNode) and subject.value not in terms:
                found.literals.append(Stated(term, name, subject.value))
        elif isinstance(target, pyoxigraph.NamedNode):
            if name == _TYPE and isinstance(subject, pyoxigraph.NamedNode) and subject.value not in terms:
                found.types.setdefault(subject.value, set()).add(target.value)
            elif name in _CARRIERS and target.value not in terms and not target.value.startswith(SCHEMA_NAMESPACES):
                found.alone[RdfTerm("uri", target.value)] = None
    return found


def _is_individual(kinds: set[str]) -> bool:
    return kinds.isdisjoint(SCHEMA_CLASSES) and any(
        kind in _INDIVIDUAL or not kind.startswith(SCHEMA_NAMESPACES) for kind in kinds
    )


def _stored(stated: Stated, classes: tuple[str, ...]) -> StoredValue:
    term = stated.term
    if term.kind == "uri":
        return StoredValue(text=unquote(local_name(term.value)), term=term, holders=(), classes=classes)
    holders = tuple(Holder(stated.property, kind, 1) for kind in classes or ("",)) if stated.property else ()
    return StoredValue(text=term.value, term=term, holders=holders)


def _is_indexed(value: StoredValue, indexes: Sequence[SqliteValueIndex]) -> bool:
    """Whether the graph stores a value: then its places there say whether it is public."""
    if value.term.kind == "uri":
        return any(index.individual(value.term.value) is not None for index in indexes)
    return any(same.text == value.text for index in indexes for same in index.lookup(value.text))
