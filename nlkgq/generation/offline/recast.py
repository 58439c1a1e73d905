"""What stands first and is mostly said last: ``Oldest first, list ...``."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.function_words import BE
from nlkgq.generation.offline.row_orders import read_orders
from nlkgq.generation.offline.tokens import Token, in_place_of

_ORDERS_FIRST = 9
"""Most tokens before the comma that ends an order."""
_LOOKING = (
    *(("considering",), ("counting",), ("looking", "at"), ("looking", "only", "at"), ("taking",), ("focusing", "on")),
    *(("limited", "to"), ("restricted", "to"), ("with", "regard", "to"), ("when", "it", "comes", "to"), ("as", "for")),
    *(("regarding",), ("concerning",), ("if", "you", "look", "at"), ("if", "we", "look", "at"), ("out", "of")),
    *(("if", "we", "only", "consider"), ("if", "you", "only", "consider"), ("if", "we", "consider"), ("across",)),
)
_ONLY = frozenset(("only", "just", "solely", "all", "the"))
_FRONTING = frozenset(("for", "of", "in", "with"))
_ASKED = frozenset(("what", "which"))
_WHOSE = frozenset(("its", "their", "his", "her"))
_OF_ALL = frozenset(("each", "every", "per", "any"))
_MARKS = frozenset(",:")
_THAT = frozenset(("that", "this"))
_BEFORE_THAT = BE | frozenset(("of", "show", "give", "tell", "list", "and", "me", "know", "for", "want"))
_DENYING = frozenset(("without", "not", "no", "don't", "doesn't", "didn't", "don’t", "doesn’t", "didn’t", "lack"))
_FARTHEST = 3


def recast(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens in the order that the rest of the translator reads.

    >>> from nlkgq.generation.offline.tokens import tokenize
    >>> " ".join(t.text for t in recast(tokenize("For the ship that sank, what is its flag?")))
    'what is the flag of the ship that sank ?'
    """
    tokens = _said_again(tokens)
    return _about(_looking(_ordered(tokens)))


def _ordered(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """``Youngest first, who are the pupils?``: the order behind what is ordered."""
    comma = next((n for n, t in enumerate(tokens[:_ORDERS_FIRST]) if t.kind == "mark"), 0)
    if not comma or tokens[comma].text != "," or not _is_order(tokens[:comma]):
        return tokens
    end = next((n for n in range(comma + 1, len(tokens)) if tokens[n].text in "?.;!"), len(tokens))
    return (*tokens[comma + 1 : end], tokens[comma], *tokens[:comma], *tokens[end:])


def _is_order(words: Sequence[Token]) -> bool:
    """``longest first``."""
    return words[-1].folded == "first" and bool(read_orders(words))


def _looking(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """``Considering only long ships, how old are they?``: among them."""
    words = tuple(t.folded for t in tokens[:5])
    length = max((len(p) for p in _LOOKING if words[: len(p)] == p), default=0)
    comma = next((n for n, t in enumerate(tokens) if t.text in _MARKS), 0)
    if not length or comma <= length + 1 or all(t.kind == "mark" for t in tokens[comma:]):
        return tokens
    while tokens[length].folded in _ONLY and length < comma - 1:
        length += 1
    return (in_place_of(tokens[0], "among"), *tokens[length:])


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
