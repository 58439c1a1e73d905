"""Which mention stands at which end of a relation such as ``follows``."""

from __future__ import annotations

from nlkgq.generation.offline.mentions import Mention

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
