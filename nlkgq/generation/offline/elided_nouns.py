"""Nouns said once for two kinds of things of which one is denied: ``red but no white ships`` are red ships, too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nlkgq.analysis.schema_graph import SchemaGraph
from nlkgq.generation.offline.attributes import may_be_of
from nlkgq.generation.offline.readings import Chunk
from nlkgq.generation.offline.tokens import Token

_NONE = frozenset(("no", "nor", "kein", "keine", "noch"))
_JOINING = frozenset(("but", "and", "nor", "yet", "aber", "und", "noch"))
_BETWEEN = _NONE | _JOINING | {",", "also", "auch"}


def with_elided_nouns(chunks: Sequence[Chunk], tokens: Sequence[Token], schema: SchemaGraph) -> list[Chunk]:
    """The chunks with the noun behind the first of two attributes as well, where both may be of its things.

    Args:
        chunks: In the order of the question.
        tokens: The question.
        schema: What things may have.
    """
    found: list[Chunk] = []
    for place, chunk in enumerate(chunks):
        found.append(chunk)
        following = [c for c in chunks[place + 1 :] if c.readings and not c.operator][:2]
        if len(following) < 2 or following[0].end != following[1].start:
            continue
        other, noun = following
        between = {t.folded for t in tokens[chunk.end : other.start]}
        denied = bool(between & _NONE) and bool(between & _JOINING) and between <= _BETWEEN
        if denied and noun.readings[0].kind == "class" and all(_is_of(c, noun, schema) for c in (chunk, other)):
            found.append(replace(noun, start=chunk.end, end=chunk.end))
    return found


def _is_of(attribute: Chunk, noun: Chunk, schema: SchemaGraph) -> bool:
    told = attribute.readings[0] if attribute.readings and not attribute.operator else None
    return told is not None and may_be_of(told, noun.readings[0], schema)
