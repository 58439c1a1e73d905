"""A file of queries that some system wrote elsewhere."""

from __future__ import annotations

import json
from pathlib import Path

from nlkgq.errors import ConfigError, NoQueryError, ResourceNotFound
from nlkgq.generation.protocol import Generation
from nlkgq.masking.model import MaskedText
from nlkgq.validation.attempt import Attempt


class AnswersFile:
    """Looks a question up by its text.

    Args:
        path: JSON lines, or one JSON list, of objects with ``question`` and ``query``: what the TEXT2SPARQL client's
            ``ask`` writes, and what `nlkgq bench answers` does.

    Raises:
        ResourceNotFound, ConfigError: The file is missing, or no such list.
    """

    def __init__(self, path: Path) -> None:
        try:
            text = path.read_text(encoding="utf-8-sig")
        except FileNotFoundError:
            raise ResourceNotFound(f"no answers in {path}", place=str(path)) from None
        try:
            lines = (
                json.loads(text)
                if text.lstrip().startswith("[")
                else map(json.loads, filter(str.strip, text.split("\n")))
            )
            self._queries: dict[str, str] = {_words(entry["question"]): str(entry["query"]) for entry in lines}
        except (ValueError, KeyError, TypeError) as error:
            raise ConfigError(f"{path} is no list of question and query: {error}", place=str(path)) from None

    def generate(self, question: MaskedText, history: tuple[Attempt, ...] = ()) -> Generation:
        """The query in the file.

        Raises:
            NoQueryError: It has none for this question.
        """
        query = self._queries.get(_words(question.text), "")
        if not query.strip():
            raise NoQueryError("")
        return Generation(query=query, model="offline")


def _words(text: str) -> str:
    return " ".join(text.split())
