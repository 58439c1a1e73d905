"""``whose name contains "red"``: a text within the values of a property, though others are called so."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.mentions import Mention

_WITHIN = ("contains", "starts", "ends")
_BEFORE = 2


def hold_within(mention: Mention, mentions: Sequence[Mention]) -> None:
    """Reads a text after ``contains`` as a part of what the noun before it names, in place.

    Args:
        mention: A quoted text that the graph also holds as a value; the last mention.
        mentions: The mentions so far.
    """
    before = mentions[-_BEFORE] if len(mentions) >= _BEFORE else None
    leading = before.readings[0] if before is not None and before.readings else None
    texts = [r for r in mention.readings if r.kind == "text"]
    if mention.comparison in _WITHIN and leading is not None and leading.kind == "property" and not leading.object:
        mention.readings = texts or mention.readings
