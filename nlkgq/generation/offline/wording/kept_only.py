"""``For each region, ... Keep only regions whose average is over 300.``: said of what was named before."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.function_words import PARTICIPLES
from nlkgq.generation.offline.mentions import AGGREGATES
from nlkgq.generation.offline.operators import find_operators
from nlkgq.generation.offline.phrases import looks_like_verb
from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.vocabulary import Vocabulary

_ORDERS = frozenset(
    (
        *("keep", "include", "show", "list", "consider", "return", "give", "report", "display", "take", "count", "use"),
        *("output", "print", "restrict", "limit"),
    )
)
_FILLING = frozenset(
    ("please", "but", "the", "it", "this", "them", "to", "yourself", "me", "results", "result", "for", "of")
)
_THOSE = frozenset(("those", "ones"))
_RELATIVE = frozenset(
    ("whose", "that", "with", "which", "who", "having", "where", "in", "from", "of", "for", "without")
)
_EACH = frozenset(("each", "every", "per"))
_ENDS = frozenset("?.!;")


def with_restrictions(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """The tokens with such a sentence put behind the noun that it tells of.

    Args:
        tokens: The question.
        vocabulary: Stems of words, and what they name.
    """
    first = next((n for n, t in enumerate(tokens) if t.kind == "mark" and t.text in _ENDS), None)
    if first is None or first + 4 > len(tokens):
        return tuple(tokens)
    end = next((n for n in range(first + 1, len(tokens)) if tokens[n].text in _ENDS), len(tokens))
    start, only = _behind_comma(tokens, first + 1, end), False
    begun = start
    while start < end and tokens[start].folded in _ORDERS | _FILLING | {"only"}:
        only = only or tokens[start].folded == "only"
        start += 1
    ordered = bool(_ORDERS.intersection(t.folded for t in tokens[first + 1 : max(start, first + 3)]))
    relative = next((n for n in range(start, min(start + 4, end)) if _tells(tokens[n], started=n > start)), None)
    if not (only and ordered) or relative is None:
        return tuple(tokens)
    place = _named(tokens[:first], tokens[start:relative], vocabulary)
    if place is None:
        return tuple(tokens)
    clause = _with_measure(tokens[relative:end], tokens[:first], vocabulary)
    shown = tokens[first + 1 : begun - 1] if begun > first + 1 else ()
    rest = tokens[end:] if shown else tokens[end + 1 :]
    return (*tokens[: place + 1], *clause, *tokens[place + 1 : first + 1], *shown, *rest)


def _tells(token: Token, *, started: bool) -> bool:
    """Whether what is said of a noun begins: ``with``, or ``born`` behind the noun."""
    return token.folded in _RELATIVE or (started and (token.folded in PARTICIPLES or looks_like_verb(token.text)))


def _behind_comma(tokens: Sequence[Token], start: int, end: int) -> int:
    """``Return the name, but only for clubs with ...``: where the clause that keeps some starts, else the sentence."""
    for n in range(start + 2, end - 3):
        after = n + 1 + (tokens[n + 1].folded in ("but", "and"))
        if tokens[n].text == "," and tokens[after].folded == "only":
            return n + 1
    return start


def _named(asked: Sequence[Token], noun: Sequence[Token], vocabulary: Vocabulary) -> int | None:
    """The place of the noun that is meant: the same word, or, of ``those``, what each is told of or is asked for."""
    stems = vocabulary.lexicon.stems
    if noun and noun[-1].folded not in _THOSE:
        own = set(stems(noun[-1].folded))
        return next((n for n, t in enumerate(asked) if t.kind == "word" and own & set(stems(t.folded))), None)
    each = next((n for n, t in enumerate(asked) if t.folded in _EACH), -1)
    for n in range(each + 1, len(asked)):
        named = asked[n].kind == "word" and asked[n].folded not in vocabulary.lexicon.function_words
        if named and any(r.score > _SURE and r.noun for r in vocabulary.readings((asked[n].folded,))):
            return n
    return None


def _with_measure(clause: Sequence[Token], asked: Sequence[Token], vocabulary: Vocabulary) -> list[Token]:
    """``whose average is over 300``, where an average price was asked for: whose average price."""
    found = list(clause)
    said = {s.name: s for s in find_operators(asked, vocabulary.languages) if s.name in AGGREGATES}
    for span in find_operators(clause, vocabulary.languages):
        after = clause[span.end] if span.end < len(clause) else None
        bare = after is not None and after.folded in ("is", "are", "was", "were", "over", "above", "of", "exceeds")
        if span.name in said and span.name != "count" and bare:
            start = said[span.name].end
            end = start
            while end < len(asked) and asked[end].kind == "word" and asked[end].folded not in _SMALL:
                end += 1
            return [*found[: span.end], *asked[start:end], *found[span.end :]]
    return found


_SMALL = frozenset(("of", "in", "for", "per", "by", "is", "are", "at", "on", "and", "among", "each", "across"))
_SURE = 0.7
