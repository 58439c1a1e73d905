"""Which of two named things: ``of Ebb and Flow, which is longer``, ``which of the two is longer, Ebb or Flow``."""

from __future__ import annotations

from nlkgq.generation.offline.function_words import BE, DO, HAVE
from nlkgq.generation.offline.operators import adjective
from nlkgq.generation.offline.tokens import Token, in_place_of

_MARKS = frozenset(",:")
_ENDS = frozenset("?.")
_ASKED = frozenset(("what", "which"))
_THESE = (("the", "two"), ("these", "two"), ("those", "two"), ("both",), ("them",), ("these",), ("the", "following"))
_ORDINALS = frozenset(("first", "last"))
_AUXILIARY = BE | HAVE | DO
_JOINED = frozenset(("and", "or", "&"))


def of_two(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """The tokens with what is chosen between two things as one question with both of them.

    >>> from nlkgq.generation.offline.tokens import tokenize
    >>> said = ("Which of 'Ebb' and 'Flow' sank first?", "Which of the two ships is longer, Ebb or Flow?")
    >>> [" ".join(t.text for t in of_two(tokenize(q))) for q in said]
    ['Which sank first , Ebb or Flow ?', 'Which ships is longer , Ebb or Flow ?']
    """
    return _between(_of_these(_told_before(tokens)))


def _told_before(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """``Of Ebb and Flow, which ship has the longer mast?``: which of Ebb and Flow has it."""
    comma = next((n for n, t in enumerate(tokens) if t.text in _MARKS), 0)
    words = [t.folded for t in tokens]
    named = len(tokens) > comma + 3 and (tokens[1].kind == "quote" or tokens[1].text[:1].isupper())
    if words[:1] not in (["of"], ["between"], ["among"]) or not named or words[comma + 1] not in _ASKED | {"who"}:
        return tokens
    verb = next((n for n in range(comma + 2, min(comma + 5, len(tokens))) if words[n] in BE | HAVE), comma + 2)
    if not {"and", "or"} & set(words[2:comma]) or not any(_compares(w) for w in words[comma:]):
        return tokens
    asked = in_place_of(tokens[comma + 1], "which")
    return (asked, in_place_of(tokens[0], "of"), *tokens[1:comma], *tokens[verb:])


def _of_these(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """``which of the two is longer, Ebb or Flow``: which is."""
    words = [t.folded for t in tokens]
    if words[:1] == [] or words[0] not in _ASKED | {"who"} or words[1:2] != ["of"]:
        return tokens
    length = max((len(p) for p in _THESE if tuple(words[2 : 2 + len(p)]) == p), default=0)
    comma = next((n for n in range(2, len(tokens)) if tokens[n].text in _MARKS), 0)
    named = comma and not _JOINED.isdisjoint(words[comma:])
    return (tokens[0], *tokens[2 + length :]) if length and named else tokens


def _between(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """``which of Ebb and Flow was built first``: which was built first, Ebb or Flow."""
    words = [t.folded if t.kind == "word" else "" for t in tokens]
    if words[:1] == [] or words[0] not in _ASKED | {"who"} or words[1:2] != ["of"]:
        return tokens
    joints = [n for n in range(3, len(tokens)) if words[n] in _JOINED]
    joint = joints[0] if joints else 0
    quoted = joint and joint + 2 < len(tokens) and tokens[joint - 1].kind == tokens[joint + 1].kind == "quote"
    verb = joint + 2 if quoted else next((n for n in range(joint + 2, len(tokens)) if words[n] in _AUXILIARY), 0)
    end = next((n for n in range(verb, len(tokens)) if tokens[n].text in _ENDS), len(tokens))
    if not joint or not verb or any(n < verb for n in joints[1:]) or not _ORDINALS.intersection(words[verb:end]):
        return tokens
    named = (*tokens[2:joint], in_place_of(tokens[joint], "or"), *tokens[joint + 1 : verb])
    return (tokens[0], *tokens[verb:end], in_place_of(tokens[1], ",", mark=True), *named, *tokens[end:])


def _compares(word: str) -> bool:
    found = adjective(word, ("en",))
    return found is not None and found.degree != "positive"
