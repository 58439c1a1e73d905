"""Who came in where: ``who came second in the cup``, ``who won it``, where the place at the finish is a number."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nlkgq.generation.offline.tokens import Token, in_place_of, ordinal_of
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.ontology.lexicon import words_of

_PLACES = frozenset(("place", "position", "rank", "placing", "ranking", "placement"))
_CAME = {
    **dict.fromkeys(("came", "finished", "placed", "ranked", "took", "ended"), "had"),
    **dict.fromkeys(("come", "finish", "place", "rank", "take", "end"), "have"),
    **dict.fromkeys(("comes", "finishes", "places", "ranks", "takes", "ends"), "has"),
}
_WON = {"won": "had", "win": "have", "wins": "has"}
_BETWEEN = frozenset(("in", "up", "the", "on", "at"))
_FIRST = frozenset(("first", "1st"))
_WITHIN = frozenset(("in", "at", "of", "on"))


def with_placings(
    tokens: Sequence[Token], vocabulary: Vocabulary, is_stored: Callable[[str], bool]
) -> tuple[Token, ...]:
    """The tokens with such words put as the number that is told.

    Args:
        tokens: The question.
        vocabulary: What things and properties are called.
        is_stored: Whether the graph holds a value of that text: then it may be meant.
    """
    often = tuple(t.folded for t in tokens[:3])
    for place, token in enumerate(tokens):
        if often[:2] == ("how", "often") or often == ("how", "many", "times"):
            # So many places would be counted, and not what they were had in.
            break
        if not place or is_stored(token.text):
            continue
        length, number = _came(tokens, place)
        won = token.folded in _WON and not any(_is_called(w, vocabulary) for w in ("won", "win", "winner"))
        label = _label(vocabulary) if length or won else ()
        if not label:
            continue
        said = [_CAME[token.folded] if length else _WON[token.folded], "the", *label, str(number)]
        rest = tokens[place + (length or 1) :]
        if won and rest and rest[0].kind != "mark" and rest[0].folded not in _WITHIN:
            said.append("in")
        put = [in_place_of(token, w) for w in said]
        numbers = [n for n, w in enumerate(said) if w.isdigit()]
        put[numbers[-1]] = _number(token, said[numbers[-1]])
        return (*tokens[:place], *put, *rest)
    return tuple(tokens)


def _is_called(word: str, vocabulary: Vocabulary) -> bool:
    return any(r.how not in ("partial", "comment", "synonym") for r in vocabulary.readings((word,)))


def _number(token: Token, digits: str) -> Token:
    return Token(digits, digits, "number", token.start, token.end)


def _came(tokens: Sequence[Token], place: int) -> tuple[int, int]:
    """How many tokens say in which place somebody came, and the place; a length of 0 for none."""
    if tokens[place].folded not in _CAME:
        return 0, 1
    end = place + 1
    while end < len(tokens) and tokens[end].folded in _BETWEEN:
        end += 1
    if end >= len(tokens):
        return 0, 1
    number = 1 if tokens[end].folded in _FIRST else ordinal_of(tokens[end])
    if number is None:
        return 0, 1
    end += 1
    told = end < len(tokens) and tokens[end].folded in _PLACES
    noun = end < len(tokens) and tokens[end].kind == "word" and tokens[end].folded not in _WITHIN
    if (noun and not told) or (tokens[place].folded in ("took", "take", "takes") and not told):
        # "finished first grade"
        return 0, 1
    return end + told - place, number


def _label(vocabulary: Vocabulary) -> tuple[str, ...]:
    """What the one number is called that tells places; () where there is none, or several."""
    schema = vocabulary.schema
    found = [
        tuple(words_of(term.label()))
        for iri, term in sorted(schema.ontology.properties.items())
        if schema.is_used(iri) and schema.is_numeric(iri) and _PLACES.intersection(words_of(term.label())[-1:])
    ]
    return found[0] if len(found) == 1 else ()
