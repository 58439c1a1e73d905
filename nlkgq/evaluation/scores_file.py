"""The scores of a run beside its records: computed once, thrown away when records or questions change."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from nlkgq.errors import ConfigError
from nlkgq.evaluation.run_folder import read_records, write_whole
from nlkgq.evaluation.scoring import Score, score_run
from nlkgq.evaluation.set_metrics import SetScores
from nlkgq.results.models import RdfTerm

if TYPE_CHECKING:
    from nlkgq.evaluation.dataset import Dataset
    from nlkgq.evaluation.record import Record

VERSION: Final = 2


def scores_of(
    folder: Path, dataset: Dataset, *, workers: int = 2, progress: Callable[[str, float | None], None] | None = None
) -> tuple[list[Record], list[Score]]:
    """The records of a run and their scores, from `scores.json` where that is up to date.

    Raises:
        ResourceNotFound, ConfigError: No run lies there, or it is damaged.
        LoadError: A graph cannot be read.
    """
    records = list(read_records(folder).values())
    stamp = _stamp(folder, dataset)
    file = folder / "scores.json"
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
        if found["stamp"] == stamp:
            return records, [_from_plain(value) for value in found["scores"]]
    except (OSError, ValueError, KeyError, TypeError):
        pass  # missing, of another version or torn: it is made again
    scores = score_run(dataset, records, workers=workers, progress=progress)
    with suppress(ConfigError):  # a full disk, a folder of others: what is not kept is scored again
        write_whole(file, json.dumps({"stamp": stamp, "scores": [asdict(s) for s in scores]}, ensure_ascii=False))
    return records, scores


def _stamp(folder: Path, dataset: Dataset) -> str:
    """What the scores rest on: records, questions with their gold, the way of comparing."""
    file = folder / "records.jsonl"
    digest = hashlib.sha256(file.read_bytes() if file.exists() else b"")
    questions = [(q.id, q.digest, q.excluded) for q in dataset.questions]
    digest.update(json.dumps([VERSION, questions, asdict(dataset.scoring)]).encode())
    return digest.hexdigest()


def _from_plain(value: dict[str, Any]) -> Score:
    known = {f.name for f in fields(Score)}
    kept = {k: v for k, v in value.items() if k in known}
    for name in ("missing", "extra"):
        kept[name] = tuple(tuple(None if c is None else RdfTerm(*c) for c in row) for row in kept[name])
    kept["honest"] = SetScores(**kept["honest"])
    if kept["official"] is not None:
        kept["official"] = SetScores(**kept["official"])
    return Score(**kept)
