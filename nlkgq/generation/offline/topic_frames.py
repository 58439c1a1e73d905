"""What is spoken of before it is asked about: ``Take the ships: how old are they?``, ``If a ship is long, list it.``

``Is there a long ship? What is it called?`` asks the same in two sentences.
"""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.asked_columns import asked_columns
from nlkgq.generation.offline.function_words import BE, DO, HAVE
from nlkgq.generation.offline.output_request import RETURNING
from nlkgq.generation.offline.request_words import (
    KEPT,
    ORDER,
    QUESTIONS,
    begins_request,
    kind_end,
    order_end,
    put,
    sentence_start,
)
from nlkgq.generation.offline.row_orders import starts
from nlkgq.generation.offline.sentences import bounds
from nlkgq.generation.offline.tokens import Token, in_place_of
from nlkgq.generation.offline.vocabulary import Vocabulary

_TAKE = (
    *(("take",), ("consider",), ("considering",), ("taking",), ("looking", "at"), ("look", "at"), ("given",)),
    *(("looking", "only", "at"), ("look", "only", "at"), ("restricting", "to"), ("restrict", "to"), ("focus", "on")),
    *(("focusing", "on"), ("focussing", "on"), ("limiting", "to"), ("limited", "to"), ("restricted", "to")),
    *(("when", "it", "comes", "to"), ("as", "for"), ("as", "regards"), ("with", "regard", "to"), ("start", "with")),
    *(("in", "the", "case", "of"), ("pick",), ("counting", "only"), ("think", "of"), ("let's", "take")),
    *(("concerning",), ("across",), ("out", "of"), ("looking", "just", "at"), ("counting",), ("focused", "on")),
    *(("if", "you", "look", "at"), ("if", "we", "look", "at"), ("if", "we", "consider"), ("if", "you", "consider")),
    *(("if", "we", "only", "consider"), ("if", "you", "only", "consider"), ("if", "we", "only", "look", "at")),
    *(("restricting", "yourself", "to"), ("restrict", "yourself", "to"), ("from", "among"), ("regarding",)),
)
_IF = (("if",), ("where",), ("wherever",), ("whenever",), ("when",), ("in", "case"))
_SOME = frozenset(("a", "an", "any", "some"))
_ONLY = frozenset(("only", "just", "all", "those", "every", "each", "the", "these"))
_RELATIVE = frozenset(("that", "who", "which", "whose", "with", "without", "from", "in", "of"))
_THEM = frozenset(("it", "them", "they", "one", "ones", "which", "who", "what", "those", "that", "these", "is", "are"))
_SMALL = frozenset(("me", "us", "please", "the", "was", "were", "and", "so", "all", "if", "any", "then"))
_MEASURES = frozenset(("average", "mean", "minimum", "maximum", "total", "median"))
_LONGEST = 4
_THERE = (("is", "there"), ("are", "there"), ("was", "there"), ("were", "there"), ("do", "we", "have"))
_TURNED = frozenset(("called", "named", "titled", "how", "that", "this", "such"))
_PRONOUNS = frozenset(("it", "its", "they", "their", "them", "he", "his", "she", "her", "him"))


