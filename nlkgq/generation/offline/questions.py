"""Question words that ask for what was named before them, or for it as well."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.function_words import BE, HAVE
from nlkgq.generation.offline.mentions import Plan
from nlkgq.generation.offline.readings import Chunk
from nlkgq.generation.offline.tokens import Token

_OF_THEM = (("of", "them"), ("of", "those"), ("of", "these"))


def goes_along(plan: Plan, tokens: Sequence[Token], chunk: Chunk) -> bool:
    """``flags with more than 3 ships, and how many``: whether what is asked for before is asked for as well."""
    before = tokens[chunk.start - 1].folded if chunk.start else ""
    return before in ("and", "und") and any(m.projected for m in plan.mentions)


def asks_for_object(plan: Plan, tokens: Sequence[Token], chunk: Chunk) -> bool:
    """``which pupils own an instrument, and which?``: whether what they own is asked for as well, as it then is."""
    ends = all(t.kind == "mark" or t.folded in ("one", "ones") for t in tokens[chunk.end :])
    before = tokens[chunk.start - 1].folded if chunk.start else ""
    last = plan.mentions[-1] if plan.mentions else None
    if not ends or before not in ("and", "und") or last is None or last.projected:
        return False
    thing = last.readings[0] if last.readings else None
    if thing is None or not thing.noun or thing.kind not in ("class", "property"):
        return False
    asked = any(m.projected and not m.implicit for m in plan.mentions)
    last.projected = asked
    return asked


def asks_of_those(plan: Plan, tokens: Sequence[Token], chunk: Chunk) -> bool:
    """``of the ships of Norway, which has the most masts``: whether these are asked for, as they then are."""
    after = {t.folded for t in tokens[chunk.end : chunk.end + 1]}
    named = [m for m in plan.mentions if m.implicit and any(r.kind == "class" for r in m.readings[:1])]
    of_them = tuple(t.folded for t in tokens[chunk.end : chunk.end + 2]) in _OF_THEM
    if chunk.text.lower() != "which" or not named or not (of_them or after & (BE | HAVE)):
        return False
    named[0].projected, named[0].implicit = True, False
    return True
