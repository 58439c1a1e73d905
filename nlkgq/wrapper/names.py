"""Words -> clean names that are legal local names: UpperCamelCase for classes, lowerCamelCase for properties."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Set as AbstractSet
from functools import cache
from typing import Final

from nlkgq.ontology.model import split_identifier

_LATIN: Final = {"ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "ł": "l"}
_LATIN.update({"Ł": "L", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "ı": "i"})
# PN_CHARS without "-" (SPARQL 1.1, grammar rules 164 to 167), as far as letters, digits and their marks go.
_LEGAL: Final = re.compile(
    r"[A-Za-z0-9\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u1fff"
    r"\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff]"
)
_FUNCTION: Final = frozenset({"of", "in", "is", "id", "by", "has", "to", "at", "for", "on"})
_NEVER_FIRST: Final = _FUNCTION - {"is", "has", "id"}
_NEVER_LAST: Final = (_FUNCTION - {"id"}) | {"ship", "hood", "ward", "like", "wise", "able", "less", "ness", "full"}
LEAST: Final = 7
"""Letters of the shortest word that is looked into for words."""


def words_of(text: str) -> list[str]:
    """Words of a label or identifier that a local name may hold, in any script; accents of Latin letters are dropped.

    Returns:
        [] where there is no letter.

    >>> words_of("größter Umfang (max.)"), words_of("फ़िल्म का नाम"), words_of("3")
    (['grosster', 'umfang', 'max'], ['फ़िल्म', 'का', 'नाम'], [])
    """
    text = unicodedata.normalize("NFKC", text.replace("'", "").replace("’", ""))
    spaced = "".join(_plain(character) for character in split_identifier(text))
    words = ["".join(c for c in word if _LEGAL.match(c)) for word in spaced.split()]
    words = [word for word in words if word and not unicodedata.category(word[0]).startswith("M")]
    return words if any(c.isalpha() for word in words for c in word) else []


def _plain(character: str) -> str:
    """A letter without accent where it is Latin; what is neither letter, digit nor mark as a space."""
    if character in _LATIN:
        return _LATIN[character]
    if unicodedata.category(character)[0] not in "LMN":
        return " "
    base = unicodedata.normalize("NFD", character)
    return base[0] if base[0].isascii() else character


def name(words: list[str], *, of_class: bool) -> str:
    """A local name; never with a digit first.

    >>> name(["short", "film"], of_class=True), name(["GNP", "per", "head"], of_class=False)
    ('ShortFilm', 'gnpPerHead')
    """
    capital = [word if word.isupper() and len(word) > 1 else word[:1].upper() + word[1:].lower() for word in words]
    if not capital[0][0].isalpha():
        capital.insert(0, "Number")
    if not of_class:
        capital[0] = capital[0].lower()
    return "".join(capital)


def opaque(identifier: str) -> bool:
    """Whether an identifier tells nothing: a number with a mark before it, such as ``NIDM_0000062``, ``P31``, a hash.

    >>> opaque("NIDM_0000062"), opaque("C7"), opaque("songTitle"), opaque("iso639code")
    (True, True, False, False)
    """
    letters = re.sub(r"[\W\d_]", "", identifier)
    digits = re.sub(r"\D", "", identifier)
    numbered = re.fullmatch(r"[A-Za-z]+[_-]?\d{3,}", identifier) is not None
    hashed = re.fullmatch(r"[0-9a-f-]{12,}", identifier) is not None
    return len(letters) < 2 or hashed or (bool(digits) and (len(digits) >= len(letters) or numbered))


def parted(word: str, known: AbstractSet[str]) -> list[str]:
    """A word of an identifier that was written without gaps, as the known words it is made of.

    Args:
        word: In lower case.
        known: Words that may be parts.

    Returns:
        The word itself where it is known, short, or not made of known words.

    >>> parted("headofstate", {"head", "state"}), parted("continent", {"con", "tin"})
    (['head', 'of', 'state'], ['continent'])
    """
    if len(word) < LEAST or word in known or not word.isascii() or not word.islower():
        return [word]

    @cache
    def best(start: int) -> tuple[int, tuple[str, ...]] | None:
        if start == len(word):
            return 0, ()
        found: list[tuple[int, tuple[str, ...]]] = []
        for end in range(start + 2, len(word) + 1):
            part = word[start:end]
            if part in _FUNCTION or (len(part) > 2 and part in known):
                rest = best(end)
                if rest is not None:
                    found.append((rest[0] + 1, (part, *rest[1])))
        return min(found, default=None)

    parts = best(0)
    if parts is None or parts[1][-1] in _NEVER_LAST or parts[1][0] in _NEVER_FIRST:
        return [word]
    return list(parts[1])
