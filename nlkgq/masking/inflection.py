"""Singular and plural of a name that stands for things of its kind: "LCDs", "satires", "Republics"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

_SINGULARS: Final = (("ies", "y"), ("es", ""), ("s", ""))
_LEAST: Final = 3


def other_numbers(text: str) -> Iterator[str]:
    """What the singular of an English plural may be, likeliest first, and the plural of what ends like no plural.

    >>> list(other_numbers("fuel batteries")), list(other_numbers("diode"))
    (['fuel battery', 'fuel batteri', 'fuel batterie'], ['diodes'])
    """
    word = text.rsplit(maxsplit=1)[-1] if text.strip() else ""
    if not word or not word[-1].isalpha():
        return
    lower = word.lower()
    if lower.endswith("s") and not lower.endswith(("ss", "us", "is")):
        for ending, instead in _SINGULARS:
            if lower.endswith(ending) and len(word) - len(ending) + len(instead) >= _LEAST:
                yield text[: -len(ending)] + instead
    elif len(word) >= _LEAST and not lower.endswith("s"):
        yield f"{text[:-1]}ies" if lower.endswith("y") and lower[-2] not in "aeiou" else f"{text}s"
