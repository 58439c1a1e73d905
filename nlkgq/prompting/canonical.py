"""Synonyms of a question as the ontology names their terms: "film" becomes "movie" where that is the label."""

from __future__ import annotations

import re
from collections.abc import Mapping

from nlkgq.ontology.model import Ontology, OwlClass, Term

_PLURAL = r"(?P<plural>e?s)?"


class CanonicalTerms:
    """Puts the ontology's own labels for the synonyms in a masked question; placeholders stay as they are.

    Args:
        ontology: The terms; phrases that are labels of a term themselves stay, also where they hold a synonym.
        synonyms: Phrase -> IRI.
        language: Of the labels.

    >>> movie = OwlClass(iri="http://e.org/Movie")
    >>> canonical = CanonicalTerms(Ontology(classes={movie.iri: movie}), {"film": movie.iri})
    >>> canonical("Which films star VALUE_FILM?")
    'Which movies star VALUE_FILM?'
    """

    def __init__(self, ontology: Ontology, synonyms: Mapping[str, str], *, language: str = "en") -> None:
        self._labels: dict[str, tuple[str, bool]] = {}
        for phrase, iri in synonyms.items():
            term = ontology.classes.get(iri) or ontology.properties.get(iri)
            if term is not None:
                self._labels[_key(phrase)] = (term.label(language), isinstance(term, OwlClass))
        own = {_key(name) for term in (*ontology.classes.values(), *ontology.properties.values()) for name in _of(term)}
        phrases = sorted({*self._labels, *(own if self._labels else ())}, key=lambda phrase: -len(phrase))
        written = "|".join(r"[\s_-]+".join(map(re.escape, phrase.split())) for phrase in phrases if phrase)
        self._pattern = re.compile(rf"(?<!\w)(?P<phrase>{written}){_PLURAL}(?!\w)", re.IGNORECASE) if written else None

    def __call__(self, question: str) -> str:
        """The masked question in the ontology's words."""
        return question if self._pattern is None else self._pattern.sub(self._label, question)

    def _label(self, match: re.Match[str]) -> str:
        found = self._labels.get(_key(match["phrase"]))
        if found is None:
            return match.group()
        label, is_class = found
        plural = match["plural"] and is_class and not label.endswith("s")
        return f"{label}s" if plural else label


def _key(phrase: str) -> str:
    return " ".join(re.split(r"[\s_-]+", phrase.casefold().strip()))


def _of(term: Term) -> tuple[str, ...]:
    return tuple(text.value for text in (*term.labels, *term.alt_labels))
