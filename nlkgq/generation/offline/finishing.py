"""What can be bound only when the whole question is read: averages, question words, counts, limits."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import pairwise
from operator import or_

from nlkgq.analysis.schema_graph import ANYTHING
from nlkgq.generation.offline.attributes import set_attributes_apart
from nlkgq.generation.offline.averages import of_some
from nlkgq.generation.offline.bearers import so_many_are, which_are_measured
from nlkgq.generation.offline.choosing import choose
from nlkgq.generation.offline.coordination import alternatives
from nlkgq.generation.offline.counting import (
    count_once,
    count_stated,
    in_total,
    mean_compared,
    numbers_stated,
    sum_compared,
    total_compared,
)
from nlkgq.generation.offline.date_parts import asked_part, part_of_own, take_parts, time_of_counted
from nlkgq.generation.offline.dating import ages, date_years
from nlkgq.generation.offline.demonstratives import name_again
from nlkgq.generation.offline.doing import (
    acts,
    asks_what_it_does,
    does_what,
    done_first,
    drop_own_verbs,
    first_date,
    tell_of_their_own,
    what_they_did,
    what_was_done,
    who_does,
    who_does_not,
    who_is,
)
from nlkgq.generation.offline.frequency import most_often
from nlkgq.generation.offline.function_words import DO, HAVE, ends_as_verb
from nlkgq.generation.offline.idle_use import drop_idle_use
from nlkgq.generation.offline.listed_roles import tell_each_role
from nlkgq.generation.offline.makers import make_what_they_are, say_what_they_made
from nlkgq.generation.offline.measuring_verbs import measure
from nlkgq.generation.offline.mentions import Comparison, Mention, Plan
from nlkgq.generation.offline.named_comparisons import compare_with_named
from nlkgq.generation.offline.next_clauses import (
    set_inner_clauses_apart,
    set_next_clauses_apart,
    set_second_deeds_apart,
    tell_of_denied,
)
from nlkgq.generation.offline.own_dates import deny_dates
from nlkgq.generation.offline.owned_nouns import set_owners_apart
from nlkgq.generation.offline.place_verbs import drop_place_verbs, leads_to_place
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.roles_among_like import set_role_ends
from nlkgq.generation.offline.said_again import drop_key_again, drop_named_again, key_again
from nlkgq.generation.offline.same_times import same_times
from nlkgq.generation.offline.their_own import tell_of_the_asked
from nlkgq.generation.offline.tokens import Operation
from nlkgq.generation.offline.value_comparisons import compare_values, spread_aggregates
from nlkgq.generation.offline.vocabulary import Vocabulary


def finish(plan: Plan, vocabulary: Vocabulary, aggregates: Sequence[str], comparison: Comparison | None) -> None:
    """Completes a plan in place.

    Args:
        plan: The plan with operators bound from left to right.
        vocabulary: Readings of question words.
        aggregates: Aggregates that no mention took.
        comparison: A comparison that no number took.
    """
    alternatives(plan)
    for mention in plan.mentions:
        told = any(r.kind == "property" and not r.object for r in mention.readings[:1])
        if mention.optional and not mention.superlative and told:
            # "where given its corrected and uncorrected length": what may be missing is told
            mention.projected = True
    time_of_counted(plan, vocabulary.schema)
    same_times(plan, vocabulary.schema)
    take_parts(plan, vocabulary)
    measure(plan)
    compare_with_named(plan, vocabulary)
    compare_values(plan, vocabulary.schema)
    spread_aggregates(plan, vocabulary.schema)
    of_some(plan)
    _average(plan, aggregates, comparison)
    _leftover(plan, [a for a in aggregates if a != "AVG" or comparison is None], vocabulary)
    _high(plan, vocabulary)
    for mention in list(plan.mentions):
        if mention.asked not in ("", "who"):
            _resolve(plan, mention, vocabulary)
            if mention in plan.mentions and not mention.readings:
                plan.unsupported.append(mention.text)
            elif mention in plan.mentions:
                part_of_own(mention, plan, vocabulary.schema)
    # "in all countries": everywhere is no condition.
    if any(m.aggregates for m in plan.mentions):
        plan.mentions[:] = [m for m in plan.mentions if not _is_everywhere(m) or m.projected or _is_given_one(m)]
    if plan.ordered and not (plan.direction or any(m.order for m in plan.mentions)):
        plan.unsupported.append("an order by nothing")
    in_total(plan, vocabulary.schema)
    so_many_are(plan)
    which_are_measured(plan)
    _tallies(plan)
    _repeated(plan)
    drop_named_again(plan)
    _acted_on(plan)
    _generic(plan)
    say_what_they_made(plan, vocabulary.schema)
    who_is(plan)
    acts(plan)
    who_does(plan, vocabulary)
    who_does_not(plan, vocabulary.schema)
    make_what_they_are(plan)
    tell_of_their_own(plan)
    tell_of_the_asked(plan)
    asks_what_it_does(plan, vocabulary.schema)
    drop_own_verbs(plan)
    drop_place_verbs(plan)
    drop_idle_use(plan, vocabulary)
    most_often(plan)
    does_what(plan, vocabulary.schema)
    count_once(plan)
    numbers_stated(plan, vocabulary)
    name_again(plan, vocabulary)
    key_again(plan)
    drop_key_again(plan)
    _totals(plan)
    what_they_did(plan)
    what_was_done(plan, vocabulary.schema)
    first_date(plan, vocabulary.schema)
    done_first(plan, vocabulary.schema)
    date_years(plan, vocabulary)
    deny_dates(plan, vocabulary.schema)
    ages(plan, vocabulary)
    _limits(plan)
    choose(plan, vocabulary)
    extremes = [m for m in plan.mentions if m.superlative]
    if len(extremes) == 2 and extremes[1].measured and plan.limit and extremes[0].superlative in ("first", "last"):
        # "born first, starting with the oldest" says one thing twice.
        plan.mentions.remove(extremes[1])
    elif len(extremes) == 2 and plan.limit and extremes[0].superlative == "max" and not extremes[0].measured:
        # "the top 5 countries with the largest area"
        extremes[0].superlative = ""
    elif len(extremes) > 1:
        plan.unsupported.append("two superlatives")
    if any(m.group for m in plan.mentions) and extremes and (plan.limit or any(m.place > 1 for m in extremes)):
        plan.unsupported.append("several extremes for each group")
    if plan.form == "ASK":
        for mention in plan.mentions:
            # "is the total price over 9": it is compared, and not asked for
            mention.projected = mention.projected and not _TOTALS.intersection(mention.aggregates)
    _neither(plan)
    set_next_clauses_apart(plan)
    set_second_deeds_apart(plan)
    tell_of_denied(plan)
    set_inner_clauses_apart(plan)
    set_owners_apart(plan)
    set_attributes_apart(plan, vocabulary.schema)
    tell_each_role(plan)
    set_role_ends(plan)
    for number, mention in enumerate(plan.mentions):
        mention.number = number
    _compute([m for m in plan.mentions if m.operand is not None])


_TOTALS = frozenset(("SUM", "AVG", "MIN", "MAX"))


def _is_given_one(mention: Mention) -> bool:
    """``over all red ships``: not all ships"""
    return any(r.kind in ("value", "entity") for r in mention.readings[:1])


def _neither(plan: Plan) -> None:
    """``neither married nor dead``: what follows is said of the second, and not of one thing."""
    for first, second in pairwise([m for m in plan.mentions if m.negated]):
        if "nor" in second.gap and any(r.kind == "property" for r in first.readings[:1]):
            first.apart |= {m.start for m in plan.mentions if m.start >= second.start}


def _compute(operands: Sequence[Mention]) -> None:
    """Hangs the operands of a computed value on the first of them."""
    subjects, rest = ANYTHING, list[tuple[Operation, int]]()
    for mention in reversed(operands):
        subjects &= reduce(or_, (r.subject for r in mention.readings), 0)
        if mention.operand is not None and not mention.operand.leads:
            rest.insert(0, (mention.operand.operation, mention.number))
        else:
            mention.operands = tuple(rest)
    for mention in operands:
        mention.carried = not subjects


def _tallies(plan: Plan) -> None:
    """``papers per venue``: how many."""
    first = plan.mentions[0] if plan.mentions else None
    if first is None or not any(r.kind == "class" for r in first.readings[:1]):
        return
    each = any(m.group and m.gap == _PER for m in plan.mentions)
    alone = [m for m in plan.mentions if m.projected or m.aggregates or m.superlative or m.measured] == [first]
    if each and alone and first.implicit and not first.aggregates and not first.superlative:
        first.aggregates = ["COUNT"]


_PER = ("per",)


def _repeated(plan: Plan) -> None:
    """The same word again and again is no question."""
    for first, second in pairwise(plan.mentions):
        told = first.value is None and second.versus is None
        if first.text.lower() == second.text.lower() and told and _IS.issuperset(second.gap):
            plan.unsupported.append(second.text)


def _acted_on(plan: Plan) -> None:
    """``who has X directed``: those who were in what X directed, but as what?"""
    if len(plan.mentions) != 3 or plan.mentions[0].asked != "who" or not HAVE.union(DO) & set(plan.mentions[1].gap):
        return
    named, verb = (m.readings[0] if m.readings else None for m in plan.mentions[1:])
    given = named is not None and named.kind in ("value", "entity")
    told = verb is not None and verb.kind == "property" and not verb.noun and verb.object
    if given and told and verb is not None and not verb.subject & verb.object:
        plan.unsupported.append(plan.mentions[0].text)


def _is_everywhere(mention: Mention) -> bool:
    """``in all countries``, but not ``used in all repairs``, which says of what the rest is told."""
    return mention.gap[-2:] in _EVERYWHERE and not any(ends_as_verb(word) for word in mention.gap[:-2])


_EVERYWHERE = (("in", "all"), ("over", "all"), ("across", "all"), ("in", "allen"), ("uber", "alle"))


def _average(plan: Plan, aggregates: Sequence[str], comparison: Comparison | None) -> None:
    """``older than average``: the mean is compared with what was measured last."""
    if "AVG" not in aggregates:
        return
    for mention in reversed(plan.mentions):
        if mention.measured and mention.comparison:
            mention.versus_average = True
            return
    if comparison is not None and plan.mentions:
        plan.mentions[-1].versus_average = True
        plan.mentions[-1].comparison = comparison


def _leftover(plan: Plan, aggregates: Sequence[str], vocabulary: Vocabulary) -> None:
    if not aggregates or not plan.mentions:
        return
    if plan.ordered and "COUNT" in aggregates and not any(m.order for m in plan.mentions):
        plan.by_count, plan.direction = True, plan.direction or "ASC"
        return
    if any(m.versus_average for m in plan.mentions):
        return
    if count_stated(plan, aggregates) or mean_compared(plan, aggregates) or total_compared(plan, aggregates):
        return
    if sum_compared(plan, aggregates, vocabulary.schema):
        return
    if list(aggregates) == ["SUM"] and any("COUNT" in m.aggregates for m in plan.mentions):
        # "how many are there altogether"
        for m in plan.mentions:
            m.altogether = "COUNT" in m.aggregates
        return
    counted = [m for m in plan.mentions if m.superlative in ("most", "least") and not m.projected]
    if counted and list(aggregates) == ["COUNT"]:
        # "which country has the most suppliers, and how many"
        counted[0].aggregates, counted[0].projected = ["COUNT"], True
        return
    target = next((m for m in plan.mentions if m.projected), plan.mentions[0])
    if "SUM" not in aggregates or not target.aggregates:
        target.aggregates += [a for a in aggregates if a not in target.aggregates]


def _high(plan: Plan, vocabulary: Vocabulary) -> None:
    """``how high is the budget of X``: the value that is named is asked for, not how high something is."""
    for asked, value in list(pairwise(plan.mentions)):
        told = [r for r in value.readings if r.kind == "property" and r.noun and vocabulary.schema.is_numeric(r.iri)]
        much = asked.asked == "how_much" and value.start == asked.end and not (value.aggregates or value.superlative)
        named = _IS.issuperset(value.gap) and bool(told) and (much or told[0].score > _NAMED)
        if asked.asked.startswith("how_") and named:
            value.readings, value.projected = told, True
            plan.mentions.remove(asked)


_NAMED = 0.7
_IS = frozenset(("is", "are", "was", "were", "the"))
_DATED = 0.55
"""How much of the best reading a date must fit the verb of ``when`` to be meant: only a date answers it."""


def _resolve(plan: Plan, asked: Mention, vocabulary: Vocabulary) -> None:
    """``when ... released``: the question word only tells which value of the property is wanted."""
    wanted = {r.iri for r in asked.readings}
    # What follows the question word first: "when was it opened and when was it closed".
    for mention in sorted(plan.mentions, key=lambda m: m.start < asked.start):
        if mention is asked or mention.measured or mention.value is not None or mention.comparison:
            continue
        leading = mention.readings[0] if mention.readings else None
        if leading is not None and leading.kind == "class" and asked.asked == "how_much":
            # A deposit is a thing, and what it amounts to.
            leading = next((r for r in mention.readings if r.kind == "property" and r.score >= leading.score), None)
        if leading is None or leading.kind != "property" or _is_given(plan, mention):
            continue
        floor = (_DATED if asked.asked == "when" else 0.7) * leading.score
        fitting = [r for r in mention.readings if r.score >= floor and _answers(r, asked.asked, wanted, vocabulary)]
        if fitting:
            mention.readings = fitting
            mention.part = asked_part(asked.text, fitting, vocabulary.schema)
            if "month" in asked.text.lower() and not mention.part:
                plan.unsupported.append(asked.text)
            mention.projected, mention.amount = True, asked.asked == "how_much"
            mention.another = mention.another or asked.another
            # "how much was paid in total"
            mention.aggregates += [a for a in asked.aggregates if a not in mention.aggregates]
            plan.mentions.remove(asked)
            return


def _is_given(plan: Plan, mention: Mention) -> bool:
    """``of level 4``: the value is told, not asked for."""
    after = next((m for m in plan.mentions if m.start >= mention.end), None)
    return after is not None and after.value is not None and not after.gap and after.comparison is None


def _answers(reading: Reading, asked: str, wanted: set[str], vocabulary: Vocabulary) -> bool:
    schema = vocabulary.schema
    if reading.kind != "property":
        return False
    if reading.iri in wanted:
        # A release is no answer to when it was, and a date none to how long.
        dated = asked == "how_long" and schema.tells_when(reading.iri)
        return schema.is_literal(reading.iri) if asked == "when" else not dated
    if asked == "how_much":
        return (schema.is_numeric(reading.iri) or bool(schema.amounts.worth(reading.object))) and reading.score > 0.6
    if asked == "where":
        return not reading.noun and bool(reading.object) and leads_to_place(reading.iri, vocabulary)
    return asked == "when" and schema.tells_when(reading.iri)


def _generic(plan: Plan) -> None:
    """``the total amount that a client has paid``: of each of them, where a total is told of what one does."""
    totals = [m for m in plan.mentions if m.projected and {"SUM", "COUNT"} & set(m.aggregates)]
    if len(totals) != 1 or any(m.group for m in plan.mentions):
        return
    after = [m for m in plan.mentions if m.start > totals[0].start and any(r.kind == "class" for r in m.readings[:1])]
    doers = [m for m in after if m.gap[-1:] in _ONE and (_RELATIVE | DO) & set(m.gap) and not m.negated]
    if len(doers) == 1 and plan.form == "SELECT":
        doers[0].group = True


_ONE = (("a",), ("an",), ("ein",), ("eine",), ("einer",))
_RELATIVE = frozenset(("that", "which"))


def _totals(plan: Plan) -> None:
    """``regions with an average age above 60``: a total that a number follows is compared, not asked for."""
    for place, mention in enumerate(plan.mentions[:-1]):
        others = any(m.projected for m in plan.mentions if m is not mention)
        number = _compared_with(plan.mentions[place:])
        compared = others and number is not None and number.comparison and "than" not in mention.gap
        # "a budget of more than 50 and a runtime of less than 100"
        near = compared and number is plan.mentions[place + 1]
        listed = near and place and _ARTICLE.issuperset(mention.gap) and "a" in mention.gap
        if compared and (mention.aggregates or (listed and not mention.measured)):
            mention.projected = False


def _compared_with(mentions: Sequence[Mention]) -> Mention | None:
    """The number that the first mention is compared with: the next one, or the one after whose it is."""
    for mention in mentions[1:]:
        if mention.value is not None:
            return mention
        owner = mention.gap[:1] == ("of",) and any(r.kind != "number" for r in mention.readings[:1])
        if not owner or not mentions[0].aggregates:
            return None
    return None


_ARTICLE = frozenset(("and", ",", "or", "a", "an", "with", "have", "has", "had"))


def _limits(plan: Plan) -> None:
    """``the five people who``: with an extreme or an order, a bare number limits the rows."""
    wanted = any(m.superlative or m.order for m in plan.mentions) or plan.direction
    for mention in plan.mentions:
        if mention.counted is not None and mention.counted[0] == "=" and mention.bare and wanted:
            plan.limit = mention.counted[1] if isinstance(mention.counted[1], int) else plan.limit
            mention.counted = None
