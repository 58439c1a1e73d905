"""``the growers, and the number of stalls for each person``, ``how many each has``, ``without one``: named before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nlkgq.generation.offline.function_words import BE, DO, HAVE, PARTICIPLES, VERBS
from nlkgq.generation.offline.persons import rows_of_persons
from nlkgq.generation.offline.phrases import looks_like_verb
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.tokens import Token, in_place_of
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.generation.offline.wording.named_words import is_kind

_PERSONS = frozenset(("person", "individual", "people", "persons", "individuals"))
_THINGS = frozenset(("item", "one", "entry", "record", "thing"))
_EACH = frozenset(("each", "every", "per", "these", "those", "such"))
_THEM = frozenset(("them", "these", "those"))
_COUNTED = (("how", "many"), ("number", "of"), ("count", "of"))
_PLACED = frozenset(("in", "from", "of", "with", "by", "at", "on", "after", "before", "under", "over"))
_GOING_ON = _PLACED | {"that", "which", "who", "whose", "without", "where"}
_LONGEST = 3
"""Most words of a kind."""
_JOINTS = frozenset(("and", "but", "or"))
_HAD = HAVE | {"with", "having"}
_NEAR = 3
_KNOWN = 0.7


def with_kinds_again(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """The tokens with ``each person`` and ``each`` as each of the kind that was named before, where it is one.

    Args:
        tokens: The question.
        vocabulary: What kinds there are.
    """
    found: list[Token] = []
    place = 0
    tokens = _without_one(tokens)
    while place < len(tokens):
        if tokens[place].folded == "also" and found and found[-1].folded == "and" and _starts_noun(tokens, place + 1):
            place += 1
            continue
        another, noun = _one_more(tokens, place, vocabulary)
        if noun:
            if found[-1].folded == "also":
                found.pop()
            found += [in_place_of(tokens[place], word) for word in ("a", *noun)]
            place += another
            continue
        end, persons = _again(tokens, place, vocabulary)
        token = _kind(tokens[:place], vocabulary, persons=persons) if end else None
        if token is None:
            found.append(tokens[place])
            place += 1
            continue
        again = replace(in_place_of(tokens[end - 1], token.folded), possessive=tokens[end - 1].possessive)
        found += [tokens[place], again]
        place = end
    return tuple(found)


def _starts_noun(tokens: Sequence[Token], place: int) -> bool:
    return any(t.folded in ("a", "an") for t in tokens[place : place + 1])


def _one_more(tokens: Sequence[Token], place: int, vocabulary: Vocabulary) -> tuple[int, list[str]]:
    """``a ship built before X and another one built after Y``: the length of the word for it, and the noun."""
    words = [t.folded for t in tokens]
    before = [w for w in words[max(0, place - 2) : place] if w != "also"]
    if words[place] not in ("one", "another") or before[-1:] != ["and"]:
        return 0, []
    length = 2 if words[place : place + 2] == ["another", "one"] else 1
    if place + length >= len(tokens) or not (words[place + length] in _GOING_ON or _goes_on(tokens[place + length])):
        return 0, []
    for n in range(place - 2, 0, -1):
        if words[n - 1] not in ("a", "an"):
            continue
        stop = next((m for m in range(n, place) if words[m] in vocabulary.lexicon.function_words), place)
        # "an online auction and one that was not"
        for start, end in ((s, e) for s in range(n, min(n + 2, stop)) for e in range(min(s + _LONGEST, stop), s, -1)):
            named = vocabulary.readings(words[start:end])[:1]
            if any(r.kind == "class" and (r.score > _KNOWN or (start, end) == (n, n + 1)) for r in named):
                return length, words[start:end]
    return 0, []


def _without_one(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """``clubs with a bar and clubs without one``, ``a club with a bar and one without``: without a bar."""
    words = [t.folded for t in tokens]
    for place in range(3, len(tokens)):
        one = place + 1 if words[place + 1 : place + 2] in (["one"], ["any"]) else place
        after = words[one + 1 : one + 2]
        if words[place] != "without" or (after and tokens[one + 1].kind != "mark" and after[0] not in _JOINTS):
            continue
        joint = next((n for n in range(place - 1, 0, -1) if words[n] in _JOINTS), 0)
        had = next((n for n in range(joint - 1, 0, -1) if words[n] in _HAD), 0)
        told = tokens[had + 1 : joint]
        if had and 0 < len(told) <= _LONGEST + 1 and all(t.kind == "word" for t in told):
            said = [in_place_of(tokens[place], t.folded) for t in told]
            return (*tokens[: place + 1], *said, *tokens[one + 1 :])
    return tuple(tokens)


def _again(tokens: Sequence[Token], place: int, vocabulary: Vocabulary) -> tuple[int, bool]:
    """Where ``each one`` from a token on ends, 0 where there is none, and whether it is a word for persons."""
    first, *after = (t.folded for t in tokens[place : place + 3])
    if first not in _EACH or not place:
        return 0, False
    word = after[0] if after else ""
    if word in _PERSONS | _THINGS and not _names_something(word, vocabulary):
        return place + 2, word in _PERSONS
    if first == "each" and word == "of" and set(after[1:]) & _THEM:
        return place + 3, False
    bare = first == "each" and (place + 1 == len(tokens) or _goes_on(tokens[place + 1]))
    # "each opening", "each drawn game"
    kinds = [is_kind(t, vocabulary) for t in tokens[place + 1 : place + 3]]
    named = any(kinds) and word not in BE | DO | HAVE and (kinds[0] or word in PARTICIPLES or word[-2:] == "ed")
    return (place + 1 if bare and not named else 0), False


def _goes_on(token: Token) -> bool:
    """Whether no noun follows ``each``: its verb does, or nothing."""
    verb = token.folded in BE | DO | HAVE | VERBS | PARTICIPLES or looks_like_verb(token.text)
    return token.kind == "mark" or (token.kind == "word" and verb)


def _names_something(word: str, vocabulary: Vocabulary) -> bool:
    return any(r.score > _KNOWN for r in vocabulary.readings((word,)))


def _kind(tokens: Sequence[Token], vocabulary: Vocabulary, *, persons: bool) -> Token | None:
    """The word for the one kind that is named and not counted; None where there is none, or are several."""
    found: dict[str, tuple[Token, Reading]] = {}
    for place, token in enumerate(tokens):
        if token.kind != "word" or token.folded in vocabulary.lexicon.function_words or _is_counted(tokens, place):
            continue
        for r in vocabulary.readings((token.folded,))[:1]:
            if r.kind == "class":
                found.setdefault(r.iri, (token, r))
    people = rows_of_persons(vocabulary.schema) if persons else 0
    kinds = [t for t, r in found.values() if not people or not r.subject & ~people]
    return kinds[0] if len(kinds) == 1 else None


def _is_counted(tokens: Sequence[Token], place: int) -> bool:
    before = [t.folded for t in tokens[max(0, place - _NEAR) : place]]
    if place and tokens[place - 1].kind == "number":
        # "states with more than 10 area codes"
        return True
    return any(tuple(before[n : n + 2]) in _COUNTED for n in range(len(before)))
