"""Orders in ordinary words: ``from Z to A``, ``sort them by name and show the age``."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.tokens import Token, in_place_of, number_of
from nlkgq.generation.offline.wording.about_topics import marks_start

_BACKWARDS = (
    *(("in", "reverse", "alphabetical", "order"), ("in", "reversed", "alphabetical", "order")),
    *(("in", "inverse", "alphabetical", "order"), ("in", "reverse", "alphabetic", "order")),
    *(("in", "descending", "alphabetical", "order"), ("in", "alphabetically", "descending", "order")),
    *(("in", "backward", "alphabetical", "order"), ("reverse", "alphabetically"), ("in", "reverse", "alphabetically")),
    *(("from", "z", "to", "a"), ("z", "to", "a"), ("z", "-", "a"), ("going", "from", "z", "to", "a")),
    *(("in", "umgekehrter", "alphabetischer", "reihenfolge"), ("von", "z", "bis", "a")),
)
_FORWARDS = (("from", "a", "to", "z"), ("a", "to", "z"), ("a", "-", "z"), ("going", "from", "a", "to", "z"))
_SORT = frozenset(("sort", "order", "rank", "arrange"))
_SHOW = frozenset(("show", "list", "give", "display", "print", "return", "report", "tell"))
_THE = frozenset(("the", "all", "every", "each", "these"))
_RANKED = frozenset(("first", "last", "top", "bottom", "earliest", "latest"))


def with_plain_orders(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens with such orders as others say them, behind what they order.

    Args:
        tokens: The question.
    """
    return _sorted_last(_spelt(tokens))


def _spelt(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """``from Z to A``: alphabetically, descending; ``in reverse alphabetical order of name``: by name, descending."""
    found: list[Token] = []
    words = [t.folded for t in tokens]
    place = 0
    while place < len(tokens):
        back = next((len(p) for p in _BACKWARDS if tuple(words[place : place + len(p)]) == p), 0)
        forth = next((len(p) for p in _FORWARDS if tuple(words[place : place + len(p)]) == p), 0)
        end = place + (back or forth)
        if end == place or not place:
            found.append(tokens[place])
            place += 1
            continue
        said: tuple[str, ...] = ("descending",) if back else ("ascending",)
        keyed = words[end : end + 1] in (["of"], ["by"], ["on"])
        named = _is_key_named(found)
        if keyed:
            said = ("in", *said, "order", "of")
            end += 1
        elif not named:
            said = ("alphabetically", *said)
        found += [in_place_of(tokens[place], w) for w in said]
        place = end
    return tuple(found)


def _is_key_named(before: Sequence[Token]) -> bool:
    """Whether ``sorted by name`` stands right before."""
    words = [t.folded for t in before[-3:]]
    return "by" in words[:-1]


def _sorted_last(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """``sort the sailors by age and show their names``: show the names of the sailors sorted by age."""
    words = [t.folded for t in tokens]
    if words[:1] == [] or words[0] not in _SORT or "by" not in words:
        return tuple(tokens)
    by = words.index("by")
    kind = [t for t in tokens[1:by] if t.folded not in _THE]
    show = next((n for n in range(by + 2, len(words) - 1) if words[n] in _SHOW and words[n - 1] in ("and", ",")), 0)
    if len(kind) != 1 or kind[0].kind != "word" or not show:
        return tuple(tokens)
    key = list(tokens[by : show - 1])
    if key[-1].folded in ("and", ","):
        key.pop()
    start = show + (2 if words[show + 1 : show + 2] in (["me"], ["us"]) else 1)
    rest = list(tokens[start:])
    last = marks_start(rest)
    if any(number_of(t) is not None or t.folded in _RANKED for t in rest[:last]):
        # "and show the first three"
        return tuple(tokens)
    told = _of_kind(rest[:last], kind[0])
    return (tokens[show], *told, in_place_of(tokens[0], "sorted"), *key, *rest[last:])


def _of_kind(told: Sequence[Token], kind: Token) -> list[Token]:
    """``their names``: the names of the sailors."""
    pronoun = told[:1] and told[0].folded in ("their", "its", "his", "her")
    named = any(t.folded in (kind.folded, kind.folded.removesuffix("s")) for t in told)
    if named:
        return list(told)
    rest = [in_place_of(told[0], "the"), *told[1:]] if pronoun else list(told)
    return [*rest, in_place_of(kind, "of"), in_place_of(kind, "the"), kind]
