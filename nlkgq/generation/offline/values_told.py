"""``leaks whose source was a valve``: what stands behind a property and ``is`` is one of its values, if it has it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from nlkgq.generation.offline.function_words import BE
from nlkgq.generation.offline.readings import Chunk, Reading
from nlkgq.generation.offline.tokens import Token

_SMALL = frozenset(("a", "an", "the", "not", "either", "ein", "eine", "nicht"))
_WHOSE = frozenset(("whose", "where", "deren", "dessen"))


def with_values_told(
    chunks: Sequence[Chunk], tokens: Sequence[Token], lookup: Callable[[str], list[Reading]]
) -> list[Chunk]:
    """The chunks with kinds of things that are told of a property read as its values.

    Args:
        chunks: In the order of the question.
        tokens: The question.
        lookup: Readings of a text as a stored value.
    """
    found = list(chunks)
    for first, second in pairwise(c for c in chunks if c.readings and not c.operator):
        told, kind = first.readings[0], second.readings[0]
        gap = [t.folded for t in tokens[first.end : second.start]]
        clause = _WHOSE.intersection(t.folded for t in tokens[max(first.start - 2, 0) : first.start])
        said = bool(BE.intersection(gap)) and set(gap) <= BE | _SMALL
        if not (clause and said) or told.kind != "property" or told.object or kind.kind != "class":
            continue
        values = [r for r in lookup(second.text) if r.kind == "value" and r.iri == told.iri]
        if values:
            found[found.index(second)] = replace(second, readings=values)
    return found
