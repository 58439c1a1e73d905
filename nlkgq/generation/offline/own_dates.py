"""The date by which something is told to be in a year: the only one that it has, or when it starts."""

from __future__ import annotations

from itertools import pairwise

from nlkgq.analysis.schema_graph import ANYTHING, SchemaGraph
from nlkgq.generation.offline.date_words import ENDS, STARTS
from nlkgq.generation.offline.mentions import Plan
from nlkgq.generation.offline.readings import Reading
from nlkgq.iri import local_name
from nlkgq.ontology.model import split_identifier


def own_date(things: int, schema: SchemaGraph) -> list[Reading]:
    """The date of things of some classes, where they have one, or one when they start and one when they end.

    Args:
        things: The classes, as a mask.
        schema: What dates there are.

    Returns:
        A reading, or nothing where they have several dates, or none.
    """
    found = []
    for iri in sorted(schema.ontology.properties):
        own = schema.subjects(iri)
        if ANYTHING in (own, things) or not own & things:
            continue
        if schema.is_used(iri) and schema.is_literal(iri) and schema.tells_when(iri):
            found.append(Reading(kind="property", iri=iri, subject=own))
    starts = [r for r in found if _has(r.iri, STARTS) and not _has(r.iri, ENDS)]
    ends = [r for r in found if _has(r.iri, ENDS) and not _has(r.iri, STARTS)]
    paired = len(found) == 2 and len(starts) == len(ends) == 1
    return starts if paired else found if len(found) == 1 else []


def deny_dates(plan: Plan, schema: SchemaGraph) -> None:
    """``were not published in 2005``: the year is denied, in place, and not that they were published at all."""
    for verb, value in pairwise(plan.mentions):
        told, date = (m.readings[0] if m.readings else None for m in (verb, value))
        if told is None or date is None or not verb.negated or verb.projected or told.noun or told.object:
            continue
        other = told.kind == "property" and date.kind == "value" and date.iri != told.iri
        if other and schema.tells_when(date.iri) and not schema.tells_when(told.iri) and not value.negated:
            verb.negated, value.negated = False, True


def _has(iri: str, words: frozenset[str]) -> bool:
    return not words.isdisjoint(split_identifier(local_name(iri)).lower().split())
