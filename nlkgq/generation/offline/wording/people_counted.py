"""``how many people attended the show``, where its attendance is a number that the graph holds."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.tokens import Token, in_place_of
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.iri import local_name
from nlkgq.ontology.model import split_identifier

_PEOPLE = frozenset(("people", "persons", "individuals"))
_RELATIVE = frozenset(("who", "that"))
_ENDINGS = ("ing", "ed", "es", "s")
_SHORTEST = 5


def with_people_counted(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[Token, ...]:
    """The tokens with the noun for such a number in place of the people and of what they do.

    Args:
        tokens: The question.
        vocabulary: What numbers there are; people who are things of their own are counted as such.
    """
    words = [t.folded if t.kind == "word" else "" for t in tokens]
    for place in range(len(words) - 2):
        asked = tuple(words[place : place + 2])
        verb = place + 3
        if asked not in (("how", "many"), ("number", "of")) or words[place + 2] not in _PEOPLE:
            continue
        verb += words[verb : verb + 1] != [] and words[verb] in _RELATIVE
        noun = (
            _noun(words[verb], vocabulary) if verb < len(words) and not vocabulary.readings((words[place + 2],)) else ""
        )
        if not noun:
            continue
        said = ("what", "is", "the", noun, "of") if asked[0] == "how" else (noun, "of")
        return (*tokens[:place], *(in_place_of(tokens[place], w) for w in said), *tokens[verb + 1 :])
    return tuple(tokens)


def _noun(verb: str, vocabulary: Vocabulary) -> str:
    """The one name of a number that a verb is the beginning of: the ``attendance`` of those who attend; "" for none."""
    stem = next((verb.removesuffix(e) for e in _ENDINGS if verb.endswith(e)), verb)
    if len(stem) < _SHORTEST:
        return ""
    schema = vocabulary.schema
    called = {
        word
        for iri in schema.ontology.properties
        if schema.is_used(iri) and schema.is_numeric(iri)
        for word in split_identifier(local_name(iri)).lower().split()[-1:]
        if word.startswith(stem) and word != verb
    }
    return called.pop() if len(called) == 1 else ""
