"""Answers for the terminal: a sentence where one is enough, else a table."""

from __future__ import annotations

from collections.abc import Mapping
from io import StringIO
from typing import TYPE_CHECKING

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
from nlkgq.results.models import GraphResult, Result, SelectResult
from nlkgq.results.terms import NUMBERS

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

MAX_CELL = 72
"""Columns of the terminal that one cell may take before it is cut."""


def render(
    result: Result,
    *,
    prefixes: PrefixMap | Mapping[str, str] | None = None,
    label: Labeller = no_label,
    max_cell: int = MAX_CELL,
    max_rows: int | None = None,
) -> RenderableType:
    """A result for rich to print.

    Args:
        result: What a query gave; a graph is shown as its triples.
        prefixes: Shorten IRIs; those of a graph result count as well.
        label: IRI -> label, None where there is none.
        max_cell: Cells wider than this many terminal columns are cut with an ellipsis.
        max_rows: Rows shown; None for all.

    Returns:
        A renderable: the sentence or table, the number of rows, the notes.
    """
    from rich.console import Group
    from rich.text import Text

    view = view_of(result, prefixes, label)
    notes = [Text(line, style="yellow") for line in note_lines(result.notes)]
    said = sentence(result, view)
    if said is not None:
        return Group(Text(said), *notes)
    table = as_table(result)
    rows = shown_rows(table, max_rows)
    unit = "triple" if isinstance(result, GraphResult) else "row"
    count = Text(count_line(table, shown=len(rows), unit=unit), style="dim")
    return Group(_grid(table, len(rows), view, max_cell), count, *notes)


def render_text(
    result: Result,
    *,
    prefixes: PrefixMap | Mapping[str, str] | None = None,
    label: Labeller = no_label,
    max_cell: int = MAX_CELL,
    max_rows: int | None = None,
    width: int = 100,
) -> str:
    """The same as plain text without colours, for a terminal of ``width`` columns; see `render`.

    >>> from nlkgq.results.models import AskResult
    >>> render_text(AskResult(boolean=False))
    'No.\\n'
    """
    from rich.console import Console

    renderable = render(result, prefixes=prefixes, label=label, max_cell=max_cell, max_rows=max_rows)
    console = Console(file=StringIO(), width=width, color_system=None, legacy_windows=False)
    with console.capture() as captured:
        console.print(renderable)
    return "".join(f"{line.rstrip()}\n" for line in captured.get().splitlines())


def _grid(table: SelectResult, count: int, view: CellView, max_cell: int) -> RenderableType:
    from rich import box
    from rich.table import Table

    grid = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold")
    for number, name in enumerate(table.variables):
        filled = [row[number] for row in table.rows[:count] if row[number] is not None]
        numeric = bool(filled) and all(term is not None and term.datatype in NUMBERS for term in filled)
        grid.add_column(_header(name), justify="right" if numeric else "left", no_wrap=True, overflow="ellipsis")
    for row in table.rows[:count]:
        grid.add_row(*(_cell(view.parts(term), term is not None and term.kind == "literal", max_cell) for term in row))
    return grid


def _header(name: str) -> Text:
    from rich.text import Text

    return Text(visible(name))


def _cell(parts: tuple[str, str], joined: bool, max_cell: int) -> Text:
    """Plain text, never markup: brackets in data mean nothing to rich."""
    from rich.text import Text

    main, faint = parts
    cell = Text(main)
    if faint:
        cell.append(faint if joined else f" {faint}", style="dim")
    cell.truncate(max_cell, overflow="ellipsis")
    return cell
