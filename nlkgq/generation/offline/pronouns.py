"""``where else``, ``anything else``: another place or thing than the one that is known."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.mentions import Mention
from nlkgq.generation.offline.readings import Chunk, Reading

_ELSE = "else"
_WHAT = "what"
_ANYTHING = frozenset(("anything", "something"))
_SCORE = 0.9


def is_who_else(chunk: Chunk, last: Mention | None) -> bool:
    """Whether a word that sets something apart stands right after a question word."""
    return chunk.text.lower() == _ELSE and last is not None and bool(last.asked) and last.end == chunk.start


def something_else(chunk: Chunk, before: str, last: Mention | None) -> list[Reading]:
    """The reading of ``anything else`` after a verb: a thing of the kind that the verb tells of; [] for other words."""
    verb = last.readings[0] if last is not None and last.readings else None
    if chunk.text.lower() != _ELSE or before not in _ANYTHING or verb is None or verb.kind != "property":
        return []
    return [Reading(kind="asked", subject=verb.subject, score=_SCORE)]


def what_else(chunk: Chunk, before: str, after: Sequence[Chunk]) -> list[Reading]:
    """The reading of the ``what else`` of "who wrote X, and what else have they written?"; [] for other words."""
    verb = next((c.readings[0] for c in after if c.readings), None)
    if chunk.text.lower() != _ELSE or before != _WHAT or verb is None or verb.kind != "property" or verb.noun:
        return []
    return [Reading(kind="asked", subject=verb.subject, score=_SCORE)]
