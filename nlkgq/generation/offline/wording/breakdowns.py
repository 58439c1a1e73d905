"""``break the ships down by flag``, ``group ships by flag and count them``: a number for each flag."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.function_words import BE, HAVE
from nlkgq.generation.offline.operators import adjective
from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.generation.offline.wording.request_words import ORDER, QUESTIONS, kind_end, order_end, put, says

_BREAK = frozenset(("break", "split", "group", "divide", "separate", "partition", "segment", "bucket", "tally"))
_BROKEN = frozenset(("broken", "split", "grouped", "divided", "separated", "partitioned", "tallied"))
_NOUNS = frozenset(("breakdown", "split", "distribution", "grouping", "tally", "split-up"))
_APART = frozenset(("down", "up", "out", "apart"))
_BY = frozenset(("by", "per", "into", "across", "according"))
_ENDS = frozenset(("and", "with", "showing", "then", "giving"))
_MEASURES = frozenset(("average", "mean", "total", "sum", "number", "count", "maximum", "minimum", "how", "median"))
_EACH = frozenset(("each", "every", "them", "it", "per"))
_COUNTED = frozenset(("number", "count", "counts", "numbers", "total", "totals", "tally", "headcount"))


def broken_down(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """The tokens of such an order as the number of the things for each; others as they are.

    >>> # "Break the ships down by flag and tell me how many there are in each": give the number of ships for each flag
    """
    tokens = tuple(tokens)
    return _ordered(tokens, vocabulary) or _described(tokens, vocabulary) or _counted(tokens, vocabulary) or tokens


def _ordered(tokens: tuple[Token, ...], vocabulary: Vocabulary) -> tuple[Token, ...] | None:
    """``Split the ships by flag``, ``give a breakdown of the ships by flag``."""
    start = 0
    if says(tokens, 0, "can", "you") or says(tokens, 0, "could", "you") or says(tokens, 0, "would", "you"):
        start = 2
    start += start < len(tokens) and tokens[start].folded == "please"
    end = len(tokens)
    while end and tokens[end - 1].kind == "mark":
        end -= 1
    if start >= end:
        return None
    if tokens[start].folded in _BREAK:
        things = start + 1 + (tokens[start + 1].folded in _APART if start + 1 < end else 0)
    else:
        things = order_end(tokens, start)
        while things < end and tokens[things].folded in ("a", "the", "an"):
            things += 1
        if things >= end or tokens[things].folded not in _NOUNS or not says(tokens, things + 1, "of"):
            return None
        things += 2
    by = next((n for n in range(things, end) if tokens[n].folded in _BY), None)
    if by is None or by == things:
        return None
    key = by + 1 + (tokens[by].folded == "according")
    stop = next((n for n in range(key, end) if tokens[n].folded in _ENDS or tokens[n].kind == "mark"), end)
    told = by - (tokens[by - 1].folded in _APART)
    if stop == key or told <= things:
        return None
    if tokens[start].folded == "divide" and stop == end:
        return None
    return _for_each(tokens[things:told], tokens[key:stop], tokens[stop:end], tokens[end:], vocabulary)


def _described(tokens: tuple[Token, ...], vocabulary: Vocabulary) -> tuple[Token, ...] | None:
    """``the ships grouped by flag, with a count for each``, ``average age, split by flag``."""
    end = len(tokens)
    while end and tokens[end - 1].kind == "mark":
        end -= 1
    for n in range(1, end - 1):
        if tokens[n].folded not in _BROKEN:
            continue
        by = n + 1 + (tokens[n + 1].folded in _APART)
        if by >= end - 1 or tokens[by].folded not in ("by", "per", "into"):
            continue
        start = order_end(tokens, 0)
        told = n - (tokens[n - 1].text == ",")
        key = by + 1
        stop = next((m for m in range(key, end) if tokens[m].folded in _ENDS or tokens[m].kind == "mark"), end)
        if any(t.kind == "mark" for t in tokens[start:told]) or (tokens[0].folded in QUESTIONS and stop < end):
            return None
        if stop == end and not _is_measure(tokens[start:told]):
            # "ships grouped by flag" may only be an order of rows
            return None
        if tokens[0].folded in QUESTIONS | {"count"} and stop == end:
            return (*tokens[:told], *put(tokens[by], "for", "each"), *tokens[key:])
        return _for_each(tokens[start:told], tokens[key:stop], tokens[stop:end], tokens[end:], vocabulary)
    return None


def _counted(tokens: tuple[Token, ...], vocabulary: Vocabulary) -> tuple[Token, ...] | None:
    """``Ships per flag: give me the count``, ``How do the ships split by flag?``"""
    end = len(tokens)
    while end and tokens[end - 1].kind == "mark":
        end -= 1
    stop = next((n for n in range(end) if tokens[n].kind == "mark"), end)
    start = 2 if says(tokens, 0, "how", "do") or says(tokens, 0, "how", "are") else 0
    by = next((n for n in range(start + 1, stop) if tokens[n].folded in ("by", "per", "for", "into", "across")), None)
    if by is None or by + 1 >= stop:
        return None
    told = by - (tokens[by - 1].folded in _APART)
    if start:
        told -= tokens[told - 1].folded in _BREAK | _BROKEN | {"distributed", "spread"}
        if told == by or told <= start or (stop < end and not _counts(tokens[stop:end])):
            return None
    elif stop == end or not _counts(tokens[stop:end]) or kind_end(tokens, 0, vocabulary) != told:
        return None
    return _for_each(tokens[start:told], tokens[by + 1 : stop], (), tokens[end:], vocabulary)


def _for_each(
    things: Sequence[Token],
    key: Sequence[Token],
    rest: Sequence[Token],
    marks: Sequence[Token],
    vocabulary: Vocabulary,
) -> tuple[Token, ...] | None:
    """``give the number of`` things ``for each`` key, or what the rest tells of each."""
    first = things[0]
    while key and key[0].folded in ("the", "their", "its", "each"):
        key = key[1:]
    each = (*put(first, "for", "each"), *key)
    if not key:
        return None
    if not rest or _counts(rest):
        if _is_measure(things):
            return (*put(first, ORDER), *things, *each, *marks)
        return (*put(first, ORDER, "the", "number", "of"), *things, *each, *marks)
    measure = _measure(rest)
    if measure is None:
        return None
    while things and things[0].folded in ("the", "all"):
        things = things[1:]
    return (*put(first, ORDER), *measure, *put(first, "of", "the"), *things, *each, *marks)


def _is_measure(things: Sequence[Token]) -> bool:
    words = [t.folded for t in things if t.folded not in ("the", "a")]
    found = adjective(words[0], ("en",)) if words else None
    return bool(words) and (words[0] in _MEASURES or (found is not None and found.degree == "superlative"))


def _counts(rest: Sequence[Token]) -> bool:
    """Whether the rest only wants how many there are of each: ``and say how many each has``."""
    said = [t for t in rest if t.kind != "mark"]
    while said and said[0].folded in _ENDS | {"please"}:
        said = said[1:]
    words = [t.folded for t in said]
    if words[:1] == ["count"] and (len(words) == 1 or words[1] in _EACH | {"in"}):
        return True
    words = words[order_end(said, 0) :]
    many = words[:2] == ["how", "many"]
    rest_words = [w for w in (words[2:] if many else words) if w not in ("the", "a", "an", "me")]
    if not many:
        if not rest_words or rest_words[0] not in _COUNTED:
            return False
        rest_words = rest_words[1:]
    plain = BE | HAVE | _EACH | {"there", "in", "of", "for", "one", "fall", "falls", "belong", "contains", "group"}
    # "each company has": the key again
    return len([w for w in rest_words if w not in plain]) <= 2 and (
        not rest_words or bool(_EACH.intersection(rest_words))
    )


def _measure(rest: Sequence[Token]) -> tuple[Token, ...] | None:
    """``the average age`` of ``and work out the average age in each``; None for something else."""
    words = [t for t in rest if t.kind != "mark"]
    while words and words[0].folded in _ENDS | {"please"}:
        words = words[1:]
    words = words[order_end(words, 0) :]
    stop = next((n for n, t in enumerate(words) if t.folded in ("in", "of", "for", "per")), len(words))
    told = words[:stop]
    after = [t.folded for t in words[stop + 1 :]]
    if not _is_measure(told) or (after and after[0] not in _EACH):
        return None
    return tuple(told)
