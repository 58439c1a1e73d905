"""Which columns a sentence asks for: ``what is it called``, ``its name and how much weight it has``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nlkgq.generation.offline.function_words import BE
from nlkgq.generation.offline.listed_once import DISTINCT
from nlkgq.generation.offline.operators import adjective
from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.generation.offline.wording.request_words import kind_end, order_end, put, sentence_start

OWN = frozenset(
    ("its", "their", "his", "her", "the", "a", "an", "this", "that", "these", "those", "each", "every", "both")
)
"""Words before the name of a column."""
_THEM = frozenset(("it", "they", "them", "he", "she", "this", "that", "these", "those", "ones", "one", "each", "such"))
_CALLED = frozenset(("called", "named", "titled"))
_LONGEST = 4
_ORDERLY = DISTINCT | frozenset(
    ("once", "first", "last", "sorted", "ordered", "by", "only", "than", "not", "no", "with")
)


def asked_columns(
    tokens: Sequence[Token], vocabulary: Vocabulary, *, ordered: bool = False
) -> list[tuple[Token, ...]] | None:
    """The columns that ``what are its name and age?`` or ``tell me what it is called`` ask of what was spoken of.

    Args:
        tokens: One sentence, or its part.
        vocabulary: What is a value.
        ordered: Whether an order stands before.

    Returns:
        The words of each; None where something else is asked.
    """
    words = [t for t in tokens if t.kind != "mark" or t.text == ","]
    start = order_end(words, 0)
    ordered = ordered or start > 0
    columns: list[tuple[Token, ...]] = []
    for piece in _pieces(words[start:]):
        column = _column(piece, vocabulary, ordered=ordered)
        if column is None:
            return None
        ordered = ordered or bool(column)
        if column:
            columns.append(column)
    return columns or None


def called(tokens: Sequence[Token], place: int) -> tuple[list[Token], int] | None:
    """``what it is called``, ``what's it called`` as its name, and where that ends."""
    if tokens[place].folded != "what":
        return None
    rest = [t.folded for t in tokens[place + 1 : place + 4]]
    if len(rest) < 3 or rest[2] not in _CALLED:
        return None
    asked = rest[0] in BE and rest[1] in _THEM
    told = rest[0] in _THEM and rest[1] in BE
    if not (asked or told):
        return None
    who = rest[1] if asked else rest[0]
    own = "their" if who in ("they", "these", "those") else "its"
    name = "names" if own == "their" else "name"
    end = place + 4
    begun = (
        [] if told else [sentence_start(tokens[place], "what"), *put(tokens[place], "are" if own == "their" else "is")]
    )
    return [*begun, *put(tokens[place], own, name)], end


def what_is_called(tokens: Sequence[Token], place: int) -> tuple[list[Token], int] | None:
    """``what the boat is called`` as the boat's name, and where that ends."""
    if place == 0 or tokens[place].folded != "what" or tokens[place + 1 : place + 2] == ():
        return None
    for end in (place + 4, place + 5):
        words = [t.folded for t in tokens[place + 1 : end + 1]]
        if len(words) == end - place and words[0] == "the" and words[-2] in BE and words[-1] in _CALLED:
            owner = [*tokens[place + 1 : end - 2], replace(tokens[end - 2], possessive=True)]
            return [*owner, *put(tokens[end], "name")], end + 1
    return None


def _pieces(words: Sequence[Token]) -> list[list[Token]]:
    found: list[list[Token]] = [[]]
    for token in words:
        if token.text == "," or token.folded in ("and", "plus", "&"):
            found.append([])
        else:
            found[-1].append(token)
    return [p for p in found if p]


def _column(piece: list[Token], vocabulary: Vocabulary, *, ordered: bool) -> tuple[Token, ...] | None:
    """The words of a column; () for none beside others; None for something else."""
    name = called(piece, 0)
    if name is not None and name[1] == len(piece):
        return tuple(put(piece[0], "name"))
    start = 0
    if piece[0].folded in ("what", "which"):
        start = 2
        if len(piece) < 2 or piece[1].folded not in BE:
            return None
        ordered = True
    measure = _how_much(piece, vocabulary) or _number(piece, vocabulary)
    if measure:
        return measure
    own = False
    rest = piece[start:]
    whose = [(t.folded, t.possessive) for t in rest[:2]]
    if whose == [("each", False), ("one", True)] or (len(rest) > 2 and whose[0][0] in ("that", "this") and whose[1][1]):
        own, rest = True, rest[2:]
    while rest and rest[0].folded in OWN:
        own = own or rest[0].folded in ("its", "their", "his", "her")
        rest = rest[1:]
    of = next((n for n, t in enumerate(rest) if t.folded in ("of", "for")), len(rest))
    after = {t.folded for t in rest[of + 1 : of + 2]}
    theirs = all(t.folded in _THEM | OWN | {"of", "for", "all"} for t in rest[of:])
    if of < len(rest) and not theirs and not (after & _THEM and len(rest) - of < 5):
        return None
    rest = rest[:of]
    plain = bool(rest) and len(rest) <= _LONGEST and all(t.kind == "word" for t in rest)
    plain = plain and not any(t.folded in _ORDERLY or _is_extreme(t) for t in rest)
    if not plain or not (ordered or own) or any(t.folded in _THEM | BE for t in rest):
        return None
    known = vocabulary.readings(tuple(t.folded for t in rest)) or vocabulary.readings((rest[-1].folded,))
    return tuple(rest) if known or rest[-1].folded in ("name", "names") else None


def _how_much(piece: Sequence[Token], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """``how much capacity it has`` asks for its capacity; () for others."""
    words = [t.folded for t in piece]
    if words[:1] != ["how"] or words[1:2] not in (["much"], ["many"]) or len(words) < 5:
        return ()
    asked = words[-2:] in (["it", "has"], ["they", "have"], ["he", "has"], ["she", "has"], ["it", "had"])
    noun = piece[2:-2]
    known = vocabulary.readings(tuple(t.folded for t in noun))
    value = bool(known) and known[0].kind == "property" and not known[0].object
    return tuple(noun) if asked and value else ()


def _number(piece: Sequence[Token], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """``how many pupils it has``, ``the number of pupils``: the number of them; () for others."""
    start = 1 if piece[0].folded == "the" else 0
    words = [t.folded for t in piece[start:]]
    if words[:2] not in (["how", "many"], ["number", "of"]):
        return ()
    noun = start + 2 + (words[2:3] != [] and words[2] in DISTINCT)
    end = kind_end(piece, noun, vocabulary)
    if not end or not _LEFT.issuperset(t.folded for t in piece[end:]):
        return ()
    return (*put(piece[0], "number", "of"), *piece[start + 2 : end])


_LEFT = frozenset(
    (
        *("it", "they", "he", "she", "has", "have", "had", "there", "are", "were", "is", "took", "take", "takes"),
        *("part", "in", "on", "of", "for", "each", "them", "belong", "to", "do", "does", "did"),
    )
)
"""What only joins a number to what it is of."""


def _is_extreme(token: Token) -> bool:
    found = adjective(token.folded, ("en",))
    return found is not None and found.degree == "superlative"
