"""How like a stored value is to what was typed: a score in [0, 1], and the way in which they are alike."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from nlkgq.masking.dates import dates
from nlkgq.values.folding import key, number_readings, words
from nlkgq.values.names import SMALL_WORDS, acronyms

How: TypeAlias = Literal[
    "exact", "folded", "number", "date", "order", "typo", "abbreviation", "initials", "synonym", "part", "near"
]
"""exact: character by character; folded: but for case, accents, spacing and punctuation; number, date: the same one,
written otherwise; order: the same words in another order; typo: with an error or two; abbreviation, initials: some or
all words cut short; synonym: another name of the same thing; part: some of its words; near: only roughly."""

_TITLE_WORDS = "mr mrs ms dr prof sir dame herr frau m mme st saint the"
_TITLES: Final = frozenset(_TITLE_WORDS.split())
_FUZZY_FROM: Final = 4  # shorter words are other words after one error
_PART_FLOOR: Final = 0.55
_BARE: Final = 0.8  # a single word that only begins another one
_CUT = re.compile(r"(\w{2,})\.(?!\w)")


class Likeness(NamedTuple):
    """``score`` in [0, 1], 1.0 for the same text."""

    score: float
    how: How


def likeness(asked: str, stored: str) -> Likeness:
    """How like ``stored`` is to ``asked``, what was typed.

    >>> likeness("Jordan", "Michael Jordan").how, likeness("B. Dirksen", "Baldwin Dirksen").how
    ('part', 'initials')
    >>> likeness("Dirksen, Baldwin", "Baldwin Dirksen").how, likeness("IBM", "International Business Machines").how
    ('order', 'initials')
    >>> likeness("Quent Ada", "Ada Quennt").how, likeness("5 January 2010", "2010-01-05").how
    ('typo', 'date')
    """
    if asked == stored:
        return Likeness(1.0, "exact")
    if _key(asked) == _key(stored):
        return Likeness(0.98, "folded")
    same = _same_number_or_date(asked, stored)
    if same is not None:
        return same
    ours, theirs = words(asked), words(stored)
    if not ours or not theirs:
        return Likeness(0.0, "near")
    if sorted(ours) == sorted(theirs):
        return Likeness(0.96, "order")
    dotted = frozenset(words(" ".join(_CUT.findall(asked))))
    return max(
        _misspelt(ours, theirs, cut=bool(dotted) or _initials(ours) > _initials(theirs)),
        _acronym(asked, ours, theirs),
        _word_by_word(ours, theirs, dotted),
        _rough(ours, theirs),
    )


@lru_cache(maxsize=4096)
def _key(text: str) -> str:
    return key(text)


def _same_number_or_date(asked: str, stored: str) -> Likeness | None:
    if not any(c.isdigit() for c in asked) or not any(c.isdigit() for c in stored):
        return None
    numbers = number_readings(asked)
    if numbers and set(numbers) & set(number_readings(stored)):
        return Likeness(0.97, "number")
    ours = _whole_dates(asked)
    if ours and any(re.fullmatch(rf"{re.escape(reading)}(?:T00:00:00(?:\.0+)?)?Z?", stored) for reading in ours):
        return Likeness(0.96 if len(ours) == 1 else 0.85, "date")
    return None


@lru_cache(maxsize=4096)
def _whole_dates(text: str) -> tuple[str, ...]:
    text = text.strip()
    return next((d.readings for d in dates(text) if (d.start, d.end) == (0, len(text))), ())


def errors_allowed(length: int) -> int:
    """How many typing errors a text of so many letters may hold.

    >>> [errors_allowed(n) for n in (3, 4, 8, 15)]
    [0, 1, 2, 3]
    """
    return 0 if length < _FUZZY_FROM else 1 if length < 8 else 2 if length < 15 else 3


def _initials(found: list[str]) -> int:
    return sum(len(word) == 1 and word.isalpha() for word in found)


def _misspelt(ours: list[str], theirs: list[str], *, cut: bool) -> Likeness:
    """The whole with a few errors; an error in a digit makes another code, however long it is.

    ``cut``: some word ends with a dot or is an initial, and is rather cut short than misspelt.
    """
    from rapidfuzz.distance import OSA

    best = Likeness(0.0, "near")
    for one, other in (("".join(ours), "".join(theirs)), (" ".join(sorted(ours)), " ".join(sorted(theirs)))):
        length = max(len(one), len(other))
        errors = OSA.distance(one, other, score_cutoff=errors_allowed(len(one)))
        if errors <= errors_allowed(len(one)):
            score = 0.95 - 0.35 * errors / length
            digits = [c for c in one if c.isdigit()] != [c for c in other if c.isdigit()]
            best = max(best, Likeness(min(score, 0.8) if digits else score - 0.1 * cut, "typo"))
    return best


def _acronym(asked: str, ours: list[str], theirs: list[str]) -> Likeness:
    """``IBM``, ``I.B.M.``: the first letters of all words, small ones or not."""
    letters = ours[0] if len(ours) == 1 else "".join(ours) if all(len(w) == 1 for w in ours) else ""
    if not 2 <= len(letters) <= 8 or len(theirs) < 2:
        return Likeness(0.0, "near")
    if letters not in acronyms(theirs):
        return Likeness(0.0, "near")
    upper = asked.replace(".", "").replace(" ", "").isupper()
    return Likeness((0.9 if upper else 0.75) - (0.05 if len(letters) == 2 else 0.0), "initials")


def _word_by_word(ours: list[str], theirs: list[str], dotted: frozenset[str]) -> Likeness:
    """Each word of ours stands for one of theirs: equal, misspelt, cut short, or its initial."""
    left = list(theirs)
    quality: list[float] = []
    hows: set[How] = set()
    extra = 0
    for word in sorted(ours, key=lambda w: (w not in theirs, -len(w))):
        value, how, mate = max(
            ((*_like(word, other, cut=word in dotted), other) for other in left), default=(0.0, "near", "")
        )
        if value > 0.0:
            left.remove(mate)
            quality.append(value)
            hows.add(how)
        elif len(word) == 1 or word in _TITLES or word in SMALL_WORDS:
            extra += 1
        else:
            return Likeness(0.0, "near")
    if not quality or max(quality) < 0.75:
        return Likeness(0.0, "near")
    mean = sum(quality) / len(quality)
    left = [w for w in left if w not in SMALL_WORDS] or []
    if not left:
        order: tuple[How, ...] = ("initials", "abbreviation", "typo")
        kind: How = next((how for how in order if how in hows), "order")
        if kind == "abbreviation" and len(ours) == 1 and not dotted:
            return Likeness(_BARE, kind)
        # a word too many beside a single word makes another name
        return Likeness(max(0.0, 0.7 + 0.25 * mean - (0.08 if len(quality) > 1 else 0.2) * extra), kind)
    covered = 1 - sum(map(len, left)) / sum(map(len, theirs))
    return Likeness((_PART_FLOOR + 0.3 * covered) * (0.5 + 0.5 * mean), "part")


def _like(word: str, other: str, *, cut: bool) -> tuple[float, How]:
    """How good a word is for another; ``cut``: it ends with a dot."""
    from rapidfuzz.distance import OSA

    if word == other:
        return 1.0, "order"
    if len(word) == 1:
        return (0.6, "initials") if other[0] == word and len(other) > 1 else (0.0, "near")
    if min(len(word), len(other)) >= _FUZZY_FROM and not word.isdigit() and not other.isdigit():
        allowed = min(2, errors_allowed(len(word)))
        errors = OSA.distance(word, other, score_cutoff=allowed)
        if errors <= allowed and not (cut and other.startswith(word)):
            return 0.95 - errors / len(word) * 0.6 - 0.1 * cut, "typo"
    if len(word) < len(other) and word.isalpha() and word[0] == other[0]:
        if other.startswith(word):
            return (0.9 if cut else 0.8), "abbreviation"
        # what is drawn together keeps its last letter: intl, dept, bldg
        if len(word) > 2 and other[-1] == word[-1] and _in_order(word, other):
            return (0.85 if cut else 0.75), "abbreviation"
    return 0.0, "near"


def _in_order(letters: str, word: str) -> bool:
    rest = iter(word)
    return all(letter in rest for letter in letters)


def _rough(ours: list[str], theirs: list[str]) -> Likeness:
    from rapidfuzz import fuzz

    return Likeness(0.7 * fuzz.ratio(" ".join(sorted(ours)), " ".join(sorted(theirs))) / 100, "near")
