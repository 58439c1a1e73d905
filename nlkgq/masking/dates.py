"""Dates as people write them, in English, German, French and Spanish -> XSD lexical forms."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Final, NamedTuple

_MONTHS: Final = (
    "january january jan januar jänner janvier janv enero ene",
    "february feb februar février févr fevrier febrero",
    "march mar märz maerz mrz mars marzo",
    "april apr avril avr abril abr",
    "may mai mayo",
    "june jun juni juin junio",
    "july jul juli juillet juil julio",
    "august aug août aout agosto ago",
    "september sep sept septembre septiembre setiembre",
    "october oct oktober okt octobre octubre",
    "november nov novembre noviembre",
    "december dec dezember dez décembre decembre diciembre dic déc",
)
MONTHS: Final = {name: number for number, names in enumerate(_MONTHS, 1) for name in names.split()}
AMBIGUOUS_MONTHS: Final = frozenset(
    (
        *("april", "avril", "abril", "may", "mai", "mayo", "june", "juni", "juin", "july", "juli", "julio", "august"),
        *("août", "agosto", "march", "mars", "marzo", "jan", "janv", "feb", "mar", "mrz", "apr", "avr", "abr", "jun"),
        *("jul", "juil", "aug", "ago", "sep", "oct", "okt", "nov", "dec", "dez", "dic", "ene", "jänner"),
    )
)
"""Months whose names people have, too, or that are short: they pass in the place of a month only."""
_WEEKDAYS: Final = (
    "monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays",
    "sundays montag dienstag mittwoch donnerstag freitag samstag sonntag",
    "lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miércoles jueves viernes sábado domingo",
)
WEEKDAYS: Final = frozenset(name for names in _WEEKDAYS for name in names.split())

_NAME = "(?P<month>" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")\.?"
_YEAR = r"(?P<year>\d{4}|['’]?\d{2})"
_ROMAN_NUMERALS: Final = "I II III IV V VI VII VIII IX X XI XII"
_ROMAN: Final = {name: number for number, name in enumerate(_ROMAN_NUMERALS.split(), 1)}
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th|er|\.|º)?"
_OF = r"(?:\s+(?:of|de|del|du))?"
_TEENS: Final = "tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
_ORDINALS: Final = tuple(f"first second third fourth fifth sixth seventh eighth ninth {_TEENS}".split())
_WORDS: Final = {
    **{word: number for number, word in enumerate(_ORDINALS, 1)},
    **{f"twenty {word}": 20 + number for number, word in enumerate(_ORDINALS[:9], 1)},
    "twentieth": 20,
    "thirtieth": 30,
    "thirty first": 31,
}
_ORDINAL = "(?P<ordinal>" + "|".join(re.sub(" ", r"[-\\s]", w) for w in sorted(_WORDS, key=len, reverse=True)) + ")"
_TIME = r"(?:(?:T|\s+)(?P<time>\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s?(?P<zone>Z|[+-]\d{2}:?\d{2})?)?"

_PATTERNS: Final = tuple(
    re.compile(rf"(?<![\w.,/-]){pattern}(?![\w/]|[-.,]\d)", re.IGNORECASE)
    for pattern in (
        rf"(?P<year>\d{{4}})[-/.‐‑‒–](?P<number>\d{{1,2}})[-/.‐‑‒–](?P<day>\d{{1,2}}){_TIME}",
        rf"(?P<first>\d{{1,2}})(?P<sign>[-/.‐‑‒–])(?P<second>\d{{1,2}})(?P=sign)(?P<year>\d{{4}}|\d{{2}}){_TIME}",
        r"(?P<year>(?:1[5-9]|20)\d\d)(?P<number>0[1-9]|1[0-2])(?P<day>0[1-9]|[12]\d|3[01])",
        rf"{_DAY}{_OF}\s*[-\s]\s*{_NAME},?{_OF}[-,\s]+{_YEAR}",
        rf"{_NAME}\s+{_DAY},?\s+{_YEAR}",
        rf"{_DAY}[\s/-]*(?-i:(?P<roman>[IVX]{{1,4}}))\.?[\s/-]+(?P<year>\d{{4}})",
        rf"{_NAME},?{_OF}\s+(?P<year>\d{{4}})",
        rf"(?P<year>\d{{4}})\s+{_NAME}\s+{_DAY}",
        rf"{_DAY}{_OF}\s+{_NAME}",
        rf"{_NAME}\s+{_DAY}",
        rf"{_ORDINAL}{_OF}\s+{_NAME}(?:,?{_OF}\s+{_YEAR})?",
        rf"{_NAME}\s+(?:the\s+)?{_ORDINAL}(?:,?\s+{_YEAR})?",
        r"(?P<year>\d{4})-(?P<number>0[1-9]|1[0-2])",
        r"(?P<clock>\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?)",
    )
)
_DECADE = re.compile(r"(?<!\w)(?:the\s+)?((?:1[5-9]|20)\d)0['’]?(?:s|er)(?!\w)", re.IGNORECASE)


class FoundDate(NamedTuple):
    """A date in a text; ``readings`` are XSD lexical forms, likeliest first."""

    start: int
    end: int
    readings: tuple[str, ...]


def dates(text: str) -> Iterator[FoundDate]:
    """Every stretch that may be a date, overlaps included.

    >>> [d.readings for d in dates("born 15 January 2019 or 3/4/2020")][:2]
    [('2020-04-03', '2020-03-04'), ('2019-01-15',)]
    """
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            readings = tuple(dict.fromkeys(_readings({k: v for k, v in match.groupdict().items() if v is not None})))
            if readings:
                yield FoundDate(match.start(), match.end(), readings)
    for match in _DECADE.finditer(text):
        yield FoundDate(match.start(1), match.end(), (match[1] + "0",))


def _readings(parts: dict[str, str]) -> Iterator[str]:
    if "clock" in parts:
        clock = re.sub(r"[^\d:].*", "", parts["clock"])
        hour, rest = clock.split(":", 1)
        afternoon = 12 if "p" in parts["clock"].lower() and int(hour) < 12 else 0
        yield f"{int(hour) + afternoon:02d}:{rest}" + (":00" if rest.count(":") == 0 else "")
        return
    year = _full_year(parts.get("year"))
    if "first" in parts:
        first, second = int(parts["first"]), int(parts["second"])
        yield from _iso(year, second, first, parts)
        yield from _iso(year, first, second, parts)
        return
    if "roman" in parts:
        month = _ROMAN.get(parts["roman"], 0)
    else:
        month = int(parts["number"]) if "number" in parts else MONTHS[parts["month"].lower()]
    if "ordinal" in parts:
        parts["day"] = str(_WORDS[re.sub(r"[-\s]", " ", parts["ordinal"].lower())])
    if "day" in parts:
        yield from _iso(year, month, int(parts["day"]), parts)
    elif year is not None and 1 <= month <= 12:
        yield f"{year:04d}-{month:02d}"


def _full_year(text: str | None) -> int | None:
    if text is None:
        return None
    digits = text.lstrip("'’")
    if len(digits) == 4:
        return int(digits)
    return int(digits) + (2000 if int(digits) < 50 else 1900)


def _iso(year: int | None, month: int, day: int, parts: dict[str, str]) -> Iterator[str]:
    if year is None:
        if 1 <= month <= 12 and 1 <= day <= 31:
            yield f"--{month:02d}-{day:02d}"
        return
    try:
        iso = date(year, month, day).isoformat()
    except ValueError:
        return
    if "time" in parts:
        time = parts["time"] if parts["time"].count(":") > 1 else parts["time"] + ":00"
        yield f"{iso}T{time:0>8}{parts.get('zone', '')}"
    yield iso
