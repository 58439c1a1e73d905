"""Units of numbers: those that the ontology states for the property compared with, and those of the question."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from functools import cache
from itertools import pairwise

from nlkgq.generation.offline.assembly import Assembly
from nlkgq.generation.offline.readings import Chunk, Chunking
from nlkgq.iri import local_name
from nlkgq.ontology.model import Ontology, split_identifier
from nlkgq.ontology.words import fold

# Names of one unit; several units of one kind in a row are no synonyms.
_UNITS = (
    ("euro", "euros", "eur"),
    ("dollar", "dollars", "usd"),
    ("pound", "pounds", "gbp"),
    ("yen",),
    ("francs",),
    ("metre", "metres", "meter", "meters", "m"),
    ("cm", "centimetre", "centimetres", "centimeters"),
    ("mm", "millimetre", "millimetres", "millimeters"),
    ("km", "kilometres", "kilometers", "kilometre"),
    ("mile", "miles"),
    ("feet", "foot"),
    ("inch", "inches"),
    ("square kilometre", "square kilometres", "square kilometers"),
    ("square metre", "square metres", "square meters"),
    ("square mile", "square miles"),
    ("square foot", "square feet"),
    ("cubic metre", "cubic metres", "cubic meters"),
    ("hectare", "hectares"),
    ("acre", "acres"),
    ("kg", "kilogram", "kilograms", "kilogrammes"),
    ("g", "gram", "grams"),
    ("ton", "tons", "tonnes"),
    ("second", "seconds"),
    ("minute", "minutes", "min"),
    ("hour", "hours"),
    ("day", "days"),
    ("week", "weeks"),
    ("month", "months"),
    ("year", "years"),
)
_NUMBER_OF = {name: number for number, names in enumerate(_UNITS) for name in names}


# How many of the first unit of its row each one is; exact by definition.
_SIZES: tuple[dict[str, str], ...] = (
    {"second": "1", "minute": "60", "hour": "3600", "day": "86400", "week": "604800"},
    {"m": "1", "cm": "0.01", "mm": "0.001", "km": "1000", "mile": "1609.344", "feet": "0.3048", "inch": "0.0254"},
    {"g": "1", "kg": "1000"},
    {
        "square metre": "1",
        "square kilometre": "1000000",
        "hectare": "10000",
        "acre": "4046.8564224",
        "square mile": "2589988.110336",
        "square foot": "0.09290304",
    },
)


def in_stated_units(assembly: Assembly, chunking: Chunking, ontology: Ontology) -> Assembly:
    """The assembly with its numbers in the units of what they are compared with: two hours as 120 of minutes."""
    mentions = list(assembly.mentions)
    for start, factor in _factors(assembly, chunking, ontology):
        for place, m in enumerate(mentions):
            if m.end == start and m.value is not None:
                mentions[place] = replace(m, value=times(Decimal(str(m.value)), factor))
    return replace(assembly, mentions=mentions) if mentions != list(assembly.mentions) else assembly


def times(number: Decimal, factor: Decimal) -> int | float:
    """A number in another unit."""
    told = number * factor
    return int(told) if told == int(told) else float(told)


@cache
def conversions() -> tuple[Decimal, ...]:
    """How many of another unit one may be, of all units whose sizes are known; the same one left out.

    >>> Decimal(60) in conversions(), Decimal(1) in conversions()
    (True, False)
    """
    found = (Decimal(one) / Decimal(other) for sizes in _SIZES for one in sizes.values() for other in sizes.values())
    return tuple(sorted({factor for factor in found if factor != 1}))


def _factors(assembly: Assembly, chunking: Chunking, ontology: Ontology) -> list[tuple[int, Decimal]]:
    """Where the units stand that are not the stated one, with how many of that each is."""
    found = []
    for chunk in _told(assembly, chunking):
        wanted = _named(chunk.text)
        stated = {n for iri in _compared(assembly, chunk.start) for n in _stated(iri, ontology)}
        if wanted is not None and len(stated) == 1 and wanted not in stated:
            factor = _factor(wanted, *stated)
            found += [(chunk.start, factor)] if factor is not None else []
    return found


def _told(assembly: Assembly, chunking: Chunking) -> list[Chunk]:
    """The units after numbers; ``days`` may also be read as what it is that is measured."""
    ends = {m.end for m in assembly.mentions if m.value is not None}
    return [c for c in chunking.chunks if c.operator == "unit" or (c.start in ends and c.readings and _is_unit(c.text))]


def _is_unit(text: str) -> bool:
    return fold(text) in _NUMBER_OF


def _factor(one: int, other: int) -> Decimal | None:
    """How many of another unit one is; None where they measure different things, or no size is exact."""
    for sizes in _SIZES:
        told = {_NUMBER_OF[name]: Decimal(size) for name, size in sizes.items()}
        if one in told and other in told:
            return told[one] / told[other]
    return None


def _named(text: str) -> int | None:
    said = fold(text)
    return _NUMBER_OF.get(said, _NUMBER_OF.get(said.split()[0]))


def units(assembly: Assembly, chunking: Chunking, ontology: Ontology) -> str:
    """``""`` when every unit of the question is stated or there is none, else ``unstated`` or ``other``.

    Args:
        assembly: The mentions, joined; their numbers are in the stated units where they can be.
        chunking: The cut of the question.
        ontology: What states units.
    """
    done = {start for start, _ in _factors(assembly, chunking, ontology)}
    found = ""
    for chunk in _told(assembly, chunking):
        if chunk.start in done:
            continue
        wanted = _named(chunk.text)
        stated = {n for iri in _compared(assembly, chunk.start) for n in _stated(iri, ontology)}
        if wanted is not None and wanted in stated:
            continue
        if stated and wanted is not None:
            return "other"
        found = "unstated"
    return found


def _compared(assembly: Assembly, place: int) -> list[str]:
    """The properties that the number before token ``place`` is compared with."""
    numbers = {m.number for m in assembly.mentions if m.end == place}
    found = []
    for link in assembly.links:
        if link.kind == "fill" and numbers & {link.left, link.right}:
            found.append(assembly.readings[link.left if link.right in numbers else link.right].iri)
    return found


def _stated(iri: str, ontology: Ontology) -> set[int]:
    term = ontology.properties.get(iri)
    text = split_identifier(local_name(iri))
    if term is not None:
        text = " ".join((text, *(t.value for t in (*term.labels, *term.alt_labels, *term.comments))))
    words = re.findall(r"[^\W\d_]+", fold(text))
    names = (f"{before} {word}" if before in _POWERS else word for before, word in pairwise(("", *words)))
    return {_NUMBER_OF[name] for name in names if name in _NUMBER_OF}


def names_unit(word: str) -> bool:
    """Whether a folded word is a unit.

    >>> names_unit("minutes"), names_unit("honey")
    (True, False)
    """
    return word in _NUMBER_OF


def states(iri: str, word: str, ontology: Ontology) -> bool:
    """Whether a property says of its numbers that they are in the unit that a folded word names."""
    return _NUMBER_OF[word] in _stated(iri, ontology)


_POWERS = frozenset(("square", "cubic"))
