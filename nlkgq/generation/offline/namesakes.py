"""Terms of one name, between which nothing chooses, and things said to be the same that the query keeps apart."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.analysis.schema_graph import SchemaGraph
from nlkgq.generation.offline.assembly import Assembly
from nlkgq.generation.offline.mentions import Mention
from nlkgq.generation.offline.query_graph import QueryGraph
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.spelling import variable_name

_CALLED = 0.6
_RIVAL = 0.8
_NAMES = ("label", "alternative", "identifier", "inflected")


def are_namesakes(first: Assembly, second: Assembly, schema: SchemaGraph) -> bool:
    """Whether two ways to read the same words differ only in terms that are called alike: nothing says which is meant.

    Args:
        first, second: Mentions with a reading each.
        schema: What the terms are called.
    """
    if [(m.start, m.end) for m in first.mentions] != [(m.start, m.end) for m in second.mentions]:
        return False
    pairs = zip(first.readings, second.readings, strict=True)
    differ = [(a, b) for a, b in pairs if (a.kind, a.iri) != (b.kind, b.iri)]
    return bool(differ) and all(
        a.kind == b.kind in ("class", "property")
        and a.how in _NAMES
        and b.how in _NAMES
        and a.score == b.score
        and _label(a.iri, schema) == _label(b.iri, schema)
        for a, b in differ
    )


def is_vague(mention: Mention, reading: Reading) -> bool:
    """``which works``: whether a noun is called like nothing, only related in meaning to several terms."""
    asked = mention.projected and mention.gap[:1] in (("which",), ("what",))
    related = reading.kind == "property" and reading.noun and reading.how in ("synonym", "partial", "comment")
    others = any(r.iri != reading.iri and r.score > _RIVAL * reading.score for r in mention.readings)
    return asked and related and others and reading.score < _CALLED


def keeps_apart(mentions: Sequence[Mention], readings: Sequence[Reading], graph: QueryGraph) -> bool:
    """``directed and wrote the same film``: whether the query has a film for each verb."""
    for mention, reading in zip(mentions, readings, strict=True):
        if mention.shared == "same" and reading.kind == "class":
            stem = variable_name(reading.iri)
            alike = [n for n in graph.nodes if n.name.rstrip("0123456789") == stem and not n.is_literal]
            told = {e.subject for e in graph.edges} | {e.object for e in graph.edges}
            apart = {n for c in graph.conditions if c.other is not None for n in (c.node, c.other)}
            if len([n for n in alike if n.number in told and n.number not in apart]) > 1:
                return True
    return False


def _label(iri: str, schema: SchemaGraph) -> str:
    term = schema.ontology.term(iri)
    return (term.label() if term is not None else variable_name(iri)).lower()
