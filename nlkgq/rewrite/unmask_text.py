"""Placeholders inside text."""

from __future__ import annotations

import re
from collections.abc import Callable

from nlkgq.rewrite.restored import text_of, text_within
from nlkgq.rewrite.unmask_edits import Occurrence


def restored_text(found: Occurrence, change: Callable[[str], str] = lambda text: text) -> str:
    """The text with every placeholder replaced by its words, in one pass; ``change`` prepares the words."""
    told = text_of if found.whole is not None else text_within
    words = {p.name.casefold(): change(told(p)) for p in found.placeholders}
    names = "|".join(sorted(map(re.escape, words), key=len, reverse=True))
    return re.sub(names, lambda m: words[m.group().casefold()], found.text, flags=re.IGNORECASE)
