"""Sums as people define them: ``the loss is made up of a and b``, ``what do a and b come to``, ``divide a by b``."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.tokens import tokenize

_IS_SUM = ("is", "the", "sum", "of")
_MADE_UP = (
    *(("is", "made", "up", "of"), ("is", "made", "of"), ("is", "composed", "of"), ("consists", "of")),
    *(("adds", "together"), ("adds", "up"), ("sums", "up"), ("comprises",), ("combines",), ("means", "adding")),
    *(("is", "all", "of"), ("is", "obtained", "by", "adding"), ("is", "what", "you", "get", "by", "adding")),
)
_TOGETHER = (
    *(("added", "together"), ("taken", "together"), ("put", "together"), ("summed", "up"), ("added", "up")),
    *(("combined",), ("together",), ("in", "sum")),
)
_COUNTING = frozenset(("counting", "taking", "treating", "regarding", "adding"))
_COME_TO = (
    *(("come", "to"), ("add", "up", "to"), ("sum", "up", "to"), ("sum", "to"), ("amount", "to"), ("comes", "to")),
    *(("adds", "up", "to"), ("make",), ("total",)),
)
_ARTICLES = frozenset(("the", "a", "an", "its", "their"))
_ENDS = frozenset("?.;:!")
_BIG = frozenset(("big", "large", "high", "much", "great"))
_DEFINING = frozenset(("if", "where", "when", "with"))
_LONGEST_NAME = 4


def plainly_defined(text: str) -> str:
    """The question with such a sum, or quotient, as ``is the sum of``; as it is without one.

    >>> plainly_defined("Show the total loss; total loss is made up of payment and reserve.")
    'Show the total loss ; total loss is the sum of payment and reserve .'
    """
    tokens = tokenize(text)
    words = [t.folded for t in tokens]
    written = [text[t.start : t.end] for t in tokens]
    for told in (_made_up, _added_together, _counted_as, _taken_as, _asked_sum, _divided):
        found = told(words, written)
        if found is not None:
            return " ".join(found)
    return text


def _length(words: Sequence[str], place: int, phrases: Sequence[tuple[str, ...]]) -> int:
    return max((len(p) for p in phrases if tuple(words[place : place + len(p)]) == p), default=0)


def _end(words: Sequence[str], start: int, ends: frozenset[str] = _ENDS) -> int:
    return next((n for n in range(start, len(words)) if words[n] in ends), len(words))


def _joins(words: Sequence[str]) -> bool:
    return not {"and", "plus", "+"}.isdisjoint(words)


def _made_up(words: Sequence[str], written: Sequence[str]) -> list[str] | None:
    """``total loss adds together a, b and c``."""
    for place in range(1, len(words)):
        length = _length(words, place, _MADE_UP)
        if length and _joins(words[place + length : _end(words, place)]):
            return [*written[:place], *_IS_SUM, *written[place + length :]]
    return None


def _added_together(words: Sequence[str], written: Sequence[str]) -> list[str] | None:
    """``if a loss is a, b and c added together``."""
    place = next((n for n, w in enumerate(words) if w == "is" and _is_defined(words, n)), None)
    if place is None:
        return None
    end = _end(words, place)
    last = next((n for n in range(place + 2, end) if _length(words, n, _TOGETHER) == end - n), None)
    if last is None or not _joins(words[place:last]):
        return None
    return [*written[:place], *_IS_SUM, *written[place + 1 : last], *written[end:]]


def _is_defined(words: Sequence[str], place: int) -> bool:
    begun = next((n for n in range(place - 1, -1, -1) if words[n] in _DEFINING), None)
    return begun is not None and 0 < place - begun - 1 <= _LONGEST_NAME


def _counted_as(words: Sequence[str], written: Sequence[str]) -> list[str] | None:
    """``counting a, b and c together as the loss``."""
    start = next((n for n, w in enumerate(words) if w in _COUNTING), None)
    if start is None:
        return None
    end = _end(words, start)
    close = next((n for n in range(start, end) if words[n] == "as"), end)
    length = next((n for n in (2, 1) if _length(words[:close], close - n, _TOGETHER) == n), 0)
    name = [
        w for w, folded in zip(written[close + 1 : end], words[close + 1 : end], strict=True) if folded not in _ARTICLES
    ]
    if not length or not name or len(name) > _LONGEST_NAME or not _joins(words[start:close]):
        return None
    return [*written[:start], "where", *name, *_IS_SUM, *written[start + 1 : close - length], *written[end:]]


def _taken_as(words: Sequence[str], written: Sequence[str]) -> list[str] | None:
    """``Taking total loss as a + b, how big is it for each``: if it is that, what is it."""
    if words[:1] not in (["taking"], ["defining"], ["take"], ["define"]) or "as" not in words[: _LONGEST_NAME + 3]:
        return None
    told = words.index("as")
    comma = next(
        (n for n in range(told, len(words) - 3) if words[n] in (",", ":") and words[n + 1] in ("how", "what")), 0
    )
    if not comma or not _joins(words[told:comma]):
        return None
    rest, name = list(written[comma + 1 :]), [w for w in written[1:told] if w.lower() not in _ARTICLES]
    if words[comma + 1] == "how" and words[comma + 2] in _BIG and words[comma + 3 : comma + 5] == ["is", "it"]:
        rest = ["what", "is", "the", *name, *written[comma + 5 :]]
    return ["If", *name, "is", *written[told + 1 : comma], ",", *rest]


def _asked_sum(words: Sequence[str], written: Sequence[str]) -> list[str] | None:
    """``what do a and b come to together``: what is their sum."""
    start = next((n for n in range(len(words) - 3) if words[n] == "what" and words[n + 1] in ("do", "does")), None)
    if start is None:
        return None
    place = next((n for n in range(start + 3, len(words)) if _length(words, n, _COME_TO)), None)
    if place is None:
        return None
    after = place + _length(words, place, _COME_TO)
    for phrase in (*_TOGETHER, ("in", "total"), ("in", "all"), ("altogether",)):
        if tuple(words[after : after + len(phrase)]) == phrase:
            after += len(phrase)
            break
    if after < len(words) and words[after] not in _ENDS | {",", "for", "per", "by"}:
        return None
    asked = ("what", *_IS_SUM) if _joins(words[start:place]) else ("what", "is", "the", "total")
    told = list(written[start + 2 : place])
    if asked[-1] == "total" and words[start + 2] in _ARTICLES:
        told = told[1:]
    return [*written[:start], *asked, *told, *written[after:]]


def _divided(words: Sequence[str], written: Sequence[str]) -> list[str] | None:
    """``Divide the total price by how many ships there are``: what is it, divided by the number of ships."""
    if words[:1] != ["divide"] or "by" not in words:
        return None
    place = words.index("by")
    end = _end(words, place, _ENDS | {","})
    divisor = list(written[place + 1 : end])
    if words[place + 1 : place + 3] == ["how", "many"]:
        kept = divisor[2:-2] if words[end - 2 : end] == ["there", "are"] else divisor[2:]
        divisor = ["the", "number", "of", *kept]
    return ["What", "is", *written[1:place], "divided", "by", *divisor, "?"]
