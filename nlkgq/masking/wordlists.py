"""The shipped lists of words that tell nothing: function words and reviewed common words, with their inflections."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

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
    """Words -> the language whose list holds them (the first of `LANGUAGES`).

    ``function`` is for words in lower case; ``common`` for words exactly as they are written. ``generic`` words pass
    even where the graph stores them as a whole value.
    """

    function: dict[str, str]
    common: dict[str, str]
    generic: frozenset[str]


@cache
def word_lists() -> WordLists:
    """The lists of all languages; read once."""
    function: dict[str, str] = {}
    common: dict[str, str] = {}
    for language in LANGUAGES:
        for _, word in _entries(f"function_{language}.txt"):
            function.setdefault(word, language)
        for section, word in _entries(f"common_{language}.txt"):
            for form in _INFLECT[section](word):
                common.setdefault(form, language)
    generic = frozenset(word for _, word in _entries("generic.txt"))
    return WordLists(function=function, common=common, generic=generic)


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


def _plural(word: str) -> str:
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return word + "es"
    if word.endswith("y") and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    return word + "s"


def _noun(word: str) -> tuple[str, ...]:
    return (word, _plural(word))


def _verb(word: str) -> tuple[str, ...]:
    """The regular forms of an English verb; irregular ones are listed."""
    if word.endswith("e") and not word.endswith(("ee", "oe", "ye")):
        stems: tuple[str, ...] = (word[:-1],)
    elif word.endswith("y") and word[-2] not in "aeiou":
        return (word, word[:-1] + "ies", word[:-1] + "ied", word + "ing")
    elif len(word) > 2 and word[-1] not in "aeiouwxy" and word[-2] in "aeiou" and word[-3] not in "aeiou":
        stems = (word, word + word[-1])  # submit, submitting; offer, offering
    else:
        stems = (word,)
    return (word, _plural(word), *(stem + ending for stem in stems for ending in ("ed", "ing")))


def _adjective(word: str) -> tuple[str, ...]:
    stem = word[:-1] if word.endswith("e") else word[:-1] + "i" if word.endswith("y") else word
    graded = (stem + "er", stem + "est") if len(word) <= 7 else ()
    return (word, *graded)


def _as_it_is(word: str) -> tuple[str, ...]:
    return (word,)


_INFLECT: Final = {
    "nouns": _noun,
    "verbs": _verb,
    "adjectives": _adjective,
    "other": _as_it_is,
    "forms": _as_it_is,
}
