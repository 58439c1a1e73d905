"""Which IRIs spell a name, and which properties name things."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from nlkgq.iri import OWL, RDF, RDFS, SKOS, XSD, local_name
from nlkgq.ontology.model import split_identifier

SCHEMA_NAMESPACES: Final = (RDF, RDFS, OWL, XSD, "http://www.w3.org/ns/shacl#")
"""What these namespaces hold is never a value of a graph."""

SCHEMA_CLASSES: Final = frozenset(
    {
        RDFS + "Class",
        RDFS + "Datatype",
        RDF + "Property",
        SKOS + "ConceptScheme",
        "http://www.w3.org/ns/shacl#NodeShape",
        "http://www.w3.org/ns/shacl#PropertyShape",
        *map(
            OWL.__add__,
            (
                "AllDifferent",
                "Annotation",
                "AsymmetricProperty",
                "Axiom",
                "Class",
                "DeprecatedClass",
                "DeprecatedProperty",
                "IrreflexiveProperty",
                "OntologyProperty",
                "ReflexiveProperty",
                "SymmetricProperty",
                "ObjectProperty",
                "DatatypeProperty",
                "AnnotationProperty",
                "FunctionalProperty",
                "InverseFunctionalProperty",
                "TransitiveProperty",
                "SymmetricProperty",
                "Ontology",
                "Restriction",
                "DataRange",
                "AllDisjointClasses",
                "AllDisjointProperties",
            ),
        ),
    }
)
"""A subject of one of these classes is part of an ontology, not of the data."""

# The last word of a property's local name, in the languages that the word lists cover.
_NAMING_WORDS = frozenset(
    {
        "name",
        "label",
        "title",
        "nom",
        "nome",
        "nombre",
        "titre",
        "titulo",
        "titolo",
        "titel",
        "bezeichnung",
        "designation",
    }
)
_OPAQUE = re.compile(r"[0-9a-fA-F-]{16,}|[A-Za-z0-9+/_-]{40,}")
_LETTERS = re.compile(r"[^\W\d_]{2}")


_SMALL_WORDS = "a an and the of for in on at de del der die das des di du et la le les los und von y e"
SMALL_WORDS: Final = frozenset(_SMALL_WORDS.split())
"""Words that abbreviations leave out."""

_LEAST_WORDS: Final = 2
_MOST_WORDS: Final = 8


def acronyms(words: Sequence[str]) -> tuple[str, ...]:
    """The first letters of folded words, with the small ones and without; () for one word and for a whole sentence.

    >>> acronyms(["bank", "of", "ireland"]), acronyms(["ireland"])
    (('boi', 'bi'), ())
    """
    if not _LEAST_WORDS <= len(words) <= _MOST_WORDS:
        return ()
    every = "".join([word[0] for word in words])
    if not every.isalpha():
        return ()
    if SMALL_WORDS.isdisjoint(words):
        return (every,)
    short = "".join([word[0] for word in words if word not in SMALL_WORDS])
    return (every, short) if len(short) >= _LEAST_WORDS else (every,)


def names_things(property_iri: str) -> bool:
    """Whether the values of a property are names of its subjects, by its local name.

    >>> names_things(RDFS + "label"), names_things("http://x/vocab#last_name"), names_things("http://x/phone")
    (True, True, False)
    """
    last = split_identifier(local_name(property_iri)).casefold().split()[-1:]
    return bool(last) and (last[0] in _NAMING_WORDS or last[0].endswith(("label", "name")))


def readable_name(iri: str) -> str | None:
    """The words that the end of an IRI spells; None for opaque ones such as hashes, UUIDs and bare numbers.

    >>> readable_name("http://x/e/Tatia%20Rosenthal"), readable_name("http://x/Ada_Lovelace"), readable_name("http://x/17")
    ('Tatia Rosenthal', 'Ada Lovelace', None)
    """
    local = local_name(iri)
    if not local or len(local) > 200 or "?" in local or _OPAQUE.fullmatch(local):
        return None
    words = re.sub(r"[_+\s]+", " ", _unquoted(local)).strip()
    return words if _LETTERS.search(words) else None


def _unquoted(text: str) -> str:
    from urllib.parse import unquote

    return unquote(text) if "%" in text else text
