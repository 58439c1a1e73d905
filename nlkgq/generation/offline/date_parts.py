"""Parts of dates: which part of its text a date is compared by, and the years and months that questions ask for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from operator import or_

from nlkgq.analysis.data_shapes import called_when
from nlkgq.analysis.schema_graph import ANYTHING, SchemaGraph
from nlkgq.generation.offline.mentions import Mention, Plan
from nlkgq.generation.offline.own_dates import own_date
from nlkgq.generation.offline.readings import Chunk, Reading
from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.iri import XSD, local_name
from nlkgq.ontology.lexicon import words_of
from nlkgq.ontology.model import split_identifier

_WORDS = {
    "YEAR": frozenset(("year", "years", "jahr", "jahre", "jahren")),
    "MONTH": frozenset(("month", "months", "monat", "monate", "monaten")),
}
_SHORT = {"YEAR": frozenset(("yr", "yrs")), "MONTH": frozenset(("mon", "mth", "mths"))}
"""How names of columns shorten them."""
_FAINT = 0.7
_DATE = re.compile(r"[12]\d{3}(-\d\d){0,2}|--\d\d(-\d\d)?")


def is_date(text: str) -> bool:
    """Whether a text is a year, a month or a day as XML Schema writes them.

    >>> [is_date(t) for t in ("1980", "1980-05", "1980-05-17", "--05", "--05-17", "80")]
    [True, True, True, True, True, False]
    """
    return _DATE.fullmatch(text) is not None


def date_part(written: str) -> tuple[int, int]:
    """Where in the text of a date the part stands that a SPARQL term spells, from 1 on, and its length.

    >>> date_part('"2018-03"'), date_part('"03"'), date_part('"05-17"')
    ((1, 7), (6, 2), (6, 5))
    """
    length = len(written.strip('"'))
    return (6, length) if length in (2, 5) else (1, length)


def spelt_alike(dates: Sequence[str]) -> list[str]:
    """Dates as the part of a text that they are compared with: all of them as exact as the least exact one.

    >>> spelt_alike(["--03"]), spelt_alike(["2018-03-14", "2019"])
    (['03'], ['2018', '2019'])
    """
    plain = [d.removeprefix("--") for d in dates]
    return [d[: min(map(len, plain))] for d in plain]


def part_named(word: str) -> str:
    """``YEAR`` or ``MONTH`` for a folded word for it, "" for others."""
    return next((part for part, words in _WORDS.items() if word in words), "")


def part_arcs(start: int, tokens: Sequence[Token], vocabulary: Vocabulary) -> list[tuple[int, float, Chunk]]:
    """(end, gain, chunk) for ``month`` and ``year`` where no term is called so: a part of some date."""
    part = part_named(tokens[start].folded)
    if not part or vocabulary.lexicon.knows(tokens[start].folded):
        return []
    dates = [r for r in vocabulary.asked_for("when") if is_whole(r, vocabulary.schema)]
    chunk = Chunk(start=start, end=start + 1, text=tokens[start].text)
    chunk.readings = [replace(r, score=round(_FAINT + 0.1 * r.score, 4)) for r in dates]
    return [(start + 1, _FAINT, chunk)] if dates else []


def is_whole(reading: Reading, schema: SchemaGraph) -> bool:
    """Whether a reading is a property of whole dates, of which years and months are parts."""
    if reading.kind != "property" or not schema.tells_when(reading.iri) or schema.is_numeric(reading.iri):
        return False
    short = XSD + "gYear" in schema.datatypes(reading.iri)
    return not short and (schema.is_temporal(reading.iri) or called_when(reading.iri) == "date")


def asked_part(words: str, readings: Sequence[Reading], schema: SchemaGraph) -> str:
    """The part that ``in which year`` asks for of the dates that a verb tells; "" when it is the whole."""
    named = next((p for w in words.lower().split() if (p := part_named(w))), "")
    return named if named and all(is_whole(r, schema) for r in readings) else ""


def take_parts(plan: Plan, vocabulary: Vocabulary) -> None:
    """``bought per year``: the year of the date that the verb tells, in place; a year of no verb is the things' own."""
    for named in [m for m in plan.mentions if part_named(m.text.lower()) and not m.value and m.readings]:
        part = part_named(named.text.lower())
        things = reduce(
            or_, (r.subject for m in plan.mentions if m is not named for r in m.readings[:1] if _is_kind(r)), 0
        )
        if named.part or any(_is_called(r, part) and (not things or r.subject & things) for r in named.readings):
            continue
        if named.of and _is_span(named, plan, vocabulary.schema):
            # "the most years of experience"
            continue
        after = next((m for m in plan.mentions if m.start == named.end), None)
        if after is not None and _is_year(after) and not (named.group or named.projected):
            # "in the year 2018"
            after.gap = named.gap
            plan.mentions.remove(named)
            continue
        others = [m for m in plan.mentions if m is not named and m.comparison is None and m.value is None]
        verbs = [m for m in others if any(is_whole(r, vocabulary.schema) for r in m.readings[:2])]
        if (
            not verbs
            and named.group
            and (own := own_date(things, vocabulary.schema))
            and is_whole(own[0], vocabulary.schema)
        ):
            # "how many jobs were there in each year"
            named.readings, named.part = own, part
            if part == "MONTH":
                plan.unsupported.append("months of several years")
            continue
        if len(verbs) != 1 or not (named.group or named.projected):
            plan.unsupported.append(named.text)
            continue
        verb = verbs[0]
        verb.readings = [r for r in verb.readings if is_whole(r, vocabulary.schema)]
        verb.part, verb.group, verb.by = part, named.group, named.by
        verb.projected = verb.projected or named.projected
        plan.mentions.remove(named)
        if part == "MONTH" and named.group and not any(_is_year(m) for m in plan.mentions):
            # March of one year is not March of another.
            plan.unsupported.append("months of several years")


