"""A question with what is known of its tokens, and the two questions that it may be parted into."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from nlkgq.generation.offline.function_words import PARTICIPLES
from nlkgq.generation.offline.operators import adjective
from nlkgq.generation.offline.phrases import looks_like_verb
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.tokens import Token, tokenize

Operation = Literal["percent", "share", "difference", "ratio", "pair", "and", "or", ">", "<", "than", "except", "same"]
Found = tuple[int, int, list[Reading]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A question in its own tokens, with the values found in it."""

    tokens: tuple[Token, ...]
    found: tuple[Found, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Composition:
    """Two questions, and what is done with their answers; ``trigger`` are the tokens that say so (start, end)."""

    operation: Operation
    first: Part
    second: Part
    trigger: tuple[int, int]


_HOW_MANY = tokenize("how many")
_SURE = 0.7
_COMPUTED = frozenset(("maximum", "minimum", "max", "min", "average", "mean", "median"))


class Source:
    """A question with what is known of its tokens."""

    def __init__(self, tokens: tuple[Token, ...], found: tuple[Found, ...], languages: Sequence[str]) -> None:
        end = len(tokens)
        while end and tokens[end - 1].kind == "mark":
            end -= 1
        self.tokens = tokens
        self.found = found
        spans = [(s, e) for s, e, readings in found if readings and readings[0].score > _SURE]
        # Of spans within one another the longest is a value.
        self.values = [(s, e) for s, e in spans if not any((a, b) != (s, e) and a <= s and e <= b for a, b in spans)]
        self.languages = languages
        self.words = [t.folded if t.kind == "word" else t.text for t in tokens]
        self.end = end

    def part(self, *places: int | Token, count: bool = False) -> Part:
        """The question of these tokens, own or others, behind ``how many`` where it counts."""
        head = list(_HOW_MANY) if count else []
        moved = {place: n + len(head) for n, place in enumerate(places) if isinstance(place, int)}
        kept = [(moved[s], moved[e - 1] + 1, r) for s, e, r in self.found if all(n in moved for n in range(s, e))]
        kept = [(s, e, r) for s, e, r in kept if e > s]
        tokens = (*head, *(self.tokens[n] if isinstance(n, int) else n for n in places))
        return Part(tokens=_spaced(tokens), found=tuple(kept))

    def at(self, place: int) -> str:
        """The folded word at a place; "" behind the end."""
        return self.words[place] if 0 <= place < self.end else ""

    def inside(self, place: int) -> bool:
        """Whether a token is part of a stored value."""
        return any(s <= place < e for s, e in self.values if e - s > 1)

    def first(self, start: int, end: int, test: Callable[[int], bool]) -> int | None:
        """The first token of a stretch that passes a test, outside of values; None for none."""
        return next((n for n in range(start, end) if test(n) and not self.inside(n)), None)

    def last(self, start: int, end: int, test: Callable[[int], bool]) -> int | None:
        """The last token of a stretch that passes a test, outside of values; None for none."""
        return next((n for n in range(end - 1, start - 1, -1) if test(n) and not self.inside(n)), None)

    def is_verb(self, place: int) -> bool:
        """A participle."""
        return looks_like_verb(self.tokens[place].text) or self.at(place) in PARTICIPLES

    def measures(self, place: int) -> bool:
        """Whether it is a comparative or superlative that measures, or says what is computed of a measure."""
        if self.at(place) in _COMPUTED:
            return True
        found = adjective(self.at(place), self.languages)
        return found is not None and found.degree != "positive"

    def is_extreme(self, places: Sequence[int]) -> int:
        """How many of the first of some places measure: one, two of ``most expensive``, none."""
        if len(places) > 1 and self.at(places[0]) in ("most", "least"):
            return 2 if adjective(self.at(places[1]), self.languages) is not None else 0
        return 1 if places and self.measures(places[0]) else 0

    def value_end(self, start: int) -> int:
        """The end of the value that starts at a token, the token itself when none does."""
        return max((e for s, e in self.values if s == start), default=start)


def _spaced(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Tokens at new offsets, one space between them."""
    found: list[Token] = []
    place = 0
    for token in tokens:
        length = token.end - token.start
        found.append(replace(token, start=place, end=place + length, glued=token.glued and bool(found)))
        place += length + 1
    return tuple(found)
