"""``how many pages``: a count that the graph stores, as ``numberOfPages`` or ``page_count``, is not counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nlkgq.generation.offline.function_words import DO
from nlkgq.generation.offline.mentions import Mention
from nlkgq.generation.offline.operators import OperatorSpan
from nlkgq.generation.offline.readings import Chunk, Reading
from nlkgq.generation.offline.stated_units import in_unit
from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.iri import local_name
from nlkgq.ontology.lexicon import words_of
from nlkgq.ontology.model import split_identifier

_ASKED = {
    ("how", "many"): 1.8,
    ("wie", "viele"): 1.8,
    ("number", "of"): 1.9,
    ("the", "number", "of"): 2.7,
    ("die", "anzahl", "der"): 2.7,
}
"""Phrases that ask for a count -> gain of the phrase, beside what the noun gains: a little more than as an operator."""
_HOW = frozenset(("how", "wie"))
_NUMBER = frozenset(("number", "num", "no", "anzahl"))
_AMOUNTS = frozenset(("amount", "amounts", "number", "count", "sum", "value"))
_HAVE = frozenset(("has", "have", "had", "hat", "haben", "got"))
_PRONOUNS = frozenset(("it", "they", "each", "he", "she", "er", "sie", "es"))
_MOST = frozenset(("most", "fewest", "least", "meisten", "wenigsten"))
_SURE = 0.8
_CALLED = 0.9
_LONGEST = 3


def stored_count_arcs(start: int, tokens: Sequence[Token], vocabulary: Vocabulary) -> list[tuple[int, float, Chunk]]:
    """(end, gain, chunk) where a phrase that asks for a count is followed by what a stored number counts."""
    for size in (3, 2):
        gain = _ASKED.get(tuple(t.folded for t in tokens[start : start + size]))
        if gain is not None:
            own = _arcs(start, start + size, gain, tokens, vocabulary)
            return [*own, *_doers(start, start + size, gain, tokens, vocabulary)]
    return []


def adds_up(span: OperatorSpan, tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """``total quantity`` where both are stored: the sum of what follows, unless something is called by both words."""
    if span.name != "sum" or span.end != span.start + 1 or span.end >= len(tokens):
        return False
    first, noun = (tokens[n].folded for n in (span.start, span.end))
    if noun in _AMOUNTS:
        # "the total amount of premiums" asks for these.
        return False
    read = vocabulary.readings((noun,))[:1]
    number = any(r.kind == "property" and vocabulary.schema.is_numeric(r.iri) and r.score > _SURE for r in read)
    return number and not any(vocabulary.is_called(r.iri, (first, noun)) for r in vocabulary.readings((first, noun)))


def _doers(
    start: int, noun: int, gain: float, tokens: Sequence[Token], vocabulary: Vocabulary
) -> list[tuple[int, float, Chunk]]:
    """``how many people wrote X``: what X has of those whom the verb leads to, where a number of them is stored."""
    end = noun + 2
    if end >= len(tokens) or any(t.kind != "word" for t in tokens[noun:end]):
        return []
    people = [r for r in vocabulary.readings((tokens[noun].folded,)) if r.kind == "class"][:1]
    acts = [r for r in vocabulary.readings((tokens[noun + 1].folded,)) if r.kind == "property"][:1]
    if not people or not acts or acts[0].noun or not acts[0].object & people[0].subject:
        return []
    readings = [
        replace(r, score=round((1.0 + r.score) / 2, 4), noun=True)
        for iri in vocabulary.schema.names(acts[0].object)
        for r in vocabulary.readings(("number", "of", *words_of(split_identifier(local_name(iri)))))
        if _is_count(r, vocabulary) and r.subject & acts[0].subject
    ]
    if not readings:
        return []
    chunk = Chunk(start=start, end=end, text=" ".join(t.text for t in tokens[start:end]), readings=readings[:1])
    return [(end, gain + 2 * readings[0].score, chunk)]


def _arcs(
    start: int, noun_start: int, gain: float, tokens: Sequence[Token], vocabulary: Vocabulary
) -> list[tuple[int, float, Chunk]]:
    small_words = vocabulary.lexicon.function_words
    found = []
    for end in range(noun_start + 1, min(noun_start + _LONGEST, len(tokens)) + 1):
        if tokens[end - 1].kind != "word" or tokens[end - 1].folded in small_words:
            break
        noun = [t.folded for t in tokens[noun_start:end]]
        owned = _has_owner(end, tokens, small_words, asked=tokens[start].folded in _HOW)
        if not owned and not _is_again(noun, start, end, tokens):
            continue
        # The phrase is the first half of the name; how the noun stands for the second is what is unsure.
        readings = [
            replace(r, score=round((1.0 + r.score) / 2, 4), noun=True)
            for r in vocabulary.readings(("number", "of", *noun))
            if _is_count(r, vocabulary)
        ]
        if readings:
            chunk = Chunk(start=start, end=end, text=" ".join(t.text for t in tokens[start:end]), readings=readings)
            found.append((end, gain + readings[0].score * len(noun), chunk))
    return found


def _is_again(noun: Sequence[str], start: int, end: int, tokens: Sequence[Token]) -> bool:
    """``the guilds with the most members, along with the number of members``: what was compared is told at the end."""
    if any(t.kind != "mark" for t in tokens[end:]):
        return False
    before = [t.folded for t in tokens[:start]]
    return any(before[n] in _MOST and before[n + 1 : n + 1 + len(noun)] == noun for n in range(len(before)))


def stored_number(mention: Mention, before: Sequence[Mention], vocabulary: Vocabulary) -> list[Reading]:
    """``guilds with more than 20 members``, ``pots larger than 3 spans``: the number that a thing has; [] for none.

    Args:
        mention: The noun after the number.
        before: The mentions before it.
        vocabulary: Readings of words.
    """
    words = words_of(mention.text)
    found = [r for r in vocabulary.readings(("number", "of", *words)) if _is_count(r, vocabulary)]
    found = [r for r in found if r.score > _CALLED and vocabulary.is_called(r.iri, ("number", "of", *words))]
    found += in_unit(mention.text, mention.readings, vocabulary)
    owned = [r for m in before for o in m.readings[:1] if o.kind == "class" for r in found if r.subject & o.subject]
    return [replace(r, noun=True) for r in owned[:1]]


def _has_owner(end: int, tokens: Sequence[Token], small_words: frozenset[str], *, asked: bool) -> bool:
    """``how many pages does X have``, ``the number of pages of X``: X has them, and nothing else is said of them."""
    after = [t.folded for t in tokens[end:] if t.kind != "mark"]
    if asked and len(after) > 1 and after[0] in _HAVE and after[1] in _PRONOUNS:
        # "which is the largest, and how many seats has it"
        return True
    if not after or all(t.folded in small_words for t in tokens[end:] if t.kind == "word"):
        return any(t.kind == "quote" for t in tokens[end:])
    if not asked:
        return after[0] in ("of", "for", "von", "der", "des")
    return after[0] in _HAVE or (after[0] in DO and after[-1] in _HAVE)


def _is_count(reading: Reading, vocabulary: Vocabulary) -> bool:
    """Whether a property holds numbers of things: ``numberOfPages``, ``page_count``, but not ``policyNumber``."""
    if reading.kind != "property" or reading.score < _SURE or not vocabulary.schema.is_literal(reading.iri):
        return False
    words = split_identifier(local_name(reading.iri)).lower().split()
    return len(words) > 1 and (words[0] in _NUMBER or words[-1] == "count")
