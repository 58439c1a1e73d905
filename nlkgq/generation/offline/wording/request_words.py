"""Where a request begins, and what words only say that something is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nlkgq.generation.offline.function_words import BE, DO, HAVE
from nlkgq.generation.offline.row_orders import starts
from nlkgq.generation.offline.tokens import Token, in_place_of
from nlkgq.generation.offline.vocabulary import Vocabulary

ORDER = "give"
"""The order that stands for all that only want to be told."""
KEPT = (
    *(("give",), ("show",), ("list",), ("return",), ("report",), ("print",), ("output",), ("state",), ("tell",)),
    *(("display",), ("find",), ("get",), ("name",), ("count",), ("identify",), ("provide",), ("include",)),
)
"""Orders that other steps read."""
TOLD = (
    *(("say",), ("read",), ("read", "out"), ("pull",), ("pull", "up"), ("pull", "out"), ("work", "out"), ("fetch",)),
    *(("figure", "out"), ("find", "out"), ("calculate",), ("compute",), ("determine",), ("establish",), ("grab",)),
    *(("dig", "up"), ("dig", "out"), ("look", "up"), ("bring", "up"), ("draw", "up"), ("put", "together")),
    *(("compile",), ("retrieve",), ("supply",), ("produce",), ("present",), ("let", "me", "know"), ("tabulate",)),
    *(("let", "me", "have"), ("let", "me", "see"), ("lay", "out"), ("set", "out"), ("write", "down"), ("spell", "out")),
)
"""Orders in other words."""
QUESTIONS = frozenset(("what", "which", "who", "whom", "whose", "when", "where", "how"))
_PRONOUNS = frozenset(("me", "us", "for"))
_BEFORE = frozenset(("please", "then", "also", "kindly", "just", "simply", "and", "so"))
_DETERMINERS = frozenset(
    ("the", "a", "an", "all", "each", "every", "any", "its", "their", "his", "her", "both", "only")
)
_PREPOSED = frozenset(("in", "at", "by", "for", "from", "of", "on", "with"))


def says(tokens: Sequence[Token], place: int, *words: str) -> bool:
    """Whether some words stand at a place."""
    return tuple(t.folded for t in tokens[place : place + len(words)]) == words


def order_end(tokens: Sequence[Token], place: int) -> int:
    """Past ``then please work out``, ``tell me``, which begins a request; the place itself where none begins."""
    start = place
    while start < len(tokens) and tokens[start].folded in _BEFORE:
        start += 1
    length = max(starts(tokens, start, KEPT), starts(tokens, start, TOLD))
    end = start + length
    if not length or end >= len(tokens):
        return place
    while end < len(tokens) and tokens[end].folded in ("me", "us"):
        end += 1
    after = tokens[end] if end < len(tokens) else None
    told = after is not None and (after.folded in _DETERMINERS | QUESTIONS or end > start + length)
    # "name and age" is no order, and "report cards" are things
    return end if told or length > 1 or tokens[start].folded in _CLEAR else place


_CLEAR = frozenset(("give", "show", "list", "return", "tell", "count", "calculate", "compute", "determine", "identify"))


def begins_request(tokens: Sequence[Token], place: int) -> bool:
    """Whether an order or a question begins at a place."""
    if order_end(tokens, place) > place:
        return True
    while place < len(tokens) and tokens[place].folded in _BEFORE:
        place += 1
    word = tokens[place].folded if place < len(tokens) else ""
    after = tokens[place + 1].folded if place + 1 < len(tokens) else ""
    if word in QUESTIONS or (word in _PREPOSED and after in ("which", "what", "whom", "whose")):
        return True
    return word in BE | DO | HAVE and after in _DETERMINERS | {"there", "they", "it"}


def put(token: Token, *words: str) -> list[Token]:
    """Some words in the place of a token."""
    return [in_place_of(token, w) for w in words]


def kind_end(tokens: Sequence[Token], place: int, vocabulary: Vocabulary) -> int:
    """Where the name of a kind of things that begins at a place ends; the longest one; 0 where none begins."""
    small = vocabulary.lexicon.function_words
    for end in range(min(place + _LONGEST, len(tokens)), place, -1):
        words = tuple(t.folded for t in tokens[place:end])
        if any(t.kind != "word" for t in tokens[place:end]) or words[0] in small or words[-1] in small:
            continue
        readings = vocabulary.readings(words)
        if readings and readings[0].kind == "class" and readings[0].score > _SURE:
            return end
    return 0


def sentence_start(token: Token, word: str) -> Token:
    """A word in the place of the first of a sentence."""
    return replace(in_place_of(token, word), text=word.capitalize())


_LONGEST = 3
_SURE = 0.9
