"""The groups of the general synonym lists that a word stands in, itself or by an inflection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
        words: The lists of each language.
        listed: Whether the lists count; else nothing has synonyms.
    """

    def __init__(self, words: Sequence[Words], *, listed: bool = True) -> None:
        self._irregular = {w.language: w.irregular for w in words}
        self._groups: dict[tuple[str, str], frozenset[str]] = {}
        self._asked: dict[tuple[str, str], frozenset[str]] = {}
        for own in words if listed else ():
            # A German group ends with English words.
            for language, groups in ((own.language, own.groups), ("en", own.borrowed)):
                self._take(self._groups, groups, language)
            self._take(self._asked, own.asked, own.language)

    def of(self, word: str, languages: Sequence[str] = (), *, asked: bool = False) -> frozenset[str]:
        """The groups of a folded word or phrase (joined by ``_``).

        Args:
            word: Folded.
            languages: Languages that the word may be of, all when none is told: a German "kind" is a child, an
                English one is not.
            asked: Whether it is a word of a question: some stand for others only there.
        """
        found = frozenset[str]()
        for language in languages or tuple(self._irregular):
            key = (language, self.lexeme(word, language))
            found |= self._groups.get(key, frozenset())
            if asked:
                found |= self._asked.get(key, frozenset())
        return found

    def lexeme(self, word: str, language: str) -> str:
        """A key that the inflections of a folded word share; of a phrase the last word is inflected."""
        head, joint, last = word.rpartition("_")
        if joint:
            return f"{head}_{self.lexeme(last, language)}"
        if language == "en":
            return english_lexeme(self._irregular.get("en", {}).get(word, word))
        return stemmer(language)(word)

    def _take(
        self, into: dict[tuple[str, str], frozenset[str]], groups: Mapping[str, frozenset[str]], language: str
    ) -> None:
        for word, own in groups.items():
            key = (language, self.lexeme(word, language))
            into[key] = into.get(key, frozenset()) | own
