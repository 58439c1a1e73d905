"""``born in the same year as X``: the time of the verb, and of dates only the part that is the same."""

from __future__ import annotations

from itertools import pairwise

from nlkgq.analysis.schema_graph import SchemaGraph
from nlkgq.generation.offline.date_parts import is_whole, part_named
from nlkgq.generation.offline.makers import MADE
from nlkgq.generation.offline.mentions import Mention, Plan
from nlkgq.generation.offline.query_graph import Condition, QueryGraph

_DAYS = frozenset(("day", "date", "tag", "datum"))
_TOLD = 0.8


def same_times(plan: Plan, schema: SchemaGraph) -> None:
    """In place, makes the time that a verb tells what is the same; ``made in the same year`` is of the year alone."""
    for verb, time in list(pairwise(plan.mentions)):
        part = part_named(time.text.lower())
        told = verb.readings[0] if verb.readings else None
        if time.shared != "same" or not (part or time.text.lower() in _DAYS) or told is None or verb.projected:
            continue
        if told.kind != "property" or (told.noun and verb.text.lower().split()[0] not in MADE) or verb.shared:
            continue
        least = _TOLD * told.score
        dated = [r for r in verb.readings if not r.object and schema.tells_when(r.iri) and r.score >= least]
        whole = [r for r in dated if is_whole(r, schema)]
        if dated and (part == "YEAR" or whole):
            time.readings, time.part = whole or dated, part if whole else ""
        elif not part or verb.text.lower().split()[0] not in MADE:
            plan.unsupported.append(time.text)
        time.gap, time.negated = (*verb.gap, *time.gap), verb.negated or time.negated
        plan.mentions.remove(verb)


def share_part(graph: QueryGraph, mention: Mention, mine: int, date: int, group: int) -> None:
    """Adds that the part of a date that is spoken of is that of another thing's date.

    Args:
        graph: Changed in place.
        mention: What is said to be the same.
        mine: The node of the part.
        date: That of the other thing's date.
        group: The group it is said in.
    """
    other = graph.node(mention.part.lower(), is_literal=True, group=group)
    other.formula, other.part = (("+", date),), mention.part
    graph.conditions.append(Condition(node=mine, operator="=", other=other.number, group=group))
