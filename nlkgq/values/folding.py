"""Folding: the many spellings of a value to one key (Unicode NFKD, case folding, marks, scripts, spacing).

A key holds no spaces, so that ``John Smith``, ``JohnSmith``, ``john_smith`` and ``J o h n  Smith`` meet; the words are
kept apart where parts of a value matter. Pure, and the same for what is stored and for what is asked.
"""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal, InvalidOperation
from typing import Final, NamedTuple

from nlkgq.values.scripts import LATIN_SPECIAL, LEET, SHAPE, SOUND, SPELT_OUT

_ASCII_WORD = re.compile(r"[a-z0-9]+")
_ESCAPED = re.compile(r"(?:%[0-9A-Fa-f]{2})+|&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z]{2,8});|\\u[0-9A-Fa-f]{4}")
"""Percent escapes, character references of HTML, escapes of JSON and of programs."""
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d{1,2})?")
_RUN = re.compile(r"\S+")
_LATIN = re.compile(r"[A-Za-zÀ-ɏ]")
_OTHER = re.compile(r"[Ͱ-ϿЀ-ԯԱ-և]")
_TWO_LETTER_VOWEL = re.compile(r"[aou]e")
# One ideograph, kana or Hangul syllable is a word of its own: these scripts write no (or other) word breaks.
_OWN_WORD = re.compile(r"[぀-ヿ㐀-䶿一-鿿豈-﫿가-힣ᄀ-ᇿ\U00020000-\U0003134F]")


def _fold_character(character: str) -> str:
    """What one character becomes: letters and digits, a space for a separator, "" for what does not show."""
    folded: list[str] = []
    for piece in unicodedata.normalize("NFKD", character).casefold():
        category = unicodedata.category(piece)
        if category == "Cf" or "\ufe00" <= piece <= "\ufe0f" or unicodedata.combining(piece):
            continue
        if piece in LATIN_SPECIAL:
            folded.append(LATIN_SPECIAL[piece])
        elif piece in SOUND:
            folded.append(SOUND[piece])
        elif piece.isalnum() or category[0] == "M":
            folded.append(piece)
        elif category == "So":
            folded.append(f" {piece} ")
        else:
            folded.append(" ")
    text = "".join(folded)
    return f" {text} " if _OWN_WORD.match(character) else text


class _Table(dict[int, str]):
    """A translation table that fills itself."""

    def __missing__(self, code: int) -> str:
        value = self[code] = _fold_character(chr(code))
        return value


_TABLE: Final = _Table()


def words(text: str) -> list[str]:
    """The folded words of a text.

    >>> words("Zdeněk O’Brien-Łuk"), words("Анна"), words("ＡＢ\u200bC")
    (['zdenek', 'o', 'brien', 'luk'], ['anna'], ['abc'])
    """
    if text.isascii():
        return _ASCII_WORD.findall(text.lower())
    if _OTHER.search(text):
        text = _RUN.sub(lambda m: _by_shape(m.group()) if _is_mixed(m.group()) else m.group(), text)
    return text.translate(_TABLE).split()


def _is_mixed(run: str) -> bool:
    """Whether Latin letters stand beside Greek, Cyrillic or Armenian ones."""
    return _OTHER.search(run) is not None and _LATIN.search(run) is not None


def key(text: str) -> str:
    """The key of a whole value: its words joined; a number's canonical form; the text itself when nothing is left.

    >>> key("John  Smith") == key("john_smith") == key("JohnSmith"), key("16000.00"), key("007"), key("+++")
    (True, '16000', '007', '=+++')
    """
    number = canonical_number(text)
    if number is not None:
        return number
    joined = "".join(words(text))
    return joined if joined else "=" + text


