"""``last year``, ``in the past five years``: years that are told by the day on which they are asked for."""

from __future__ import annotations

import re
from datetime import date

from nlkgq.generation.offline.tokens import number_of, tokenize

_NUMBER = r"(?P<n>\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|twelve|zwei|drei|vier|funf|fünf|zehn)"
_SINCE = re.compile(
    rf"\b(?:in|during|within|over|for|in den) (?:the )?(?:last|past|previous|letzten) {_NUMBER} (?:years|jahren)\b",
    re.I,
)
_AGO = re.compile(rf"\b{_NUMBER} years ago\b", re.I)
_LAST = re.compile(
    r"(?<!the )(?<!\w)(?P<how>of |in )?(?:last year|letztes jahr|letzten jahr)\b(?!['’]| of| in | that)", re.I
)
_THIS = re.compile(r"\b(?P<how>of |in )?(?:this year|dieses jahr|diesem jahr)\b(?!['’])", re.I)


def with_years(text: str, today: date) -> str:
    """The question with the years that it tells by today's date written as numbers.

    Args:
        text: A question.
        today: The day on which it is asked.

    >>> with_years("Which plays were aired in the last three years?", date(2024, 5, 1))
    'Which plays were aired after 2021?'
    >>> with_years("What did Ada write last year?", date(2024, 5, 1))
    'What did Ada write in 2023?'
    """
    year = today.year
    text = _SINCE.sub(lambda m: f"after {year - _count(m)}", text)
    text = _AGO.sub(lambda m: f"in {year - _count(m)}", text)
    text = _LAST.sub(lambda m: f"{m['how'] or 'in '}{year - 1}", text)
    return _THIS.sub(lambda m: f"{m['how'] or 'in '}{year}", text)


def _count(m: re.Match[str]) -> int:
    return int(number_of(tokenize(m["n"])[0]) or 0)
