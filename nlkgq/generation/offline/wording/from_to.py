"""Orders told by their two ends: ``from the most expensive to the cheapest``, ``highest price to lowest``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nlkgq.generation.offline.operators import adjective
from nlkgq.generation.offline.tokens import Token, in_place_of
from nlkgq.generation.offline.vocabulary import Vocabulary

_SORTED = frozenset(("sorted", "ordered", "listed", "ranked", "arranged", "sort", "rank", "order", "going", "starting"))
_SMALL = frozenset(("from", "the", ",", "and", "in", "order", "them"))
_HIGHEST = frozenset(("highest", "largest", "biggest", "greatest", "most", "best", "top"))
_LOWEST = frozenset(("lowest", "smallest", "least", "worst", "fewest", "bottom"))
_BARE = {"best": "highest", "top": "highest", "worst": "lowest", "bottom": "lowest"}
_FREQUENT = ("frequent", "common", "popular", "numerous", "used", "frequently", "commonly")
_HOW_MANY: dict[tuple[str, ...], str] = {
    ("rarest",): "min",
    ("commonest",): "max",
    **{("most", w): "max" for w in _FREQUENT},
    **{("least", w): "min" for w in _FREQUENT},
}
_MEASURES = frozenset(("most", "least"))
_LONGEST_NOUN = 3


@dataclass(frozen=True, slots=True)
class _End:
    start: int
    end: int
    directions: frozenset[str]


def with_first(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """The tokens with such an order at the end of the question as its first end: ``..., most expensive first``.

    >>> from nlkgq.analysis.schema_graph import SchemaGraph
    >>> from nlkgq.generation.offline.tokens import tokenize
    >>> from nlkgq.ontology.lexicon import Lexicon
    >>> from nlkgq.ontology.model import Ontology
    >>> nothing = Ontology(classes={}, properties={})
    >>> said = tokenize("boats, sorted from the oldest to the newest")
    >>> " ".join(t.text for t in with_first(said, Vocabulary(Lexicon(nothing), SchemaGraph(nothing))))
    'boats , oldest first'
    """
    tokens = _stored_first(_begun_with(tokens, vocabulary), vocabulary)
    for place, token in enumerate(tokens):
        if token.folded != "to" or not 0 < place < len(tokens) - 1:
            continue
        last = _end_at(tokens, place + 1 + (tokens[place + 1].folded == "the"), vocabulary)
        first = _end_before(tokens, place, vocabulary)
        if last is None or first is None or len(first.directions | last.directions) < 2:
            continue
        begin = first.start
        while begin and tokens[begin - 1].folded in _SMALL | _SORTED:
            begin -= 1
        said = tokens[first.start : place]
        after, rest = last.end, tokens[last.end :]
        if place == first.end and first.end == first.start + 1 and said[0].folded in _HIGHEST | _LOWEST:
            noun = _noun(rest, vocabulary)
            if not noun and _ends(rest):
                word = said[0] if said[0].folded not in _BARE else in_place_of(said[0], _BARE[said[0].folded])
                return (
                    *tokens[:begin],
                    in_place_of(said[0], ",", mark=True),
                    word,
                    in_place_of(said[0], "first"),
                    *rest,
                )
            direction = "descending" if said[0].folded in _HIGHEST else "ascending"
            words = ["in", direction, "order", *(["of"] if noun else [])]
            return (*tokens[:begin], *(in_place_of(said[0], w) for w in words), *tokens[after:])
        if tuple(t.folded for t in said) in _HOW_MANY and _ends(rest):
            # "from the rarest to the most frequent": by how many there are
            order = "descending" if "max" in first.directions else "ascending"
            told = [] if any(t.folded == "by" for t in tokens[:begin]) else ["of", "frequency"]
            return (*tokens[:begin], *(in_place_of(said[0], w) for w in ("in", order, "order", *told)), *rest)
        if _ends(rest):
            return (*tokens[:begin], in_place_of(said[0], ",", mark=True), *said, in_place_of(said[0], "first"), *rest)
    return tuple(tokens)


def _begun_with(tokens: Sequence[Token], vocabulary: Vocabulary) -> Sequence[Token]:
    """``ships, starting with the oldest``: the oldest first, and all the others after it."""
    for place in range(1, len(tokens) - 2):
        if tokens[place].folded not in _BEGINNING or tokens[place + 1].folded not in ("with", "from", "at"):
            continue
        start = place + 2 + (tokens[place + 2].folded == "the")
        last = _end_at(tokens, start, vocabulary)
        end = next((n for n in range(start, len(tokens)) if tokens[n].kind == "mark"), len(tokens))
        noun = [t for t in tokens[last.end : end] if t.folded not in ("one", "ones")] if last is not None else []
        if last is None or not _ends(tokens[end:]) or len(noun) > _LONGEST_NOUN:
            continue
        known = vocabulary.readings([t.folded for t in noun])[:1] if noun else ()
        if noun and not any(r.kind == "property" for r in known):
            if any(r.kind == "class" for r in known):
                # "starting with the oldest ship"
                noun = []
            else:
                continue
        before = place - (tokens[place - 1].text == ",")
        pause = in_place_of(tokens[place], ",", mark=True)
        said = [*tokens[start : last.end], *noun, in_place_of(tokens[place], "first")]
        return (*tokens[:before], pause, *said, *tokens[end:])
    return tokens


def _stored_first(tokens: Sequence[Token], vocabulary: Vocabulary) -> Sequence[Token]:
    """``most seats first``, ``highest number of seats first``, where it is stored how many there are."""
    last = next((n for n, t in enumerate(tokens) if t.folded == "first" and _ends(tokens[n + 1 :])), 0)
    pause = next((n for n in range(last - 1, 0, -1) if tokens[n].text in (",", "-")), 0)
    words = [t.folded for t in tokens[pause + 1 : last]]
    words = words[1:] if words[:1] == ["the"] else words
    if not pause or len(words) < 2 or words[0] not in _HIGHEST | _LOWEST:
        return tokens
    noun = words[3:] if words[1:3] == ["number", "of"] else words[1:]
    if noun == words[1:] and words[0] not in ("most", "fewest", "least"):
        return tokens
    found = vocabulary.readings(["number", "of", *noun])[:1] if noun else ()
    stored = any(r.kind == "property" and vocabulary.schema.is_numeric(r.iri) for r in found)
    thing = any(r.kind == "class" for r in vocabulary.readings(noun)[:1])
    if not stored or thing:
        return tokens
    word = in_place_of(tokens[pause + 1], "highest" if words[0] in _HIGHEST else "lowest")
    return (*tokens[: pause + 1], word, *tokens[last - len(noun) :])


_BEGINNING = frozenset(("starting", "beginning", "start", "begin"))


def _ends(rest: Sequence[Token]) -> bool:
    """Whether the sentence ends there; another one may follow."""
    return all(t.kind == "mark" for t in rest) or rest[0].text in ".?!;"


def _noun(rest: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """Whether what orders is named after the two ends: ``from lowest to highest price``."""
    return bool(rest) and rest[0].kind == "word" and bool(vocabulary.readings((rest[0].folded,)))


def _end_at(tokens: Sequence[Token], start: int, vocabulary: Vocabulary) -> _End | None:
    """The end of an order that starts at a token."""
    words = [t.folded for t in tokens[start : start + 2]]
    if words[:1] and words[0] in _MEASURES and len(words) > 1:
        found = adjective(words[1], vocabulary.languages)
        if found is not None and found.degree == "positive":
            turned = {"max": "min", "min": "max"}
            direction = found.senses[0][0]
            return _End(start, start + 2, frozenset((direction if words[0] == "most" else turned[direction],)))
    for counted in (tuple(words[:1]), tuple(words)):
        if counted in _HOW_MANY:
            return _End(start, start + len(counted), frozenset((_HOW_MANY[counted],)))
    if words[:1] and words[0] in _HIGHEST | _LOWEST:
        return _End(start, start + 1, frozenset(("max" if words[0] in _HIGHEST else "min",)))
    found = adjective(words[0], vocabulary.languages) if words else None
    if found is None or found.degree != "superlative":
        return None
    return _End(start, start + 1, frozenset(direction for direction, _ in found.senses))


def _end_before(tokens: Sequence[Token], place: int, vocabulary: Vocabulary) -> _End | None:
    """The end of an order right before ``to``, or before the noun there: ``highest price to``."""
    for start in range(place - 1, max(place - _LONGEST_NOUN - 3, -1), -1):
        found = _end_at(tokens, start, vocabulary)
        if found is None:
            continue
        before = _end_at(tokens, start - 1, vocabulary) if start else None
        found = before if before is not None and before.end == found.end else found
        noun = [t.folded for t in tokens[found.end : place]]
        if not noun or (tokens[found.end].kind == "word" and vocabulary.readings(noun)):
            return found
        return None
    return None
