"""Comparisons with a mean: ``longer than the average film``, ``that weigh less than the average ship``."""

from __future__ import annotations

from nlkgq.analysis.schema_graph import SchemaGraph
from nlkgq.generation.offline.mentions import Comparison, Mention, Plan
from nlkgq.generation.offline.pending import Pending

_THAN = frozenset(("than", "als"))
_MORE: dict[str, Comparison] = {"more": ">", "greater": ">", "fewer": "<", "less": "<"}


def against_average(plan: Plan, mention: Mention, pending: Pending, schema: SchemaGraph) -> bool:
    """Whether a mention only tells whose mean it is that what stands before is compared with; then it is dropped.

    Args:
        plan: The mentions so far, ``mention`` the last one.
        mention: A class or the property itself, after ``average``.
        pending: A comparison that waits is taken.
        schema: What the properties hold.
    """
    before = plan.mentions[-2] if len(plan.mentions) > 1 else None
    if before is not None and pending.comparison is None and mention.gap[:1] == ("than",):
        # "have more berths than the average"
        pending.comparison = _MORE.get(before.gap[-1] if before.gap else "")
    if before is None or not before.readings or not mention.readings or not _THAN.intersection(mention.gap):
        return False
    leading = mention.readings[0]
    things = {r.iri for m in plan.mentions[:-2] for r in m.readings[:1] if r.kind == "class"}
    owners = [r for r in before.readings if r.kind == "property" and not r.object and schema.is_numeric(r.iri)]
    if before.measured and before.comparison is not None:
        same = {r.iri for r in before.readings}
        if leading.iri not in (same if leading.kind == "property" else things):
            return False
        if leading.kind == "property":
            before.readings = [r for r in before.readings if r.iri == leading.iri]
    elif leading.kind == "class" and owners and pending.comparison is not None and leading.subject & owners[0].subject:
        # "that weigh less than the average ship"
        before.readings, before.comparison, pending.comparison = owners, pending.comparison, None
    else:
        return False
    before.versus_average, before.projected = True, False
    plan.mean_ends = mention.end
    plan.mentions.remove(mention)
    mention.number = -1
    return True


def of_some(plan: Plan) -> None:
    """``above the average price of ships built in Oslo``: what follows tells whose mean it is, in place.

    What is said after an ``and`` or a comma may be said of either, and a mean of what belongs to each is another one.
    """
    rest = [m for m in plan.mentions if plan.mean_ends >= 0 and m.start >= plan.mean_ends]
    if not rest or not _OF.intersection(rest[0].gap):
        return
    named = {r.iri for m in plan.mentions if m not in rest for r in m.readings[:1] if r.kind == "class"}
    # "names of ships" speaks of ships, too
    owners = {r.subject for m in plan.mentions if m.projected for r in m.readings[:1] if r.kind == "property"}
    told: list[Mention] = []
    for place, mention in enumerate(rest):
        if mention.order or mention.projected or mention.group or mention.superlative:
            break
        if _EACH.intersection(mention.gap) or _ONWARD.intersection(mention.gap):
            plan.unsupported.append(mention.text)
            return
        same = place == 0 and any(
            r.kind == "class" and (r.iri in named or r.subject in owners) for r in mention.readings[:1]
        )
        if not same:
            told.append(mention)
    for mention in told:
        mention.of_mean = True


_OF = frozenset(("of", "for", "among", "in", "at", "from", "across", "within", "von", "aller", "der", "in"))
_EACH = frozenset(("their", "its", "his", "her", "each", "every", "same", "own"))
_ONWARD = frozenset(("and", "but", ",", "or"))
