"""Names that stand before a noun as adjectives do: what is said of them is said of the noun."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from nlkgq.analysis.schema_graph import ANYTHING, SchemaGraph
from nlkgq.generation.offline.assembly import Assembly
from nlkgq.generation.offline.mentions import Mention, Plan
from nlkgq.generation.offline.naming import is_naming
from nlkgq.generation.offline.readings import Reading

_AGENTS = frozenset(("by", "with", "from", "von", "mit"))
_NONE = frozenset(
    (
        *("no", "lack", "lacks", "lacking", "any", "without", "neither", "nor"),
        *("kein", "keine", "keinen", "keiner", "ohne", "weder", "noch"),
    )
)


def set_attributes_apart(plan: Plan, schema: SchemaGraph) -> None:
    """``white ships``: a thing before a noun that may have it tells of this noun and of nothing else.

    In ``some red ships but no white ships`` they are not the same ships.
    """
    for attribute, noun in pairwise(plan.mentions):
        named, thing = (m.readings[0] if m.readings else None for m in (attribute, noun))
        if named is None or thing is None or noun.gap or thing.kind != "class" or not may_be_of(named, thing, schema):
            continue
        again = any(
            r.kind == "class" and r.iri == thing.iri for m in plan.mentions if m is not noun for r in m.readings[:1]
        )
        if named.kind == "value" and not again and named.subject & thing.subject:
            # "the Hill branch" is told by any of its words
            continue
        for other in plan.mentions:
            if other.start < attribute.start:
                other.apart |= {attribute.start}
                if attribute.negated and any(r.iri == thing.iri for r in other.readings[:1]):
                    other.apart |= {noun.start}
            elif other.start > noun.start:
                attribute.apart |= {other.start}


def may_be_of(named: Reading, thing: Reading, schema: SchemaGraph) -> bool:
    """Whether the things of a class may have what is named: an individual, a value, or what has a value for its name.

    Args:
        named: The reading of the name.
        thing: That of the class.
        schema: What has what.
    """
    if named.kind == "entity":
        return any(schema.subjects(iri) & thing.subject for iri in named.held_by)
    if named.kind != "value" or named.subject == ANYTHING:
        return False
    if named.subject & thing.subject:
        return True
    return is_naming(named.iri) and any(len(c.steps) == 1 for c in schema.connections(thing.subject, named.subject))


def passed_on(assembly: Assembly) -> Sequence[Mention]:
    """The mentions with what is asked of a name before a noun asked of the noun.

    ``how many French films`` counts films, ``each French film`` groups by films, and who has ``no French film`` may
    have others. What was ``not published by X`` may be published by others.
    """
    found = list(assembly.mentions)
    for place, (first, second) in enumerate(pairwise(found)):
        reading = assembly.readings[second.number]
        if _denies_next(first, second, assembly):
            found[place], found[place + 1] = replace(first, negated=False), replace(second, negated=True)
            continue
        told = reading.kind == "class" or (reading.kind == "property" and reading.noun)
        named = assembly.readings[first.number].kind in ("entity", "value")
        if not (told and named) or second.gap or second.measured or first.possessive:
            # "women older than 60" are women
            continue
        denied = first.negated and bool(_NONE & set(first.gap[-2:])) and first.gap[-1:] not in (("of",), ("that",))
        most = first.superlative in ("most", "least") and not second.superlative
        if not (first.aggregates or first.group or denied or most):
            continue
        found[place] = replace(
            first,
            aggregates=[],
            order="",
            group=False,
            by=False,
            projected=False,
            distinct=False,
            superlative="" if most else first.superlative,
            negated=first.negated and not denied,
        )
        found[place + 1] = replace(
            second,
            aggregates=[*first.aggregates, *second.aggregates],
            order=first.order or second.order,
            group=first.group or second.group,
            by=first.by or second.by,
            projected=first.projected or second.projected,
            distinct=first.distinct or second.distinct,
            superlative=first.superlative if most else second.superlative,
            negated=second.negated or denied,
        )
    return found


def _denies_next(first: Mention, second: Mention, assembly: Assembly) -> bool:
    """Whether a denied verb only says how what is named after it has to do with the rest: ``not published by X``."""
    verb, named = assembly.readings[first.number], assembly.readings[second.number]
    if not first.negated or verb.kind != "property" or verb.object or verb.noun or first.projected:
        return False
    given = named.kind == "entity" or (named.kind == "value" and is_naming(named.iri))
    return given and named.iri != verb.iri and bool(_AGENTS.intersection(second.gap))


def is_value_of(owner: Mention, mention: Mention) -> bool:
    """Whether a mention is a value that the things of a class right before it have."""
    things, values = owner.readings[:1], mention.readings[:1]
    own = any(t.kind == "class" and v.kind == "property" and t.subject & v.subject for t in things for v in values)
    return own and not any(v.object for v in values)


def pass_group_on(owner: Mention, value: Mention) -> None:
    """``for each ship type``: the first noun only tells whose; ``each ship's type`` is what is asked for."""
    value.projected = owner.possessive and _FOR.isdisjoint(owner.gap[-2:])
    owner.group = owner.by = False
    value.group = value.by = not value.projected


_FOR = frozenset(("for", "per", "by", "of", "in", "on", "at"))
