"""Recognition by shape alone: marked text, addresses, telephone numbers, dates, numbers, identifiers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from nlkgq.masking.dates import dates
from nlkgq.masking.dictated import record_fields, spelt_letters, spoken_dates
from nlkgq.masking.number_words import number_words
from nlkgq.masking.spans import Span, span
from nlkgq.values.folding import canonical_number, number_readings

MAX_COUNT: Final = 20
"""Whole numbers up to this one are counts ("the top 5") and pass."""
_COUNTS: Final = frozenset(range(MAX_COUNT + 1))
_COUNT_TEXTS: Final = frozenset(map(str, _COUNTS))

_BRACKETS = re.compile(r"\[([^\[\]]+)\]")
_QUOTED = re.compile(
    r"\"([^\"]+)\"|“([^”“]+)[”“]|„([^„“”]+)[“”]|«([^«»]+)»|‘([^’‘]+)’(?!\w)"
    r"|(?<!\w)'((?:[^']|(?<=\w)'(?=\w))+)'(?!\w)"
)
_EMAIL = re.compile(r"(?<![^\s@<>()\[\],;:\"'])[^\s@<>()\[\],;:\"']+@[^\s@<>()\[\],;:\"']+\.\w+")
_ADDRESS = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]{0,30}://|www\.)[^\s<>\"']*[^\s<>\"'.,;:!?)]|urn:[^\s<>\"']+")
_PHONE = re.compile(r"(?<![\w.,-])(?:\+|\(\+?)?\d(?:[\s().\-‐‑/   ]{0,2}\d){6,16}(?!\w)")
_IDENTIFIER = re.compile(r"(?<!\w)[^\W_]*(?:[-_./:#‐‑–]?\w)+")
_SHARED = re.compile(
    r"(?<!\w)(?:between|from|zwischen|von|entre|de) (\d+(?:[.,]\d+)?)(?: (?:and|to|und|bis|et|à|y|a) |\s?[-–]\s?)\Z"
)
"""What the scale of the number behind belongs to as well: "between 1 and 2 million"."""
_LONGEST: Final = 40
_AGE = re.compile(r"(\d{1,2})-(?:year|month|week|day|hour|minute)(?:s?-olds?)?")
_RUN = re.compile(r"\S+")
_DIGIT = re.compile(r"\d")
_ZERO = re.compile(r"zero|null|zéro|cero", re.IGNORECASE)
_SCALES: Final = {
    **dict.fromkeys(("k", "thousand", "thousands", "tausend", "tsd", "mille", "mil"), 3),
    **dict.fromkeys(("m", "mn", "mio", "million", "millions", "millionen", "millón", "millones"), 6),
    **dict.fromkeys(("b", "bn", "mrd", "billion", "billions", "milliarden", "milliarde", "milliards"), 9),
}
_NUMBER = re.compile(
    r"(?<![\w.,])[-+−]?(?:\d{1,3}(?:[.,'’   ]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?|[.,]\d+)(?:[eE][-+]?\d{1,2})?"
    r"(?:\s?(?P<scale>" + "|".join(sorted(_SCALES, key=len, reverse=True)) + r")(?!\w)|(?:st|nd|rd|th)(?!\w))?(?!\w)",
    re.IGNORECASE,
)


def recognise(text: str) -> Iterator[Span]:
    """Every stretch that is to be masked for its shape, overlaps included; counts up to 20 are left out.

    >>> [(text[s.start:s.end], s.kind) for text in ["INC-7 cost 1,200.50 in [Rome]"] for s in recognise(text)]
    [('[Rome]', 'marked'), ('1,200.50', 'number'), ('INC-7', 'identifier')]
    """
    for match in _BRACKETS.finditer(text):
        yield _marked(match, 1)
    for match in _QUOTED.finditer(text):
        start, end = match.span(match.lastindex or 1)
        if match.group().startswith("«"):  # French leaves a space
            start, end = end - len(text[start:end].lstrip()), start + len(text[start:end].rstrip())
        if start < end:
            yield Span(start=start, end=end, kind="marked", inner_start=start, inner_end=end)
    for match in _EMAIL.finditer(text):
        yield span(match.start(), match.end(), "email")
    for match in _ADDRESS.finditer(text):
        yield span(match.start(), match.end(), "address")
    for found in dates(text):
        yield span(found.start, found.end, "date", readings=found.readings)
    for match in _NUMBER.finditer(text):
        readings = _number(match)
        if readings and not is_count(match.group()):
            yield span(match.start(), match.end(), "number", readings=readings)
        if match["scale"] and (first := _SHARED.search(text, max(0, match.start() - _LONGEST), match.start())):
            yield span(first.start(1), first.end(1), "number", readings=_scaled(first[1], match["scale"]))
    numbers = list(number_words(text))
    for written in numbers:
        count = written.value in _COUNTS and written.reading
        if not count and not _ZERO.fullmatch(text, written.start, written.end):
            yield span(written.start, written.end, "number", readings=(written.reading,) if written.reading else ())
    for start, end in spoken_dates(text, numbers):
        yield span(start, end, "date")
    for start, end in record_fields(text):
        yield span(start, end, "number")
    for start, end in spelt_letters(text):
        yield span(start, end, "unknown")
    for match in _PHONE.finditer(text):
        yield span(match.start(), match.end(), "phone")
    yield from _identifiers(text)


def _identifiers(text: str) -> Iterator[Span]:
    """Words with letters that a digit stands in or behind, nothing but marks between: "INC-7", "N°7"."""
    for run in _RUN.finditer(text):
        digits = [m.start() for m in _DIGIT.finditer(run.group())]
        for match in _IDENTIFIER.finditer(text, run.start(), run.end()) if digits else ():
            if match.start() > run.start() + digits[-1]:
                break
            found = match.group()
            if any(c.isalpha() or c == "_" for c in found) and not is_count(found) and not _is_age(found):
                yield span(match.start(), match.end(), "identifier")


def _is_age(text: str) -> bool:
    """Whether a text is a small number of a unit of time: "5-year-old", "12-month"."""
    found = _AGE.fullmatch(text)
    return found is not None and is_count(found[1])


def is_count(text: str) -> bool:
    """Whether a text is a whole number from 0 to 20, or an ordinal of one.

    >>> is_count("7"), is_count("20th"), is_count("21"), is_count("07")
    (True, True, False, False)
    """
    digits = re.sub(r"(?:st|nd|rd|th)$", "", text)
    return digits in _COUNT_TEXTS


def _marked(match: re.Match[str], group: int) -> Span:
    return Span(
        start=match.start(),
        end=match.end(),
        kind="marked",
        inner_start=match.start(group),
        inner_end=match.end(group),
    )


def _number(match: re.Match[str]) -> tuple[str, ...]:
    scale = match["scale"]
    text = re.sub(r"(?i)(st|nd|rd|th)$", "", match.group())
    if scale is None:
        return number_readings(text.replace("−", "-"))
    return _scaled(text[: -len(scale)].strip(), scale)


def _scaled(bare: str, scale: str) -> tuple[str, ...]:
    bare = bare.replace("−", "-")
    scaled = (Decimal(reading).scaleb(_SCALES[scale.lower()]) for reading in number_readings(bare))
    return tuple(plain for number in scaled if (plain := canonical_number(format(number, "f"))) is not None)
