"""Operators that wait for the mention they act on, and words that announce one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from nlkgq.generation.offline.mentions import Comparison, Mention
from nlkgq.generation.offline.readings import Chunk
from nlkgq.generation.offline.tokens import Token


@dataclass(slots=True)
class Pending:
    """Operators that wait for the mention they act on."""

    aggregates: list[str] = field(default_factory=list)
    comparison: Comparison | None = None
    superlative: str = ""
    place: int = 1
    group: bool = False
    negated: bool = False
    shared: str = ""
    another: bool = False
    distinct: bool = False
    order: bool = False
    direction: str = ""
    kind_of: bool = False
    optional: bool = False
    only: str = ""


def is_within(chunks: Sequence[Chunk], place: int, tokens: Sequence[Token]) -> bool:
    """Whether a chunk is a quoted text said to be a part of a value: ``with a 'w' in their name``."""
    chunk = chunks[place]
    following = next((c for c in chunks[place + 1 :] if c.operator != "filler"), None)
    if tokens[chunk.start].kind != "quote" or following is None or following.operator or not following.readings:
        return False
    between = {t.folded for t in tokens[chunk.end : following.start]}
    literal = following.readings[0].kind == "property" and not following.readings[0].object
    if between == {"in"} and any(r.kind == "value" and r.score > _WHOLE for r in chunk.readings[:1]):
        # "the width of 'Ilse' in metres"
        return False
    return literal and "in" in between and between <= _OWN | {"in", "the", "a", "an", "as", "part", "of"}


def is_told_itself(mention: Mention, chunks: Sequence[Chunk], tokens: Sequence[Token]) -> bool:
    """``list each kiln that uses a glaze``: the things themselves are asked for, not something of each."""
    ordered = [c.operator for c in chunks[:2]] == ["show", "each"] and chunks[2:3] != []
    after = tokens[mention.end].folded if mention.end < len(tokens) else ""
    return ordered and chunks[2].start == mention.start and after in _RELATIVE


def is_along(gap: Sequence[str]) -> bool:
    """``with their age``: told along with what was asked for."""
    told = gap[gap.index("with") :] if "with" in gap else ()
    along = gap[-3:-1] in _ALONG or bool(_OWN.intersection(told))
    return along and _WITH.issuperset(told)


_ALONG = (("along", "with"), ("together", "with"))
_WHOLE = 0.95
_RELATIVE = frozenset(("that", "which", "who", "whose"))
_OWN = frozenset(("their", "its", "his", "her", "corresponding", "respective"))
_WITH = _OWN | {"with", "the", "together", "along"}
