"""Whether the unit of a number is the one that the ontology states for the property compared with it."""

from __future__ import annotations

import re
from itertools import pairwise

from nlkgq.generation.offline.assembly import Assembly
from nlkgq.generation.offline.readings import Chunking
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


def units(assembly: Assembly, chunking: Chunking, ontology: Ontology) -> str:
    """``""`` when every unit of the question is stated or there is none, else ``unstated`` or ``other``."""
    found = ""
    for chunk in chunking.chunks:
        if chunk.operator != "unit":
            continue
        said = fold(chunk.text)
        wanted = _NUMBER_OF.get(said, _NUMBER_OF.get(said.split()[0]))
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


_POWERS = frozenset(("square", "cubic"))
