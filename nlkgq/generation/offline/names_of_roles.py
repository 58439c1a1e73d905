"""``the sender name and the receiver name``: where rows are told by their names, those who have the roles are told."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.mentions import Mention, Plan
from nlkgq.generation.offline.naming import is_naming
from nlkgq.generation.offline.tokens import Token

_NAME = ("name", "names")


def tell_roles(plan: Plan, tokens: Sequence[Token]) -> None:
    """Drops, in place, the word for the name beside each of several roles, so that each is told of its own.

    A name that is said twice would else be taken for one name of one thing.
    """
    named = [
        (m, name) for m in plan.mentions if _is_role(m) for name in [_name_of(m, plan, tokens)] if name is not None
    ]
    roles = {m.readings[0].iri for m, _ in named}
    if len(roles) < len(named) or len(named) < _SEVERAL or len({m.readings[0].object for m, _ in named}) > 1:
        return
    for role, name in named:
        role.projected = True
        if name is not role:
            role.gap = name.gap if name.start < role.start else role.gap
            plan.mentions.remove(name)


def _is_role(mention: Mention) -> bool:
    leading = mention.readings[0] if mention.readings else None
    noun = leading is not None and leading.kind == "property" and leading.object and leading.noun
    used = mention.aggregates or mention.group or mention.order or mention.superlative or mention.counted
    return bool(noun) and not (used or mention.negated)


def _name_of(role: Mention, plan: Plan, tokens: Sequence[Token]) -> Mention | None:
    """The mention of the name of who has a role; the role itself where this word is none; None without such a word."""
    place = plan.mentions.index(role)
    before = plan.mentions[place - 1] if place else None
    after = plan.mentions[place + 1] if place + 1 < len(plan.mentions) else None
    if before is not None and role.gap[:1] == ("of",) and _is_name(before) and before.projected:
        return before
    if after is not None and not after.gap and _is_name(after):
        return after
    following = tokens[role.end].folded if role.end < len(tokens) else ""
    return role if role.projected and following in _NAME else None


def _is_name(mention: Mention) -> bool:
    leading = mention.readings[0] if mention.readings else None
    literal = leading is not None and leading.kind == "property" and not leading.object and is_naming(leading.iri)
    return literal and mention.text.lower() in _NAME


_SEVERAL = 2
