"""``films that were made in Peru or directed by X``: an alternative between two conditions."""

from __future__ import annotations

from collections.abc import Callable

from nlkgq.generation.offline.question_parts import Composition, Source
from nlkgq.generation.offline.tokens import number_of

AUXILIARY = frozenset(("is", "are", "was", "were", "has", "have", "had", "do", "does", "did", "can", "will"))
RELATIVE = frozenset(("that", "who", "which", "whose", "where"))
PREPOSITIONS = frozenset(
    ("in", "of", "from", "by", "with", "without", "for", "on", "at", "about", "to", "under", "over")
)


def alternatives(source: Source) -> list[Composition]:
    """The ways to part a question at an ``or`` between conditions, likeliest first; [] where there is none."""
    place = source.first(1, source.end - 1, lambda n: source.at(n) in ("or", "oder") and _goes_on(source, n + 1))
    if place is None:
        return []
    after = place + 1
    found = []
    for start in _starts(source, after, place):
        second = source.part(*range(start), *range(after, source.end))
        first = source.part(*range(place))
        found.append(Composition(operation="or", first=first, second=second, trigger=(place, after)))
    return found


def _goes_on(source: Source, place: int) -> bool:
    """Whether another condition follows: no "or more", yet "or more than 3 decks" behind a noun."""
    if source.at(place) not in _LESS:
        return True
    bound = place + 1 + (source.at(place + 1) == "than")
    return bound < source.end and [number_of(source.tokens[n]) is None for n in (place - 2, bound)] == [True, False]


def _tells_amount(source: Source, start: int) -> bool:
    compared = _LESS | {"than", "of", "below"}
    return any(
        number_of(source.tokens[n]) is not None and source.at(n - 1) in compared for n in range(start, source.end)
    )


_HAVING = frozenset(("with", "have", "has", "had", "having", "whose"))
_LESS = frozenset(("more", "less", "fewer", "higher", "lower", "later", "earlier", "over", "under", "above"))


def _starts(source: Source, after: int, place: int) -> list[int]:
    """Where the condition may start that the words after ``or`` are an alternative to, likeliest first."""
    head = source.at(after)
    tests: list[Callable[[int], bool]] = [lambda n: source.at(n) == head]
    if source.is_verb(after):
        tests.append(source.is_verb)
    elif source.measures(after):
        tests.append(source.measures)
    elif head in AUXILIARY:
        tests.append(lambda n: source.at(n) in AUXILIARY)
    elif head in RELATIVE:
        tests.append(lambda n: source.at(n) in RELATIVE)
    elif head in PREPOSITIONS:
        tests.append(lambda n: source.at(n) in PREPOSITIONS)
    found = [source.last(1, place, test) for test in tests]
    having = source.last(1, place, lambda n: source.at(n) in _HAVING)
    if having is not None and not source.is_verb(after) and _tells_amount(source, after):
        found.append(having + 1)  # "with more than 9 cabins or a price below 200"
    pronoun = source.last(1, place, lambda n: source.at(n) in ("that", "who", "which"))
    if pronoun is not None and (head in AUXILIARY or source.is_verb(after)):
        found.append(pronoun + 1)  # "ships that carry more than 300 people or were built before 1990"
    return list(dict.fromkeys(n for n in found if n is not None))
