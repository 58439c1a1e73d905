"""Which values verbs and adjectives measure: ``which ship cost the most``, ``which hut is the oldest``."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from nlkgq.analysis.schema_graph import ANYTHING, SchemaGraph
from nlkgq.generation.offline.function_words import DO, MEASURING
from nlkgq.generation.offline.mentions import Mention, Plan
from nlkgq.generation.offline.readings import Chunk, Reading
from nlkgq.generation.offline.tokens import Token

_RELATIVE = frozenset(("that", "which", "who"))
_ON = frozenset(("on", "for", "in", "at", "per", "to", "of"))


def measure(plan: Plan) -> None:
    """Decides, in place, which values adjectives and verbs of a question measure.

    Args:
        plan: With its operators bound.
    """
    _measured_per(plan)
    _measure_own(plan)
    _tell_own(plan)


def _tell_own(plan: Plan) -> None:
    """``which courses cost more than 9``: what they cost themselves, in place, though other things have costs, too.

    Args:
        plan: With its operators bound.
    """
    things = 0
    for before, verb in pairwise(plan.mentions):
        thing = before.readings[0] if before.readings else None
        if thing is not None and thing.kind in ("class", "value", "entity") and thing.subject != ANYTHING:
            things |= thing.subject
        told = verb.readings[0] if verb.readings else None
        if told is None or told.kind != "property" or told.object or before.possessive or not things:
            continue
        is_verb = not told.noun or verb.text.lower() in MEASURING
        if not is_verb or not (_RELATIVE | DO).issuperset(verb.gap) or told.subject & things:
            continue
        verb.readings = [r for r in verb.readings if _is_literal(r) and r.subject & things] or verb.readings


def _measure_own(plan: Plan) -> None:
    """``which hut is the oldest``: what a hut has itself tells how old it is, in place, though its owner has a date.

    Args:
        plan: With its operators bound.
    """
    for place, measure in enumerate(plan.mentions):
        if not measure.measured or len(measure.readings) < 2:
            continue
        behind = any(not m.gap and _things(m) for m in plan.mentions[place + 1 : place + 2])
        near = [m for m in plan.mentions[:place] if _things(m)][-1:] if not behind else []
        things = _things(near[0]) if near else 0
        own = [r for r in measure.readings if r.subject & things]
        measure.readings = own or measure.readings


def _measured_per(plan: Plan) -> None:
    """``the cheapest per night``, where there is a price per night: nothing is told for each night; in place."""
    for measure, per in list(pairwise(plan.mentions)):
        told = {r.iri for r in per.readings if r.kind == "property" and not r.object}
        same = [r for r in measure.readings if r.iri in told]
        if measure.measured and same and per.group and per.gap[-1:] == ("per",):
            measure.readings, measure.end = same, per.end
            plan.mentions.remove(per)


def _things(mention: Mention) -> int:
    """The classes of the things that a noun stands for; 0 where it stands for none that are known."""
    leading = mention.readings[0] if mention.readings else None
    if leading is None or leading.kind not in ("class", "property") or not leading.noun:
        return 0
    found = leading.subject if leading.kind == "class" or leading.inverse else leading.object
    return 0 if found == ANYTHING else found


def _is_literal(reading: Reading) -> bool:
    return reading.kind == "property" and not reading.object


def measured_by_verb(plan: Plan, tokens: Sequence[Token], chunk: Chunk, schema: SchemaGraph) -> bool:
    """Whether ``most`` or ``least`` belongs to the verb before it, which then has it; in place.

    A word that may be a noun as well is a verb behind what it is told of: ``which film cost the most``.

    Args:
        plan: The mentions so far.
        tokens: The question.
        chunk: The word for the extreme.
        schema: What the properties hold.
    """
    verb = verb_before(plan, tokens, chunk)
    told = verb.readings[0] if verb is not None and verb.readings else None
    if verb is None or told is None or told.kind != "property" or told.object or not schema.is_numeric(told.iri):
        return False
    before = plan.mentions[-2] if len(plan.mentions) > 1 else None
    if told.noun:
        if before is None or before.end != verb.start or not any(r.kind == "class" for r in before.readings[:1]):
            return False
        if verb.projected:
            before.projected, before.implicit = True, verb.implicit
    verb.projected, verb.superlative = False, chunk.operator
    return True


def verb_before(plan: Plan, tokens: Sequence[Token], chunk: Chunk) -> Mention | None:
    """The last mention, where ``the most`` stands right behind it and before nothing that could be counted.

    Args:
        plan: The mentions so far.
        tokens: The question.
        chunk: The word for the extreme.
    """
    verb = plan.mentions[-1] if plan.mentions else None
    if verb is None or verb.superlative or [t.folded for t in tokens[verb.end : chunk.start]] != ["the"]:
        return None
    counted = any(t.kind != "mark" and t.folded not in _ON for t in tokens[chunk.end : chunk.end + 1])
    return None if counted else verb
