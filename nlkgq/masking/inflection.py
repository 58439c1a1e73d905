"""Other forms of a name: the plural for things of its kind ("LCDs", "satires"), the adjective of a place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Final

_SINGULARS: Final = (("ies", "y"), ("es", ""), ("s", ""))
_LEAST: Final = 3
_PLACES: Final = (
    ("ian", ("ia", "", "y", "e", "a")),
    ("ean", ("ea", "e", "")),
    ("an", ("a", "o", "", "e")),
    ("ese", ("", "a", "e")),
    ("i", ("",)),
)


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


def is_plural(text: str, singular: str) -> bool:
    """Whether a text is the English plural of another one, whatever their case.

    >>> is_plural("Fuel batteries", "fuel battery"), is_plural("fuel battery", "fuel battery")
    (True, False)
    """
    word = text.casefold()
    return bool(singular) and word.endswith("s") and singular.casefold() in (word[:-1], word[:-2], f"{word[:-3]}y")


def places_of(text: str, *, by_rule: bool) -> Iterator[str]:
    """What place a word like "French" or "Zambian" belongs to, likeliest first; nothing for other words.

    Args:
        text: The word.
        by_rule: Whether words that are not listed count, by their endings; names such as "Julian" end so, too.

    >>> list(places_of("french", by_rule=False)), list(places_of("Zambian", by_rule=True))[0]
    (['France'], 'Zambia')
    """
    word = text.strip()
    known = _peoples().get(word.lower())
    if known:
        yield from known
        return
    for ending, stems in _PLACES if by_rule else ():
        if len(word) > len(ending) + 2 and word.isalpha() and word.lower().endswith(ending):
            yield from (word[: -len(ending)] + instead for instead in stems)
            return


@cache
def _peoples() -> Mapping[str, tuple[str, ...]]:
    text = files("nlkgq.masking").joinpath("words", "peoples_en.txt").read_text(encoding="utf-8")
    lines = (line.split() for line in text.splitlines() if line and not line.startswith("#"))
    return {word.lower(): tuple(p.replace("_", " ") for p in places) for word, *places in lines}
