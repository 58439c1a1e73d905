"""Long names that the graph holds with their words cut short: ``Journal of Applied Physics`` for ``J. Appl. Phys.``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from nlkgq.values.acronyms import SMALL, capital_runs
from nlkgq.values.folding import words as words_of
from nlkgq.values.model import NearValues, StoredValue, ValueIndex

_FEWEST: Final = 2
_MOST: Final = 8


def short_names(words: Sequence[str], index: ValueIndex) -> Iterator[tuple[int, int, list[StoredValue]]]:
    """(start, end, values) for runs of capitalised words that are stored with their words cut short.

    Args:
        words: A text in order, marks included; "" where a name cannot go on.
        index: The graph's values; () without one that knows the initials of values.
    """
    if not isinstance(index, NearValues):
        return
    for start, end in capital_runs(words, fewest=_FEWEST):
        told = [w for word in words[start:end] for w in words_of(word)]
        if any(all(c.isupper() for c in word) and len(word) == 1 for word in words[start:end]):
            continue
        content = [w for w in told if w not in SMALL]
        if not _FEWEST <= len(content) <= _MOST:
            continue
        near = index.near_values(" ".join(w[0] for w in content), frozenset(), limit=1)
        stored = [value for surface, value in near if _is_cut_short(surface, content)]
        if stored:
            yield start, end, stored


def _is_cut_short(surface: str, content: Sequence[str]) -> bool:
    """Whether a stored text has the beginnings of the words, one for each, and a full stop where it cuts them."""
    short = [w for w in words_of(surface) if w not in SMALL]
    begins = len(short) == len(content) and all(w.startswith(s) for w, s in zip(content, short, strict=True))
    return begins and "." in surface
