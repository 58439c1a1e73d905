"""A question as tokens: words, numbers, quoted text, punctuation, each with its place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from nlkgq.masking.placeholders import is_placeholder
from nlkgq.ontology.words import fold

ADDRESS = re.compile(r"https?://")
TokenKind = Literal["word", "number", "quote", "mark"]
Operation = Literal["+", "-", "*", "/", "days", "years"]

_TOKEN = re.compile(
    r"""(?P<quote>"[^"\n]{1,400}"|“[^”\n]{1,400}”|„[^“”\n]{1,400}[“”]|‘[^’\n]{1,400}’
        |(?<![^\s(\[])'[^\n]{1,400}?'(?=[\s?.,;:!)\]]|$))
      |<?(?P<address>https?://[^\s<>"“”]*[^\s<>"“”'’?.,;:!)\]])>?
      |(?P<date>\d{4}-\d{2}-\d{2}(?:T[\d:]+)?|\d{4}-(?:0[1-9]|1[0-2])(?![\w-])|(?<![\w-])--\d{2}(?:-\d{2})?(?![\w-]))
      |(?P<number>\d+(?:[.,]\d+)*(?=\D|$)(?![^\W\d_]))
      |(?P<name>[A-Z]+(?:_[A-Z0-9]+)+)(?P<of>['’]s)?(?![^\W_])
      |(?P<word>[^\W_]+(?:['’][^\W_]+)*)
      |(?P<mark>\S)""",
    re.VERBOSE,
)
_ESCAPE = re.compile(r"\\u([0-9A-Fa-f]{4})")


@dataclass(frozen=True, slots=True, kw_only=True)
class Operand:
    """What a computed value is made of.

    Args:
        operation: What is done with it; of the first operand, what is done with those after it.
        name: What the question calls the result; "" when it has no name, and for operands after the first.
        size: How many tokens it has.
        leads: Whether it is the first operand, which stands for the result.
    """

    operation: Operation
    name: str
    size: int
    leads: bool


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the question.

    Args:
        text: As written; for quoted text without its quotes.
        folded: Without case and diacritics; a possessive ``'s`` is cut off and noted in ``possessive``. Of a masked
            number, the number that it is read as.
        start, end: Offsets in the question, quotes included.
        glued: Whether it follows the token before without a space.
        operand: Of the first token of an operand, which one it is.
        typed: What stood there, where it was misspelt.
        spoken: What stood there, where it is put in another language.
        verb: Whether it is a noun that stands for what is done: "Regie führen" is to direct.
        names: Of an adjective of origin, what the country may be called.
    """

    text: str
    folded: str
    kind: TokenKind
    start: int
    end: int
    glued: bool = False
    possessive: bool = False
    operand: Operand | None = None
    typed: str = ""
    spoken: str = ""
    verb: bool = False
    names: tuple[str, ...] = ()


def unescape(text: str) -> str:
    r"""A question with ``\\uXXXX`` escapes, as exports leave them, written out.

    >>> unescape("R\\u00E9cepteur")
    'Récepteur'
    """
    return _ESCAPE.sub(lambda m: chr(int(m.group(1), 16)), text)


def tokenize(text: str) -> tuple[Token, ...]:
    """The tokens of a question, in order.

    >>> [t.folded for t in tokenize("Ada's films of 2014?")]
    ['ada', 'films', 'of', '2014', '?']
    """
    found: list[Token] = []
    last = -1
    for m in _TOKEN.finditer(text):
        written = m.group()
        kind: TokenKind = "mark"
        folded, possessive = fold(written), False
        if m.group("address"):
            kind, written = "quote", m.group("address")
            folded = fold(written)
        elif m.group("quote"):
            kind, written = "quote", written[1:-1].strip()
            folded = fold(written)
        elif m.group("number") or m.group("date"):
            kind = "number"
        elif m.group("name"):
            kind, written = "word", m.group("name")
            folded, possessive = fold(written), m.group("of") is not None
        elif m.group("word"):
            kind = "word"
            cut = re.sub(r"['’]s?$|(?<=s)['’]$", "", folded)
            possessive, folded = cut != folded, cut
        if kind == "mark" and written in "'’" and m.start() == last and _may_end_in_s(found[-1]):
            # "the ships' names"
            found[-1] = replace(found[-1], possessive=found[-1].kind == "word", end=m.end())
            last = m.end()
            continue
        found.append(Token(written, folded, kind, m.start(), m.end(), m.start() == last, possessive))
        last = m.end()
    return tuple(found)


def _may_end_in_s(token: Token) -> bool:
    return token.folded.endswith("s") or is_placeholder(token.text)


_NUMBER_WORDS = {
    word: value
    for value, words in enumerate(
        (
            "zero null",
            "one eins single",
            "two zwei",
            "three drei",
            "four vier",
            "five funf",
            "six sechs",
            "seven sieben",
            "eight acht",
            "nine neun",
            "ten zehn",
            "eleven elf",
            "twelve zwolf",
        )
    )
    for word in words.split()
}
_ORDINALS = {
    word: value
    for value, words in enumerate(
        (
            "second 2nd zweite zweiten zweiter zweites",
            "third 3rd dritte dritten dritter drittes",
            "fourth 4th vierte vierten",
            "fifth 5th funfte funften",
            "sixth 6th",
            "seventh 7th",
            "eighth 8th",
            "ninth 9th",
            "tenth 10th",
        ),
        start=2,
    )
    for word in words.split()
}
_SCALES = {
    "hundred": 100,
    "hundert": 100,
    "thousand": 1000,
    "tausend": 1000,
    "million": 10**6,
    "millionen": 10**6,
    "billion": 10**9,
    "milliarde": 10**9,
    "milliarden": 10**9,
}


def number_of(token: Token) -> float | int | None:
    """The number that a token spells, or None.

    >>> [number_of(t) for t in tokenize("two 2,500 3.5 x")]
    [2, 2500, 3.5, None]
    """
    if token.kind == "word":
        return _NUMBER_WORDS.get(token.folded, _SCALES.get(token.folded))
    if token.kind != "number" or "-" in token.folded:
        return None
    plain = re.sub(r",(?=\d{3}(?:\D|$))", "", token.folded).replace(",", ".")
    if plain.count(".") > 1:
        return None
    return float(plain) if "." in plain else int(plain)


def ordinal_of(token: Token) -> int | None:
    """The place from the second on that a token names, or None.

    >>> [ordinal_of(t) for t in tokenize("third 2nd one")]
    [3, 2, None]
    """
    return _ORDINALS.get(token.folded) if token.kind == "word" else None


def scale_of(token: Token) -> int | None:
    """The factor of ``million`` and the like, or None."""
    return _SCALES.get(token.folded) if token.kind == "word" else None


def joined(between: Sequence[Token]) -> bool:
    """Whether at most hyphens stand between two words: ``prize-winning``."""
    return all(t.text == "-" for t in between)


def in_place_of(token: Token, word: str, *, mark: bool = False) -> Token:
    """A token that says another word, or is a mark, in the place of one."""
    return replace(token, text=word, folded=word, kind="mark" if mark else "word", glued=mark, possessive=False)
