"""Things that a question names a second time: ``for each guest who had a stay, the guest name and the cost of their
stays``.
"""

from __future__ import annotations

from nlkgq.generation.offline.mentions import Mention, Plan
from nlkgq.generation.offline.readings import Reading

THEIR = frozenset(("his", "her", "their", "its", "such"))


def drop_named_again(plan: Plan) -> None:
    """Drops, in place, nouns for what was named before: before a value of it, and after a pronoun for its owner."""
    for place, mention in enumerate(list(plan.mentions)):
        leading = mention.readings[0] if mention.readings else None
        if place < 2 or leading is None or leading.kind != "class" or _does_something(mention):
            continue
        before = next(
            (m for m in plan.mentions if m is not mention and m.start < mention.start and _same(m, mention)), None
        )
        if before is None:
            continue
        at = plan.mentions.index(mention)
        value = plan.mentions[at + 1] if at + 1 < len(plan.mentions) else None
        own = [r for r in value.readings if r.kind == "property" and r.subject == leading.subject] if value else []
        if value is not None and own and not value.gap and before.group and value.projected and value.readings[0].noun:
            value.readings, value.gap = own, mention.gap
            plan.mentions.remove(mention)
        elif THEIR.intersection(mention.gap) and not mention.projected and value is None:
            plan.mentions.remove(mention)


def key_again(plan: Plan) -> None:
    """``for each number of beds, show the number of beds and``: what it is wanted for is told as it is, in place."""
    for key in [m for m in plan.mentions if m.group and m.readings[:1] and m.readings[0].kind == "property"]:
        again = [
            m for m in plan.mentions if m.text == key.text and m.readings and m.readings[0].iri == key.readings[0].iri
        ]
        for mention in again:
            if mention.aggregates in (["SUM"], ["COUNT"]) and not key.readings[0].object:
                mention.aggregates, mention.stored = [], False


def drop_key_again(plan: Plan) -> None:
    """``for every kind, the greatest weight and the kind``: what it is wanted for each of is told anyway, in place."""
    for key in [m for m in plan.mentions if m.group and any(r.kind == "property" for r in m.readings[:1])]:
        for mention in [m for m in plan.mentions if m.start > key.start and m.projected and not _does_something(m)]:
            others = any(m.projected for m in plan.mentions if m is not mention)
            again = any(r.iri == key.readings[0].iri and not r.object for r in mention.readings[:1])
            if again and others and "other" not in mention.gap:
                plan.mentions.remove(mention)


def _same(first: Mention, second: Mention) -> bool:
    leading = first.readings[0] if first.readings else None
    return (
        leading is not None and leading.kind == "class" and leading.iri == second.readings[0].iri and not first.negated
    )


def _does_something(m: Mention) -> bool:
    """Whether words act on a mention."""
    counted = m.aggregates or m.counted or m.superlative or m.group or m.order
    return bool(counted or m.negated or m.another or m.shared or m.comparison or m.measured)


def is_asked_twice(left: Mention, a: Reading, right: Mention, b: Reading) -> bool:
    """``the name of each guest and the name of their host``: a value that is asked for twice is of two things."""
    asked = left.projected and right.projected and not (left.asked or right.asked or left.order or right.order)
    told = a.kind == b.kind == "property" and a.iri == b.iri and not a.object and left.text == right.text
    return asked and told and not (left.aggregates or right.aggregates or left.part or right.part)
