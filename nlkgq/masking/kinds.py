"""What the graph's structure tells about a masked value."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from nlkgq.iri import XSD
from nlkgq.masking.model import PlaceholderKind, ValueKind
from nlkgq.masking.spans import Span
from nlkgq.values.model import Holder, StoredValue, ValueIndex

NUMERIC: Final = frozenset(
    XSD + name
    for name in (
        *("integer", "decimal", "float", "double", "int", "long", "short", "byte"),
        *("nonNegativeInteger", "positiveInteger", "negativeInteger", "nonPositiveInteger"),
        *("unsignedInt", "unsignedLong", "unsignedShort", "unsignedByte"),
    )
)
TEMPORAL: Final = frozenset(
    XSD + name
    for name in ("date", "dateTime", "dateTimeStamp", "time", "gYear", "gYearMonth", "gMonthDay", "gMonth", "gDay")
)
_HOLDERS: Final = 12
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")


def stored_readings(found: Span, index: ValueIndex) -> tuple[StoredValue, ...]:
    """The stored terms that a written number or date means: of all readings of a date, of a number's likeliest one."""
    values: dict[StoredValue, None] = {}
    for reading in found.readings:
        if values and found.kind == "number":
            break
        tries = (
            (reading, f"{reading}T00:00:00", f"{reading}Z", f"{reading}T00:00:00Z") if "-" in reading else (reading,)
        )
        for text in tries:
            values.update(dict.fromkeys(index.lookup(text)))
    return tuple(values)


def kind_of(
    candidates: Sequence[StoredValue], *, found: Span | None = None, approximate: bool = False
) -> PlaceholderKind:
    """The kind of a placeholder.

    Args:
        candidates: Stored terms it may mean, best first.
        found: The span by whose shape it was recognised, for what the graph does not tell.
        approximate: Whether the stored terms differ from what was typed.
    """
    shape: ValueKind = "unknown"
    if found is not None and found.kind == "date":
        shape = "date"
    elif found is not None and found.kind == "number":
        shape = "number"
    if not candidates:
        return PlaceholderKind(value=shape, datatype=_shape_datatype(found) if found is not None else None)
    datatypes = {c.term.datatype for c in candidates if c.term.kind == "literal"}
    if all(c.term.kind == "uri" for c in candidates):
        value: ValueKind = "individual"
    elif datatypes and datatypes <= NUMERIC:
        value = "number"
    elif datatypes and datatypes <= TEMPORAL:
        value = "date"
    elif datatypes & NUMERIC or datatypes & TEMPORAL:
        value = shape if shape != "unknown" else "string"
    else:
        value = "string"
    classes = dict.fromkeys(c for candidate in candidates for c in candidate.classes)
    return PlaceholderKind(
        value=value,
        holders=_ranked_holders(candidates),
        classes=tuple(classes)[:_HOLDERS],
        datatype=datatypes.pop() if len(datatypes) == 1 else None,
        approximate=approximate,
        several=len(candidates) > 1,
    )


def _ranked_holders(candidates: Iterable[StoredValue]) -> tuple[Holder, ...]:
    """Properties and classes, most used first; how often is not told."""
    uses: dict[tuple[str, str], int] = {}
    for candidate in candidates:
        for holder in candidate.holders:
            place = (holder.property, holder.subject_class)
            uses[place] = uses.get(place, 0) + holder.uses
    ranked = sorted(uses, key=lambda place: (-uses[place], place))
    return tuple(Holder(property_iri, class_iri, 0) for property_iri, class_iri in ranked[:_HOLDERS])


def _shape_datatype(found: Span) -> str | None:
    if not found.readings:
        return None
    reading = found.readings[0]
    if found.kind == "number":
        return XSD + ("decimal" if "." in reading else "integer")
    if found.kind != "date":
        return None
    for pattern, name in (
        (r"\d{4}-\d\d-\d\dT.*", "dateTime"),
        (r"\d{4}-\d\d-\d\d", "date"),
        (r"\d{4}-\d\d", "gYearMonth"),
        (r"\d{4}", "gYear"),
        (r"--\d\d-\d\d", "gMonthDay"),
        (r"\d\d:.*", "time"),
    ):
        if re.fullmatch(pattern, reading):
            return XSD + name
    return None
