"""``the same title`` as what: what a question says is the same must be had by two, or tie two things to one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nlkgq.analysis.schema_graph import ANYTHING
from nlkgq.generation.offline.linking import SUBJECT
from nlkgq.generation.offline.mentions import Mention
from nlkgq.generation.offline.readings import Reading

if TYPE_CHECKING:
    from nlkgq.generation.offline.assembly import Assembly

_SECOND = SUBJECT + 2
_SHARE = frozenset(("share", "shares", "sharing"))


def same_as_nothing(assembly: Assembly, mention: Mention, reading: Reading) -> bool:
    """Whether nothing else has what is said to be the same, and nothing else hangs on it."""
    kinds = ("property", "class") if "same" in mention.gap else ("property",) if _SHARE & set(mention.gap) else ()
    if mention.shared != "same" or reading.kind not in kinds:
        return False
    if (mention.number, _SECOND) in assembly.masks:
        return False
    return sum(mention.number in (k.left, k.right) for k in assembly.links) == 1


def pair_off(assembly: Assembly) -> None:
    """``which ships have the same name``, ``which people share a birthday``: as another one, in place."""
    for link in assembly.links:
        m, other = link.right, assembly.mentions[link.left]
        mention, reading, thing = assembly.mentions[m], assembly.readings[m], assembly.readings[link.left]
        told = reading.kind == "property" and not mention.projected and link.kind == "node" and other.projected
        alike = thing.kind in ("class", "asked") and thing.subject == reading.subject != ANYTHING
        if told and alike and link.right_port == SUBJECT and same_as_nothing(assembly, mention, reading):
            assembly.masks[m, _SECOND] = reading.subject
