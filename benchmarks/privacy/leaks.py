"""Does anything of a value survive masking? Written apart from the masker: its own normaliser, nothing shared."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from urllib.parse import unquote

LOOK_ALIKES = str.maketrans("аеорсхуіАЕОРСХТНКМВ", "aeopcxyiAEOPCXTHKMB")
PLACEHOLDER = re.compile(r"VALUE_[A-Z0-9]{4}")
# Words that variants add to a value, or that the schema of the benchmark holds.
_KNOWN = """
employee department manager name report order our new head and at dr will mark may the of a an it en us in is
group partners corp example eur
"""
KNOWN = frozenset(_KNOWN.split())


def pieces(text: str) -> list[str]:
    """Words, compared as a reader would: case, marks and look-alikes aside."""
    text = unicodedata.normalize("NFKD", unquote(text).translate(LOOK_ALIKES)).casefold()
    kept = "".join(c for c in text if not unicodedata.combining(c) and unicodedata.category(c) != "Cf")
    return re.findall(r"[^\W_]+", kept)


def leaks(masked: str, written: str, template: str) -> list[str]:
    """The words of a written value that stand in the masked question more often than its template has them."""
    left = Counter(pieces(PLACEHOLDER.sub(" ", masked)))
    left.subtract(Counter(pieces(template.replace("{v}", " "))))
    telling = [w for w in pieces(written) if w not in KNOWN and (len(w) >= 3 or (w.isdigit() and len(w) >= 2))]
    found = [w for w in telling if left[w] > 0]
    whole = "".join(pieces(written))
    rest = "".join(pieces(PLACEHOLDER.sub(" ", masked)))
    if not telling and len(whole) >= 4 and whole in rest and not set(pieces(written)) <= KNOWN:
        found.append(whole)
    return found
