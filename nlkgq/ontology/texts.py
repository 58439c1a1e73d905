"""Which annotation properties hold labels, alternative labels and comments, and how such texts are ordered."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pyoxigraph import Literal, NamedNode

from nlkgq.iri import RDFS, SKOS, WELL_KNOWN
from nlkgq.ontology.model import Text
from nlkgq.ontology.triples import Node, TripleTable

OBO: Final = "http://purl.obolibrary.org/obo/"
OBO_IN_OWL: Final = "http://www.geneontology.org/formats/oboInOwl#"
DC: Final = "http://purl.org/dc/elements/1.1/"
_DCT: Final = WELL_KNOWN["dct"]
SCHEMA: Final = ("https://schema.org/", "http://schema.org/")

LABELS: Final[tuple[str, ...]] = (  # best first
    RDFS + "label",
    SKOS + "prefLabel",
    OBO + "IAO_0000111",
    _DCT + "title",
    DC + "title",
    *(s + "name" for s in SCHEMA),
)
ALT_LABELS: Final[tuple[str, ...]] = (
    SKOS + "altLabel",
    SKOS + "hiddenLabel",
    OBO + "IAO_0000118",
    *(OBO_IN_OWL + f"has{kind}Synonym" for kind in ("Exact", "Related", "Broad", "Narrow")),
    OBO_IN_OWL + "hasSynonym",
    "http://ontology.neuinfo.org/NIF/Backend/OBO_annotation_properties.owl#synonym",
    _DCT + "alternative",
    *(s + "alternateName" for s in SCHEMA),
)
COMMENTS: Final[tuple[str, ...]] = (
    RDFS + "comment",
    SKOS + "definition",
    OBO + "IAO_0000115",
    _DCT + "description",
    DC + "description",
    SKOS + "scopeNote",
    *(s + "description" for s in SCHEMA),
)
TEXT_PROPERTIES: Final = frozenset({*LABELS, *ALT_LABELS, *COMMENTS})


class TextReader:
    """Labels, alternative labels and comments of the terms of a table.

    Properties that the table itself makes subproperties of the known ones count as well.
    """

    def __init__(self, table: TripleTable) -> None:
        self._table = table
        self._labels = [_with_subproperties(table, name) for name in LABELS]
        self._alt_labels = [iri for name in ALT_LABELS for iri in _with_subproperties(table, name)]
        self._comments = [iri for name in COMMENTS for iri in _with_subproperties(table, name)]

    def labels(self, subject: Node) -> tuple[Text, ...]:
        """Best first: by property, then untagged, English, other languages."""
        found: dict[Text, None] = {}
        for rank in self._labels:
            found.update(dict.fromkeys(self._texts(subject, rank)))
        return tuple(found)

    def alt_labels(self, subject: Node) -> tuple[Text, ...]:
        """Alternative labels that are not labels already."""
        labels = self.labels(subject)
        return tuple(text for text in self._texts(subject, self._alt_labels) if text not in labels)

    def comments(self, subject: Node) -> tuple[Text, ...]:
        """Comments and definitions."""
        return tuple(self._texts(subject, self._comments))

    def _texts(self, subject: Node, predicates: Iterable[str]) -> list[Text]:
        found = {
            Text(value=" ".join(o.value.split()), language=(o.language or "").lower())
            for predicate in predicates
            for o in self._table.objects(subject, predicate)
            if isinstance(o, Literal)
        }
        return sorted((text for text in found if text.value), key=text_order)


def text_order(text: Text) -> tuple[bool, bool, str, str]:
    """Sort key: untagged, then English, then other languages; then by value."""
    language = text.language
    return language != "", not language.startswith("en"), language, text.value


def _with_subproperties(table: TripleTable, predicate: str) -> list[str]:
    found = [predicate]
    for iri in found:
        for sub, _ in (pair for pair in table.pairs(RDFS + "subPropertyOf") if pair[1] == NamedNode(iri)):
            if isinstance(sub, NamedNode) and sub.value not in found and sub.value not in TEXT_PROPERTIES:
                found.append(sub.value)
    return found
