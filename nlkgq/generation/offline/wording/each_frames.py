"""What is asked of each of several things: ``For every ship, give its name and crew``, ``port by port``."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.output_request import RETURNING
from nlkgq.generation.offline.row_orders import starts
from nlkgq.generation.offline.tokens import Token, in_place_of
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.generation.offline.wording.about_topics import about, marks_start
from nlkgq.generation.offline.wording.asked_columns import asked_columns
from nlkgq.generation.offline.wording.request_words import KEPT, ORDER, QUESTIONS, kind_end, order_end, put


def for_each(tokens: tuple[Token, ...], vocabulary: Vocabulary) -> tuple[Token, ...] | None:
    """``For every ship, give its name and how many masts it has``: of every ship; ``and the ship`` is said already."""
    if tokens[0].folded != "for" or not {t.folded for t in tokens[1:2]} & {"each", "every"}:
        return None
    end = marks_start(tokens)
    comma = next((n for n in range(2, end) if tokens[n].text == ","), None)
    if comma is None or order_end(tokens, comma + 1) == comma + 1:
        return None
    topic = tokens[1:comma]
    request = _without_key(tokens[comma + 1 : end], topic)
    columns = asked_columns(request, vocabulary)
    counts = [c for c in columns or () if c[0].folded == "number"]
    if columns and counts and len(columns) > len(counts) and kind_end(topic, 1, vocabulary) == len(topic):
        first = tokens[0]
        rest = [t for n, c in enumerate(columns) for t in (*put(first, *(["and"] if n else []), "the"), *c)]
        return (*put(first, ORDER), *rest, *put(first, "of"), *topic, *tokens[end:])
    return (*tokens[: comma + 1], *request, *tokens[end:]) if len(request) < end - comma - 1 else None


def for_some(tokens: tuple[Token, ...], vocabulary: Vocabulary) -> tuple[Token, ...] | None:
    """``For the long ships, give name and age``; ``For each ship: name and age``, too."""
    end = marks_start(tokens)
    comma = next((n for n in range(2, end - 1) if tokens[n].text in (",", ":")), None)
    if tokens[0].folded != "for" or comma is None:
        return None
    topic, request = tokens[1:comma], tokens[comma + 1 : end]
    each = topic[0].folded in ("each", "every")
    ordered = order_end(request, 0) > 0
    told = request[0].folded in RETURNING or (not ordered and starts(request, 0, KEPT))
    columns = None if told or (each and ordered) else asked_columns(request, vocabulary, ordered=True)
    if not columns or request[0].folded in QUESTIONS or (len(columns) < 2 and not ordered):
        return None
    if any(c[0].folded == "number" for c in columns):
        return None
    return about(topic, request if ordered else (*put(request[0], ORDER), *request), tokens[end:], vocabulary)


def one_by_one(tokens: tuple[Token, ...], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """``Port by port, how many ships are there?``: for each port."""
    for n in range(len(tokens) - 2):
        again = tokens[n + 1].folded == "by" and tokens[n + 2].folded == tokens[n].folded
        if not again or tokens[n].kind != "word" or not vocabulary.readings((tokens[n].folded,)):
            continue
        each = (*put(tokens[n], "for", "each"), in_place_of(tokens[n], tokens[n].folded))
        comma = in_place_of(tokens[n], ",", mark=True)
        before, rest = tokens[:n], tokens[n + 3 :]
        if before and before[-1].text == ",":
            before = before[:-1]
        if rest and rest[0].text == ",":
            return (*each, comma, *before, *rest[1:])
        return (*before, *each, *rest)
    return tokens


def _without_key(request: tuple[Token, ...], topic: Sequence[Token]) -> tuple[Token, ...]:
    """What is asked for of each, without what it is asked for: ``the weight and the type`` for each pet type."""
    joints = [n for n, t in enumerate(request) if t.folded == "and"]
    if not joints or not any(t.folded in ("the", "its") for t in request[joints[-1] : joints[-1] + 2]):
        return request
    words = [t.folded for t in request[joints[-1] + 2 :]]
    key = [t.folded for t in topic[1:]]
    return request[: joints[-1]] if words and key[-len(words) :] == words and joints[-1] > 1 else request
