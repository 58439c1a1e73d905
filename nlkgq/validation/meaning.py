"""The known terms nearest to an unknown one by meaning: shared words, stems, synonyms, hierarchy.

No embedding model: an index of stems over the ontology's own texts, with the synonym groups of the word lists.
"""

from __future__ import annotations

import math
import weakref
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from nlkgq.iri import local_name
from nlkgq.ontology.lexicon import words_of
from nlkgq.ontology.model import Ontology, OwlClass, Property, Term, split_identifier
from nlkgq.ontology.words import load_words, stemmer

_LANGUAGES: Final = ("en", "de")
_NAME, _SYNONYM, _PARENT, _COMMENT = 1.0, 0.75, 0.35, 0.3
_LEAST: Final = 0.3
_LONGEST: Final = 40
"""Most words of a comment that count."""
_kept: dict[int, tuple[weakref.ref[Ontology], Meanings]] = {}


class Meanings:
    """The words of an ontology's terms, for look-up by meaning.

    >>> from nlkgq.ontology.model import Text
    >>> film = OwlClass(iri="e:Film", labels=(Text(value="film"),))
    >>> by = Property(iri="e:directedBy", labels=(Text(value="directed by"),))
    >>> meanings = Meanings(Ontology(classes={film.iri: film}, properties={by.iri: by}))
    >>> meanings.nearest("Movie", [film, by]), meanings.nearest("hasDirector", [film, by])
    (('e:Film',), ('e:directedBy',))
    """

    def __init__(self, ontology: Ontology) -> None:
        self._stemmers = [stemmer(language) for language in _LANGUAGES]
        lists = [load_words(language) for language in _LANGUAGES]
        self._function_words = frozenset[str]().union(*(words.function_words for words in lists))
        self._groups: dict[str, frozenset[str]] = {}
        for words in lists:
            for word, groups in (*words.groups.items(), *words.borrowed.items()):
                for key in self._stems(word):
                    self._groups[key] = self._groups.get(key, frozenset()) | groups
        self._words: dict[str, Mapping[str, float]] = {term.iri: self._weighed(term, ontology) for term in ontology}
        self._spread = Counter(key for weights in self._words.values() for key in weights)

    def _stems(self, word: str) -> frozenset[str]:
        return frozenset({word, *(_root(stem(word)) for stem in self._stemmers)})

    def _content(self, text: str) -> list[str]:
        found = words_of(split_identifier(text) if " " not in text else text)
        return [w for w in found if w not in self._function_words and len(w) > 1] or found

    def _weighed(self, term: Term, ontology: Ontology) -> Mapping[str, float]:
        weights: dict[str, float] = {}

        def add(text: str, weight: float) -> None:
            for word in self._content(text)[:_LONGEST]:
                for key in self._stems(word):
                    weights[key] = max(weights.get(key, 0.0), weight)

        for text in (local_name(term.iri), *(t.value for t in (*term.labels, *term.alt_labels))):
            add(text, _NAME)
        for parent in term.parents if isinstance(term, OwlClass | Property) else ():
            above = ontology.term(parent)
            add(above.label() if above is not None else local_name(parent), _PARENT)
        for comment in term.comments:
            add(comment.value, _COMMENT)
        return weights

    def nearest(self, name: str, terms: Iterable[Term], *, count: int = 3) -> tuple[str, ...]:
        """IRIs of the terms that mean most nearly what ``name`` says, best first; () where none shares a word.

        Args:
            name: A local name or words.
            terms: Those among which to look.
            count: At most so many.
        """
        wanted = [self._stems(word) for word in dict.fromkeys(self._content(name))]
        scored = sorted((-self._score(wanted, term.iri), term.iri) for term in terms if term.iri in self._words)
        return tuple(iri for score, iri in scored[:count] if -score >= _LEAST)

    def stems_of(self, text: str) -> frozenset[str]:
        """The stems of a text's content words."""
        return frozenset(stem for word in self._content(text) for stem in self._stems(word))

    def shares(self, stems: frozenset[str], iri: str) -> bool:
        """Whether a term's names share a word, or a synonym, with some stems."""
        names = [key for key, weight in self._words.get(iri, {}).items() if weight >= _NAME]
        groups = frozenset[str]().union(*(self._groups.get(s, frozenset()) for s in stems))
        return any(key in stems or not groups.isdisjoint(self._groups.get(key, ())) for key in names)

    def _score(self, wanted: list[frozenset[str]], iri: str) -> float:
        """Share of the wanted words that the term has, rare words counting more, in [0, 1]."""
        weights = self._words[iri]
        got = total = 0.0
        for stems in wanted:
            rarity = 1 / math.log2(2 + max(self._spread[s] for s in stems))
            total += rarity
            best = max((weights.get(s, 0.0) for s in stems), default=0.0)
            if best < _SYNONYM:
                groups = frozenset[str]().union(*(self._groups.get(s, frozenset()) for s in stems))
                if groups and any(
                    w >= _NAME and not groups.isdisjoint(self._groups.get(k, ())) for k, w in weights.items()
                ):
                    best = _SYNONYM
            got += rarity * best
        return got / total if total else 0.0


def meanings(ontology: Ontology) -> Meanings:
    """The index of an ontology; kept as long as the ontology lives."""
    kept = _kept.get(id(ontology))
    if kept is not None and kept[0]() is ontology:
        return kept[1]
    made = Meanings(ontology)
    key = id(ontology)
    _kept[key] = (weakref.ref(ontology, lambda _: _kept.pop(key, None)), made)
    return made


def _root(stem: str) -> str:
    """What verb and agent noun share: ``director`` and ``directed`` -> ``direct``."""
    for suffix in ("ation", "ion", "or", "er", "e"):
        if stem.endswith(suffix) and len(stem) - len(suffix) >= 4:
            return stem[: -len(suffix)]
    return stem
