"""``ships longer than the Grey Heron``: a value that is compared with that of another thing, which is named."""

from __future__ import annotations

from nlkgq.analysis.schema_graph import SchemaGraph
from nlkgq.generation.offline.mentions import NEGATED, Comparison, Mention, Plan, is_class
from nlkgq.generation.offline.readings import Reading

_THAN = frozenset(("than", "als"))
_WHEN = frozenset(("before", "after", "vor", "nach"))
_ARTICLES = frozenset(("the", "that", "of", "der", "die", "das"))
_MORE = frozenset(("more", "less", "fewer", "mehr", "weniger"))
_ORDERED: tuple[Comparison, ...] = (">", ">=", "<", "<=")


def compare_with_named(plan: Plan, schema: SchemaGraph) -> None:
    """Adds, in place, the mention of the value that the named thing has.

    What stands before ``than`` is told of what is compared, and only the named thing, after the words for what it is,
    of the other.
    """
    for place, other in enumerate(plan.mentions):
        leads = (_THAN | _WHEN).intersection(other.gap)
        if place == 0 or not leads or not (leads | _ARTICLES | _MORE).issuperset(other.gap):
            continue
        measure, named = plan.mentions[place - 1], plan.mentions[place : place + 2]
        if is_class(other) and len(named) == 2 and not named[1].gap and _is_named(named[1]):
            told = named
        elif _is_named(other):
            told = named[:1]
        else:
            continue
        taken = measure if measure.comparison else other
        operator = taken.comparison
        own = [r for r in measure.readings if _can_be_more(r, schema, dated=bool(leads & _WHEN))]
        if operator not in _ORDERED or not own or measure.value is not None or measure.aggregates:
            continue
        if measure.measured and own[0].how in ("max", "min"):
            # who is older has the earlier birth
            operator = ">" if own[0].how == "max" else "<"
        if measure.negated:
            operator, measure.negated = NEGATED[operator], False
        taken.comparison = None
        measure.readings, measure.measured, measure.projected = own[:1], False, False
        than = other.start - len(other.gap) + next(n for n, w in enumerate(other.gap) if w in leads)
        second = Mention(
            number=place,
            start=than,
            end=than,
            text=measure.text,
            readings=own[:1],
            versus=(measure.start, operator),
            clause=other.clause,
        )
        plan.mentions.insert(place, second)
        apart = frozenset((than, *(m.start for m in told)))
        for before in plan.mentions[:place]:
            before.apart |= apart
        for after in plan.mentions[place + 1 + len(told) :]:
            for m in (second, *told):
                m.apart |= {after.start}
        return


def _is_named(mention: Mention) -> bool:
    one = any(r.kind in ("value", "entity") and len(r.terms) < 2 for r in mention.readings[:1])
    return mention.value is None and one


def _can_be_more(reading: Reading, schema: SchemaGraph, *, dated: bool) -> bool:
    if reading.kind != "property" or reading.object:
        return False
    return schema.is_temporal(reading.iri) or (schema.is_numeric(reading.iri) and not dated)
