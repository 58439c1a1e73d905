"""Our own format: one JSON object a line.

Fields: ``id``, ``question``, ``sparql``; optional ``native_sparql`` (or ``native``), ``variables``, ``rows`` (terms as
in SPARQL JSON results, or bare texts), ``n_rows`` (of the whole answer, where ``rows`` are the first ones),
``boolean``, ``gold_values`` (one list of values whatever the columns, or a boolean), ``ordered``, ``level``,
``features``, ``language``, ``paraphrase``, ``set``, ``kg``, ``type``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from nlkgq.errors import LoadError
from nlkgq.evaluation.question import BenchQuestion
from nlkgq.evaluation.readers.order import asks_for_order
from nlkgq.evaluation.readers.source import missing, read_json_lines, text_of, texts_of
from nlkgq.results.models import AskResult, RdfTerm, Result, Row, SelectResult
from nlkgq.results.terms import literal


def read_json_line_questions(path: Path, graph: str) -> Iterator[BenchQuestion]:
    """The questions of a file, in order.

    Raises:
        ResourceNotFound, LoadError: The file is missing or a line is no question.
    """
    for number, value in read_json_lines(path):
        identifier, text, gold = value.get("id"), text_of(value.get("question")), text_of(value.get("sparql"))
        if not isinstance(identifier, str | int) or text is None:
            raise missing(path, f"in line {number}" if identifier is None else identifier, "id or question")
        answer, bare = _answer(value, f"{path}:{number}")
        if gold is None and answer is None:
            raise missing(path, identifier, "sparql and no answer")
        ordered = value.get("ordered")
        if not isinstance(ordered, bool):
            ordered = gold is not None and "ORDER" in gold.upper() and asks_for_order(text)
        # brackets mark the topic entity in MetaQA: part of the notation, not of the question
        if "topic" in value:
            text = text.replace("[", "").replace("]", "")
        yield BenchQuestion(
            id=str(identifier),
            text=text,
            graph=graph,
            gold=gold,
            native_gold=text_of(value.get("native_sparql")) or text_of(value.get("native")),
            answer=answer,
            bare=bare,
            flat="gold_values" in value,
            language=text_of(value.get("language")) or "en",
            ordered=ordered,
            level=_level(value),
            features=texts_of(value.get("features")),
            paraphrase=text_of(value.get("paraphrase")),
        )


def _level(value: Mapping[str, Any]) -> str | None:
    if "hops" in value:
        return f"{value['hops']} hops"
    found = value.get("level") or value.get("type")
    return str(found) if found else None


def _answer(value: Mapping[str, Any], place: str) -> tuple[Result | None, bool]:
    """The recorded answer, None where it is absent or cut; and whether its terms are bare texts."""
    listed = value.get("gold_values", value.get("boolean"))
    if isinstance(listed, bool):
        return AskResult(boolean=listed), False
    if isinstance(listed, list):
        return SelectResult(variables=("value",), rows=tuple((_bare(v),) for v in listed)), True
    rows = value.get("rows")
    if isinstance(rows, bool):
        return AskResult(boolean=rows), False
    if not isinstance(rows, list) or value.get("n_rows", len(rows)) != len(rows):
        return None, False
    if not all(isinstance(row, list) for row in rows):
        raise LoadError(f"{place}: `rows` holds something that is no list", place=place)
    width = max((len(row) for row in rows), default=0)
    names = texts_of(value.get("variables") or value.get("columns")) or tuple(f"c{n}" for n in range(1, width + 1))
    if any(len(row) != len(names) for row in rows):
        raise LoadError(f"{place}: a row has not {len(names)} cells", place=place)
    bare = any(not isinstance(cell, Mapping) for row in rows for cell in row if cell is not None)
    return SelectResult(variables=names, rows=tuple(_row(row, place) for row in rows)), bare


def _row(row: list[Any], place: str) -> Row:
    return tuple(None if c is None else _term(c, place) if isinstance(c, Mapping) else _bare(c) for c in row)


def _bare(value: Any) -> RdfTerm:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return RdfTerm("uri", text) if text.startswith(("http://", "https://")) else RdfTerm("literal", text)


def _term(cell: Mapping[str, Any], place: str) -> RdfTerm:
    kind, text = cell.get("type"), cell.get("value")
    if not isinstance(text, str) or kind not in ("uri", "bnode", "literal", "typed-literal"):
        raise LoadError(f"{place}: a cell of `rows` is no term", place=place)
    if kind in ("uri", "bnode"):
        return RdfTerm(kind, text)
    return literal(text, datatype=cell.get("datatype"), language=cell.get("xml:lang"))
