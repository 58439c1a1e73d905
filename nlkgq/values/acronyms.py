"""``World Meteorological Organization`` where the graph holds ``WMO``: names that are stored by their initials."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from nlkgq.values.model import StoredValue, ValueIndex

_LEAST: Final = 3
_LONGEST: Final = 12
_MOST: Final = 12
_MARKS: Final = frozenset((",", "&"))
_MEETINGS: Final = frozenset(("conference", "symposium", "workshop", "congress", "meeting", "convention", "colloquium"))
SMALL: Final = frozenset(("of", "on", "for", "in", "and", "the", "to", "at", "&", "und", "für", "fur", "der", "des"))
"""Words inside names that their initials may leave out."""


def long_names(words: Sequence[str]) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """(start, end, the acronyms that may stand for it) for every longest run of capitalised words.

    A run with commas, as in "Conference on Waves, Tides and Signals", comes before the runs that it is made of.

    Args:
        words: A text in order, marks included; "" where a name cannot go on.

    >>> list(long_names("issued by the Royal Society of Arts".split()))
    [(3, 7, ('RSA', 'RSOA'))]
    """
    for start, end in capital_runs(words, fewest=_LEAST):
        yield start, end, _acronyms([w for w in words[start:end] if w not in _MARKS])


def capital_runs(words: Sequence[str], *, fewest: int) -> Iterator[tuple[int, int]]:
    """(start, end) of every longest run of capitalised words, those with commas before those that they are made of.

    Args:
        words: A text in order, marks included; "" where a name cannot go on.
        fewest: Capitalised words of a run.
    """
    start = 0
    while start < len(words):
        end = _end(words, start, commas=False)
        longer = _end(words, start, commas=True)
        for stop in dict.fromkeys((longer, end)):
            if sum(_is_capital(w) for w in words[start:stop]) >= fewest:
                yield start, stop
        start = max(end, start + 1)


def stored_acronym(acronyms: Sequence[str], index: ValueIndex) -> list[StoredValue]:
    """The values that are one of the acronyms, likeliest first, in capitals; [] when the graph holds none.

    An acronym with small letters is the value that is written so or in capitals: "HiPC".
    """
    for acronym in acronyms:
        stored = [v for v in index.lookup(acronym) if v.text in (acronym, acronym.upper())]
        if stored:
            return stored
    return []


def _end(words: Sequence[str], start: int, *, commas: bool) -> int:
    """Where the run of capitalised words ends that starts at a word."""
    end = start
    while end < len(words) and end - start < _LONGEST and _belongs(words, start, end, commas=commas):
        end += 1
    while end > start and not _is_capital(words[end - 1]):
        end -= 1
    return end


def _belongs(words: Sequence[str], start: int, place: int, *, commas: bool) -> bool:
    word = words[place]
    inner = place > start and (word.lower() in SMALL or (commas and word == ","))
    return _is_capital(word) or inner


def _is_capital(word: str) -> bool:
    return word[:1].isupper() and len(word) > 1


def _acronyms(words: Sequence[str]) -> tuple[str, ...]:
    """By the capitalised words, by all words and by some of the small ones, and without a first word that is an acronym
    itself; of what a conference is on, by that alone, and with two letters of one word: "HiPC".
    """
    found: dict[str, None] = {}
    meeting = not _MEETINGS.isdisjoint(w.lower() for w in words)
    for told in (words, words[1:] if words[0].isupper() else words):
        for letters in _letters(told, some=meeting):
            if len(letters) >= _LEAST:
                found[letters] = None
    on = next((n for n, w in enumerate(words) if n and w.lower() == "on" and words[n - 1].lower() in _MEETINGS), 0)
    if on:
        topic = words[on + 1 :]
        capitals = [w for w in topic if _is_capital(w)]
        doubled = (
            "".join(w[:2] if n == k else w[0] for k, w in enumerate(capitals))
            for n, word in enumerate(capitals)
            if word[1].islower()
        )
        for letters in (*_letters(topic, some=True), *doubled):
            if len(letters) > _LEAST:
                found[letters] = None
    return tuple(found)


def _letters(words: Sequence[str], *, some: bool) -> Iterator[str]:
    """First letters of the capitalised words, then of all, then, if asked for, of these and some small words."""
    small = [n for n, w in enumerate(words) if not _is_capital(w)]
    choices = [
        chosen
        for size in (0, len(small), *(range(1, len(small)) if some else ()))
        for chosen in combinations(small, size)
    ]
    for chosen in choices[:_MOST]:
        yield "".join(w[0] for n, w in enumerate(words) if _is_capital(w) or n in chosen).upper()
