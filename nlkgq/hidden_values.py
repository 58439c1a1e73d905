"""What a role's masker keeps back of the values that its index does not know: just what the gate would refuse."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from nlkgq.egress.watched import WatchedValues
    from nlkgq.masking.mask import Masker
    from nlkgq.masking.recogniser import Recogniser

_WORD: Final = re.compile(r"\w+")


def hidden_values(masker: Masker, watched: WatchedValues) -> Recogniser:
    """Finds the values that a masker lets pass, and that stop a question at the gate: words of everyday language.

    Hidden values that it masks as unknown words are left to it: a model must not see a difference.

    Args:
        masker: Knows what the role sees.
        watched: What the gate refuses, hidden or not.
    """

    def find(text: str) -> list[tuple[int, int]]:
        found = watched.find(text)
        if not found:
            return []
        passed = {(word.start, word.start + len(word.text)) for word in masker.mask(text).passed}
        return [(f.start, f.end) for f in found if _passes(text, f.start, f.end, passed)]

    return find


def _passes(text: str, start: int, end: int, passed: set[tuple[int, int]]) -> bool:
    """Whether every word from one place to another lies in what passed."""
    words = _WORD.finditer(text, start, end)
    return all(any(a <= word.start() and word.end() <= b for a, b in passed) for word in words)
