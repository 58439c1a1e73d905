"""Where words stand in the forms of a vocabulary, by the keys that inflections, derivations and synonyms share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nlkgq.ontology.synonym_groups import SynonymGroups
from nlkgq.ontology.words import stemmer

EXACT, INFLECTED, DERIVED, SYNONYM = 1.0, 0.97, 0.86, 0.76
"""How closely a key stands for a word."""
_REMEMBERED = 5_000
"""Words whose places are kept: a word of a question stands in many of its phrases."""
_SUFFIXES = ("ation", "ion", "or", "er", "e")

Places = Mapping[int, tuple[float, int]]
"""Number of a form -> (how closely the word stands there, its position)."""


class FormIndex:
    """Words of numbered forms, found by their inflections, derivations and synonyms.

    >>> groups = SynonymGroups(())
    >>> index = FormIndex(("en",), groups)
    >>> index.add("directors", 0, 1, ("en",), synonyms=False)
    >>> index.places("directors"), index.places("director"), index.places("directed")
    ({0: (1.0, 1)}, {0: (0.97, 1)}, {0: (0.86, 1)})

    Args:
        languages: Of the words.
        synonyms: Their groups.
    """

    def __init__(self, languages: Sequence[str], synonyms: SynonymGroups) -> None:
        self._languages = tuple(languages)
        self._stemmers = [stemmer(language) for language in languages]
        self._synonyms = synonyms
        self._postings: dict[str, dict[int, tuple[float, int]]] = {}
        self._known: dict[str, Places] = {}

    def add(self, word: str, number: int, position: int, languages: Sequence[str], *, synonyms: bool) -> None:
        """Takes in a word of a form.

        Args:
            word: Folded, without ``_``.
            number: Of the form.
            position: Of the word in it.
            languages: That the word may be of.
            synonyms: Whether its synonyms stand for it.
        """
        for key, weight in self._keys(word, languages, synonyms=synonyms, asked=False).items():
            self._post(key, number, weight, position)

    def add_phrase(self, phrase: str, number: int, languages: Sequence[str]) -> None:
        """Takes in that a whole form is a phrase (joined by ``_``) that has synonyms."""
        for group in sorted(self._synonyms.of(phrase, languages)):
            self._post(f"={group}", number, EXACT, -1)

    def frequency(self, word: str) -> int:
        """In how many forms a word stands that was taken in."""
        return len(self._postings[word])

    def at(self, key: str) -> Places:
        """The forms in which just this word stands."""
        return self._postings.get(key, {})

    def places(self, word: str) -> Places:
        """The forms in which a word of a question, or one of its kin, stands; phrases are joined by ``_``."""
        found = self._known.get(word)
        if found is None:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            found = self._known[word] = self._find(word)
        return found

    def _find(self, word: str) -> Places:
        found: dict[int, tuple[float, int]] = {}
        for key, weight in self._keys(word, self._languages, synonyms=True, asked=True).items():
            for number, (stored, position) in self._postings.get(key, {}).items():
                strength = min(weight, stored) if key[0] != "=" else SYNONYM
                if strength > found.get(number, (0.0, 0))[0]:
                    found[number] = (strength, position)
        return found

    def _post(self, key: str, number: int, weight: float, position: int) -> None:
        postings = self._postings.setdefault(key, {})
        if weight > postings.get(number, (0.0, 0))[0]:
            postings[number] = (weight, position)

    def _keys(self, word: str, languages: Sequence[str], *, synonyms: bool, asked: bool) -> dict[str, float]:
        """Keys of a word of any of the languages, with how closely each one stands for it."""
        keys: dict[str, float] = {}
        if "_" not in word:
            # A phrase is no word of a form; only its synonyms are.
            keys[word] = EXACT
            for language, stemmed in zip(self._languages, self._stemmers, strict=True):
                if language in languages:
                    keys[f"~{language} {self._synonyms.lexeme(word, language)}"] = INFLECTED
                    keys[f"-{language} {_root(stemmed(word))}"] = DERIVED
        if synonyms:
            for group in sorted(self._synonyms.of(word, languages, asked=asked)):
                keys[f"={group}"] = SYNONYM
        return keys


def _root(stem: str) -> str:
    """What verb and agent noun share: ``director`` and ``directed`` -> ``direct``."""
    for suffix in _SUFFIXES:
        if stem.endswith(suffix) and len(stem) - len(suffix) >= 4:
            return stem[: -len(suffix)]
    return stem
