"""``which ship costs the most``, where its price is a thing with an amount: which is the most expensive."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.measuring_verbs import verb_before
from nlkgq.generation.offline.mentions import Plan
from nlkgq.generation.offline.operators import adjective
from nlkgq.generation.offline.readings import Chunk
from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.vocabulary import Vocabulary

_MEASURED = {
    **dict.fromkeys(("cost", "costs", "costing"), "expensive"),
    **dict.fromkeys(("weigh", "weighs", "weighed", "weighing"), "heavy"),
}


def is_dearest(plan: Plan, tokens: Sequence[Token], chunk: Chunk, vocabulary: Vocabulary) -> bool:
    """Whether ``most`` or ``least`` belongs to the verb before it, which then says what is measured; in place.

    Args:
        plan: The mentions so far.
        tokens: The question.
        chunk: The word for the extreme.
        vocabulary: What an adjective measures.
    """
    verb = verb_before(plan, tokens, chunk)
    word = _MEASURED.get(tokens[verb.end - 1].folded, "") if verb is not None else ""
    found = adjective(word, vocabulary.languages) if word else None
    measured = vocabulary.measured(found) if found is not None else []
    if verb is None or not measured:
        return False
    before = plan.mentions[-2] if len(plan.mentions) > 1 else None
    if verb.projected and before is not None and not before.projected:
        before.projected, before.implicit = True, verb.implicit
    direction = measured[0][0]
    verb.readings = [r for way, r in measured if way == direction]
    verb.measured, verb.projected = True, False
    verb.superlative = "max" if (direction == "max") == (chunk.operator == "most") else "min"
    return True
