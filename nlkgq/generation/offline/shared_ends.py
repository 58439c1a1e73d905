"""``who wrote and directed X``, ``whose composer is its director``: words that join the same two things."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from nlkgq.analysis.schema_graph import ANYTHING
from nlkgq.generation.offline.function_words import BE, DO, HAVE
from nlkgq.generation.offline.mentions import Companion, Mention, Plan
from nlkgq.generation.offline.query_graph import QueryGraph
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.said_again import THEIR

_OR = frozenset(("or", "nor", "oder", "noch"))
_AND = frozenset(("and", "und", ",", "both"))
_BUT = frozenset(("but", "yet", "aber", "and", "und"))
_AUXILIARY = BE | DO | HAVE | {"been", "not", "never", "also", "then", "nicht", "nie", "auch", "either", "neither"}
_DENIALS = frozenset(("not", "never", "neither", "nor", "nicht", "nie", "weder", "noch"))
_JOINING = _OR | _AND | _BUT | _AUXILIARY
_NOUNS = ("er", "or", "s", "ist", "ian")
_ALIKE = 0.8
"""How much of the best reading another one must be worth to be the one that joins the same kinds of things."""


def share_ends(plan: Plan) -> None:
    """Makes verbs that stand in a row companions of one of them, in place."""
    rows: list[list[Mention]] = []
    asked = False
    for first, second in pairwise(plan.mentions):
        asked = asked or bool(DO.intersection(first.gap))
        verbs = _is_verb(first, after=asked) and _is_verb(second, after=True) and _in_a_row(first, second)
        if verbs and first.readings[0].iri == second.readings[0].iri and _is_denied(second, plan):
            # "wrote and did not write"
            plan.unsupported.append(second.text)
        if (verbs or _is_one(first, second)) and _alike(first, second):
            if rows and rows[-1][-1] is first:
                rows[-1].append(second)
            else:
                rows.append([first, second])
    for row in rows:
        denied = [_is_denied(m, plan) for m in row]
        how = _how(row, denied)
        if how is None:
            continue
        # "did not write but directed": what is not denied says where the verbs belong
        kept = row[denied.index(False)] if how == "but not" else row[0]
        kept.negated = how == "or" and row[0].negated
        if plan.form == "ASK":
            # all that is asked is denied, or nothing: not once for each word
            plan.negations -= sum(denied) - (how == "or" and denied[0])
        kept.itself = False
        if _is_verb(kept, after=True):
            kept.readings = [replace(r, noun=False) if r.object else r for r in kept.readings]
        kept.gap, kept.start, kept.end = row[0].gap, row[0].start, row[-1].end
        kept.text = " ".join(m.text for m in row)
        for m in row:
            if m is not kept:
                kept.companions = (*kept.companions, Companion(how=how, text=m.text, readings=tuple(m.readings)))
                plan.mentions.remove(m)
        if how == "or" and "or" in plan.unsupported:
            plan.unsupported.remove("or")
        for m in plan.mentions:
            if how == "and" and m.shared == "same" and m.start >= kept.end:
                # "wrote and directed the same film" says it twice
                m.shared = ""


def _is_verb(mention: Mention, *, after: bool = False) -> bool:
    """Whether it is a verb that joins two things; ``after`` a verb or "did", what may be one is one."""
    leading = mention.readings[0] if mention.readings else None
    if leading is None or leading.kind != "property" or not leading.object:
        return False
    if leading.noun and not (after and mention.text.isalpha() and not mention.text.lower().endswith(_NOUNS)):
        return False
    said = mention.projected or mention.shared or mention.itself or mention.counted or mention.superlative
    return not (said or mention.group or mention.ends or mention.apart or mention.aggregates)


def _is_one(first: Mention, second: Mention) -> bool:
    """``whose composer is also its director``, ``produced by their own director``: both are one, of one thing."""
    gap = set(second.gap)
    nouns = [any(r.kind == "property" and r.object and r.noun for r in m.readings[:1]) for m in (first, second)]
    if not nouns[1] or second.projected or first.projected or not THEIR & gap or first.negated or second.negated:
        return False
    done = {"by", "own"} & gap or first.text.lower().endswith(" by")
    if not nouns[0]:
        return bool(done) and gap <= THEIR | {"by", "own"}
    return bool(BE & gap) and gap <= THEIR | BE | {"also", "own", "who", "that", "which"}


def _in_a_row(first: Mention, second: Mention) -> bool:
    """Whether nothing but a conjunction, and what belongs to a verb, stands between two verbs."""
    gap = set(second.gap)
    once = second.start - first.end == len(second.gap) == len(gap)
    return once and bool(gap & (_OR | _AND | _BUT)) and gap <= _JOINING


def _alike(first: Mention, second: Mention) -> bool:
    return any(fitting(r, second.readings) is not None for r in first.readings[:1])


def fitting(reading: Reading, others: Sequence[Reading]) -> tuple[Reading, bool] | None:
    """The reading of another verb that joins the same kinds of things, and whether it does so the other way round."""
    best = others[0].score if others else 0.0
    for other in others:
        if other.kind != "property" or not other.object or other.score < _ALIKE * best:
            continue
        if other.iri == reading.iri or ANYTHING in (other.subject, other.object, reading.subject, reading.object):
            continue
        if reading.subject & other.subject and reading.object & other.object:
            return other, False
        if reading.subject & other.object and reading.object & other.subject:
            return other, True
    return None


def _is_denied(verb: Mention, plan: Plan) -> bool:
    return verb.negated or (plan.form == "ASK" and bool(_DENIALS.intersection(verb.gap)))


def _how(row: Sequence[Mention], denied: Sequence[bool]) -> str | None:
    """How the verbs of a row, each of which may be denied, are joined; None where that may mean several things."""
    words = [set(m.gap) for m in row[1:]]
    if words[-1] & _OR and all(w & (_OR | {","}) for w in words):
        # "did not write or direct" denies both; "wrote or did not direct" says hardly anything
        return "or" if denied[0] or not any(denied) else None
    if any(w & _OR for w in words):
        return None
    if not any(denied):
        return "and"
    return "but not" if len(row) == 2 and denied.count(True) == 1 and words[0] & _BUT else None


def add_companions(graph: QueryGraph, mention: Mention, reading: Reading, ends: tuple[int, int], group: int) -> bool:
    """Adds the edges of verbs that stand in a row with another one; False where a verb does not fit its ends.

    Args:
        graph: Changed in place.
        mention: The verb that has been placed.
        reading: What it is read as.
        ends: Its subject and object.
        group: The group it stands in.
    """
    subject, obj = ends
    for companion in mention.companions:
        found = fitting(reading, companion.readings)
        if found is None or (companion.how == "but not" and group):
            return False
        other, turned = found
        if companion.how == "or":
            edge = next(e for e in graph.edges if (e.subject, e.property, e.object) == (subject, reading.iri, obj))
            edge.others = (*edge.others, (other.iri, turned))
            continue
        number = group
        if companion.how == "but not":
            graph.negations += 1
            number = graph.negations
        graph.edge(*((obj, other.iri, subject) if turned else (subject, other.iri, obj)), group=number)
    return True
