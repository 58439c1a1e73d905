"""``drying time`` of a `drying_days`, ``crate weight`` of a `crate_kg`: a unit in a name tells what is measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nlkgq.generation.offline.naming import name_words
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.vocabulary import Vocabulary

_MASS = frozenset(("kg", "kgs", "g", "mg", "lb", "lbs", "t", "tons", "tonnes", "oz", "kilograms", "grams", "pounds"))
_TIME = frozenset(
    (
        *("s", "sec", "secs", "seconds", "ms", "milliseconds", "min", "mins", "minutes", "h", "hr", "hrs", "hours"),
        *("days", "day", "wks", "weeks", "months", "mths", "mons", "yrs", "years", "hour", "minute", "second"),
    )
)
_LENGTH = frozenset(("mm", "cm", "m", "km", "ft", "feet", "inches", "miles", "mi", "metres", "meters", "kilometers"))
_AREA = frozenset(("ha", "hectares", "acres", "sqm", "sqkm", "sqft", "km2", "m2"))
_VOLUME = frozenset(("l", "ml", "litres", "liters", "cl", "hl", "gallons", "m3"))
_SPEED = frozenset(("kmh", "mph", "kph", "knots", "kn", "kts"))
_SHARE = frozenset(("pct", "percent"))
_UNITS = {
    **dict.fromkeys(("weight", "weights", "mass"), _MASS),
    **dict.fromkeys(("time", "times", "duration", "durations", "period", "age"), _TIME),
    **dict.fromkeys(("length", "lengths"), _LENGTH | _TIME),
    **dict.fromkeys(("height", "altitude", "elevation", "depth", "width", "distance", "diameter"), _LENGTH),
    **dict.fromkeys(("area", "areas"), _AREA),
    **dict.fromkeys(("volume", "volumes"), _VOLUME),
    **dict.fromkeys(("speed", "speeds"), _SPEED),
    **dict.fromkeys(("percentage", "share", "rate"), _SHARE),
}
"""Word for what is measured -> the units it is measured in."""
_YEARS = frozenset(("year", "years"))
_FITS = 0.5
_SCORE = 0.9


def measured_in(words: Sequence[str], vocabulary: Vocabulary) -> tuple[Reading, ...]:
    """The numbers that words tell by what is measured, where their names tell it by the unit; () for other words.

    Args:
        words: Folded, the last one what is measured.
        vocabulary: What properties are called.
    """
    if len(words) > 1 and words[-1] in _YEARS:
        return _years(vocabulary.readings(tuple(words[:-1])), vocabulary)
    units = _UNITS.get(words[-1]) if len(words) > 1 else None
    if units is None:
        return ()
    found = []
    for r in vocabulary.readings(tuple(words[:-1])):
        name = name_words(r.iri) if r.kind == "property" and not r.object else ()
        called = len(name) == len(words) and name[-1] in units and vocabulary.schema.is_numeric(r.iri)
        if called and r.score > _FITS:
            found.append(replace(r, score=max(r.score, _SCORE), how="identifier", noun=True))
    return tuple(found)


def _years(readings: Sequence[Reading], vocabulary: Vocabulary) -> tuple[Reading, ...]:
    """``opening year``, of things that have a number for their `opening` and nothing called a year."""
    dated = [r for word in _YEARS for r in vocabulary.readings((word,)) if r.kind == "property"]
    numbers = [r for r in readings if r.kind == "property" and not r.object and r.score > _SCORE]
    own = [r for r in numbers if vocabulary.schema.is_numeric(r.iri) and not any(d.subject & r.subject for d in dated)]
    return tuple(replace(r, noun=True) for r in own)
