"""The telling words of names: one of them alone, such as a surname, says whose name it is.

Told apart by how a name is written, so that nothing of everyday language is taken for one: a value is a name where it
has two to five words without digits, all with a capital but for the small ones between them, and no more than half of
them common. Its telling words are those of four letters and more that are not common. In a text such a word counts only
with a capital of its own ("Quent", "QUENT"); whole values count however they are written. Scripts without capitals have
none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from nlkgq.egress.letters import by_sound, spaced

_MOST_WORDS: Final = 5
_SHORTEST: Final = 4
_LONGEST_NAME: Final = 80
_WORD = re.compile(r"[^\W_]+")
_SMALL_WORDS: Final = """
a al an and bin da de del della den der des di do dos du e el et ibn la las le les lo los of och the und van vom von y
zu zum zur
"""
_SMALL: Final = frozenset(_SMALL_WORDS.split())


def telling_parts(text: str, is_common: Callable[[str], bool]) -> Iterator[str]:
    """The telling words of a value that is a name, as they are compared.

    Args:
        text: A value.
        is_common: Whether a word, as it is compared, is one of everyday language.

    >>> list(telling_parts("Orsolya van der Quent", {"house"}.__contains__))
    ['orsolya', 'quent']
    >>> list(telling_parts("The House Quent", {"house"}.__contains__)), list(telling_parts("a quent", bool))
    (['quent'], [])
    """
    if len(text) > _LONGEST_NAME:
        return
    written = [word for word in _WORD.findall(text) if word not in _SMALL and word.lower() not in _SMALL]
    if not 2 <= len(written) <= _MOST_WORDS or not all(word[0].isupper() and word.isalpha() for word in written):
        return
    words = [_compared(word) for word in written]
    common = [bool(word) and is_common(word) for word in words]
    if 2 * sum(common) > len(words):
        return
    yield from (w for w, known in zip(words, common, strict=True) if len(w) >= _SHORTEST and not known)


def has_capital(word: str) -> bool:
    """Whether a word of a text is written as a name is; ``IRIs`` is not.

    >>> [has_capital(word) for word in ("Quent", "QUENT", "McQuent", "quent", "IRIs")]
    [True, True, True, False, False]
    """
    return word[:1].isupper() and (word.isupper() or not word[:2].isupper())


def _compared(word: str) -> str:
    return spaced(word, by_sound()).strip()
