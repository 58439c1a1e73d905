"""General words of a language: function words, irregular forms, synonyms, measuring adjectives, question words.

The lists are data files beside this module (``words_en.toml``, ``words_de.toml``); nothing in them comes from a graph.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Literal

Direction = Literal["max", "min"]
STEMMERS: Mapping[str, str] = {"en": "english", "de": "german"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What is known of one language; every word is folded, phrases are joined by ``_``.

    Args:
        groups: Word -> numbers of the synonym groups it stands in.
        borrowed: The same for English words that the list of another language quotes.
        asked: The same for words that stand for the others in a question only: who asks for the people of a country
            may mean its population, but the population is not its people.
        adjectives: Adjective in any degree -> (direction, property words) alternatives, likeliest first.
        question_words: Question word or phrase (``how_long``) -> words for what it asks.
        abbreviations: Short form in identifiers -> the words or phrases it may stand for, likeliest first.
    """

    language: str
    function_words: frozenset[str] = frozenset()
    irregular: Mapping[str, str] = field(default_factory=dict)
    groups: Mapping[str, frozenset[str]] = field(default_factory=dict)
    borrowed: Mapping[str, frozenset[str]] = field(default_factory=dict)
    asked: Mapping[str, frozenset[str]] = field(default_factory=dict)
    adjectives: Mapping[str, tuple[tuple[Direction, tuple[str, ...]], ...]] = field(default_factory=dict)
    question_words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    abbreviations: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@lru_cache(maxsize=100_000)
def fold(text: str) -> str:
    """Case and diacritics removed (Unicode NFKD), typographic apostrophes made plain.

    >>> fold("Größe"), fold("Doráti’s")
    ('grosse', "dorati's")
    """
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.replace("’", "'").casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c))


_DIGRAPH = re.compile(r"(?<=[aou])e")


def plain_umlauts(word: str) -> tuple[str, ...]:
    """A folded German word with "ae", "oe" and "ue" as folded umlauts: all of them, then one at a time.

    >>> plain_umlauts("fuer"), plain_umlauts("boese")
    (('fur',), ('bose',))
    """
    places = [m.start() for m in _DIGRAPH.finditer(word)]
    every = "".join(c for n, c in enumerate(word) if n not in places)
    single = [word[:n] + word[n + 1 :] for n in places]
    return tuple(dict.fromkeys((every, *single))) if places else ()


@cache
def stemmer(language: str) -> Callable[[str], str]:
    """A cached Snowball stemmer for folded words of ``language`` (``en``, ``de``); the identity for others."""
    if language not in STEMMERS:
        return lambda word: word
    import snowballstemmer

    stem = snowballstemmer.stemmer(STEMMERS[language]).stemWord
    irregular = load_words(language).irregular
    heads = tuple(w for w in irregular if len(w) >= _SHORTEST_HEAD) if language == "de" else ()
    lock = threading.Lock()  # a Snowball stemmer keeps the word it works on in itself

    @lru_cache(maxsize=100_000)
    def stem_word(word: str) -> str:
        with lock:
            return str(stem(irregular.get(word) or _with_regular_head(word, heads, irregular)))

    return stem_word


_SHORTEST_HEAD = 5


def _with_regular_head(word: str, heads: tuple[str, ...], irregular: Mapping[str, str]) -> str:
    """``Produktionsländer`` is inflected as ``Länder`` is: a compound is, by its last part."""
    if not heads:
        return word
    if word.endswith("innen") and len(word) > len("innen") + 3:
        # "Autorinnen"
        return word.removesuffix("nen")
    if not word.endswith(heads):
        return word
    head = max((h for h in heads if word.endswith(h)), key=len)
    return word.removesuffix(head) + irregular[head]


@cache
def load_words(language: str) -> Words:
    """The lists of ``language`` from the package; empty ones for a language without a file."""
    import tomllib
    from importlib.resources import files

    resource = files("nlkgq.ontology").joinpath(f"words_{language}.toml")
    if not resource.is_file():
        return Words(language=language)
    raw = tomllib.loads(resource.read_text(encoding="utf-8"))
    return Words(
        language=language,
        function_words=frozenset(fold(w) for w in raw["function_words"].split()),
        irregular=dict(_pairs(raw["irregular"])),
        groups=_groups(raw["synonyms"], language, "own"),
        borrowed=_groups(raw["synonyms"], language, "borrowed"),
        asked=_groups(raw["synonyms"], language, "asked"),
        adjectives=_adjectives(raw["adjectives"]),
        question_words={key: tuple(words.split()) for key, words in _definitions(raw["question_words"])},
        abbreviations={short: tuple(full) for short, *full in map(str.split, _lines(raw["abbreviations"]))},
    )


def _lines(text: str) -> list[str]:
    return [fold(line.strip()) for line in text.splitlines() if line.strip()]


def _pairs(text: str) -> list[tuple[str, str]]:
    return [(line.split()[0], line.split()[1]) for line in _lines(text)]


def _definitions(text: str) -> list[tuple[str, str]]:
    """``a b = c d`` as pairs (a, "c d"), (b, "c d")."""
    found = []
    for line in _lines(text):
        left, _, right = line.partition("=")
        found += [(word, right.strip()) for word in left.split()]
    return found


def _groups(text: str, language: str, part: str) -> dict[str, frozenset[str]]:
    """``own words ?asked | borrowed`` as word -> groups, for one part of the lines."""
    found: dict[str, set[str]] = {}
    for number, line in enumerate(_lines(text)):
        left, _, right = line.partition("|")
        words = right.split() if part == "borrowed" else left.split()
        for word in words:
            if part == "borrowed" or word.startswith("?") == (part == "asked"):
                found.setdefault(word.removeprefix("?"), set()).add(f"{language}{number}")
    return {word: frozenset(groups) for word, groups in found.items()}


def _adjectives(text: str) -> dict[str, tuple[tuple[Direction, tuple[str, ...]], ...]]:
    found = {}
    for word, meaning in _definitions(text):
        senses: list[tuple[Direction, tuple[str, ...]]] = []
        for part in meaning.split(";"):
            direction, _, properties = part.partition(":")
            senses.append(("min" if direction.strip() == "min" else "max", tuple(properties.split())))
        found[word] = tuple(senses)
    return found
