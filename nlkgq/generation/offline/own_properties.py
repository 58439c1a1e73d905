"""Connections over the very properties that words name, and words that are both denied of something else."""

from __future__ import annotations

from nlkgq.generation.offline.mentions import Mention
from nlkgq.generation.offline.readings import Reading
from nlkgq.iri import local_name
from nlkgq.ontology.model import split_identifier

_NOR = frozenset(("nor", "noch", "or", "oder"))


def again(a: Reading, pa: int, b: Reading, pb: int, used: set[str], *, adjacent: bool) -> float:
    """``films for the director of X``: the films are films that this director directed.

    Args:
        a, b: Readings of the mention that stands first and of the other.
        pa, pb: 0 where the connection leaves or reaches their subject, 1 for their object.
        used: Properties of the connection.
        adjacent: Whether one stands beside the other and a preposition between them; a name right after a noun or a
            verb is its own.

    Returns:
        What is added to the score.
    """
    if a.kind == b.kind == "property" and a.iri == b.iri:
        return -0.3
    for reading, port in ((a, pa), (b, pb)):
        if reading.kind == "property" and reading.iri in used:
            # A verb tells of its own subject; only a noun ("the directors") is told of other owners too.
            owner = a.kind == b.kind == "property" and (pa if reading is b else pb) == 0
            told = adjacent and (reading.noun or not owner)
            return (0.3 if told else 0.0) if port else -0.6
    return 0.0


def reflexive(a: Reading, b: Reading, used: set[str]) -> float:
    """A row of ``friend`` with ``student`` and ``friend`` belongs to the student: the other side is the friend."""
    for reading in (a, b):
        if reading.kind == "class":
            name = split_identifier(local_name(reading.iri)).lower().split()
            if any(set(name) & set(split_identifier(local_name(p)).lower().split()) for p in used):
                return 0.12
    return 0.0


def are_denied(left: Mention, a: Reading, right: Mention, b: Reading) -> bool:
    """``neither ferries nor tugs``, ``neither director nor actor``: each is said of what was asked for."""
    if not (left.negated and right.negated) or a.kind != b.kind:
        return False
    return a.kind == "class" or (a.kind == "property" and a.noun and b.noun and bool(_NOR.intersection(right.gap)))
