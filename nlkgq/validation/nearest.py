"""The known terms nearest to an unknown one, by spelling and by meaning."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from nlkgq.iri import PrefixMap, local_name
from nlkgq.ontology.model import Ontology, Term, split_identifier
from nlkgq.sparql import Splice, Token
from nlkgq.validation.context import QueryContext
from nlkgq.validation.meaning import meanings

_ENOUGH = 60.0
"""Least similarity, of 100, at which a term is worth naming."""
_CLOSE: Final = 80.0
"""Similarity, of 100, from which spelling alone says what was meant."""


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
    return tuple(iri for iri, _ in _spelt(name, terms, count, least))


def _spelt(name: str, terms: Iterable[Term], count: int, least: float) -> list[tuple[str, float]]:
    # Imported here: most queries name only known terms.
    from rapidfuzz import fuzz, process

    wanted = _words(name)
    spellings: dict[str, str] = {}
    for term in terms:
        for text in (local_name(term.iri), *(label.value for label in (*term.labels, *term.alt_labels))):
            spellings.setdefault(_words(text), term.iri)
    best = process.extract(wanted, list(spellings), scorer=fuzz.ratio, score_cutoff=least, limit=2 * count)
    found: dict[str, float] = {}
    for spelling, score, _ in best:
        found.setdefault(spellings[spelling], score)
    return list(found.items())[:count]


def meant_terms(name: str, terms: Iterable[Term], ontology: Ontology, *, count: int = 3) -> tuple[str, ...]:
    """IRIs of the terms that an unknown name may mean, best first: nearest by spelling, then by meaning.

    Args:
        name: A local name or words.
        terms: Those of the ontology among which to look.
        ontology: Whose texts tell the meaning.
        count: At most so many.

    >>> from nlkgq.ontology.model import OwlClass
    >>> films = {iri: OwlClass(iri=iri) for iri in ("e:Film", "e:Award", "e:Filter")}
    >>> meant_terms("Movie", films.values(), Ontology(classes=films))
    ('e:Film',)
    """
    terms = list(terms)
    spelt = _spelt(name, terms, count, _ENOUGH)
    if spelt and spelt[0][1] >= _CLOSE:
        return tuple(iri for iri, _ in spelt)
    return tuple(dict.fromkeys((*meanings(ontology).nearest(name, terms), *(iri for iri, _ in spelt))))[:count]


def spelling_edit(query: QueryContext, token: Token, near: Sequence[str], terms: Iterable[Term]) -> tuple[Splice, ...]:
    """The change that writes the nearest term, where only one can be meant; else ().

    One can be meant when its name differs in case, separators or one character only, and no other term's name is
    within two.
    """
    from rapidfuzz.distance import OSA

    name = local_name(query.tree.iri_or_none(token) or token.text)
    wanted = _words(name).replace(" ", "")
    if not near or len(wanted) < 4:
        return ()
    best = near[0]
    if OSA.distance(wanted, _words(local_name(best)).replace(" ", "")) > 1:
        return ()
    for term in terms:
        other = _words(local_name(term.iri)).replace(" ", "")
        if term.iri != best and OSA.distance(wanted, other, score_cutoff=2) <= 2:
            return ()
    return (Splice(token.start, token.end, query.named_in_query(best)),)


@lru_cache(maxsize=50_000)
def _words(name: str) -> str:
    return split_identifier(name).casefold()


def named(iris: Iterable[str], prefixes: PrefixMap) -> str:
    """IRIs as prefixed names in a sentence: ``ex:Film, ex:Person or ex:Award``."""
    names = [prefixes.shorten(iri) for iri in iris]
    return f"{', '.join(names[:-1])} or {names[-1]}" if len(names) > 1 else "".join(names)


def nearest_name(name: str, known: Iterable[str]) -> str | None:
    """The known name spelt most like ``name``, or None."""
    from rapidfuzz import fuzz, process

    best = process.extractOne(name, list(known), scorer=fuzz.ratio, score_cutoff=_ENOUGH)
    return best[0] if best is not None else None
