"""A data set whose questions are those of another one in other words."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from nlkgq.errors import ConfigError
from nlkgq.evaluation.question import BenchQuestion
from nlkgq.evaluation.readers.order import asks_for_order
from nlkgq.evaluation.readers.source import read_json_lines
from nlkgq.evaluation.run_folder import write_whole

if TYPE_CHECKING:
    from nlkgq.evaluation.dataset import Dataset

FILE: Final = "restated.jsonl"


def write_restated(dataset: Dataset, texts: Mapping[str, str], folder: Path) -> None:
    """Writes the folder of a data set: a `dataset.toml` that names the other one, and the questions in `FILE`.

    Args:
        dataset: The other one.
        texts: Question -> its new text; a question that is not there stays as it is.
        folder: Made if missing.

    Raises:
        ConfigError: It cannot be written, or holds another data set.
    """
    described = folder / "dataset.toml"
    where = dataset.name if dataset.file.parent.name == dataset.name and _is_ours(dataset) else str(dataset.file)
    text = (
        f"name = {json.dumps(f'{dataset.name}_restated')}\n"
        f"title = {json.dumps(f'{dataset.title or dataset.name}, questions restated')}\n"
        f"of = {json.dumps(where)}\nrestated = {json.dumps(FILE)}\n"
    )
    if described.exists() and described.read_text(encoding="utf-8") != text:
        raise ConfigError(f"{described} is there already and is another", place=str(described))
    lines = [
        json.dumps({"id": q.id, "question": texts[q.id], "original": q.text}, ensure_ascii=False)
        for q in dataset.questions
        if q.id in texts
    ]
    write_whole(folder / FILE, "".join(line + "\n" for line in lines))
    write_whole(described, text)


def restated(questions: Sequence[BenchQuestion], file: Path, *, partial: bool = False) -> tuple[BenchQuestion, ...]:
    """The questions in the words that a file has for them.

    Args:
        questions: In order; one that the file does not name stays as it is.
        file: JSON lines with ``id``, ``question`` and ``original``.
        partial: Whether the file may name others.

    Raises:
        ResourceNotFound, LoadError: The file cannot be read.
        ConfigError: It names a question twice, one that is not there, or one that was another when it was restated.
    """
    texts: dict[str, str] = {}
    originals = {q.id: q.text for q in questions}
    for number, line in read_json_lines(file):
        place = f"{file}:{number}"
        identifier, text = str(line.get("id")), line.get("question")
        if not isinstance(text, str) or not text.strip():
            raise ConfigError(f"{place}: no question", place=place)
        if identifier in texts:
            raise ConfigError(f"{place}: {identifier} a second time", place=place)
        if identifier not in originals and not partial:
            raise ConfigError(f"{place}: the data set has no question {identifier}", place=place)
        if identifier in originals and line.get("original") != originals[identifier]:
            raise ConfigError(
                f"{place}: {identifier} was another question when it was restated", place=place, hint="Restate it anew."
            )
        texts[identifier] = text.strip()
    return tuple(_with_text(q, texts[q.id]) if q.id in texts else q for q in questions)


def _with_text(question: BenchQuestion, text: str) -> BenchQuestion:
    """In new words the question may ask for an order that its gold always had."""
    asked = question.gold is not None and "ORDER" in question.gold.upper() and asks_for_order(text)
    return replace(question, text=text, ordered=question.ordered or asked)


def _is_ours(dataset: Dataset) -> bool:
    from nlkgq.evaluation.dataset import dataset_names, fetched_names

    return dataset.name in (*dataset_names(), *fetched_names())
