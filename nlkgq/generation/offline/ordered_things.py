"""``who ordered a boat``, ``boats ordered by Ada``: what was done, and no order of rows."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.operators import OperatorSpan
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.tokens import Token, number_of
from nlkgq.generation.offline.vocabulary import Vocabulary

_DONE = frozenset(("ordered", "ranked", "listed", "arranged"))
_BY = frozenset(("by",))
_ARTICLES = frozenset(("the", "a", "an", "any", "some", "no", "all", "every"))
_AMOUNTS = frozenset(("more", "most", "fewest", "at", "only", "both", "less"))
_SURE = 0.9


def was_ordered(
    span: OperatorSpan,
    tokens: Sequence[Token],
    values: Sequence[tuple[int, int, list[Reading]]],
    vocabulary: Vocabulary,
) -> bool:
    """Whether the words for an order tell what somebody did with things, or by whom it was done.

    Args:
        span: The words.
        tokens: The question.
        values: The stored values in it (first token, end token, readings).
        vocabulary: What things are called.
    """
    if span.name != "order" or not span.start or tokens[span.start].folded not in _DONE or span.end >= len(tokens):
        return False
    start = span.end + (tokens[span.end].folded in _ARTICLES)
    named = any(s in (span.end, start) for s, _, _ in values)
    if tokens[span.end - 1].folded in _BY:
        known = vocabulary.readings((tokens[start].folded,))[:1] if start < len(tokens) else ()
        persons = any(r.kind == "class" and r.score > _SURE for r in known) and start > span.end
        return (named and not known) or persons
    before = tokens[span.start - 1]
    if span.end > span.start + 1 or before.kind == "mark" or before.folded in ("and", "or", "then"):
        return False
    following = vocabulary.readings((tokens[span.end].folded,))[:1]
    things = any(r.kind == "class" and r.score > _SURE for r in following)
    amount = tokens[span.end].folded in _ARTICLES | _AMOUNTS or number_of(tokens[span.end]) is not None
    return named or things or amount
