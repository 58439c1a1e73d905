"""Whether a question says a word of its gold: in another form, by a synonym, an adjective, an acronym, a number."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from nlkgq.ontology.words import fold, load_words, stemmer

WORD: Final = re.compile(r"[^\W_]+")
_SPELT: Final = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
_SCALES: Final = ((1, None), (1e3, "thousand"), (1e6, "million"), (1e9, "billion"), (0.01, "percent"), (0.01, "%"))
_ALIKE: Final = 65
"""Least likeness, of 100, of a value and a name that begins as it does: French and France."""
_SAME_BEGINNING: Final = 5
"""Letters, of words that have two more at least: publication and published."""
_WITHIN: Final = 5
"""Letters of a word that may end another one, as German joins them."""
_WORD_START: Final = 3
"""Letters of a short form: the first ones of a word, or those of an acronym."""
_ACRONYM: Final = 10
_JOINS: Final = frozenset({"of", "in", "for", "by", "at", "on"})
_IDENTIFIES: Final = frozenset({"id", "name", "title", "label", "code", "number", "no", "key", "iri", "uri"})
_PHRASE: Final = 3


class Wording:
    """The words of a question, and those that they stand for.

    Args:
        text: The question.
        language: Of it.
    """

    def __init__(self, text: str, language: str) -> None:
        self._stem = stemmer(language)
        self._words = load_words(language)
        self._text = fold(text)
        self._said = WORD.findall(self._text)
        self._names = [fold(w) for w in WORD.findall(text)[1:] if len(w) > 3 and w[0].isupper()]
        self._telling = [w for w in self._said if w not in self._words.function_words and len(w) > 1]
        self._parts = {*self._telling, *(self._stem(w) for w in self._telling)}
        self._stems = {self._stem(w) for w in (*self._said, *self._meant())}
        self._groups = self._groups_of(self._said)

    def says_name(self, words: Sequence[str]) -> bool:
        """Whether what a name is about is said or meant: its last word, or the one before ``of``.

        Args:
            words: Of the name, folded, in order.
        """
        place = next((n for n, w in enumerate(words) if n and w in _JOINS), len(words)) - 1
        head = words[place]
        full = (head, *(w for phrase in self._words.abbreviations.get(head, ()) for w in phrase.split("_")))
        if any(self._says(w) or self._joined(w) or self._begun(w) or self._is_short_for(w) for w in full):
            return True
        # "each student" asks for what tells students apart
        return head in _IDENTIFIES and any(self._says(w) for w in words[:place])

    def says_value(self, text: str) -> bool:
        """Whether a constant of the gold is said, by one of its words, an acronym's words, or as a number."""
        words = WORD.findall(fold(text))
        if not words or any(self._says(w) for w in words) or number_is_said(text, self._text):
            return True
        return self._spelt_out(text) or any(self._alike(w) for w in words)

    def _says(self, word: str) -> bool:
        if self._stem(word) in self._stems or self._groups_of([word]) & self._groups:
            return True
        if len(word) == 1:  # F, of which a question speaks as female
            return any(w.startswith(word) for w in self._telling)
        if len(word) == _WORD_START:  # INF and infinite
            return any(w.startswith(word) for w in self._telling)
        return len(word) >= _WITHIN and any(w.endswith(word) for w in self._telling)

    def _meant(self) -> list[str]:
        """What adjectives and question words ask for: old, an age."""
        found = [w for said in self._said for _, words in self._words.adjectives.get(said, ()) for w in words]
        for start in range(len(self._said)):
            for end in range(start + 1, start + 1 + _PHRASE):
                found += self._words.question_words.get("_".join(self._said[start:end]), ())
        return [part for phrase in found for part in phrase.split("_")]

    def _groups_of(self, words: Iterable[str]) -> frozenset[str]:
        forms = {form for w in words for form in (w, self._stem(w))}
        sources = (self._words.groups, self._words.borrowed, self._words.asked)
        return frozenset(group for s in sources for form in forms for group in s.get(form, ()))

    def _joined(self, word: str) -> bool:
        """Names run words together: petid, and a question for the id of a pet."""
        return any(word.endswith(said) or (len(said) > 2 and word.startswith(said)) for said in self._parts)

    def _begun(self, word: str) -> bool:
        long = [w for w in self._telling if len(w) > _SAME_BEGINNING + 1]
        return len(word) > _SAME_BEGINNING + 1 and any(w.startswith(word[:_SAME_BEGINNING]) for w in long)

    def _spelt_out(self, text: str) -> bool:
        """ICSE, of which a question speaks as the International Conference on Software Engineering."""
        letters = "".join(c for c in text if c.isupper()).lower()
        return len(text) <= _ACRONYM and self._is_short_for(letters)

    def _is_short_for(self, letters: str) -> bool:
        initials = ("".join(w[0] for w in words) for words in (self._said, self._telling))
        return _WORD_START <= len(letters) <= _ACRONYM and any(letters in line for line in initials)

    def _alike(self, word: str) -> bool:
        from rapidfuzz import fuzz

        near = [w for w in self._names if w[:2] == word[:2]]
        return len(word) > 3 and any(fuzz.ratio(w, word) >= _ALIKE for w in near)


def number_is_said(text: str, question: str) -> bool:
    """Whether a number, or the year of a date, is said in other words: spelt out, rounded, or as a bound beside it.

    >>> number_is_said("8", "at least eight studios"), number_is_said("110000000", "over 110 million")
    (True, True)
    >>> number_is_said("1981-01-01", "after 1980"), number_is_said("60", "heavy lamps")
    (True, False)
    """
    year = re.match(r"(\d{4})-\d\d", text)
    try:
        number = float(year[1] if year else text)
    except ValueError:
        return False
    words = set(WORD.findall(question)) | set(re.findall(r"\d+(?:\.\d+)?", question.replace(",", "")))
    for near in (number, number - 1, number + 1):
        scaled = [f"{near / scale:g}" for scale, word in _SCALES if word is None or word in question]
        if words & set(scaled) or (near in range(len(_SPELT)) and _SPELT[int(near)] in words):
            return True
    return False
