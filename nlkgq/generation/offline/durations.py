"""``how long was the lock open``: the days from the date when a thing starts to the date when it ends."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.analysis.schema_graph import ANYTHING
from nlkgq.generation.offline.date_parts import is_whole
from nlkgq.generation.offline.date_words import ENDS, STARTS
from nlkgq.generation.offline.function_words import BE, DO
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.tokens import Token, tokenize
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.iri import local_name
from nlkgq.ontology.lexicon import words_of
from nlkgq.ontology.model import split_identifier

_HOW = {("how", "long"): "days", ("how", "many", "days"): "days", ("how", "many", "years"): "years"}
_LASTING = frozenset(
    (
        *("take", "takes", "last", "lasts", "run", "runs", "active", "open", "valid", "in", "force"),
        *("effective", "for"),
        *("ongoing", "remain", "remained", "stay", "stayed", "to", "be", "get", "been", "going", "on", "kept"),
    )
)
_BETWEEN = frozenset(("its", "the", "to", "till", "until", "date", "dates", "day", "their"))
_ARTICLES = frozenset(("the", "a", "an", "each", "every", "all", "this", "that"))
_LONGEST_NOUN = 4
_CALLED = 0.55
_TOLD = 0.5


def with_duration(text: str, tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[str, tuple[Token, ...]]:
    """The question with the two dates between which it asks for the time; as it is where it asks for no time.

    Args:
        text: The question.
        tokens: Of the text.
        vocabulary: Tells which dates things have; where they have a duration, this is meant.
    """
    words = [t.folded for t in tokens]
    size = next((len(how) for how in _HOW if tuple(words[: len(how)]) == how), 0)
    if not size or words[size : size + 1] == [] or words[size] not in BE | DO:
        return text, tuple(tokens)
    start, end = size + 1, len(tokens)
    while end and tokens[end - 1].kind == "mark":
        end -= 1
    if words[start : start + 3] == ["it", "take", "to"]:
        # "how many days did it take to close the lock"
        start += 4
    first = next((n for n in range(start, min(start + 2, end)) if words[n] not in _ARTICLES), start)
    thing = _thing(words, first, end, vocabulary)
    ends = _ends(thing, vocabulary) if thing is not None else None
    if thing is None or ends is None or _has_duration(thing, words[size - 1], vocabulary):
        return text, tuple(tokens)
    told = {w for iri in ends for w in words_of(_name(iri, vocabulary))}
    from_to = next((n for n in range(start + 1, end) if words[n] == "from"), end)
    if end > from_to and {*words[from_to + 1 : end]} <= told | _BETWEEN:
        # ", from its start date to its end date"
        end = from_to - (words[from_to - 1] == ",")
    while end > start + 1 and _says_that_it_lasts(words[end - 1], ends, vocabulary):
        end -= 1
    if end == len(tokens) and start == size + 1:
        return text, tuple(tokens)
    names = [_name(iri, vocabulary) for iri in ends]
    unit = _HOW[tuple(words[:size])]
    things = text[tokens[start].start : tokens[end - 1].end]
    written = f"How many {unit} between {names[0]} and {names[1]} of {things}"
    return written, tokenize(written)


def _thing(words: Sequence[str], start: int, end: int, vocabulary: Vocabulary) -> Reading | None:
    """The class that the noun names of which the time is asked."""
    for size in range(min(_LONGEST_NOUN, end - start), 0, -1):
        found = vocabulary.readings(tuple(words[start : start + size]))[:2]
        thing = next((r for r in found if r.kind == "class" and r.score > _CALLED), None)
        if thing is not None and thing.subject != ANYTHING:
            return thing
    return None


def _ends(thing: Reading, vocabulary: Vocabulary) -> tuple[str, str] | None:
    """The date when things of a class start, and when they end, where each has one of both."""
    schema = vocabulary.schema
    dates = []
    for iri in sorted(schema.ontology.properties):
        own = schema.subjects(iri)
        if own == ANYTHING or not own & thing.subject or not (schema.is_used(iri) and schema.is_temporal(iri)):
            continue
        if is_whole(Reading(kind="property", iri=iri, subject=own), schema):
            dates.append((iri, set(split_identifier(local_name(iri)).lower().split())))
    starts = [iri for iri, words in dates if words & STARTS and not words & ENDS]
    ends = [iri for iri, words in dates if words & ENDS and not words & STARTS]
    return (starts[0], ends[0]) if len(starts) == len(ends) == 1 else None


def _has_duration(thing: Reading, unit: str, vocabulary: Vocabulary) -> bool:
    told = [*vocabulary.asked_for("how_long"), *vocabulary.readings((unit,))]
    return any(
        r.kind == "property" and not r.object and r.subject & thing.subject and vocabulary.schema.is_numeric(r.iri)
        for r in told
    )


def _says_that_it_lasts(word: str, ends: Sequence[str], vocabulary: Vocabulary) -> bool:
    if word in _LASTING:
        return True
    return any(r.iri in ends and r.score > _TOLD for r in vocabulary.readings((word,)))


def _name(iri: str, vocabulary: Vocabulary) -> str:
    term = vocabulary.schema.ontology.term(iri)
    return (term.label() if term is not None else split_identifier(local_name(iri))).lower()
