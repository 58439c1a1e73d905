"""A last sentence such as "Return title and number of films, highest first." tells what the answer's columns are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from nlkgq.generation.offline.listed_once import DISTINCT, each_once, listed_combinations, once_length, once_only
from nlkgq.generation.offline.operators import phrase_starts
from nlkgq.generation.offline.remarks import Remark
from nlkgq.generation.offline.row_orders import RowOrder, read_order, read_orders, says_sorting, starts
from nlkgq.generation.offline.tokens import Token

VERBS = frozenset(
    (
        *("return", "give", "show", "list", "report", "output", "print", "state", "include", "provide", "display"),
        *("gib", "gebe", "zeige", "nenne", "liste", "liefere"),
    )
)
RETURNING = frozenset(("return", "report", "output", "print", "liefere"))
_LEADING = frozenset(
    (
        *("me", "back", "also", "only", "just", "the", "a", "an", "its", "their", "please", "as", "columns", "such"),
        *("mir", "zuruck", "auch", "nur", "den", "die", "das", "der", "bitte", "jeweils"),
    )
)
_ALONE = frozenset(("only", "alone", "nur"))
_SHARED = frozenset(
    (
        *("both", "all", "each", "every", "beide", "alle", "everything", "them", "it", "these", "those"),
        *("results", "result"),
    )
)
_ITSELF = frozenset(("it", "them", "these", "those"))
_AMOUNTS = frozenset(("number", "numbers", "count", "counts", "figure", "figures", "value", "values", "zahl", "zahlen"))
_HOW_MANY = frozenset(
    (
        *("numbers", "counts", "figures", "one", "single", "only", "just", "both", "two", "three", "all", "zahlen"),
        *("eine", "einzige", "nur", "beide", "zwei", "drei"),
    )
)
COMPUTED = frozenset(
    (
        *(
            "number",
            "numbers",
            "count",
            "counts",
            "total",
            "average",
            "mean",
            "sum",
            "anzahl",
            "summe",
            "durchschnitt",
            "ratio",
        ),
        *("percentage", "percent", "share", "proportion", "fraction", "prozentsatz", "anteil"),
    )
)
"""Words for what is computed, without saying of what."""
_JOINTS = frozenset((",", "and", "und", "as", "well", "sowie", "plus", "&"))
_SILENT = (
    ("as", "stored"),
    ("as", "they", "are", "stored"),
    ("as", "it", "is", "stored"),
    ("wie", "gespeichert"),
    ("as", "given"),
    ("as", "in", "the", "data"),
    ("in", "the", "same", "row"),
    ("on", "one", "line"),
    ("in", "one", "row"),
    ("in", "a", "single", "row"),
    ("in", "einer", "zeile"),
    ("one", "per", "row"),
    ("of", "each"),
    ("for", "each"),
)
_ALL = (
    *(("for", "everybody"), ("for", "everyone"), ("for", "all"), ("for", "all", "of", "them"), ("for", "each", "one")),
    *(("fur", "alle"), ("von", "allen")),
)
_INSTEAD = (("instead", "of"), ("rather", "than"), ("anstatt",), ("statt",))
_ASKING = frozenset(
    (
        *("what", "which", "who", "whom", "whose", "how", "when", "where", "is", "are", "was", "were", "do", "does"),
        *("did", "has", "have", "had", "not", "than", "between", "only", "with", "in", "without", "one", "ones"),
        *("was", "welche", "welcher", "wer", "wie", "wann", "wo", "ist", "sind", "mit", "nicht"),
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputRequest:
    """What a question says of its columns after it has asked.

    Args:
        phrases: The words of each column, in order; () when the columns are those of the question.
        digits: Decimal places to round to; None for as they are.
        distinct: Whether each row is wanted once.
        orders: In which order the rows are wanted; of equal ones in that of the next.
        instead: Whether the columns only take the place of names.
        every: Whether all are wanted in this order, though the question asks for the first of them.
        beside: Whether the columns stand beside those of the question.
        remarks: What other sentences say.
        computed: Whether numbers are told as well, of which no phrase tells.
        again: Whether the columns may call again, in other words, what the question asks for: ``each flag once``.
        final: Whether it is to be returned, told after a question mark, so that it can only be about columns.
    """

    phrases: tuple[tuple[Token, ...], ...]
    digits: int | None = None
    distinct: bool = False
    orders: tuple[RowOrder, ...] = ()
    instead: bool = False
    every: bool = False
    beside: bool = False
    remarks: tuple[Remark, ...] = ()
    computed: bool = False
    again: bool = False
    final: bool = False


def split_output(tokens: Sequence[Token]) -> tuple[tuple[Token, ...], OutputRequest | None]:
    """The question without its last sentence, and what that says, when it says what to return; else all, and None.

    >>> from nlkgq.generation.offline.tokens import tokenize
    >>> asked, wish = split_output(tokenize("Which films are long? Return title and year, each pair once."))
    >>> [t.text for t in asked][-2:], [[t.text for t in p] for p in wish.phrases], wish.distinct
    (['long', '?'], [['title'], ['year']], True)
    """
    kept = once_only(tokens)
    if kept is not None:
        asked, request = split_output(kept)
        once = OutputRequest(phrases=()) if request is None else request
        return asked, replace(once, distinct=True)
    combined = listed_combinations(tokens) if tokens[0].folded in VERBS else None
    if combined is not None:
        return combined, OutputRequest(phrases=(), distinct=True)
    ends = [n for n, t in enumerate(tokens[:-1]) if t.kind == "mark" and t.text in "?.!;:("]
    start = next((n + 1 for n in reversed(ends) if tokens[n + 1].folded in VERBS), None)
    begun = start + 1 if start is not None else None
    if start is None:
        # "Who is it? Name and age", "ships of Norway: name and length", "(names only)"
        start = begun = next((n + 1 for n in reversed(ends) if tokens[n].text != "."), None)
    if start is None or begun is None or not any(t.kind != "mark" for t in tokens[: start - 1]):
        return _with_order(tokens)
    rest = list(tokens[begun:])
    while rest and rest[-1].kind == "mark":
        rest.pop()
    if not rest or any(t.kind in ("mark", "quote", "number") and t.text not in ",-&" for t in rest if begun == start):
        return _with_order(tokens)
    alone = _without_too(rest)
    request = _read(alone)
    request = replace(request, beside=request.beside or len(alone) < len(rest))
    asking = begun == start and any(t.folded in _ASKING for phrase in request.phrases for t in phrase)
    if asking or any(t.kind == "mark" and t.text in "?!.;" for t in rest):
        # A remark after it may change what is asked.
        return _with_order(tokens)
    returned = begun > start and tokens[start].folded in RETURNING and tokens[start - 1].text == "?"
    request = replace(request, final=not request.instead and returned)
    asked = tuple(tokens[: start - 1]) if begun == start else tuple(tokens[:start])
    rest_of_it, ordered = _with_order(asked)
    if ordered is None or request.orders or says_sorting(asked):
        return asked, request
    return rest_of_it, replace(request, orders=ordered.orders)


def says_order(sentence: Sequence[Token]) -> bool:
    """Whether a sentence says only in which order the rows come: ``Most frequent first.``"""
    return bool(read_orders(tuple(t for t in sentence if t.kind != "mark" or t.text == ",")))


def _with_order(tokens: Sequence[Token]) -> tuple[tuple[Token, ...], OutputRequest | None]:
    """``names of ships, longest first, then by name``: the question, and the order."""
    for comma, token in enumerate(tokens):
        before = tokens[:comma]
        if token.text not in (",", "-") or all(t.kind == "mark" for t in before) or any(t.text == "?" for t in before):
            continue
        rest = [t for t in tokens[comma + 1 :] if t.kind != "mark" or t.text == ","]
        orders = read_orders(rest)
        said = orders and (orders[0].kind in ("first", "listed", "spelt") or rest[-1].folded == "first")
        if said:
            return tuple(tokens[:comma]), OutputRequest(phrases=(), orders=orders)
    return tuple(tokens), None


def _read(rest: list[Token]) -> OutputRequest:
    distinct, instead, every, again = False, False, False, False
    orders: list[RowOrder] = []
    kept: list[list[Token]] = [[]]
    place = 0
    while place < len(rest):
        if (length := starts(rest, place, _INSTEAD)) > 0:
            place, instead = place + length, True
            while place < len(rest) and rest[place].folded not in _JOINTS:
                place += 1
            continue
        if maybe := phrase_starts(rest, place, "optional", ("en", "de")):
            kept[-1] += rest[place : place + maybe]
            place += maybe
            continue
        # "name and age, by descending age"
        listed = not kept[-1] and len(kept) > 1
        if (step := read_order(rest, place, after=bool(orders), listed=listed)) is not None:
            orders += step[0]
            place = step[1]
            continue
        if all_of_them := starts(rest, place, _ALL):
            every, place = True, place + all_of_them
            continue
        once = once_length(rest, place)
        told, length = ((), 0) if kept[-1] else each_once(rest, place)
        if told and length != once:
            # "every combination of name and age once", "each name once"
            rest[place : place + length] = told
            distinct = again = True
            continue
        if once:
            distinct, place = True, place + once
            continue
        if rest[place].folded in DISTINCT and not kept[-1] and place + 1 < len(rest):
            # "the distinct names"
            distinct, place = True, place + 1
            continue
        if (silent := starts(rest, place, _SILENT)) and not _is_of_more(kept[-1], rest[place + silent :]):
            place += silent
            continue
        token = rest[place]
        place += 1
        # "the name with the length"
        along = token.folded == "with" and place < len(rest) and rest[place].folded in _LEADING
        if token.folded in _JOINTS or along:
            kept.append([])
        elif not (token.folded in _LEADING and not kept[-1]):
            kept[-1].append(token)
    kept = [p[:-1] if len(p) > 1 and p[-1].folded in _ALONE else p for p in kept]
    # "show the id and the result"
    several = sum(map(bool, kept)) > 1
    phrases = tuple(tuple(p) for p in kept if p and (not _is_unnamed(p) or (several and p[0].folded == "result")))
    # "return it with the count": what the question asks for, and the count
    along = bool(phrases) and any(p and _ITSELF.issuperset(t.folded for t in p) for p in kept)
    return OutputRequest(
        phrases=phrases,
        distinct=distinct,
        orders=tuple(orders),
        instead=instead,
        every=every,
        beside=along,
        again=again,
    )


def _is_of_more(phrase: Sequence[Token], rest: Sequence[Token]) -> bool:
    """``the number for each flag``: a bare number, for each of something."""
    bare = COMPUTED.issuperset(t.folded for t in phrase)
    return bare and bool(rest) and not (rest[0].folded in _JOINTS or starts(rest, 0, _SILENT))


def _without_too(rest: list[Token]) -> list[Token]:
    """``the number as well``, ``the number too``: without the words for what the question asks for beside it."""
    for too in _TOO:
        if len(rest) > len(too) and tuple(t.folded for t in rest[-len(too) :]) == too:
            return rest[: -len(too)]
    return rest


_TOO = (("as", "well"), ("too",))


def _is_unnamed(phrase: Sequence[Token]) -> bool:
    """``both numbers``, ``one number``, ``all``: what the question asks for, not by its name."""
    words = {t.folded for t in phrase}
    if words <= _SHARED:
        return True
    return bool(words & _AMOUNTS) and bool(words & _HOW_MANY) and words <= _AMOUNTS | _HOW_MANY | _SHARED | _LEADING
