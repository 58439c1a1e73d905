"""Words that stand where only a noun does: ``the works``, and not who works."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.mentions import Mention
from nlkgq.generation.offline.naming import is_naming, name_words
from nlkgq.generation.offline.readings import Reading


def as_noun(readings: Sequence[Reading], gap: Sequence[str], start: int, *, qualified: bool) -> list[Reading]:
    """The readings of a word without those as a verb, where it is a class and begins the question or has an article.

    ``calm checks``, ``dates of checks``: these are the rows, and not by whom they were `checked by`.

    Args:
        readings: What the word may mean.
        gap: The words before it that mean nothing.
        start: Its place in the question.
        qualified: Whether the name of a value stands right before it.
    """
    determined = start == 0 or (bool(gap) and gap[-1] in _DETERMINERS)
    if determined and any(r.kind == "class" and r.score > _SURE for r in readings):
        return [r for r in readings if r.kind != "property" or r.noun]
    if determined or qualified or gap[-1:] == ("of",):
        rows = [r.subject for r in readings if r.kind == "class" and r.score > _PART]
        return [r for r in readings if not (r.kind == "property" and is_deed_of(r.iri) and r.subject in rows)]
    return list(readings)


def is_qualified(mentions: Sequence[Mention]) -> bool:
    """Whether a value that is no name of a thing stands right before the last mention: ``calm checks``."""
    before = mentions[-2] if len(mentions) > 1 else None
    value = before.readings[:1] if before is not None and before.end == mentions[-1].start else []
    return any(r.kind == "value" and not is_naming(r.iri) for r in value)


def is_deed_of(iri: str) -> bool:
    """Whether a property tells by whom something was done: ``checked_by``."""
    words = name_words(iri)
    return words[-1:] == ("by",) and words[-2:-1] != () and words[-2].endswith("ed")


_DETERMINERS = frozenset(("the", "these", "those", "which", "many", "each", "every", "all", "both"))
_SURE = 0.9
_PART = 0.6
