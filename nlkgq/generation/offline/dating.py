"""Years that a question tells of what was done, without a word for the date: ``published before 2010``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from nlkgq.analysis.schema_graph import ANYTHING
from nlkgq.generation.offline.date_parts import is_date
from nlkgq.generation.offline.mentions import Mention, Plan
from nlkgq.generation.offline.own_dates import own_date
from nlkgq.generation.offline.own_properties import is_part_of_happening
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.vocabulary import Vocabulary, is_called_key, is_code


def date_years(plan: Plan, vocabulary: Vocabulary) -> None:
    """What was done before a year has a date, whatever else the verb is called after; in place."""
    for before, year in list(pairwise(plan.mentions)):
        _take_own(before, year, vocabulary)
        _leave_others(before, year, vocabulary)
        if _date_happening(plan, before, year, vocabulary):
            continue
        exact = year.readings[:1] and all(len(t.value) == _DAY for t in year.readings[0].terms)
        said = _WHEN if year.comparison else _ON if exact else _IN
        dates = any(r.kind == "number" and r.terms and all(is_date(t.value) for t in r.terms) for r in year.readings)
        if dates and said.intersection(year.gap) and (owned := _own_date(plan, before, vocabulary)):
            # "albums released after 2003", where invoices have a date as well
            before.readings = owned
            year.readings = [r for r in year.readings if r.kind != "value" or r.iri in {o.iri for o in owned}]
            continue
        told = year.readings[:1] and all(is_date(t.value) for t in year.readings[0].terms)
        if not told or year.readings[0].kind != "number" or not said.intersection(year.gap):
            continue
        schema = vocabulary.schema
        verbs = [r for r in before.readings if r.kind == "property" and not r.noun and not r.inverse]
        timed = [r for r in verbs if not r.object and schema.tells_when(r.iri)]
        if year.comparison and timed and before.readings[0].object:
            # "made after 1970": of what it may be called after, the year can be compared.
            before.readings = timed
            continue
        place = plan.mentions.index(before)
        verb = next((m for m in plan.mentions[place::-1] if _is_undated(m, vocabulary)), None)
        leading = before.readings[0] if before.readings else None
        if leading is None:
            continue
        if verb is None:
            thing = leading.kind == "class" and year.gap[-1:] == ("in",)
            only = year.comparison or thing or exact
            dated: list[Reading] = []
            told_at = -1
            if only:
                # "the total fee of the tours in 2023": what is told is not what it is in
                told_of = plan.mentions[: place + 1] if year.comparison else _untold(plan.mentions[: place + 1])
                dated, told_at = _only_date(told_of, vocabulary, exact=bool(exact))
            if dated:
                _insert(plan, place, year, dated, told_at=told_at)
            continue
        dated = _dates_of(verb.readings[0].subject, vocabulary)
        done = verb is before and leading.kind == "asked"
        if dated and verb is before and not done:
            verb.readings = dated
        elif done or (dated and leading.kind == "value" and leading.iri == verb.readings[0].iri):
            # "published in X before 2010"
            _insert(plan, place, year, dated)


def _date_happening(plan: Plan, verb: Mention, year: Mention, vocabulary: Vocabulary) -> bool:
    """``examined in 2023``, where examinations have a date: whether it is compared with this, as it then is."""
    told = verb.readings[0] if verb.readings else None
    numbers = [r for r in year.readings if r.kind == "number" and r.terms and all(is_date(t.value) for t in r.terms)]
    if told is None or told.kind != "property" or told.noun or not told.object or not numbers:
        return False
    if not (_IN | _ON | _WHEN).intersection(year.gap) or not is_part_of_happening(told, vocabulary.schema):
        return False
    own = [r for r in own_date(told.subject, vocabulary.schema) if vocabulary.schema.is_temporal(r.iri)]
    if not own or any(r.iri == own[0].iri for r in year.readings[:1]):
        return False
    year.readings = numbers
    _insert(plan, plan.mentions.index(verb), year, own)
    return True


def _own_date(plan: Plan, verb: Mention, vocabulary: Vocabulary) -> list[Reading]:
    """The one date of the things right before a verb, where the dates that it may tell are those of other things."""
    place = plan.mentions.index(verb)
    things = plan.mentions[place - 1].readings[:1] if place else []
    verbs = [r for r in verb.readings if r.kind == "property" and not r.noun and not r.inverse and not r.object]
    timed = [r for r in verbs if vocabulary.schema.tells_when(r.iri)]
    if not timed or not things or things[0].kind != "class" or things[0].subject == ANYTHING:
        return []
    owner = things[0].subject
    if checks := [r for r in timed if r.how in ("partial", "inflected") and _refers(r.subject, owner, vocabulary)]:
        # "boats checked in 2020", of which there are checks with dates
        return checks
    happens = verb.text.lower().split()[-1] in _HAPPENING
    if (timed[0].score > _NAMED and not happens) or any(r.subject & owner for r in timed):
        return []
    return [replace(timed[0], iri=r.iri, subject=r.subject) for r in own_date(owner, vocabulary.schema)]


def _refers(rows: int, owner: int, vocabulary: Vocabulary) -> bool:
    """Whether rows of another kind refer to things."""
    schema = vocabulary.schema
    apart = ANYTHING not in (rows, owner) and not rows & owner
    ways = schema.connections(rows, owner)[:1] if apart else ()
    return any(len(w.steps) == 1 and schema.is_reference(w.steps[0].property) for w in ways)


_NAMED = 0.8
_HAPPENING = frozenset(("place", "happen", "happened", "start", "starts", "started", "begin", "begins", "began"))


def ages(plan: Plan, vocabulary: Vocabulary) -> None:
    """``students over 21``: what people and animals that have an age are over; in place."""
    for before, number in list(pairwise(plan.mentions)):
        leading = before.readings[0] if before.readings else None
        compared = number.comparison in (">", ">=", "<", "<=", "between") and not number.projected
        if leading is None or leading.kind != "class" or before.measured or not compared:
            continue
        told = next((r.terms for r in number.readings if r.kind == "number"), ())
        few = bool(told) and all(t.value.isdigit() and 0 < int(t.value) < _OLDEST for t in told)
        if not few or not _OVER.issuperset(number.gap):
            continue
        own = [
            replace(r, noun=False)
            for r in vocabulary.readings(("age",))
            if r.kind == "property" and not r.object and r.subject & leading.subject and r.score > _TOLD
        ]
        said = {r.iri for m in plan.mentions for r in m.readings}
        known = len(own) == 1 and leading.subject != ANYTHING and vocabulary.schema.is_numeric(own[0].iri)
        if known and own[0].iri not in said:
            _insert(plan, plan.mentions.index(before), number, own)
            number.readings = [r for r in number.readings if r.kind == "number"] or number.readings


_OLDEST = 130
_OVER = frozenset(("over", "under", "above", "below", "aged", "and", "or", "older", "younger", "between", "who", "are"))


def _take_own(verb: Mention, year: Mention, vocabulary: Vocabulary) -> None:
    """``released in 2005``: the year of the date that the verb tells, not of another that things have; in place."""
    if year.comparison or not _IN.intersection(year.gap) or not any(r.kind == "number" for r in year.readings):
        return
    verbs = [r for r in verb.readings if r.kind == "property" and not r.noun and r.score >= _TOLD]
    timed = {r.iri for r in verbs if not r.object and vocabulary.schema.tells_when(r.iri)}
    if timed:
        year.readings = [r for r in year.readings if r.kind != "value" or r.iri in timed]


def _leave_others(thing: Mention, year: Mention, vocabulary: Vocabulary) -> None:
    """``loans given in 2005``: what has dates of its own is told by them, not by the years of others; in place."""
    told = thing.readings[0] if thing.readings else None
    keyed = told is not None and told.kind == "property" and is_code(told.iri)
    owner = told.subject if told is not None and (told.kind == "class" or keyed) else 0
    numbers = [r for r in year.readings if r.kind == "number"]
    if owner in (0, ANYTHING) or year.comparison or not _IN.intersection(year.gap) or not numbers:
        return
    schema = vocabulary.schema
    own = any(schema.tells_when(p) and _is_of(schema.subjects(p), owner) for p in schema.ontology.properties)
    if own and is_date(str(year.value)) and not any(r.kind == "value" and r.subject & owner for r in year.readings):
        year.readings = numbers


def _insert(plan: Plan, place: int, year: Mention, dated: list[Reading], *, told_at: int = -1) -> None:
    date = Mention(number=place + 1, start=year.start, end=year.start, text=year.text, readings=dated, told_at=told_at)
    date.gap, year.gap, date.clause = year.gap, (), year.clause
    plan.mentions.insert(place + 1, date)


def _dates_of(subject: int, vocabulary: Vocabulary) -> list[Reading]:
    return [
        replace(r, noun=False)
        for r in vocabulary.asked_for("when")
        if r.subject & subject and vocabulary.schema.tells_when(r.iri)
    ]


def _untold(mentions: Sequence[Mention]) -> list[Mention]:
    """Without the values that are told, which are not in a year."""
    return [m for m in mentions if not ((m.projected or m.aggregates) and m.readings[:1] and _is_noun(m.readings[0]))]


def _is_noun(reading: Reading) -> bool:
    return reading.kind == "property" and reading.noun and not reading.object


def _only_date(mentions: Sequence[Mention], vocabulary: Vocabulary, *, exact: bool) -> tuple[list[Reading], int]:
    """``films that X directed since 2010``: the date of the film, where films have only one that is just called so.

    Returns:
        Readings, and where the verb starts that tells the date itself, -1 when none does.
    """
    schema = vocabulary.schema
    leading = [m.readings[0] for m in mentions if m.readings]
    if any(m.measured or m.value is not None for m in mentions[-1:]):
        return [], -1
    if any(r.kind == "property" and not r.object and _is_amount(r, vocabulary, timed=exact) for r in leading):
        # It is compared with this; a day is with no number.
        return [], -1
    verbs = [m for m in mentions if m.readings and m.readings[0].object and not m.readings[0].noun]
    own = [r for m in verbs[-1:] for r in m.readings if not r.object and r.score >= _NEAR * m.readings[0].score]
    if timed := [r for r in own if schema.tells_when(r.iri)]:
        # "released in Norway after 2010": what the verb tells is a place and a date.
        return timed, verbs[-1].start
    things = [r.subject for r in leading if r.kind == "class"]
    owner = next(iter((*(m.readings[0].subject for m in verbs[-1:]), *things[-1:])), 0)
    dates = [r for r in _dates_of(owner, vocabulary) if _is_of(r.subject, owner)]
    every = {p for p in schema.ontology.properties if schema.tells_when(p) and _is_of(schema.subjects(p), owner)}
    if len(every) > 1:
        # "papers since 2010": of the year of a paper and that of its event, what is just called the year.
        every = {p for p in every if any(vocabulary.is_called(p, (word,)) for word in _DATES)}
        dates = [r for r in dates if r.iri in every]
    if not every and (first := own_date(owner, vocabulary.schema)):
        # "repairs in 2021": when they started
        return first, -1
    return (dates[:1] if len(every) == 1 else []), -1


_NEAR = 0.9
_DATES = ("year", "date", "jahr", "datum")
_TOLD = 0.8


def _is_of(subject: int, owner: int) -> bool:
    """Whether things of some classes may be of others, where both are known."""
    return ANYTHING not in (subject, owner) and bool(subject & owner)


def _is_amount(reading: Reading, vocabulary: Vocabulary, *, timed: bool) -> bool:
    numeric = not timed and vocabulary.schema.is_numeric(reading.iri) and not is_called_key(reading.iri)
    return numeric or vocabulary.schema.tells_when(reading.iri)


def _is_undated(mention: Mention, vocabulary: Vocabulary) -> bool:
    """A verb that tells a text, which is neither a number nor a date, or only that something was done."""
    leading = mention.readings[0] if mention.readings else None
    if leading is not None and leading.kind == "asked" and not mention.asked and leading.subject != ANYTHING:
        return mention.projected
    if leading is None or leading.kind != "property" or leading.object or leading.noun or mention.measured:
        return False
    return not (vocabulary.schema.is_numeric(leading.iri) or vocabulary.schema.tells_when(leading.iri))


_DAY = len("2018-05-31")
_IN = frozenset(("in", "im"))
_ON = frozenset(("on", "am"))
_WHEN = frozenset(("before", "after", "since", "until", "till", "between", "later", "earlier", "vor", "nach", "seit"))
