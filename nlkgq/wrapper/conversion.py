"""Conversions between native and clean terms: what a variable of a clean query means where the database stores codes.

A conversion is a partial function from native terms to clean terms. Each one can be applied here, to a term, and in a
query, as an expression; both must agree, which the rewriter's property test checks. Where a conversion is injective,
joins and groups may be made on native terms and only shown values be converted.
"""

from __future__ import annotations

from typing import TypeAlias

from nlkgq.wrapper.datatype_conversion import DatatypeConversion
from nlkgq.wrapper.date_conversion import DateConversion
from nlkgq.wrapper.iri_template import IriTemplate
from nlkgq.wrapper.language_tag import LanguageConversion
from nlkgq.wrapper.text_template import TextTemplate
from nlkgq.wrapper.value_map import ValueMap

Conversion: TypeAlias = ValueMap | IriTemplate | TextTemplate | DatatypeConversion | DateConversion | LanguageConversion


def never_meet(left: Conversion | None, right: Conversion | None) -> bool:
    """Whether no clean term comes out of both; False where that is not certain.

    >>> films, people = IriTemplate(clean=("urn:film-", "")), IriTemplate(clean=("urn:person-", ""))
    >>> never_meet(films, people), never_meet(films, films), never_meet(films, None)
    (True, False, False)
    """
    for one, other in ((left, right), (right, left)):
        if isinstance(one, ValueMap) and not one.open:
            cleans = {clean for clean, _ in one.pairs}
            if isinstance(other, ValueMap):
                return not other.open and cleans.isdisjoint(clean for clean, _ in other.pairs)
            if isinstance(other, (IriTemplate, TextTemplate)):
                return all(other.to_native(clean) == () for clean in cleans)
    if isinstance(left, IriTemplate) and isinstance(right, IriTemplate):
        a, b = left.clean[0], right.clean[0]
        return not (a.startswith(b) or b.startswith(a))
    return False


__all__ = [
    "Conversion",
    "DatatypeConversion",
    "DateConversion",
    "IriTemplate",
    "LanguageConversion",
    "TextTemplate",
    "ValueMap",
    "never_meet",
]
