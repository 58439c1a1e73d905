"""Lexical forms of literals: which spelling of a value is the only one (XML Schema 1.1 part 2)."""

from __future__ import annotations

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
    f"{XSD}string": "^",
    f"{XSD}anyURI": "^",
}
"""Datatype -> pattern of the lexical forms that have no other spelling of the same value."""
WHOLE: Final = {f"{XSD}integer", f"{XSD}int"}
NUMERIC: Final = WHOLE | {f"{XSD}decimal"}


def lexical_test(variable: str, datatype: str, spelling: str) -> str:
    """A SPARQL condition: the variable holds a literal of this datatype, spelt like this."""
    # Engines that compute with whole numbers keep one datatype for all of them.
    types = "xsd:integer, xsd:int" if datatype in WHOLE else f"<{datatype}>"
    types = types.replace("xsd:integer", f"<{XSD}integer>").replace("xsd:int", f"<{XSD}int>")
    test = f"DATATYPE({variable}) IN ({types})"
    return test if spelling == "^" else f"{test} && REGEX(STR({variable}), {quote(spelling)})"
