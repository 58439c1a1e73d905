"""Properties whose values are names of what has them."""

from __future__ import annotations

from functools import lru_cache

from nlkgq.iri import local_name
from nlkgq.ontology.lexicon import words_of
from nlkgq.ontology.model import split_identifier


@lru_cache(maxsize=10_000)
def is_naming(prop: str) -> bool:
    """Whether the property's values are names of its subjects."""
    words = name_words(prop)
    return words[-1:] in (("label",), ("title",), ("titel",), ("bezeichnung",)) or bool(
        words and words[-1].endswith("name")
    )


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
