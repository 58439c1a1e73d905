"""Phrases that stand for an operation of the query, from the lists of each language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from nlkgq.generation.offline.tokens import Token
from nlkgq.ontology.words import Direction, fold, load_words


@dataclass(frozen=True, slots=True)
class OperatorSpan:
    """Tokens ``start`` to ``end`` (exclusive) that stand for ``name``, such as ``count`` or ``greater``."""

    start: int
    end: int
    name: str


@dataclass(frozen=True, slots=True)
class Adjective:
    """A measuring adjective: ``senses`` pairs a direction with property words, likeliest first."""

    degree: str
    senses: tuple[tuple[Direction, tuple[str, ...]], ...]


@cache
def _phrases(language: str) -> dict[str, list[tuple[tuple[str, ...], str]]]:
    """First word -> (words of the phrase, operator), longest first."""
    import tomllib
    from importlib.resources import files

    resource = files("nlkgq.generation.offline").joinpath(f"operators_{language}.toml")
    if not resource.is_file():
        return {}
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for name, text in tomllib.loads(resource.read_text(encoding="utf-8")).items():
        for phrase in text.split("|"):
            words = tuple(fold(phrase).split())
            found.setdefault(words[0], []).append((words, name))
    for phrases in found.values():
        phrases.sort(key=lambda p: -len(p[0]))
    return found


def find_operators(tokens: Sequence[Token], languages: Sequence[str]) -> list[OperatorSpan]:
    """Every phrase of every operator, overlaps included, in order of ``start``.

    >>> from nlkgq.generation.offline.tokens import tokenize
    >>> [s.name for s in find_operators(tokenize("more than 3"), ["en"])][:1]
    ['greater']
    """
    words = [t.folded if t.kind == "word" else "" for t in tokens]
    found = []
    for start, word in enumerate(words):
        for language in languages:
            for phrase, name in _phrases(language).get(word, ()):
                if tuple(words[start : start + len(phrase)]) == phrase:
                    found.append(OperatorSpan(start, start + len(phrase), name))
    return found


def phrase_starts(tokens: Sequence[Token], start: int, name: str, languages: Sequence[str]) -> int:
    """How many tokens from a place on are a phrase that stands for an operation, the longest one; 0 for none.

    >>> from nlkgq.generation.offline.tokens import tokenize
    >>> phrase_starts(tokenize("at least 3"), 0, "at_least", ["en"])
    2
    """
    word = tokens[start].folded
    phrases = [words for language in languages for words, told in _phrases(language).get(word, ()) if told == name]
    said = tuple(t.folded for t in tokens[start:])
    return max((len(words) for words in phrases if said[: len(words)] == words), default=0)


@cache
def operator_words(language: str) -> frozenset[str]:
    """Every word of the phrases that stand for operations.

    >>> "falls" in operator_words("en")
    True
    """
    return frozenset(w for phrases in _phrases(language).values() for words, _ in phrases for w in words)


def is_operator_itself(word: str, languages: Sequence[str]) -> bool:
    """Whether a folded word stands for an operation without others beside it.

    >>> is_operator_itself("without", ["en"]), is_operator_itself("high", ["en"])
    (True, False)
    """
    return any(phrase == (word,) for language in languages for phrase, _ in _phrases(language).get(word, ()))


def is_unit(word: str, languages: Sequence[str]) -> bool:
    """Whether a folded word is a unit of measure.

    >>> is_unit("years", ["en"]), is_unit("voxels", ["en"])
    (True, False)
    """
    return any(name == "unit" for language in languages for _, name in _phrases(language).get(word, ()))


def says_little(word: str, languages: Sequence[str]) -> bool:
    """Whether a folded word often only fills a sentence.

    >>> says_little("used", ["en"]), says_little("sail", ["en"])
    (True, False)
    """
    return any(
        name == "filler" and phrase == (word,)
        for language in languages
        for phrase, name in _phrases(language).get(word, ())
    )


@cache
def operator_units() -> frozenset[str]:
    """The English words for what is measured in.

    >>> "metres" in operator_units()
    True
    """
    return frozenset(
        w for phrases in _phrases("en").values() for words, name in phrases if name == "unit" for w in words
    )


def adjective(word: str, languages: Sequence[str]) -> Adjective | None:
    """The measuring adjective that a folded word is, with its degree; None for other words.

    >>> adjective("longest", ["en"]).degree, adjective("cheaper", ["en"]).senses[0][0]
    ('superlative', 'min')
    """
    for language in languages:
        senses = load_words(language).adjectives.get(word)
        if senses:
            return Adjective(_degree(word), senses)
    return None


def _degree(word: str) -> str:
    if word.endswith(("est", "sten", "ste", "ster", "stes")) or word in _SUPERLATIVES:
        return "superlative"
    if word.endswith("er") or word in _COMPARATIVES:
        return "comparative"
    return "positive"


_SUPERLATIVES = frozenset(("latest", "best", "worst", "dearest", "eldest", "last"))
_COMPARATIVES = frozenset(("better", "worse", "less"))
