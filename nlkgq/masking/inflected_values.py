"""Stored values in another inflection: "satires" where the graph holds "Satire", though the word is a common one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from nlkgq.masking.passing import Word
from nlkgq.masking.wordlists import word_lists
from nlkgq.values.model import ValueIndex, ValueMatch

_JOINT: Final = re.compile(r"[ \t\u00a0]+|[-‐‑]")
_BEFORE: Final = 3
"""Most words of a value before the one that is inflected ("twentieth century space operas")."""
_SCORE: Final = 0.95


def inflected_values(
    question: str, words: Sequence[Word], reasons: Sequence[str | None], index: ValueIndex
) -> Iterator[ValueMatch]:
    """Whole stored values whose last word stands in the question in another form, and would pass as a common noun.

    Forms of verbs are left out: "acted" is not the film "Act".
    """
    for place, (word, reason) in enumerate(zip(words, reasons, strict=True)):
        if reason is None or not reason.startswith("common"):
            continue
        families, lower = word_lists().families, word.text.lower()
        forms = {form.lower() for form in (*families.get(word.text, ()), *families.get(lower, ()))} - {lower}
        for start in _starts(question, words, place):
            before = question[start : word.start]
            found = {value: None for form in sorted(forms) for value in index.lookup(before + form)}
            if found:
                yield ValueMatch(start=start, end=word.end, kind="folded", score=_SCORE, values=tuple(found))


def _starts(question: str, words: Sequence[Word], place: int) -> Iterator[int]:
    """Where a value of one word or more that ends at a word may begin."""
    yield words[place].start
    for n in range(place - 1, max(place - 1 - _BEFORE, -1), -1):
        if _JOINT.fullmatch(question[words[n].end : words[n + 1].start]) is None:
            return
        yield words[n].start
