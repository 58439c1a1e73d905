"""Names of placeholders: constant in shape, keyed, telling nothing of value or order."""

from __future__ import annotations

import hmac
import re
from collections.abc import Callable
from typing import Final

_LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ23456789"
PREFIX: Final = "VALUE_"
"""What every placeholder begins with."""
LENGTH: Final = 4
"""Letters behind it."""
NAME_LENGTH: Final = len(PREFIX) + LENGTH
_SHAPE: Final = re.compile(rf"\s*{PREFIX}[{_LETTERS}]{{{LENGTH}}}\s*", re.IGNORECASE)


def is_placeholder(text: str) -> bool:
    """Whether a text is a placeholder and nothing else, whatever its case.

    >>> is_placeholder("VALUE_K3QX"), is_placeholder("VALUE_ADDED"), is_placeholder("about VALUE_K3QX")
    (True, False, False)
    """
    return _SHAPE.fullmatch(text) is not None


def holds_placeholder(text: str) -> bool:
    """Whether a placeholder stands anywhere in a text.

    >>> holds_placeholder('ASK { ?x ?p "VALUE_K3QX" }'), holds_placeholder("VALUE_ADDED tax")
    (True, False)
    """
    return re.search(rf"{PREFIX}[{_LETTERS}]{{{LENGTH}}}(?![A-Za-z0-9])", text) is not None


class PlaceholderNames:
    """Names for the values of one question: the same value gets the same name, two values get two.

    A name is a keyed hash (HMAC-SHA-256) of the question and the value, so a repeated question gives the same request
    and order never shows magnitude. Without vowels a name is no word.

    >>> names = PlaceholderNames(b"secret", "Who is Ada?", taken=lambda name: False)
    >>> names.of("ada") == names.of("ada"), names.of("ada") == names.of("bob"), len(names.of("ada"))
    (True, False, 10)

    Args:
        secret: The graph's key.
        question: The question, as typed.
        taken: Whether a name must not be used, since the question or the ontology holds it.
    """

    def __init__(self, secret: bytes, question: str, *, taken: Callable[[str], bool]) -> None:
        self._secret = secret
        self._question = question.casefold()
        self._taken = taken
        self._names: dict[str, str] = {}
        self._given: set[str] = set()

    def of(self, identity: str) -> str:
        """The name of the value that ``identity`` stands for."""
        name = self._names.get(identity)
        attempt = 0
        while name is None:
            candidate = self._candidate(identity, attempt)
            attempt += 1
            used = candidate in self._given or candidate.casefold() in self._question
            if not used and not self._taken(candidate):
                name = self._names[identity] = candidate
                self._given.add(candidate)
        return name

    def _candidate(self, identity: str, attempt: int) -> str:
        message = f"{self._question}\0{identity}\0{attempt}".encode("utf-8", "surrogatepass")
        number = int.from_bytes(hmac.digest(self._secret, message, "sha256")[:8])
        letters = []
        for _ in range(LENGTH):
            number, place = divmod(number, len(_LETTERS))
            letters.append(_LETTERS[place])
        return PREFIX + "".join(letters)
