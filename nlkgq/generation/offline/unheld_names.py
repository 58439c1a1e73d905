"""Names that the graph does not hold beside names that it does: ``the papers of Ada Quent and Bo Unheard``."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nlkgq.generation.offline.naming import is_naming
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.value_spans import Span
from nlkgq.results.models import RdfTerm

_JOINTS = frozenset(("and", "or", "und", "oder"))
_KNOWN = 0.7
_UNKNOWN = 0.6


def unheld_beside(tokens: Sequence[Token], found: Sequence[Span], is_common: Callable[[str], bool]) -> list[Span]:
    """Runs of two capitalised words or more beside a name, in which nothing is a value or a word of the language.

    Args:
        tokens: The question.
        found: The values in it.
        is_common: Whether a word is one of language or of the vocabulary rather than a name.
    """
    covered = {n for start, end, _ in found for n in range(start, end)}
    unheld: list[Span] = []
    for start, end, readings in found:
        if not _is_name(readings, tokens[start:end]):
            continue
        after, before = end + 1, start - 1
        if end < len(tokens) and tokens[end].folded in _JOINTS:
            stop = after
            while stop < len(tokens) and stop not in covered and _is_of_name(stop, tokens, is_common):
                stop += 1
            unheld += _span(after, stop, tokens)
        if before > 0 and tokens[before].folded in _JOINTS:
            first = before
            while first and first - 1 not in covered and _is_of_name(first - 1, tokens, is_common):
                first -= 1
            unheld += _span(first, before, tokens)
    return unheld


def _is_name(readings: Sequence[Reading], words: Sequence[Token]) -> bool:
    leading = readings[0]
    capitals = [t for t in words if t.kind == "word" and t.text[:1].isupper()]
    return leading.kind == "value" and is_naming(leading.iri) and leading.score > _KNOWN and len(capitals) > 1


def _is_of_name(place: int, tokens: Sequence[Token], is_common: Callable[[str], bool]) -> bool:
    token = tokens[place]
    if token.kind == "word":
        return token.text[:1].isupper() and (len(token.text) == 1 or not is_common(token.folded))
    # "X. Zhen"
    before = tokens[place - 1].text if place else ""
    return token.text == "." and len(before) == 1 and before.isupper()


def _span(start: int, end: int, tokens: Sequence[Token]) -> list[Span]:
    words = tokens[start:end]
    if sum(t.kind == "word" for t in words) < 2:
        return []
    written = "".join(("" if t.glued or not n else " ") + t.text for n, t in enumerate(words))
    return [(start, end, [Reading(kind="text", terms=(RdfTerm("literal", written),), score=_UNKNOWN, how=written)])]
