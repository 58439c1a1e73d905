"""``were not built in X and were sold after 2000``: what follows is no part of what is denied."""

from __future__ import annotations

from itertools import pairwise

from nlkgq.generation.offline.function_words import BE, DO, HAVE
from nlkgq.generation.offline.mentions import Mention, Plan

_AND = frozenset(("and", "but", "yet", "und", "aber"))
_BEGINS = BE | HAVE | DO | frozenset(("that", "which", "who", "whose"))


def set_next_clauses_apart(plan: Plan) -> None:
    """Keeps a clause with a verb of its own from what the clause before it denies, in place."""
    for place, denied in enumerate(plan.mentions):
        if not denied.negated:
            continue
        later = plan.mentions[place + 1 :]
        begun = next((n for n, m in enumerate(later) if _begins(m)), None)
        if begun is None or any(m.negated for m in later[: begun + 1]):
            continue
        starts = {m.start for m in later[begun:]}
        for mention in (denied, *later[:begun]):
            mention.apart |= starts


def _begins(mention: Mention) -> bool:
    """Whether a mention stands after ``and were``, ``but that``."""
    words = mention.gap
    return any(first in _AND and after in _BEGINS for first, after in pairwise(words))
