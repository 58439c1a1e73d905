"""``firms whose parent firm is X``, ``that have X as their parent firm``: who has a role for others of its kind."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.analysis.schema_graph import ANYTHING
from nlkgq.generation.offline.function_words import BE, HAVE
from nlkgq.generation.offline.linking import OBJECT, SUBJECT
from nlkgq.generation.offline.mentions import Mention, Plan
from nlkgq.generation.offline.naming import is_naming

_OWNING = HAVE | frozenset(("whose", "with", "having", "belong", "belongs", "belonging", "belonged", "under"))
_NAMED = BE | frozenset(("the", "called", "named", "a", "an"))
_AS = frozenset(("as", "for", "their", "its", "his", "her", "the", "a", "an"))


def set_role_ends(plan: Plan) -> None:
    """Tells, in place, that what is named beside a role has it, and that what stands before is who has such a one.

    Without that, either of two things of one kind may be the named one.
    """
    for place, role in enumerate(plan.mentions):
        if not _is_role(role) or role.ends:
            continue
        if role.gap[:1] == ("as",) and _AS.issuperset(role.gap):
            named = _names(plan.mentions[:place][::-1], role)[::-1]
            owner, last = place - len(named) - 1, named[:1]
        else:
            named = _names(plan.mentions[place + 1 :], role)
            owner, last = place - 1, [role] if named and _NAMED.issuperset(named[0].gap) else []
        owned = bool(last) and not _OWNING.isdisjoint(last[0].gap)
        if named and owned and owner >= 0 and _is_of_kind(plan.mentions[owner], role):
            role.ends = ((plan.mentions[owner].start, SUBJECT), *((m.start, OBJECT) for m in named))


def _names(mentions: Sequence[Mention], role: Mention) -> list[Mention]:
    """The mentions at the start that together name one who may have a role: a first and a last name."""
    found: list[Mention] = []
    for mention in mentions:
        apart = found and bool(max(found[-1], mention, key=lambda m: m.start).gap)
        if apart or not _is_name(mention, role):
            break
        found.append(mention)
    return found


def _is_role(mention: Mention) -> bool:
    """Whether a noun stands for what things have to do with others of their kind."""
    used = mention.aggregates or mention.group or mention.superlative or mention.negated or mention.projected
    return not used and any(
        r.kind == "property" and r.noun and not r.inverse and r.object == r.subject != ANYTHING and r.object
        for r in mention.readings[:1]
    )


def _is_of_kind(mention: Mention, role: Mention) -> bool:
    """Whether a mention is, or is told of, things of the kind."""
    return any(
        r.subject & role.readings[0].subject and (r.kind == "class" or (r.kind == "property" and not r.object))
        for r in mention.readings
    )


def _is_name(mention: Mention, role: Mention) -> bool:
    return any(
        r.kind == "entity" or (r.kind == "value" and is_naming(r.iri) and r.subject & role.readings[0].object)
        for r in mention.readings[:1]
    )
