"""Verbs of making beside nouns of doers: what a director made, he directed."""

from __future__ import annotations

from dataclasses import replace

from nlkgq.analysis.schema_graph import ANYTHING, SchemaGraph
from nlkgq.generation.offline.function_words import DO
from nlkgq.generation.offline.mentions import Plan

MADE = frozenset(("make", "makes", "made", "do", "does", "did", "done", "create", "created", "creates", "produced"))


def say_what_they_made(plan: Plan, schema: SchemaGraph) -> None:
    """``which director made the most films``, ``a satire``: the noun says what he did, the verb only that he did it."""
    for three in zip(plan.mentions, plan.mentions[1:], plan.mentions[2:], strict=False):
        # "how many films did each director make"
        turned = bool(DO.intersection(three[1].gap))
        agent, verb, thing = (three[1], three[2], three[0]) if turned else three
        noun, told, acted = (m.readings[0] if m.readings else None for m in (agent, verb, thing))
        if noun is None or told is None or acted is None or verb.text.lower() not in MADE:
            continue
        wanted = agent.projected or (turned and agent.group)
        named = wanted and noun.kind == "property" and noun.noun and noun.object
        fits = acted.kind == "class" and bool(acted.subject & noun.subject)
        if acted.kind in ("value", "entity") and not acted.subject & noun.subject:
            fits = ANYTHING not in (acted.subject, noun.subject) and any(
                len(c.steps) == 1 for c in schema.connections(noun.subject, acted.subject)
            )
        if named and told.kind == "property" and fits:
            thing.negated, thing.gap = thing.negated or verb.negated, (*verb.gap, *thing.gap)
            plan.mentions.remove(verb)
            return


def make_what_they_are(plan: Plan) -> None:
    """``what else did the director of X make``: whoever directs makes what is directed; in place."""
    for agent, _, verb in zip(plan.mentions, plan.mentions[1:], plan.mentions[2:], strict=False):
        noun = agent.readings[0] if agent.readings else None
        does = bool(DO.intersection(agent.gap)) and agent.gap[:1] in (("what",), ("which",))
        role = noun is not None and noun.kind == "property" and noun.noun and noun.object
        if noun is not None and role and does and verb.text.lower() in MADE and verb is plan.mentions[-1]:
            verb.readings = [replace(noun, noun=False)]