def canonical_number(text: str) -> str | None:
    """A number without plus sign, exponent or trailing zeros; None for other text and for codes such as ``007``.

    >>> canonical_number("1.50"), canonical_number("2e3"), canonical_number("-0.0"), canonical_number("1,5")
    ('1.5', '2000', '0', None)
    """
    if not text or not text.isascii() or _NUMBER.fullmatch(text) is None:
        return None
    digits = text.lstrip("+-")
    if len(digits) > 1 and digits[0] == "0" and digits[1].isdigit():
        return None
    if digits.isdecimal():
        return "-" + digits if text[0] == "-" and digits != "0" else digits
    try:
        plain = format(Decimal(text), "f")
    except InvalidOperation:
        return None
    plain = plain.rstrip("0").rstrip(".") if "." in plain else plain
    return "0" if plain in {"-0", ""} else plain


def without_halves(text: str) -> str:
    """The text with a question mark for each half of a surrogate pair, which no file can hold; places stay."""
    return text.encode("utf-8", "replace").decode()


class Token(NamedTuple):
    """A word of a question: its key, where it stands in the source text, and its key under other readings.

    ``readings`` has one key for each of `READINGS`, or is () where they all agree with ``key``.
    """

    key: str
    start: int
    end: int
    readings: tuple[str, ...]


READINGS: Final = ("by shape", "spelt out", "drawn together", "leet i", "leet l")


def tokens(text: str) -> list[Token]:
    """The words of a question with their places; escapes are undone, spaced letters are joined.

    >>> [(t.key, t.start, t.end) for t in tokens("Is Zden%C4%9Bk M\u00fcller's?")]
    [('is', 0, 2), ('zdenek', 3, 14), ('muller', 15, 21), ('s', 22, 23)]
    """
    characters = _characters(text)
    found: list[Token] = []
    word: list[tuple[str, str, int, int]] = []

    def close() -> None:
        if word:
            found.append(_token(word))
            word.clear()

    for character, start, end in characters:
        folded = _TABLE[ord(character)]
        if " " in folded:
            close()
            if folded.strip():
                word.append((character, folded.strip(), start, end))
                close()
        elif folded:
            word.append((character, folded, start, end))
    close()
    return _joined_letters(found)


def _characters(text: str) -> list[tuple[str, int, int]]:
    """Each character with its place in the source; escaped ones count as what they mean."""
    found: list[tuple[str, int, int]] = []
    position = 0
    for match in _ESCAPED.finditer(text) if "%" in text or "&" in text or "\\" in text else ():
        decoded = _unescaped(match.group())
        if decoded is None:
            continue
        found.extend((c, i, i + 1) for i, c in enumerate(text[position : match.start()], position))
        found.extend((c, match.start(), match.end()) for c in decoded)
        position = match.end()
    found.extend((c, i, i + 1) for i, c in enumerate(text[position:], position))
    return found


def escaped_letters(text: str) -> list[tuple[int, int]]:
    """Where letters are written as escapes.

    >>> escaped_letters("G&#243;her&#32;& R%C3%B6"), escaped_letters("AT&T; 50%")
    ([(1, 7), (18, 24)], [])
    """
    return [m.span() for m in _ESCAPED.finditer(text) if (_unescaped(m.group()) or "").isalpha()]


def with_letters(text: str) -> str:
    """The text with the letters that are written as escapes; other escapes stay.

    >>> with_letters("G&#243;her&#32;& R%C3%B6"), with_letters("AT&T; 50%")
    ('Góher&#32;& Rö', 'AT&T; 50%')
    """
    for start, end in reversed(escaped_letters(text)):
        text = text[:start] + (_unescaped(text[start:end]) or "") + text[end:]
    return text


def _unescaped(escape: str) -> str | None:
    """What an escape stands for; None when it is none."""
    if escape[0] == "%":
        try:
            return bytes.fromhex(escape.replace("%", "")).decode()
        except UnicodeDecodeError:
            return None
    if escape[0] == "\\":
        return chr(int(escape[2:], 16))
    from html import unescape

    decoded = unescape(escape)
    return decoded if decoded != escape else None


