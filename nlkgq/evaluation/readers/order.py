"""Whether a question asks for an order of rows."""

from __future__ import annotations

import re

_WORDS = re.compile(
    r"\b(?:order(?:ed|ing)? (?:by|of)|in (?:the )?order|(?:re)?order\b|sort(?:ed|ing)?\b|rank(?:ed|ing)\b|"
    r"(?:ascending|descending|decreasing|increasing|alphabetical|lexicographic|chronological)(?:ly)?\b|"
    r"(?:highest|lowest|largest|smallest|oldest|youngest|newest|latest|earliest|most \w+|fewest|least \w+) first|"
    r"from (?:the )?\w+ to (?:the )?\w+(?:$|[.?!,]))",
    re.IGNORECASE,
)


def asks_for_order(question: str) -> bool:
    """Whether the words of an English question ask for sorted rows.

    >>> asks_for_order("List the films sorted by runtime."), asks_for_order("Who is the oldest singer?")
    (True, False)
    """
    return _WORDS.search(question) is not None
