"""Which mention stands at which end of a relation such as ``follows``."""

from __future__ import annotations

from nlkgq.analysis.connections import Connection, Step
from nlkgq.analysis.schema_graph import ANYTHING, SchemaGraph
from nlkgq.generation.offline.determined import is_deed_of
from nlkgq.generation.offline.function_words import BE, PARTICIPLES
from nlkgq.generation.offline.mentions import Mention
from nlkgq.generation.offline.name_forms import NAMED
from nlkgq.generation.offline.naming import identifier_words
from nlkgq.generation.offline.readings import Reading
from nlkgq.iri import local_name
from nlkgq.ontology.model import split_identifier

ANY = -1
"""In place of the start of a mention at an end of a relation: whatever is joined to it."""
AT_ITS_END = 0.4
"""What it is worth that the question says who is at an end."""


def ends_at(relation: Mention, other: Mention, port: int) -> bool | None:
    """Whether another mention is at this end of a relation; None where nothing tells."""
    ends = dict(relation.ends)
    if other.start in ends:
        return ends[other.start] == port
    return None if ends.get(ANY, port) == port else False


def is_active(reading: Reading, said: str) -> bool:
    """Whether a verb is what a relation is called, in the active voice: ``cites``, not ``cited by``, ``made in place``.

    Args:
        reading: What is said may mean.
        said: The words of the question.
    """
    words = said.lower().split()
    if words[-1:] and words[-1] in _PASSIVE and (words[0].endswith("ed") or words[0] in PARTICIPLES):
        return False
    if reading.kind != "property" or reading.noun or not reading.object or reading.how not in NAMED:
        return False
    return _PASSIVE.isdisjoint(split_identifier(local_name(reading.iri)).lower().split()[1:])


_PASSIVE = frozenset(("by", "in", "at", "from", "to", "on", "with", "for"))


def agent_end(verb: Reading, front: int, doer: Reading) -> int:
    """Which end of a relation ``by`` tells: of ``teaches``, a course taught by somebody is the object.

    Args:
        verb: The relation.
        front: The end that a passive name such as ``taught by`` leads to.
        doer: What follows ``by``.
    """
    if not verb.object or verb.noun or doer.kind not in ("class", "value", "entity"):
        return front
    ends = verb.subject, verb.object
    fits = [ANYTHING not in (doer.subject, end) and bool(end & doer.subject) for end in ends]
    return 1 - front if fits[1 - front] and not fits[front] else front


def undergoes(verb: Reading, port: int, front: int) -> float:
    """What it is worth to be at an end of a passive verb: ``ships were sold``, and not who they are `sold_by`.

    Args:
        verb: The relation.
        port: The end.
        front: The end that the words lead to.
    """
    if is_deed_of(verb.iri):
        return _UNDERGOES if port != front else -1.0
    return _UNDERGOES if port == front else 0.0


def is_said_to_be(left: Mention, right: Mention, *, adjacent: bool) -> bool:
    """``films that are documentaries``, ``which farms in Norway are organic``: whether one is what the other is.

    Args:
        left, right: Two nouns.
        adjacent: Whether no other mention stands between them.
    """
    near = adjacent or (left.projected and not BE.isdisjoint(right.gap))
    return near and bool(right.gap) and COPULA.issuperset(right.gap)


COPULA = frozenset(("is", "are", "was", "were", "a", "an", "that", "which", "who", "not", "no"))


def above_or_below(gap: tuple[str, ...], step: Step, schema: SchemaGraph) -> float:
    """What ``the topics below X`` is worth for a step: of a relation that leads up, it tells the end.

    Args:
        gap: The words before the second mention.
        step: From the first mention to the second.
        schema: Tells which relations lead up.
    """
    below, above = _BELOW.intersection(gap), _ABOVE.intersection(gap)
    if not (below or above) or not _leads_up(step.property, schema):
        return 0.0
    return _SAID if step.forward == bool(below) else -_SAID


def _leads_up(iri: str, schema: SchemaGraph) -> bool:
    """Whether a relation leads to what stands above its subject: by its name, or as a hierarchy."""
    words = identifier_words(iri)
    ends = schema.subjects(iri), schema.objects(iri)
    same = ANYTHING in ends or bool(ends[0] & ends[1])
    return schema.is_hierarchy(iri) or (same and bool(words & _UPWARD))


def of_one(connection: Connection, schema: SchemaGraph) -> bool:
    """Whether one thing has both ends, and of each only one: what is computed of both is a value of this thing."""
    steps = connection.steps
    if len(steps) != 2:
        return False
    return schema.leads_to_one(steps[0].property, forward=not steps[0].forward) and schema.leads_to_one(
        steps[1].property, forward=steps[1].forward
    )


_SAID = 0.3
_UNDERGOES = 0.12
_BELOW = frozenset(("below", "under", "beneath", "underneath", "unter", "unterhalb"))
_ABOVE = frozenset(("above", "over", "uber", "oberhalb"))
_UPWARD = frozenset(("broader", "parent", "super", "within", "above"))
