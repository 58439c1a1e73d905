"""``Which file formats are used?``: where they are used by nothing that is told, they only occur."""

from __future__ import annotations

from itertools import pairwise

from nlkgq.generation.offline.function_words import BE
from nlkgq.generation.offline.mentions import Mention, Plan
from nlkgq.generation.offline.operators import says_little
from nlkgq.generation.offline.vocabulary import Vocabulary

_ON = ((",",), ("and",), ("?",))


def drop_idle_use(plan: Plan, vocabulary: Vocabulary) -> None:
    """Drops, in place, verbs of little meaning that say of what is asked for something that is only said of others.

    Where ships are "used by" a captain, "which flags are used" asks for flags, and not for those of such ships.
    """
    for asked, verb in list(pairwise(plan.mentions)):
        following = next((m for m in plan.mentions if m.start >= verb.end), None)
        ends = following is None or following.gap[:1] in _ON
        passive = bool(BE.intersection(verb.gap[-1:])) and not (verb.negated or verb.projected or verb.counted)
        little = asked.projected and says_little(verb.text.lower(), vocabulary.languages)
        if passive and ends and little and _is_of_others(asked, verb):
            plan.mentions.remove(verb)
            if following is not None:
                following.gap = (*verb.gap, verb.text.lower(), *following.gap)
            return


def _is_of_others(asked: Mention, verb: Mention) -> bool:
    """Whether what is asked for stands at neither end of what the verb means."""
    told = verb.readings[0] if verb.readings else None
    if told is None or told.kind != "property" or told.noun or not told.object:
        return False
    masks = (r.object if r.kind == "property" else r.subject for r in asked.readings[:1])
    return all(not mask & (told.subject | told.object) for mask in masks)
