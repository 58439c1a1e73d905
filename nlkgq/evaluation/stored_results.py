"""Results as compact JSON, and their digest: for records and caches."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any, cast

from nlkgq.results.canonical import canonical_key
from nlkgq.results.models import AskResult, GraphResult, RdfTerm, Result, ResultNote, Row, SelectResult


def to_json(result: Result) -> str:
    """A result as one line of JSON.

    >>> to_json(AskResult(boolean=True))
    '{"boolean":true}'
    """
    return json.dumps(_plain(result), ensure_ascii=False, separators=(",", ":"))


def from_json(text: str) -> Result:
    """The result that `to_json` wrote.

    >>> from_json('{"boolean":true}').boolean
    True
    """
    value = json.loads(text)
    notes = tuple(ResultNote(code=c, message=m) for c, m in value.get("notes", ()))
    if "boolean" in value:
        return AskResult(boolean=value["boolean"], notes=notes)
    rows = tuple(tuple(None if c is None else _term(c) for c in row) for row in value["rows"])
    if "variables" in value:
        return SelectResult(variables=tuple(value["variables"]), rows=rows, notes=notes)
    return GraphResult(triples=cast("Any", rows), notes=notes)


def digest(result: Result) -> str:
    """SHA-256 (hex, first 16 characters) of an answer: rows as a multiset, columns as they stand, numbers by value.

    >>> digest(AskResult(boolean=True)) == digest(AskResult(boolean=False))
    False
    """
    if isinstance(result, AskResult):
        text = str(result.boolean)
    else:
        rows: Sequence[Row] = result.rows if isinstance(result, SelectResult) else result.triples
        text = "\n".join(sorted(repr([canonical_key(cell) for cell in row]) for row in rows))
    return hashlib.sha256(f"{type(result).__name__}\n{text}".encode()).hexdigest()[:16]


def _plain(result: Result) -> dict[str, Any]:
    notes = {"notes": [[n.code, n.message] for n in result.notes]} if result.notes else {}
    if isinstance(result, AskResult):
        return {"boolean": result.boolean, **notes}
    if isinstance(result, SelectResult):
        return {"variables": list(result.variables), "rows": [_cells(row) for row in result.rows], **notes}
    return {"rows": [_cells(triple) for triple in result.triples], **notes}


def _cells(row: Row) -> list[Any]:
    return [None if t is None else [t.kind, t.value, t.datatype, t.language] for t in row]


def _term(cell: Sequence[Any]) -> RdfTerm:
    kind, value, datatype, language = cell
    return RdfTerm(kind, value, datatype, language)
