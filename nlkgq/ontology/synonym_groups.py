"""The groups of the general synonym lists that a word stands in, itself or by an inflection."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.ontology.inflections import english_lexeme
from nlkgq.ontology.words import Words, stemmer


class SynonymGroups:
    """Look-up over the synonym lists of several languages.

    A word stands in the groups of the words that it is an inflection of, by the rules of their own language alone:
    "edited" is no form of "edition", and "broken" none of "broker", though stems are equal.

    >>> from nlkgq.ontology.words import load_words
    >>> groups = SynonymGroups([load_words("en"), load_words("de")])
    >>> groups.of("movies") >= groups.of("film"), groups.of("edited") & groups.of("edition")
    (True, frozenset())

    Args:
        words: The lists; none, and nothing has synonyms.
    """

    def __init__(self, words: Sequence[Words]) -> None:
        self._irregular = {w.language: w.irregular for w in words}
        self._languages = tuple(self._irregular)
        self._groups: dict[tuple[str, str], frozenset[str]] = {}
        for own in words:
            for language, listed in ((own.language, own.groups), ("en", own.borrowed)):
                for word, groups in listed.items():
                    key = self._key(word, language)
                    self._groups[key] = self._groups.get(key, frozenset()) | groups

    def of(self, word: str, languages: Sequence[str] = ()) -> frozenset[str]:
        """The groups of a folded word or phrase (joined by ``_``).

        Args:
            word: Folded.
            languages: Languages that the word may be of, all when none is told: a German "kind" is a child, an
                English one is not.
        """
        asked = languages or self._languages
        return frozenset[str]().union(*(self._groups.get(self._key(word, own), frozenset()) for own in asked))

    def _key(self, word: str, language: str) -> tuple[str, str]:
        if "_" in word:
            return language, word
        if language == "en":
            return language, english_lexeme(self._irregular.get("en", {}).get(word, word))
        return language, stemmer(language)(word)
