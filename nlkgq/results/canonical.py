"""One key for each value that counts as equal: what the comparison of answers rests on.

Numbers are equal by value whatever their datatype, ``"a"`` equals ``"a"^^xsd:string``, an instant equals itself in
another time zone; a date never equals a dateTime. Blank nodes have no name of their own and are all alike here.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
from typing import Final, TypeAlias

from nlkgq.iri import XSD
from nlkgq.results.models import RdfTerm
from nlkgq.results.terms import FLOATS, NUMBERS, python_value

Key: TypeAlias = tuple[str, ...] | None
"""Hashable and sortable within one kind; None for an unbound cell."""

_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_FLOAT_DIGITS: Final = Context(prec=15)  # what a double surely holds; the rest is noise of the last bit
_EXACT: Final = Context(prec=5000, Emax=MAX_EMAX, Emin=MIN_EMIN)
_LARGEST_EXPONENT: Final = 4000


def canonical_key(
    term: RdfTerm | None, *, decimals: int = 4, ignore_language: bool = False, as_text: bool = False
) -> Key:
    """The key of a term: equal keys, equal terms.

    Args:
        term: A cell; None when unbound.
        decimals: Numbers are equal when they agree to this many places after the point.
        ignore_language: Whether ``"a"@en``, ``"a"@de`` and ``"a"`` are equal.
        as_text: Whether kinds, datatypes and language tags count for nothing, as where a data set records its
            answers as bare strings: what reads as a number is one, all else is its text.

    >>> canonical_key(RdfTerm("literal", "2.0E0", XSD + "double"))
    ('number', '2')
    """
    if term is None:
        return None
    if as_text:
        return _number(term.value, decimals, rounded=True) or ("text", term.value)
    if term.kind == "uri":
        return ("uri", term.value)
    if term.kind == "bnode":
        return ("bnode",)
    if term.language and not ignore_language:
        return ("text", term.value, term.language.lower())
    if term.datatype is None:
        return ("text", term.value)
    return _typed(term, term.datatype, decimals) or ("literal", term.value, term.datatype)


def _typed(term: RdfTerm, datatype: str, decimals: int) -> Key:
    if datatype in NUMBERS:
        if datatype in FLOATS and term.value in ("INF", "+INF", "-INF", "NaN"):
            return ("number", term.value.lstrip("+"))
        return _number(term.value, decimals, rounded=datatype in FLOATS)
    if datatype == XSD + "boolean" and term.value in ("true", "false", "1", "0"):
        return ("boolean", "true" if term.value in ("true", "1") else "false")
    if datatype == XSD + "dateTime":
        moment = python_value(term)
        if isinstance(moment, datetime):
            return ("dateTime", _moment(moment))
    return None


def _number(text: str, decimals: int, *, rounded: bool) -> Key:
    """The key of a number by value; ``rounded`` drops the noise of binary fractions first."""
    if _NUMBER.fullmatch(text) is None:
        return None
    try:
        value = Decimal(text)
        if value and abs(value.adjusted()) > _LARGEST_EXPONENT:
            return ("number", str(value.normalize(_EXACT))) if value.adjusted() > 0 else ("number", "0")
        if rounded and not _is_whole(text):
            value = _FLOAT_DIGITS.plus(value)
        value = value.quantize(Decimal(1).scaleb(-decimals), context=_EXACT)
    except ArithmeticError:  # more digits than Decimal holds
        return None
    return ("number", format(value.normalize(_EXACT) if value else Decimal(0), "f"))


def _is_whole(text: str) -> bool:
    return text.lstrip("+-").isdigit()


def _moment(moment: datetime) -> str:
    """The same text for the same instant; without a time zone, the local time as it stands."""
    if moment.tzinfo is None:
        return moment.isoformat()
    try:
        return moment.astimezone(UTC).isoformat()
    except OverflowError:  # the first or last hours that Python's calendar knows
        return moment.isoformat()
