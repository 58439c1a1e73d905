"""``who sent a parcel and received a parcel``: verbs joined by ``and`` are said of one thing, and act on two others."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.analysis.schema_graph import ANYTHING
from nlkgq.generation.offline.linking import OBJECT, SUBJECT
from nlkgq.generation.offline.mentions import Mention, Plan
from nlkgq.generation.offline.readings import Reading

_SOME = (("a",), ("an",), ("any",), ("some",), ("another",))
_JOINING = frozenset(("and", "also", "have", "has", "had", "who", "that", "were", "was"))


def join_verbs(plan: Plan) -> None:
    """Notes, in place, of what both verbs are said, and that what each of them acts on is another thing."""
    mentions = plan.mentions
    for place in range(1, len(mentions) - 3):
        head, first = mentions[place - 1], mentions[place]
        second = next((m for m in mentions[place + 2 :] if _verb(m) is not None), None)
        if second is None or second.number + 1 >= len(mentions) or not _is_joined(second):
            continue
        things = mentions[place + 1], mentions[second.number + 1]
        verbs = [_verb(first), _verb(second)]
        ports = [_port(head, verb) for verb in verbs]
        if None in ports or verbs[0] == verbs[1] or not all(map(_is_some, things)):
            continue
        told = _clause(mentions, second.number + 1)
        for verb, port in zip((first, second), ports, strict=True):
            verb.ends = (*verb.ends, (head.start, port or 0))
        for mention in mentions[place : second.number]:
            mention.apart |= told if mention is first else told | {second.start}


def _verb(mention: Mention) -> Reading | None:
    leading = mention.readings[0] if mention.readings else None
    verb = leading is not None and leading.kind == "property" and leading.object and not leading.noun
    return leading if verb and not (mention.ends or mention.negated or mention.shared) else None


def _is_joined(verb: Mention) -> bool:
    return verb.gap[:1] == ("and",) and _JOINING.issuperset(verb.gap)


def _is_some(mention: Mention) -> bool:
    return any(r.kind == "class" for r in mention.readings[:1]) and mention.gap[-1:] in _SOME


def _port(head: Mention, verb: Reading | None) -> int | None:
    """At which end of a verb the head stands; None where both or neither fit."""
    leading = head.readings[0] if head.readings else None
    if leading is None or verb is None or ANYTHING in (leading.subject, verb.subject, verb.object):
        return None
    fits = [port for port, mask in ((SUBJECT, verb.subject), (OBJECT, verb.object)) if leading.subject & mask]
    return fits[0] if len(fits) == 1 else None


def _clause(mentions: Sequence[Mention], start: int) -> frozenset[int]:
    """The starts of what is told of the thing that the second verb acts on."""
    found = {mentions[start].start}
    for mention in mentions[start + 1 :]:
        if mention.projected or mention.order or {"and", ","}.intersection(mention.gap):
            break
        found.add(mention.start)
    return frozenset(found)
