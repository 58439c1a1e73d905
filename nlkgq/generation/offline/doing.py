"""Verbs that only say who has or did what: ``sailors who rent no boat``, ``who directed``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from nlkgq.analysis.schema_graph import ANYTHING, SchemaGraph
from nlkgq.generation.offline.function_words import DO, PARTICIPLES
from nlkgq.generation.offline.mentions import Mention, Plan
from nlkgq.generation.offline.tokens import Token
from nlkgq.iri import local_name
from nlkgq.ontology.model import split_identifier


def acts(plan: Plan) -> None:
    """``sailors who rent no boat``, ``films that won an award``: drops, in place, verbs called as a value of the thing
    after them; they say that somebody has it.
    """
    for verb, thing in pairwise(list(plan.mentions)):
        told, acted = (m.readings[0] if m.readings else None for m in (verb, thing))
        if told is None or acted is None or told.kind != "property" or told.object or acted.kind != "class":
            continue
        doer = next((m for m in plan.mentions if m.end == verb.start and m.asked == "who"), None)
        determined = (bool(thing.gap) or doer is not None) and _DETERMINED.issuperset(thing.gap)
        # "aired a play on Channel 4": the verb tells of the channel
        valued = any(r.kind == "value" and r.iri == told.iri for m in plan.mentions for r in m.readings)
        idle = not (verb.projected or verb.negated or valued)
        if _is_act(verb, doer) and idle and determined and told.subject & acted.subject:
            plan.mentions.remove(verb)
            if doer is not None:
                doer.readings = [r for r in doer.readings if r.subject != ANYTHING] or doer.readings


def is_done_by(mention: Mention, tokens: Sequence[Token]) -> bool:
    """``maintained by X``: whether a word is what somebody did, as ``by`` tells, and no noun that may be asked for."""
    by = tokens[mention.end].folded if mention.end < len(tokens) else ""
    word = tokens[mention.end - 1].folded
    return by in ("by", "von") and (word.endswith("ed") or word in PARTICIPLES)


def drop_own_verbs(plan: Plan) -> None:
    """``teachers who do not teach a course``, ``taught by a teacher``: drops, in place, verbs that say only what those
    do who stand beside them.
    """
    for before, verb, after in zip(plan.mentions, plan.mentions[1:], plan.mentions[2:], strict=False):
        told = verb.readings[0] if verb.readings else None
        if told is None or told.kind != "class" or told.how not in ("synonym", "inflected") or verb.projected:
            continue
        doer, thing = (m.readings[0] if m.readings else None for m in (before, after))
        word = verb.text.lower()
        acts_on = bool((DO | _WHO).intersection(verb.gap)) and doer is not None and doer.iri == told.iri
        passive = (word in PARTICIPLES or word.endswith("ed")) and after.gap[:1] == ("by",)
        if acts_on or (passive and thing is not None and thing.iri == told.iri):
            after.negated = after.negated or verb.negated
            after.gap = (*verb.gap, word, *after.gap)
            plan.mentions.remove(verb)
            return


_WHO = frozenset(("who", "that", "which"))


def _is_act(verb: Mention, doer: Mention | None) -> bool:
    after_pronoun = verb.gap[-1:] in (("who",), ("that",), ("which",)) or bool(DO.intersection(verb.gap))
    word = verb.text.lower()
    past = word in PARTICIPLES or (word.endswith("ed") and not verb.readings[0].noun)
    return (after_pronoun and not word.endswith("s")) or doer is not None or past


def does_what(plan: Plan, schema: SchemaGraph) -> None:
    """``who directed X``, where a text tells the director: this is asked for, in place."""
    for asked, verb in pairwise(list(plan.mentions)):
        told = verb.readings[0] if verb.readings else None
        if asked.asked != "who" or verb.gap or told is None or told.kind != "property" or told.object or told.noun:
            continue
        doers = [r for r in verb.readings if r.kind == "property" and not r.object and _names_a_doer(r.iri)]
        if doers and not (schema.is_numeric(told.iri) or schema.tells_when(told.iri)):
            verb.readings = [replace(r, noun=True) for r in doers]
            verb.projected, verb.gap = True, asked.gap
            plan.mentions.remove(asked)


def _names_a_doer(iri: str) -> bool:
    last = split_identifier(local_name(iri)).lower().split()[-1:]
    return bool(last) and last[0].endswith(("er", "or", "ist", "ian"))


_DETERMINED = frozenset(
    ("no", "not", "a", "an", "any", "some", "the", "at", "least", "one", "more", "than", "most", "fewest")
)