def _is_span(named: Mention, plan: Plan, schema: SchemaGraph) -> bool:
    """Whether what follows is a number that the word for its unit may mean as well, and no date."""
    told = plan.mentions[named.number + 1].readings[:1] if named.number + 1 < len(plan.mentions) else []
    return any(
        schema.is_numeric(r.iri) and not schema.tells_when(r.iri) and r.iri in {o.iri for o in named.readings}
        for r in told
    )


def _is_kind(reading: Reading) -> bool:
    return reading.kind == "class" and reading.subject != ANYTHING


def part_of_own(asked: Mention, plan: Plan, schema: SchemaGraph) -> None:
    """``which month has the most orders``: the part of the one date that these things have, in place."""
    part = next((p for w in asked.text.lower().split() if (p := part_named(w))), "")
    if not part or any(_is_called(r, part) for r in asked.readings):
        return
    things = [r.subject for m in plan.mentions if m is not asked for r in m.readings[:1] if r.kind == "class"]
    own = [r for r in asked.readings if is_whole(r, schema) and any(r.subject & thing for thing in things)]
    if len({r.iri for r in own}) != 1:
        plan.unsupported.append(asked.text)
        return
    asked.readings, asked.part = own, part


def time_of_counted(plan: Plan, schema: SchemaGraph) -> None:
    """``which year had the most fairs``, ``fairs per year``: the one time of fairs, and not of what they are of.

    A year of another thing may be just called so; in place.
    """
    counted = [m for m in plan.mentions if m.superlative in ("most", "least") or "COUNT" in m.aggregates]
    things = [r.subject for m in counted for r in m.readings[:1] if r.kind == "class" and r.subject != ANYTHING]
    for named in plan.mentions if len(counted) == len(things) == 1 else ():
        part = next((p for w in named.text.lower().split() if (p := part_named(w))), "")
        if not part or named in counted or named.value or not (named.projected or named.group or named.asked):
            continue
        told = [r for r in named.readings if schema.tells_when(r.iri) and r.subject & things[0]]
        if named.group and told and (own := own_date(things[0], schema)) and is_whole(own[0], schema):
            # What ends in a year may have started before.
            told = [r for r in told if r.iri == own[0].iri] or own
        whole = all(is_whole(r, schema) for r in told)
        if len({r.iri for r in told}) == 1 and told[0] is not named.readings[0] and (whole or part == "YEAR"):
            counted[0].readings = counted[0].readings[:1]
            named.readings, named.part = told, part if whole else ""
            named.asked, named.projected = "", named.projected or bool(named.asked)


def _is_called(reading: Reading, part: str) -> bool:
    words = words_of(split_identifier(local_name(reading.iri)))
    return reading.kind == "property" and not (_WORDS[part] | _SHORT[part]).isdisjoint(words)


def _is_year(mention: Mention) -> bool:
    return mention.value is not None and 1000 < mention.value < 3000 and mention.comparison in (None, "=")
