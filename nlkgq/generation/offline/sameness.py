"""``the same title`` as what: what a question says is the same must be had by two, or tie two things to one."""

from __future__ import annotations

from nlkgq.generation.offline.assembly import Assembly
from nlkgq.generation.offline.linking import SUBJECT
from nlkgq.generation.offline.mentions import Mention
from nlkgq.generation.offline.readings import Reading

_SECOND = SUBJECT + 2


def same_as_nothing(assembly: Assembly, mention: Mention, reading: Reading) -> bool:
    """Whether nothing else has what is said to be the same, and nothing else hangs on it."""
    if mention.shared != "same" or "same" not in mention.gap or reading.kind not in ("property", "class"):
        return False
    if (mention.number, _SECOND) in assembly.masks:
        return False
    return sum(mention.number in (k.left, k.right) for k in assembly.links) == 1
