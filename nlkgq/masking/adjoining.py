"""Words that belong to a value for what they adjoin: the number behind a street, the other half of a torn word."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import Final

from nlkgq.masking.number_words import number_words
from nlkgq.masking.passing import Word
from nlkgq.masking.spans import Places, Span

_TORN = re.compile(r"[-=‐‑\u00ad]?[ \t]*\r?\n[\s>|]*")
"""The end of a line within a number: a copied column, a quoted mail."""
_TORN_WORD = re.compile(r"[-=‐‑\u00ad][ \t]*\r?\n[\s>|]*")
_CLOSE = re.compile(r"(?:[^\w\s,]|[ъьЪЬʼʻ]){0,3}[ \u00a0]?")
"""Marks, and letters that folding leaves out."""
_AT: Final = frozenset({"at", "arobase", "klammeraffe", "arroba"})
_LISTED = re.compile(r"[\s,.…]+")
_SKIPPED: Final = frozenset(
    (
        *(
            "no",
            "nr",
            "num",
            "number",
            "nummer",
            "numéro",
            "número",
            "n",
            "sorry",
            "er",
            "erm",
            "uh",
            "um",
            "i",
            "mean",
        ),
        *(
            "wait",
            "correction",
            "rather",
            "actually",
            "nein",
            "moment",
            "quatsch",
            "verzeihung",
            "pardon",
            "non",
            "anzi",
        ),
        *("scusa", "scusi", "perdón", "digo", "ich", "meine", "euh", "äh", "ähm"),
    )
)
"""Words between a street and its number, and of those who correct themselves."""
_MOST_SKIPPED: Final = 4
_LIMITS: Final = frozenset(
    (
        *("top", "first", "last", "than", "least", "most", "over", "under", "only", "exactly", "above", "below", "has"),
        *(
            "have",
            "had",
            "equals",
            "is",
            "are",
            "mindestens",
            "höchstens",
            "über",
            "unter",
            "als",
            "que",
            "de",
            "moins",
        ),
    )
)
"""Words that a count stands behind."""

Reasons = Sequence[str | None]


def _is_masked(words: Sequence[Word], reasons: Reasons, taken: Sequence[Span]) -> Callable[[int], bool]:
    places = Places(taken)

    def masked(place: int) -> bool:
        if not 0 <= place < len(words):
            return False
        return reasons[place] is None or places.cover(words[place].start, words[place].end)

    return masked


def torn_words(question: str, words: Sequence[Word], reasons: Reasons, taken: Sequence[Span]) -> list[str | None]:
    """The reasons without those of words that are one with a masked word, but for the end of a line or foreign signs.

    ("hill-\\nquent"; "√©lie" of a text that was read in a wrong encoding.)
    """
    found = list(reasons)
    masked = _is_masked(words, found, taken)
    for place in [*range(len(words) - 1), *reversed(range(len(words) - 1))]:
        if masked(place) == masked(place + 1):
            continue
        gap = question[words[place].end : words[place + 1].start]
        counts = "count" in (found[place], found[place + 1])
        sign = not gap and any(_is_foreign(words[n].text) for n in (place, place + 1))
        if sign or _is_foreign(gap) or (_TORN.fullmatch(gap) if counts else _TORN_WORD.fullmatch(gap)):
            found[place] = found[place + 1] = None
    return found


def _is_foreign(text: str) -> bool:
    """Whether a text is nothing but symbols beyond ASCII, other than emoji."""
    return bool(text) and all("\x7f" < c < "\u2600" and unicodedata.category(c)[0] in "SC" for c in text)


def behind_names(question: str, words: Sequence[Word], reasons: Reasons, taken: Sequence[Span]) -> list[str | None]:
    """The reasons without those of counts right beside a name: the 12 of "Quent Street 12" counts nothing.

    One before a word that passes does ("Quent 3 times").
    """
    found = list(reasons)
    masked = _is_masked(words, found, taken)

    def counts(place: int) -> bool:
        """Whether what stands behind a count is what it counts."""
        if place + 1 >= len(words) or question[words[place].end : words[place + 1].start] != " ":
            return False
        return found[place + 1] is not None and not masked(place + 1)

    for place, word in enumerate(words):
        if _is_spoken_digit(question, words, place, masked):
            found[place] = None
        if found[place] != "count":
            continue
        counted = counts(place)
        function = counted and str(found[place + 1]).startswith("function")
        beside = place > 0 and masked(place - 1) and _CLOSE.fullmatch(question, words[place - 1].end, word.start)
        if _in_pieces(question, words, place, masked) or (
            (not counted or function)
            and (
                beside
                or _follows(question, words, found, place, masked)
                or _is_day(question, words, place, masked)
                or (not counted and _is_listed(question, words, place, masked))
            )
        ):
            found[place] = None
    return found


def _is_spoken_digit(question: str, words: Sequence[Word], place: int, masked: Callable[[int], bool]) -> bool:
    """The "four" of an address that is read out: "quent four at corp dot example"."""
    if not 0 < place < len(words) - 1 or not masked(place - 1):
        return False
    gaps = {question[words[n].end : words[n + 1].start] for n in (place - 1, place)}
    if gaps != {" "} or not (masked(place + 1) or words[place + 1].text.casefold() in _AT):
        return False
    return any(number.reading for number in number_words(words[place].text))


def _in_pieces(question: str, words: Sequence[Word], place: int, masked: Callable[[int], bool]) -> bool:
    """The cents of an amount, the year of a number: "1200.50", "7060/19"."""
    return place > 0 and masked(place - 1) and question[words[place - 1].end : words[place].start] in {".", ",", "/"}


def _follows(question: str, words: Sequence[Word], reasons: Reasons, place: int, masked: Callable[[int], bool]) -> bool:
    """Behind a name and a small word: "quent street 12", "Quent Street no. 12", "Quent Street, no, sorry, 12"."""
    before = question[words[place - 1].end : words[place].start] if place else ""
    if place > 1 and before == " " and str(reasons[place - 1]).startswith("common"):
        return masked(place - 2) and question[words[place - 2].end : words[place - 1].start] == " "
    for step in range(1, _MOST_SKIPPED + 2):
        last = place - step
        if last < 0 or not _LISTED.fullmatch(question, words[last].end, words[last + 1].start):
            return False
        if words[last].text.casefold() not in _SKIPPED:
            return masked(last) and step > 1
    return False


def _is_day(question: str, words: Sequence[Word], place: int, masked: Callable[[int], bool]) -> bool:
    """Before an unknown word and a number of four digits: "11. ноября 1979"."""
    if place + 2 >= len(words):
        return False
    month, year = words[place + 1], words[place + 2]
    return (
        masked(place + 1)
        and masked(place + 2)
        and len(year.text) == len("1979")
        and year.text.isdecimal()
        and question[words[place].end : month.start].strip() in {"", "."}
        and question[month.end : year.start].strip() in {"", "."}
    )


def _is_listed(question: str, words: Sequence[Word], place: int, masked: Callable[[int], bool]) -> bool:
    """Nothing but a comma parts it from a name, and no word says that it counts: "in 17, Quent Street"."""
    if place and words[place - 1].text.casefold() in _LIMITS:
        return False
    behind = question[words[place].end : words[place + 1].start] if place + 1 < len(words) else ""
    before = question[words[place - 1].end : words[place].start] if place else ""
    return (behind.strip() == "," and masked(place + 1)) or (before.strip() == "," and masked(place - 1))
