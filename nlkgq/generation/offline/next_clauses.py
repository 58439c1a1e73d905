"""Clauses that tell of one noun only: ``were not built in X and were sold after 2000``: what follows is no part of what
is denied; ``directors of films in which X played``: X played in the films.
"""

from __future__ import annotations

from itertools import pairwise

from nlkgq.generation.offline.function_words import BE, DO, HAVE
from nlkgq.generation.offline.mentions import Mention, Plan, is_class

_AND = frozenset(("and", "but", "yet", "und", "aber"))
_BEGINS = BE | HAVE | DO | frozenset(("that", "which", "who", "whose"))


def set_next_clauses_apart(plan: Plan) -> None:
    """Keeps a clause with a verb of its own from what the clause before it denies, in place."""
    for place, denied in enumerate(plan.mentions):
        if not denied.negated:
            continue
        later = plan.mentions[place + 1 :]
        begun = next((n for n, m in enumerate(later) if _begins(m)), None)
        if begun is None or any(m.negated for m in later[: begun + 1]):
            continue
        starts = {m.start for m in later[begun:]}
        for mention in (denied, *later[:begun]):
            mention.apart |= starts


def _begins(mention: Mention) -> bool:
    """Whether a mention stands after ``and were``, ``but that``."""
    words = mention.gap
    return any(first in _AND and after in _BEGINS for first, after in pairwise(words))


def set_second_deeds_apart(plan: Plan) -> None:
    """``who steered a boat but never sailed a boat``: keeps the second boat from the first, in place."""
    mentions = plan.mentions
    for place in range(2, len(mentions) - 1):
        first, thing, verb, again = mentions[place - 2 : place + 2]
        denied = verb.negated and verb.gap[:1] and verb.gap[0] in _AND
        kinds = {r.iri for m in (thing, again) for r in m.readings[:1] if r.kind == "class"}
        same = len(kinds) == 1 and is_class(thing) and is_class(again) and again.gap[-1:] in _SOME
        if denied and same and all(any(r.kind == "property" for r in m.readings) for m in (first, verb)):
            for mention in (first, thing):
                mention.apart |= {verb.start, again.start}


def tell_of_denied(plan: Plan) -> None:
    """``who has no boat in X``, where X is a place of boats as well as of people: of boats, in place."""
    for number, (noun, place) in enumerate(pairwise(plan.mentions)):
        before = [r for m in plan.mentions[:number] for r in m.readings[:1]]
        owners = [r.subject for r in before if r.kind == "class" or (r.kind == "property" and not r.object)]
        denied = noun.gap[-1:] in _NONE and (noun.negated or plan.mentions[number - 1].negated) and is_class(noun)
        if not denied or place.gap[:1] not in _IN or len(place.gap) > _SHORT:
            continue
        others = [r for r in place.readings if r.kind == "value" and not any(r.subject & o for o in owners)]
        if others and any(r.kind == "value" for r in place.readings[:1]):
            place.readings = others


def set_inner_clauses_apart(plan: Plan) -> None:
    """Keeps what a clause with a subject of its own tells of a noun from what is said to be of this noun, in place."""
    mentions = plan.mentions
    for place in range(1, len(mentions) - 2):
        noun, named, verb = mentions[place : place + 3]
        if not named.readings:
            continue
        given = named.readings[0].kind in ("value", "entity")
        does = any(r.kind == "property" and r.object and not r.noun for r in verb.readings[:1])
        # "movies X played in", where X is no movie
        bare = not named.gap and noun.end == named.start and not _denoted(noun) & named.readings[0].subject
        if not (given and does and (bare or named.gap[-1:] in _WHICH)) or verb.gap or not _is_thing(noun):
            continue
        for owner in mentions[:place]:
            if owner.of and all("of" in m.gap for m in mentions if owner.start < m.start <= noun.start):
                owner.apart |= {named.start, verb.start}


def _denoted(mention: Mention) -> int:
    """The classes of what a noun stands for."""
    return next((r.object if r.kind == "property" and r.object else r.subject for r in mention.readings[:1]), 0)


def _is_thing(mention: Mention) -> bool:
    return any(r.kind == "class" or (r.noun and r.object) for r in mention.readings[:1])


_NONE = (("no",), ("without",), ("any",))
_IN = (("in",), ("at",), ("from",), ("of",), ("on",))
_SHORT = 2
_SOME = (("a",), ("an",), ("any",), ("the",))
_WHICH = (("which",), ("that",), ("whom",), ("where",))
