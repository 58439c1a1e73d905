"""``which ship cost the most``, ``spent the most on a ship``: the most of what a verb tells of, of nothing counted."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.analysis.schema_graph import SchemaGraph
from nlkgq.generation.offline.mentions import Plan
from nlkgq.generation.offline.readings import Chunk
from nlkgq.generation.offline.tokens import Token

_ON = frozenset(("on", "for", "in", "at", "per", "to", "of"))


def measured_by_verb(plan: Plan, tokens: Sequence[Token], chunk: Chunk, schema: SchemaGraph) -> bool:
    """Whether ``most`` or ``least`` belongs to the verb before it, which then has it; in place.

    A word that may be a noun as well is a verb behind what it is told of: ``which film cost the most``.

    Args:
        plan: The mentions so far.
        tokens: The question.
        chunk: The word for the extreme.
        schema: What the properties hold.
    """
    verb = plan.mentions[-1] if plan.mentions else None
    told = verb.readings[0] if verb is not None and verb.readings else None
    if verb is None or told is None or told.kind != "property" or told.object or not schema.is_numeric(told.iri):
        return False
    after = [t for t in tokens[chunk.end : chunk.end + 1] if t.kind != "mark"]
    article = [t.folded for t in tokens[verb.end : chunk.start]] == ["the"]
    if not article or verb.superlative or any(t.folded not in _ON for t in after):
        return False
    before = plan.mentions[-2] if len(plan.mentions) > 1 else None
    if told.noun:
        if before is None or before.end != verb.start or not any(r.kind == "class" for r in before.readings[:1]):
            return False
        if verb.projected:
            before.projected, before.implicit = True, verb.implicit
    verb.projected, verb.superlative = False, chunk.operator
    return True
