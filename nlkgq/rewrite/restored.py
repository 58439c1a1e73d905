"""What a placeholder stands for: stored terms, words, numbers and dates, written as SPARQL."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterable
from difflib import SequenceMatcher

from nlkgq.analysis import term_edits
from nlkgq.errors import UnmaskError
from nlkgq.iri import XSD
from nlkgq.masking.model import Placeholder
from nlkgq.results.models import RdfTerm
from nlkgq.values.folding import with_letters, words
from nlkgq.values.model import StoredValue

_INTEGER = re.compile(r"-?(?:0|[1-9]\d*)")
_DECIMAL = re.compile(r"-?(?:0|[1-9]\d*)\.\d+")
_REGEX_SIGNS = re.compile(r"[\\|.?*+(){}\[\]^$-]")


def written(term: RdfTerm, placeholder: str) -> str:
    """A stored term as SPARQL text, every special character escaped.

    Raises:
        UnmaskError: SPARQL cannot express it (an invalid IRI, half a surrogate pair, a blank node).
    """
    try:
        return term_edits.written(term)
    except ValueError as error:
        reason = error.args[0] if not isinstance(error, UnicodeError) else "half a character"
        raise UnmaskError(f"{placeholder} cannot be written in SPARQL: {reason}", placeholder=placeholder) from None


def terms_of(placeholder: Placeholder, property_iri: str | None, *, individuals: bool | None) -> tuple[RdfTerm, ...]:
    """The stored terms that a placeholder means, best first; () when nothing is known.

    Args:
        placeholder: It.
        property_iri: The property whose object it is: its own values go first, and alone; None elsewhere.
        individuals: Whether things are wanted rather than their names; None when that is open.
    """
    candidates: Iterable[StoredValue] = placeholder.candidates
    held = [c for c in candidates if property_iri and any(h.property == property_iri for h in c.holders)]
    if held:
        return tuple(dict.fromkeys(c.term for c in held))
    found: dict[RdfTerm, None] = {}
    for candidate in candidates:
        if candidate.term.kind == "literal" and individuals and candidate.subjects:
            found.update((RdfTerm("uri", subject), None) for subject in candidate.subjects)
        else:
            found[candidate.term] = None
    if individuals and any(term.kind == "uri" for term in found):
        return tuple(term for term in found if term.kind == "uri")
    return tuple(found)


def text_of(placeholder: Placeholder) -> str:
    """The words: as the graph spells them where that is known, else as typed.

    Of a part of a value ("dirksen" for "Baldwin Dirksen") only that part, spelt as in the value.
    """
    typed = words_typed(placeholder)
    if not placeholder.candidates:
        return placeholder.readings[0] if placeholder.readings else typed
    stored = placeholder.candidates[0]
    text = stored.text if stored.term.kind == "uri" else stored.term.value
    if placeholder.match != "part":
        return text
    return _stretch(typed, text) or typed


def text_within(placeholder: Placeholder) -> str:
    """The words within a longer text: a value that is only near to them is meant where it has as many."""
    text, typed = text_of(placeholder), words_typed(placeholder)
    return typed if placeholder.match == "fuzzy" and len(words(text)) != len(words(typed)) else text


def words_typed(placeholder: Placeholder) -> str:
    """The words of the question, letters that are written as escapes as letters."""
    return with_letters(placeholder.original).strip()


def _stretch(typed: str, stored: str) -> str | None:
    """The words of ``stored`` that ``typed`` spells, possibly with errors."""
    place = stored.casefold().find(typed.casefold())
    if place >= 0 and len(stored.casefold()) == len(stored):
        return stored[place : place + len(typed)]
    pieces = [(m.start(), m.end()) for m in re.finditer(r"[^\W_]+", stored)]
    size = max(1, len(re.findall(r"[^\W_]+", typed)))
    windows = [stored[pieces[i][0] : pieces[i + size - 1][1]] for i in range(len(pieces) - size + 1)]
    scored = [(SequenceMatcher(None, typed.casefold(), w.casefold()).ratio(), w) for w in windows]
    best = max(scored, default=(0.0, ""))
    return best[1] if best[0] >= 0.6 else None


def regex_escaped(text: str) -> str:
    r"""Words inside a regular expression (XPath and XQuery Functions, section 5.6.1).

    >>> regex_escaped("a.b (c)")
    'a\\.b \\(c\\)'
    """
    return _REGEX_SIGNS.sub(lambda m: "\\" + m.group(), text)


def number_of(placeholder: Placeholder) -> str | None:
    """The number, as SPARQL writes it; None when it is none. Of a date: its year when it is no more than that."""
    whole = placeholder.candidates if placeholder.match in {"exact", "folded"} else ()
    for reading in (*placeholder.readings, *(c.term.value for c in whole if c.term.kind == "literal")):
        if _INTEGER.fullmatch(reading) or _DECIMAL.fullmatch(reading):
            return reading
    return None


def moment(reading: str, datatype: str, *, last: bool) -> str | None:
    """A date or a period (year, month) as a lexical form of ``datatype``; None when it has none.

    Args:
        reading: ``2019``, ``2019-01``, ``2019-01-15`` or ``2019-01-15T10:00:00``.
        datatype: IRI of xsd:date, xsd:dateTime, xsd:gYear or xsd:gYearMonth.
        last: Whether the end of a period is wanted rather than its beginning.

    >>> moment("2019-02", XSD + "date", last=True), moment("2019", XSD + "dateTime", last=False)
    ('2019-02-28', '2019-01-01T00:00:00')
    """
    found = re.fullmatch(r"(\d{4})(?:-(\d\d)(?:-(\d\d)(T.*)?)?)?", reading)
    if found is None:
        return None
    year = int(found[1])
    month = int(found[2]) if found[2] else (12 if last else 1)
    day = int(found[3]) if found[3] else (calendar.monthrange(year, month)[1] if last else 1)
    name = datatype.removeprefix(XSD)
    if name == "gYear":
        return found[1]
    if name == "gYearMonth":
        return f"{found[1]}-{month:02d}"
    if name == "date":
        return f"{found[1]}-{month:02d}-{day:02d}"
    if name in {"dateTime", "dateTimeStamp"}:
        time = found[4] or ("T23:59:59" if last else "T00:00:00")
        return f"{found[1]}-{month:02d}-{day:02d}{time}"
    return None


def part_of_date(reading: str, function: str) -> str | None:
    """What YEAR, MONTH or DAY gives of a date or period, as SPARQL writes it; None when that is not said.

    >>> part_of_date("1987-05", "MONTH"), part_of_date("1987", "YEAR"), part_of_date("1987", "DAY")
    ('5', '1987', None)
    """
    found = re.fullmatch(r"(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T.*)?)?)?", reading)
    place = {"YEAR": 1, "MONTH": 2, "DAY": 3}.get(function)
    part = found[place] if found is not None and place is not None else None
    return str(int(part)) if part is not None else None
