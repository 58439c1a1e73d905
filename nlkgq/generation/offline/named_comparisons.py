"""``ships longer than the Grey Heron``: a value that is compared with that of another thing, which is named."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from nlkgq.analysis.schema_graph import SchemaGraph
from nlkgq.generation.offline.mentions import NEGATED, Comparison, Mention, Plan, is_class
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.vocabulary import Vocabulary

_THAN = frozenset(("than", "als"))
_WHEN = frozenset(("before", "after", "vor", "nach"))
_FROM = frozenset(("from", "to", "in", "of"))
_ARTICLES = frozenset(("the", "that", "of", "der", "die", "das"))
_MORE = frozenset(("more", "less", "fewer", "mehr", "weniger"))
_SOONER = frozenset(("earlier", "later", "früher", "später"))
_SMALL = _ARTICLES | _MORE | _SOONER
_ORDERED: tuple[Comparison, ...] = (">", ">=", "<", "<=")


def compare_with_named(plan: Plan, vocabulary: Vocabulary) -> None:
    """Adds, in place, the mention of the value that the named thing has.

    What stands before ``than`` is told of what is compared, and only the named thing, after the words for what it is,
    of the other.
    """
    schema = vocabulary.schema
    _say_once(plan)
    for place, other in enumerate(plan.mentions):
        leads = (_THAN | _WHEN).intersection(other.gap)
        if place == 0 or not leads or not (leads | _SMALL).issuperset(_after_complement(plan, place)):
            continue
        measure, named = plan.mentions[place - 1], plan.mentions[place : place + 2]
        if is_class(other) and len(named) == 2 and not named[1].gap and _is_named(named[1]):
            told = named
        elif _is_named(other):
            told = named[:1]
        else:
            continue
        taken = next((m for m in (measure, *told) if m.comparison), other)
        operator = taken.comparison
        dated = bool((_WHEN | _SOONER) & set(other.gap))
        own = [r for r in measure.readings if _can_be_more(r, schema, dated=dated)]
        own = own or (_dates(measure, told, vocabulary) if dated else [])
        # What both have is compared, where an adjective may measure several things.
        own = [r for r in own if all(r.subject & m.readings[0].subject for m in told)] or own
        if operator not in _ORDERED or not own or measure.value is not None or measure.aggregates:
            continue
        if measure.measured and own[0].how in ("max", "min"):
            # who is older has the earlier birth
            operator = ">" if own[0].how == "max" else "<"
        if measure.negated:
            operator, measure.negated = NEGATED[operator], False
        taken.comparison = None
        _drop_verb(plan, measure)
        place = plan.mentions.index(other)
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


def _after_complement(plan: Plan, place: int) -> tuple[str, ...]:
    """The words between an adjective and what it is compared with, without the rest of "farther from the coast"."""
    gap = plan.mentions[place].gap
    begins = next((n for n, word in enumerate(gap) if word in _THAN), 0)
    return gap[begins:] if plan.mentions[place - 1].measured and gap[:1] and gap[0] in _FROM else gap


def _say_once(plan: Plan) -> None:
    """``farther from the shore``, where the distance to the shore is stored: it is named twice; in place."""
    for measure, again in list(pairwise(plan.mentions)):
        if not measure.measured or not again.gap or again.gap[0] not in _FROM or again.measured or again.projected:
            continue
        told = {r.iri for r in again.readings if r.kind == "property" and not r.object}
        same = [r for r in measure.readings if r.iri in told]
        if same and (_FROM | _ARTICLES).issuperset(again.gap):
            measure.readings, measure.end = same, again.end
            plan.mentions.remove(again)


def _drop_verb(plan: Plan, measure: Mention) -> None:
    """``built later than X``: when it was tells that it was; in place."""
    verb = next((m for m in plan.mentions if m.end == measure.start), None)
    done = verb is not None and any(r.kind == "property" and not r.noun for r in verb.readings[:1])
    if verb is not None and done and measure.text.lower() in _SOONER and not (verb.projected or verb.negated):
        measure.gap = (*verb.gap, *measure.gap)
        plan.mentions.remove(verb)


def _dates(verb: Mention, named: Sequence[Mention], vocabulary: Vocabulary) -> list[Reading]:
    """When a verb was done that tells no date itself; [] where there is no such date of what is named, or several."""
    done = any(r.kind == "property" and not r.noun for r in verb.readings[:1]) and not verb.projected
    dates = [r for r in vocabulary.asked_for("when") if all(r.subject & m.readings[0].subject for m in named)]
    return dates if done and len({r.iri for r in dates}) == 1 else []


def _is_named(mention: Mention) -> bool:
    one = any(r.kind in ("value", "entity") and len(r.terms) < 2 for r in mention.readings[:1])
    return mention.value is None and one


def _can_be_more(reading: Reading, schema: SchemaGraph, *, dated: bool) -> bool:
    if reading.kind != "property" or reading.object:
        return False
    if schema.tells_when(reading.iri):
        return True
    return schema.is_numeric(reading.iri) and not dated
