"""How many of something: ``at least 4 students``, ``more than 2 red ships``; the number counts what follows it."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.counting import is_stored
from nlkgq.generation.offline.function_words import APART
from nlkgq.generation.offline.keys import is_countable, is_keyed
from nlkgq.generation.offline.mentions import Mention, Plan
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.stored_counts import stored_number
from nlkgq.generation.offline.vocabulary import Vocabulary

_BETWEEN = frozenset(("or", "more", "fewer", "less", "oder", "mehr", "weniger", "single")) | APART
_HIGHEST = 1000
"""The highest number that counts things; a higher one is a value."""
_LESS_LIKE = 0.7


def count_things(plan: Plan, mention: Mention, vocabulary: Vocabulary, *, only: bool) -> None:
    """Makes the last mention one of which there are so many, in place, where a number stands before it.

    Args:
        plan: The mentions so far; the number goes.
        mention: The last of them.
        vocabulary: Readings of words, and what properties hold.
        only: Whether ``only`` stands before the number.
    """
    number = _number_before(plan.mentions)
    if number is None or not isinstance(number.value, int) or number.value > _HIGHEST or mention.value is not None:
        return
    if set(mention.gap) - _BETWEEN or is_keyed(plan, number):
        return
    earlier = plan.mentions[: plan.mentions.index(number)]
    stored = stored_number(mention, earlier, vocabulary)
    if stored:
        mention.readings = stored
        return
    if earlier and earlier[-1].measured and number.gap in _THAN:
        # "older than 60 took part": no 60 of these
        return
    things = _things(plan, mention, vocabulary, only=only)
    leading = mention.readings[0] if mention.readings else None
    if not things or leading is None or things[0].score < _LESS_LIKE * leading.score or is_stored(leading, vocabulary):
        return
    before = earlier[-1] if earlier else None
    told = before is not None and before.readings[:1] and before.readings[0].kind == "property"
    told = told and before is not None and not before.measured
    if number.comparison is None and told and not number.gap and before and not before.readings[0].object:
        return
    mention.counted = (number.comparison or "=", number.value)
    mention.bare = number.comparison is None
    mention.readings = things
    first = plan.mentions[plan.mentions.index(number) + 1]
    first.gap = number.gap
    plan.mentions.remove(number)
    for place, other in enumerate(plan.mentions):
        other.number = place


def _number_before(mentions: Sequence[Mention]) -> Mention | None:
    """The mention before the last one, or before what tells of what kind that is: ``2 red ships``."""
    if len(mentions) < 2:
        return None
    last, before = mentions[-1], mentions[-2]
    if before.value is not None:
        return before if before.end >= last.start - 2 else None
    told = any(r.kind in ("value", "entity") for r in before.readings[:1])
    joined = told and not last.gap and not before.gap and any(r.kind == "class" for r in last.readings[:1])
    return mentions[-3] if joined and len(mentions) > 2 else None


def _things(plan: Plan, mention: Mention, vocabulary: Vocabulary, *, only: bool) -> list[Reading]:
    """The readings of the last mention as things of which there may be several."""
    things = [r for r in mention.readings if r.kind == "class"]
    if things and mention.readings[0].kind == "class":
        return things[:1]
    things += [
        r
        for r in mention.readings
        if r.kind == "property"
        and ((r.object and r.noun) or is_countable(plan, mention, r, vocabulary.schema, only=only))
    ]
    return sorted(things, key=lambda r: -r.score)


_THAN = (("than",), ("als",))
