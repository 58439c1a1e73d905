"""What is said again in plainer words: ``the hands, i.e. the sailors``, ``how busy is Ebb, that is, how many jobs``."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.tokens import Token, in_place_of
from nlkgq.generation.offline.wording.request_words import QUESTIONS, order_end

_AGAIN = (
    *(("i", ".", "e", "."), ("i", ".", "e"), ("ie", "."), ("ie",), ("i", "e"), ("that", "is", "to", "say")),
    *(
        ("viz", "."),
        ("that", "is", ","),
        ("meaning",),
        ("in", "other", "words"),
        ("or", "rather"),
        ("i", "mean"),
        ("namely",),
    ),
    *(("to", "be", "precise"), ("more", "precisely"), ("in", "other", "terms"), ("which", "means")),
)
_WHOSE = frozenset(("its", "his", "her", "their"))
_WHO = frozenset(("it", "he", "she", "they"))
_OPENINGS = frozenset(",(?.:;–—-")
_CLOSINGS = frozenset(")?.!")
_BEFORE_NOUNS = frozenset(
    (
        *("of", "the", "all", "every", "each", "our", "which", "what", "many", "in", "by", "for", "from", "at", "a"),
        *("list", "show", "give", "find", "me", "no", "any", "per", "with", "to", "on", "into", "about", "under"),
    )
)
_NOUN = 3
"""Most words of a noun that is said again."""
_SMALL = QUESTIONS | {"is", "are", "was", "were", "does", "do", "did", "has", "have", "how"}


def said_plainly(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens with what is said in two ways in the second of them.

    >>> from nlkgq.generation.offline.tokens import tokenize
    >>> said = ("List the hands, i.e. sailors without a ship.", "Who is behind 'Ebb', that is, what are its makers?")
    >>> [" ".join(t.text for t in said_plainly(tokenize(q))) for q in said]
    ['List the sailors without a ship .', 'what are the makers of Ebb ?']
    """
    for place in range(2, len(tokens) - 1):
        if tokens[place - 1].text not in _OPENINGS:
            continue
        words = tuple(t.folded for t in tokens[place : place + 5])
        length = max((len(a) for a in _AGAIN if words[: len(a)] == a), default=0)
        if not length:
            continue
        start = place + length
        while start < len(tokens) and tokens[start].text in (",", ":"):
            start += 1
        found = _instead(tokens[: place - 1], tokens[start:], told=words[:2] == ("i", "mean"))
        return tuple(tokens) if found is None else found
    return tuple(tokens)


def _instead(before: Sequence[Token], after: Sequence[Token], *, told: bool) -> tuple[Token, ...] | None:
    """The second way in place of the first, or of its last noun; None where that is not known.

    Args:
        before: The first way.
        after: The second one.
        told: Whether the speaker says so, who may only be asking for something.
    """
    end = next((n for n, t in enumerate(after) if t.text in _CLOSINGS), len(after))
    said, rest = after[:end], [t for t in after[end:] if t.text not in ")"]
    if not said:
        return None
    anaphor = any(t.folded in _WHOSE | _WHO for t in said)
    if said[0].folded in QUESTIONS | _WHOSE or order_end(said, 0) or anaphor:
        named = _named(before) if anaphor else ()
        return None if anaphor and not named else (*_of(said, named), *rest)
    cut = next((n for n in range(len(before) - 1, -1, -1) if before[n].folded in _BEFORE_NOUNS), None)
    if told or cut is None or len(before) - cut - 1 > _NOUN or any(t.kind == "mark" and t.text != "-" for t in before):
        return None
    if said[0].folded in ("the", "all", "those") and before[cut].folded in ("the", "all", "every", "each", "a"):
        said = said[1:] if said[0].folded != "those" else said
    return (*before[: cut + 1], *said, *rest)


def _named(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The one thing that is named: a quoted one, or words in capitals; () for none and for several."""
    quotes = [t for t in tokens if t.kind == "quote"]
    if quotes:
        return tuple(quotes) if len(quotes) == 1 else ()
    runs: list[list[Token]] = [[]]
    for n, token in enumerate(tokens):
        small = token.folded in _SMALL or (not n and tokens[1:2] and not tokens[1].text[:1].isupper())
        if token.kind == "word" and token.text[:1].isupper() and not small:
            runs[-1].append(token)
        elif runs[-1] and not (token.text == "." and len(runs[-1][-1].text) == 1):
            runs.append([])
        elif runs[-1]:
            runs[-1].append(token)
    named = [run for run in runs if run]
    return tuple(named[0]) if len(named) == 1 else ()


def _of(said: Sequence[Token], named: Sequence[Token]) -> tuple[Token, ...]:
    """``its makers`` as the makers of what is named, ``he sailed`` as that it sailed."""
    found: list[Token] = []
    owned = False
    name = [in_place_of(t, t.text.removesuffix("'s").removesuffix("’s")) if t.possessive else t for t in named]
    for token in said:
        if token.folded in _WHOSE and not owned:
            found.append(in_place_of(token, "the"))
            owned = True
        elif token.folded in _WHO and named:
            found += name
        else:
            found.append(token)
    return (*found, in_place_of(said[0], "of"), *name) if owned else tuple(found)
