"""Long names that the graph holds by their initials: "World Meteorological Organization" for "WMO"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from nlkgq.masking.passing import Word
from nlkgq.values.acronyms import long_names, stored_acronym
from nlkgq.values.model import ValueIndex, ValueMatch

_JOINT: Final = re.compile(r"[ \t\u00a0]+(?:& )?")
_SCORE: Final = 0.75


def abbreviated_names(
    question: str,
    words: Sequence[Word],
    reasons: Sequence[str | None],
    matches: Sequence[ValueMatch],
    index: ValueIndex,
) -> Iterator[ValueMatch]:
    """Runs of three capitalised words or more, small words between them, whose initials are a stored value.

    They are one value each, small words included; not what the graph holds as it stands, nor what runs into such.

    Args:
        question: The text.
        words: All its words.
        reasons: Why each may pass; what may begins no name where it begins a sentence ("Which World ...").
        matches: What the index finds in the text.
        index: The graph's values.
    """
    whole = [m for m in matches if m.kind in {"exact", "folded"}]
    texts: list[str] = []
    places: list[int] = []
    for n, (word, reason) in enumerate(zip(words, reasons, strict=True)):
        joined = bool(n) and _JOINT.fullmatch(question, words[n - 1].end, word.start) is not None
        if not joined:
            texts.append("")
            places.append(n)
        texts.append("" if word.first and reason is not None else word.text)
        places.append(n)
    for start, end, acronyms in long_names(texts):
        first, last = words[places[start]].start, words[places[end - 1]].end
        if _is_cut(whole, first, last) or all(reasons[n] is not None for n in places[start:end]):
            continue
        stored = stored_acronym(acronyms, index)
        if stored:
            yield ValueMatch(start=first, end=last, kind="fuzzy", score=_SCORE, values=tuple(stored))


def _is_cut(whole: Sequence[ValueMatch], start: int, end: int) -> bool:
    """Whether a stored value is the stretch, or reaches beyond it."""
    return any(
        m.start < end and start < m.end and (m.start < start or end < m.end or (m.start, m.end) == (start, end))
        for m in whole
    )
