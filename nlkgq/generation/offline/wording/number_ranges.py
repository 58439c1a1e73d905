"""Ranges of numbers without a word for them: ``with 15 to 20 sails``, ``launched 2012-2015``, ``aged 30–40``."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nlkgq.generation.offline.tokens import Token, in_place_of, number_of, scale_of

_HYPHENS = frozenset(("-", "–", "—"))
_TO = frozenset(("to", "till", "until", "through", "thru", "bis")) | _HYPHENS
_TOLD = frozenset(("from", "between", "since", "starting", "than", "least", "most", "ratio", "score", "scale"))
"""Words before a first number after which a range is read as such, or after which there is none."""
_FIRST = frozenset(("top", "first", "last", "best", "bottom", "next", "previous"))
_PREPOSITIONS = frozenset(("in", "at", "of", "within", "during"))
_CURRENCIES = frozenset("$€£¥")
_SIGNS = _HYPHENS | frozenset("+*/=")


def with_ranges(tokens: Sequence[Token], is_stored: Callable[[str], bool]) -> tuple[Token, ...]:
    """The tokens with ``between 15 and 20`` for such a range.

    Args:
        tokens: The question.
        is_stored: Whether the graph holds a value of that text, as a season called ``2012-2013`` may be.

    >>> from nlkgq.generation.offline.tokens import tokenize
    >>> [" ".join(t.text for t in with_ranges(tokenize(q), lambda text: False)) for q in (
    ...     "ships with 15 to 20 sails", "ships built in 1912-1915", "ships of 20 metres to 40 metres",
    ...     "ships from 3 to 5", "how much is 20 - 5")]  # doctest: +NORMALIZE_WHITESPACE
    ['ships with between 15 and 20 sails', 'ships built between 1912 and 1915',
     'ships between 20 and 40 metres', 'ships from 3 to 5', 'how much is 20 - 5']
    """
    found: list[Token] = []
    place = 0
    while place < len(tokens):
        end, last = _range(tokens, place, is_stored)
        if not end:
            found.append(tokens[place])
            place += 1
            continue
        while found and (found[-1].text in _CURRENCIES or found[-1].folded in _PREPOSITIONS):
            found.pop()
        first = tokens[place]
        found += [in_place_of(first, "between"), first, in_place_of(tokens[last - 1], "and"), tokens[last]]
        place = end
    return tuple(found)


def _range(tokens: Sequence[Token], place: int, is_stored: Callable[[str], bool]) -> tuple[int, int]:
    """Where a range that begins at a place ends, and the place of its last number; zeros where none begins."""
    low = number_of(tokens[place])
    before = place - 1 if place and tokens[place - 1].text in _CURRENCIES else place
    told = {t.folded for t in tokens[max(before - 2, 0) : before]} & _TOLD
    if low is None or told or (before and tokens[before - 1].folded in _FIRST | _SIGNS):
        return 0, 0
    join = _past_unit(tokens, place + 1)
    joins = [join] if join == place + 1 else [place + 1, join]
    for here in joins:
        last = here + 1
        if here >= len(tokens) or tokens[here].folded not in _TO:
            continue
        if last < len(tokens) and tokens[last].text in _CURRENCIES:
            last += 1
        high = number_of(tokens[last]) if last < len(tokens) else None
        if high is None or low >= high:
            continue
        again = [t.folded for t in tokens[place + 1 : here]]
        end = last + 1
        if again and [t.folded for t in tokens[end : end + len(again)]] != again:
            continue
        following = tokens[end] if end < len(tokens) else None
        if following is not None and (following.text in _SIGNS or (following.folded in _TO and following.glued)):
            continue
        dashed = tokens[here].text in _HYPHENS
        if dashed and (is_stored(f"{tokens[place].text}-{tokens[last].text}") or _is_text(tokens, place)):
            continue
        return end, last
    return 0, 0


def _past_unit(tokens: Sequence[Token], place: int) -> int:
    """Past the word for a unit after a number: ``20 minutes to 40 minutes``."""
    unit = place < len(tokens) and tokens[place].kind == "word" and tokens[place].folded not in _TO
    return place + 1 if unit and scale_of(tokens[place]) is None else place


def _is_text(tokens: Sequence[Token], place: int) -> bool:
    """``flight 12-14``: a number right after a name in capitals is part of it."""
    before = tokens[place - 1] if place else None
    return before is not None and before.kind == "word" and before.text.isupper() and len(before.text) > 1
