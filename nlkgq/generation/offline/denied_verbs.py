"""Whether a word that denies what follows denies the verb before: ``made in neither A nor B``, ``serves no port``."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.mentions import Mention
from nlkgq.generation.offline.readings import Chunk
from nlkgq.generation.offline.tokens import Token


def denies_verb(before: Mention | None, mention: Mention) -> bool:
    """Whether the mention before a denied one is the verb that is denied; not so in ``made in A without B``."""
    verb = before.readings[0] if before is not None and before.readings and not before.projected else None
    if verb is None or not verb.object or _APART.intersection(mention.gap):
        return False
    none = mention.gap[-1:] in _NO and _AT.issuperset(mention.gap[:-1])
    given = any(r.kind in ("value", "entity") for r in mention.readings[:1])
    return none or (given and not verb.noun)


def is_restricted(mention: Mention, following: Chunk | None, tokens: Sequence[Token]) -> bool:
    """Whether a value of what is left out follows: ``leaving aside ships of the type X``."""
    if following is None or following.operator:
        return False
    return "," not in {t.text for t in tokens[mention.end : following.start]}


_NO = (("no",), ("kein",), ("keine",), ("keinen",), ("keinem",))
_AT = frozenset(("at", "in", "for", "on", "by", "to", "from", "an", "auf", "von"))
_APART = frozenset(("without", "but", "except", "other", "outside", "ohne", "aber"))
