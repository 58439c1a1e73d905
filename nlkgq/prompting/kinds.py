"""What a prompt says about a placeholder: its kind, in words, with prefixed names."""

from __future__ import annotations

from nlkgq.iri import XSD, PrefixMap
from nlkgq.masking.model import Placeholder, PlaceholderKind

MAX_HOLDERS = 6
"""Properties named for one placeholder; those behind are the least likely."""
MAX_CLASSES = 4

_NOUNS = {"string": "a text", "number": "a number", "date": "a date", "individual": "an individual"}
_DATES = {
    XSD + "gYear": "a year",
    XSD + "gYearMonth": "a month of a year",
    XSD + "time": "a time of day",
    XSD + "dateTime": "a date with time",
}


def describe(placeholder: Placeholder, prefixes: PrefixMap) -> str:
    """One line for the prompt; it holds the placeholder's name, ontology terms and fixed words, never its value.

    >>> from nlkgq.values.model import Holder
    >>> kind = PlaceholderKind(value="string", holders=(Holder("http://e.org/name", "http://e.org/Person", 0),))
    >>> describe(Placeholder(name="VALUE_K3QX", kind=kind, start=0, original="Ada"), PrefixMap({"ex": "http://e.org/"}))
    'VALUE_K3QX: a text that is the ex:name of a ex:Person; stored exactly'
    """
    return f"{placeholder.name}: {_kind_in_words(placeholder.kind, prefixes, part=placeholder.match == 'part')}"


def _kind_in_words(kind: PlaceholderKind, prefixes: PrefixMap, *, part: bool) -> str:
    if kind.value == "unknown":
        return "not found in the graph"
    words = _NOUNS[kind.value]
    holders = _holders_in_words(kind, prefixes)
    if kind.value in ("number", "date"):
        if kind.value == "date" and kind.datatype in _DATES:
            words = _DATES[kind.datatype]
        if kind.datatype:
            words += f" ({prefixes.shorten(kind.datatype)})"
        # The same number stands in many places: where it is found says less than where a name is found.
        return f"{words}; occurs as {holders}" if holders else words
    if kind.value == "individual" and kind.classes:
        words += " that is a " + " or a ".join(prefixes.shorten(c) for c in kind.classes[:MAX_CLASSES])
        words += f", {holders}" if holders else ""
    elif holders:
        words += f" that is {holders}"
    return f"{'part of ' if part else ''}{words}; {_stored_in_words(kind, part=part)}"


def _holders_in_words(kind: PlaceholderKind, prefixes: PrefixMap) -> str:
    by_property: dict[str, list[str]] = {}
    for holder in kind.holders[:MAX_HOLDERS]:
        subjects = by_property.setdefault(holder.property, [])
        if holder.subject_class and holder.subject_class not in subjects:
            subjects.append(holder.subject_class)
    phrases = []
    for iri, classes in by_property.items():
        of = " of a " + " or a ".join(prefixes.shorten(c) for c in classes) if classes else ""
        phrases.append(f"the {prefixes.shorten(iri)}{of}")
    return ", or ".join(phrases)


def _stored_in_words(kind: PlaceholderKind, *, part: bool) -> str:
    if part:
        return "whatever contains it is filled in"
    if kind.several:
        return "several stored ones match, all are filled in"
    return "stored in another form, which is filled in" if kind.approximate else "stored exactly"
