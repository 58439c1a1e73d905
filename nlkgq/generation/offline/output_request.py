"""A last sentence such as "Return title and number of films, highest first." tells what the answer's columns are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nlkgq.generation.offline.tokens import Token, number_of

_VERBS = frozenset(
    (
        *("return", "give", "show", "list", "report", "output", "print", "state", "include", "provide", "display"),
        *("gib", "gebe", "zeige", "nenne", "liste", "liefere"),
    )
)
_LEADING = frozenset(
    (
        *("me", "back", "also", "only", "just", "the", "a", "an", "its", "their", "please", "as", "columns", "such"),
        *("mir", "zuruck", "auch", "nur", "den", "die", "das", "der", "bitte", "jeweils"),
    )
)
_SHARED = frozenset(("both", "all", "each", "every", "beide", "alle", "everything", "them", "it", "results", "result"))
_JOINTS = frozenset((",", "and", "und", "as", "well", "sowie", "plus", "&"))
_ONCE = (
    ("each", "pair", "once"),
    ("every", "pair", "once"),
    ("each", "combination", "once"),
    ("each", "once"),
    ("once", "each"),
    ("only", "once"),
    ("without", "duplicates"),
    ("ohne", "duplikate"),
    ("jedes", "paar", "einmal"),
    ("every", "distinct", "combination", "of"),
    ("each", "distinct", "combination", "of"),
    ("all", "distinct", "combinations", "of"),
    ("distinct", "pairs", "of"),
    ("distinct", "combinations", "of"),
    ("every", "combination", "of"),
    ("each", "combination", "of"),
)
_SILENT = (
    ("as", "stored"),
    ("as", "they", "are", "stored"),
    ("as", "it", "is", "stored"),
    ("wie", "gespeichert"),
    ("in", "one", "row"),
    ("in", "a", "single", "row"),
    ("in", "einer", "zeile"),
    ("one", "per", "row"),
    ("of", "each"),
    ("for", "each"),
)
_FALLING = (
    *(("highest", "first"), ("largest", "first"), ("most", "first"), ("biggest", "first"), ("greatest", "first")),
    *(("in", "descending", "order"), ("descending",), ("absteigend",), ("hochste", "zuerst"), ("grosste", "zuerst")),
)
_RISING = (
    *(("lowest", "first"), ("smallest", "first"), ("fewest", "first"), ("least", "first")),
    *(("in", "ascending", "order"), ("ascending",), ("aufsteigend",), ("niedrigste", "zuerst")),
)
_INSTEAD = (("instead", "of"), ("rather", "than"), ("anstatt",), ("statt",))
_ROUNDED = (("rounded", "to"), ("gerundet", "auf"), ("rounded", "off", "to"))
_PLACES = frozenset(("decimal", "decimals", "place", "places", "dezimalstellen", "nachkommastellen", "stellen"))


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputRequest:
    """What a question says of its columns after it has asked.

    Args:
        phrases: The words of each column, in order; () when the columns are those of the question.
        digits: Decimal places to round to; None for as they are.
        direction: ``DESC`` or ``ASC`` by what is counted or computed; "" when nothing is said.
        distinct: Whether each row is wanted once.
    """

    phrases: tuple[tuple[Token, ...], ...]
    digits: int | None = None
    direction: str = ""
    distinct: bool = False


def split_output(tokens: Sequence[Token]) -> tuple[tuple[Token, ...], OutputRequest | None]:
    """The question without its last sentence, and what that says, when it says what to return; else all, and None.

    >>> from nlkgq.generation.offline.tokens import tokenize
    >>> asked, wish = split_output(tokenize("Which films are long? Return title and year, each pair once."))
    >>> [t.text for t in asked][-2:], [[t.text for t in p] for p in wish.phrases], wish.distinct
    (['long', '?'], [['title'], ['year']], True)
    """
    ends = [n for n, t in enumerate(tokens[:-1]) if t.kind == "mark" and t.text in "?.!;"]
    start = next((n + 1 for n in reversed(ends) if tokens[n + 1].folded in _VERBS), None)
    if start is None or not any(t.kind != "mark" for t in tokens[: start - 1]):
        return tuple(tokens), None
    rest = list(tokens[start + 1 :])
    while rest and rest[-1].kind == "mark":
        rest.pop()
    if not rest or any(t.kind == "mark" and t.text in "?!" for t in rest):
        return tuple(tokens), None
    if any(t.kind == "mark" and t.text in ".;" for t in rest):
        # A remark after it may change what is asked.
        return tuple(tokens), None
    return tuple(tokens[:start]), _read(rest)


def _read(rest: list[Token]) -> OutputRequest:
    digits: int | None = None
    direction, distinct = "", False
    kept: list[list[Token]] = [[]]
    place = 0
    while place < len(rest):
        if (rounded := _starts(rest, place, _ROUNDED)) and place + rounded < len(rest):
            number = number_of(rest[place + rounded])
            if isinstance(number, int):
                digits, place = number, place + rounded + 1
                while place < len(rest) and rest[place].folded in _PLACES:
                    place += 1
                continue
        if instead := _starts(rest, place, _INSTEAD):
            place += instead
            while place < len(rest) and rest[place].folded not in _JOINTS:
                place += 1
            continue
        for name, listed in (("once", _ONCE), ("silent", _SILENT), ("DESC", _FALLING), ("ASC", _RISING)):
            length = _starts(rest, place, listed)
            if length:
                distinct = distinct or name == "once"
                direction = name if name in ("DESC", "ASC") else direction
                place += length
                break
        else:
            token = rest[place]
            place += 1
            if token.folded in _JOINTS:
                kept.append([])
            elif not (token.folded in _LEADING and not kept[-1]):
                kept[-1].append(token)
    phrases = tuple(tuple(p) for p in kept if p and not all(t.folded in _SHARED for t in p))
    return OutputRequest(phrases=phrases, digits=digits, direction=direction, distinct=distinct)


def _starts(tokens: Sequence[Token], place: int, phrases: Sequence[tuple[str, ...]]) -> int:
    """The length of the longest phrase that stands at a place; 0 without one."""
    for phrase in sorted(phrases, key=len, reverse=True):
        if tuple(t.folded for t in tokens[place : place + len(phrase)]) == phrase:
            return len(phrase)
    return 0
