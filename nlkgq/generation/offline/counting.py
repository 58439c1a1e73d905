"""Counts and means that a question both states and asks for: ``more than 2 ships, and how many``, ``on average``."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.analysis.schema_graph import SchemaGraph
from nlkgq.generation.offline.mentions import Mention, Plan
from nlkgq.generation.offline.naming import identifier_words
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.stated_units import in_unit, of_unit
from nlkgq.generation.offline.vocabulary import Vocabulary

_AMOUNTS = frozenset(("num", "number", "count", "qty", "quantity", "amount", "total"))
_NO_PLURALS = frozenset(("status", "class", "address", "is", "has", "series", "basis", "process", "business"))


def numbers_stated(plan: Plan, vocabulary: Vocabulary) -> None:
    """``how many tickets were sold`` where each sale has its number of tickets: these are added up, not counted.

    Args:
        plan: With its operators bound.
        vocabulary: What the properties are called and hold.
    """
    schema = vocabulary.schema
    for mention in plan.mentions:
        counted = "COUNT" in mention.aggregates
        units = in_unit(mention.text, mention.readings, vocabulary) if counted else []
        units = units or (of_unit(mention.text, mention.readings, vocabulary) if counted else [])
        mention.readings = units or mention.readings
        leading = mention.readings[0] if mention.readings else None
        if leading is None or leading.kind != "property" or "COUNT" not in mention.aggregates or mention.distinct:
            continue
        others = [a for a in mention.aggregates if a != "COUNT"]
        if _is_mean_number(mention, others) and schema.is_numeric(leading.iri):
            # "the mean number of marks": one mean
            mention.aggregates = others
        elif units or is_amount(leading.iri, schema):
            # What is told of one thing is no sum.
            mention.stored = not others and not mention.altogether
            mention.aggregates = others or ["SUM"]
            for each in plan.mentions:
                # "how many members are in each group": not for each number, though that is called "group size"
                own = [r for r in each.readings if r.iri != leading.iri or r.how != "partial"]
                each.readings = own if own and each.group and each.text != mention.text else each.readings


def _is_mean_number(mention: Mention, others: Sequence[str]) -> bool:
    """``the mean number of marks``, but not "the mean and the number of marks"."""
    counts = [n for n, word in enumerate(mention.gap) if word in _COUNTING]
    apart = counts and counts[-1] and mention.gap[counts[-1] - 1] in _APART
    return bool(others) and _OF_NUMBERS.issuperset(others) and not apart


def is_amount(iri: str, schema: SchemaGraph) -> bool:
    """Whether a property holds how many of something there are: ``num_beds``, ``ticketsSold``, ``minutes``."""
    if not schema.is_literal(iri) or not schema.is_numeric(iri) or schema.tells_when(iri) or schema.reference_of(iri):
        return False
    words = identifier_words(iri)
    plural = any(w.endswith("s") and len(w) > 3 and w not in _NO_PLURALS for w in words)
    return (plural or bool(words & _AMOUNTS)) and not words & _NAMING


def is_stored(reading: Reading, vocabulary: Vocabulary) -> bool:
    """``more than 100 seeds`` where each parcel has its number of seeds: that is compared, and no rows are counted."""
    return reading.kind == "property" and is_amount(reading.iri, vocabulary.schema)


def count_once(plan: Plan) -> None:
    """``the number of ships of companies with more than 2 ships``: these ships are the ones counted, in place."""
    for counted in [m for m in plan.mentions if m.counted is not None and not m.aggregates]:
        things = {r.iri for r in counted.readings[:1] if r.kind == "class"}
        for other in plan.mentions:
            same = bool(things) and {r.iri for r in other.readings[:1] if r.kind == "class"} == things
            if same and other.projected and other.aggregates == ["COUNT"] and other.counted is None:
                other.counted = counted.counted
                plan.mentions.remove(counted)
                break


def count_stated(plan: Plan, aggregates: Sequence[str]) -> bool:
    """``which companies have more than 2 ships, and how many``: what is stated is told as well.

    Args:
        plan: With its operators bound.
        aggregates: Aggregates that no mention took.

    Returns:
        Whether they were these.
    """
    counted = [m for m in plan.mentions if m.counted is not None and not m.bare]
    if list(aggregates) != ["COUNT"] or len(counted) != 1 or counted[0].projected:
        return False
    counted[0].aggregates, counted[0].projected = ["COUNT"], True
    return True


def in_total(plan: Plan, schema: SchemaGraph) -> None:
    """``who spent the most in total`` where each invoice has a total: these are added up, in place."""
    for mention in list(plan.mentions):
        leading = mention.readings[0] if mention.readings else None
        said = mention.gap[-1:] == ("in",) and mention.text.lower() == "total"
        if said and not mention.projected and sum_compared(plan, ["SUM"], schema):
            # "more than 10 seats in total", whatever is called a total
            plan.mentions.remove(mention)
            continue
        if said and leading is not None and leading.kind == "property" and schema.is_numeric(leading.iri):
            mention.aggregates = mention.aggregates or ["SUM"]


def mean_compared(plan: Plan, aggregates: Sequence[str]) -> bool:
    """``longer than 3 on average``: the mean of each is compared, not each value.

    Args:
        plan: With its operators bound.
        aggregates: Aggregates that no mention took.

    Returns:
        Whether they were this mean.
    """
    measured = [m for m in plan.mentions if _is_told(m) and not m.superlative and _is_compared(plan, m)]
    # "of those over 9, how long are they on average": the mean is asked for
    asked = any(m.projected and m.readings[0].kind == "property" for m in plan.mentions if m.readings)
    adjective = [m for m in measured if m.measured]
    measured = adjective if asked else measured
    if list(aggregates) != ["AVG"] or len(measured) != 1 or measured[0].versus_average:
        return False
    measured[0].aggregates = ["AVG"]
    return True


def total_compared(plan: Plan, aggregates: Sequence[str]) -> bool:
    """``which visitor spent the most in total``: the sum of each is compared.

    Args:
        plan: With its operators bound.
        aggregates: Aggregates that no mention took.

    Returns:
        Whether they were this sum.
    """
    extremes = [m for m in plan.mentions if m.superlative in ("most", "least", "max", "min") and not m.projected]
    told = [m for m in extremes if any(r.kind == "property" and not r.object for r in m.readings[:1])]
    again = len(told) == 1 and told[0].aggregates == list(aggregates) == ["AVG"]
    if (list(aggregates) != ["SUM"] and not again) or len(extremes) != 1 or not told:
        return False
    # "the customer with the highest sum of fees, and that sum": it is told as well.
    told[0].projected = told[0].aggregates == list(aggregates)
    told[0].aggregates = list(aggregates)
    return True


def sum_compared(plan: Plan, aggregates: Sequence[str], schema: SchemaGraph) -> bool:
    """``which halls have fewer than 10 seats in total``: how many each has in all its rows is compared.

    Args:
        plan: With its operators bound.
        aggregates: Aggregates that no mention took.
        schema: What properties hold.

    Returns:
        Whether they were this sum.
    """
    amounts = [
        m
        for number, m in zip(plan.mentions, plan.mentions[1:], strict=False)
        if number.value is not None and number.comparison and not m.gap and not m.projected
        if any(r.kind == "property" and is_amount(r.iri, schema) for r in m.readings[:1])
    ]
    if list(aggregates) != ["SUM"] or len(amounts) != 1 or not any(m.projected for m in plan.mentions):
        return False
    amounts[0].aggregates = ["SUM"]
    return True


def _is_told(mention: Mention) -> bool:
    """``longer``, ``that weigh``, ``with a price``: whether a word tells a number that is not asked for."""
    told = any(r.kind == "property" and not r.object for r in mention.readings[:1])
    return mention.measured or (told and not mention.projected)


def _is_compared(plan: Plan, mention: Mention) -> bool:
    after = next((m for m in plan.mentions if m.start >= mention.end), None)
    return after is not None and after.value is not None and after.comparison is not None


_COUNTING = frozenset(("number", "count", "numbers", "anzahl"))
_APART = frozenset(("and", "the", ",", "und", "die"))
_OF_NUMBERS = frozenset(("AVG", "MIN", "MAX"))
_NAMING = frozenset(("id", "phone", "code", "key", "room", "house", "account", "flight"))
