"""Things that stand above and below one another, such as genres and their sub-genres; how many steps are meant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from nlkgq.analysis.schema_graph import ANYTHING, SchemaGraph
from nlkgq.generation.offline.building import Builder
from nlkgq.generation.offline.linking import SUBJECT
from nlkgq.generation.offline.mentions import Plan
from nlkgq.generation.offline.query_graph import Edge
from nlkgq.generation.offline.row_orders import starts
from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.vocabulary import Vocabulary

# "or one of its sub-genres", "including all sub-types"
_SUB = re.compile(
    r"(?:or|and|including|with|plus)(?: any| one| all| some)?(?: of)?(?: its| their| the| any| all)?"
    r" sub(?: - | )?([a-z]+)(?: included)?(?= |$)"
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Extent:
    """How far a question reaches over steps from thing to thing of a kind.

    Args:
        below: The token at which it says that all below what is named before is meant as well; None for nowhere.
        far: Whether what is reached over any number of steps is meant, and not only over one.
    """

    below: int | None = None
    far: bool = False


AS_SAID = Extent()


def read_extent(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[tuple[Token, ...], Extent]:
    """The question without the words that say how far it reaches, and what they say.

    ``directly`` alone says what a property says without it.
    """
    below = _below_words(tokens, vocabulary)
    if below is not None:
        return (*tokens[: below[0]], *tokens[below[1] :]), Extent(below=below[0])
    kept, far = list(tokens), False
    for place in reversed(range(len(tokens))):
        word = tokens[place].folded
        kin = _KIN.get(word)
        if kin is not None and not vocabulary.readings((word,)) and vocabulary.readings((kin,)):
            kept[place], far = replace(tokens[place], text=kin, folded=kin), True
    for phrases, reaches in ((_FAR, True), (_NEAR, False)):
        found = [(n, starts(kept, n, phrases)) for n in range(1, len(kept))]
        start, length = next(((n, length) for n, length in found if length), (0, 0))
        said = vocabulary.readings([t.folded for t in kept[start : start + length]]) if length else []
        if not length or any(r.score > _SURE for r in said):
            continue
        if kept[start - 1].text == ",":
            start, length = start - 1, length + 1
        del kept[start : start + length]
        far = far or reaches
        break
    return tuple(kept), Extent(far=far)


_FAR = (
    *((way, "or", other) for way in ("directly", "direct") for other in ("indirectly", "indirect", "not")),
    *(("directly", "or", how, "others") for how in ("through", "via", "over", "by")),
    *(("indirectly", "or", "directly"), ("transitively",), ("recursively",)),
    *((at, how, "depth") for at in ("at", "to") for how in ("any", "every", "whatever")),
    *((at, how, "level") for at in ("at", "on") for how in ("any", "every", "whatever")),
    *(("at", "all", "levels"), ("on", "all", "levels"), ("at", "any", "distance"), ("however", "far")),
    *(("however", "deep"), ("over", "any", "number", "of", "steps"), ("in", "any", "number", "of", "steps")),
    *(("direkt", "oder", "indirekt"), ("auf", "allen", "ebenen"), ("auf", "jeder", "ebene")),
    ("in", "beliebiger", "tiefe"),
)
_NEAR = (("directly",), ("immediately",), ("direkt",), ("unmittelbar",))
_SURE = 0.6
_SORTS = frozenset(("type", "types", "kind", "kinds", "class", "classes", "category", "categories", "sorts", "forms"))
_KIN = {"ancestor": "parent", "ancestors": "parents", "descendant": "child", "descendants": "children"}


def _below_words(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[int, int] | None:
    """The tokens (start, end) that say that all that is below the thing named before them is meant as well."""
    text, begins = "", []
    for token in tokens:
        begins.append(len(text))
        text += token.folded + " "
    for pattern in (_SUB, _KINDS):
        m = pattern.search(text)
        if m is None or m.start() not in begins:
            continue
        start = begins.index(m.start())
        end = next((n for n, s in enumerate(begins) if s >= m.end()), len(tokens))
        before = {t.folded for t in tokens[:start]}
        if pattern is _SUB:
            # "and subscribers" are below nothing
            said = m.group(1) in _SORTS or any(r.score > _SURE for r in vocabulary.readings((m.group(1),)))
        else:
            said = bool(before & set(m.group(1).split()))
        if start and said:
            return start, end
    return None


def mark_below(plan: Plan, place: int) -> None:
    """Marks the last thing named before token ``place``."""
    for mention in reversed(plan.mentions):
        if mention.end <= place and any(r.kind in ("value", "entity") for r in mention.readings[:1]):
            mention.below = True
            return
    plan.unsupported.append("what is below")


def go_far(builder: Builder) -> bool:
    """Follows the one relation between things of a kind over any number of steps; False unless there is one."""
    named = {r.iri for r in builder.assembly.readings if r.kind == "property" and r.object}
    steps = [e for e in builder.graph.edges if e.property in named or not named]
    steps = [e for e in steps if _is_repeatable(e, builder.schema)]
    if len(steps) != 1:
        return False
    steps[0].repeated = True
    return True


def _is_repeatable(edge: Edge, schema: SchemaGraph) -> bool:
    ends = (schema.subjects(edge.property), schema.objects(edge.property))
    return not schema.is_literal(edge.property) and (ANYTHING in ends or bool(ends[0] & ends[1]))


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
