"""The known terms whose spelling is nearest to an unknown one."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from nlkgq.iri import PrefixMap, local_name
from nlkgq.ontology.model import Ontology, Term, split_identifier

_ENOUGH = 60.0
"""Least similarity, of 100, at which a term is worth naming."""


def nearest_terms(name: str, terms: Iterable[Term], *, count: int = 3, least: float = _ENOUGH) -> tuple[str, ...]:
    """IRIs of the terms whose local name or label is spelt most like ``name``, best first.

    Args:
        name: A local name or words.
        terms: Where to look.
        count: At most so many.
        least: Least similarity, from 0 to 100.

    >>> from nlkgq.ontology.model import OwlClass
    >>> nearest_terms("Filmz", [OwlClass(iri="http://example.org/Film"), OwlClass(iri="http://example.org/Award")])
    ('http://example.org/Film',)
    """
    # Imported here: most queries name only known terms.
    from rapidfuzz import fuzz, process

    wanted = _words(name)
    spellings: dict[str, str] = {}
    for term in terms:
        for text in (local_name(term.iri), *(label.value for label in (*term.labels, *term.alt_labels))):
            spellings.setdefault(_words(text), term.iri)
    best = process.extract(wanted, list(spellings), scorer=fuzz.ratio, score_cutoff=least, limit=2 * count)
    return tuple(dict.fromkeys(spellings[found] for found, _, _ in best))[:count]


@lru_cache(maxsize=50_000)
def _words(name: str) -> str:
    return split_identifier(name).casefold()


def named(iris: Iterable[str], prefixes: PrefixMap) -> str:
    """IRIs as prefixed names in a sentence: ``ex:Film, ex:Person or ex:Award``."""
    names = [prefixes.shorten(iri) for iri in iris]
    return f"{', '.join(names[:-1])} or {names[-1]}" if len(names) > 1 else "".join(names)


def own_namespaces(ontology: Ontology) -> frozenset[str]:
    """Namespaces in which the ontology names a class or property."""
    return frozenset(namespace_of(iri) for terms in (ontology.classes, ontology.properties) for iri in terms)


def namespace_of(iri: str) -> str:
    """An IRI up to its last ``#``, ``/`` or ``:``.

    >>> namespace_of("http://example.org/vocab#Film")
    'http://example.org/vocab#'
    """
    return iri[: max(iri.rfind("#"), iri.rfind("/"), iri.rfind(":")) + 1]


def nearest_name(name: str, known: Iterable[str]) -> str | None:
    """The known name spelt most like ``name``, or None."""
    from rapidfuzz import fuzz, process

    best = process.extractOne(name, list(known), scorer=fuzz.ratio, score_cutoff=_ENOUGH)
    return best[0] if best is not None else None
