"""The detector's own normaliser: what a character is compared as. Nothing is shared with masking or the value index."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Final

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
# Thai, Lao, Burmese, Khmer, kana, Chinese characters: each letter is compared as a word.
_WITHOUT_SPACES: Final = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)
OTHER_SCRIPT: Final = re.compile(r"[\u0370-\u052f]")
"""Greek and Cyrillic letters."""


class Letters(dict[int, str]):
    """Character -> what it is compared as: lower case, no marks, a space for what is no letter; "" for what is skipped.

    Args:
        by_shape: Whether letters of other scripts become the Latin ones they look like.
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
        letters = "".join(found)
        self[code] = f" {letters} " if _WITHOUT_SPACES.search(letters) else letters
        return self[code]


@cache
def by_sound() -> Letters:
    """Letters as themselves."""
    return Letters(by_shape=False)


@cache
def by_shape() -> Letters:
    """Letters of other scripts as the Latin ones they look like."""
    return Letters(by_shape=True)


def spaced(text: str, letters: Letters) -> str:
    """Lower-case words with one space between them, and one around them all.

    >>> spaced("Zdeněk O’Hara", by_sound())
    ' zdenek o hara '
    """
    return " " + " ".join(text.translate(letters).split()) + " "


def weight(joined: str) -> int:
    """How much a text without spaces says, in letters: one of a script that writes no spaces counts for two.

    >>> weight("ada"), weight("東京")
    (3, 4)
    """
    return len(joined) + len(_WITHOUT_SPACES.findall(joined))


def in_latin(text: str) -> str:
    """Greek and Cyrillic letters written in Latin ones.

    >>> in_latin("ванда")
    'vanda'
    """
    return "".join(_LATIN.get(c, c) for c in text)
