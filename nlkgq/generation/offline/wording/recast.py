"""Sentences in the order and words of others: ``Oldest first, list ...``, ``the lowest age and the highest age``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nlkgq.generation.offline.function_words import BE, HAVE
from nlkgq.generation.offline.operators import adjective
from nlkgq.generation.offline.row_orders import read_orders
from nlkgq.generation.offline.tokens import Token, in_place_of
from nlkgq.generation.offline.wording.of_two import of_two

_ORDERS_FIRST = 9
"""Most tokens before the comma that ends an order."""
_FRONTING = frozenset(("for", "of", "in", "with"))
_ASKED = frozenset(("what", "which"))
_WHOSE = frozenset(("its", "their", "his", "her"))
_OF_ALL = frozenset(("each", "every", "per", "any"))
_MARKS = frozenset(",:")
_THAT = frozenset(("that", "this"))
_BEFORE_THAT = BE | frozenset(("of", "show", "give", "tell", "list", "and", "me", "know", "for", "want"))
_DENYING = frozenset(("without", "not", "no", "don't", "doesn't", "didn't", "don’t", "doesn’t", "didn’t", "lack"))
_FARTHEST = 3
_AGGREGATES = frozenset(("mean", "average", "minimum", "maximum", "min", "max", "minimal", "maximal", "total"))
_AROUND = frozenset(("from", "going", "the"))
_ENDS = 3
_AGAIN = BE | {"the", "what"}
_PLACED = frozenset(("in", "on", "for", "at", "of", "with", "during"))
_LEAST, _TOLD = 6, 6
"""Fewest words of a sentence whose extreme stands last, and most of what is so."""
_NOUN = 3
"""Most words of what is measured."""


def recast(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens in the order that the rest of the translator reads.

    >>> from nlkgq.generation.offline.tokens import tokenize
    >>> " ".join(t.text for t in recast(tokenize("For the ship that sank, what is its flag?")))
    'what is the flag of the ship that sank ?'
    """
    tokens = _predicated(_listed(_said_again(tokens)))
    return _about(of_two(_ordered(tokens)))


