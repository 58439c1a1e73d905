"""One question out of what is spoken of and what is asked about it: ``the long ships`` and ``how old are they``."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.function_words import BE, DO, HAVE
from nlkgq.generation.offline.tokens import Token, in_place_of
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.generation.offline.wording.asked_columns import asked_columns
from nlkgq.generation.offline.wording.request_words import ORDER, order_end, put

ONLY = frozenset(("only", "just", "all", "those", "every", "each", "the", "these"))
"""Words before what is spoken of."""
THEM = frozenset(("it", "them", "they", "one", "ones", "which", "who", "what", "those", "that", "these", "is", "are"))
"""Words that only stand for it."""
SMALL = frozenset(("me", "us", "please", "the", "was", "were", "and", "so", "all", "if", "any", "then"))
"""Words beside these."""
PRONOUNS = frozenset(("it", "its", "they", "their", "them", "he", "his", "she", "her", "him"))
_LONGEST = 4


def about(
    topic: Sequence[Token], request: Sequence[Token], marks: Sequence[Token], vocabulary: Vocabulary
) -> tuple[Token, ...]:
    """One question out of what is spoken of and what is asked about it."""
    first = request[0]
    words = [t.folded for t in request if t.kind != "mark"]
    if set(words[order_end(request, 0) :]) <= THEM | SMALL:
        if words[0] == "count":
            return (*put(first, ORDER, "the", "number", "of"), *topic, *marks)
        return (*put(first, "list"), *_the(topic, first), *marks)
    many = asks_how_many(words)
    if many:
        return (*put(first, ORDER, "the", "number", "of"), *topic, *marks)
    averaged = _on_average(request)
    if averaged:
        return (*put(first, ORDER, "the", "average"), *averaged, *put(first, "of"), *_the(topic, first), *marks)
    columns = asked_columns(request, vocabulary)
    comma = in_place_of(first, ",", mark=True)
    if columns:
        said: list[Token] = []
        for n, column in enumerate(columns):
            said += [*put(first, "and")] if n else []
            said += [*put(first, "the"), *column]
        if len(columns) == 1 and not any(t.possessive for t in columns[0]):
            return (*put(first, ORDER), *said, *put(first, "of"), *_the(topic, first), *marks)
        return (*put(first, "for"), *_the(topic, first), comma, *put(first, ORDER), *said, *marks)
    return (*put(first, "for"), *_the(topic, first), comma, *lowered(request), *marks)


def _the(topic: Sequence[Token], first: Token) -> tuple[Token, ...]:
    return tuple(topic) if topic[0].folded in ONLY else (*put(first, "the"), *topic)


def lowered(request: Sequence[Token]) -> tuple[Token, ...]:
    """Words that began a sentence, within one."""
    first = request[0]
    return (in_place_of(first, first.folded) if not first.possessive else first, *request[1:])


def asks_how_many(words: Sequence[str]) -> bool:
    """``how many are there``, ``tell me how many there are``."""
    start = next((n for n, w in enumerate(words) if w == "how"), None)
    if start is None or list(words[start : start + 2]) != ["how", "many"]:
        return False
    return set(words[start + 2 :]) <= BE | HAVE | {
        "there",
        "we",
        "do",
        "of",
        "them",
        "exist",
        "it",
        "in",
        "total",
        "all",
    }


def _on_average(request: Sequence[Token]) -> tuple[Token, ...]:
    """The value of ``what age are they on average``; () for another question."""
    words = [t.folded for t in request if t.kind != "mark"]
    place = next((n for n, w in enumerate(words) if w in BE | HAVE | DO), 0)
    asked = words[0] in ("what", "which") and 1 < place <= _LONGEST and words[-2:] == ["on", "average"]
    rest = set(words[place:-2])
    return tuple(request[1:place]) if asked and rest <= BE | HAVE | DO | PRONOUNS | {"in", "at", "of"} else ()


def marks_start(tokens: Sequence[Token]) -> int:
    """Where the marks at the end of a sentence begin."""
    end = len(tokens)
    while end and tokens[end - 1].kind == "mark" and tokens[end - 1].text in "?.!;":
        end -= 1
    return end
