"""Stored values that hold a text of several words, as the label of a record holds its title."""

from __future__ import annotations

from collections.abc import Collection

from nlkgq.values.folding import words
from nlkgq.values.model import StoredValue, ValueIndex

_LIMIT = 10
_LEAST_WORDS = 2


def values_containing(
    index: ValueIndex, text: str, properties: Collection[str] | None = None
) -> tuple[StoredValue, ...]:
    """The shortest stored values in which all words of ``text`` stand in a row, case and marks aside; () when none.

    Args:
        index: The values.
        text: Two words or more; of a single word one cannot tell that the whole value is meant.
        properties: Only values of these are looked for; None for all.
    """
    wanted = words(text)
    if len(wanted) < _LEAST_WORDS:
        return ()
    row = f" {' '.join(wanted)} "
    found: dict[StoredValue, None] = {}
    for match in index.search(text, limit=_LIMIT):
        held = (v for v in match.values if properties is None or any(h.property in properties for h in v.holders))
        found.update((value, None) for value in held if row in f" {' '.join(words(value.text))} ")
    shortest = min((len(value.text) for value in found), default=0)
    return tuple(value for value in found if len(value.text) == shortest)
