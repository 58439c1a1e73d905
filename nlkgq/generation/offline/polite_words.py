"""What people say before they ask: ``I would like to know``, ``could you please tell me`` is an order to show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nlkgq.generation.offline.tokens import Token, number_of

_ASKERS = (("i",), ("we",))
_WISHES = (
    *(("want",), ("need",), ("require",), ("would", "like"), ("wish",), ("am", "looking", "for"), ("seek",)),
    *(("are", "looking", "for"), ("am", "interested", "in"), ("are", "interested", "in"), ("would", "love"), ("mean",)),
)
_SHORT = (
    *(("i'm", "looking", "for"), ("i’m", "looking", "for"), ("i'm", "interested", "in"), ("looking", "for")),
    *(("i'd", "like"), ("i’d", "like"), ("we'd", "like"), ("let", "me", "know"), ("let", "me", "see")),
    *(("i", "wonder"), ("i", "was", "wondering"), ("wondering",)),
)
_WISHED = (
    *(("to", "know"), ("to", "see"), ("to", "have"), ("to", "get"), ("to", "find", "out"), ("to", "find")),
    *(("you", "to", "tell", "me"), ("you", "to", "list"), ("you", "to", "show", "me"), ("a", "list", "of")),
)
_PLEASE = frozenset(("please", "hi", "hello", "hey", "so", "now", "ok", "okay", "and"))
_AFTER_NOUNS = frozenset(
    (
        *("of", "in", "on", "at", "by", "for", "from", "with", "to", "and", "or", "but", "that", "which", "who", "is"),
        *("are", "was", "were", "has", "have", "had", "do", "does", "did", "not", "whose", "than"),
    )
)
_ENDS = frozenset("?.!;:")
_VERB = "give"


def plain(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens with a wish at the beginning of a sentence as one order, and ages as they are said after a verb.

    >>> from nlkgq.generation.offline.tokens import tokenize
    >>> [t.text for t in plain(tokenize("I'd like to know the price of a 3-year-old boat"))]
    ['give', 'the', 'price', 'of', 'a', 'boat', 'aged', '3']
    >>> [t.text for t in plain(tokenize("How dear is it? I mean the mean price."))][-5:]
    ['give', 'the', 'mean', 'price', '.']
    """
    found: list[Token] = []
    place = 0
    begins = True
    while place < len(tokens):
        token = tokens[place]
        end = _wish_end(tokens, place) if begins else place
        if end > place and end < len(tokens):
            found.append(replace(token, text=_VERB, folded=_VERB, kind="word", end=tokens[end - 1].end))
            place, begins = end, False
            continue
        if _is_age(tokens, place):
            # 3 - year - old boat
            noun = place + 5
            while noun < len(tokens) and tokens[noun].kind == "word" and tokens[noun].folded not in _AFTER_NOUNS:
                noun += 1
            old = tokens[place + 4]
            found += [*tokens[place + 5 : noun], replace(old, text="aged", folded="aged", glued=False), token]
            place = noun
            continue
        begins = (begins and token.folded in _PLEASE | {","}) or (token.kind == "mark" and token.text in _ENDS)
        found.append(token)
        place += 1
    return tuple(found)


def _wish_end(tokens: Sequence[Token], start: int) -> int:
    """The end of the wish that starts at a token; the start when none does."""
    words = [t.folded for t in tokens[start : start + 9]]
    for wish in (*((*who, *what) for who in _ASKERS for what in _WISHES), *_SHORT):
        if tuple(words[: len(wish)]) == wish:
            end = start + len(wish)
            longest = max((len(w) for w in _WISHED if tuple(words[len(wish) : len(wish) + len(w)]) == w), default=0)
            return end + longest
    return start


def _is_age(tokens: Sequence[Token], place: int) -> bool:
    written = [t.text for t in tokens[place + 1 : place + 5]]
    return written == ["-", "year", "-", "old"] and number_of(tokens[place]) is not None
