"""TEXT2SPARQL YAML (https://text2sparql.aksw.org): one query, the question in several languages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from nlkgq.evaluation.question import BenchQuestion
from nlkgq.evaluation.readers.source import items, missing, read_yaml_file, text_of, texts_of

_LANGUAGE: Final[Mapping[Any, str]] = {False: "no"}
"""What YAML 1.1 makes of the tag of Norwegian."""


def read_text2sparql(path: Path, graph: str, *, language: str = "en") -> Iterator[BenchQuestion]:
    """The questions of a file that are put in ``language``.

    The id is ``<id>-<language>``, as the challenge's client names answers, without the data set's prefix. The feature
    RESULT_ORDER_MATTERS says where order counts.

    Raises:
        MissingExtraError: PyYAML is not installed.
        ResourceNotFound, LoadError: The file is missing or of another shape.
    """
    for number, item in enumerate(items(read_yaml_file(path), path), 1):
        identifier = item.get("id", number)
        texts = item.get("question")
        if not isinstance(texts, Mapping):
            raise missing(path, identifier, "question")
        spoken = {_LANGUAGE.get(key, key): text for key, text in texts.items()}
        if language not in spoken:
            continue
        text = text_of(spoken[language])
        if text is None:
            raise missing(path, identifier, f"text in {language}")
        gold = text_of(item.get("query"), "sparql")
        if gold is None:
            raise missing(path, identifier, "query.sparql")
        features = texts_of(item.get("features"))
        yield BenchQuestion(
            id=f"{identifier}-{language}",
            text=text,
            graph=graph,
            gold=gold,
            language=language,
            ordered="RESULT_ORDER_MATTERS" in features,
            features=features,
        )
