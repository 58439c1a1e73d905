"""Question files that are tables: Spider4SPARQL's CSV, MetaQA's tab-separated text."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

from nlkgq.errors import LoadError
from nlkgq.evaluation.question import BenchQuestion
from nlkgq.evaluation.readers.order import asks_for_order
from nlkgq.evaluation.readers.source import read_text
from nlkgq.results.models import RdfTerm, SelectResult

_COLUMNS = {
    "question": ("question", "nl", "natural_language", "utterance", "nl_question"),
    "sparql": ("sparql", "sparql_query", "query"),
    "database": ("kg_name", "db_id", "database", "db", "kg"),
    "id": ("id", "question_id", "index", ""),
}
_TOPIC = re.compile(r"\[([^\]]*)\]")


def read_spider4sparql(path: Path, graph: str) -> Iterator[BenchQuestion]:
    """The questions of the CSV that are about ``graph``; all, where it has no column for the graph.

    Columns are found by name (``kg_name``, ``question``, ``query`` upstream), whatever their order; the id is the row's
    number (from 0) where no column gives one.

    Raises:
        ResourceNotFound, LoadError: The file is missing, has no column for question or query, or nothing of ``graph``.
    """
    try:
        reader = csv.DictReader(io.StringIO(read_text(path), newline=""), strict=True)
        names = {name.strip().lower(): name for name in reader.fieldnames or ()}
        table = list(reader)
    except csv.Error as error:
        raise LoadError(f"{path}: not CSV: {error}", place=str(path)) from None
    columns = {use: next((names[n] for n in known if n in names), None) for use, known in _COLUMNS.items()}
    if columns["question"] is None or columns["sparql"] is None:
        raise LoadError(f"{path}: no column for question and SPARQL", place=str(path), line=1)
    known = {(row[columns["database"]] or "").strip() for row in table} if columns["database"] is not None else {graph}
    if graph not in known:
        raise LoadError(f"{path}: no question about {graph}, but about {', '.join(sorted(known))}", place=str(path))
    for number, row in enumerate(table):
        if columns["database"] is not None and (row[columns["database"]] or "").strip() != graph:
            continue
        text, gold = (row[columns["question"]] or "").strip(), (row[columns["sparql"]] or "").strip()
        if not text or not gold:
            raise LoadError(f"{path}: row {number + 1} has no question or no query", place=str(path))
        identifier = row[columns["id"]] if columns["id"] is not None else None
        ordered = "ORDER" in gold.upper() and asks_for_order(text)
        yield BenchQuestion(id=identifier or str(number), text=text, graph=graph, gold=gold, ordered=ordered)


def read_metaqa(path: Path, graph: str, *, hops: int | None = None) -> Iterator[BenchQuestion]:
    """The questions of a file with a question, a tab and the answers, set apart by bars, a line.

    The topic entity stands in brackets, which are taken off. Answers are names; there is no query.

    Raises:
        ResourceNotFound, LoadError: The file is missing, or a line has no tab.
    """
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if not line.strip():
            continue
        text, tab, answers = line.rstrip("\r").partition("\t")
        if not tab:
            raise LoadError(f"{path}:{number}: no tab between question and answers", place=str(path), line=number)
        names = [name for name in answers.split("|") if name]
        yield BenchQuestion(
            id=f"{path.stem}-{number}",
            text=_TOPIC.sub(r"\1", text).strip(),
            graph=graph,
            answer=SelectResult(variables=("answer",), rows=tuple((RdfTerm("literal", n),) for n in names)),
            bare=True,
            flat=True,
            level=None if hops is None else f"{hops} hops",
        )
