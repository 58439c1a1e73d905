"""Identifiers written out: short forms in full (``lname``), words written together taken apart (``petid``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice, product

_STATING = ("is", "has")
_TAILS = frozenset(
    ("id", "name", "type", "code", "date", "year", "age", "number", "no", "num", "count", "title", "time", "key")
)
"""Words that end identifiers written in one piece."""
_OF_TIME = frozenset(("sec", "secs", "min", "mins", "hr", "hrs", "ms"))
"""Units, cut short, that end identifiers: `play_sec` is how long, the playing time."""
_MOST = 8
"""Ways to write an identifier out whose short forms may stand for several words each."""


class Identifiers:
    """How the identifiers of a vocabulary are written out.

    >>> identifiers = Identifiers(abbreviations={"dur": ("duration",), "min": ("minimum", "minutes")})
    >>> identifiers.written_out(("dur", "min"))
    ('duration minimum', 'duration minutes', 'duration time')

    Args:
        abbreviations: Short form -> what it may stand for, likeliest first; words of a phrase are joined by ``_``.
        words: Of all identifiers, folded, of three letters and more.
        class_words: Of the names of classes, without a plural's "s".
        listed: Words that a general list knows.
    """

    def __init__(
        self,
        *,
        abbreviations: Mapping[str, tuple[str, ...]] | None = None,
        words: frozenset[str] = frozenset(),
        class_words: frozenset[str] = frozenset(),
        listed: frozenset[str] = frozenset(),
    ) -> None:
        self._abbreviations = abbreviations or {}
        self._words = words
        self._class_words = class_words
        self._listed = listed

    def written_out(self, words: Sequence[str], *, freely: bool = False) -> tuple[str, ...]:
        """An identifier in full, likeliest first.

        Args:
            words: Of the identifier, folded.
            freely: Whether two general words written together may be taken apart, as in names of properties.
        """
        options = [self._options(word, freely=freely) for word in words]
        if len(words) > 1 and words[-1] in _OF_TIME:
            options[-1] += ("time",)
        return tuple(" ".join(chosen) for chosen in islice(product(*options), _MOST))

    def _options(self, word: str, *, freely: bool) -> tuple[str, ...]:
        if word in self._abbreviations:
            return tuple(full.replace("_", " ") for full in self._abbreviations[word])
        told = next((p for p in _STATING if word.startswith(p) and len(word) - len(p) >= 5), "")
        if told:
            return (f"{told} {word[len(told) :]}",)
        if freely and word.startswith("num") and word.endswith("s") and len(word) > 7:
            # `numbeds`
            return (f"number {word.removeprefix('num')}",)
        for cut in range(len(word) - 2, 2, -1):
            head, tail = word[:cut], word[cut:]
            known = head in self._words or f"{head}s" in self._words
            known = known or (tail in self._class_words and head in self._listed)
            plain = freely and len(tail) > 3 and tail in self._listed and head in self._listed and len(head) > 3
            if plain or ((tail in _TAILS or tail in self._class_words) and (known or head in self._abbreviations)):
                return (f"{self._full(head)} {self._full(tail)}",)
        return (word,)

    def _full(self, word: str) -> str:
        return self._abbreviations.get(word, (word,))[0].replace("_", " ")
