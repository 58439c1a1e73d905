"""Stored names that tell equal names apart: "Ada Quent 0002" and "Ebb Tide (film)" for "Ada Quent" and "Ebb Tide"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from nlkgq.values.folding import words
from nlkgq.values.model import StoredValue, ValueIndex, ValueMatch

_LIMIT: Final = 5
_TOLD: Final = 5
"""As many values as an index tells of words that it finds in more of them."""
_TOLD_APART: Final = re.compile(r"\s+(?:\d+|[IVX]+|\([^()]*\))")


def with_namesakes(original: str, values: Sequence[StoredValue], index: ValueIndex) -> tuple[StoredValue, ...]:
    """What a text names as a whole, and the names with something behind them where it is only how IRIs are spelt.

    Args:
        original: The text.
        values: The stored values of that text.
        index: The graph's values.
    """
    if any(v.term.kind == "literal" for v in values):
        return tuple(values)
    near = (v for m in index.search(original, limit=_LIMIT) if m.kind == "part" for v in m.values)
    alike = (v for v in near if v.term.kind == "literal" and _is_namesake(original, v.text))
    return tuple(dict.fromkeys((*values, *alike)))


def as_spelt(original: str, values: Sequence[StoredValue]) -> tuple[StoredValue, ...]:
    """Of the values of a text those that are spelt so, where there are some, and what else is called so otherwise."""
    exact = [v for v in values if v.text == original]
    held = {(h.property, h.subject_class) for v in exact for h in v.holders}
    return tuple(
        v
        for v in values
        if not exact or v in exact or not held.intersection((h.property, h.subject_class) for h in v.holders)
    )


def are_namesakes(name: str, match: ValueMatch) -> bool:
    """Whether what holds the words of a name are all names of that kind, so that they are meant and not all that holds
    them; not where there are more than are told."""
    alike = all(v.term.kind == "literal" and _is_namesake(name, v.text) for v in match.values)
    return match.kind == "part" and alike and len(match.values) < _TOLD


def _is_namesake(name: str, stored: str) -> bool:
    behind = next((m for m in _TOLD_APART.finditer(stored) if m.end() == len(stored)), None)
    return behind is not None and words(stored[: behind.start()]) == words(name)
