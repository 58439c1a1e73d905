"""Names that are written otherwise than they are stored: "Quent, Orsolya", "Quent, O.", "Jr., O. Quent"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from nlkgq.values.folding import with_letters, words
from nlkgq.values.model import ValueIndex, ValueMatch

_SCORE: Final = 0.7
"""Least share of the stored name's words that are typed, counting initials."""
_SHAPE: Final = re.compile(r"[^\W\d_][^\s,]*(?:[ -][^\W\d_][^\s,]*)*,? [^\W\d_].*|[^\W\d_]\. ?[^\W\d_].*")
_BEFORE: Final = re.compile(r"(?:(?<!\w)[^\W\d_]\. ?)+\Z")
_BEHIND: Final = re.compile(r"(?:[-. ]{0,2}[^\W\d_](?=\.))*(?:(?<=[ -.][^\W\d_])\.(?=,|[ ]\w))?")
"""Further initials, and the last one's dot where it does not end the question."""
_MIDDLE: Final = re.compile(r"(?<!\w)[^\W\d_]{2,40}(?: [^\W\d_]\.){1,3} [^\W\d_]{2,40}(?!\w)")
_MOST: Final = 5
_SON_BEFORE: Final = re.compile(r"(?<!\w)(?:Jr|Sr|II|III|IV)\.?, ?\Z")
_SON_BEHIND: Final = re.compile(r",? (?:Jr|Sr|II|III|IV)(?!\w)(?:\.(?=,|[ ]\w))?")
_LONGEST: Final = len("III., ")
"""What tells the son from the father: "Jr., O. Quent", "O. Quent, Jr."."""


def reordered_names(question: str, matches: Sequence[ValueMatch]) -> Iterator[ValueMatch]:
    """Stretches in capitals whose words are those of stored names in another order or by their initials.

    They are one value each, and the names are what is meant, not whatever contains the words as they stand.

    Args:
        question: The text.
        matches: What the index finds in it.
    """
    for match in matches:
        typed = with_letters(question[match.start : match.end])
        if match.kind != "part" or match.score < _SCORE or not _SHAPE.fullmatch(typed) or not _in_capitals(typed):
            continue
        before, behind = _BEFORE.search(question, 0, match.start), _BEHIND.match(question, match.end)
        start = match.start if before is None else before.start()
        end = match.end if behind is None else behind.end()
        for first, last in _with_generation(question, start, end):
            asked = words(with_letters(question[first:last]))
            named = tuple(v for v in match.values if is_reordered(asked, words(v.text)))
            if named:
                yield replace(match, kind="fuzzy", start=first, end=last, values=named)
                break


def initialled_names(question: str, index: ValueIndex) -> Iterator[ValueMatch]:
    """Stretches like "Ida M. Prell" that name what the graph holds with the second name written out.

    Args:
        question: The text.
        index: The graph's values.
    """
    for found in _MIDDLE.finditer(question):
        asked = words(with_letters(found.group()))
        near = (v for match in index.search(found.group(), limit=_MOST) for v in match.values)
        named = tuple(dict.fromkeys(v for v in near if is_reordered(asked, words(v.text))))
        if named:
            yield ValueMatch(start=found.start(), end=found.end(), kind="fuzzy", score=_SCORE, values=named)


def _with_generation(question: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A stretch with what tells the son from the father before or behind it, and without."""
    before, behind = _SON_BEFORE.search(question, max(0, start - _LONGEST), start), _SON_BEHIND.match(question, end)
    if before is not None:
        yield before.start(), end
    if behind is not None:
        yield start, behind.end()
    yield start, end


def _in_capitals(text: str) -> bool:
    """Whether the first word and another begin with a capital: particles do not ("Quent, Ida von")."""
    pieces = re.findall(r"[^\W\d_]+", text)
    return pieces[0][0].isupper() and any(piece[0].isupper() for piece in pieces[1:])


def is_reordered(typed: Sequence[str], stored: Sequence[str]) -> bool:
    """Whether every word typed is a word of the name, or the initial of one, but not all as they stand in it.

    >>> is_reordered(("quent", "o"), ("orsolya", "quent")), is_reordered(("quent",), ("orsolya", "quent"))
    (True, False)
    """
    left = list(stored)
    for word in sorted(typed, key=len, reverse=True):
        fitting = next((w for w in left if w == word or (len(word) == 1 and w.startswith(word))), None)
        if fitting is None:
            return False
        left.remove(fitting)
    return f" {' '.join(typed)} " not in f" {' '.join(stored)} "
