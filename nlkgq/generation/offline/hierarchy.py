"""Things that stand above and below one another, such as genres and their sub-genres."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nlkgq.analysis.schema_graph import ANYTHING, SchemaGraph
from nlkgq.generation.offline.building import Builder
from nlkgq.generation.offline.linking import SUBJECT
from nlkgq.generation.offline.mentions import Plan
from nlkgq.generation.offline.tokens import Token

# "or one of its sub-genres", "including all sub-types"
_SUB = re.compile(
    r"(?:or|and|including|with|plus)(?: any| one| all| some)?(?: of)?(?: its| their| the| any| all)?"
    r" sub(?: - | )?[a-z]+(?: included)?(?= |$)"
)
# "with all kinds of crime story included": the words between repeat what they are kinds of.
_KINDS = re.compile(r"(?:with|including) (?:all|any) (?:kinds|types|sorts|forms) of ((?:\w+ ){0,2}\w+?) included")


def hierarchy_of(schema: SchemaGraph, mask: int) -> str | None:
    """The one property that leads up from things of these classes; None when there is none or a choice."""
    if mask == ANYTHING:
        return None
    found = [
        p
        for p in sorted(schema.ontology.properties)
        if schema.is_used(p) and schema.is_hierarchy(p) and schema.subjects(p) != ANYTHING and mask & schema.subjects(p)
    ]
    return found[0] if len(found) == 1 else None


def below_words(tokens: Sequence[Token]) -> tuple[int, int] | None:
    """The tokens (start, end) that say that all that is below the thing named before them is meant as well."""
    text, starts = "", []
    for token in tokens:
        starts.append(len(text))
        text += token.folded + " "
    for pattern in (_SUB, _KINDS):
        m = pattern.search(text)
        if m is None or m.start() not in starts:
            continue
        start = starts.index(m.start())
        end = next((n for n, s in enumerate(starts) if s >= m.end()), len(tokens))
        before = {t.folded for t in tokens[:start]}
        if start and (pattern is _SUB or before & set(m.group(1).split())):
            return start, end
    return None


def mark_below(plan: Plan, place: int) -> None:
    """Marks the last thing named before token ``place``."""
    for mention in reversed(plan.mentions):
        if mention.end <= place and any(r.kind in ("value", "entity") for r in mention.readings[:1]):
            mention.below = True
            return
    plan.unsupported.append("what is below")


def descend(builder: Builder) -> bool:
    """Follows the hierarchy down from marked things: edges that end there end at anything below; False if none do."""
    for mention in builder.mentions:
        if not mention.below:
            continue
        node = builder.node(mention.number, SUBJECT)
        mask = builder.assembly.masks.get(builder.assembly.find((mention.number, SUBJECT)), ANYTHING)
        upward = hierarchy_of(builder.schema, mask)
        ending = [e for e in builder.graph.edges if e.object == node and e.property != upward]
        if upward is None or not ending:
            return False
        for edge in ending:
            edge.below = upward
        loose = set(builder.graph.dangling())
        builder.graph.edges[:] = [
            e
            for e in builder.graph.edges
            if not (e.property == upward and node in (e.subject, e.object) and {e.subject, e.object} & loose)
        ]
    return True
