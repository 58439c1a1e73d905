"""Verbs that turn back to whoever is asked for: ``directed themselves``, ``a film that they directed``."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.function_words import THEY
from nlkgq.generation.offline.mentions import Plan
from nlkgq.generation.offline.tokens import Token


def reflexive(plan: Plan, tokens: Sequence[Token]) -> None:
    """Notes, in place, the verbs of which one end is who is asked for."""
    for mention in plan.mentions:
        if not any(r.kind == "property" and r.object for r in mention.readings[:1]):
            continue
        after = {t.folded for t in tokens[mention.end : mention.end + 2]}
        # "a film that they directed", "a film they directed", "a film and they also directed it"
        joined = (_RELATIVE | {"also"}).intersection(mention.gap) or THEY.intersection(mention.gap[:1])
        pronoun = THEY.intersection(mention.gap) and joined
        own = [t.folded for t in tokens[mention.end : mention.end + 3]]
        mention.itself = bool(_SELVES & after or pronoun or ("own" in own[1:] and _POSSESSIVES & set(own)))
    words = [t.folded for t in tokens if t.kind != "mark"]
    asked = next((m for m in plan.mentions if m.projected), None)
    held = asked is not None and any(r.kind == "property" and not r.object for r in asked.readings[:1])
    if asked is not None and not held and "with" in (*words[-1:], *words[:1]) and plan.form == "SELECT":
        # "people that X worked with", "with how many people": X is none of them
        asked.another = True
        asked.apart |= {m.start for m in plan.mentions[asked.number + 1 : asked.number + 2] if not m.gap}


_RELATIVE = frozenset(("that", "which"))
_POSSESSIVES = frozenset(("their", "his", "her"))
_SELVES = frozenset(("themselves", "himself", "herself", "themself", "itself"))
