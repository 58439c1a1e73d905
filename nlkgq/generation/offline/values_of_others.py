"""Values that are asked of one thing and that only another thing has, which is joined to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nlkgq.generation.offline.bearers import names_bearer

if TYPE_CHECKING:
    from nlkgq.generation.offline.candidate import Candidate


def is_remote(c: Candidate) -> bool:
    """``how tall is X`` asks for a measure of X itself, not of something that X has to do with."""
    measures = {m.number for m in c.assembly.mentions if m.asked not in ("", "who", "how_much")}
    # "in which years did X publish": the year of what X published.
    owners = {c.assembly.find((n, 0)) for n, r in enumerate(c.assembly.readings) if r.kind == "property" and not r.noun}
    measures = {m for m in measures if c.assembly.find((m, 0)) not in owners}
    # "ships bigger than 100": not what has something bigger; the amount of a price is its own.
    worth = c.writer.schema.amounts.worth
    measures |= {
        m for m, r in enumerate(c.assembly.readings) if c.assembly.mentions[m].measured and not worth(r.subject)
    }
    # "ships longer than 40 in X": what is so long is said.
    said = {c.assembly.find((n, 0)) for n, r in enumerate(c.assembly.readings) if r.kind == "class"}
    measures = {m for m in measures if c.assembly.mentions[m].superlative or c.assembly.find((m, 0)) not in said}
    # "the branch with the newest car": what is so new is told by the noun behind it.
    things = {m.start: r for m, r in zip(c.assembly.mentions, c.assembly.readings, strict=True) if r.kind == "class"}
    ends = {n: things.get(c.assembly.mentions[n].end) for n in measures}
    measures = {n for n in measures if (thing := ends[n]) is None or not thing.subject & c.assembly.readings[n].subject}
    # "women older than 40": who is so is named by what she is.
    bearers = {m.number for m, r in zip(c.assembly.mentions, c.assembly.readings, strict=True) if names_bearer(m, r)}
    paths = [{k.left, k.right} for k in c.assembly.links if k.kind == "path"]
    return any(measures & ends and not bearers & ends for ends in paths)


def is_borrowed(c: Candidate) -> bool:
    """``the budget of Germany``: a value asked of a named thing that only something joined to it has."""
    mentions, readings = c.assembly.mentions, c.assembly.readings
    for k in c.assembly.links:
        left, right = sorted((k.left, k.right))
        asked = readings[left].kind == "property" and not readings[left].object and mentions[left].projected
        named = readings[right].kind in ("value", "entity")
        if k.kind == "path" and asked and named and right == left + 1 and {"of", "von"} & set(mentions[right].gap):
            return True
    return False
