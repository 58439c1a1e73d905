"""``World Meteorological Organization`` where the graph holds ``WMO``: names that are stored by their initials."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from nlkgq.values.model import StoredValue, ValueIndex

_LEAST: Final = 3
_LONGEST: Final = 10
_SMALL: Final = frozenset(("of", "on", "for", "in", "and", "the", "to", "at", "&", "und", "für", "fur", "der", "des"))


def long_names(words: Sequence[str]) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """(start, end, the acronyms that may stand for it) for every longest run of capitalised words.

    Args:
        words: A text in order; "" where a name cannot go on.

    >>> list(long_names("issued by the Royal Society of Arts".split()))
    [(3, 7, ('RSA', 'RSOA'))]
    """
    start = 0
    while start < len(words):
        end = start
        while end < len(words) and end - start < _LONGEST and _belongs(words, start, end):
            end += 1
        while end > start and not _is_capital(words[end - 1]):
            end -= 1
        told = words[start:end]
        if sum(map(_is_capital, told)) >= _LEAST:
            yield start, end, _acronyms([w for w in told if w != "&"])
        start = max(end, start + 1)


def stored_acronym(acronyms: Sequence[str], index: ValueIndex) -> list[StoredValue]:
    """The values that are one of the acronyms, likeliest first, in capitals; [] when the graph holds none."""
    for acronym in acronyms:
        stored = [v for v in index.lookup(acronym) if v.text.upper() == v.text]
        if stored:
            return stored
    return []


def _belongs(words: Sequence[str], start: int, place: int) -> bool:
    return _is_capital(words[place]) or (place > start and words[place].lower() in _SMALL)


def _is_capital(word: str) -> bool:
    return word[:1].isupper() and len(word) > 1


def _acronyms(words: Sequence[str]) -> tuple[str, ...]:
    """By the capitalised words, by all words, and both without a first word that is an acronym itself."""
    found: dict[str, None] = {}
    for told in (words, words[1:] if words[0].isupper() else words):
        for chosen in ([w for w in told if _is_capital(w)], told):
            letters = "".join(w[0] for w in chosen).upper()
            if len(letters) >= _LEAST:
                found[letters] = None
    return tuple(found)
