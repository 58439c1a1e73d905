"""``peaks over 3000 metres``: units that tell which value a number is compared with."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from nlkgq.analysis.schema_graph import ANYTHING
from nlkgq.generation.offline.function_words import BE, HAVE
from nlkgq.generation.offline.mentions import Mention, Plan
from nlkgq.generation.offline.naming import identifier_words
from nlkgq.generation.offline.readings import Chunk, Reading
from nlkgq.generation.offline.units import names_unit, states
from nlkgq.generation.offline.vocabulary import Vocabulary

_COMPARED = (
    BE
    | HAVE
    | frozenset(("over", "above", "under", "below", "more", "less", "higher", "lower", "than", "at", "least", "most"))
    | frozenset(
        ("that", "which", "with", "of", "lie", "lies", "up", "to", "between", "and", "beyond", "exactly", "stand")
    )
)
_HEIGHTS = frozenset(("elevation", "altitude", "height", "level"))
_HIGH = frozenset(("over", "above", "under", "below", "higher", "lower"))


def compare_in_units(plan: Plan, chunks: Sequence[Chunk], vocabulary: Vocabulary) -> None:
    """Adds, in place, what is measured where only the unit tells it, and things have one value of this unit.

    Args:
        plan: With its operators bound.
        chunks: Of the question; the units among them.
        vocabulary: What the properties hold, and in which units.
    """
    units = {c.start: c.text for c in chunks if c.operator == "unit"}
    for thing, number in list(pairwise(plan.mentions)):
        leading = thing.readings[0] if thing.readings else None
        if leading is None or leading.kind != "class" or leading.subject == ANYTHING or thing.measured:
            continue
        if "of" in thing.gap or any(m.aggregates for m in plan.mentions if m.start < number.start and m is not thing):
            # "the mean age of the horses above 10 years": of this
            continue
        if number.value is None or number.end not in units or not number.comparison:
            continue
        if not _COMPARED.issuperset(number.gap):
            continue
        own = _measured_in(units[number.end], leading.subject, vocabulary)
        if len(own) > 1 and _HIGH.intersection(number.gap):
            own = [r for r in own if _HEIGHTS & _names(r.iri, vocabulary)]
        if len(own) == 1:
            place = plan.mentions.index(number)
            plan.mentions.insert(
                place,
                Mention(
                    number=place,
                    start=thing.end,
                    end=thing.end,
                    text=units[number.end],
                    readings=own,
                    clause=number.clause,
                ),
            )


def _measured_in(unit: str, things: int, vocabulary: Vocabulary) -> list[Reading]:
    """The numbers of a unit that all of some things may have."""
    schema, found = vocabulary.schema, []
    for iri in sorted(schema.ontology.properties):
        own = schema.subjects(iri)
        if own == ANYTHING or not own & things or not (schema.is_used(iri) and schema.is_numeric(iri)):
            continue
        if schema.is_literal(iri) and names_unit(unit) and states(iri, unit, schema.ontology):
            found.append(Reading(kind="property", iri=iri, subject=own, noun=False))
    return found


def _names(iri: str, vocabulary: Vocabulary) -> set[str]:
    term = vocabulary.schema.ontology.term(iri)
    named = (
        {w for t in (*term.labels, *term.alt_labels) for w in t.value.lower().split()} if term is not None else set()
    )
    return named | set(identifier_words(iri))
