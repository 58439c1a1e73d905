"""Finds values in bytes that are about to leave. Its own normaliser: nothing is shared with masking or the value index.

What is looked for, and how strictly:

* one or two characters, and one- or two-digit numbers: not at all, they say nothing;
* words on the reviewed list ``exempt.txt``: not at all;
* up to five characters, and numbers: as a whole word (or its plural, from four on);
* six and seven characters: where a word begins;
* longer values, and values of several words: anywhere, whatever stands between the letters.

Each also backwards, in ROT13, with letters spaced out, and in Latin letters when it is Greek or Cyrillic.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Final

from nlkgq.egress.decoding import readings

_LONG: Final = 8
_BEGINNING: Final = 6
_WORD_ONLY: Final = 3
_SEVERAL_WORDS: Final = 6
_LOOK_ALIKE: Final = dict(
    zip(
        "аеорсухіјѕһԁԛԝкмнтвАЕОРСУХІЈЅКМНТВοαερτυικνχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
        "aeopcyxijshdqwkmhtbaeopcyxijskmhtboaeptuiknxabezhikmnoptyx",
        strict=True,
    )
)
_OWN_LETTERS: Final = {"ß": "ss", "ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ı": "i"}
_LATIN_PAIRS: Final = (
    "а=a б=b в=v г=g д=d е=e ж=zh з=z и=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ш=sh щ=shch",
    "ъ= ы=y ь= э=e ю=yu я=ya і=i ї=i є=ye",
    "α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s τ=t υ=y φ=f χ=ch ψ=ps ω=o",
)
_LATIN: Final = dict(pair.split("=") for pairs in _LATIN_PAIRS for pair in pairs.split())
_ROT13: Final = str.maketrans("abcdefghijklmnopqrstuvwxyz", "nopqrstuvwxyzabcdefghijklm")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_SINGLE = re.compile(r"(?:(?<= )|^)\w(?: \w){3,}(?= |$)")


class _Letters(dict[int, str]):
    """Character -> what it is compared as: lower case, no marks, a space for what is no letter.

    ``by_shape``: letters of other scripts become the Latin ones they look like.
    """

    def __init__(self, *, by_shape: bool) -> None:
        super().__init__()
        self._shapes = _LOOK_ALIKE if by_shape else {}

    def __missing__(self, code: int) -> str:
        found = []
        for part in unicodedata.normalize("NFKD", chr(code)):
            if unicodedata.category(part) == "Cf" or unicodedata.combining(part):
                continue
            for piece in self._shapes.get(part, part).casefold():
                found.append(_OWN_LETTERS.get(piece, piece if piece.isalnum() else " "))
        self[code] = "".join(found)
        return self[code]


_LETTERS: Final = _Letters(by_shape=False)
_SHAPES: Final = _Letters(by_shape=True)
_OTHER_SCRIPT = re.compile(r"[\u0370-\u052f]")


def _spaced(text: str, letters: _Letters = _LETTERS) -> str:
    """Lower-case words with one space between them, and one around them all."""
    return " " + " ".join(text.translate(letters).split()) + " "


@cache
def exempt_words() -> frozenset[str]:
    """The reviewed words that are never taken for a value."""
    text = files("nlkgq.egress").joinpath("exempt.txt").read_text(encoding="utf-8")
    return frozenset(word for line in text.splitlines() if not line.startswith("#") for word in line.split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Needle:
    """A private value as it is looked for; ``words`` its words, ``joined`` them together."""

    words: str = field(repr=False)
    joined: str = field(repr=False)

    @property
    def anywhere(self) -> bool:
        """Whether it is looked for inside other text rather than as a word."""
        several = " " in self.words and len(self.joined) >= _SEVERAL_WORDS
        return not self.joined.isdecimal() and (several or len(self.joined) >= _LONG)


def needles(private: Iterable[str]) -> tuple[Needle, ...]:
    """What to look for, for these private texts; () for those that are exempt.

    >>> [n.words for n in needles(["Ada  Quent", "in", "7", "42 Main St"])]
    ['ada quent', '42 main st']
    """
    found: dict[Needle, None] = {}
    exempt = exempt_words()
    for text in private:
        own = _spaced(text).strip()
        for words in dict.fromkeys((own, "".join(_LATIN.get(c, c) for c in own))):
            joined = words.replace(" ", "")
            if len(joined) < 3 or all(word in exempt for word in words.split()):
                continue
            found[Needle(words=words, joined=joined)] = None
    return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class _View:
    """A text as words between single spaces, and the same without spaces."""

    spaced: str
    joined: str


def _views(text: str, *, words: bool) -> tuple[_View, ...]:
    """One reading of a body, ready for searching; always the same number of views, so that counts compare.

    In order: as it is; letters of other scripts by their shape; and, with ``words``, camel case taken apart and spaced
    letters put together.
    """
    plain = _spaced(text)
    spaced = [plain, _spaced(text, _SHAPES) if _OTHER_SCRIPT.search(text) else plain]
    if words:
        spaced.append(_spaced(_CAMEL.sub(" ", text)) if _CAMEL.search(text) else plain)
        runs = " ".join(run.replace(" ", "") for run in _SINGLE.findall(plain))
        spaced.append(f" {runs} ")
    return tuple(_View(spaced=view, joined=view.replace(" ", "")) for view in spaced)


def _counts(views: Sequence[_View], needle: Needle) -> tuple[int, ...]:
    """How often a value stands in each view, in any of its forms."""
    forms = {needle.joined, needle.joined[::-1]}
    if needle.joined.isascii() and len(needle.joined) >= _SEVERAL_WORDS and not needle.joined.isdecimal():
        forms.add(needle.joined.translate(_ROT13))
    return tuple(sum(_count(view, needle, form) for form in forms) for view in views)


def _count(view: _View, needle: Needle, form: str) -> int:
    if needle.anywhere:
        return view.joined.count(form)
    if form.isdecimal() and len(form) >= _LONG:
        return len(re.findall(rf"(?<!\d){form}(?!\d)", view.joined))
    several = view.spaced.count(f" {needle.words} ") if " " in needle.words and form == needle.joined else 0
    return _as_word(view.spaced, form) + several


def _as_word(spaced: str, form: str) -> int:
    if form.isdecimal() or len(form) <= _WORD_ONLY:
        return spaced.count(f" {form} ")
    if len(form) < _BEGINNING:
        return spaced.count(f" {form} ") + spaced.count(f" {form}s ")
    return spaced.count(f" {form}")


def found_in(body: bytes, private: Sequence[str], *, public: str = "") -> int:
    """How many of the private texts stand in a body more often than in what is public.

    Args:
        body: What is about to leave.
        private: Texts that must not.
        public: Text that leaves with every request whatever the question: what stands there tells nothing new.

    Raises:
        TooLarge: The body unfolds to more than is searched.
    """
    wanted = dict.fromkeys(needles(private))
    if not wanted:
        return 0
    as_words = not all(needle.anywhere for needle in wanted)
    known = _views(public, words=as_words) if public else ()
    allowed = {needle: _counts(known, needle) for needle in wanted} if public else {}
    hits: set[Needle] = set()
    for text, fragment in readings(body):
        views = _views(text, words=as_words)
        for needle in wanted.keys() - hits:
            found = _counts(views, needle)
            # What was packed into base 64 or the like is never the public part.
            let_go = allowed[needle] if public and not fragment else (0,) * len(found)
            if any(count > most for count, most in zip(found, let_go, strict=True)):
                hits.add(needle)
    return len(hits)
