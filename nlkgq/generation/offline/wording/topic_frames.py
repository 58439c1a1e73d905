"""What is spoken of before it is asked about: ``Take the ships: how old are they?``, ``If a ship is long, list it.``

``Is there a long ship? What is it called?`` asks the same in two sentences.
"""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.function_words import BE, DO, HAVE
from nlkgq.generation.offline.row_orders import starts
from nlkgq.generation.offline.sentences import bounds
from nlkgq.generation.offline.tokens import Token, in_place_of
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.generation.offline.wording.about_topics import (
    PRONOUNS,
    SMALL,
    THEM,
    about,
    asks_how_many,
    lowered,
    marks_start,
)
from nlkgq.generation.offline.wording.asked_columns import asked_columns
from nlkgq.generation.offline.wording.each_frames import for_each, for_some, one_by_one
from nlkgq.generation.offline.wording.request_words import (
    ORDER,
    QUESTIONS,
    begins_request,
    kind_end,
    order_end,
    put,
    sentence_start,
)

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
_RELATIVE = frozenset(("that", "who", "which", "whose", "with", "without", "from", "in", "of"))
_MEASURES = frozenset(("average", "mean", "minimum", "maximum", "total", "median"))
_THERE = (("is", "there"), ("are", "there"), ("was", "there"), ("were", "there"), ("do", "we", "have"))
_TURNED = frozenset(("called", "named", "titled", "how", "that", "this", "such"))


def with_topic(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """The tokens as one question about what is spoken of."""
    tokens = tuple(tokens)
    tokens = one_by_one(tokens, vocabulary)
    for told in (_supposed, _taken, _on_condition, for_each, for_some, _named_before, _said_before):
        found = told(tokens, vocabulary)
        if found is not None:
            return found
    return tokens


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
    end = marks_start(tokens)
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
    end = marks_start(tokens)
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
    end = marks_start(tokens)
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


def _named_before(tokens: tuple[Token, ...], vocabulary: Vocabulary) -> tuple[Token, ...] | None:
    """``Ships without a flag: what are their names?``"""
    end = marks_start(tokens)
    colon = next((n for n in range(1, end - 1) if tokens[n].text in (":", "–", "—")), None)
    if colon is None or begins_request(tokens, 0):
        return None
    measured = tokens[colon + 1].folded in _MEASURES and kind_end(tokens, 0, vocabulary) == colon
    if measured:
        # "ships: average and maximum length"
        first = tokens[0]
        measures = (*put(first, ORDER, "the"), *lowered(tokens[colon + 1 : end]))
        return (*measures, *put(first, "of", "the"), *lowered(tokens[:colon]), *tokens[end:])
    if not begins_request(tokens, colon + 1):
        return None
    topic, request = tokens[:colon], tokens[colon + 1 : end]
    start = 1 if topic[0].folded in ("for", "of", "among", "from", "in") else 0
    if not start and order_end(request, 0):
        return None
    anaphor = any(t.folded in PRONOUNS for t in request) or any(
        t.folded == "each" and n + 1 < len(request) and request[n + 1].folded == "one" for n, t in enumerate(request)
    )
    many = asks_how_many([t.folded for t in request])
    if start == len(topic) or not (anaphor or many or start) or any(t.kind == "mark" and t.text in "?." for t in topic):
        return None
    return about(lowered(topic[start:]) if not start else topic[start:], request, tokens[end:], vocabulary)


def _said_before(tokens: tuple[Token, ...], vocabulary: Vocabulary) -> tuple[Token, ...] | None:
    """``Is there a ship without a flag? What is it called?``, ``Which ship is longest? What is its name?``"""
    parts = list(bounds(tokens))
    if len(parts) != 2:
        return None
    middle = parts[0][1]
    first_end, end = marks_start(tokens[:middle]), marks_start(tokens)
    second = tokens[middle:end]
    if not second or first_end < 3:
        return None
    there = starts(tokens, 0, _THERE)
    words = {t.folded for t in second if t.kind != "mark"}
    marks = tokens[end:]
    said_so = words - ({"name"} if second[0].folded == "name" else set())
    only_which = said_so <= THEM | SMALL | {"tell", "give", "list", "show"}
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
