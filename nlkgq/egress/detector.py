"""Finds values in bytes that are about to leave. Its own normaliser: nothing is shared with masking or the value index.

What is looked for, and how strictly:

* one or two characters, and one- or two-digit numbers: not at all, they say nothing;
* words on the reviewed list ``exempt.txt``: not at all;
* up to five characters, and numbers: as a whole word (or its plural, from four on);
* six and seven characters: where a word begins;
* longer values, and values of several words: anywhere, whatever stands between the letters;
* in a script that writes no spaces, from two letters on: anywhere.

Each also backwards, in ROT13, with letters spaced out, and in Latin letters when it is Greek or Cyrillic.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from nlkgq.egress.decoding import readings
from nlkgq.egress.exempt import exempt_words
from nlkgq.egress.letters import OTHER_SCRIPT, by_shape, by_sound, in_latin, spaced, weight

_LONG: Final = 8
_BEGINNING: Final = 6
_WORD_ONLY: Final = 3
_SEVERAL_WORDS: Final = 6
_ROT13: Final = str.maketrans("abcdefghijklmnopqrstuvwxyz", "nopqrstuvwxyzabcdefghijklm")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_SINGLE = re.compile(r" \w \w \w \w(?: \w)*(?= )")


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
        own = spaced(text, by_sound()).strip()
        for words in dict.fromkeys((own, in_latin(own))):
            joined = words.replace(" ", "")
            if weight(joined) < _WORD_ONLY or all(word in exempt for word in words.split()):
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
    plain = spaced(text, by_sound())
    forms = [plain, spaced(text, by_shape()) if OTHER_SCRIPT.search(text) else plain]
    if words:
        forms.append(spaced(_CAMEL.sub(" ", text), by_sound()) if _CAMEL.search(text) else plain)
        runs = " ".join(run.replace(" ", "") for run in _SINGLE.findall(plain))
        forms.append(f" {runs} ")
    return tuple(_View(spaced=form, joined=form.replace(" ", "")) for form in forms)


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
        return _between_other_digits(view.joined, form)
    several = view.spaced.count(f" {needle.words} ") if " " in needle.words and form == needle.joined else 0
    return _as_word(view.spaced, form) + several


def _between_other_digits(joined: str, digits: str) -> int:
    """How often a number stands in a text without a further digit at either end."""
    count, at = 0, joined.find(digits)
    while at >= 0:
        end = at + len(digits)
        count += not (joined[at - 1 : at].isdecimal() or joined[end : end + 1].isdecimal())
        at = joined.find(digits, at + 1)
    return count


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
