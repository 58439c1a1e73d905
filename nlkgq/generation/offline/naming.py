"""Properties whose values are names of what has them."""

from __future__ import annotations

from functools import lru_cache

from nlkgq.generation.offline.mentions import Mention
from nlkgq.generation.offline.readings import Reading
from nlkgq.iri import RDFS, local_name
from nlkgq.ontology.lexicon import words_of
from nlkgq.ontology.model import split_identifier

LABEL = RDFS + "label"


@lru_cache(maxsize=10_000)
def is_naming(prop: str) -> bool:
    """Whether the property's values are names of its subjects."""
    words = name_words(prop)
    return words[-1:] in (("label",), ("title",), ("titel",), ("bezeichnung",)) or bool(
        words and words[-1].endswith("name")
    )


def is_asked_by_name(asked: Mention, name: Reading, given: Reading) -> bool:
    """``the titles of all comedies``: whether what is named would only be called by another of its names."""
    same = name.iri == given.iri or LABEL in (name.iri, given.iri)
    names = name.kind == "property" and given.kind == "value" and is_naming(name.iri) and is_naming(given.iri)
    return same and names and asked.projected


@lru_cache(maxsize=10_000)
def identifier_words(iri: str) -> frozenset[str]:
    """The words of the identifier of a term, in lower case.

    >>> sorted(identifier_words("http://e.org/Ship#portOfCall"))
    ['call', 'of', 'port']
    """
    return frozenset(split_identifier(local_name(iri)).lower().split())


@lru_cache(maxsize=10_000)
def name_words(iri: str) -> tuple[str, ...]:
    """The folded words that a term is called by, a ``nm`` at their end written out.

    >>> name_words("http://e.org/ship#ship_nm")
    ('ship', 'name')
    """
    words = words_of(split_identifier(local_name(iri)))
    return (*words[:-1], "name") if words[-1:] == ["nm"] else tuple(words)