def _token(word: list[tuple[str, str, int, int]]) -> Token:
    source = "".join(c for c, _, _, _ in word)
    folded = "".join(f for _, f, _, _ in word)
    mixed = _is_mixed(source)
    main = "".join(_by_shape(source).translate(_TABLE).split()) if mixed else folded
    readings: tuple[str, ...] = ()
    digits = any(c.isdigit() for c in main)
    if not source.isascii() or digits or _TWO_LETTER_VOWEL.search(main):
        letters = digits and any(c.isalpha() for c in main)
        readings = (
            folded if mixed else "".join(_by_shape(source).translate(_TABLE).split()),
            "".join("".join(SPELT_OUT.get(c, c) for c in source).translate(_TABLE).split()),
            _TWO_LETTER_VOWEL.sub(lambda m: m.group()[0], main),
            "".join(LEET[0].get(c, c) for c in main) if letters else main,
            "".join(LEET[1].get(c, c) for c in main) if letters else main,
        )
        if all(reading == main for reading in readings):
            readings = ()
    return Token(main, word[0][2], word[-1][3], readings)


def _by_shape(word: str) -> str:
    return "".join(SHAPE.get(c, c) for c in word)


def _joined_letters(found: list[Token]) -> list[Token]:
    """Runs of four or more single letters as one word (``J o h n``)."""
    result: list[Token] = []
    run: list[Token] = []
    for token in [*found, Token("", -1, -1, ())]:
        if len(token.key) == 1 and token.key.isalnum() and not _OWN_WORD.match(token.key):
            run.append(token)
            continue
        if len(run) >= 4:
            result.append(Token("".join(t.key for t in run), run[0].start, run[-1].end, ()))
        else:
            result.extend(run)
        run = []
        if token.start >= 0:
            result.append(token)
    return result


_NUMBER_IN_TEXT = re.compile(r"(?<![\w.,])[-+]?\d[\d.,'’   ]*\d(?![\w])|(?<![\w.,])[-+]?\d(?![\w])")


def numbers(text: str) -> list[tuple[int, int, tuple[str, ...]]]:
    """Numbers written in a text with their canonical readings (``1,234`` may be 1234 or 1.234).

    >>> numbers("over 1,234.50 or 1.234")
    [(5, 13, ('1234.5',)), (17, 22, ('1.234', '1234'))]
    """
    found = []
    for match in _NUMBER_IN_TEXT.finditer(text):
        readings = number_readings(match.group())
        if readings:
            found.append((match.start(), match.end(), readings))
    return found


def number_readings(text: str) -> tuple[str, ...]:
    """The canonical numbers that a written number may mean, likeliest first; () when it is none.

    >>> number_readings("1.234.567,8"), number_readings("12 000"), number_readings("3,5")
    (('1234567.8',), ('12000',), ('3.5',))
    """
    bare = re.sub(r"['’   ](?=\d{3}(?!\d))", "", text.strip())
    plain = canonical_number(bare)
    if re.fullmatch(r"[-+]?\d{1,3}([.,])\d{3}", bare):
        grouped = canonical_number(re.sub(r"[.,]", "", bare))
        pointed = canonical_number(bare.replace(",", "."))
        order = (pointed, grouped) if "." in bare else (grouped, pointed)
        return tuple(dict.fromkeys(n for n in order if n is not None))
    for group, point in ((",", "."), (".", ",")):
        pattern = rf"[-+]?\d{{1,3}}(?:{re.escape(group)}\d{{3}})+(?:{re.escape(point)}\d+)?"
        if re.fullmatch(pattern, bare):
            read = canonical_number(bare.replace(group, "").replace(point, "."))
            return (read,) if read is not None else ()
    if plain is None and bare.count(",") == 1 and "." not in bare:
        plain = canonical_number(bare.replace(",", "."))
    return (plain,) if plain is not None else ()
