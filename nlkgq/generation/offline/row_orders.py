"""In which order rows are wanted: ``highest first, then by name``, ``sorted by year``, ``in order``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from nlkgq.generation.offline.operators import adjective
from nlkgq.generation.offline.tokens import Token

OrderKind = Literal["computed", "first", "by", "listed", "spelt"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RowOrder:
    """One key that rows are sorted by.

    Args:
        kind: By what is counted or ``computed``; by what an adjective measures, such things ``first``; ``by`` something
            named; as things are ``listed``, by time or number where they have one; as their names are ``spelt``.
        falling: Whether from the highest to the lowest.
        word: The superlative adjective of what comes first (``oldest``); with ``-`` before it, turned round. Of what is
            ``computed``, it only tells which number is meant.
        tokens: The words of what is sorted by, or of what comes first; () where only the kind says it.
    """

    kind: OrderKind
    falling: bool = False
    word: str = ""
    tokens: tuple[Token, ...] = ()


_FALLING = (
    *(("in", "decreasing", "order"), ("decreasing",), ("desc",)),
    *(("most", "frequent", "first"), ("most", "common", "first"), ("most", "frequent", "ones", "first")),
    *(("highest", "first"), ("largest", "first"), ("most", "first"), ("biggest", "first"), ("greatest", "first")),
    *(("in", "descending", "order"), ("descending",), ("absteigend",), ("hochste", "zuerst"), ("grosste", "zuerst")),
)
_RISING = (
    *(("in", "increasing", "order"), ("increasing",), ("asc",)),
    *(("lowest", "first"), ("smallest", "first"), ("fewest", "first"), ("least", "first")),
    *(("in", "ascending", "order"), ("ascending",), ("aufsteigend",), ("niedrigste", "zuerst")),
)
_SORTED = (
    *(("sorted", "by"), ("ordered", "by"), ("sort", "by"), ("order", "by"), ("in", "order", "of")),
    *(("in", "the", "order", "of"), ("sortiert", "nach"), ("geordnet", "nach")),
    *(("sorted", "alphabetically", "by"), ("in", "alphabetical", "order", "of"), ("alphabetically", "by")),
)
_THEN = (
    *(("then", "by"), ("and", "then", "by"), ("then",), ("and", "then"), ("and", "by")),
    *(("dann", "nach"), ("und", "dann", "nach"), ("dann",), ("und", "dann"), ("und", "nach")),
)
_BY = (("by",), ("nach",))
_AFTER = (*_THEN, *_BY)
_AND = frozenset(("and", "und", "&"))
_LISTED = (
    *(("in", "order"), ("in", "sequence"), ("in", "chronological", "order"), ("chronologically",), ("by", "time")),
    *(("in", "numerical", "order"), ("in", "order", "of", "time"), ("der", "reihe", "nach"), ("chronologisch",)),
)
_SPELT = (("in", "alphabetical", "order"), ("alphabetically",), ("by", "alphabet"), ("alphabetisch",))
_FIRST = frozenset(("first", "zuerst"))
_UNSAID = frozenset(("and", "then", "und", "dann"))
_COMMON = frozenset(("common", "frequent"))
_AMOUNTED = {"most": True, "fewest": False, "least": False}


def read_order(
    tokens: Sequence[Token], place: int, *, after: bool, listed: bool = False
) -> tuple[tuple[RowOrder, ...], int] | None:
    """The order that starts at a token, as one key or more, and where it ends; None where none does.

    Args:
        tokens: Words, and commas between them.
        place: Where it would start.
        after: Whether an order stands before, to which ``then by`` adds another.
        listed: Whether a list stands before and is over, so that ``by`` begins an order.
    """
    again = _AFTER if after else _BY if listed else ()
    sorting = starts(tokens, place, _SORTED) or starts(tokens, place, again)
    if sorting:
        return _keys(tokens, place + sorting)
    for phrases, order in (
        (_FALLING, RowOrder(kind="computed", falling=True)),
        (_RISING, RowOrder(kind="computed")),
        (_LISTED, RowOrder(kind="listed")),
        (_SPELT, RowOrder(kind="spelt")),
    ):
        length = starts(tokens, place, phrases)
        end = place + length
        if length and order.kind == "computed" and {t.folded for t in tokens[end : end + 1]} & {"of", "von"}:
            # "in descending order of age"
            found = _keys(tokens, end + 1)
            return None if found is None else (tuple(replace(k, falling=order.falling) for k in found[0]), found[1])
        if length:
            # "largest first": where several numbers are told, the word tells which of them
            measured = order.kind == "computed" and tokens[end - 1].folded in _FIRST
            return (replace(order, word=tokens[place].folded if measured else ""),), end
    words = tokens[place : place + 3]
    first = _first(tokens, place)
    if first is None and words and words[0].folded in _AMOUNTED and {t.folded for t in words[1:2]} & _COMMON:
        # "most common colour first"
        end = next((n + 1 for n in range(place + 3, len(tokens)) if tokens[n].folded in _FIRST), len(tokens) + 1)
        if end <= min(len(tokens), place + 5):
            return (RowOrder(kind="computed", falling=_AMOUNTED[words[0].folded]),), end
    if first is None and len(words) == 3 and words[-1].folded in _FIRST and words[0].folded in _AMOUNTED:
        # "most cited first", "fewest ships first"
        return (RowOrder(kind="computed", falling=_AMOUNTED[words[0].folded]),), place + 3
    return first


def _keys(tokens: Sequence[Token], start: int) -> tuple[tuple[RowOrder, ...], int] | None:
    """What rows are sorted by, ``year and name``: up to a comma or another order."""
    found: list[list[Token]] = [[]]
    end = start
    while end < len(tokens) and not starts(tokens, end, _THEN):
        if tokens[end].text == "," and end + 1 < len(tokens) and tokens[end + 1].folded in _DIRECTED:
            # "by age, descending"
            end += 1
        elif tokens[end].text == ",":
            break
        if tokens[end].folded in _AND:
            found.append([])
        elif tokens[end].folded not in _ORDERLY:
            found[-1].append(tokens[end])
        end += 1
    return (tuple(RowOrder(kind="by", tokens=tuple(words)) for words in found), end) if all(found) else None


def read_orders(tokens: Sequence[Token]) -> tuple[RowOrder, ...]:
    """The orders that words say when they say nothing else; else ().

    >>> from nlkgq.generation.offline.tokens import tokenize
    >>> [(o.kind, o.word or [t.text for t in o.tokens]) for o in read_orders(tokenize("oldest first, then by name"))]
    [('first', 'oldest'), ('by', ['name'])]
    """
    begun = _begun_with(tokens)
    if begun:
        return (RowOrder(kind="first", word=begun),)
    after = _first(tokens, 0) or read_order(tokens, 0, after=False)
    rest = None if after is None else _followed(tokens, after[1])
    return () if after is None or rest is None else (*after[0], *rest)


def sorted_by(sentence: Sequence[Token]) -> tuple[RowOrder, ...]:
    """What ``Sort the rows by name.`` sorts by; () for a sentence that says anything else.

    >>> from nlkgq.generation.offline.tokens import tokenize
    >>> [[t.text for t in o.tokens] for o in sorted_by(tokenize("Sort the rows by year and then by name."))]
    [['year'], ['name']]
    """
    words = tuple(t for t in sentence if t.kind != "mark" or t.text == ",")
    if not says_sorting(words):
        return ()
    start = next((n for n, t in enumerate(words[: _FARTHEST + 1]) if n and t.folded in _ORDERING), len(words))
    if starts(words, start, _BY):
        first = _keys(words, start + 1)
        rest = () if first is None else _followed(words, first[1])
        return () if first is None or rest is None else (*first[0], *rest)
    return _followed(words, start) or ()


def _followed(tokens: Sequence[Token], place: int) -> tuple[RowOrder, ...] | None:
    """The orders from a token to the end; None where something else is said."""
    orders: list[RowOrder] = []
    while place < len(tokens):
        if tokens[place].text == ",":
            place += 1
            continue
        read = _first(tokens, place) or read_order(tokens, place, after=True)
        if read is None:
            return None
        orders += read[0]
        place = read[1]
    return tuple(orders)


def says_sorting(sentence: Sequence[Token]) -> bool:
    """Whether a sentence tells to sort: ``Order the names alphabetically.``"""
    first = next((t.folded for t in sentence if t.kind != "mark" and t.folded not in _LIGHT), "")
    return first in _SORTING


_SORTING = frozenset(("sort", "order", "rank", "arrange", "sorted", "ordered", "sortiere", "ordne"))
_ORDERING = frozenset(("by", "nach", "in", "alphabetically", "chronologically", "alphabetisch", "chronologisch"))
_LIGHT = frozenset(("and", "then", "please", "also", "just", "und", "dann", "bitte", "auch", "nur"))
_ORDERLY = frozenset(("in", "order", "the", "reihenfolge", "alphabetically", "alphabetical", "alphabetisch"))
_DIRECTED = frozenset(
    ("descending", "ascending", "desc", "asc", "decreasing", "increasing", "absteigend", "aufsteigend")
)
_FARTHEST = 6
"""Most words before what a sentence sorts by."""


def _first(tokens: Sequence[Token], place: int) -> tuple[tuple[RowOrder, ...], int] | None:
    """``oldest first``, ``oldest ship first``, ``highest first``."""
    for end in (place + 2, place + 3, place + 4):
        if end <= len(tokens) and (word := _wanted_first(tokens[place:end])):
            begin = place + (2 if tokens[place].folded in ("most", "least") and end > place + 2 else 1)
            return (RowOrder(kind="first", word=word, tokens=tuple(tokens[begin : end - 1])),), end
    return None


def _begun_with(words: Sequence[Token]) -> str:
    """The adjective of ``starting with the oldest``, ``beginning with the most recently built ship``; else ""."""
    said = [w.folded for w in words if w.folded not in ("the", "one", "ones")]
    if said[1:2] != ["with"] or said[0] not in ("starting", "beginning") or not 2 < len(said) < 8:
        return ""
    place = 3 if said[2] in ("most", "least") and len(said) > 3 else 2
    found = adjective(said[place], ("en", "de"))
    if found is None or (found.degree != "superlative" and place == 2):
        return ""
    return f"{'-' if said[2] == 'least' else ''}{said[place]}"


def _wanted_first(words: Sequence[Token]) -> str:
    """The adjective of ``oldest first``, ``oldest ship first``; "" for anything else."""
    if len(words) < 2 or words[-1].folded not in _FIRST or {t.folded for t in words} & _UNSAID:
        return ""
    place = 1 if words[0].folded in ("most", "least") and len(words) > 2 else 0
    found = adjective(words[place].folded, ("en", "de"))
    if found is None or (found.degree != "superlative" and not place):
        return ""
    turned = words[0].folded == "least"
    return f"{'-' if turned else ''}{words[place].folded}"


def starts(tokens: Sequence[Token], place: int, phrases: Sequence[tuple[str, ...]]) -> int:
    """The length of the longest of some phrases that stands at a place; 0 without one."""
    word = tokens[place].folded if place < len(tokens) else ""
    begun = [phrase for phrase in phrases if phrase[0] == word]
    return max((len(p) for p in begun if tuple(t.folded for t in tokens[place : place + len(p)]) == p), default=0)
