"""The words of a computation in a question: ``the sum of a and b``, ``a minus b``, ``days between a and b``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from nlkgq.generation.offline.tokens import Operation

Span = tuple[int, int]
"""First token, end token."""

_PREFIXED: dict[tuple[str, str], Operation] = {
    ("sum", "of"): "+",
    ("total", "of"): "+",
    ("add", "up"): "+",
    ("adding", "up"): "+",
    ("difference", "between"): "-",
    ("difference", "of"): "-",
    ("product", "of"): "*",
    ("ratio", "of"): "/",
    ("ratio", "between"): "/",
    ("quotient", "of"): "/",
}
_TIMES: dict[str, Operation] = {
    **dict.fromkeys(("day", "days", "tag", "tage", "tagen"), "days"),
    **dict.fromkeys(("year", "years", "jahr", "jahre", "jahren"), "years"),
}
_PASSED = frozenset(("lie", "lay", "are", "were", "there", "passed", "pass", "elapsed", "by", "liegen", "lagen"))
_COUNTING = (("how", "many"), ("number", "of"), ("wie", "viele"), ("anzahl", "der"))
_BETWEEN: dict[tuple[str, ...], Operation] = {
    ("divided", "by"): "/",
    ("multiplied", "by"): "*",
    ("plus",): "+",
    ("minus",): "-",
    ("times",): "*",
    ("+",): "+",
    ("-",): "-",
    ("−",): "-",
    ("*",): "*",
    ("×",): "*",
    ("/",): "/",
    ("÷",): "/",
}
JOINS = frozenset((",", "and", "und", "plus", "to", "bis", "&", "+"))
ARTICLES = frozenset(("der", "die", "das", "dem", "the", "a", "an", "its", "their", "his", "her", "our", "all"))
STOPS = frozenset(
    (
        *("?", ".", ")", ";", ":", "by", "per", "for", "of", "in", "that", "which", "who", "where", "whose", "with"),
        *(
            "each",
            "every",
            "is",
            "are",
            "was",
            "were",
            "has",
            "have",
            "greater",
            "more",
            "less",
            "above",
            "below",
            "over",
            "under",
        ),
    )
)
COPULAS = frozenset(("is", "are", "=", "equals", "means", "be"))
_LONGEST_OPERAND = 6


@dataclass(frozen=True, slots=True)
class Formula:
    """Where a formula stands, and its operands with the operation before each."""

    start: int
    end: int
    operands: tuple[tuple[Operation, Span], ...]


def formula_at(words: Sequence[str], start: int) -> Formula | None:
    """The formula that starts at a token, if one does."""
    begun = start + 1 if words[start] in ARTICLES else start
    if words[start] in _TIMES:
        return _duration(words, start)
    operation = _PREFIXED.get((words[begun], words[begun + 1])) if begun + 1 < len(words) else None
    return _infix(words, start) if operation is None else _prefix(words, start, begun + 2, operation)


def _duration(words: Sequence[str], start: int) -> Formula | None:
    """``days between a and b``, ``days from a to b``, with what asks for their number."""
    here = start + 1
    while here < len(words) and words[here] in _PASSED:
        here += 1
    if here >= len(words) or words[here] not in ("between", "zwischen", "from", "von"):
        return None
    found = _prefix(words, start, here + 1, _TIMES[words[start]])
    counted = start > 1 and tuple(words[start - 2 : start]) in _COUNTING
    return replace(found, start=start - 2) if found is not None and counted else found


def _prefix(words: Sequence[str], start: int, first: int, operation: Operation) -> Formula | None:
    spans: list[Span] = []
    here = first
    while here < len(words):
        while here < len(words) and (words[here] in ARTICLES or (spans and words[here] in JOINS)):
            here += 1
        end = _operand_end(words, here)
        if end == here:
            break
        spans.append((here, end))
        here = end
        if here >= len(words) or words[here] not in JOINS:
            break
    if len(spans) < 2 or (operation not in ("+", "*") and len(spans) != 2):
        return None
    return Formula(start, here, tuple((operation, span) for span in spans))


def _infix(words: Sequence[str], start: int) -> Formula | None:
    if words[start] in STOPS | JOINS | COPULAS:
        return None
    found: list[tuple[Operation, Span]] = []
    here = start
    operation: Operation = "+"
    while True:
        end = _operand_end(words, here)
        if end == here:
            return None
        found.append((operation, (here, end)))
        here = end
        following = _between(words, here)
        if following is None:
            break
        operation, here = following
    mixed = {o for o, _ in found[1:]}
    if len(found) < 2 or not (mixed <= {"+", "-"} or mixed == {"*"} or (mixed == {"/"} and len(found) == 2)):
        return None
    return Formula(start, here, tuple(found))


def _between(words: Sequence[str], place: int) -> tuple[Operation, int] | None:
    for size in (2, 1):
        operation = _BETWEEN.get(tuple(words[place : place + size]))
        if operation is not None and place + size < len(words):
            return operation, place + size
    return None


def _operand_end(words: Sequence[str], start: int) -> int:
    end = start
    while end < len(words) and end - start < _LONGEST_OPERAND:
        if words[end] in STOPS or words[end] in JOINS or _between(words, end) is not None:
            break
        end += 1
    return end
