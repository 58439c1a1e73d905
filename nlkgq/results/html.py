"""Answers for notebooks: one escaped HTML fragment, no script, no style sheet."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from nlkgq.iri import PrefixMap
from nlkgq.results.cells import (
    CellView,
    Labeller,
    count_line,
    no_label,
    note_lines,
    sentence,
    shown_rows,
    view_of,
    visible,
)
from nlkgq.results.formats import as_table
from nlkgq.results.models import GraphResult, RdfTerm, Result

MAX_ROWS = 100


def render_html(
    result: Result,
    *,
    prefixes: PrefixMap | Mapping[str, str] | None = None,
    label: Labeller = no_label,
    max_rows: int | None = MAX_ROWS,
) -> str:
    """A result as an HTML fragment, for ``_repr_html_``.

    Args:
        result: What a query gave; a graph is shown as its triples.
        prefixes: Shorten IRIs.
        label: IRI -> label, None where there is none.
        max_rows: Rows shown; None for all.

    Returns:
        A ``<p>`` or ``<table>``, then the row count and notes. IRIs of http and https are links, no others.

    >>> from nlkgq.results.models import AskResult
    >>> render_html(AskResult(boolean=True))
    '<p>Yes.</p>'
    """
    view = view_of(result, prefixes, label)
    notes = [f"<p><em>{escape(line)}</em></p>" for line in note_lines(result.notes)]
    said = sentence(result, view)
    if said is not None:
        return "\n".join([f"<p>{escape(said)}</p>", *notes])
    table = as_table(result)
    rows = shown_rows(table, max_rows)
    unit = "triple" if isinstance(result, GraphResult) else "row"
    head = "".join(f"<th>{escape(visible(name))}</th>" for name in table.variables)
    body = ["<tr>" + "".join(f"<td>{_cell(term, view)}</td>" for term in row) + "</tr>" for row in rows]
    count = f"<p>{count_line(table, shown=len(rows), unit=unit)}</p>"
    lines = ["<table>", f"<thead><tr>{head}</tr></thead>", "<tbody>", *body, "</tbody>", "</table>", count, *notes]
    return "\n".join(lines)


def _cell(term: RdfTerm | None, view: CellView) -> str:
    main, faint = view.parts(term)
    if term is None:
        return ""
    if term.kind != "uri":
        return escape(main) + (f"<small>{escape(faint)}</small>" if faint else "")
    iri = escape(visible(term.value))
    if not term.value.startswith(("http://", "https://")) or visible(term.value) != term.value:
        return f'<span title="{iri}">{escape(main)}</span>'
    return f'<a href="{iri}" title="{iri}" rel="noreferrer">{escape(main)}</a>'