def with_topic(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """The tokens as one question about what is spoken of."""
    tokens = tuple(tokens)
    tokens = _one_by_one(tokens, vocabulary)
    for told in (_supposed, _taken, _on_condition, _for_each, _for_some, _named_before, _said_before):
        found = told(tokens, vocabulary)
        if found is not None:
            return found
    return tokens


def about(
    topic: Sequence[Token], request: Sequence[Token], marks: Sequence[Token], vocabulary: Vocabulary
) -> tuple[Token, ...]:
    """One question out of what is spoken of and what is asked about it."""
    first = request[0]
    words = [t.folded for t in request if t.kind != "mark"]
    if set(words[order_end(request, 0) :]) <= _THEM | _SMALL:
        if words[0] == "count":
            return (*put(first, ORDER, "the", "number", "of"), *topic, *marks)
        return (*put(first, "list"), *_the(topic, first), *marks)
    many = _how_many(words)
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
    return (*put(first, "for"), *_the(topic, first), comma, *_lowered(request), *marks)


def _the(topic: Sequence[Token], first: Token) -> tuple[Token, ...]:
    return tuple(topic) if topic[0].folded in _ONLY else (*put(first, "the"), *topic)


def _lowered(request: Sequence[Token]) -> tuple[Token, ...]:
    first = request[0]
    return (in_place_of(first, first.folded) if not first.possessive else first, *request[1:])


def _how_many(words: Sequence[str]) -> bool:
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
    return tuple(request[1:place]) if asked and rest <= BE | HAVE | DO | _PRONOUNS | {"in", "at", "of"} else ()


def _marks(tokens: Sequence[Token]) -> int:
    end = len(tokens)
    while end and tokens[end - 1].kind == "mark" and tokens[end - 1].text in "?.!;":
        end -= 1
    return end


def _boundary(tokens: Sequence[Token], start: int, end: int) -> tuple[int, int] | None:
    """Where what is spoken of ends and the request begins."""
    for n in range(start + 1, end - 1):
        token = tokens[n]
        if token.kind == "mark" and token.text in ",:;.-–—" and begins_request(tokens, n + 1):
            return n, n + 1 + starts(tokens, n + 1, (("and",), ("then",), ("and", "then")))
        if token.folded in ("and", "then") and order_end(tokens, n + 1) > n + 1:
            return n, n + 1
    return None


def _supposed(tokens: tuple[Token, ...], vocabulary: Vocabulary) -> tuple[Token, ...] | None:
    """``If you add up the masts of all ships, what do you get?``: add them up."""
    if tokens[0].folded not in ("if", "when") or not {t.folded for t in tokens[1:2]} & {"you", "we", "one", "i"}:
        return None
    end = _marks(tokens)
    comma = next((n for n in range(3, end) if tokens[n].text == ","), end)
    words = tuple(t.folded for t in tokens[comma + 1 : end])
    return (*tokens[2:comma], *tokens[end:]) if words in _OUTCOMES else None


_OUTCOMES = (
    *(("what", "do", "you", "get"), ("what", "do", "we", "get"), ("what", "does", "one", "get"), ("what", "is", "it")),
    *(("what", "is", "the", "result"), ("what", "is", "the", "total"), ("what", "comes", "out"), ("what", "results")),
    *(("what", "would", "you", "get"), ("what", "would", "we", "get"), ("what", "number", "do", "you", "get")),
)


def _taken(tokens: tuple[Token, ...], vocabulary: Vocabulary) -> tuple[Token, ...] | None:
    """``Take the ships that sank and list their names``."""
    start = starts(tokens, 0, _TAKE)
    if not start:
        return None
    while start < len(tokens) and tokens[start].folded in ("only", "just"):
        start += 1
    end = _marks(tokens)
    cut = _boundary(tokens, start, end)
    if cut is None or cut[1] >= end:
        return None
    return about(tokens[start : cut[0]], tokens[cut[1] : end], tokens[end:], vocabulary)


def _on_condition(tokens: tuple[Token, ...], vocabulary: Vocabulary) -> tuple[Token, ...] | None:
    """``If a ship sank, I want its name``: the names of the ships that sank."""
    start = starts(tokens, 0, _IF)
    if start and start < len(tokens) and tokens[start].folded == "it":
        # "if it's a ship"
        start += 2
    if not start or start >= len(tokens) or tokens[start].folded not in _SOME:
        return None
    noun = kind_end(tokens, start + 1, vocabulary)
    end = _marks(tokens)
    cut = _boundary(tokens, noun, end) if noun else None
    if cut is None or cut[1] >= end or cut[0] == noun or tokens[cut[0]].folded == "and":
        return None
    rest = tokens[noun : cut[0]]
    topic = (*tokens[start + 1 : noun], *_relative(rest))
    request = _of_it(tokens[cut[1] : end], tokens[start + 1 : noun])
    return about(topic, request, tokens[end:], vocabulary)


def _relative(rest: Sequence[Token]) -> tuple[Token, ...]:
    """``sank`` as ``that sank``, ``that Ebb built sank`` as ``that Ebb built and that sank``."""
    if rest[0].folded not in _RELATIVE:
        return (*put(rest[0], "that"), *rest)
    verb = next((n for n in range(2, len(rest)) if rest[n].folded in BE | HAVE | DO), None)
    if rest[0].folded not in ("that", "which", "who") or verb is None:
        return tuple(rest)
    return (*rest[:verb], *put(rest[verb], "that"), *rest[verb:])


def _of_it(request: Sequence[Token], noun: Sequence[Token]) -> tuple[Token, ...]:
    """``that ship's name`` as ``its name``, ``the ship`` as ``it``."""
    words = [t.folded for t in noun]
    found: list[Token] = []
    place = 0
    while place < len(request):
        after = [t.folded for t in request[place + 1 : place + 1 + len(noun)]]
        if request[place].folded in ("that", "this", "such") and after == words:
            last = request[place + len(noun)]
            found += put(request[place], "its" if last.possessive else "it")
            place += 1 + len(noun)
            continue
        found.append(request[place])
        place += 1
    return tuple(found)


def _for_each(tokens: tuple[Token, ...], vocabulary: Vocabulary) -> tuple[Token, ...] | None:
    """``For every ship, give its name and how many masts it has``: of every ship; ``and the ship`` is said already."""
    if tokens[0].folded != "for" or not {t.folded for t in tokens[1:2]} & {"each", "every"}:
        return None
    end = _marks(tokens)
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


def _for_some(tokens: tuple[Token, ...], vocabulary: Vocabulary) -> tuple[Token, ...] | None:
    """``For the long ships, give name and age``; ``For each ship: name and age``, too."""
    end = _marks(tokens)
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


def _one_by_one(tokens: tuple[Token, ...], vocabulary: Vocabulary) -> tuple[Token, ...]:
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


def _named_before(tokens: tuple[Token, ...], vocabulary: Vocabulary) -> tuple[Token, ...] | None:
    """``Ships without a flag: what are their names?``"""
    end = _marks(tokens)
    colon = next((n for n in range(1, end - 1) if tokens[n].text in (":", "–", "—")), None)
    if colon is None or begins_request(tokens, 0):
        return None
    measured = tokens[colon + 1].folded in _MEASURES and kind_end(tokens, 0, vocabulary) == colon
    if measured:
        # "ships: average and maximum length"
        first = tokens[0]
        measures = (*put(first, ORDER, "the"), *_lowered(tokens[colon + 1 : end]))
        return (*measures, *put(first, "of", "the"), *_lowered(tokens[:colon]), *tokens[end:])
    if not begins_request(tokens, colon + 1):
        return None
    topic, request = tokens[:colon], tokens[colon + 1 : end]
    start = 1 if topic[0].folded in ("for", "of", "among", "from", "in") else 0
    if not start and order_end(request, 0):
        return None
    anaphor = any(t.folded in _PRONOUNS for t in request) or any(
        t.folded == "each" and n + 1 < len(request) and request[n + 1].folded == "one" for n, t in enumerate(request)
    )
    many = _how_many([t.folded for t in request])
    if start == len(topic) or not (anaphor or many or start) or any(t.kind == "mark" and t.text in "?." for t in topic):
        return None
    return about(_lowered(topic[start:]) if not start else topic[start:], request, tokens[end:], vocabulary)


def _said_before(tokens: tuple[Token, ...], vocabulary: Vocabulary) -> tuple[Token, ...] | None:
    """``Is there a ship without a flag? What is it called?``, ``Which ship is longest? What is its name?``"""
    parts = list(bounds(tokens))
    if len(parts) != 2:
        return None
    middle = parts[0][1]
    first_end, end = _marks(tokens[:middle]), _marks(tokens)
    second = tokens[middle:end]
    if not second or first_end < 3:
        return None
    there = starts(tokens, 0, _THERE)
    words = {t.folded for t in second if t.kind != "mark"}
    marks = tokens[end:]
    said_so = words - ({"name"} if second[0].folded == "name" else set())
    only_which = said_so <= _THEM | _SMALL | {"tell", "give", "list", "show"}
    if there:
        if any(t.kind == "mark" for t in tokens[:first_end]):
            # "Are there long ships, and if so, how many?"
            return None
        start = there
        while start < first_end and tokens[start].folded in _SOME:
            start += 1
        if only_which or asked_columns(second, vocabulary):
            return about(tokens[start:first_end], second, marks, vocabulary)
        return None
    asked = tokens[0].folded in QUESTIONS or order_end(tokens, 0)
    if not asked:
        return None
    if second[0].folded == "also" and order_end(second, 1) > 1 and second[-1].folded not in ("too", "well"):
        # "Also give the flag."
        return (
            *tokens[:middle],
            sentence_start(second[0], second[1].folded),
            *second[2:],
            *put(second[0], "too"),
            *marks,
        )
    if only_which:
        return tokens[:middle]
    columns = asked_columns(second, vocabulary)
    other = second[0].folded in QUESTIONS or _TURNED & words
    if columns is None or not other:
        # "Show their names." is read as it stands
        return None
    said: list[Token] = []
    for n, column in enumerate(columns):
        said += [*put(second[0], "and")] if n else []
        said += [*column]
    begun = in_place_of(second[0], "return")
    stop = [in_place_of(second[0], ".", mark=True)] if marks else []
    return (*tokens[:middle], begun, *said, *stop)
