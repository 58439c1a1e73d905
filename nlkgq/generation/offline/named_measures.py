"""``longer than Blue Petrel``: the same question with a number instead, and the question for that number."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.analysis.schema_graph import SchemaGraph
from nlkgq.generation.offline.comparing import EVERY, NOT_ALL
from nlkgq.generation.offline.function_words import BE, DO, HAVE
from nlkgq.generation.offline.naming import is_naming
from nlkgq.generation.offline.operators import adjective
from nlkgq.generation.offline.quantities import measured_in
from nlkgq.generation.offline.question_parts import Composition, Found, Source
from nlkgq.generation.offline.tokens import Token, number_of, tokenize
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.iri import local_name
from nlkgq.ontology.model import split_identifier

STAND_INS = ("918273645", "977")
"""Stand for the number that is asked for in place of what is named; the second where things are counted."""
_ARTICLES = frozenset(("the", "a", "an"))
_MORE = frozenset(("more", "fewer", "less"))
_ENDS = frozenset(("and", "or", "but", ",", "that", "which", "who"))
_BOUNDS = {"least": ("most", "least"), "most": ("least", "most")}
"""Where less of something is meant by its adjective, and where more is."""
_LONGEST_NOUN = 3
_CALLED = 0.7


def measured_against(tokens: Sequence[Token], found: Sequence[Found], vocabulary: Vocabulary) -> list[Composition]:
    """The question of which some are more so than what is named, and the question how much so that is.

    Args:
        tokens: The question.
        found: (first token, end token, readings) of the values in it.
        vocabulary: Readings of words.
    """
    source = Source(tuple(tokens), tuple(found), vocabulary.languages)
    places = [n for n in range(2, source.end) if source.at(n) == "than" and not source.inside(n)]
    level = [n for n in range(5, source.end) if _is_level(source, n)]
    if len(level) == 1 and not places:
        return _Against(source, vocabulary, level[0]).level()
    sides = [_Against(source, vocabulary, than) for than in places]
    named = [side for side in sides if side.end > side.start or side.all_of()]
    return named[0].asked_by_how_much() or named[0].compared() if len(named) == 1 else []


def _is_level(source: Source, end: int) -> bool:
    said = source.at(end - 4) == "at" and source.at(end - 2) == source.at(end) == "as"
    return said and source.at(end - 3) in _BOUNDS and not source.inside(end)


class _Against:
    """What stands around ``than``, or around the last word of ``at least as long as``."""

    def __init__(self, source: Source, vocabulary: Vocabulary, than: int) -> None:
        self.source = source
        self.vocabulary = vocabulary
        self.schema: SchemaGraph = vocabulary.schema
        self.than = than
        self.start, self.end = self._named(than + 1)

    def _named(self, start: int) -> tuple[int, int]:
        """Where the one thing stands that is named after a place, with the noun for it; ends equal where none is."""
        source = self.source
        if source.at(start) in ("that", "those") and source.at(start + 1) == "of":
            start += 2
        begin = start
        while source.at(start) in _ARTICLES:
            start += 1
        for first in dict.fromkeys((begin, start, start + 1)):
            end = source.value_end(first)
            given = end > first and (self._is_one(first, end) or self._counted() is not None)
            number = end == first + 1 and number_of(source.tokens[first]) is not None
            if given and not self._goes_on(end) and (first > start or not number):
                return start, end
        return start, start

    def _goes_on(self, end: int) -> bool:
        """``than X and Y``: whether another one is named beside it."""
        return self.source.at(end) in ("and", "or", ",") and any(
            end < s <= end + 2 for s, _ in self.source.values if self.source.at(end + 1) not in BE | DO | HAVE
        )

    def _is_one(self, start: int, end: int) -> bool:
        readings = next(r for s, e, r in self.source.found if (s, e) == (start, end))
        return any(r.kind == "entity" or is_naming(r.iri) or self.schema.is_key(r.iri) for r in readings[:1])

    def compared(self) -> list[Composition]:
        """``which ships are longer than X``, ``is X longer than Y``, ``companies with more ships than X``."""
        source, than = self.source, self.than
        number, count = (tokenize(text)[0] for text in STAND_INS)
        more = self._counted()
        if more is not None:
            if self.end == self.start:
                return []
            verb = more - 1 if more and source.at(more - 1) not in HAVE | BE | DO | {"with"} else None
            told = source.tokens[verb] if verb is not None else tokenize("have")[0]
            things, named = range(more + 1, than), range(self.start, self.end)
            second = (*tokenize("how many"), *things, *tokenize("does"), *named, told)
            first = (*range(more + 1), than, count, *things, *range(self.end, source.end))
        else:
            measure, rising = self._measure()
            if not measure:
                return []
            after: Sequence[int | Token]
            if self.end > self.start:
                after, head = range(self.start, self.end), measure
                rest = range(self.end, source.end)
            else:
                after, noun = self.all_of(), self._as_noun(measure)
                if not (after and noun):
                    return []
                head = (*tokenize("maximum" if rising else "minimum"), *noun)
                rest = range(after[-1] + 1, source.end) if isinstance(after[-1], int) else range(0)
            second = self._asked(head, after)
            place, more = self._reversed(measure), self._more_of()
            if more is not None:
                first = (*range(more + 1), than, number, *range(more + 1, than), *rest)
            elif place is None:
                first = (*range(than + 1), number, *rest)
            else:
                dated = (*tokenize("have a"), *measure, *tokenize("of more than" if rising else "of less than"), number)
                first = (*range(place - (source.at(place - 1) in BE)), *dated, *rest)
        return [
            Composition(
                operation="than", first=source.part(*first), second=source.part(*second), trigger=(than, than + 1)
            )
        ]

    def level(self) -> list[Composition]:
        """``which ships are at least as long as X``: which have a length of at least so much."""
        source, start = self.source, self.than - 4
        found = adjective(source.at(self.than - 1), source.languages)
        senses = found.senses if found is not None and found.degree == "positive" else ()
        called = [(d, name) for d, names in senses for name in names if self._is_called(name.split("_"))]
        if not called or self.end == self.start or source.at(0) in BE:
            return []
        measure = tokenize(called[0][1].replace("_", " "))
        bound = _BOUNDS[source.at(self.than - 3)][called[0][0] == "max"]
        head = range(start - 1 if source.at(start - 1) in BE else start)
        told = (*tokenize("have a"), *measure, *tokenize(f"of at {bound}"), tokenize(STAND_INS[0])[0])
        second = self._asked(measure, range(self.start, self.end))
        return [
            Composition(
                operation="than",
                first=source.part(*head, *told, *range(self.end, source.end)),
                second=source.part(*second),
                trigger=(self.than, self.than + 1),
            )
        ]

    def asked_by_how_much(self) -> list[Composition]:
        """``how much longer is X than Y``, ``how many times heavier is X than Y``."""
        source, words = self.source, self.source.words
        times = words[:3] == ["how", "many", "times"]
        if not (times or words[:2] == ["how", "much"] or words[:3] == ["by", "how", "much"]) or self.end == self.start:
            return []
        values = [(s, e) for s, e in source.values if e <= self.than and self._is_one(s, e)]
        measure, rising = self._measure(anywhere=True)
        if len(values) != 1 or not measure or self.end < source.end:
            return []
        sides = [self._asked(measure, range(*values[0])), self._asked(measure, range(self.start, self.end))]
        if times and not rising:
            return []
        first, second = sides if rising else reversed(sides)
        return [
            Composition(
                operation="ratio" if times else "difference",
                first=source.part(*first),
                second=source.part(*second),
                trigger=(self.than, self.than + 1),
            )
        ]

    def _asked(self, measure: Sequence[int | Token], things: Sequence[int | Token]) -> tuple[int | Token, ...]:
        if measure and measure[0] == -1:
            return (*tokenize("how much does"), *things, *measure[1:])
        return (*measure, tokenize("of")[0], *things)

    def _counted(self) -> int | None:
        """The place of ``more`` before a noun that is counted."""
        source = self.source
        for place in range(self.than - 2, max(self.than - 4, -1), -1):
            if source.at(place) in _MORE:
                plain = adjective(source.at(place + 1), source.languages) is None
                return place if plain and not self._is_number(range(place + 1, self.than)) else None
        return None

    def _measure(self, *, anywhere: bool = False) -> tuple[tuple[int | Token, ...], bool]:
        """The words for what is compared, () for none, and whether more of it is meant.

        A verb for it stands behind -1.
        """
        source = self.source
        last = self.than - 1
        place = source.last(1, self.than, lambda n: adjective(source.at(n), source.languages) is not None)
        if source.at(last) in _MORE and last > 0 and self._is_number((last - 1,)):
            return (-1, source.tokens[last - 1]), source.at(last) == "more"
        more = self._more_of()
        if more is not None:
            of = () if self._is_called(source.words[more + 1 : self.than]) else tokenize("number of")
            return (*of, *range(more + 1, self.than)), source.at(more) == "more"
        if place is None or not (anywhere or last - _LONGEST_NOUN <= place):
            return (), True
        found = adjective(source.at(place), source.languages)
        before = source.at(place - 1)
        if found is None or (found.degree == "positive" and before not in _MORE):
            return (), True
        less = before in ("less", "fewer") and found.degree == "positive"
        if place < last and not anywhere:
            noun = range(place + 1, self.than)
            return (tuple(noun) if self._is_number(noun) else ()), (found.senses[0][0] == "max") != less
        near = () if anywhere else self._noun_before(place, touching=True)
        if near:
            # "had an opening earlier than"
            return near, (found.senses[0][0] == "max") != less
        for direction, names in found.senses:
            for name in names:
                if self._is_called(name.split("_")):
                    return tokenize(name.replace("_", " ")), (direction == "max") != less
        return self._noun_before(place), (found.senses[0][0] == "max") != less

    def _more_of(self) -> int | None:
        """The place of ``more`` in "more seats than every bus", of each of which it is stored; None for others."""
        last = self.than - 1
        more = self.source.last(max(last - _LONGEST_NOUN, 0), last, lambda n: self.source.at(n) in _MORE)
        return more if more is not None and self._is_number(range(more + 1, self.than)) else None

    def _reversed(self, measure: Sequence[int | Token]) -> int | None:
        """The place of ``older`` where the measure is a date, of which less is meant; None for other adjectives."""
        source = self.source
        found = adjective(source.at(self.than - 1), source.languages)
        if found is None or found.degree != "comparative":
            return None
        named = " ".join(t.text for t in measure if isinstance(t, Token))
        told = {direction for direction, names in found.senses if named.replace(" ", "_") in names}
        return self.than - 1 if told and found.senses[0][0] not in told else None

    def _as_noun(self, measure: tuple[int | Token, ...]) -> tuple[int | Token, ...]:
        """The words for a measure that may be told by a verb: the ``salary`` of those who earn."""
        if measure[0] != -1:
            return measure
        verb = measure[1]
        readings = self.vocabulary.readings((verb.folded,)) if isinstance(verb, Token) else ()
        return tokenize(split_identifier(local_name(readings[0].iri))) if readings else ()

    def _noun_before(self, place: int, *, touching: bool = False) -> tuple[int | Token, ...]:
        """``the price of X is higher``, ``whose price is higher``: the nearest noun for a number."""
        right = place - (self.source.at(place - 1) in BE)
        for end in (right,) if touching else range(place, 0, -1):
            for start in range(max(end - _LONGEST_NOUN, 0), end):
                words = self.source.words[start:end]
                near = touching and self._is_called(words) and _ENDS.isdisjoint(words)
                if words[0] not in _ARTICLES | BE and (near or (not touching and self._is_number(range(start, end)))):
                    return tuple(range(start, end))
        return ()

    def all_of(self) -> tuple[int, ...]:
        """The things after ``than every``."""
        source, start = self.source, self.than + 1
        if source.at(start) not in EVERY or source.at(start + 1) in NOT_ALL:
            return ()
        start += 2 if source.at(start + 1) in _ARTICLES else 1
        end = source.first(start, source.end, lambda n: source.at(n) in _ENDS)
        return tuple(range(start, source.end if end is None else end))

    def _is_number(self, places: Sequence[int]) -> bool:
        words = [self.source.at(n) for n in places]
        return self._is_called(words) or self._is_called(["number", "of", *words])

    def _is_called(self, words: Sequence[str]) -> bool:
        """Whether words name a number, or a thing that is nothing but one."""
        readings = self.vocabulary.readings(tuple(words)) if words else ()
        readings = readings or (measured_in(words, self.vocabulary) if words else ())
        return any(
            r.kind in ("property", "class")
            and r.score > _CALLED
            and (
                (r.kind == "property" and not r.object and self.schema.is_numeric(r.iri))
                or self.schema.amounts.worth(r.object if r.kind == "property" else r.subject) is not None
            )
            for r in readings[:1]
        )
