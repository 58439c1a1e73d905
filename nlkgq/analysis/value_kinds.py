"""Which kinds of value a term, a variable or an expression can have (SPARQL 1.1 section 17: operand data types)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from nlkgq.analysis.schema_graph import NUMERIC
from nlkgq.iri import RDF, RDFS, XSD
from nlkgq.sparql import LiteralValue

Kinds: TypeAlias = frozenset[str]
"""Some of iri, blank, text, tagged, number, boolean, date, dateTime, time, gYear, gYearMonth, gMonthDay, gMonth, gDay,
duration, or the IRI of another datatype; an empty set where no kind is possible."""

THING: Final[Kinds] = frozenset({"iri", "blank"})
TEXT: Final[Kinds] = frozenset({"text", "tagged"})
NUMBER: Final[Kinds] = frozenset({"number"})
BOOLEAN: Final[Kinds] = frozenset({"boolean"})
TEMPORAL: Final[Kinds] = frozenset(
    {"date", "dateTime", "time", "gYear", "gYearMonth", "gMonthDay", "gMonth", "gDay"},
)
DURATION: Final[Kinds] = frozenset({"duration"})

_DURATIONS: Final = frozenset(XSD + name for name in ("duration", "dayTimeDuration", "yearMonthDuration"))
_TEXTS: Final = frozenset(
    XSD + name for name in ("string", "normalizedString", "token", "language", "Name", "NCName", "NMTOKEN")
)
_ANYTHING: Final = frozenset({RDFS + "Literal", XSD + "anySimpleType", XSD + "anyAtomicType", RDFS + "Resource"})

WORDS: Final[Mapping[str, str]] = {
    "iri": "an IRI",
    "blank": "a thing without a name",
    "text": "text",
    "tagged": "text with a language tag",
    "number": "a number",
    "boolean": "true or false",
    "date": "a date",
    "dateTime": "a date with a time",
    "time": "a time of day",
    "gYear": "a year (xsd:gYear)",
    "gYearMonth": "a month of a year",
    "duration": "a duration",
}


def datatype_kind(datatype: str) -> str | None:
    """The kind of the literals of a datatype; None for one that holds all of them.

    >>> datatype_kind(XSD + "int"), datatype_kind(XSD + "gYear"), datatype_kind(RDFS + "Literal")
    ('number', 'gYear', None)
    """
    if datatype in _ANYTHING:
        return None
    if datatype in NUMERIC:
        return "number"
    if datatype in _TEXTS:
        return "text"
    if datatype == f"{RDF}langString":
        return "tagged"
    if datatype in _DURATIONS:
        return "duration"
    name = datatype.removeprefix(XSD)
    if name == "dateTimeStamp":
        return "dateTime"
    return name if name in TEMPORAL or name == "boolean" else datatype


def kinds_of(datatypes: Iterable[str], *, exact: bool = False) -> Kinds | None:
    """The kinds of the literals of some datatypes; None where they may be anything, or none is given.

    Args:
        datatypes: IRIs.
        exact: Whether they were counted in data; a range that says ``xsd:string`` is often met by tagged text, and the
            other way round.
    """
    found: set[str] = set()
    for datatype in datatypes:
        kind = datatype_kind(datatype)
        if kind is None:
            return None
        found.add(kind)
    if not exact and found & TEXT:
        found |= TEXT
    return frozenset(found) or None


def literal_kinds(literal: LiteralValue) -> Kinds | None:
    """The kind of one literal."""
    kind = datatype_kind(literal.datatype)
    return frozenset({kind}) if kind is not None else None


def worded(kinds: Kinds) -> str:
    """Kinds in words: ``text or a number``.

    >>> worded(frozenset({"number"})), worded(TEXT), worded(THING)
    ('a number', 'text', 'a thing')
    """
    names = ["a thing"] if kinds & THING else []
    names += ["text"] if "text" in kinds else [WORDS["tagged"]] if "tagged" in kinds else []
    names += [WORDS.get(k, f"a literal of type {k}") for k in sorted(kinds - THING - TEXT)]
    return " or ".join(names)


def comparable(left: Kinds, right: Kinds, *, ordered: bool) -> bool:
    """Whether a comparison of such values can hold: some kind of one side goes with some kind of the other.

    ``ordered`` is for ``<`` and its like, which things do not have; they can still be equal.
    """
    if ordered:
        left, right = left - THING, right - THING
    return any(a == b or (not ordered and {a, b} <= THING) for a in left for b in right)
