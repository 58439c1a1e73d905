"""Words cut short in identifiers, ``mkt`` for market and ``comm`` for commission, told by their letters."""

from __future__ import annotations

from collections.abc import Iterable

_LONGEST = 6
_VOWELS = frozenset("aeiou")


def has_letters_of(short: str, word: str) -> bool:
    """Whether the letters of ``short`` stand in a word in their order, the first at its beginning.

    >>> has_letters_of("stn", "station"), has_letters_of("stn", "destination")
    (True, False)
    """
    rest = iter(word)
    return len(short) > 1 and word.startswith(short[:1]) and all(letter in rest for letter in short)


def may_be_short_for(short: str, word: str) -> bool:
    """Whether ``short`` is a word cut short as people do: its beginning, consonants, or first two letters and the last.

    >>> [may_be_short_for(s, "market") for s in ("mkt", "mark", "mae", "mt")]
    [True, True, False, True]
    """
    if len(word) < len(short) + 2 or not has_letters_of(short, word):
        return False
    if word.startswith(short):
        return 2 < len(short) <= _LONGEST
    return _VOWELS.isdisjoint(short) or (short[:2] == word[:2] and short[-1] == word.rstrip("s")[-1:])


class ShortForms:
    """The short forms among the words of a vocabulary, to be found by what they may stand for.

    >>> ShortForms(("mkt", "val", "sales")).of("market")
    ('mkt',)

    Args:
        words: Folded words that no list of words knows.
    """

    def __init__(self, words: Iterable[str] = ()) -> None:
        self._by_letter: dict[str, list[str]] = {}
        self._found: dict[str, tuple[str, ...]] = {}
        for word in sorted(set(words)):
            if 2 < len(word) <= _LONGEST and word.isalpha():
                self._by_letter.setdefault(word[0], []).append(word)

    def of(self, word: str) -> tuple[str, ...]:
        """The short forms that may stand for a folded word, sorted."""
        if word not in self._found:
            shorts = self._by_letter.get(word[:1], ())
            self._found[word] = tuple(s for s in shorts if may_be_short_for(s, word))
        return self._found[word]
