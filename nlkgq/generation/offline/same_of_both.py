"""``Were Ebb and Flow built in the same year?``, ``which owners do Ebb and Flow share?``: that of each, and what is in
both answers.
"""

from __future__ import annotations

from itertools import pairwise

from nlkgq.generation.offline.function_words import BE, DO, HAVE
from nlkgq.generation.offline.question_parts import Composition, Source
from nlkgq.generation.offline.tokens import Token, in_place_of

_ONE = {"are": "is", "were": "was", "do": "does", "have": "has", "did": "did", "had": "had"}
"""What is asked of several -> what is asked of one."""
_PREPOSITIONS = frozenset(("in", "at", "by", "with", "of", "to", "for", "on", "from", "under"))
_IDLE = frozenset(("both", "all", "each", "the", "exactly", "very"))
_JOINED = frozenset(("and", "&"))
_CLAUSES = frozenset(("and", "or", "that", "which", "who", "whose", "as", "with", "than", "not", ",")) | BE | DO | HAVE
_ASKED = frozenset(("which", "what"))
_SHARED = (("share",), ("have", "in", "common"), ("share", "with", "each", "other"), ("have", "jointly"))
_LONGEST_NOUN = 4
_FARTHEST = 3


def same_of_both(source: Source) -> list[Composition]:
    """The questions for what two named things are said to have in common; [] where nothing says so."""
    if source.at(0) in _ASKED | _PREPOSITIONS:
        return _in_common(source)
    same = source.first(1, source.end, lambda n: source.at(n) == "same")
    named = _two_named(source) if source.at(0) in _ONE and same is not None else None
    if same is None or named is None or named[1][1] > same:
        return []
    first, second = named
    noun = range(same + 1, source.end)
    if not 0 < len(noun) <= _LONGEST_NOUN or any(source.at(n) in _CLAUSES for n in noun):
        return []
    said = [n for n in range(second[1], same) if source.at(n) not in _IDLE]
    lead = [n for n in range(1, first[0]) if source.at(n) not in _IDLE]
    if len(lead) > _FARTHEST or any(source.at(n) in _CLAUSES for n in said[:-1]):
        return []
    parts = [source.part(*_asked(source, noun, said, [*lead, *range(*thing)])) for thing in named]
    return [Composition(operation="same", first=parts[0], second=parts[1], trigger=(same, same + 1))]


def _in_common(source: Source) -> list[Composition]:
    """``which owners do Ebb and Flow share``, ``have in common``: the owners of each."""
    start = 1 + (source.at(0) not in _ASKED)
    does = source.first(start, source.end, lambda n: source.at(n) in DO | HAVE)
    named = _two_named(source) if source.at(start - 1) in _ASKED and does is not None else None
    if does is None or named is None or not 0 < does - start <= _LONGEST_NOUN:
        return []
    first, second = named
    said = [n for n in range(second[1], source.end) if source.at(n) not in _IDLE]
    lead = [n for n in range(does + 1, first[0]) if source.at(n) not in _IDLE]
    if len(lead) > _FARTHEST or any(source.at(n) in _CLAUSES for n in lead):
        return []
    noun, begin = range(start, does), source.tokens[0]
    if tuple(source.at(n) for n in said) in _SHARED:
        asked = (in_place_of(begin, "what"), in_place_of(begin, "are"), in_place_of(begin, "the"))
        parts = [source.part(*asked, *noun, in_place_of(begin, "of"), *lead, *range(*thing)) for thing in named]
    elif said and source.at(second[1]) == "both":
        # "which ports did Ebb and Flow both sail from"
        parts = [source.part(*range(does + 1), *lead, *range(*thing), *said) for thing in named]
    else:
        return []
    return [Composition(operation="and", first=parts[0], second=parts[1], trigger=(second[1], source.end))]


def _two_named(source: Source) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Where two things are named beside ``and``, and no third one; None for others."""
    values = sorted(source.values)
    for (start, end), (begin, stop) in pairwise(values):
        between = [source.at(n) for n in range(end, begin)]
        if _JOINED.intersection(between[:1]) and _IDLE.issuperset(between[1:]):
            return None if source.at(stop) in _JOINED | {","} else ((start, end), (begin, stop))
    return None


def _asked(source: Source, noun: range, said: list[int], thing: list[int]) -> list[int | Token]:
    """``in which year was Ebb built``; ``what is the flag of Ebb`` where nothing is done."""
    begin = source.tokens[0]

    def put(word: str) -> Token:
        return in_place_of(begin, word)

    last = source.at(said[-1]) if said else ""
    preposition = [said[-1]] if last in _PREPOSITIONS else []
    verb = said[: len(said) - len(preposition)]
    if not preposition and all(source.at(n) in HAVE | BE for n in verb):
        return [put("what"), put("is"), put("the"), *noun, put("of"), *thing]
    return [*preposition, put("which"), *noun, put(_ONE[source.at(0)]), *thing, *verb]
