"""A last sentence such as "Return title and number of films, highest first." tells what the answer's columns are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from nlkgq.generation.offline.listed_once import DISTINCT, once_length, once_only
from nlkgq.generation.offline.operators import adjective, phrase_starts
from nlkgq.generation.offline.remarks import Remark
from nlkgq.generation.offline.tokens import Token, number_of

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
_SHARED = frozenset(("both", "all", "each", "every", "beide", "alle", "everything", "them", "it", "results", "result"))
_AMOUNTS = frozenset(("number", "numbers", "count", "counts", "figure", "figures", "value", "values", "zahl", "zahlen"))
_HOW_MANY = frozenset(
    (
        *("numbers", "counts", "figures", "one", "single", "only", "just", "both", "two", "three", "all", "zahlen"),
        *("eine", "einzige", "nur", "beide", "zwei", "drei"),
    )
)
COMPUTED = frozenset(("number", "count", "total", "average", "mean", "sum", "anzahl", "summe", "durchschnitt", "ratio"))
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
_FALLING = (
    *(("most", "frequent", "first"), ("most", "common", "first"), ("most", "frequent", "ones", "first")),
    *(("highest", "first"), ("largest", "first"), ("most", "first"), ("biggest", "first"), ("greatest", "first")),
    *(("in", "descending", "order"), ("descending",), ("absteigend",), ("hochste", "zuerst"), ("grosste", "zuerst")),
)
_RISING = (
    *(("lowest", "first"), ("smallest", "first"), ("fewest", "first"), ("least", "first")),
    *(("in", "ascending", "order"), ("ascending",), ("aufsteigend",), ("niedrigste", "zuerst")),
)
_SORTED = (
    *(
        ("sorted", "by"),
        ("ordered", "by"),
        ("sort", "by"),
        ("order", "by"),
        ("in", "order", "of"),
        ("sortiert", "nach"),
    ),
    *(("sorted", "alphabetically", "by"), ("in", "alphabetical", "order", "of"), ("geordnet", "nach")),
)
_SORTING = frozenset(("sort", "order", "rank", "arrange", "sorted", "ordered", "sortiere", "ordne"))
_SEVERAL = frozenset(("and", "und", "then", "from", "dann", "as", "well"))
_ORDERLY = frozenset(
    ("in", "order", "the", "reihenfolge", "alphabetically", "alphabetical", "alphabetisch", "alphabetischer")
)
_DIRECTED = frozenset(("descending", "ascending", "desc", "asc", "decreasing", "increasing"))
_FARTHEST = 6
"""Most words before what a sentence sorts by."""
_INSTEAD = (("instead", "of"), ("rather", "than"), ("anstatt",), ("statt",))
_ROUNDED = (("rounded", "to"), ("gerundet", "auf"), ("rounded", "off", "to"))
_BY = frozenset(("by", "nach"))
_FIRST = frozenset(("first", "zuerst"))
_UNSAID = frozenset(("and", "then", "und", "dann"))
_ASKING = frozenset(
    (
        *("what", "which", "who", "whom", "whose", "how", "when", "where", "is", "are", "was", "were", "do", "does"),
        *("did", "has", "have", "had", "not", "than", "between", "only", "with", "in", "without", "one", "ones"),
        *("was", "welche", "welcher", "wer", "wie", "wann", "wo", "ist", "sind", "mit", "nicht"),
    )
)
_PLACES = frozenset(("decimal", "decimals", "place", "places", "dezimalstellen", "nachkommastellen", "stellen"))


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputRequest:
    """What a question says of its columns after it has asked.

    Args:
        phrases: The words of each column, in order; () when the columns are those of the question.
        digits: Decimal places to round to; None for as they are.
        direction: ``DESC`` or ``ASC`` by what is counted or computed; "" when nothing is said.
        distinct: Whether each row is wanted once.
        first: The superlative adjective of what is wanted first (``oldest``); "" for none.
        instead: Whether the columns only take the place of names.
        order: The words of what the rows are sorted by; () for nothing.
        remarks: What other sentences say.
        computed: Whether numbers are told as well, of which no phrase tells.
        final: Whether it is to be returned, told after a question mark, so that it can only be about columns.
    """

    phrases: tuple[tuple[Token, ...], ...]
    digits: int | None = None
    direction: str = ""
    distinct: bool = False
    first: str = ""
    instead: bool = False
    order: tuple[Token, ...] = ()
    remarks: tuple[Remark, ...] = ()
    computed: bool = False
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
    words = {t.folded for t in rest}
    if not rest or any(t.kind in ("mark", "quote", "number") and t.text not in ",-&" for t in rest if begun == start):
        return _with_order(tokens)
    if any(t.kind == "mark" and t.text in "?!.;" for t in rest) or (begun == start and words & _ASKING):
        # A remark after it may change what is asked.
        return _with_order(tokens)
    request = _read(rest)
    returned = begun > start and tokens[start].folded in RETURNING and tokens[start - 1].text == "?"
    request = replace(request, final=not request.instead and returned)
    return tuple(tokens[: start - 1]) if begun == start else tuple(tokens[:start]), request


def says_order(sentence: Sequence[Token]) -> bool:
    """Whether a sentence says only which of the rows come first: ``Most frequent first.``"""
    words = [t for t in sentence if t.kind != "mark"]
    return bool(words) and _starts(words, 0, (*_FALLING, *_RISING)) == len(words)


def sorted_by(sentence: Sequence[Token]) -> tuple[Token, ...]:
    """What ``Sort the rows by name.`` sorts by, with the direction; () for a sentence that says anything else."""
    words = [t for t in sentence if t.kind != "mark" or t.text == ","]
    place = next((n + 1 for n, t in enumerate(words) if t.folded in _BY), 0)
    if not place:
        # "in descending order of age"
        place = next((n for n, t in enumerate(words) if t.folded == "in"), 0)
    if not says_sorting(sentence) or not place or place > _FARTHEST:
        return ()
    key = [t for t in words[place:] if t.folded not in _ORDERLY and t.text != ","]
    if key[:2] and key[0].folded in _DIRECTED and key[1].folded == "of":
        key = [*key[2:], key[0]]
    # "by year and then by name" are two orders
    return () if {t.folded for t in words[place:]} & _SEVERAL else tuple(key)


def says_sorting(sentence: Sequence[Token]) -> bool:
    """Whether a sentence tells to sort: ``Order the names alphabetically.``"""
    first = next((t.folded for t in sentence if t.kind != "mark" and t.folded not in _LEADING | _UNSAID), "")
    return first in _SORTING


def _with_order(tokens: Sequence[Token]) -> tuple[tuple[Token, ...], OutputRequest | None]:
    """``names of ships, longest first``: the question, and the order."""
    rest = [n for n, t in enumerate(tokens) if t.kind != "mark"]
    comma = next((n for n in reversed(range(len(tokens))) if tokens[n].text in ",-"), None)
    if comma is None or len(rest) < 3 or not any(n < comma for n in rest):
        return tuple(tokens), None
    words = [tokens[n] for n in rest if n > comma]
    first = _wanted_first(words) or _begun_with(words)
    if first and words[-1].folded not in _FIRST:
        return tuple(tokens[:comma]), OutputRequest(phrases=(), first=first)
    if not first or len(words) > 3:
        return tuple(tokens), None
    return tuple(tokens[:comma]), OutputRequest(phrases=(), first=first)


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


def _read(rest: list[Token]) -> OutputRequest:
    digits: int | None = None
    direction, distinct, first, instead = "", False, "", False
    order: tuple[Token, ...] = ()
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
        if (length := _starts(rest, place, _INSTEAD)) > 0:
            place, instead = place + length, True
            while place < len(rest) and rest[place].folded not in _JOINTS:
                place += 1
            continue
        if maybe := phrase_starts(rest, place, "optional", ("en", "de")):
            kept[-1] += rest[place : place + maybe]
            place += maybe
            continue
        sorting = _starts(rest, place, _SORTED)
        if not sorting and rest[place].folded in _BY and not kept[-1] and len(kept) > 1:
            # "name and age, by descending age"
            sorting = 1
        if sorting and place + sorting < len(rest):
            end = next((n for n in range(place + sorting, len(rest)) if rest[n].text == ","), len(rest))
            order, place = tuple(rest[place + sorting : end]), end
            continue
        if first_end := _first_end(rest, place):
            first = _wanted_first(rest[place:first_end])
            place = first_end
            continue
        if once := once_length(rest, place):
            distinct, place = True, place + once
            continue
        if rest[place].folded in DISTINCT and not kept[-1] and place + 1 < len(rest):
            # "the distinct names"
            distinct, place = True, place + 1
            continue
        for name, listed in (("silent", _SILENT), ("DESC", _FALLING), ("ASC", _RISING)):
            length = _starts(rest, place, listed)
            if length:
                direction = name if name in ("DESC", "ASC") else direction
                place += length
                break
        else:
            token = rest[place]
            place += 1
            # "the name with the length"
            along = token.folded == "with" and place < len(rest) and rest[place].folded in _LEADING
            if token.folded in _JOINTS or along:
                kept.append([])
            elif not (token.folded in _LEADING and not kept[-1]):
                kept[-1].append(token)
    phrases = tuple(tuple(p) for p in kept if p and not _is_unnamed(p))
    return OutputRequest(
        phrases=phrases,
        digits=digits,
        direction=direction,
        distinct=distinct,
        first=first,
        order=order,
        instead=instead,
    )


def _is_unnamed(phrase: Sequence[Token]) -> bool:
    """``both numbers``, ``one number``, ``all``: what the question asks for, not by its name."""
    words = {t.folded for t in phrase}
    if words <= _SHARED:
        return True
    return bool(words & _AMOUNTS) and bool(words & _HOW_MANY) and words <= _AMOUNTS | _HOW_MANY | _SHARED | _LEADING


def _first_end(rest: Sequence[Token], place: int) -> int:
    """The end of an ``oldest first`` that starts at a token and is no order by what is computed; 0 when none does."""
    for end in (place + 2, place + 3):
        if end <= len(rest) and _wanted_first(rest[place:end]) and not _starts(rest, place, (*_FALLING, *_RISING)):
            return end
    return 0


def _starts(tokens: Sequence[Token], place: int, phrases: Sequence[tuple[str, ...]]) -> int:
    """The length of the longest phrase that stands at a place; 0 without one."""
    for phrase in sorted(phrases, key=len, reverse=True):
        if tuple(t.folded for t in tokens[place : place + len(phrase)]) == phrase:
            return len(phrase)
    return 0
