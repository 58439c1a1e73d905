"""What a property holds, by the form of some of its values: dates, addresses, identifiers. No value is kept."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from nlkgq.iri import XSD
from nlkgq.results.models import RdfTerm

SHARE: Final = 0.9
"""Of the values that must have the form."""
_FORMS: Final = (
    ("e-mail address", r"[^@\s]+@[^@\s]+\.[a-z]{2,}"),
    ("web address", r"https?://\S+"),
    ("DOI", r"(?:doi:|https?://(?:dx\.)?doi\.org/)?10\.\d{4,9}/\S+"),
    ("ORCID", r"(?:https?://orcid\.org/)?\d{4}-\d{4}-\d{4}-\d{3}[\dX]"),
    ("ISBN", r"(?:97[89][- ]?)?\d{1,5}[- ]\d{1,7}[- ]\d{1,7}[- ][\dX]|97[89]\d{10}"),
    ("UUID", r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"),
    ("year", r"(?:1[0-9]|20)\d{2}"),
    ("date", r"\d{4}-\d{2}-\d{2}(?:T.*)?|\d{1,2}[./]\d{1,2}[./]\d{4}"),
    ("time", r"[0-2]?\d:[0-5]\d(?::[0-5]\d)?"),
    ("media type", r"(?:image|text|audio|video|application)/[\w.+-]+"),
    ("file name", r"[\w .-]+\.(?:pdf|png|jpe?g|txt|csv|xml|json|zip|gz|html?|docx?|xlsx?|nii|tsv)"),
    ("phone number", r"\+\d[\d ()/-]{6,}"),
    ("geometry", r"(?:<[^>]*>\s*)?(?:POINT|LINESTRING|(?:MULTI)?POLYGON)\s*\(.*"),
    ("colour", r"#[0-9A-Fa-f]{6}"),
)
_COMPILED: Final = tuple((name, re.compile(pattern, re.IGNORECASE | re.DOTALL)) for name, pattern in _FORMS)
_DATATYPES: Final = {
    XSD + "gYear": "year",
    XSD + "date": "date",
    XSD + "dateTime": "date",
    XSD + "time": "time",
    XSD + "duration": "duration",
    XSD + "anyURI": "web address",
}
_NUMBERS: Final = tuple(XSD + name for name in ("integer", "int", "decimal", "double", "float", "gYear"))
_LONG: Final = 12
"""Words of a text that is a description."""


def words_from_values(values: Sequence[RdfTerm]) -> str | None:
    """A name in words for a property with such values; None where their form says nothing.

    >>> words_from_values([RdfTerm("literal", "ann@e.example"), RdfTerm("literal", "bob@e.example")])
    'e-mail address'
    """
    literals = [term for term in values if term.kind == "literal" and term.value.strip()]
    if not literals:
        return None
    datatypes = {term.datatype for term in literals}
    if len(datatypes) == 1 and (found := _DATATYPES.get(next(iter(datatypes)) or "")):
        return found
    texts = [term.value.strip() for term in literals]
    numbers = all(datatype in _NUMBERS for datatype in datatypes)
    for name, pattern in _COMPILED:
        # a number is no address; four digits are a year only where they vary little
        if numbers and name != "year":
            continue
        if sum(pattern.fullmatch(text) is not None for text in texts) >= SHARE * len(texts):
            return name
    if numbers:
        return None
    if sum(len(text.split()) for text in texts) >= _LONG * len(texts):
        return "description"
    named = [text for text in texts if text[0].isupper() and len(text.split()) <= 6 and not re.search(r"\d", text)]
    return "name" if len(named) >= SHARE * len(texts) and len(set(texts)) > len(texts) // 2 > 0 else None
