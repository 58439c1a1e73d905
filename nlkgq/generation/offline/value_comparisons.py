"""Two values of one thing that are compared with each other, and aggregates that are said once for several values."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from nlkgq.analysis.schema_graph import SchemaGraph
from nlkgq.generation.offline.mentions import Comparison, Mention, Plan
from nlkgq.generation.offline.vocabulary import is_code

_THAN = frozenset(("than", "exceeds", "exceed", "exceeded", "exceeding", "above", "below", "under", "over", "als"))
_ORDERED: tuple[Comparison, ...] = (">", ">=", "<", "<=")
_BE = frozenset(("is", "are", "was", "were", "be", "been", "of", "a", "an", "the", "by", "ist", "sind", "war"))
_LISTING = frozenset((",", "and", "at", "in", "of", "on", "for", "und"))
_SPREAD = frozenset(("AVG", "SUM", "MIN", "MAX"))


def compare_values(plan: Plan, schema: SchemaGraph) -> None:
    """``a higher score in spring than in autumn``, ``whose width exceeds their height``: binds the two values.

    The comparison stands before the first value or between both, where no number took it.
    """
    waiting = [c for c in _ORDERED if c in plan.unsupported]
    for place, second in enumerate(plan.mentions):
        if place == 0 or _THAN.isdisjoint(second.gap):
            continue
        first = plan.mentions[place - 1]
        measure = None
        if first.measured and first.comparison in _ORDERED and place > 1 and _BE.issuperset(first.gap):
            # "whose width is greater than their height"
            measure, first = first, plan.mentions[place - 2]
        operator = measure.comparison if measure is not None else waiting[0] if len(waiting) == 1 else None
        if operator is None or not _are_comparable(first, second, schema) or second.value is not None:
            continue
        second.versus = (first.start, operator)
        second.projected = first.projected = False
        if measure is not None:
            plan.mentions.remove(measure)
        else:
            plan.unsupported.remove(operator)
        return


def spread_aggregates(plan: Plan, schema: SchemaGraph) -> None:
    """``the mean width and height``: the mean of either."""
    for first, second in pairwise(plan.mentions):
        told = first.aggregates and _SPREAD.issuperset(first.aggregates) and first.projected
        more = second.projected and not (second.aggregates or second.group or second.order or second.superlative)
        listed = bool({"and", "und"} & set(second.gap)) and _LISTING.issuperset(second.gap)
        if told and more and listed and _are_comparable(first, second, schema):
            second.aggregates = list(first.aggregates)


def _are_comparable(first: Mention, second: Mention, schema: SchemaGraph) -> bool:
    """Whether two mentions are different values of one kind of thing that can be higher or lower."""
    a, b = (m.readings[0] if m.readings else None for m in (first, second))
    if a is None or b is None or a.iri == b.iri or not a.subject & b.subject:
        return False
    return all(
        r.kind == "property" and not r.object and schema.is_numeric(r.iri) and not is_code(r.iri) for r in (a, b)
    )


def versus_of(mention: Mention, mentions: Sequence[Mention]) -> tuple[Mention, Comparison] | None:
    """The mention whose value is compared with that of another one, and how; None for most."""
    if mention.versus is None:
        return None
    start, operator = mention.versus
    return next(((m, operator) for m in mentions if m.start == start), None)
