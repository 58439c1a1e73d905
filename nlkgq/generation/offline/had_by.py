"""Whose things are counted: in ``the owner of the ship with the most voyages`` those of the ship."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.mentions import Mention
from nlkgq.generation.offline.readings import Reading

_WITH = frozenset(("with", "having", "has", "have", "had", "mit", "hat", "haben", "hatte"))
_RELATIVE = frozenset(("who", "that", "which"))
_OWNED = frozenset(("whose", "their", "its", "his", "her", "deren", "dessen"))


def had_by(mentions: Sequence[Mention], readings: Sequence[Reading], counted: int) -> int | None:
    """The noun right before the words that say it has, or acts on, what is counted; None where none stands there.

    Args:
        mentions: All of them, in order.
        readings: What each is read as.
        counted: The number of the mention that is counted.
    """
    if counted and _is_verb(readings[counted]):
        # "sailors who sailed more than once"
        return counted - 1 if _is_noun(readings[counted - 1]) else None
    first = counted
    while first and not mentions[first].gap:
        # "with the most red sails"
        first -= 1
    owner = first - 1
    if first > 1 and _is_verb(readings[owner]) and _RELATIVE.intersection(mentions[owner].gap):
        owner -= 1
    elif not (_WITH | _RELATIVE).intersection(mentions[first].gap):
        return None
    if owner < 0 or not _is_noun(readings[owner]) or _OWNED.intersection(mentions[owner].gap):
        return None
    # "whose ships made the most voyages", "which captain's ships": all of them together
    return None if owner and mentions[owner - 1].possessive else owner


def _is_verb(reading: Reading) -> bool:
    return reading.kind == "property" and not reading.noun


def _is_noun(reading: Reading) -> bool:
    return reading.kind == "class" or (reading.kind == "property" and reading.noun and bool(reading.object))
