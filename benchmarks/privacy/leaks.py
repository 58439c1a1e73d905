"""Does anything of a value survive masking? Written apart from the masker: its own normaliser, nothing shared."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from urllib.parse import unquote

LOOK_ALIKES = str.maketrans("аеорсхуіАЕОРСХТНКМВ", "aeopcxyiAEOPCXTHKMB")
PLACEHOLDER = re.compile(r"VALUE_[A-Z0-9]{4}")
# Words of the benchmark's schema, and words that many of its values share and that tell nothing alone.
_KNOWN = """
employee department manager name report order project invoice contract supplier account city
group groups partners the long house new orders and und versus street rue via calle ulica corp example
"""
KNOWN = frozenset(_KNOWN.split())


def pieces(text: str) -> list[str]:
    """Words, compared as a reader would: case, marks and look-alikes aside."""
    text = unicodedata.normalize("NFKD", unquote(text).translate(LOOK_ALIKES)).casefold()
    kept = "".join(c for c in text if not unicodedata.combining(c) and unicodedata.category(c) != "Cf")
    return re.findall(r"[^\W_]+", kept)


def leaks(masked: str, written: Sequence[str], template: str, added: Sequence[str] = ()) -> list[tuple[int, str]]:
    """The words of written values that stand in the masked question more often than its template has them.

    Args:
        masked: The question as a model would see it.
        written: The values in it.
        template: The question with ``{v}`` for each.
        added: For each, words that are not of the value.

    Returns:
        (which of the values, the word)
    """
    shown = pieces(PLACEHOLDER.sub(" ", masked))
    left = Counter(shown)
    left.subtract(Counter(pieces(" ".join((template.replace("{v}", " "), *added)))))
    joined = "".join(shown)
    found: list[tuple[int, str]] = []
    for place, text in enumerate(written):
        words = pieces(text)
        own = KNOWN | set(pieces(added[place] if place < len(added) else ""))
        telling = [w for w in words if w not in own and (len(w) >= 3 or (w.isdigit() and len(w) >= 2))]
        found += [(place, word) for word in dict.fromkeys(telling) if left[word] > 0]
        whole = "".join(words)
        if not telling and len(whole) >= 4 and whole in joined and not set(words) <= own:
            found.append((place, whole))
    return found
