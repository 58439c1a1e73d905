"""``ships that were shown in their home port``: where they were shown is what follows, and this is theirs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nlkgq.generation.offline.linking import OBJECT, SUBJECT, Link
from nlkgq.generation.offline.mentions import Mention
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.said_again import THEIR

_AT = (("in",), ("at",), ("on",), ("from",))


def at_home(
    mentions: Sequence[Mention],
    readings: Sequence[Reading],
    links: Callable[[int, Reading, int, Reading], list[Link]],
) -> list[Link]:
    """The links of a thing, a verb and the place that is its own, each with both others; [] without these.

    Args:
        mentions: Those of a question.
        readings: What each is read as.
        links: The links between a mention, read so, and a later one.
    """
    for thing, verb, home in zip(mentions, mentions[1:], mentions[2:], strict=False):
        a, b, own = (readings[m.number] for m in (thing, verb, home))
        theirs = home.gap[:1] in _AT and bool(THEIR.intersection(home.gap[1:2])) and not home.projected
        told = b.kind == own.kind == "property" and not b.noun and own.noun and bool(own.object)
        if not (theirs and told):
            continue
        done = links(thing.number, a, verb.number, b)[:1]
        kept = [k for k in links(thing.number, a, home.number, own) if k.kind == "node" and k.right_port == SUBJECT][:1]
        place = OBJECT if b.object else SUBJECT
        met = [
            k
            for k in links(verb.number, b, home.number, own)
            if (k.left_port, k.right_port) == (place, OBJECT) and _is_direct(k, own)
        ][:1]
        if done and kept and met:
            return [*done, *kept, *met]
    return []


def _is_direct(link: Link, own: Reading) -> bool:
    steps = link.connection.steps if link.connection is not None else ()
    return link.kind == "node" or (link.kind == "path" and len(steps) == 1 and steps[0].property != own.iri)
