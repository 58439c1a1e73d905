"""A yes or no asked in more words: ``is it true that X sank``, ``tell me whether X sank``, ``is it false that``."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.tokens import Token, in_place_of

_TRUE = (
    *(("true",), ("correct",), ("right",), ("so",), ("known",), ("accurate",), ("certain",), ("the", "case")),
    *(("safe", "to", "say"), ("right", "to", "say"), ("true", "to", "say"), ("correct", "to", "say"), ("a", "fact")),
    *(("really", "true"), ("really", "the", "case"), ("actually", "true"), ("indeed", "true")),
)
_FALSE = (
    ("wrong", "to", "say"),
    ("false", "to", "say"),
    ("false",),
    ("untrue",),
    ("wrong",),
    ("incorrect",),
    ("a", "lie"),
)
_ASKING = (("is", "it"), ("was", "it"), ("isn't", "it"), ("isn’t", "it"))
_DENYING = frozenset(("isn't", "isn’t"))
_ORDERS = (
    *(("tell", "me"), ("tell", "us"), ("check",), ("verify",), ("find", "out"), ("say",), ("determine",), ("see",)),
    *(("let", "me", "know"), ("do", "you", "know"), ("can", "you", "tell", "me"), ("could", "you", "tell", "me")),
    *(("can", "you", "say"), ("can", "you", "check"), ("could", "you", "check"), ("give",), ("test",)),
    *(("am", "i", "right"), ("am", "i", "correct"), ("would", "you", "say"), ("could", "one", "say")),
    *(("do", "we", "know"), ("confirm",), ("can", "you", "confirm"), ("is", "it", "known")),
)
_WHETHER = frozenset(("whether", "if"))
_THAT = frozenset(("that",))
_CHECKED = frozenset(("check", "verify", "confirm", "test", "right", "correct", "say"))
_POLITE = frozenset(("please", "so", "and", "now", "well", "ok", "okay", "hi", "hello"))


def as_question(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens with what asks for a yes or no as ``is``, and ``that not`` behind it where that is denied.

    >>> from nlkgq.generation.offline.tokens import tokenize
    >>> said = ("Is it true that Ebb sank?", "Is it false that Ebb sank?", "Tell me whether Ebb sank.")
    >>> [" ".join(t.text for t in as_question(tokenize(q))) for q in said]
    ['is Ebb sank ?', 'is that not Ebb sank ?', 'is Ebb sank .']
    """
    start = 0
    while start < len(tokens) and (tokens[start].kind == "mark" or tokens[start].folded in _POLITE):
        start += 1
    words = tuple(t.folded for t in tokens[start : start + 9])
    end, denied, first = _stated(words) or _ordered(words)
    if not end or start + end >= len(tokens):
        return tuple(tokens)
    asked = [in_place_of(tokens[start], first)]
    if denied:
        # Right behind "is", a "not" would only ask.
        asked += [in_place_of(tokens[start + 1], "that"), in_place_of(tokens[start + 1], "not")]
    return (*asked, *tokens[start + end :])


def _stated(words: tuple[str, ...]) -> tuple[int, bool, str] | None:
    """(end, whether it is denied, first word) of ``is it not true that``; None for other words."""
    if words[:2] not in _ASKING:
        return None
    place = 3 if words[2:3] == ("not",) else 2
    denied = place == 3
    for told, said in ((_TRUE, denied), (_FALSE, not denied)):
        for phrase in told:
            end = place + len(phrase)
            if words[place:end] == phrase and words[end : end + 1] == ("that",):
                return end + 1, said, words[0]
    return None


def _ordered(words: tuple[str, ...]) -> tuple[int, bool, str]:
    """The same of ``tell me whether``; an end of 0 for other words."""
    for phrase in _ORDERS:
        after = words[len(phrase) : len(phrase) + 1]
        if (
            words[: len(phrase)] == phrase
            and after
            and (after[0] in _WHETHER or (phrase[-1] in _CHECKED and after[0] in _THAT))
        ):
            return len(phrase) + 1, False, "is"
    return 0, False, ""
