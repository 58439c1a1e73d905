"""``films made in Portuguese``: what a verb of making says of a language, it says by the language of the film."""

from __future__ import annotations

from itertools import pairwise

from nlkgq.analysis.schema_graph import ANYTHING, SchemaGraph
from nlkgq.generation.offline.mentions import Mention, Plan
from nlkgq.generation.offline.readings import Reading

_SURE = 0.9
_EITHER = frozenset(("either", "entweder"))


def tell_by_value(plan: Plan, schema: SchemaGraph) -> None:
    """Reads a verb that leads to nothing like the value behind it as what leads there, in place.

    Only where one property leads from the things that the verb is said of to those that have the value.

    Args:
        plan: With its operators bound.
        schema: What connects things.
    """
    for before, (verb, value) in zip(plan.mentions, pairwise(plan.mentions[1:]), strict=False):
        thing = before.readings[0] if before.readings else None
        if thing is None or thing.kind != "class" or thing.subject == ANYTHING or not set(value.gap) <= _EITHER:
            continue
        held = [r for r in value.readings if r.kind == "value" and r.score > _SURE and r.subject != ANYTHING]
        if not _is_verb(verb) or not held or len(held) < len([r for r in value.readings if r.score > _SURE]):
            continue
        ends = [r.object for r in verb.readings if r.kind == "property"]
        if any(r.subject & o for r in held for o in ends) or any(r.subject & thing.subject for r in held):
            continue
        ways = [
            p
            for p in sorted(schema.ontology.properties)
            if schema.is_used(p)
            if schema.subjects(p) != ANYTHING and schema.subjects(p) & thing.subject
            if schema.objects(p) not in (0, ANYTHING) and all(schema.objects(p) & r.subject for r in held)
        ]
        if len(ways) == 1:
            told = verb.readings[0]
            verb.readings = [
                Reading(
                    kind="property",
                    iri=ways[0],
                    score=told.score,
                    how=told.how,
                    subject=schema.subjects(ways[0]),
                    object=schema.objects(ways[0]),
                    noun=False,
                )
            ]


def _is_verb(mention: Mention) -> bool:
    """``made in``: a verb with a preposition, which leads to things."""
    told = mention.readings[0] if mention.readings else None
    in_it = mention.text.lower().split()[-1] in ("in", "im", "auf")
    return told is not None and told.kind == "property" and bool(told.object) and in_it
