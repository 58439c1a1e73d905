"""Verbs that the comment of a property uses: ``thresholds that a test applies``, for "Threshold applied by a test"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nlkgq.generation.offline.assembly import Assembly
from nlkgq.generation.offline.function_words import BE, DO, HAVE
from nlkgq.generation.offline.phrases import looks_like_verb
from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.ontology.lexicon import words_of

_SHORTEST = 3
_AFTER = frozenset(
    (
        *("on", "upon", "in", "at", "from", "to", "by", "with", "for", "of", "into", "over", "under", "through"),
        *("a", "an", "the", "any", "no", "more", "less", "only", "all", "both", "its", "their", "?", ".", ","),
        *("auf", "aus", "von", "mit", "an", "zu", "bei", "fur", "uber", "ein", "eine", "einen", "der", "die"),
    )
)


def documented(
    places: Sequence[int], tokens: Sequence[Token], assembly: Assembly, vocabulary: Vocabulary
) -> frozenset[int]:
    """The verbs by which the comment of a property tells of what it joins, with what the same comment says after them.

    Args:
        places: The unread tokens.
        tokens: The question.
        assembly: The mentions, joined.
        vocabulary: The stems of words, and the ontology.

    Returns:
        Places of tokens.
    """
    found = set[int]()
    small = vocabulary.lexicon.function_words
    for place in places:
        if _is_said_of_value(place, tokens, assembly, vocabulary):
            found.add(place)
            continue
        if not _may_be_verb(place, tokens):
            continue
        for comment in _comments(place, assembly, vocabulary):
            if not _holds(comment, tokens[place], vocabulary):
                continue
            found.add(place)
            for after in range(place + 1, len(tokens)):
                if after in places and _holds(comment, tokens[after], vocabulary):
                    # "puts weight on the shelves"
                    found.add(after)
                elif tokens[after].folded not in small:
                    break
    return frozenset(found)


def _is_said_of_value(place: int, tokens: Sequence[Token], assembly: Assembly, vocabulary: Vocabulary) -> bool:
    """``farther from the coast``, where the comment of the distance says that it is one from the coast."""
    start = place
    while start and tokens[start - 1].folded in _ARTICLES | _PREPOSITIONS:
        start -= 1
    if not _PREPOSITIONS.intersection(t.folded for t in tokens[start:place]) or not tokens[place].text.islower():
        return False
    for number in (m.number for m in assembly.mentions if m.end <= start):
        reading = assembly.readings[number]
        term = vocabulary.schema.ontology.term(reading.iri) if reading.kind == "property" else None
        comments = [c.value for c in term.comments] if term is not None and not reading.object else []
        if any(_holds(comment, tokens[place], vocabulary) for comment in comments):
            return True
    return False


_ARTICLES = frozenset(("the", "a", "an", "its", "their"))
_PREPOSITIONS = frozenset(("from", "to", "above", "below", "of", "in", "at", "on", "over", "under", "for"))


def _may_be_verb(place: int, tokens: Sequence[Token]) -> bool:
    """A verb has something before it, and no noun after it that it would be a part of; what a thing is, is none."""
    token = tokens[place]
    after = tokens[place + 1].folded if place + 1 < len(tokens) else "?"
    helper = next((t.folded for t in reversed(tokens[:place]) if t.folded in DO | BE | HAVE), "")
    if not token.text.islower() or len(token.text) < _SHORTEST or not place:
        return False
    return looks_like_verb(token.text) or (helper not in BE and (bool(helper) or after in _AFTER))


def _holds(comment: str, token: Token, vocabulary: Vocabulary) -> bool:
    stems = frozenset(vocabulary.lexicon.stems(token.folded))
    return any(not stems.isdisjoint(vocabulary.lexicon.stems(word)) for word in words_of(comment))


def _comments(place: int, assembly: Assembly, vocabulary: Vocabulary) -> Iterator[str]:
    ontology = vocabulary.schema.ontology
    for iri in dict.fromkeys(_joining(place, assembly)):
        for name in (iri, *sorted(ontology.inverses(iri))):
            term = ontology.term(name)
            yield from (comment.value for comment in term.comments) if term is not None else ()


def _joining(place: int, assembly: Assembly) -> Iterator[str]:
    """The properties that join the mentions beside a token, and those that these mentions are."""
    before = [m.number for m in assembly.mentions if m.end <= place][-2:]
    after = [m.number for m in assembly.mentions if m.start > place][:1]
    # "what weight does the shelf of X bear": what is asked for stands first
    beside = {*before, *after, *(m.number for m in assembly.mentions if m.projected and m.end <= place)}
    for number in sorted(beside):
        if assembly.readings[number].kind == "property":
            yield assembly.readings[number].iri
    for link in assembly.links:
        if {link.left, link.right} <= beside and link.connection is not None:
            yield from (step.property for step in link.connection.steps)
