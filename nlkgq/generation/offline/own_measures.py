"""What an adjective before a noun measures: ``the newest car`` by what is told of cars, not of their garages."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.analysis.schema_graph import ANYTHING, SchemaGraph
from nlkgq.generation.offline.operators import Adjective
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.vocabulary import Vocabulary, is_called_key, is_code
from nlkgq.iri import local_name
from nlkgq.ontology.model import split_identifier
from nlkgq.ontology.words import Direction

_CLASS = 0.85
_FITS = 0.5
_SOLE = 0.75
_SIZES = frozenset(
    (
        *("big", "bigger", "biggest", "large", "larger", "largest", "great", "greater", "greatest", "high", "higher"),
        *("highest", "small", "smaller", "smallest", "low", "lower", "lowest"),
    )
)


def of_the_noun(
    word: str, found: Adjective, end: int, tokens: Sequence[Token], vocabulary: Vocabulary
) -> list[tuple[Direction, Reading]]:
    """The measures of an adjective that the things have which the noun right behind it names, all where it has none.

    Of things with a single number, ``largest`` measures that, whatever it is called.

    Args:
        word: The folded adjective.
        found: What it may measure.
        end: Where the noun would start.
        tokens: The question.
        vocabulary: What the words name.
    """
    things, measured = _things(end, tokens, vocabulary), vocabulary.measured(found)
    if not things:
        return measured
    own = [(d, r) for d, r in vocabulary.measured(found, things) if r.score >= _FITS]
    if own:
        return own
    near = any(r.score > _CLASS and _refers(things, r.subject, vocabulary.schema) for _, r in measured)
    sole = _only_number(things, vocabulary.schema) if word in _SIZES and not near else ""
    if not sole:
        return measured
    if tokens[end].folded in split_identifier(local_name(sole)).lower().split():
        # "the highest fare" is itself the number that is called so
        return []
    direction: Direction = "min" if word.startswith(("small", "low")) else "max"
    return [(direction, Reading(kind="property", iri=sole, score=_SOLE, how="sole", subject=things))]


def _refers(things: int, others: int, schema: SchemaGraph) -> bool:
    """Whether things of the first kind refer to those of the second, which may then be measured in their place."""
    return any(schema.subjects(iri) & things and schema.objects(iri) & others for iri in schema.ontology.properties)


def _things(end: int, tokens: Sequence[Token], vocabulary: Vocabulary) -> int:
    """The classes of the noun at a place; 0 where no class is called so."""
    if end >= len(tokens) or tokens[end].kind != "word":
        return 0
    for size in (2, 1):
        words = [t.folded for t in tokens[end : end + size]]
        leading = vocabulary.readings(words)[:1] if len(words) == size else ()
        for r in leading:
            if r.kind == "class" and r.score > _CLASS and r.subject != ANYTHING:
                return r.subject
    return 0


def _only_number(things: int, schema: SchemaGraph) -> str:
    """The one property whose numbers measure the things of a class; "" where there is none, or are several."""
    found = [
        iri
        for iri in schema.ontology.properties
        if schema.is_used(iri)
        and schema.is_literal(iri)
        and schema.is_numeric(iri)
        and schema.subjects(iri) & things
        and not (is_called_key(iri) or is_code(iri) or schema.tells_when(iri) or schema.is_boolean(iri))
    ]
    return found[0] if len(found) == 1 else ""
