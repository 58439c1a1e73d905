"""Questions that count two things: ``how many ships and how many ports``, ``how many ships per port on average``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nlkgq.generation.offline.operators import adjective
from nlkgq.generation.offline.question_parts import Composition, Source

_AUXILIARY = frozenset(
    (
        *("is", "are", "was", "were", "has", "have", "had", "do", "does", "did", "ist", "sind", "war", "waren", "hat"),
        *("haben", "gibt"),
    )
)
_BOUNDS = _AUXILIARY | frozenset(("in", "of", "for", "on", "at", "from", "there", "that", "which", "who", "with"))
_PLACED = frozenset(("in", "by", "from", "with", "without", "for", "on", "at", "to", "of", "under", "over"))
_THEY = frozenset(("them", "they", "sie", "ihnen"))
_COUNTS = (
    *(("how", "many"), ("the", "number", "of"), ("number", "of"), ("the", "count", "of"), ("wie", "viele")),
    ("wieviele",),
)
_MEANS = (
    *(("the", "average", "number", "of"), ("average", "number", "of"), ("the", "mean", "number", "of")),
    *(("mean", "number", "of"), ("the", "average", "count", "of"), ("average", "count", "of")),
)
_ON_AVERAGE = (("on", "average"), ("on", "the", "average"), ("in", "average"), ("im", "durchschnitt"), ("im", "mittel"))


def two_counts(source: Source) -> list[Composition]:
    """``how many red and how many blue ships are there``: the two numbers, each of its own question."""
    heads = [(n, length) for n in range(source.end) if (length := _starts(source, n, _COUNTS))]
    heads = [(n, length) for n, length in heads if not any(m < n < m + other for m, other in heads)]
    # "the largest number of ships, and how many": that is one number
    heads = [(n, length) for n, length in heads if not _is_extreme(source, n)]
    if len(heads) != 2:
        return []
    (start, head), (again, length) = heads
    join = again - 1
    if source.at(join) not in ("and", "und") or join <= start + head:
        return []
    before = range(start)
    left, right = range(start + head, join), range(again + length, source.end)
    while join > start and source.at(left[-1]) == ",":
        left = left[:-1]
    if not left or not right:
        return []
    trigger = (join, again + length)
    found = []
    sides: list[tuple[Sequence[int], Sequence[int]]]
    them = source.first(right[0] + 1, source.end, lambda n: source.at(n) in _THEY)
    if them is not None:
        # "how many ships are there, and how many sailors sail on them": on ships
        told = [n for n in left if n < _until(source, left, _AUXILIARY)[-1] + 1 or not _is_there(source, n)]
        sides = [(left, [*range(right[0], them), *told, *range(them + 1, source.end)])]
    elif source.at(right[0]) in _AUXILIARY:
        # "how many ships have a flag and how many have a port"
        noun = _until(source, left, _AUXILIARY)
        sides = [(left, [*noun, *right])] if len(noun) < len(left) else []
    elif source.at(right[0]) in _PLACED:
        # "how many ships were built in Ulm and how many in Linz"
        same = source.last(left[0], left[-1], lambda n: source.at(n) == source.at(right[0]))
        sides = [(left, [*range(left[0], same), *right])] if same is not None else []
    else:
        modifier = max(source.value_end(right[0]), right[0] + 1) - right[0]
        alone = _until(source, left, _AUXILIARY) == list(left)
        tail = _from(source, right, _AUXILIARY)
        # "how many red and how many blue ships are there", "how many ships and how many ports are there"
        sides = [([*left, *right[modifier:]], right), ([*left, *tail], right)] if alone else [(left, right)]
        if source.value_end(left[0]) != left[-1] + 1:
            sides.reverse()
    for one, other in sides:
        first = source.part(*before, *range(start, start + head), *one)
        second = source.part(*before, *range(again, again + length), *other)
        found.append(Composition(operation="pair", first=first, second=second, trigger=trigger))
    return found


def _is_extreme(source: Source, place: int) -> bool:
    found = adjective(source.at(place - 1), source.languages) if place else None
    return found is not None and found.degree == "superlative"


def _is_there(source: Source, place: int) -> bool:
    """Whether a word is one of ``are there``."""
    return source.at(place) == "there" or source.at(place + 1) == "there"


def per_thing(source: Source) -> list[Composition]:
    """``how many ships per port does each owner have on average``: the one number divided by the other.

    Without ``on average`` the ports are what is told, each with its number.
    """
    said = next(
        ((n, length) for n in range(source.end) if (length := _starts(source, n, _ON_AVERAGE))), (source.end, 0)
    )
    start = next((n for n in range(source.end) if _starts(source, n, (*_MEANS, *_COUNTS))), None)
    if start is None:
        return []
    mean = _starts(source, start, _MEANS)
    head = mean or _starts(source, start, _COUNTS)
    per = source.first(start + head + 1, source.end - 1, lambda n: source.at(n) in ("per", "pro"))
    if per is None or not (mean or said[1]):
        return []
    kept = [n for n in range(per + 1, source.end) if not said[0] <= n < said[0] + said[1]]
    whole = _until(source, kept, _BOUNDS)
    rest = kept[len(whole) :]
    counted = [n for n in range(start + head, per) if not said[0] <= n < said[0] + said[1]]
    if not whole or not counted:
        return []
    before = [n for n in range(start) if source.at(n) in ("in", "for", "of", "each", "every")] if rest == [] else []
    before = list(range(start)) if before else []
    first = source.part(*before, *counted, *rest, count=True)
    second = source.part(*before, *whole, *rest, count=True)
    return [Composition(operation="ratio", first=first, second=second, trigger=(per, per + 1))]


def _starts(source: Source, place: int, phrases: Iterable[tuple[str, ...]]) -> int:
    """The length of the longest of some phrases that starts at a place; 0 for none."""
    word = source.at(place)
    begun = [phrase for phrase in phrases if phrase[0] == word]
    return max((len(p) for p in begun if tuple(source.at(place + n) for n in range(len(p))) == p), default=0)


def _until(source: Source, places: Iterable[int], words: frozenset[str]) -> list[int]:
    """The places before the first of some words."""
    found: list[int] = []
    for n in places:
        if source.at(n) in words and not source.inside(n):
            break
        found.append(n)
    return found


def _from(source: Source, places: Iterable[int], words: frozenset[str]) -> list[int]:
    """The places from the first of some words on."""
    listed = list(places)
    return listed[len(_until(source, listed, words)) :]
