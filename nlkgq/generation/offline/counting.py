"""Counts and means that a question both states and asks for: ``more than 2 ships, and how many``, ``on average``."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.mentions import Mention, Plan


def count_once(plan: Plan) -> None:
    """``the number of ships of companies with more than 2 ships``: these ships are the ones counted, in place."""
    for counted in [m for m in plan.mentions if m.counted is not None and not m.aggregates]:
        things = {r.iri for r in counted.readings[:1] if r.kind == "class"}
        for other in plan.mentions:
            same = bool(things) and {r.iri for r in other.readings[:1] if r.kind == "class"} == things
            if same and other.projected and other.aggregates == ["COUNT"] and other.counted is None:
                other.counted = counted.counted
                plan.mentions.remove(counted)
                break


def count_stated(plan: Plan, aggregates: Sequence[str]) -> bool:
    """``which companies have more than 2 ships, and how many``: what is stated is told as well.

    Args:
        plan: With its operators bound.
        aggregates: Aggregates that no mention took.

    Returns:
        Whether they were these.
    """
    counted = [m for m in plan.mentions if m.counted is not None and not m.bare]
    if list(aggregates) != ["COUNT"] or len(counted) != 1 or counted[0].projected:
        return False
    counted[0].aggregates, counted[0].projected = ["COUNT"], True
    return True


def mean_compared(plan: Plan, aggregates: Sequence[str]) -> bool:
    """``longer than 3 on average``: the mean of each is compared, not each value.

    Args:
        plan: With its operators bound.
        aggregates: Aggregates that no mention took.

    Returns:
        Whether they were this mean.
    """
    measured = [m for m in plan.mentions if m.measured and not m.superlative and _is_compared(plan, m)]
    if list(aggregates) != ["AVG"] or len(measured) != 1 or measured[0].versus_average:
        return False
    measured[0].aggregates = ["AVG"]
    return True


def _is_compared(plan: Plan, mention: Mention) -> bool:
    after = next((m for m in plan.mentions if m.start >= mention.end), None)
    return after is not None and after.value is not None and after.comparison is not None
