"""Which annotation properties hold labels, alternative labels and comments, and how such texts are ordered."""

from __future__ import annotations

from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts:
    """The texts of one subject; ``labels`` best first: by property, then untagged, English, other languages."""

    labels: tuple[Text, ...] = ()
    alt_labels: tuple[Text, ...] = ()
    comments: tuple[Text, ...] = ()


class TextReader:
    """Labels, alternative labels and comments of the subjects of a table.

    Properties that the table itself makes subproperties of the known ones count as well.
    """

    def __init__(self, table: TripleTable) -> None:
        self._table = table
        subproperties: dict[str, list[str]] = {}
        for lower, upper in table.pairs(RDFS + "subPropertyOf"):
            if isinstance(lower, NamedNode) and isinstance(upper, NamedNode):
                subproperties.setdefault(upper.value, []).append(lower.value)
        self._ranks: dict[str, tuple[str, int]] = {}
        for role, known in (("label", LABELS), ("alternative", ALT_LABELS), ("comment", COMMENTS)):
            for rank, predicate in enumerate(known):
                for iri in _with_subproperties(predicate, subproperties):
                    self._ranks.setdefault(iri, (role, rank if role == "label" else 0))

    def read(self, subject: Node) -> Texts:
        """The texts of a subject, each once; an alternative label is no label as well."""
        found: dict[tuple[str, int], set[Text]] = {}
        for predicate, objects in self._table.about(subject).items():
            place = self._ranks.get(predicate)
            if place is not None:
                found.setdefault(place, set()).update(map(_text, (o for o in objects if isinstance(o, Literal))))
        ranked = [text for rank in range(len(LABELS)) for text in _ordered(found.get(("label", rank), set()))]
        labels = tuple(dict.fromkeys(ranked))
        return Texts(
            labels=labels,
            alt_labels=tuple(_ordered(found.get(("alternative", 0), set()) - set(labels))),
            comments=tuple(_ordered(found.get(("comment", 0), set()))),
        )


def _text(literal: Literal) -> Text:
    return Text(value=" ".join(literal.value.split()), language=(literal.language or "").lower())


def _ordered(texts: set[Text]) -> list[Text]:
    return sorted((text for text in texts if text.value), key=text_order)


def text_order(text: Text) -> tuple[bool, bool, str, str]:
    """Sort key: untagged, then English, then other languages; then by value."""
    language = text.language
    return language != "", not language.startswith("en"), language, text.value


def _with_subproperties(predicate: str, subproperties: dict[str, list[str]]) -> list[str]:
    """A property and its subproperties, those excepted that are known in their own right."""
    found = [predicate]
    for iri in found:
        found += [sub for sub in subproperties.get(iri, ()) if sub not in found and sub not in TEXT_PROPERTIES]
    return found
