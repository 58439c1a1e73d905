"""Dates as people write them become the dates of XML Schema: ``14 March 2018`` is 2018-03-14, ``in March`` is --03."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from nlkgq.masking.dates import MONTHS, dates

_QUOTED: Final = re.compile(r"\"[^\"]*\"|“[^”]*”|„[^“”]*[“”]|(?<!\w)'[^']*'(?!\w)")
_DECADE: Final = re.compile(
    r"\b(?:(?:in|during|of|from|within|in den)\s+(?:the\s+)?)?((?:1[5-9]|20)\d)0['’]?(?:s|er)(?:\s+jahren)?(?!\w)",
    re.IGNORECASE,
)
_TENS: Final = ("twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties")
_SHORT_DECADE: Final = re.compile(
    r"\b(?:in|during|of|from|within)\s+the\s+(?:['’]?([2-9])0['’]?s|(" + "|".join(_TENS) + r"))(?!\w)", re.IGNORECASE
)
_MONTH: Final = re.compile(
    r"\b(?P<before>(?:in|during|im)\s+(?:the\s+month\s+of\s+)?)(?P<month>" + "|".join(MONTHS) + r")\b(?!\s*,?\s*\d)",
    re.IGNORECASE,
)
_ARTICLE: Final = re.compile(r"(?:\bthe\s+)$", re.IGNORECASE)


def with_dates(text: str, held: Callable[[str], bool]) -> str:
    """The question with its dates written as XML Schema writes them, months as ``--MM`` and a decade as its years.

    What is quoted or stored stays, and so does a date that could be two.

    Args:
        text: A question.
        held: Whether the graph stores a text as it stands.

    >>> with_dates("Which ships sailed on March 14, 2018 or in May?", lambda text: False)
    'Which ships sailed on 2018-03-14 or in --05?'
    >>> with_dates("Who was born in the 1980s?", lambda text: False)
    'Who was born between 1980 and 1989?'
    >>> with_dates("songs from the nineties", lambda text: False)
    'songs between 1990 and 1999'
    """
    quoted = [m.span() for m in _QUOTED.finditer(text)]

    def is_free(start: int, end: int) -> bool:
        return not any(s < end and start < e for s, e in quoted) and not held(text[start:end])

    spans: list[tuple[int, int, str]] = []
    for m in _DECADE.finditer(text):
        if is_free(*m.span()):
            spans.append((m.start(), m.end(), f"between {m[1]}0 and {m[1]}9"))
    for m in _SHORT_DECADE.finditer(text):
        if is_free(*m.span()):
            ten = int(m[1]) if m[1] else _TENS.index(m[2].lower()) + 2
            spans.append((m.start(), m.end(), f"between 19{ten}0 and 19{ten}9"))
    for found in sorted(dates(text), key=lambda d: (d.start - d.end, d.start)):
        start = _ARTICLE.sub("", text[: found.start])
        told = text[found.start : found.end]
        plain = len(found.readings) == 1 and re.search(r"[^\d-]", told) and ":" not in found.readings[0]
        if plain and is_free(found.start, found.end) and not _overlaps(found.start, found.end, spans):
            spans.append((len(start), found.end, _spaced(text, len(start)) + found.readings[0]))
    for m in _MONTH.finditer(text):
        if m["month"][:1].isupper() and is_free(*m.span("month")) and not _overlaps(*m.span(), spans):
            spans.append((m.start(), m.end(), f"in --{MONTHS[m['month'].lower()]:02}"))
    for first, last, written in sorted(spans, reverse=True):
        text = text[:first] + written + text[last:]
    return text


def _spaced(text: str, place: int) -> str:
    return " " if place and not text[place - 1].isspace() else ""


def _overlaps(start: int, end: int, spans: list[tuple[int, int, str]]) -> bool:
    return any(s < end and start < e for s, e, _ in spans)
