"""Who or when most was done: ``the busiest year``, ``the most prolific builder``, ``which year was the busiest``."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nlkgq.analysis.schema_graph import ANYTHING
from nlkgq.generation.offline.function_words import BE
from nlkgq.generation.offline.persons import names_birth
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.tokens import Token, in_place_of
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.ontology.lexicon import words_of

_ONE_WORD = {"busiest": "most", "quietest": "fewest"}
_DOING = frozenset(("productive", "prolific", "active", "busy", "fruitful"))
_DEGREES = {"most": "most", "least": "fewest"}
_BY_NUMBER = (
    *(("by", "number", "of"), ("by", "the", "number", "of"), ("in", "terms", "of"), ("measured", "by"), ("by",)),
    *(("judging", "by"), ("going", "by"), ("in", "number", "of"), ("counting",)),
)
_COUNTING = frozenset(("the", "number", "of", "count"))
_OF = frozenset(("of", "for", "by", "to"))
_ENDS = frozenset("?.!")
_MARKS = frozenset(",(:")
_SURE = 0.6
_LIKE = ("partial", "comment")
_LONGEST = 2


def with_most(tokens: Sequence[Token], vocabulary: Vocabulary, is_stored: Callable[[str], bool]) -> tuple[Token, ...]:
    """The tokens with such words put as what there are most of.

    Args:
        tokens: The question.
        vocabulary: What is called how.
        is_stored: Whether the graph holds a value of that text: then it may be meant.
    """
    tokens = tuple(tokens)
    for place in range(len(tokens)):
        length, most = _degree(tokens, place)
        told = tokens[place + length - 1].folded if length else ""
        if not length or is_stored(told) or any(r.how not in _LIKE for r in vocabulary.readings((told,))):
            continue
        found = _before_noun(tokens, place, length, most, vocabulary) or _of_noun(
            tokens, place, length, most, vocabulary
        )
        return found or tokens
    return tokens


def _degree(tokens: Sequence[Token], place: int) -> tuple[int, str]:
    """How many tokens say that most is done, and ``most`` or ``fewest``; a length of 0 for none."""
    word = tokens[place].folded
    after = tokens[place + 1].folded if place + 1 < len(tokens) else ""
    if word in _ONE_WORD:
        return 1, _ONE_WORD[word]
    return (2, _DEGREES[word]) if word in _DEGREES and after in _DOING else (0, "")


def _before_noun(
    tokens: tuple[Token, ...], place: int, length: int, most: str, vocabulary: Vocabulary
) -> tuple[Token, ...] | None:
    """``the busiest year of X``: the year with the most ships for X."""
    start = place + length
    for end in range(min(start + _LONGEST, len(tokens)), start, -1):
        noun = tokens[start:end]
        if any(t.kind != "word" for t in noun):
            continue
        rest, things = _counted(tokens[end:], noun, vocabulary)
        if things:
            said = _put(tokens[place], "with", "the", most, *things)
            if rest and rest[0].folded in _OF and _is_time(noun, vocabulary):
                rest = (in_place_of(rest[0], "for"), *rest[1:])
            return (*tokens[:place], *noun, *said, *rest)
    return None


def _of_noun(
    tokens: tuple[Token, ...], place: int, length: int, most: str, vocabulary: Vocabulary
) -> tuple[Token, ...] | None:
    """``which year was the busiest for X``: which year has the most ships for X."""
    verb = place - 1 - (tokens[place - 1].folded == "the")
    if not 1 < verb <= 1 + _LONGEST or tokens[verb].folded not in BE or tokens[0].folded not in ("which", "what"):
        return None
    noun = tokens[1:verb]
    rest, things = _counted(tokens[place + length :], noun, vocabulary)
    if not things:
        return None
    if rest and rest[0].folded in _OF:
        rest = (in_place_of(rest[0], "for"), *rest[1:])
    return (*tokens[:verb], *_put(tokens[place], "has", "the", most, *things), *rest)


def _counted(
    rest: tuple[Token, ...], noun: Sequence[Token], vocabulary: Vocabulary
) -> tuple[tuple[Token, ...], tuple[str, ...]]:
    """What follows, without what is counted where it says that, and the words for it; () where it is not known."""
    for place in range(len(rest)):
        words = tuple(t.folded for t in rest[place : place + 4])
        length = max((len(b) for b in _BY_NUMBER if words[: len(b)] == b), default=0)
        if not length:
            continue
        end = next((n for n in range(place, len(rest)) if rest[n].text in {*_ENDS, ",", ")"}), len(rest))
        things = tuple(t.folded for t in rest[place + length : end] if t.folded not in _COUNTING)
        named = vocabulary.readings(things) if things else ()
        if any(r.kind == "class" and r.score > _SURE for r in named[:1]):
            before = rest[:place]
            if before and before[-1].text in _MARKS:
                before = before[:-1]
            return (*before, *(t for t in rest[end:] if t.text != ")")), things
    return rest, _things_of(noun, vocabulary)


def _things_of(noun: Sequence[Token], vocabulary: Vocabulary) -> tuple[str, ...]:
    """What is counted for a time or a doer: what is dated by it, or made by him; () where that is not told."""
    masks = {_dated_or_made(r, vocabulary) for r in _meant(noun, vocabulary)}
    if len(masks) != 1 or masks <= {0, ANYTHING}:
        return ()
    mask, schema = masks.pop(), vocabulary.schema
    # Of a kind that comprises others, not all need have it.
    kinds = [c for _, c in sorted(schema.ontology.classes.items()) if schema.mask(c.iri) & mask == mask]
    kind = min(kinds, key=lambda c: schema.mask(c.iri).bit_count(), default=None)
    return _several(words_of(kind.label())) if kind is not None else ()


def _several(words: Sequence[str]) -> tuple[str, ...]:
    last = words[-1]
    if last.endswith("y") and last[-2:-1] not in "aeiou":
        return (*words[:-1], f"{last[:-1]}ies")
    return tuple(words) if last.endswith("s") else (*words[:-1], f"{last}s")


def _meant(noun: Sequence[Token], vocabulary: Vocabulary) -> list[Reading]:
    readings = vocabulary.readings(tuple(t.folded for t in noun))
    return [r for r in readings[:1] if r.score > _SURE]


def _is_time(noun: Sequence[Token], vocabulary: Vocabulary) -> bool:
    return any(r.kind == "property" and vocabulary.schema.tells_when(r.iri) for r in _meant(noun, vocabulary))


def _dated_or_made(reading: Reading, vocabulary: Vocabulary) -> int:
    """The mask of what has a time, or a doer; of those of a kind, what refers to no other kind of doer; 0 for none."""
    schema = vocabulary.schema
    if reading.kind == "property":
        dated = not reading.object and schema.tells_when(reading.iri) and _is_the_one(reading, vocabulary)
        return reading.subject if dated or (reading.object and reading.noun) else 0
    if reading.kind != "class":
        return 0
    made = {
        schema.subjects(p)
        for p in schema.ontology.properties
        if schema.is_used(p) and not schema.is_literal(p) and schema.objects(p) == reading.subject
    }
    made = {mask for mask in made if not mask & reading.subject}
    return made.pop() if len(made) == 1 else 0


def _is_the_one(reading: Reading, vocabulary: Vocabulary) -> bool:
    """Whether a date is called by the word for it, or is the only one of so many years or days that is no birth."""
    if reading.how not in _LIKE:
        return True
    schema = vocabulary.schema
    term = schema.ontology.term(reading.iri)
    last = words_of(term.label())[-1:] if term is not None else []
    alike = [
        p
        for p, found in schema.ontology.properties.items()
        if schema.is_used(p) and words_of(found.label())[-1:] == last and not names_birth(p)
    ]
    return alike == [reading.iri]


def _put(token: Token, *words: str) -> list[Token]:
    return [in_place_of(token, w) for w in words]
