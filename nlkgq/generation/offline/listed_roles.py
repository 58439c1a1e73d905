"""``the names of the seller and the buyer of each house``: a value told of two that one thing has to do with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from nlkgq.analysis.schema_graph import ANYTHING
from nlkgq.generation.offline.mentions import Mention, Plan
from nlkgq.generation.offline.readings import Reading

_AND = frozenset(("and", "und", "both", "as", "well"))
_SMALL = frozenset(("the", "of", "its", "their", "der", "die", "das", "des"))


def tell_each_role(plan: Plan) -> None:
    """Tells a value of each of two roles that is said before the first, and keeps the two apart, in place.

    Args:
        plan: The mentions; only those with a thing among them that both are roles of are changed.
    """
    roles = [m for m in plan.mentions if _role(m) is not None]
    for first, second in pairwise(roles):
        if not are_alike(first, second) or not _has_owner(plan.mentions, first):
            continue
        values, others = _told_of(plan.mentions, first), _told_of(plan.mentions, second)
        between = plan.mentions[plan.mentions.index(first) + 1 : plan.mentions.index(second)]
        if values and not between and is_listed(second) and second.projected and first.end < second.start:
            # "the names of the seller and the buyer"
            others = [replace(v, start=first.end, end=first.end, gap=second.gap, apart=frozenset()) for v in values]
            second.projected, second.gap = False, ("of", "the")
            place = plan.mentions.index(second)
            plan.mentions[place:place] = others
        elif not values or not _is_same(values, others) or between != others or not is_listed(others[0]):
            continue
        for mention in (first, *values):
            mention.apart |= {m.start for m in (second, *others)}


def _told_of(mentions: Sequence[Mention], role: Mention) -> list[Mention]:
    """The values that are told of those in a role: ``the names and ages of the seller``."""
    place = mentions.index(role)
    found: list[Mention] = []
    told = bool(place) and mentions[place - 1].of and "of" in role.gap and set(role.gap) <= _SMALL
    for mention in reversed(mentions[:place] if told else ()):
        if not _is_value(mention, role) or (found and not is_listed(found[0])):
            break
        found.insert(0, mention)
    return found


def _is_same(values: Sequence[Mention], others: Sequence[Mention]) -> bool:
    """Whether the same is told of both."""
    return [v.readings[0].iri for v in values] == [v.readings[0].iri for v in others]


def _is_value(mention: Mention, role: Mention) -> bool:
    reading = _role(role)
    told = mention.projected and not (mention.aggregates or mention.group or mention.superlative)
    return told and any(
        r.kind == "property" and not r.object and reading is not None and r.subject & reading.object
        for r in mention.readings[:1]
    )


def _role(mention: Mention) -> Reading | None:
    """The reading of a noun for what a thing has to do with; None for others."""
    for r in mention.readings[:1]:
        named = r.noun or mention.gap[-1:] == ("the",)
        if r.kind == "property" and r.object and named and ANYTHING not in (r.subject, r.object):
            return r
    return None


def are_alike(first: Mention, second: Mention) -> bool:
    """Whether two roles are different ones of the same things, held by things of one kind."""
    one, other = _role(first), _role(second)
    if one is None or other is None or one.iri == other.iri or one.inverse or other.inverse:
        return False
    return (one.subject, one.object) == (other.subject, other.object)


def _has_owner(mentions: Sequence[Mention], role: Mention) -> bool:
    """Whether the thing that has the role is named."""
    reading = _role(role)
    return reading is not None and any(
        r.kind == "class" and r.subject & reading.subject for m in mentions for r in m.readings[:1]
    )


def is_listed(mention: Mention) -> bool:
    """Whether nothing but ``and`` stands before a mention."""
    gap = set(mention.gap)
    return bool((_AND | {","}) & gap) and gap <= _AND | _SMALL | {","}