def _predicated(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """``In which port is the mean age the highest?``, ``Which port's mean age is the highest?``: has the highest."""
    words = [t.folded for t in tokens]
    start = 1 if words and words[0] in _PLACED else 0
    end = next((n for n, t in enumerate(tokens) if t.kind == "mark" and n > start), len(tokens))
    if end < start + _LEAST or words[start] not in _ASKED or words[end - 2] != "the" or not _is_extreme(words[end - 1]):
        return tokens
    verb = next((n for n in range(start + 2, end - 2) if words[n] in BE), 0)
    owner = next((n for n in range(start + 1, end - 2) if tokens[n].possessive), 0)
    if verb == end - 3 and owner:
        thing, told = tokens[start + 1 : owner + 1], tokens[owner + 1 : verb]
    elif verb and words[verb + 1] == "the" and not owner:
        thing, told = tokens[start + 1 : verb], tokens[verb + 2 : end - 2]
    else:
        return tokens
    if not told or len(told) > _TOLD or any(t.kind != "word" or t.folded in BE | HAVE for t in told):
        return tokens
    bare = [replace(t, possessive=False) for t in thing]
    has = [in_place_of(tokens[verb], word) for word in ("has", "the")]
    return (tokens[start], *bare, *has, tokens[end - 1], *told, *tokens[end:])


def _listed(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """``the mean age, the lowest age and the highest age``: the mean, lowest and highest age."""
    for place in range(len(tokens)):
        first = _measured(tokens, place, ())
        if not first:
            continue
        noun = tuple(t.folded for t in tokens[place + 1 : first])
        kept, end = [tokens[place]], first
        while (start := _past_joint(tokens, end)) and (after := _measured(tokens, start, noun)):
            kept += [*(t for t in tokens[end:start] if t.folded not in _AGAIN), tokens[start]]
            end = after
        if end > first:
            return (*tokens[:place], *kept, *tokens[first - len(noun) : first], *_listed(tokens[end:]))
    return tokens


def _measured(tokens: Sequence[Token], place: int, noun: tuple[str, ...]) -> int:
    """The end of ``lowest age`` where it stands at a place, with this noun or, without one, up to a joint; else 0."""
    word = tokens[place].folded if place < len(tokens) else ""
    if word == "last" or (word not in _AGGREGATES and not _is_extreme(word)):
        # "the first name, the last name" are three words for two things
        return 0
    if noun:
        end = place + 1 + len(noun)
        return end if tuple(t.folded for t in tokens[place + 1 : end]) == noun else 0
    end = next((n for n in range(place + 1, len(tokens)) if _past_joint(tokens, n)), 0)
    said = tokens[place + 1 : end]
    return end if 0 < len(said) <= _NOUN and all(t.kind == "word" for t in said) else 0


def _past_joint(tokens: Sequence[Token], place: int) -> int:
    """Past ``, and the``, ``and what is the`` where it stands at a place; 0 without one."""
    end = place
    while end < len(tokens) and (tokens[end].text == "," or tokens[end].folded in ("and", "plus", "&")):
        end += 1
    if place < end < len(tokens) - 1 and tokens[end].folded == "what" and tokens[end + 1].folded in BE:
        end += 2
    return end + (tokens[end].folded == "the") if place < end < len(tokens) else 0


def _ordered(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """``Youngest first, who are the pupils?``: the order behind what is ordered."""
    comma = next((n for n, t in enumerate(tokens[:_ORDERS_FIRST]) if t.kind == "mark"), 0)
    if not comma or tokens[comma].text != "," or not _is_order(tokens[:comma]):
        return tokens
    end = next((n for n in range(comma + 1, len(tokens)) if tokens[n].text in "?.;!"), len(tokens))
    return (*tokens[comma + 1 : end], tokens[comma], *tokens[:comma], *tokens[end:])


def _is_order(words: Sequence[Token]) -> bool:
    """``longest first``, ``from the youngest to the oldest``."""
    said = [t.folded for t in words if t.folded not in _AROUND]
    ends = len(said) == _ENDS and said[1] == "to" and all(_is_extreme(w) for w in said[::2])
    return ends or (words[-1].folded == "first" and bool(read_orders(words)))


def _is_extreme(word: str) -> bool:
    found = adjective(word, ("en",))
    return found is not None and found.degree == "superlative"


def _about(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """``For the ship that sank, what is its flag?``: what is the flag of the ship that sank."""
    start = 1 if tokens and tokens[0].folded in _FRONTING else 0
    marks = [n for n, t in enumerate(tokens) if t.kind == "mark"]
    end = next((n for n in marks if tokens[n].text in _MARKS and _asks(tokens, n + 1)), 0)
    told = tokens[start:end]
    clause = any(t.folded in ("that", "who", "which", "whose") for t in told)
    if end <= start or (start and not clause) or _OF_ALL.intersection(t.folded for t in tokens[: start + 1]):
        return tokens
    if any(t.text in "?.;!:" for t in told) or _asks(tokens, 0):
        return tokens
    last = next((n for n in marks if n > end), len(tokens))
    if last < len(tokens) and tokens[last].text not in "?.":
        return tokens
    asked = (*tokens[end + 1 : end + 3], in_place_of(tokens[end + 3], "the"), *tokens[end + 4 : last])
    return (*asked, in_place_of(tokens[end], "of"), *told, *tokens[last:])


def _asks(tokens: Sequence[Token], place: int) -> bool:
    """Whether ``what is its`` stands at a place."""
    words = [t.folded for t in tokens[place : place + 4]]
    return len(words) > 3 and words[0] in _ASKED and words[1] in BE and words[2] in _WHOSE


def _said_again(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """``that ship's flag`` is the ship's, ``each one's flag`` theirs, ``without a single one`` none."""
    found: list[Token] = []
    place = 0
    while place < len(tokens):
        token, after = tokens[place], tokens[place + 1 : place + 3]
        words = [t.folded for t in after]
        if token.folded == "each" and words[:1] == ["one"] and after[0].possessive:
            found.append(in_place_of(token, "their"))
            place += 2
            continue
        if token.folded in _OF_ALL and words[:1] == ["one"] and words[1:2] in (["once"], ["only"], ["just"]):
            # "counting each one once"
            found.append(token)
            place += 2
            continue
        if token.folded in _THAT and after and after[0].possessive and after[0].text.islower():
            before = found[-1].folded if found else ""
            if before in _BEFORE_THAT or not before or found[-1].kind == "mark":
                found.append(in_place_of(token, "the"))
                place += 1
                continue
        denied = any(t.folded in _DENYING for t in found[-_FARTHEST:])
        if denied and token.folded in ("a", "one") and words[:1] == ["single"]:
            found.append(in_place_of(token, "a"))
            place += 2
            continue
        found.append(token)
        place += 1
    return tuple(found)
