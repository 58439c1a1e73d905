"""The shipped lists of words that tell nothing: function words and reviewed common words, with their inflections."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from nlkgq.masking.word_forms import INFLECT, as_it_is

LANGUAGES: Final = ("en", "de", "fr", "es")

NAME_LIKE: Final = frozenset(
    {
        "al",
        "an",
        "are",
        "art",
        "bill",
        "bis",
        "can",
        "cent",
        "dame",
        "den",
        "des",
        "di",
        "do",
        "el",
        "il",
        "it",
        "la",
        "le",
        "lo",
        "lui",
        "mark",
        "max",
        "may",
        "mia",
        "min",
        "per",
        "so",
        "son",
        "sue",
        "sur",
        "sí",
        "una",
        "us",
        "va",
        "vi",
        "von",
        "will",
    }
)
"""Function words that are also names of people or places: with a capital inside a sentence they do not pass."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WordLists:
    """Words -> the languages whose lists hold them, in the order of `LANGUAGES`.

    ``function`` is for words in lower case; ``common`` for words exactly as they are written. ``generic`` words pass
    even where the graph stores them as a whole value. ``adjectives`` are those common words that are nothing else.
    ``families`` holds for each common noun every form of it, itself included.
    """

    function: dict[str, tuple[str, ...]]
    common: dict[str, tuple[str, ...]]
    generic: frozenset[str]
    adjectives: frozenset[str]
    families: dict[str, tuple[str, ...]]


@cache
def word_lists() -> WordLists:
    """The lists of all languages; read once."""
    function: dict[str, tuple[str, ...]] = {}
    common: dict[str, tuple[str, ...]] = {}
    adjectives: set[str] = set()
    others: set[str] = set()
    families: dict[str, tuple[str, ...]] = {}
    for language in LANGUAGES:
        for _, word in _entries(f"function_{language}.txt"):
            _add(function, word, language)
        for section, word in _entries(f"common_{language}.txt"):
            kind = adjectives if section == "adjectives" else others
            forms = tuple(INFLECT[language].get(section, as_it_is)(word))
            for form in forms:
                _add(common, form, language)
                if section.startswith("nouns"):
                    families[form] = forms if form not in families else (*families[form], *forms)
            kind.update(forms)
    generic = frozenset(word for _, word in _entries("generic.txt"))
    return WordLists(
        function=function,
        common=common,
        generic=generic,
        adjectives=frozenset(adjectives - others),
        families=families,
    )


def is_listed(word: str) -> bool:
    """Whether a word is a function word or a common one as it is written, told without building every form of all.

    Forms that share no letter with their word, as of the Spanish ``ir``, are told only where they are function words.

    >>> is_listed("weather"), is_listed("gemacht"), is_listed("qwertz")
    (True, True, False)
    """
    if word in _function_words():
        return True
    # Inflected words keep their first letter, an umlaut aside, but for the participles of German verbs.
    kept = (word, word.removeprefix("ge"))
    entries = _by_letter()
    return any(
        word in INFLECT[language].get(section, as_it_is)(entry)
        for letter in {_first_letter(text) for text in kept}
        for language, section, entry in entries.get(letter, ())
    )


@cache
def _function_words() -> frozenset[str]:
    return frozenset(word for language in LANGUAGES for _, word in _entries(f"function_{language}.txt"))


@cache
def _by_letter() -> dict[str, list[tuple[str, str, str]]]:
    """First letter -> (language, section, word) of the common words."""
    found: dict[str, list[tuple[str, str, str]]] = {}
    for language in LANGUAGES:
        for section, word in _entries(f"common_{language}.txt"):
            found.setdefault(_first_letter(word), []).append((language, section, word))
    return found


def _first_letter(text: str) -> str:
    """In lower case, without its accent."""
    return unicodedata.normalize("NFD", text[:1])[:1].lower()


def _add(words: dict[str, tuple[str, ...]], word: str, language: str) -> None:
    languages = words.get(word, ())
    if language not in languages:
        words[word] = (*languages, language)


def _entries(name: str) -> Iterator[tuple[str, str]]:
    """(section, word)"""
    section = "forms"
    text = files("nlkgq.masking").joinpath("words", name).read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        if line.startswith("["):
            section = line.strip("[] ")
            continue
        for word in line.split():
            yield section, word
