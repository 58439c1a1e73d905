"""What is dictated or copied from a form: letters by code words, dates in words, the fields of one record."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from nlkgq.masking.dates import AMBIGUOUS_MONTHS, MONTHS
from nlkgq.masking.number_words import FoundNumber
from nlkgq.values.folding import words

Stretch = tuple[int, int]

_LETTER = re.compile(
    r"(?<!\w)(?P<letter>[^\W\d_])\s*(?:\s(?:as\s+in|as|like|for|wie|comme|como|de)\s|[=:])\s*(?P<word>[^\W\d_]+)"
)
_CODES: Final = (
    "alfa alpha bravo charlie delta echo foxtrot golf hotel india juliett juliet kilo lima mike november oscar papa"
    " quebec romeo sierra tango uniform victor whiskey whisky xray yankee zulu",
    "anton berta cäsar dora emil friedrich gustav heinrich ida julius kaufmann ludwig martha nordpol otto paula quelle"
    " richard samuel schule theodor ulrich viktor wilhelm xanthippe ypsilon zacharias zeppelin siegfried",
    "anatole berthe célestin désiré eugène françois gaston henri irma joseph kléber louis marcel nicolas oscar pierre"
    " quintal raoul suzanne thérèse ursule victor william xavier yvonne zoé",
    "antonio barcelona carmen dolores enrique francia gerona historia inés josé kilo lorenzo madrid navarra oviedo"
    " parís querido ramón sábado tarragona ulises valencia washington xiquena yegua zaragoza",
)
_SPELLING: Final = tuple(frozenset(folded for word in codes.split() for folded in words(word)) for codes in _CODES)
_CODE_WORD = re.compile(r"[^\W\d_]+")
_CODE_GAP = re.compile(r"[ \t-]+")  # with commas it is a list of places or people
_BETWEEN_LETTERS = re.compile(r"[\s,.;/]*(?:(?:and|und|et|y)\s+)?")
_FEWEST_CODES: Final = 3
_LONGEST_CODE: Final = 40  # letters, combining marks included

_MONTH = "(?P<month>" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")(?!\w)"
_DAY_BEFORE = re.compile(rf"[\s-]{{1,20}}(?P<of>(?:of|de|del|du)\s+)?{_MONTH}", re.IGNORECASE)
_DAY_BEHIND = re.compile(rf"(?<!\w){_MONTH}\s+(?:the\s+)?$", re.IGNORECASE)
_YEAR_BEHIND = re.compile(r",?\s+(?:(?:of|de|del|in)\s+)?(?P<year>\d{4}(?!\w))?")
_LONGEST_MONTH: Final = 20

_FIELD: Final = r"(?:[^\W\d]+\s*[:=]\s*[^\W_]+)"
_DATE_FIELD: Final = r"(?:(?:days?|months?|years?|tag|monat|jahr|jour|mois|année|día|mes|año)\s*[:=]?\s*\d{1,4})"
_RECORD = re.compile(rf"(?<!\w)(?:{_FIELD}(?:[\s,;&|]+{_FIELD})+|{_DATE_FIELD}(?:[\s,;/]+{_DATE_FIELD})+)(?!\w)", re.I)
_DIGITS = re.compile(r"(?<!\w)\d+(?!\w)")


def spelt_letters(text: str) -> Iterator[Stretch]:
    """Runs of letters that are told by words: "H as in Hotel, O wie Otto", "Hotel Oscar Papa".

    >>> texts = ["who is Q as in Quebec, U as in Uniform?", "call Hotel Oscar Papa Echo", "plan b for buses"]
    >>> [text[a:b] for text in texts for a, b in spelt_letters(text)]
    ['Q as in Quebec, U as in Uniform', 'Hotel Oscar Papa Echo']
    """
    items = [m for m in _LETTER.finditer(text) if words(m["letter"])[:1] == [w[:1] for w in words(m["word"])[:1]]]
    for run in _runs(text, [m.span() for m in items], _BETWEEN_LETTERS):
        if len(run) > 1 or text[run[0][0]].isupper():
            yield run[0][0], run[-1][1]
    short = ((m.span(), m.group()) for m in _CODE_WORD.finditer(text) if m.end() - m.start() <= _LONGEST_CODE)
    folded = [(place, "".join(words(word))) for place, word in short]
    for codes in _SPELLING:
        found = [place for place, word in folded if word in codes]
        yield from ((run[0][0], run[-1][1]) for run in _runs(text, found, _CODE_GAP) if len(run) >= _FEWEST_CODES)


def _runs(text: str, places: Sequence[Stretch], gap: re.Pattern[str]) -> Iterator[list[Stretch]]:
    run = list(places[:1])
    for last, place in pairwise(places):
        if not gap.fullmatch(text, last[1], place[0]):
            yield run
            run = []
        run.append(place)
    if run:
        yield run


def spoken_dates(text: str, numbers: Sequence[FoundNumber]) -> Iterator[Stretch]:
    """Days and months with numbers in words, and the year behind them.

    >>> from nlkgq.masking.number_words import number_words
    >>> text = "from seven of May, nineteen eighty-four to March twelve 2020"
    >>> [text[a:b] for a, b in spoken_dates(text, list(number_words(text)))]
    ['seven of May, nineteen eighty-four', 'March twelve 2020']
    """
    starts = {number.start: number.end for number in numbers}
    for number in numbers:
        behind = _DAY_BEFORE.match(text, number.end)
        if behind is not None and _is_month(behind["month"], sure=behind["of"] is not None):
            yield number.start, _with_year(text, behind.end(), starts)
        before = _DAY_BEHIND.search(text, max(0, number.start - _LONGEST_MONTH), number.start)
        if before is not None and _is_month(before["month"], sure=False):
            yield before.start(), _with_year(text, number.end, starts)


def _is_month(name: str, *, sure: bool) -> bool:
    return sure or name[0].isupper() or name.lower() not in AMBIGUOUS_MONTHS


def _with_year(text: str, end: int, starts: dict[int, int]) -> int:
    found = _YEAR_BEHIND.match(text, end)
    if found is None:
        return end
    return found.end() if found["year"] else starts.get(found.end(), end)


def record_fields(text: str) -> Iterator[Stretch]:
    """The numbers of several fields in a row: "day 17, month 3, year 1984", "D:17 M:3 Y:1984"; they count nothing.

    >>> text = "born day 17, month 3, year 1984 among the top 5, since 12"
    >>> [text[a:b] for a, b in record_fields(text)]
    ['17', '3', '1984']
    """
    for record in _RECORD.finditer(text):
        yield from (m.span() for m in _DIGITS.finditer(text, record.start(), record.end()))
