"""What a reader sees of a term: labels before IRIs, nothing that could hide or turn text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from nlkgq.iri import WELL_KNOWN, PrefixMap
from nlkgq.results.models import AskResult, GraphResult, RdfTerm, Result, ResultNote, Row, SelectResult

Labeller: TypeAlias = Callable[[str], str | None]
"""IRI -> what to call it, None where nothing better than the IRI is known."""

_JOINERS: Final = "\u200c\u200d"  # Persian, Indic scripts and emoji need them; they hide nothing
_NAMED: Final = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
# Names that say nothing about the value: variables of examples, and what engines invent.
_EMPTY_NAME = re.compile(r"[a-z]?\d*|(?:var|res|results?|answers?|values?)\d*|callret.*|_.*|\..*", re.IGNORECASE)
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W_a-zA-Z0-9]+")


def no_label(iri: str) -> str | None:
    """The labeller that knows no label."""
    return None


def visible(text: str) -> str:
    r"""Text with control, bidirectional and other invisible format characters written as escapes.

    >>> visible("a\u202eb\n")
    'a\\u202Eb\\n'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(c if _shows(c) else _NAMED.get(c) or _escape(c) for c in text)


def _shows(character: str) -> bool:
    return character in _JOINERS or unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Zl", "Zp")


def _escape(character: str) -> str:
    point = ord(character)
    return f"\\u{point:04X}" if point < 0x10000 else f"\\U{point:08X}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CellView:
    """How cells are shown: prefixes shorten IRIs, ``label`` names them."""

    prefixes: PrefixMap = field(default_factory=PrefixMap)
    label: Labeller = no_label

    def parts(self, term: RdfTerm | None) -> tuple[str, str]:
        """The main text of a cell and what is shown faintly after it (short IRI or language tag), both visible."""
        if term is None:
            return "", ""
        if term.kind == "uri":
            short = visible(self.prefixes.shorten(term.value))
            label = self.label(term.value)
            return (visible(label), short) if label else (short, "")
        if term.kind == "bnode":
            return visible(f"_:{term.value}"), ""
        return visible(term.value), f"@{visible(term.language)}" if term.language else ""

    def text(self, term: RdfTerm | None) -> str:
        """A cell in one string, such as ``Kite Season (id:film-036)``."""
        main, faint = self.parts(term)
        if not faint:
            return main
        return f"{main}{faint}" if term is not None and term.kind == "literal" else f"{main} ({faint})"


def view_of(result: Result, prefixes: PrefixMap | Mapping[str, str] | None, label: Labeller) -> CellView:
    """How a result is shown: the given prefixes first, then those of a graph result, then the well-known ones."""
    given = prefixes if isinstance(prefixes, PrefixMap) else PrefixMap(dict(prefixes or {}))
    if isinstance(result, GraphResult):
        given = given.merged(result.prefixes)
    return CellView(prefixes=given.merged(WELL_KNOWN), label=label)


def words(name: str) -> str:
    """A variable's name as words, in lower case.

    >>> words("releaseDate"), words("film_title")
    ('release date', 'film title')
    """
    return " ".join(_WORDS.findall(name)).lower() or name


def sentence(result: Result, view: CellView) -> str | None:
    """A boolean, a single value or nothing at all in words; None for what needs a table.

    >>> sentence(AskResult(boolean=True), CellView())
    'Yes.'
    """
    if isinstance(result, AskResult):
        return "Yes." if result.boolean else "No."
    if isinstance(result, GraphResult):
        return None if result.triples else "No triples."
    if not result.rows:
        return "No results."
    if len(result.rows) > 1 or len(result.variables) != 1:
        return None
    (name,), (term,) = result.variables, result.rows[0]
    subject = "answer" if _EMPTY_NAME.fullmatch(name) else visible(words(name))
    return f"The {subject} is {view.text(term)}." if term is not None else f"The {subject} has no value."


def count_line(table: SelectResult, *, shown: int, unit: str = "row") -> str:
    """How many rows there are, and how many of them are shown.

    >>> count_line(SelectResult(variables=("x",), rows=((None,),)), shown=1)
    '1 row'
    """
    total = len(table.rows)
    counted = f"{total} {unit}" + ("" if total == 1 else "s")
    return counted if shown == total else f"{counted}, the first {shown} shown"


def note_lines(notes: Sequence[ResultNote]) -> list[str]:
    """What the reader must know, one line each."""
    return [f"Note: {visible(note.message)}" for note in notes]


def shown_rows(table: SelectResult, max_rows: int | None) -> Sequence[Row]:
    """The first rows, all when no limit is given."""
    return table.rows if max_rows is None else table.rows[:max_rows]
