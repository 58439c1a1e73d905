"""What a question lists: ``films with title, director and year``, ``each film with its director``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from nlkgq.generation.offline.distances import are_listed
from nlkgq.generation.offline.mentions import Mention, Plan, is_class
from nlkgq.generation.offline.operators import operator_units
from nlkgq.generation.offline.tokens import Token

_CLOSE = 0.85
_OF = frozenset(("of", "von"))
_WITH = frozenset(("with", "mit", "along", "together"))
_JOINTS = frozenset((",", "and", "und", "as", "well", "sowie"))
_SMALL = frozenset(
    (
        *("the", "a", "its", "their", "his", "her", "respective", "corresponding", "also"),
        *("ihrem", "ihrer", "ihren", "seinem", "seiner", "seinen", "der", "dem", "den"),
    )
)


def list_columns(plan: Plan, *, shown: bool) -> None:
    """Asks for the members of an enumeration alike, in place.

    Args:
        plan: With its operators bound.
        shown: Whether the question is an order to list something.
    """
    if plan.form != "SELECT" or not plan.mentions:
        return
    first = plan.mentions[0]
    if shown and first.group and is_class(first) and not any(m.aggregates or m.superlative for m in plan.mentions):
        # "list each film with its director": every one of them is wanted, not one answer for each.
        first.group, first.projected = False, True
    for before, mention in pairwise(plan.mentions):
        if mention.projected and not before.projected and are_listed(before, replace(mention, projected=False)):
            # "films that have a sequel and an award": neither is asked for.
            mention.projected = False
    for before, mention in pairwise(plan.mentions):
        if before.projected and not before.negated and _is_member(plan, mention) and _continues(mention):
            mention.projected = True
    _list_last(plan)
    if not any(m.projected and (is_class(m) or _is_told(m)) for m in plan.mentions):
        return
    for mention, after in pairwise(plan.mentions):
        opened = bool(_WITH & set(mention.gap)) and set(mention.gap) <= _WITH | _SMALL
        if opened and _is_member(plan, mention) and after.projected and _continues(after):
            mention.projected = True


def is_parallel(mention: Mention, plan: Plan, tokens: Sequence[Token]) -> bool:
    """``the authors of X and the venues of their papers``: a second noun of something, asked for like the first."""
    first = next((m for m in plan.mentions if m.projected), None)
    gap = [w for w in mention.gap if w not in operator_units()]
    # "over 8 metres and the names of"
    if first is None or "and" not in gap or not {"and", "the", "all"}.issuperset(gap):
        return False
    nouns = [m.readings[0] for m in (first, mention) if m.readings and m.readings[0].kind == "property"]
    owned = all(_OF & {t.folded for t in tokens[m.end : m.end + 1]} for m in (first, mention))
    return owned and len(nouns) > 1 and all(r.noun for r in nouns)


def _list_last(plan: Plan) -> None:
    """``the titles of the plays by X and the year``, ``which plays did X write and the year``: this is listed, too."""
    asked = [m for m in plan.mentions if m.projected]
    if len(plan.mentions) < 2 or not asked or any(m.aggregates for m in asked):
        return
    before, last = plan.mentions[-2:]
    verb = any(r.kind == "property" and not r.noun for r in before.readings[:1])
    joined = "and" in last.gap and {"and", "the"}.issuperset(last.gap)
    if joined and (verb or _is_value(before)) and _is_member(plan, last) and _is_told(last):
        last.projected = True


def _is_told(mention: Mention) -> bool:
    """Whether a mention is a value that things have: ``order numbers with the date and the price``."""
    return any(r.kind == "property" and r.noun and not r.object for r in mention.readings[:1])


def _is_member(plan: Plan, mention: Mention) -> bool:
    """A noun for a property without a value, a comparison or a negation of its own."""
    best = max((r.score for r in mention.readings), default=0.0)
    if not any(r.kind == "property" and r.noun and r.score >= _CLOSE * best for r in mention.readings):
        return False
    if mention.operand is not None and not mention.operand.leads:
        return False
    if mention.negated or mention.comparison or mention.group or mention.order or mention.superlative or mention.shared:
        return False
    after = next((m for m in plan.mentions if m.number > mention.number), None)
    return after is None or not _is_value(after) or bool(_JOINTS & set(after.gap))


def _is_value(mention: Mention) -> bool:
    return mention.value is not None or any(r.kind in ("value", "entity", "text") for r in mention.readings[:1])


def _continues(mention: Mention) -> bool:
    gap = set(mention.gap)
    return bool(_JOINTS & gap) and gap <= _JOINTS | _SMALL
