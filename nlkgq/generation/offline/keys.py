"""Numbers that tell which one is meant (``boat 204``), how many are counted, or how many rows are wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nlkgq.analysis.schema_graph import SchemaGraph
from nlkgq.generation.offline.mentions import Mention, Plan
from nlkgq.generation.offline.readings import Chunk, Reading
from nlkgq.generation.offline.vocabulary import is_code

_OTHER = 0.7


def is_keyed(plan: Plan, number: Mention) -> bool:
    """Whether a number tells which of the things of the class before it is meant, and counts nothing."""
    return bool(_keys(plan, number))


def is_countable(plan: Plan, mention: Mention, reading: Reading, schema: SchemaGraph, *, only: bool) -> bool:
    """``more than 10 languages``, ``only one code``: whether values are counted, which are no numbers or only codes.

    Args:
        plan: The mentions so far, the number before the last one.
        mention: The last mention.
        reading: One of its readings.
        schema: What the properties hold.
        only: Whether ``only`` stands before the number.
    """
    number = schema.is_numeric(reading.iri) or schema.tells_when(reading.iri) or schema.is_key(reading.iri)
    one = plan.mentions[-2].value == 1 and (only or plan.mentions[-2].comparison is not None)
    several = mention.text.lower().endswith("s") or one
    return (not number or is_code(reading.iri)) and reading.noun and several


def limits(plan: Plan, chunk: Chunk, following: Sequence[Chunk]) -> bool:
    """Whether a number is the N of ``three most``, ``5 oldest``, which the plan then has, and no value."""
    if chunk.number is None or not isinstance(chunk.number, int) or not following:
        return False
    before = plan.mentions[-1] if plan.mentions else None
    beside = before is not None and before.end == chunk.start and before.readings[:1]
    thing = before.readings[0] if before is not None and beside else None
    if thing is not None and thing.kind == "class":
        own = (r for r in chunk.readings if r.kind == "value" and r.subject & thing.subject)
        if any(is_code(r.iri) for r in own):
            # "when was boat 12 last painted"
            return False
    if following[0].degree == "superlative" or following[0].operator in ("most", "least"):
        plan.limit = chunk.number
        return True
    return False


def keyed(plan: Plan, number: Mention, schema: SchemaGraph) -> None:
    """Prefers, in place, the key of the class before a number to other columns that hold it."""
    own = [r for r in _keys(plan, number) if schema.reference_of(r.iri) is None and schema.is_key(r.iri)]
    if own:
        others = [replace(r, score=_OTHER * r.score) for r in number.readings if r.kind == "value" and r not in own]
        number.readings = [*own, *others, *(r for r in number.readings if r.kind != "value")]


def _keys(plan: Plan, number: Mention) -> list[Reading]:
    place = plan.mentions.index(number)
    before = plan.mentions[place - 1] if place else None
    leading = before.readings[0] if before is not None and before.readings else None
    if leading is None or leading.kind != "class" or number.gap or number.comparison is not None:
        return []
    return [r for r in number.readings if r.kind == "value" and r.subject & leading.subject and is_code(r.iri)]
