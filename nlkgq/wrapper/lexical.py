"""Lexical forms of literals: which spelling of a value is the only one (XML Schema 1.1 part 2)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from nlkgq.iri import XSD
from nlkgq.sparql import quote

CANONICAL: Final[Mapping[str, str]] = {
    f"{XSD}integer": "^(0|-?[1-9][0-9]*)$",
    f"{XSD}int": "^(0|-?[1-9][0-9]*)$",
    f"{XSD}decimal": r"^(0|-?[1-9][0-9]*|-?(0|[1-9][0-9]*)\.[0-9]*[1-9])$",
    f"{XSD}boolean": "^(true|false)$",
    f"{XSD}gYear": "^[0-9]{4}$",
    f"{XSD}gYearMonth": "^[0-9]{4}-(0[1-9]|1[0-2])$",
    f"{XSD}date": "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$",
    f"{XSD}dateTime": (
        "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]"
        r"(\.[0-9]*[1-9])?(Z|[+-](0[1-9]|1[0-3]):[0-5][0-9])?$"
    ),
    f"{XSD}gMonth": "^--(0[1-9]|1[0-2])$",
    f"{XSD}gMonthDay": "^--(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$",
    f"{XSD}gDay": "^---(0[1-9]|[12][0-9]|3[01])$",
    f"{XSD}string": "^",
    f"{XSD}anyURI": "^",
}
"""Datatype -> pattern of the lexical forms that have no other spelling of the same value."""
EXAMPLES: Final[Mapping[str, tuple[str, ...]]] = {
    f"{XSD}integer": ("0", "-7", "1990", "12345"),
    f"{XSD}int": ("0", "-7", "1990", "12345"),
    f"{XSD}decimal": ("0", "-7", "1990", "12345", "0.5"),
    f"{XSD}boolean": ("true",),
    f"{XSD}gYear": ("1990",),
    f"{XSD}gYearMonth": ("1990-01",),
    f"{XSD}date": ("1990-01-31",),
    f"{XSD}dateTime": ("1990-01-31T12:30:00", "1990-01-31T12:30:00Z"),
    f"{XSD}gMonth": ("--01",),
    f"{XSD}gMonthDay": ("--01-31",),
    f"{XSD}gDay": ("---31",),
}
"""Datatype -> lexical forms of each shape that it has; any text is a string or an address."""
WHOLE: Final = {f"{XSD}integer", f"{XSD}int"}
NUMERIC: Final = WHOLE | {f"{XSD}decimal"}


def spelt_alike(one: str, other: str) -> bool:
    """Whether literals of one datatype can be spelt like some of the other.

    >>> spelt_alike(f"{XSD}integer", f"{XSD}gYear"), spelt_alike(f"{XSD}integer", f"{XSD}date")
    (True, False)
    """
    if "^" in (CANONICAL[one], CANONICAL[other]):
        return True
    return any(re.search(CANONICAL[other], text) for text in EXAMPLES[one])


def lexical_test(variable: str, datatype: str, spelling: str) -> str:
    """A SPARQL condition: the variable holds a literal of this datatype, spelt like this."""
    # Engines that compute with whole numbers keep one datatype for all of them.
    types = "xsd:integer, xsd:int" if datatype in WHOLE else f"<{datatype}>"
    types = types.replace("xsd:integer", f"<{XSD}integer>").replace("xsd:int", f"<{XSD}int>")
    test = f"DATATYPE({variable}) IN ({types})"
    return test if spelling == "^" else f"{test} && REGEX(STR({variable}), {quote(spelling)})"
