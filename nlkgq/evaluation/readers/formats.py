"""Format name -> reader."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from nlkgq.evaluation.question import BenchQuestion
from nlkgq.evaluation.readers.json_lines import read_json_line_questions
from nlkgq.evaluation.readers.qald import read_dblp_quad, read_lcquad, read_qald
from nlkgq.evaluation.readers.tables import read_metaqa, read_spider4sparql
from nlkgq.evaluation.readers.text2sparql import read_text2sparql

Reader = Callable[..., Iterator[BenchQuestion]]

READERS: Final[Mapping[str, Reader]] = {
    "json-lines": read_json_line_questions,
    "text2sparql": read_text2sparql,
    "qald": read_qald,
    "lcquad": read_lcquad,
    "dblp-quad": read_dblp_quad,
    "sciqa": read_dblp_quad,
    "spider4sparql": read_spider4sparql,
    "metaqa": read_metaqa,
}


def read_questions(reader: str, path: Path, graph: str, options: Mapping[str, Any]) -> Iterator[BenchQuestion]:
    """The questions of a file.

    Args:
        reader: A key of `READERS`.
        path: The file.
        graph: Name of the graph that answers them.
        options: Of the reader, such as ``language``.
    """
    return READERS[reader](path, graph, **options)
