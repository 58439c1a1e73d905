"""Verbs that only say who has or did what: ``sailors who rent no boat``, ``who directed``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from nlkgq.analysis.schema_graph import ANYTHING, SchemaGraph
from nlkgq.generation.offline.determined import is_deed_of
from nlkgq.generation.offline.function_words import BE, DO, HAVE, MEASURING, PARTICIPLES
from nlkgq.generation.offline.mentions import Mention, Plan
from nlkgq.generation.offline.phrases import looks_like_verb
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.verb_forms import verb_forms
from nlkgq.generation.offline.vocabulary import Vocabulary
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
            if doer is not None and any(_names_a_doer(r.iri) for r in verb.readings if not r.object):
                # "who directed the play": `stage_director`
                continue
            by = [r for r in verb.readings if r.kind == "property" and r.object and is_deed_of(r.iri)]
            if doer is not None and by:
                # "who reported a leak": `reported_by`, though there is a `reported_on`
                verb.readings = by
                continue
            plan.mentions.remove(verb)
            if doer is not None:
                doer.readings = [r for r in doer.readings if r.subject != ANYTHING] or doer.readings


def who_does(plan: Plan, vocabulary: Vocabulary) -> None:
    """In place, ``who supplies X``: whoever does, where no person does; ``whose agent is X``: people, if they may."""
    for noun in plan.mentions[:1]:
        if noun.gap[-1:] == ("whose",) and noun.start == len(noun.gap):
            people = next((r.subject for r in vocabulary.asked_for("who") if r.subject != ANYTHING), 0)
            owned = [r for r in noun.readings if r.kind == "property" and r.subject & people]
            noun.readings = owned or noun.readings
    for who, verb in pairwise(plan.mentions):
        people = next((r.subject for r in who.readings if r.subject != ANYTHING), 0) if who.asked == "who" else 0
        if people and not verb.gap and any(r.kind == "property" for r in verb.readings[:1]):
            # "who made a satire" is not where one was made
            places = {r.iri for r in vocabulary.asked_for("where") if not people & (r.subject | r.object)}
            verb.readings = [r for r in verb.readings if r.iri not in places] or verb.readings
        told = [r for r in verb.readings if r.kind == "property" and r.object]
        if (
            not people
            or not told
            or (vocabulary.tabular and verb.readings[0].kind == "class")
            or not (_IS_THE.issuperset(verb.gap) and (not verb.gap or "the" in verb.gap))
            or told[0].score < _MEANT * verb.readings[0].score
        ):
            continue
        named = told[0].noun and "the" in verb.gap and not told[0].inverse
        done = [r for r in told if people & (r.subject | r.object) and r.score >= _ALIKE * told[0].score]
        if done and not named and not told[0].noun and told[0] not in done and told[0] is verb.readings[0]:
            # "who fed X": the feeder, and not what it was "fed with"
            verb.readings = done
            continue
        alike = [r for r in told if r.score == told[0].score]
        if not any(people & (r.object if named else r.subject | r.object) for r in alike):
            who.readings = [r for r in who.readings if r.subject == ANYTHING] or who.readings


def asks_what_it_does(plan: Plan, schema: SchemaGraph) -> None:
    """``what does the cheapest ship cost``: the value that the verb tells is asked for, in place, and not the ship."""
    if len(plan.mentions) < 2 or plan.mentions[0].gap[:2] not in _WHAT_DOES:
        return
    verb = plan.mentions[-1]
    told = any(
        r.kind == "property" and (not r.object or schema.amounts.worth(r.object) is not None) for r in verb.readings[:1]
    )
    if told and not (verb.gap or verb.measured or verb.value is not None or verb.negated):
        for m in plan.mentions:
            m.projected = m is verb
            if m is not verb and set(m.aggregates) <= _MEANS and not verb.aggregates:
                # "what do ships cost on average"
                verb.aggregates, m.aggregates = m.aggregates, []


_MEANS = frozenset(("AVG", "SUM", "MIN", "MAX"))
_WHAT_DOES = tuple((what, do) for what in ("what", "was") for do in DO)
_IS_THE = BE | {"the"}
_MEANT = 0.7
_ALIKE = 0.8


def is_done_by(mention: Mention, tokens: Sequence[Token]) -> bool:
    """``maintained by X``: whether a word is what somebody did, as ``by`` tells, and no noun that may be asked for."""
    by = tokens[mention.end].folded if mention.end < len(tokens) else ""
    word = tokens[mention.end - 1].folded
    return by in ("by", "von") and (word.endswith("ed") or word in PARTICIPLES)


def acts_on_next(doer: Mention, mention: Mention, tokens: Sequence[Token]) -> bool:
    """``pilots flew old planes``, ``pupils order books``: whether a word tells what those before it did.

    A form of the past is no noun, though rows are called by its verb.
    """
    word, after = tokens[mention.end - 1].folded, tokens[mention.end : mention.end + 1]
    kinds = verb_forms().get(word, frozenset()) if mention.end == mention.start + 1 else frozenset()
    if kinds & {"past", "participle"} and "base" not in kinds:
        return True
    several = doer.text.lower().endswith("s") and "base" in kinds
    return several and any(t.kind != "mark" and t.folded not in _PLACED for t in after)


_PLACED = frozenset(("of", "by", "in", "on", "at", "for", "with", "from", "to", "per", "and", "or", "is", "are", "was"))


def does_more(doer: Mention, a: Reading, verb: Mention, b: Reading) -> bool:
    """``have the makers of X published in Y``: whether a verb tells of a further thing that those who made X did.

    Likewise of ``who inspected the boat``, where an inspection is stored: who did it is none.
    """
    if doer.asked == "who" and a.subject == ANYTHING and b.kind == "class" and not verb.gap:
        return looks_like_verb(verb.text)
    named = a.kind == "property" and a.noun and bool(a.object) and not a.inverse
    done = b.kind == "property" and not (b.noun or b.object) and BE.isdisjoint(verb.gap)
    return named and done and doer.of and not (DO | HAVE).isdisjoint(doer.gap)


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


def who_is(plan: Plan) -> None:
    """``who is the employer of X``: the employer is asked for, in place, whether a person or not."""
    for asked, noun in pairwise(list(plan.mentions)):
        told = noun.readings[0] if noun.readings else None
        said = asked.asked == "who" and not BE.isdisjoint(noun.gap) and (BE | {"the"}).issuperset(noun.gap)
        role = told is not None and told.kind == "property" and told.noun and told.object
        end = (told.subject if told.inverse else told.object) if told is not None else 0
        people = [r.subject for r in asked.readings if r.subject != ANYTHING]
        if any(p & end for p in people) or not people or end == ANYTHING:
            continue
        if said and role and noun.of and not (noun.superlative or noun.negated):
            plan.mentions.remove(asked)
            noun.projected = True


def _names_a_doer(iri: str) -> bool:
    last = split_identifier(local_name(iri)).lower().split()[-1:]
    return bool(last) and last[0].endswith(("er", "or", "ist", "ian"))


_DETERMINED = frozenset(
    ("no", "not", "a", "an", "any", "some", "the", "at", "least", "one", "more", "than", "most", "fewest")
)


def what_was_done(plan: Plan, schema: SchemaGraph) -> None:
    """``what did X publish``, ``how often``: the thing that it was done to, not the text that the verb tells of it.

    What X earned is the number that the verb tells.
    """
    first = plan.mentions[0] if plan.mentions else None
    often = first is not None and first.gap[:2] == ("how", "often")
    ordered = first is not None and first.gap[-1:] == ("what",) and len(first.gap) > 1
    if first is None or not first.readings or not (often or ordered or first.gap[:1] in (("what",), ("was",))):
        return
    doer = first.readings[0]
    # "what has X published", "show what X has published"
    said = plan.mentions[1].gap[:1] if ordered and len(plan.mentions) > 1 else first.gap[2 if often else 1 :]
    auxiliary = [w for w in said if w != "else"][:1]
    does = bool((DO | HAVE | {"hat", "haben"} | (BE if often else set())).intersection(auxiliary))
    classes = doer.object if doer.kind == "property" else doer.subject
    for verb in plan.mentions[1:]:
        told = verb.readings[0] if verb.readings else None
        if not does or told is None or told.kind != "property" or (told.noun and not (often and told.object)):
            continue
        costs = verb.text.lower() in MEASURING
        if not told.object and classes and not classes & told.subject and not (verb.measured or costs):
            first.projected, verb.projected = False, True
            if often:
                first.aggregates, verb.aggregates = [], ["COUNT"]
            elif schema.is_numeric(told.iri) and not schema.tells_when(told.iri):
                return
            verb.readings = [Reading(kind="asked", subject=told.subject, score=_DONE)]
        elif often and (undergone := [r for r in verb.readings if _is_end(doer, r)]):
            # "how often has X directed", "been nominated"
            first.projected, verb.projected = False, True
            first.aggregates, verb.aggregates = [], ["COUNT"]
            verb.readings = [replace(undergone[0], noun=True, inverse=True)]
        elif told.object and doer.kind == "property" and doer.noun and not often and verb is plan.mentions[-1]:
            # "what did the writers of X write"
            first.projected, verb.projected = False, True
            first.another, verb.another = False, first.another
        return


def _is_end(doer: Reading, told: Reading) -> bool:
    """Whether who does or undergoes something is at the object of a property, and only there."""
    return told.kind == "property" and bool(doer.subject & told.object) and not doer.subject & told.subject


_DONE = 0.8


def who_does_not(plan: Plan, schema: SchemaGraph) -> None:
    """``who never won a prize``: of all people, where somebody is known to be one; in place."""
    for who, verb in pairwise(plan.mentions[:2]):
        people = next((r.subject for r in who.readings if r.subject != ANYTHING), 0) if who.asked == "who" else 0
        named = [n for n in schema.names(people) if schema.mask(n) == people] if people else []
        if verb.negated and named and not any(r.kind in ("value", "entity") for r in verb.readings[:1]):
            who.readings = [Reading(kind="class", iri=named[0], subject=people)]


def tell_of_their_own(plan: Plan) -> None:
    """``which cover ended``: of the ends that a verb may tell, that of what stands before it; in place."""
    for noun, verb in pairwise(plan.mentions):
        named, told = (m.readings[0] if m.readings else None for m in (noun, verb))
        if named is None or told is None or told.kind != "property" or told.noun or told.object:
            continue
        role = named.kind == "property" and named.noun and named.object and not named.inverse
        thing = named.object if role else named.subject if named.kind == "class" else 0
        own = [r for r in verb.readings if not r.object and r.subject & thing and r.subject != ANYTHING]
        if thing not in (0, ANYTHING) and own and _AUXILIARIES.issuperset(verb.gap):
            verb.readings = [r for r in verb.readings if r in own or r.object or r.score > own[0].score]


_AUXILIARIES = BE | HAVE | DO


def person_at(reading: Reading, vocabulary: Vocabulary) -> int | None:
    """Which end of a property a person is at, 0 its subject, 1 its object; None for both, or neither."""
    people = next((r.subject for r in vocabulary.asked_for("who") if r.subject != ANYTHING), 0)
    ends = [bool(mask & people) and mask != ANYTHING for mask in (reading.subject, reading.object)]
    return ends.index(True) if ends.count(True) == 1 else None


def first_date(plan: Plan, schema: SchemaGraph) -> None:
    """``when did X first publish``: the first of the dates, in place, not of what the verb tells."""
    dates = [m for m in plan.mentions if m.projected and any(schema.tells_when(r.iri) for r in m.readings[:1])]
    for verb in plan.mentions:
        told = verb.readings[0] if verb.superlative in ("first", "last") and verb.readings else None
        done = told is not None and told.kind == "property" and not (told.object or told.noun or verb.projected)
        if done and len(dates) == 1 and dates[0] is not verb and not dates[0].superlative:
            dates[0].superlative, verb.superlative = "min" if verb.superlative == "first" else "max", ""


def done_first(plan: Plan, schema: SchemaGraph) -> None:
    """``released first in Norway``: the first of the dates that the verb tells, in place, and no first Norway."""
    for verb in plan.mentions:
        told = [r for r in verb.readings if r.kind == "property" and not r.noun and schema.tells_when(r.iri)]
        if verb.superlative in ("first", "last") and told:
            # "born first in Oslo"
            verb.readings = told
    for verb, value in pairwise(plan.mentions):
        named = any(r.kind in ("value", "entity") for r in value.readings[:1])
        if value.superlative not in ("first", "last") or not named or value.gap[:1] != (value.superlative,):
            continue
        if any(len(r.terms) > 1 for r in value.readings[:1]):
            # "which was released first, X or Y": between these is chosen
            continue
        told = [r for r in verb.readings if r.kind == "property" and not r.noun and schema.tells_when(r.iri)]
        if not told or verb.superlative or verb.end != value.start - len(value.gap):
            plan.unsupported.append(value.superlative)
            continue
        verb.readings, verb.superlative = told, "min" if value.superlative == "first" else "max"
        value.superlative = ""


def what_they_did(plan: Plan) -> None:
    """``the author of X also wrote plays``: who did it is told, and what is named without an article is asked for."""
    if len(plan.mentions) < 4:
        return
    first, given, verb, last = plan.mentions[0], plan.mentions[1], plan.mentions[-2], plan.mentions[-1]
    leading = [m.readings[0] if m.readings else None for m in (first, given, verb, last)]
    doer, named, told, thing = leading
    if doer is None or named is None or told is None or thing is None or plan.form != "SELECT":
        return
    stated = first.implicit and [m for m in plan.mentions if m.projected] == [first]
    known = doer.kind == "property" and doer.noun and "of" in given.gap and named.kind in ("value", "entity")
    if stated and known and told.kind == "property" and not told.noun and thing.kind == "class" and not last.gap:
        first.projected, last.projected, last.implicit = False, True, True
