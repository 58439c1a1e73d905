"""Whole numbers in English words."""

from __future__ import annotations

ONES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def in_words(number: int) -> str:
    """Up to the billions.

    >>> in_words(4_120_705)
    'four million one hundred and twenty thousand seven hundred and five'
    """
    for size, name in ((10**6, "million"), (10**3, "thousand")):
        if number >= size:
            rest = number % size
            return f"{in_words(number // size)} {name}" + (f" {in_words(rest)}" if rest else "")
    if number >= 100:
        rest = number % 100
        return f"{ONES[number // 100]} hundred" + (f" and {in_words(rest)}" if rest else "")
    if number >= 20:
        return TENS[number // 10 - 2] + (f"-{ONES[number % 10]}" if number % 10 else "")
    return ONES[number]
