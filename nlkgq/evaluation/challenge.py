"""Files of the TEXT2SPARQL challenge's client: answers, and result sets that its `evaluate` reads."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from nlkgq.evaluation.dataset import Dataset
from nlkgq.evaluation.record import Record
from nlkgq.evaluation.run_folder import write_whole
from nlkgq.evaluation.set_metrics import official_values
from nlkgq.results.models import Result


def write_answers(dataset: Dataset, records: Sequence[Record], file: Path, *, prefix: str) -> int:
    """Writes what `text2sparql ask` writes for a system: a list of question, query and name.

    Args:
        dataset: Whose questions were asked; ids are ``<id>-<language>``, as its YAML reader makes them.
        records: Of a run; the first repetition counts.
        file: A JSON file.
        prefix: Of the data set.

    Returns:
        How many answers there are.
    """
    texts = {q.id: q.text for q in dataset.questions}
    entries = [
        {
            "dataset": dataset.source,
            "question": texts[r.question],
            "query": r.native_query or r.query or "",
            "endpoint": None,
            "qname": f"{prefix}:{r.question}",
            "uri": f"{dataset.source}{r.question}",
        }
        for r in records
        if r.repeat == 0 and r.question in texts and r.query is not None
    ]
    write_whole(file, json.dumps(entries, ensure_ascii=False, indent=2) + "\n")
    return len(entries)


def result_set(results: Sequence[tuple[str, Result | None]], *, ordered: Sequence[str] = ()) -> str:
    """The JSON that `text2sparql query` writes and `text2sparql evaluate` reads.

    Args:
        results: Name of each question (``<prefix>:<id>-<language>``) and its result.
        ordered: Names of the questions whose order counts; for the gold's set alone.

    >>> result_set([("ck:1-en", None)])
    '{"ck:1-en": {}}'
    """
    values: dict[str, object] = {name: official_values(result) for name, result in results}
    if ordered:
        values["order_required"] = list(ordered)
    return json.dumps(values, ensure_ascii=False)
