"""Numbers written in words, in English, German, French and Spanish -> their digits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from nlkgq.values.folding import canonical_number

_UNITS: Final = (
    ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    ("null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"),
    ("zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze"),
    ("cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce"),
    (*[""] * 13, "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
    (*[""] * 13, "dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn"),
    (*[""] * 13, "treize", "quatorze", "quinze", "seize"),
    (*[""] * 13, "trece", "catorce", "quince", "dieciséis", "diecisiete", "dieciocho", "diecinueve"),
    ("", "ein", "zwo"),
    ("", "une"),
    ("", "una"),
    (*[""] * 16, "dieciseis"),
    (*[""] * 21, "veintiuno", "veintidós", "veintitrés", "veinticuatro", "veinticinco", "veintiséis", "veintisiete"),
    (*[""] * 28, "veintiocho", "veintinueve"),
)
_TENS: Final = (
    ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"),
    ("zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"),
    ("vingt", "trente", "quarante", "cinquante", "soixante", "septante", "huitante", "nonante"),
    ("veinte", "treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa"),
    ("", "dreissig", "fourty"),
    ("vingts",),
)
_HUNDREDS: Final = (
    *("", "ciento", "doscientos", "trescientos", "cuatrocientos", "quinientos", "seiscientos", "setecientos"),
    *("ochocientos", "novecientos"),
)
_SMALL: Final = {
    **{word: number for words in _UNITS for number, word in enumerate(words) if word},
    **{word: 10 * number for words in _TENS for number, word in enumerate(words, 2) if word},
    **{word: 100 * number for number, word in enumerate(_HUNDREDS) if word},
    "cien": 100,
}
_HUNDRED: Final = frozenset({"hundred", "hundreds", "hundert", "cent", "cents"})
_SCALES: Final = {
    **dict.fromkeys(("thousand", "thousands", "tausend", "mille", "mil"), 10**3),
    **dict.fromkeys(("million", "millions", "millionen", "millón", "millones"), 10**6),
    **dict.fromkeys(("billion", "billions", "milliarde", "milliarden", "milliard", "milliards"), 10**9),
}
_JOINING: Final = frozenset({"and", "und", "et", "y"})
_ZEROS: Final = frozenset({"oh", "o", "nought", "naught"})
_TIMES: Final = frozenset({"double", "triple", "treble"})
_POINTS: Final = frozenset({"point", "dot", "komma", "punkt", "virgule", "coma", "punto"})
_SIGNS: Final = frozenset({"dash", "hyphen", "slash", "strich", "bindestrich", "tiret", "guión", "guion"})
_SPOKEN: Final = _ZEROS | _TIMES | _POINTS | _SIGNS
"""What is said between the digits of a number that is read out."""
_ALONE: Final = frozenset(
    (
        *("cent", "cents", "mil", "mille", "un", "une", "una", "ein", "once", "null", "one"),
        *("hundreds", "thousands", "millions", "billions"),
    )
)
"""Number words that mean something else where they stand alone: "in millions" is a unit."""
_WORD: Final = re.compile(r"[^\W\d_]+")
_PIECE: Final = re.compile(
    "|".join(sorted((*_SMALL, *_HUNDRED, *_SCALES, *(_JOINING - {"y"})), key=len, reverse=True)), re.IGNORECASE
)


class FoundNumber(NamedTuple):
    """A number in words; ``value`` is what it says, 0 where the words are no well-formed number.

    ``reading`` is its canonical form, "" for none.
    """

    start: int
    end: int
    value: float
    reading: str


def number_words(text: str) -> Iterator[FoundNumber]:
    """Every longest run of number words, those of one small count included.

    >>> texts = ["over forty-two thousand", "zweiundzwanzig Filme", "quatre-vingt-dix"]
    >>> [(n.reading, text[n.start:n.end]) for text in texts for n in number_words(text)]
    [('42000', 'forty-two thousand'), ('22', 'zweiundzwanzig'), ('90', 'quatre-vingt-dix')]

    Digits that are read out are one number, too:

    >>> text = "over three point five, ten double oh seven"
    >>> [(n.reading, text[n.start:n.end]) for n in number_words(text)]
    [('3.5', 'three point five'), ('', 'ten double oh seven')]
    """
    run: list[tuple[str, re.Match[str]]] = []
    for match in _WORD.finditer(text):
        gap = text[run[-1][1].end() : match.start()] if run else ""
        parts = _parts(match.group().lower())
        if match.group() == "O":  # an initial
            parts = []
        if run and (not parts or gap.strip(" -‐‑,\u00a0") or "," in gap):
            yield from _found(run)
            run = []
        if parts and (run or parts[0] not in _JOINING):
            run += [(part, match) for part in parts]
    yield from _found(run)


def _parts(word: str) -> list[str]:
    """The number words of which a word is made ("zweiundzwanzig"); [] when it is no number."""
    if word in _SMALL or word in _HUNDRED or word in _SCALES or word in _JOINING or word in _SPOKEN:
        return [word]
    if len(word) < 7:
        return []
    pieces = [m.group() for m in _PIECE.finditer(word)]
    return pieces if "".join(pieces) == word and len(pieces) > 1 and pieces[-1] not in _JOINING else []


def _found(run: list[tuple[str, re.Match[str]]]) -> Iterator[FoundNumber]:
    while run and (run[-1][0] in _JOINING or run[-1][0] in _SPOKEN - _ZEROS):
        run = run[:-1]
    while run and (run[0][0] in _JOINING or run[0][0] in _POINTS | _SIGNS):
        run = run[1:]
    said = [word for word, _ in run]
    numbers = [word for word in said if word not in _SPOKEN]
    if not numbers or (len(said) == 1 and said[0] in _ALONE):
        return
    reading = _reading(said)
    yield FoundNumber(run[0][1].start(), run[-1][1].end(), float(reading or 0), reading)


def _reading(said: list[str]) -> str:
    """The canonical number that the words say; "" where they are read out digit by digit."""
    place = next((n for n, word in enumerate(said) if word in _POINTS), len(said))
    whole, digits = said[:place], said[place + 1 :]
    single = all(_SMALL.get(word, 10) < 10 for word in digits)
    if not whole or not single or any(word in _SPOKEN for word in whole):
        return ""
    value = _value(whole)
    if not digits:
        return str(value) if value else ""
    if not value and whole != ["zero"]:
        return ""
    return canonical_number(f"{value}." + "".join(str(_SMALL[word]) for word in digits)) or ""


def _value(words: list[str]) -> int:
    total = group = 0
    german = "und" in words
    for place, word in enumerate(words):
        if word in _JOINING:
            continue
        if word in _HUNDRED:
            group = max(group, 1) * 100
        elif word in _SCALES:
            total, group = total + max(group, 1) * _SCALES[word], 0
        elif word in {"vingt", "vingts"} and group % 100 == 4:
            group += 76  # quatre-vingts
        else:
            small = _SMALL[word]
            low = group % 100
            fits = group == 0 or low == 0 or (low >= 20 and small < 20) or (german and 0 < low < 10 and small >= 20)
            if not fits or (place and small == 0):
                return 0
            group += small
    return total + group
