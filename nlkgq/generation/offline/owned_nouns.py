"""``the towns of Ada's friends``, ``did Ada's friends sing``: what is told of these, and not of who has them."""

from __future__ import annotations

from itertools import pairwise

from nlkgq.analysis.schema_graph import ANYTHING
from nlkgq.generation.offline.function_words import BE
from nlkgq.generation.offline.mentions import Mention, Plan
from nlkgq.generation.offline.readings import Reading


def set_owners_apart(plan: Plan) -> None:
    """Notes, in place, that what stands before ``of`` or after the noun owned is not told of the owner."""
    for owner, owned in pairwise(plan.mentions):
        _tell_own(owner, owned)
        named = owner.possessive and any(r.kind in ("value", "entity") for r in owner.readings[:1])
        if not named or owned.gap or not any(is_of_its_kind(r) for r in owned.readings[:1]):
            continue
        for other in plan.mentions:
            if other.start < owner.start and ("of" in owner.gap or BE & set(owner.gap)) and _is_property(other):
                other.apart |= {owner.start}
            elif other.start > owned.start and _is_property(other) and not {"and", ","} & set(other.gap):
                owner.apart |= {other.start}


def _tell_own(owner: Mention, owned: Mention) -> None:
    """``each agent's id``: that of agents, where they have one, in place."""
    thing = owner.readings[0] if owner.readings else None
    if thing is None or not owner.possessive or owned.gap or thing.kind != "class" or thing.subject == ANYTHING:
        return
    values = [r for r in owned.readings if r.kind == "property" and not r.object and r.subject != ANYTHING]
    own = [r for r in values if r.subject & thing.subject]
    if own and own[0].score >= _AS_GOOD * owned.readings[0].score:
        owned.readings = [r for r in owned.readings if r not in values or r in own]


def is_of_its_kind(reading: Reading) -> bool:
    """Whether a noun stands for things that others of the same kind have, such as friends."""
    whole = ANYTHING not in (reading.subject, reading.object)
    return reading.kind == "property" and reading.noun and whole and bool(reading.subject & reading.object)


def of_those_owned(a: Reading, pa: int, b: Reading, pb: int) -> float:
    """What it is worth that a property is told of those whom such a noun stands for, and not of those who have them.

    Args:
        a, b: Properties.
        pa, pb: 0 where they meet at the subject, 1 at the object.
    """
    found = 0.0
    for noun, port, other in ((a, pa, b), (b, pb, a)):
        if is_of_its_kind(noun) and other.iri != noun.iri:
            found += _MEANT if port == (0 if noun.inverse else 1) else -_MEANT
    return found


def _is_property(mention: Mention) -> bool:
    return any(r.kind == "property" for r in mention.readings[:1])


_AS_GOOD = 0.9
_MEANT = 0.08
