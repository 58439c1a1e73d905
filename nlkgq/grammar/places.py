"""What constants may stand where, and which placeholder fits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from nlkgq.grammar.notation import Terminal
from nlkgq.iri import XSD, PrefixMap
from nlkgq.masking.model import Placeholder
from nlkgq.masking.placeholders import PREFIX

Place: TypeAlias = Literal["thing", "text", "number", "date", "boolean", "literal", "any"]
"""An object that is a thing; a text, number, date or boolean; some other or any literal; anything."""
LITERAL_PLACES: Final[tuple[Place, ...]] = ("text", "number", "date", "boolean", "literal")
PLACES: Final[tuple[Place, ...]] = ("thing", *LITERAL_PLACES, "any")
_KINDS: Final[Mapping[str, frozenset[Place]]] = {
    "individual": frozenset({"thing", "any"}),
    "string": frozenset({"text", "literal", "any"}),
    "number": frozenset({"number", "literal", "any", "date", "text"}),  # a year may be a date; numbers are kept as text
    "date": frozenset({"date", "literal", "any", "number", "text"}),
    "boolean": frozenset({"boolean", "literal", "any"}),
    "unknown": frozenset(PLACES),
}
_DAY: Final = "-?[0-9]{4}-[01][0-9]-[0-3][0-9]"
_TIME: Final = "[0-2][0-9]:[0-5][0-9]:[0-5][0-9]"
_DATES: Final[Mapping[str, str]] = {
    "date": _DAY,
    "dateTime": rf"{_DAY}T{_TIME}(\.[0-9]{{1,6}})?(Z|[+\-][0-9]{{2}}:[0-9]{{2}})?",
    "time": _TIME,
    "gYear": "-?[0-9]{4}",
    "gYearMonth": "-?[0-9]{4}-[01][0-9]",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueSlot:
    """A placeholder as the grammar takes it: its name, where it may stand, and, for a thing, of which classes."""

    name: str
    places: frozenset[Place]
    classes: tuple[str, ...] = ()


def slots(placeholders: Iterable[Placeholder]) -> tuple[ValueSlot, ...]:
    """The placeholders of a masked question.

    A text that is no individual's name may still stand for the individual: unmasking finds it by the place.
    """
    found = []
    for placeholder in placeholders:
        kind = placeholder.kind
        places = _KINDS[kind.value]
        if kind.value == "string" and any(candidate.subjects for candidate in placeholder.candidates):
            places |= {"thing"}
        classes = kind.classes if kind.value == "individual" else ()
        found.append(ValueSlot(name=placeholder.name, places=places, classes=classes))
    return tuple(found)


def slot(name: str, kind: str) -> ValueSlot:
    """A placeholder of a kind: individual, string, number, date, boolean or unknown.

    >>> sorted(slot("VALUE_K3QX", "individual").places)
    ['any', 'thing']
    """
    return ValueSlot(name=name, places=_KINDS[kind])


def open_terminals(prefixes: PrefixMap, variable_length: int) -> dict[str, Terminal]:
    """Terminals whose words cannot be listed: variables, constants, placeholders.

    Datatypes are written with the graph's own prefix of XML Schema.
    """
    dates = "|".join(f'"{pattern}"\\^\\^{_escaped(prefixes.shorten(XSD + name))}' for name, pattern in _DATES.items())
    return {
        terminal.name: terminal
        for terminal in (
            Terminal(name="TEXT", sample='""', pattern=_text()),
            Terminal(
                name="NUMBER",
                sample="0",
                pattern=r"[+\-]?([0-9]{1,15}(\.[0-9]{1,8})?|\.[0-9]{1,8})([eE][+\-]?[0-9]{1,3})?",
            ),
            Terminal(name="DATE", sample=f'"2000-01-01"^^{prefixes.shorten(XSD + "date")}', pattern=f"({dates})"),
            Terminal(name="BOOLEAN", texts=("true", "false")),
            Terminal(name="COUNT_NUMBER", sample="1", pattern=r"[0-9]{1,5}"),
            Terminal(name="VARIABLE", sample="?x", pattern=rf"\?[A-Za-z_][A-Za-z0-9_]{{0,{variable_length - 1}}}"),
            Terminal(name="ANY_PLACEHOLDER", sample='"VALUE_BBBB"', pattern=r'"VALUE_[B-DF-HJ-NP-TV-XZ2-9]{4}"'),
        )
    }


def _text() -> str:
    """A string with or without a language, of at most 86 characters, that does not begin like a placeholder."""
    character = r'([^"\\\n\r]|\\[tnrbf"\\])'
    inner = ""
    for letter in reversed(PREFIX):
        further = f"|{letter}{inner}" if inner else ""
        inner = rf'(([^"\\\n\r{letter}]|\\[tnrbf"\\]){character}{{0,80}}{further})?'
    return f'"{inner}"(@[a-z]{{2,3}}(-[A-Za-z0-9]{{2,8}})?)?'


def _escaped(text: str) -> str:
    return re.sub(r"([.^$*+?(){}\[\]\\|/\-])", r"\\\1", text)
