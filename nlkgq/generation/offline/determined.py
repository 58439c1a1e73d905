"""Words that stand where only a noun does: ``the works``, and not who works."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.readings import Reading


def as_noun(readings: Sequence[Reading], gap: Sequence[str], start: int) -> list[Reading]:
    """The readings of a word without those as a verb, where it is a class and begins the question or has an article.

    Args:
        readings: What the word may mean.
        gap: The words before it that mean nothing.
        start: Its place in the question.
    """
    determined = start == 0 or (bool(gap) and gap[-1] in _DETERMINERS)
    if determined and any(r.kind == "class" and r.score > _SURE for r in readings):
        return [r for r in readings if r.kind != "property" or r.noun]
    return list(readings)


_DETERMINERS = frozenset(("the", "these", "those", "which", "many", "each", "every", "all", "both"))
_SURE = 0.9
