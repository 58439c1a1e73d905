"""Terms in N-Triples syntax, as the embedded engine prints them, and rows of them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nlkgq.errors import EndpointError
from nlkgq.results.models import RdfTerm, Row

UNBOUND = "None"
_LITERAL = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"', re.DOTALL)
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))", re.DOTALL)
_PLAIN_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}


class TermReader:
    """Reads the cells of one answer; a term that recurs is made once.

    Args:
        endpoint: Name for errors.
    """

    def __init__(self, endpoint: str) -> None:
        self._endpoint = endpoint
        self._known: dict[str, RdfTerm | None] = {UNBOUND: None}

    def rows(self, cells: Sequence[str], count: int) -> list[Row]:
        """Cells, row by row, as ``count`` rows.

        Raises:
            EndpointError: ``server``: a term that RDF 1.1 does not have.
        """
        known = self._known
        terms = []
        for cell in cells:
            if cell in known:
                terms.append(known[cell])
            else:
                term = known[cell] = self._term(cell)
                terms.append(term)
        width = len(terms) // count if count else 0
        return list(zip(*[iter(terms)] * width, strict=True)) if width else [()] * count

    def term(self, node: object) -> RdfTerm:
        """The term of an engine's node, whose text is N-Triples.

        Raises:
            EndpointError: ``server``: a term that RDF 1.1 does not have.
        """
        cell = str(node)
        term = self._known.get(cell)
        if term is None:
            term = self._known[cell] = self._term(cell)
        return term

    def _term(self, cell: str) -> RdfTerm:
        if cell[0] == "<" and cell[-1] == ">" and "> <" not in cell:  # a triple term is three terms and two spaces
            return RdfTerm("uri", cell[1:-1])
        if cell[0] == "_":
            return RdfTerm("bnode", cell[2:])
        if literal := _LITERAL.match(cell):
            text = literal.group(1)
            if "\\" in text:
                text = _ESCAPE.sub(_unescaped, text)
            suffix = cell[literal.end() :]
            if suffix.startswith("@"):
                return RdfTerm("literal", text, None, suffix[1:])
            return RdfTerm("literal", text, suffix[3:-1] or None)
        message = f"{self._endpoint}: the answer holds a triple term, which is not RDF 1.1"
        raise EndpointError(message, kind="server", endpoint=self._endpoint)


def _unescaped(match: re.Match[str]) -> str:
    code = match.group(1) or match.group(2)
    if code:
        return chr(int(code, 16))
    return _PLAIN_ESCAPES.get(match.group(3), match.group(3))
