"""How well values, numbers and texts fit properties."""

from __future__ import annotations

import re

from nlkgq.analysis.schema_graph import SchemaGraph
from nlkgq.generation.offline.mentions import Mention
from nlkgq.generation.offline.readings import Reading
from nlkgq.iri import local_name
from nlkgq.ontology.model import split_identifier


def is_compared(prop: str, owner: Mention, schema: SchemaGraph) -> bool:
    """Whether the property's values are compared with numbers: no things, and keys only where they are named."""
    last = split_identifier(local_name(prop)).lower().split()[-1:]
    key = last in (["id"], ["key"], ["code"]) and last[0] not in owner.text.lower()
    return schema.is_literal(prop) and not key


def is_no_date(prop: Reading, value: Reading, mention: Mention, schema: SchemaGraph) -> bool:
    """Whether a number would be compared with dates that is no year: ``died before they were 60``.

    Likewise where a year would be no date: ``in 2015`` is no age.
    """
    year = value.kind == "number" and all(re.fullmatch(r"[12]\d{3}", t.value) for t in value.terms)
    if year and mention.gap[-1:] in _IN and not mention.comparison and schema.is_numeric(prop.iri):
        words = split_identifier(local_name(prop.iri)).lower()
        return not (schema.tells_when(prop.iri) or schema.is_temporal(prop.iri) or "year" in words or "yr" in words)
    small = value.kind == "number" and any(re.fullmatch(r"\d{1,3}(\.\d+)?", t.value) for t in value.terms)
    return small and not prop.object and schema.is_temporal(prop.iri)


_IN = (("in",), ("during",), ("im",))


def filling(prop: Reading, value: Reading, schema: SchemaGraph, *, compared: bool) -> float | None:
    """How well a value, number or text fits as the object of a property; None where it does not."""
    if value.kind == "value":
        return 1.1 if value.iri == prop.iri else None
    if prop.object:
        return 1.0 if value.kind == "number" and schema.amounts.worth(prop.object) else None
    if value.kind == "number":
        if schema.is_numeric(prop.iri) and any(re.fullmatch(r"\d{4}-\d\d-\d\d", t.value) for t in value.terms):
            # A day is no number.
            return None
        if schema.is_numeric(prop.iri) or schema.is_temporal(prop.iri):
            return 1.15
        if not schema.tells_when(prop.iri) and all(re.fullmatch(r"[12]\d{3}", t.value) for t in value.terms):
            # A year is rarely the text of something else, and no text is before one.
            return None if compared else 0.3
        return 0.7
    return 0.75 if not schema.is_numeric(prop.iri) else None
